// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// fit_check -- does a tile fit at a position?
//
// Purpose:   Judges all 7x7 cells around a position in parallel.
// Interface: tile_i    a row of tile_rom, 7x7 cells of 2 bits
//            window_i  the board around the position, 7x7 cells of 2 bits, in
//                      the view of the player to move
//            fit_o     the placement is legal
//            Cell (row, column) of the 7x7, counted from the upper left, is at
//            bits 2*(7*row + column) +: 2. The codes:
//
//                     tile                          window
//                00   any                           empty
//                01   a square of the tile          an own square
//                10   must not be an own square     a rival's square, or the wall
//                11   -                             a corner (empty)
//
// Latency:   combinational; one placement a cycle.
// Reset:     none.
// Model:     duo.Position.Check
`default_nettype none
`include "constants.vh"

module fit_check (
    input  wire [`WINDOW_BITS-1:0] tile_i,
    input  wire [`WINDOW_BITS-1:0] window_i,
    output wire                    fit_o
);

  wire [`WINDOW_CELLS-1:0] blocked;
  wire [`WINDOW_CELLS-1:0] touch;
  genvar c;
  generate
    for (c = 0; c < `WINDOW_CELLS; c = c + 1) begin : gen_cell
      wire [1:0] board = window_i[2*c+:2];
      wire square = tile_i[2*c];
      wire beside = tile_i[2*c+1];
      assign blocked[c] = (square & (board[1] ^ board[0])) | (beside & (board == `CELL_OWN));
      assign touch[c] = square & (board == `CELL_CORNER);
    end
  endgenerate

  assign fit_o = ~|blocked & |touch;

endmodule

`default_nettype wire
