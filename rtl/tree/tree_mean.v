// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_mean -- updates a mean and its rest with a value, without a product.
//
// Purpose:   Keeps the sum of n values as mean * n + rest with rest < n. This form takes as many
//            bits as the sum and gives the mean, rounded down, for nothing. A visit makes n one
//            greater and counts as lost until its value is there: the sum stays, so mean falls.
//            Adding a value leaves n unchanged.
// Parameter: VISIT_BITS  bits of n, and of the rest
// Interface: start_i   with:
//              add_i     add a value; without add_i, count a visit
//              value_i   the value
//              visits_i  n, including the visit itself
//              mean_i, rest_i  before. With n = 1, at a visit, 0
//            mean_o, rest_o    after, in one cycle only
// Latency:   `TREE_STEPS + 2 cycles from start_i to the result: the inputs come out of large memories,
//            and a cycle passes before they are compared. The next change may start in the cycle of
//            the result.
// Reset:     none needed: start_i begins anew at any time.
// Model:     sum / visits of golden/tree, where a visit counts before its value
`default_nettype none
`include "tree.vh"

module tree_mean #(
    parameter VISIT_BITS = 20
) (
    input  wire                        clk_i,
    input  wire                        start_i,
    input  wire                        add_i,
    input  wire [`TREE_VALUE_BITS-1:0] value_i,
    input  wire [      VISIT_BITS-1:0] visits_i,
    input  wire [`TREE_VALUE_BITS-1:0] mean_i,
    input  wire [      VISIT_BITS-1:0] rest_i,
    output wire [`TREE_VALUE_BITS-1:0] mean_o,
    output wire [      VISIT_BITS-1:0] rest_o
);

  localparam V = VISIT_BITS;
  localparam M = `TREE_VALUE_BITS;
  localparam Q = `TREE_STEP_BITS * `TREE_STEPS;  // bits of a quotient
  // Bits of a dividend: a rest and a value, or a mean.
  localparam NUM = (V > Q ? V : Q) + 1;

  // A visit: the sum is mean * (n - 1) + rest = mean * n + (rest - mean). If the new
  // rest is below 0, by d, the mean falls by d / n, rounded up: (d - 1) / n, rounded down,
  // and 1.
  reg start_q, add_q, short_q;
  reg [V-1:0] visits_q, rest_q, left_q;
  reg [M-1:0] mean_q, value_q;
  wire [NUM-1:0] mean = {{(NUM - M) {1'b0}}, mean_q};
  wire [NUM-1:0] rest = {{(NUM - V) {1'b0}}, rest_q};
  wire short = mean > rest;
  wire [NUM-1:0] added = rest + {{(NUM - M) {1'b0}}, value_q};
  wire [NUM-1:0] lacking = mean + ~rest;  // mean - rest - 1, with a single carry chain
  wire [NUM-1:0] num = add_q ? added : short ? lacking : {NUM{1'b0}};

  always @(posedge clk_i) begin
    start_q <= start_i;
    if (start_i) begin
      add_q <= add_i;
      visits_q <= visits_i;
      mean_q <= mean_i;
      rest_q <= rest_i;
      value_q <= value_i;
    end
    if (start_q) begin
      short_q <= short;
      left_q <= rest[V-1:0] - mean[V-1:0];
    end
  end

  wire [Q-1:0] quotient;
  wire [V-1:0] rest_of;
  tree_divide #(
      .NUM  (NUM),
      .DEN  (V),
      .BITS (`TREE_STEP_BITS),
      .STEPS(`TREE_STEPS)
  ) u_divide (
      .clk_i     (clk_i),
      .start_i   (start_q),
      .num_i     (num),
      .den_i     (visits_q),
      .quotient_o(quotient),
      .rest_o    (rest_of)
  );

  // No mean is above the greatest value, so no quotient has more bits than one.
  wire unused_quotient = ^quotient[Q-1:M];
  wire [M-1:0] by = quotient[M-1:0];
  assign mean_o = add_q ? mean_q + by : short_q ? mean_q + ~by : mean_q;
  assign rest_o = add_q ? rest_of : short_q ? visits_q + ~rest_of : left_q;

endmodule

`default_nettype wire
