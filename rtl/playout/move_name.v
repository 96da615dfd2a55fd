// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// move_name -- a move of the lanes in the form of the commands.
//
// Purpose:   Turns a corner, the mirrors of its window and a pattern into the
//            orientation in search order and the square of its reference cell.
//            A mirrored image of a tile has another rotation code: the pattern's
//            code with some bits changed. Codes that draw the same shape become
//            the same orientation, some of them with another reference cell.
// Interface: name_i    pattern_rom's word of the pattern
//            flip_rows_i, flip_cols_i, row_i, col_i  the move
//            orient_o, row_o, col_o  the same move
// Latency:   2 cycles with steady inputs.
// Reset:     none.
// Model:     playout.AnchorMove.Move; the table is generated: move_coding.vh
`default_nettype none
`include "constants.vh"

module move_name (
    input  wire                    clk_i,
    input  wire [            15:0] name_i,
    input  wire                    flip_rows_i,
    input  wire                    flip_cols_i,
    input  wire [             3:0] row_i,
    input  wire [             3:0] col_i,
    output wire [`ORIENT_BITS-1:0] orient_o,
    output wire [             3:0] row_o,
    output wire [             3:0] col_o
);

  wire [2:0] code;
  wire [1:0] ref_row, ref_col, up, left;
  wire [`TILE_BITS-1:0] tile;
  assign {code, ref_row, ref_col, tile, up, left} = name_i;
  wire [2:0] rotation = code ^ {flip_rows_i, 1'b0, flip_rows_i ^ flip_cols_i};

`include "move_coding.vh"
  wire [`ORIENT_BITS+3:0] coding = move_coding({tile, rotation});

  // The reference cell seen from the corner: down by plus - minus, and so on.
  wire [1:0] row_minus = flip_rows_i ? ref_row : up;
  wire [1:0] row_plus = flip_rows_i ? up : ref_row;
  wire [1:0] col_minus = flip_cols_i ? ref_col : left;
  wire [1:0] col_plus = flip_cols_i ? left : ref_col;

  reg [`ORIENT_BITS+3:0] coding_q;
  reg [`ORIENT_BITS-1:0] orient_q;
  reg [3:0] ref_row_q, ref_col_q, row_q, col_q;
  assign orient_o = orient_q;
  assign row_o = row_q;
  assign col_o = col_q;
  always @(posedge clk_i) begin
    coding_q <= coding;
    ref_row_q <= row_i + {2'd0, row_plus} - {2'd0, row_minus};
    ref_col_q <= col_i + {2'd0, col_plus} - {2'd0, col_minus};
    orient_q <= coding_q[`ORIENT_BITS-1:0];
    row_q <= ref_row_q + {{2{coding_q[`ORIENT_BITS+3]}}, coding_q[`ORIENT_BITS+3:`ORIENT_BITS+2]};
    col_q <= ref_col_q + {{2{coding_q[`ORIENT_BITS+1]}}, coding_q[`ORIENT_BITS+1:`ORIENT_BITS]};
  end

endmodule

`default_nettype wire
