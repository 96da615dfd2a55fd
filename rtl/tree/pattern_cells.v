// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// pattern_cells -- the cells that each pattern covers.
//
// Purpose:   Turns the number of a pattern into the set of its cells.
// Interface: pattern_i  pattern, 0..126. 127 means no pattern
//            cells_o    bit i: the pattern covers cell playout.WindowCells[i]. Every
//                       pattern also covers the anchor
//            size_o     the tile has 4 squares, 3, 2 or 1: a bit for each, lowest for 1
//            rows_o, cols_o  rows and columns around it within reach of a flood's steps
// Latency:   2 cycles from pattern_i to the others. A pattern every cycle.
// Reset:     none.
// Model:     playout.Pattern; the contents are generated: pattern_cells.vh
`default_nettype none
`include "constants.vh"

module pattern_cells (
    input  wire                     clk_i,
    input  wire [`PATTERN_BITS-1:0] pattern_i,
    output wire [`ANCHOR_CELLS-1:0] cells_o,
    output wire [              2:0] size_o,
    output wire [              1:0] rows_o,
    output wire [              1:0] cols_o
);

  reg [`ANCHOR_CELLS+6:0] words[0:(1<<`PATTERN_BITS)-1];
  initial begin
`include "pattern_cells.vh"
  end

  // The second register directly follows the block RAM, which may be slow to answer.
  reg [`ANCHOR_CELLS+6:0] read_q, word_q;
  always @(posedge clk_i) begin
    read_q <= words[pattern_i];
    word_q <= read_q;
  end
  assign {rows_o, cols_o, size_o, cells_o} = word_q;

endmodule

`default_nettype wire
