// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_divide -- divides, some bits a cycle.
//
// Purpose:   Restoring division of numbers without sign. The bits of the dividend above the lowest
//            BITS * STEPS are the first rest; the others follow, BITS a cycle, and the bits of the
//            quotient take their places.
// Parameter: NUM    bits of the dividend, more than BITS * STEPS
//            DEN    bits of the divisor and of the rest, at least NUM - BITS * STEPS
//            BITS   bits of the quotient that a cycle finds
//            STEPS  cycles; the quotient has BITS * STEPS bits
// Interface: start_i, num_i, den_i   num_i >> BITS * STEPS must be less than den_i
//            quotient_o, rest_o      the result, in one cycle only
// Latency:   STEPS + 1 cycles from start_i to the result.
// Reset:     none needed: start_i begins anew at any time.
// Model:     integer division, rounded down
`default_nettype none

module tree_divide #(
    parameter NUM   = 21,
    parameter DEN   = 20,
    parameter BITS  = 2,
    parameter STEPS = 10
) (
    input  wire                  clk_i,
    input  wire                  start_i,
    input  wire [       NUM-1:0] num_i,
    input  wire [       DEN-1:0] den_i,
    output wire [BITS*STEPS-1:0] quotient_o,
    output wire [       DEN-1:0] rest_o
);

  localparam Q = BITS * STEPS;

  reg [DEN-1:0] den_q, rest_q;
  reg [Q-1:0] low_q;  // bits of the dividend to come, then bits of the quotient
  assign quotient_o = low_q;
  assign rest_o = rest_q;

  // The rest with the next bits of the dividend, less every multiple of the divisor that a digit of the
  // quotient can name, side by side: the first bit of the digit need not be known for the second one.
  localparam MULTIPLES = 1 << BITS;
  localparam W = DEN + BITS + 1;  // with a sign
  wire [MULTIPLES*W-1:0] lesses;
  assign lesses[0+:W] = {1'b0, rest_q, low_q[Q-1-:BITS]};
  genvar k;
  generate
    for (k = 1; k < MULTIPLES; k = k + 1) begin : gen_multiple
      localparam ONE = k & (~k + 1);  // its lowest bit
      assign lesses[W*k+:W] = lesses[W*(k-ONE)+:W] - {{(W - DEN) {1'b0}}, den_q} * ONE[W-1:0];
    end
  endgenerate
  reg [BITS-1:0] digit;  // the greatest multiple that leaves no rest below 0
  reg [W-1:0] rest;
  integer i;
  always @* begin
    digit = {BITS{1'b0}};
    rest  = lesses[0+:W];
    for (i = 1; i < MULTIPLES; i = i + 1) begin
      if (~lesses[W*i+W-1]) begin
        digit = i[BITS-1:0];
        rest  = lesses[W*i+:W];
      end
    end
  end
  wire unused_rest = ^rest[W-1:DEN];  // less than the divisor

  always @(posedge clk_i) begin
    rest_q <= start_i ? {{(DEN - NUM + Q) {1'b0}}, num_i[NUM-1:Q]} : rest[DEN-1:0];
    low_q  <= start_i ? num_i[Q-1:0] : {low_q[Q-BITS-1:0], digit};
    if (start_i) den_q <= den_i;
  end

endmodule

`default_nettype wire
