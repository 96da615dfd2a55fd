// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// move_decoder -- a move from the contest's four characters.
//
// Purpose:   Reads column, row, tile and one of the eight rotation codes, and gives the orientation
//            in search order with the square of its reference cell. Codes that draw the same shape
//            become the same move, some of them with another reference cell.
// Interface: chars_i   the characters, the first one in the highest bits
//            pass_o    the characters are 0000
//            ok_o      the characters are a well-formed move with its reference cell on the
//                      board. orient_o, row_o and col_o are valid
// Latency:   3 cycles, because a register follows the slow output of the block RAM; a move every
//            cycle.
// Reset:     none.
// Model:     duo.ParseMove; the table is generated: move_coding.vh
`default_nettype none
`include "constants.vh"

module move_decoder (
    input  wire                    clk_i,
    input  wire [            31:0] chars_i,
    output wire                    pass_o,
    output wire                    ok_o,
    output wire [`ORIENT_BITS-1:0] orient_o,
    output wire [             3:0] row_o,
    output wire [             3:0] col_o
);

  localparam ENTRY_BITS = 4 + `ORIENT_BITS;

  // The meaning of a tile and a rotation code: shift of the row (-1..1), shift of the column,
  // orientation.
`include "move_coding.vh"
  reg [ENTRY_BITS-1:0] codes[0:255];
  integer i;
  initial for (i = 0; i < 256; i = i + 1) codes[i] = move_coding(i[7:0]);

  wire [7:0] x = chars_i[31:24];
  wire [7:0] y = chars_i[23:16];
  wire [7:0] t = chars_i[15:8];
  wire [7:0] r = chars_i[7:0];

  // Coordinates: 0..9 and a..e stand for 0..14; 0 is off the board.
  wire x_digit = (x[7:4] == 4'h3) & (x[3:0] <= 4'd9);
  wire y_digit = (y[7:4] == 4'h3) & (y[3:0] <= 4'd9);
  wire x_letter = (x[7:4] == 4'h6) & (x[3:0] >= 4'd1) & (x[3:0] <= 4'd5);
  wire y_letter = (y[7:4] == 4'h6) & (y[3:0] >= 4'd1) & (y[3:0] <= 4'd5);
  wire [3:0] x_value = x_digit ? x[3:0] : x[3:0] + 4'd9;
  wire [3:0] y_value = y_digit ? y[3:0] : y[3:0] + 4'd9;

  // Tiles: a is 0x61. Rotations: 0 is 0x30.
  wire tile_ok = (t[7:5] == 3'b011) & (t[4:0] != 5'd0) & (t[4:0] <= `NUM_TILES);
  wire [`TILE_BITS-1:0] tile = t[4:0] - 5'd1;
  wire rotation_ok = (r[7:3] == 5'b00110);

  reg [ENTRY_BITS-1:0] entry_q, entry_q2;
  reg [3:0] x_q, y_q, x_q2, y_q2;
  reg form_q, form_q2, pass_q, pass_q2, pass_q3;

  always @(posedge clk_i) begin
    entry_q <= codes[{tile, r[2:0]}];
    x_q <= x_value;
    y_q <= y_value;
    form_q <= (x_digit | x_letter) & (y_digit | y_letter) & tile_ok & rotation_ok;
    pass_q <= (chars_i == "0000");

    entry_q2 <= entry_q;
    x_q2 <= x_q;
    y_q2 <= y_q;
    form_q2 <= form_q;
    pass_q2 <= pass_q;
  end

  // The reference square, counted from 1; 0, 15 and -1 are off the board.
  wire [1:0] row_shift, col_shift;
  wire [`ORIENT_BITS-1:0] orient;
  assign {row_shift, col_shift, orient} = entry_q2;
  wire [4:0] row1 = {1'b0, y_q2} + {{3{row_shift[1]}}, row_shift};
  wire [4:0] col1 = {1'b0, x_q2} + {{3{col_shift[1]}}, col_shift};

  reg [`ORIENT_BITS-1:0] orient_q;
  reg [3:0] row_q, col_q;
  reg ok_q;
  assign pass_o = pass_q3;
  assign ok_o = ok_q;
  assign orient_o = orient_q;
  assign row_o = row_q;
  assign col_o = col_q;

  always @(posedge clk_i) begin
    pass_q3 <= pass_q2;
    ok_q <= form_q2 & (row1 != 5'd0) & (row1 <= `BOARD_SIZE) & (col1 != 5'd0) & (col1 <= `BOARD_SIZE);
    orient_q <= orient;
    row_q <= row1[3:0] - 4'd1;
    col_q <= col1[3:0] - 4'd1;
  end

endmodule

`default_nettype wire
