// corner_count -- counts the corners of a map.
//
// Purpose:   The evaluation weighs how many corners a player has.
// Interface: corners_i  a corner map as corner_finder gives it
//            count_o    the number of its ones
// Latency:   3 cycles from corners_i to count_o; a new map every cycle.
// Reset:     none; the pipeline holds data only.
// Model:     golden.Bitboard.Count
`default_nettype none
`include "constants.vh"

module corner_count (
    input  wire                   clk_i,
    input  wire [`RING_CELLS-1:0] corners_i,
    output wire [            7:0] count_o
);

  localparam ROWS = `RING_CELLS / `RING_STRIDE;  // 15

  // Stage 1: 15 cells each. One of any 15 successive cells is wall, so that a
  // sum is at most 14. Stage 2: four rows each. Stage 3: the whole.
  reg [4*ROWS-1:0] row_q;
  reg [4*6-1:0] group_q;
  reg [7:0] count_q;
  assign count_o = count_q;

  genvar r, g;
  generate
    for (r = 0; r < ROWS; r = r + 1) begin : gen_row
      wire [`RING_STRIDE-1:0] cells = corners_i[r*`RING_STRIDE+:`RING_STRIDE];
      // Five sums of three bits, which a pair of LUTs each gives, then a tree.
      wire [9:0] threes;
      genvar t;
      for (t = 0; t < 5; t = t + 1) begin : gen_three
        assign threes[2*t+:2] = {1'b0, cells[3*t]} + {1'b0, cells[3*t+1]} + {1'b0, cells[3*t+2]};
      end
      wire [2:0] ab = {1'b0, threes[1:0]} + {1'b0, threes[3:2]};
      wire [2:0] cd = {1'b0, threes[5:4]} + {1'b0, threes[7:6]};
      always @(posedge clk_i)
        row_q[4*r+:4] <= {1'b0, ab} + {1'b0, cd} + {2'b0, threes[9:8]};
    end
    for (g = 0; g < 4; g = g + 1) begin : gen_group
      wire [3:0] fourth = (4 * g + 3 < ROWS) ? row_q[4*((4*g+3)%ROWS)+:4] : 4'd0;
      wire [4:0] lower = {1'b0, row_q[4*(4*g)+:4]} + {1'b0, row_q[4*(4*g+1)+:4]};
      wire [4:0] upper = {1'b0, row_q[4*(4*g+2)+:4]} + {1'b0, fourth};
      always @(posedge clk_i) group_q[6*g+:6] <= {1'b0, lower} + {1'b0, upper};
    end
  endgenerate

  wire [6:0] lower_half = {1'b0, group_q[5:0]} + {1'b0, group_q[11:6]};
  wire [6:0] upper_half = {1'b0, group_q[17:12]} + {1'b0, group_q[23:18]};
  always @(posedge clk_i) count_q <= {1'b0, lower_half} + {1'b0, upper_half};

endmodule

`default_nettype wire
