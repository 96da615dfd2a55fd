// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// margin_weights -- the weights of the static evaluation.
//
// Purpose:   Keeps the weights of all phases of the game, so that nothing needs interpolation.
// Interface: placed_i   tiles that both players have placed, 0..42
//            word_i     which weight: `MARGIN_STATIC and the next ones for the terms without
//                       playouts, `MARGIN_REST for the terms with playouts,
//                       `MARGIN_PLAYOUTS, `MARGIN_SPREAD
//            weight_o   the weight in 1/256 point, two's complement
// Latency:   2 cycles from placed_i and word_i to weight_o; a weight every cycle.
// Reset:     none.
// Model:     evaluation.Evaluator.MarginWeights; the contents are generated:
//            margin_weights.vh
`default_nettype none
`include "expansion.vh"

module margin_weights (
    input  wire                    clk_i,
    input  wire [             5:0] placed_i,
    input  wire [             4:0] word_i,
    output wire [`WEIGHT_BITS-1:0] weight_o
);

  reg [`WEIGHT_BITS-1:0] words[0:32*43-1];
  initial begin
`include "margin_weights.vh"
  end

  reg [`WEIGHT_BITS-1:0] read_q, weight_q;
  always @(posedge clk_i) begin
    read_q <= words[{placed_i, word_i}];
    weight_q <= read_q;
  end
  assign weight_o = weight_q;

endmodule

`default_nettype wire
