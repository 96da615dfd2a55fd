// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_divide -- divides, a bit a cycle.
//
// Purpose:   Restoring division of numbers without sign. The bits of the dividend
//            above the lowest STEPS are the first rest; the others follow one by one,
//            and the bits of the quotient take their places.
// Parameter: NUM    bits of the dividend, more than STEPS
//            DEN    bits of the divisor and of the rest, at least NUM - STEPS
//            STEPS  bits of the quotient
// Interface: start_i, num_i, den_i   num_i >> STEPS must be less than den_i
//            quotient_o, rest_o      the result, in one cycle only
// Latency:   STEPS + 1 cycles from start_i to the result.
// Reset:     none needed: start_i begins anew at any time.
// Model:     integer division, rounded down
`default_nettype none

module tree_divide #(
    parameter NUM   = 21,
    parameter DEN   = 20,
    parameter STEPS = 19
) (
    input  wire             clk_i,
    input  wire             start_i,
    input  wire [  NUM-1:0] num_i,
    input  wire [  DEN-1:0] den_i,
    output wire [STEPS-1:0] quotient_o,
    output wire [  DEN-1:0] rest_o
);

  reg [DEN-1:0] den_q, rest_q;
  reg [STEPS-1:0] low_q;  // bits of the dividend to come, then bits of the quotient
  assign quotient_o = low_q;
  assign rest_o = rest_q;

  wire [DEN:0] next = {rest_q, low_q[STEPS-1]};
  wire [DEN:0] less = next - {1'b0, den_q};
  wire fits = next >= {1'b0, den_q};
  wire [DEN-1:0] after = fits ? less[DEN-1:0] : next[DEN-1:0];
  wire unused_top = less[DEN];

  always @(posedge clk_i) begin
    rest_q <= start_i ? {{(DEN - NUM + STEPS) {1'b0}}, num_i[NUM-1:STEPS]} : after;
    low_q  <= start_i ? num_i[STEPS-1:0] : {low_q[STEPS-2:0], fits};
    if (start_i) den_q <= den_i;
  end

endmodule

`default_nettype wire
