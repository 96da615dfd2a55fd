// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// exp_table -- the exponential function.
//
// Purpose:   Turns the distance of a logarithm below the greatest one into a weight.
// Interface: x_i    in 1/256, 0 or more
//            exp_o  exp(-x_i / 256) with 16 bits behind the point, 65,536 for 0
// Latency:   2 cycles from x_i to exp_o; a number every cycle.
// Reset:     none.
// Model:     tree.Exp; the contents are generated: exp_table.vh
`default_nettype none
`include "expansion.vh"

module exp_table (
    input  wire                   clk_i,
    input  wire [`PRIOR_BITS-1:0] x_i,
    output wire [           16:0] exp_o
);

  localparam ADDRESS = 12;

  reg [15:0] words[0:`EXP_ENTRIES-1];
  initial begin
`include "exp_table.vh"
  end

  // The second register directly follows the block RAM, which may be slow to answer.
  reg [15:0] read_q, word_q;
  reg one_q, one_q2, none_q, none_q2;
  always @(posedge clk_i) begin
    read_q <= words[x_i[ADDRESS-1:0]];
    one_q <= x_i == {`PRIOR_BITS{1'b0}};
    none_q <= x_i >= `EXP_ENTRIES;
    one_q2 <= one_q;
    none_q2 <= none_q;
    word_q <= read_q;
  end
  assign exp_o = {one_q2, word_q & {16{~one_q2 & ~none_q2}}};

endmodule

`default_nettype wire
