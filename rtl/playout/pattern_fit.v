// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// pattern_fit -- which patterns fit at a corner?
//
// Purpose:   Judges all ways to cover a corner in parallel.
// Interface: cells_i  bit i: the cell playout.WindowCells[i] may be covered; the
//                     corner itself always may
//            tiles_i  the tiles left, bit 0 = a .. 20 = u
//            first_i  a first placement: a pattern that covers a cell before the
//                     corner, in reading order, does not fit. All squares within
//                     reach of the start square are corners then, so the pattern
//                     belongs to the first of its cells in this order
//            cover_i  a pattern must cover one of these cells: all ones, or the
//                     start square at a first placement. Bit i is the i-th
//                     cell, in reading order from the corner on, which is bit 0.
//            fits_o   bit p: pattern p fits
// Latency:   combinational; one corner a cycle.
// Reset:     none.
// Model:     playout.Pattern; the table is generated: pattern_fit.vh
`default_nettype none
`include "constants.vh"

module pattern_fit (
    input  wire [`ANCHOR_CELLS-1:0] cells_i,
    input  wire [   `NUM_TILES-1:0] tiles_i,
    input  wire                     first_i,
    input  wire [ `COVER_CELLS-1:0] cover_i,
    output wire [`NUM_PATTERNS-1:0] fits_o
);

  localparam BEFORE = `ANCHOR_CELLS + 1 - `COVER_CELLS;  // cells before the corner
  localparam ROW_BITS = `TILE_BITS + `COVER_CELLS + `ANCHOR_CELLS;
`include "pattern_fit.vh"

  genvar p;
  generate
    for (p = 0; p < `NUM_PATTERNS; p = p + 1) begin : gen_pattern
      localparam [ROW_BITS-1:0] ROW = PATTERNS[ROW_BITS*p+:ROW_BITS];
      localparam [`ANCHOR_CELLS-1:0] CELLS = ROW[`ANCHOR_CELLS-1:0];
      localparam [`COVER_CELLS-1:0] COVER = ROW[`ANCHOR_CELLS+:`COVER_CELLS];
      localparam [`TILE_BITS-1:0] TILE = ROW[ROW_BITS-1-:`TILE_BITS];
      wire start = |CELLS[BEFORE-1:0] ? ~first_i : |(cover_i & COVER);
      assign fits_o[p] = &(cells_i | ~CELLS) & tiles_i[TILE] & start;
    end
  endgenerate

endmodule

`default_nettype wire
