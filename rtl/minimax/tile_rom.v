// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tile_rom -- the images of all tiles.
//
// Purpose:   One row an orientation, in search order: the demands of a placement on
//            the 7x7 cells around its reference cell, which is the middle one.
// Interface: orient_i  row, 0..90; the rows beyond are empty and fit nowhere
//            cells_o   7x7 cells of 2 bits, coded as fit_check explains
//            tile_o    the tile, 0 = a .. 20 = u
//            size_o    its number of squares
//            last_o    no orientation of this tile follows
// Latency:   2 cycles from orient_i to the row (block RAM, and a register
//            behind it, as block RAM outputs are slow); a row every cycle.
// Reset:     none.
// Model:     duo.Orientation; the contents are generated: tile_rom.vh
`default_nettype none
`include "constants.vh"

module tile_rom (
    input  wire                     clk_i,
    input  wire [  `ORIENT_BITS-1:0] orient_i,
    output wire [  `WINDOW_BITS-1:0] cells_o,
    output wire [    `TILE_BITS-1:0] tile_o,
    output wire [               2:0] size_o,
    output wire                      last_o
);

  localparam ROW_BITS = `WINDOW_BITS + `TILE_BITS + 4;

  reg [ROW_BITS-1:0] rows[0:(1<<`ORIENT_BITS)-1];
  initial begin
`include "tile_rom.vh"
  end

  reg [ROW_BITS-1:0] read_q, row_q;
  always @(posedge clk_i) begin
    read_q <= rows[orient_i];
    row_q <= read_q;
  end

  assign {last_o, size_o, tile_o, cells_o} = row_q;

endmodule

`default_nettype wire
