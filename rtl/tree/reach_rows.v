// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// reach_rows -- how far the players reach.
//
// Purpose:   The rows of the player to move pass through, from the top, then one or more empty
//            rows, and the rival's rows. They leave with the levels for the features of moves:
//            within four steps of the corners, within two. On the way they are counted for the
//            terms of the static evaluation.
// Interface: clear_i     begin, in the cycle before the first row: all counts are 0
//            minus_i     the row is one of the rival
//            allowed_i, corners_i  the row. Corners are allowed
//            allowed_o, reach4_o, near_o, corners_o  the same row eight cycles later
//            counts_o    the player's terms less the rival's: corners lowest, allowed
//                        squares, reach 1, 2, 4, and 8, `TERM_BITS each
// Latency:   8 cycles from a row to its levels, 18 to the last of its counts. A row every
//            cycle.
// Reset:     none: clear_i, when no row has come in two cycles. It goes along with the rows, so a count
//            keeps the sum of the rows before for as long as it lags behind.
// Model:     twin.LevelsOf, evaluation.Terms
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module reach_rows (
    input  wire                     clk_i,
    input  wire                     clear_i,
    input  wire                     minus_i,
    input  wire [  `BOARD_SIZE-1:0] allowed_i,
    input  wire [  `BOARD_SIZE-1:0] corners_i,
    output wire [  `BOARD_SIZE-1:0] allowed_o,
    output wire [  `BOARD_SIZE-1:0] reach4_o,
    output wire [  `BOARD_SIZE-1:0] near_o,
    output wire [  `BOARD_SIZE-1:0] corners_o,
    output wire [6*`TERM_BITS-1:0] counts_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam STEPS = 8;
  localparam T = `TERM_BITS;

  // Field n holds the squares after n steps.
  wire [SIZE*(STEPS+1)-1:0] allowed, reached;
  assign allowed[0+:SIZE] = allowed_i;
  assign reached[0+:SIZE] = corners_i;
  genvar n;
  generate
    for (n = 0; n < STEPS; n = n + 1) begin : gen_step
      flood_step u_step (
          .clk_i    (clk_i),
          .allowed_i(allowed[SIZE*n+:SIZE]),
          .reached_i(reached[SIZE*n+:SIZE]),
          .allowed_o(allowed[SIZE*(n+1)+:SIZE]),
          .reached_o(reached[SIZE*(n+1)+:SIZE])
      );
    end
  endgenerate
  wire unused_allowed = ^allowed[SIZE*STEPS+:SIZE];

  // The levels meet behind four steps.
  reg [SIZE*8-1:0] corners_q;
  reg [SIZE*4-1:0] near_q;
  reg [2*STEPS-1:0] minus_q, clear_q;
  always @(posedge clk_i) begin
    clear_q <= {clear_q[2*STEPS-2:0], clear_i};
    corners_q <= {corners_q[SIZE*7-1:0], corners_i};
    near_q <= {near_q[SIZE*3-1:0], reached[SIZE*2+:SIZE]};
    minus_q <= {minus_q[2*STEPS-2:0], minus_i};
  end
  assign allowed_o = allowed[SIZE*4+:SIZE];
  assign reach4_o = reached[SIZE*4+:SIZE];
  assign near_o = near_q[SIZE*3+:SIZE];
  assign corners_o = corners_q[SIZE*7+:SIZE];

  row_count u_corners (.clk_i(clk_i), .clear_i(clear_i), .minus_i(minus_i), .row_i(corners_i), .count_o(counts_o[0+:T]));
  row_count u_allowed (.clk_i(clk_i), .clear_i(clear_i), .minus_i(minus_i), .row_i(allowed_i), .count_o(counts_o[T+:T]));
  row_count u_reach1 (.clk_i(clk_i), .clear_i(clear_q[1]), .minus_i(minus_q[1]), .row_i(reached[SIZE+:SIZE]), .count_o(counts_o[2*T+:T]));
  row_count u_reach2 (.clk_i(clk_i), .clear_i(clear_q[3]), .minus_i(minus_q[3]), .row_i(reached[SIZE*2+:SIZE]), .count_o(counts_o[3*T+:T]));
  row_count u_reach4 (.clk_i(clk_i), .clear_i(clear_q[7]), .minus_i(minus_q[7]), .row_i(reached[SIZE*4+:SIZE]), .count_o(counts_o[4*T+:T]));
  row_count u_reach8 (.clk_i(clk_i), .clear_i(clear_q[15]), .minus_i(minus_q[15]), .row_i(reached[SIZE*8+:SIZE]), .count_o(counts_o[5*T+:T]));

endmodule

`default_nettype wire
