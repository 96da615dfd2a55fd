// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_pairs -- a large memory of the tree that reads two neighbours at a time.
//
// Purpose:   Keeps words of children. Even and odd words lie in a tree_banks each, so a choice reads
//            two children a cycle, with the same block RAM.
// Parameter: WIDTH  bits of a word
//            WORDS  number of words: even
//            BANK   words of a bank, see tree_banks
// Interface: we_i, waddr_i, wdata_i  write a word
//            raddr_i                 read this word, rdata_o, and both words of its pair: even_o,
//                                    at the address with a last bit of 0, and odd_o. A word read
//                                    in the cycle that writes it is undefined
// Latency:   3 cycles from raddr_i to the words; a read and a write every cycle.
// Reset:     none; the contents are undefined until written.
// Model:     the arena of package golden/tree
`default_nettype none

module tree_pairs #(
    parameter WIDTH = 16,
    parameter WORDS = 4096,
    parameter BANK  = 2048
) (
    input  wire                     clk_i,
    input  wire                     we_i,
    input  wire [$clog2(WORDS)-1:0] waddr_i,
    input  wire [        WIDTH-1:0] wdata_i,
    input  wire [$clog2(WORDS)-1:0] raddr_i,
    output wire [        WIDTH-1:0] rdata_o,
    output wire [        WIDTH-1:0] even_o,
    output wire [        WIDTH-1:0] odd_o
);

  localparam ADDR = $clog2(WORDS);

  initial begin
    if (WORDS % 2 != 0) begin
      $display("tree_pairs: WORDS must be even (instance %m)");
      $finish;
    end
  end

  tree_banks #(
      .WIDTH(WIDTH),
      .WORDS(WORDS / 2),
      .BANK (BANK)
  ) u_even (
      .clk_i  (clk_i),
      .we_i   (we_i & ~waddr_i[0]),
      .waddr_i(waddr_i[ADDR-1:1]),
      .wdata_i(wdata_i),
      .raddr_i(raddr_i[ADDR-1:1]),
      .rdata_o(even_o)
  );

  tree_banks #(
      .WIDTH(WIDTH),
      .WORDS(WORDS / 2),
      .BANK (BANK)
  ) u_odd (
      .clk_i  (clk_i),
      .we_i   (we_i & waddr_i[0]),
      .waddr_i(waddr_i[ADDR-1:1]),
      .wdata_i(wdata_i),
      .raddr_i(raddr_i[ADDR-1:1]),
      .rdata_o(odd_o)
  );

  reg [2:0] odd_q;
  always @(posedge clk_i) odd_q <= {odd_q[1:0], raddr_i[0]};
  assign rdata_o = odd_q[2] ? odd_o : even_o;

endmodule

`default_nettype wire
