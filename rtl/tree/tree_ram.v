// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_ram -- a memory of the tree.
//
// Purpose:   Holds words of a tree: one for each child, each block of children, or each step of a
//            path. The register behind the block RAM allows a fast clock.
// Parameter: WIDTH  bits of a word
//            WORDS  number of words
// Interface: we_i, waddr_i, wdata_i  write a word
//            raddr_i, rdata_o        read one. A word read in the cycle that writes it
//                                    is undefined
// Latency:   2 cycles from raddr_i to rdata_o; a read and a write every cycle.
// Reset:     none; the contents are undefined until written.
// Model:     the words of golden/tree's arena
`default_nettype none

module tree_ram #(
    parameter WIDTH = 16,
    parameter WORDS = 256
) (
    input  wire                     clk_i,
    input  wire                     we_i,
    input  wire [$clog2(WORDS)-1:0] waddr_i,
    input  wire [        WIDTH-1:0] wdata_i,
    input  wire [$clog2(WORDS)-1:0] raddr_i,
    output wire [        WIDTH-1:0] rdata_o
);

  (* ram_style = "block", no_rw_check *)
  reg [WIDTH-1:0] words[0:WORDS-1];
  reg [WIDTH-1:0] read_q, word_q;
  assign rdata_o = word_q;

  always @(posedge clk_i) begin
    if (we_i) words[waddr_i] <= wdata_i;
    read_q <= words[raddr_i];
    word_q <= read_q;
  end

endmodule

`default_nettype wire
