// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// row_ram -- a block RAM of 256 words.
//
// Purpose:   Holds rows of boards, word {slot, player, row}, or what else has few or wide words.
// Parameter: WIDTH  bits of a word
// Interface: we_i, waddr_i, wdata_i  write a word
//            re_i, raddr_i           read a word; without re_i rdata_o stays
//            A word read in the cycle that writes it has its old contents.
// Latency:   1 cycle from raddr_i to rdata_o; a read and a write every cycle.
// Reset:     none; the contents are undefined until written.
// Model:     golden's rows, as twin.Row
`default_nettype none

module row_ram #(
    parameter WIDTH = 16
) (
    input  wire             clk_i,
    input  wire             we_i,
    input  wire [      7:0] waddr_i,
    input  wire [WIDTH-1:0] wdata_i,
    input  wire             re_i,
    input  wire [      7:0] raddr_i,
    output wire [WIDTH-1:0] rdata_o
);

  (* ram_style = "block", no_rw_check *)
  reg [WIDTH-1:0] words[0:255];
  reg [WIDTH-1:0] rdata_q;
  assign rdata_o = rdata_q;

  always @(posedge clk_i) begin
    if (we_i) words[waddr_i] <= wdata_i;
    if (re_i) rdata_q <= words[raddr_i];
  end

endmodule

`default_nettype wire
