// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// child_score -- what a choice compares of a child: value + share * scale.
//
// Purpose:   The value is the child's mean, or a common value for all children without a visit.
// Parameter: VISIT_BITS  bits of a number of visits
// Interface: share_i   the child's prior by 1 + its visits, see golden's tree.Share
//            fresh_i   the child has no visit
//            mean_i    the mean of the child's values
//            scale_i   see visit_sqrt
//            base_i    the value of children without a visit, two's complement
//            score_o   two's complement
// Latency:   3 cycles. A child every cycle.
// Reset:     none needed.
// Model:     tree.Config.choose
`default_nettype none
`include "tree.vh"

module child_score #(
    parameter VISIT_BITS = 20
) (
    input  wire                                               clk_i,
    input  wire [  `TREE_PRIOR_BITS+`TREE_SHARE_POINT-1:0] share_i,
    input  wire                                               fresh_i,
    input  wire [                       `TREE_VALUE_BITS-1:0] mean_i,
    input  wire [                  (VISIT_BITS+1)/2+12-1:0] scale_i,
    input  wire [                         `TREE_VALUE_BITS:0] base_i,
    output wire [`TREE_PRIOR_BITS-`TREE_SCALE_POINT+(VISIT_BITS+1)/2+14-1:0] score_o
);

  localparam SHARE = `TREE_PRIOR_BITS + `TREE_SHARE_POINT;
  localparam SCALE = (VISIT_BITS + 1) / 2 + 12;
  localparam POINT = `TREE_SCALE_POINT + `TREE_SHARE_POINT;
  localparam EXPLORE = SHARE + SCALE - POINT;
  localparam M = `TREE_VALUE_BITS;
  localparam SCORE = EXPLORE + 2;  // EXPLORE bits, a sign and a carry

  // Stage 1: the product in four parts, a multiplier each. Stage 2: their sum. Stage 3: the score.
  //
  //      share:  high | low    scale:  high | low
  //
  //      high x high | low x low
  //      +  high x low + low x high
  localparam SHARE_LOW = SHARE / 2;
  localparam SCALE_LOW = SCALE / 2;
  localparam SHARE_HIGH = SHARE - SHARE_LOW;
  localparam SCALE_HIGH = SCALE - SCALE_LOW;
  localparam LOW = SHARE_LOW + SCALE_LOW;
  localparam HIGH = SHARE_HIGH + SCALE_HIGH;
  wire [SHARE_LOW-1:0] share_low = share_i[SHARE_LOW-1:0];
  wire [SHARE_HIGH-1:0] share_high = share_i[SHARE-1:SHARE_LOW];
  wire [SCALE_LOW-1:0] scale_low = scale_i[SCALE_LOW-1:0];
  wire [SCALE_HIGH-1:0] scale_high = scale_i[SCALE-1:SCALE_LOW];
  reg [LOW-1:0] low_q;
  reg [HIGH-1:0] high_q;
  reg [SHARE_HIGH+SCALE_LOW-1:0] high_low_q;
  reg [SHARE_LOW+SCALE_HIGH-1:0] low_high_q;
  reg [SHARE+SCALE-1:0] product_q;
  reg [M:0] value_q, value_q2;
  reg [SCORE-1:0] score_q;

  wire unused_product = ^product_q[POINT-1:0];

  always @(posedge clk_i) begin
    low_q <= {{SCALE_LOW{1'b0}}, share_low} * {{SHARE_LOW{1'b0}}, scale_low};
    high_q <= {{SCALE_HIGH{1'b0}}, share_high} * {{SHARE_HIGH{1'b0}}, scale_high};
    high_low_q <= {{SCALE_LOW{1'b0}}, share_high} * {{SHARE_HIGH{1'b0}}, scale_low};
    low_high_q <= {{SCALE_HIGH{1'b0}}, share_low} * {{SHARE_LOW{1'b0}}, scale_high};
    value_q <= fresh_i ? base_i : {1'b0, mean_i};

    product_q <= {high_q, low_q} + {{SCALE_HIGH{1'b0}}, high_low_q, {SHARE_LOW{1'b0}}}
               + {{SHARE_HIGH{1'b0}}, low_high_q, {SCALE_LOW{1'b0}}};
    value_q2 <= value_q;

    score_q <= {2'b00, product_q[POINT+:EXPLORE]} + {{(SCORE - M - 1) {value_q2[M]}}, value_q2};
  end

  assign score_o = score_q;

endmodule

`default_nettype wire
