// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_banks -- a large memory of the tree, in banks.
//
// Purpose:   Keeps words of children, which take more than one block RAM each way. Each bank is a
//            tree_ram with a register behind it; the choice among the banks follows in the next
//            cycle. The path from a block RAM, which may lie anywhere, therefore ends at a
//            register, and the multiplexer has a cycle for itself.
// Parameter: WIDTH  bits of a word
//            WORDS  number of words
//            BANK   words of a bank: a power of two. The last bank has as many as are left
// Interface: we_i, waddr_i, wdata_i  write a word
//            raddr_i, rdata_o        read a word. A word read in the cycle that writes it
//                                    is undefined
// Latency:   3 cycles from raddr_i to rdata_o; a read and a write every cycle.
// Reset:     none; the contents are undefined until written.
// Model:     the arena of package golden/tree
`default_nettype none

module tree_banks #(
    parameter WIDTH = 16,
    parameter WORDS = 4096,
    parameter BANK  = 2048
) (
    input  wire                     clk_i,
    input  wire                     we_i,
    input  wire [$clog2(WORDS)-1:0] waddr_i,
    input  wire [        WIDTH-1:0] wdata_i,
    input  wire [$clog2(WORDS)-1:0] raddr_i,
    output wire [        WIDTH-1:0] rdata_o
);

  localparam ADDR = $clog2(WORDS);
  localparam LOW = $clog2(BANK);
  localparam BANKS = (WORDS + BANK - 1) / BANK;

  reg [WIDTH-1:0] word_q;
  assign rdata_o = word_q;

  generate
    if (BANKS == 1) begin : gen_one
      wire [WIDTH-1:0] word;
      tree_ram #(
          .WIDTH(WIDTH),
          .WORDS(WORDS)
      ) u_words (
          .clk_i  (clk_i),
          .we_i   (we_i),
          .waddr_i(waddr_i),
          .wdata_i(wdata_i),
          .raddr_i(raddr_i),
          .rdata_o(word)
      );
      always @(posedge clk_i) word_q <= word;
    end else begin : gen_banks
      localparam HIGH = ADDR - LOW;
      wire [WIDTH*BANKS-1:0] words;
      genvar b;
      for (b = 0; b < BANKS; b = b + 1) begin : gen_bank
        localparam [31:0] NUMBER = b;
        localparam SIZE = b == BANKS - 1 ? WORDS - b * BANK : BANK;
        tree_ram #(
            .WIDTH(WIDTH),
            .WORDS(SIZE)
        ) u_words (
            .clk_i  (clk_i),
            .we_i   (we_i & waddr_i[ADDR-1:LOW] == NUMBER[HIGH-1:0]),
            .waddr_i(waddr_i[$clog2(SIZE)-1:0]),
            .wdata_i(wdata_i),
            .raddr_i(raddr_i[$clog2(SIZE)-1:0]),
            .rdata_o(words[WIDTH*b+:WIDTH])
        );
      end
      reg [HIGH-1:0] bank_q, bank_q2;
      always @(posedge clk_i) begin
        bank_q  <= raddr_i[ADDR-1:LOW];
        bank_q2 <= bank_q;
        word_q  <= words[WIDTH*bank_q2+:WIDTH];
      end
    end
  endgenerate

endmodule

`default_nettype wire
