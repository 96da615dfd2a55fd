// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// corner_count -- counts the corners of a map.
//
// Purpose:   Counts a player's corners for the evaluation.
// Interface: en_i       the pipeline moves on
//            corners_i  a corner map as corner_finder gives it
//            count_o    the number of its ones
// Latency:   3 cycles with en_i from corners_i to count_o; a new map every
//            cycle.
// Reset:     none; the pipeline holds data only.
// Model:     duo.Bitboard.Count
`default_nettype none
`include "constants.vh"

module corner_count (
    input  wire                   clk_i,
    input  wire                   en_i,
    input  wire [`RING_CELLS-1:0] corners_i,
    output wire [            7:0] count_o
);

  localparam ROWS = `RING_CELLS / `RING_STRIDE;  // 15
  localparam GROUPS = (ROWS + 3) / 4;

  // Number of ones among three cells, and in a row of 15. One of any 15 successive cells of the
  // ring is wall, so a row has at most 14.
  function [1:0] count3(input [2:0] cells);
    count3 = {1'b0, cells[0]} + {1'b0, cells[1]} + {1'b0, cells[2]};
  endfunction
  function [3:0] count15(input [14:0] cells);
    count15 = ({2'b0, count3(cells[2:0])} + {2'b0, count3(cells[5:3])})
            + ({2'b0, count3(cells[8:6])} + {2'b0, count3(cells[11:9])})
            + {2'b0, count3(cells[14:12])};
  endfunction

  // Stage 1: rows. Stage 2: groups of four rows; the last has three. Stage 3:
  // the whole.
  reg [4*ROWS-1:0] row_q;
  reg [6*GROUPS-1:0] group_q;
  reg [7:0] count_q;
  assign count_o = count_q;

  wire [16*GROUPS-1:0] rows = {4'd0, row_q};
  integer i;
  always @(posedge clk_i) begin
    if (en_i) begin
      for (i = 0; i < ROWS; i = i + 1)
        row_q[4*i+:4] <= count15(corners_i[`RING_STRIDE*i+:`RING_STRIDE]);
      for (i = 0; i < GROUPS; i = i + 1)
        group_q[6*i+:6] <= ({2'b0, rows[16*i+:4]} + {2'b0, rows[16*i+4+:4]})
                         + ({2'b0, rows[16*i+8+:4]} + {2'b0, rows[16*i+12+:4]});
      count_q <= ({2'b0, group_q[5:0]} + {2'b0, group_q[11:6]})
               + ({2'b0, group_q[17:12]} + {2'b0, group_q[23:18]});
    end
  end

endmodule

`default_nettype wire
