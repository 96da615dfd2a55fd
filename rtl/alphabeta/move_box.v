// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// move_box -- the smallest rectangle around the tile of a move.
//
// Purpose:   Tells which moves are far from one another: moves whose rectangles do not touch, not
//            even at a vertex, change nothing for one another.
// Interface: placement_i  the move
//            box_o        its rectangle: rows `BOX_TOP to `BOX_BOTTOM, columns `BOX_LEFT to
//                         `BOX_RIGHT
// Latency:   2 cycles from placement_i to box_o. A move every cycle.
// Reset:     none.
// Model:     alphabeta.BoxOf; the contents are generated: move_box.vh
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "alphabeta.vh"

module move_box (
    input  wire                       clk_i,
    input  wire [`PLACEMENT_BITS-1:0] placement_i,
    output wire [      `BOX_BITS-1:0] box_o
);

  reg [11:0] words[0:(1<<`PATTERN_BITS)-1];
  initial begin
`include "move_box.vh"
  end

  reg [11:0] word_q;
  reg flip_rows_q, flip_cols_q;
  reg [3:0] row_q, col_q;
  wire [3:0] up = {1'b0, word_q[2:0]};
  wire [3:0] down = {1'b0, word_q[5:3]};
  wire [3:0] left = {1'b0, word_q[8:6]};
  wire [3:0] right = {1'b0, word_q[11:9]};
  reg [3:0] top_q, bottom_q, left_q, right_q;
  always @(posedge clk_i) begin
    word_q <= words[placement_i[`PLACEMENT_PATTERN]];
    flip_rows_q <= placement_i[`PLACEMENT_FLIP_ROWS];
    flip_cols_q <= placement_i[`PLACEMENT_FLIP_COLS];
    row_q <= placement_i[`PLACEMENT_ROW];
    col_q <= placement_i[`PLACEMENT_COL];
    top_q <= row_q - (flip_rows_q ? down : up);
    bottom_q <= row_q + (flip_rows_q ? up : down);
    left_q <= col_q - (flip_cols_q ? right : left);
    right_q <= col_q + (flip_cols_q ? left : right);
  end
  assign box_o[`BOX_TOP] = top_q;
  assign box_o[`BOX_BOTTOM] = bottom_q;
  assign box_o[`BOX_LEFT] = left_q;
  assign box_o[`BOX_RIGHT] = right_q;

endmodule

`default_nettype wire
