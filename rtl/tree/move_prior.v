// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// move_prior -- the logarithm of a move's prior weight.
//
// Purpose:   Sums up the features of a move and the sums of its hidden units, each by its weight. The
//            weights belong to one phase of the game: they are written before the moves come.
// Interface: we_i, weight_i  write the next weight: first of the features, then of the hidden units.
//                       After the last one feature 0 is the next again
//            features_i  the features, from move_features
//            hidden_i    the hidden units' sums, from hidden_sums. Their part counts in 1 of
//                       2 to the `SQUARE_SHIFT, rounded down
//            logit_o     the sum in 1/256 nat, two's complement
// Latency:   4 cycles from features_i and hidden_i to logit_o, a move every cycle. A new weight counts
//            from the cycle after its write.
// Reset:     none.
// Model:     evaluation.Evaluator.Prior
`default_nettype none
`include "expansion.vh"

module move_prior (
    input  wire                                  clk_i,
    input  wire                                  we_i,
    input  wire [              `WEIGHT_BITS-1:0] weight_i,
    input  wire [`FEATURE_BITS*`NUM_FEATURES-1:0] features_i,
    input  wire [(`HIDDEN_BITS-1)*`HIDDEN_UNITS-1:0] hidden_i,
    output wire [               `PRIOR_BITS-1:0] logit_o
);

  localparam F = `NUM_FEATURES;
  localparam N = F + `HIDDEN_UNITS;
  localparam W = `WEIGHT_BITS;
  localparam H = `HIDDEN_BITS;  // with a sign
  localparam S = `PRIOR_BITS + `SQUARE_SHIFT;  // bits of a sum, in the hidden units' fractions
  localparam MOST = 27;  // products at most: three stages that add three each

  initial
    if (N > MOST | S > W + H | `PRIOR_BITS > W + `FEATURE_BITS) begin
      $display("move_prior: %0d weights, want at most %0d, and no product narrower than a sum", N, MOST);
      $finish;
    end

  reg [W*N-1:0] weights_q;
  always @(posedge clk_i) if (we_i) weights_q <= {weight_i, weights_q[W*N-1:W]};

  // Products are wider than the sum can be: only their lower bits count.
  wire [S*MOST-1:0] products;
  genvar i;
  generate
    for (i = 0; i < MOST; i = i + 1) begin : gen_product
      if (i < F) begin : gen_feature
        wire signed [W-1:0] weight = weights_q[W*i+:W];
        wire signed [`FEATURE_BITS:0] feature = {1'b0, features_i[`FEATURE_BITS*i+:`FEATURE_BITS]};
        wire signed [W+`FEATURE_BITS:0] product = weight * feature;
        wire unused_product = ^product[W+`FEATURE_BITS:`PRIOR_BITS];
        reg [`PRIOR_BITS-1:0] product_q;
        always @(posedge clk_i) product_q <= product[`PRIOR_BITS-1:0];
        assign products[S*i+:S] = {product_q, {`SQUARE_SHIFT{1'b0}}};
      end else if (i < N) begin : gen_hidden
        wire signed [W-1:0] weight = weights_q[W*i+:W];
        wire signed [H-1:0] hidden = {1'b0, hidden_i[(H-1)*(i-F)+:H-1]};
        wire signed [W+H-1:0] product = weight * hidden;
        wire unused_product = ^product[W+H-1:S];
        reg [S-1:0] product_q;
        always @(posedge clk_i) product_q <= product[S-1:0];
        assign products[S*i+:S] = product_q;
      end else begin : gen_none
        assign products[S*i+:S] = {S{1'b0}};
      end
    end
  endgenerate

  reg [S*9-1:0] nines_q;
  reg [S*3-1:0] threes_q;
  reg [S-1:0] sum_q;
  generate
    for (i = 0; i < 9; i = i + 1) begin : gen_nine
      always @(posedge clk_i)
        nines_q[S*i+:S] <= products[S*3*i+:S] + products[S*(3*i+1)+:S] + products[S*(3*i+2)+:S];
    end
    for (i = 0; i < 3; i = i + 1) begin : gen_three
      always @(posedge clk_i)
        threes_q[S*i+:S] <= nines_q[S*3*i+:S] + nines_q[S*(3*i+1)+:S] + nines_q[S*(3*i+2)+:S];
    end
  endgenerate
  always @(posedge clk_i) sum_q <= threes_q[0+:S] + threes_q[S+:S] + threes_q[2*S+:S];
  assign logit_o = sum_q[S-1:`SQUARE_SHIFT];
  wire unused_sum = ^sum_q[`SQUARE_SHIFT-1:0];

endmodule

`default_nettype wire
