// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// pattern_rom -- the patterns as tiles to lay.
//
// Purpose:   Holds two words for each pattern: its shape, then its place and its tile.
// Interface: pattern_i  pattern, 0..126; the words of 127 are 0
//            word_i     0: bits 14..0 hold the rows of its bounding box, lowest
//                          bits first: 5 bits of row 0, 4 of row 1, 3 of row 2,
//                          2 of row 3, 1 of row 4. Bit i of a row is the i-th
//                          column of the box from the left. No box has more
//                          than 6 rows and columns together.
//                       1: {rotation code (3 bits), row (2) and column (2) of
//                          the reference cell in the box, tile (5), up (2),
//                          left (2)}; up and left are the numbers of rows and
//                          columns of the box above and to the left of the
//                          corner.
//            data_o     the word
// Parameter: RAM_REG    1: a register behind the block RAM, for devices with slow block RAM
// Latency:   1 cycle from pattern_i and word_i to data_o, 2 with RAM_REG; a word every
//            cycle.
// Reset:     none.
// Model:     playout.Pattern; the contents are generated: pattern_rom.vh
`default_nettype none
`include "constants.vh"

module pattern_rom #(
    parameter RAM_REG = 0
) (
    input  wire                     clk_i,
    input  wire [`PATTERN_BITS-1:0] pattern_i,
    input  wire                     word_i,
    output wire [             15:0] data_o
);

  reg [15:0] words[0:(2<<`PATTERN_BITS)-1];
  initial begin
`include "pattern_rom.vh"
  end

  reg [15:0] read_q;
  always @(posedge clk_i) read_q <= words[{pattern_i, word_i}];

  generate
    if (RAM_REG != 0) begin : gen_ram_reg
      reg [15:0] word_q;
      always @(posedge clk_i) word_q <= read_q;
      assign data_o = word_q;
    end else begin : gen_direct
      assign data_o = read_q;
    end
  endgenerate

endmodule

`default_nettype wire
