// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// move_encoder -- a move as the contest's four characters.
//
// Purpose:   Writes column, row, tile and canonical rotation code, one at a time.
// Interface: orient_i, row_i, col_i  the move
//            index_i   which character: 0 = column .. 3 = rotation
//            char_o    the character
// Latency:   2 cycles from orient_i (a table, and a register behind it), none from
//            index_i, row_i and col_i.
// Reset:     none.
// Model:     duo.Move.String; the table is generated: move_encoder.vh
`default_nettype none
`include "constants.vh"

module move_encoder (
    input  wire                    clk_i,
    input  wire [`ORIENT_BITS-1:0] orient_i,
    input  wire [             3:0] row_i,
    input  wire [             3:0] col_i,
    input  wire [             1:0] index_i,
    output wire [             7:0] char_o
);

  // A row: tile, rotation.
  reg [`TILE_BITS+2:0] names[0:(1<<`ORIENT_BITS)-1];
  initial begin
`include "move_encoder.vh"
  end

  reg [`TILE_BITS+2:0] name_q, name_q2;
  always @(posedge clk_i) begin
    name_q <= names[orient_i];
    name_q2 <= name_q;
  end
  wire [`TILE_BITS-1:0] tile;
  wire [2:0] rotation;
  assign {tile, rotation} = name_q2;

  // 0..8 are written 1..9, and 9..13 a..e.
  wire [3:0] place = index_i[0] ? row_i : col_i;
  wire letter = place > 4'd8;
  wire [3:0] digit = letter ? place - 4'd8 : place + 4'd1;

  assign char_o = ~index_i[1] ? {1'b0, letter, 1'b1, ~letter, digit}
                : ~index_i[0] ? {3'b000, tile} + "a"
                : {5'd0, rotation} + "0";

endmodule

`default_nettype wire
