// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_divide -- divides, some bits a cycle.
//
// Purpose:   Restoring division of numbers without sign. The bits of the dividend above the lowest
//            BITS * STEPS are the first rest; the others follow, BITS a cycle, and the bits of the
//            quotient take their places.
// Parameter: NUM    bits of the dividend, more than BITS * STEPS
//            DEN    bits of the divisor and of the rest, at least NUM - BITS * STEPS
//            BITS   bits of the quotient that a cycle finds, one after the other
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

  wire [DEN*(BITS+1)-1:0] rests;  // before the first bit, and after each
  wire [BITS-1:0] fits;
  assign rests[0+:DEN] = rest_q;
  genvar i;
  generate
    for (i = 0; i < BITS; i = i + 1) begin : gen_bit
      wire [DEN:0] next = {rests[DEN*i+:DEN], low_q[Q-1-i]};
      wire [DEN:0] less = next - {1'b0, den_q};
      wire fit = next >= {1'b0, den_q};
      assign fits[BITS-1-i] = fit;
      assign rests[DEN*(i+1)+:DEN] = fit ? less[DEN-1:0] : next[DEN-1:0];
      wire unused_top = less[DEN];
    end
  endgenerate

  always @(posedge clk_i) begin
    rest_q <= start_i ? {{(DEN - NUM + Q) {1'b0}}, num_i[NUM-1:Q]} : rests[DEN*BITS+:DEN];
    low_q  <= start_i ? num_i[Q-1:0] : {low_q[Q-BITS-1:0], fits};
    if (start_i) den_q <= den_i;
  end

endmodule

`default_nettype wire
