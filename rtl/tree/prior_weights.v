// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// prior_weights -- the weights of the features and of the hidden units.
//
// Purpose:   Keeps the weights of all phases of the game, so that nothing needs interpolation.
// Interface: placed_i   tiles that the player to move has placed, 0..21
//            feature_i  number of the feature; the hidden units follow the last one
//            weight_o   its weight in 1/256 nat, two's complement
// Latency:   2 cycles from placed_i and feature_i to weight_o; a weight every cycle.
// Reset:     none.
// Model:     evaluation.Evaluator.PriorWeights, evaluation.Evaluator.PatternWeights; the contents are generated: prior_weights.vh
`default_nettype none
`include "expansion.vh"

module prior_weights (
    input  wire                    clk_i,
    input  wire [             4:0] placed_i,
    input  wire [             4:0] feature_i,
    output wire [`WEIGHT_BITS-1:0] weight_o
);

  reg [`WEIGHT_BITS-1:0] words[0:32*22-1];
  initial begin
`include "prior_weights.vh"
  end

  reg [`WEIGHT_BITS-1:0] read_q, weight_q;
  always @(posedge clk_i) begin
    read_q <= words[{placed_i, feature_i}];
    weight_q <= read_q;
  end
  assign weight_o = weight_q;

endmodule

`default_nettype wire
