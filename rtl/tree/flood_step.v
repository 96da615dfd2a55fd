// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// flood_step -- a step of a flood over the rows of a board.
//
// Purpose:   The rows of a board pass through, one a cycle, from the top. Each row leaves with the
//            cells within one step of its own squares and of the rows above and below:
//            the squares that share an edge, within the squares allowed. Empty rows part the
//            boards. Steps in a chain make a flood of as many steps, without a board in registers,
//            at one row a cycle.
// Interface: allowed_i, reached_i  a row
//            allowed_o, reached_o  the same row a step later
// Latency:   2 cycles; a row every cycle, and one empty row between two boards.
// Reset:     none; the pipeline holds data only.
// Model:     evaluation.Reach
`default_nettype none
`include "constants.vh"

module flood_step (
    input  wire                   clk_i,
    input  wire [`BOARD_SIZE-1:0] allowed_i,
    input  wire [`BOARD_SIZE-1:0] reached_i,
    output wire [`BOARD_SIZE-1:0] allowed_o,
    output wire [`BOARD_SIZE-1:0] reached_o
);

  localparam SIZE = `BOARD_SIZE;

  reg [SIZE-1:0] allowed_q, row_q, above_q;  // row_q: the row at hand; reached_i is below it
  reg [SIZE-1:0] allowed_q2, reached_q2;
  wire [SIZE-1:0] beside = {row_q[SIZE-2:0], 1'b0} | {1'b0, row_q[SIZE-1:1]};
  always @(posedge clk_i) begin
    allowed_q <= allowed_i;
    row_q <= reached_i;
    above_q <= row_q;
    allowed_q2 <= allowed_q;
    reached_q2 <= row_q | (allowed_q & (beside | above_q | reached_i));
  end
  assign allowed_o = allowed_q2;
  assign reached_o = reached_q2;

endmodule

`default_nettype wire
