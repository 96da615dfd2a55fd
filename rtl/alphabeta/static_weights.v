// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// static_weights -- the weights of the static evaluation without playouts.
//
// Purpose:   Keeps the weights of all phases of the game, so that nothing needs interpolation.
// Interface: placed_i   tiles that both players have placed, 0..42
//            term_i     which term: `TERM_SQUARES and the next ones
//            weight_o   the weight in 1/256 point, two's complement
// Latency:   2 cycles from placed_i and term_i to weight_o; a weight every cycle.
// Reset:     none.
// Model:     evaluation.Evaluator.MarginWeights; the contents are generated:
//            static_weights.vh
`default_nettype none
`include "expansion.vh"

module static_weights (
    input  wire                    clk_i,
    input  wire [             5:0] placed_i,
    input  wire [             3:0] term_i,
    output wire [`WEIGHT_BITS-1:0] weight_o
);

  reg [`WEIGHT_BITS-1:0] words[0:16*43-1];
  initial begin
`include "static_weights.vh"
  end

  reg [`WEIGHT_BITS-1:0] read_q, weight_q;
  always @(posedge clk_i) begin
    read_q <= words[{placed_i, term_i}];
    weight_q <= read_q;
  end
  assign weight_o = weight_q;

endmodule

`default_nettype wire
