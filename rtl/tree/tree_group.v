// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_group -- a large memory of the tree that reads some neighbours at a time.
//
// Purpose:   Keeps words of children. Word n lies in tree_banks n mod GROUP, so a choice reads GROUP
//            children a cycle, with the same block RAM.
// Parameter: WIDTH  bits of a word
//            WORDS  number of words: a multiple of GROUP
//            BANK   words of a bank, see tree_banks
//            GROUP  words read at a time: a power of two, at least 2
// Interface: we_i, waddr_i, wdata_i  write a word
//            raddr_i                 read this word, rdata_o, and all words of its group: words_o,
//                                    the first one in the low bits. A word read in the cycle that
//                                    writes it is undefined
// Latency:   3 cycles from raddr_i to the words; a read and a write every cycle.
// Reset:     none; the contents are undefined until written.
// Model:     the arena of package golden/tree
`default_nettype none
`include "tree.vh"

module tree_group #(
    parameter WIDTH = 16,
    parameter WORDS = 4096,
    parameter BANK  = 1024,
    parameter GROUP = `TREE_GROUP
) (
    input  wire                     clk_i,
    input  wire                     we_i,
    input  wire [$clog2(WORDS)-1:0] waddr_i,
    input  wire [        WIDTH-1:0] wdata_i,
    input  wire [$clog2(WORDS)-1:0] raddr_i,
    output wire [        WIDTH-1:0] rdata_o,
    output wire [  GROUP*WIDTH-1:0] words_o
);

  localparam ADDR = $clog2(WORDS);
  localparam LOW = $clog2(GROUP);

  initial begin
    if (WORDS % GROUP != 0) begin
      $display("tree_group: WORDS must be a multiple of %0d (instance %m)", GROUP);
      $finish;
    end
  end

  genvar g;
  generate
    for (g = 0; g < GROUP; g = g + 1) begin : gen_word
      localparam [LOW-1:0] NUMBER = g;
      tree_banks #(
          .WIDTH(WIDTH),
          .WORDS(WORDS / GROUP),
          .BANK (BANK)
      ) u_banks (
          .clk_i  (clk_i),
          .we_i   (we_i & waddr_i[LOW-1:0] == NUMBER),
          .waddr_i(waddr_i[ADDR-1:LOW]),
          .wdata_i(wdata_i),
          .raddr_i(raddr_i[ADDR-1:LOW]),
          .rdata_o(words_o[WIDTH*g+:WIDTH])
      );
    end
  endgenerate

  reg [LOW-1:0] word_q, word_q2, word_q3;
  always @(posedge clk_i) {word_q3, word_q2, word_q} <= {word_q2, word_q, raddr_i[LOW-1:0]};
  assign rdata_o = words_o[WIDTH*word_q3+:WIDTH];

endmodule

`default_nettype wire
