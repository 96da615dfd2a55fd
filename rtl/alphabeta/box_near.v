// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// box_near -- whether two rectangles share a square, or touch at an edge or a vertex.
//
// Purpose:   Compares the rectangles of two moves.
// Interface: a_i, b_i  the rectangles, as move_box has them
//            near_o    they share a square or touch
// Latency:   combinational.
// Reset:     none.
// Model:     alphabeta.Box
`default_nettype none
`include "alphabeta.vh"

module box_near (
    input  wire [`BOX_BITS-1:0] a_i,
    input  wire [`BOX_BITS-1:0] b_i,
    output wire                 near_o
);

  // A last row or column is 13 at most, and one more fits.
  assign near_o = a_i[`BOX_TOP] <= b_i[`BOX_BOTTOM] + 4'd1 & b_i[`BOX_TOP] <= a_i[`BOX_BOTTOM] + 4'd1
                & a_i[`BOX_LEFT] <= b_i[`BOX_RIGHT] + 4'd1 & b_i[`BOX_LEFT] <= a_i[`BOX_RIGHT] + 4'd1;

endmodule

`default_nettype wire
