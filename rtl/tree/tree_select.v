// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_select -- the child with the greatest score.
//
// Purpose:   Takes the children of a node, one a cycle, and keeps the best: the first
//            one with the greatest
//              value + share * scale,
//            where the value is the child's mean, or a common value for all children
//            without a visit.
// Parameter: VISIT_BITS  bits of a number of visits
//            SLOT_BITS   bits of a child's number
// Interface: valid_i   a child:
//              first_i, last_i  the child is the node's first, last
//              slot_i   the child's number
//              share_i  the child's prior by 1 + its visits, see golden's tree.Share
//              fresh_i  the child has no visit
//              mean_i   the mean of the child's values
//            scale_i   see visit_sqrt. Steady from first_i to done_o
//            base_i    the value of children without a visit, two's complement, as steady
//            done_o    slot_o is the best child of the node, until the next first_i
// Latency:   4 cycles from last_i to done_o. A child every cycle, pauses allowed.
// Reset:     none needed: done_o follows last_i.
// Model:     tree.Config.choose
`default_nettype none
`include "tree.vh"

module tree_select #(
    parameter VISIT_BITS = 20,
    parameter SLOT_BITS  = 5
) (
    input  wire                                             clk_i,
    input  wire                                             valid_i,
    input  wire                                             first_i,
    input  wire                                             last_i,
    input  wire [                            SLOT_BITS-1:0] slot_i,
    input  wire [`TREE_PRIOR_BITS+`TREE_SHARE_POINT-1:0] share_i,
    input  wire                                             fresh_i,
    input  wire [                     `TREE_VALUE_BITS-1:0] mean_i,
    input  wire [                (VISIT_BITS+1)/2+12-1:0] scale_i,
    input  wire [                       `TREE_VALUE_BITS:0] base_i,
    output wire                                             done_o,
    output wire [                            SLOT_BITS-1:0] slot_o
);

  localparam SHARE = `TREE_PRIOR_BITS + `TREE_SHARE_POINT;
  localparam SCALE = (VISIT_BITS + 1) / 2 + 12;
  localparam POINT = `TREE_SCALE_POINT + `TREE_SHARE_POINT;
  localparam EXPLORE = SHARE + SCALE - POINT;
  localparam M = `TREE_VALUE_BITS;
  localparam SCORE = EXPLORE + 2;  // EXPLORE bits, a sign and a carry

  // Stage 1: the product in four parts, a multiplier each. Stage 2: their sum. Stage 3: the score.
  // Stage 4: better than the best one?
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
  reg signed [SCORE-1:0] score_q;
  reg signed [SCORE-1:0] best_q;
  reg valid_q, valid_q2, valid_q3;
  reg first_q, first_q2, first_q3;
  reg last_q, last_q2, last_q3, last_q4;
  reg [SLOT_BITS-1:0] slot_q, slot_q2, slot_q3, best_slot_q;

  wire unused_product = ^product_q[POINT-1:0];

  always @(posedge clk_i) begin
    low_q <= {{SCALE_LOW{1'b0}}, share_low} * {{SHARE_LOW{1'b0}}, scale_low};
    high_q <= {{SCALE_HIGH{1'b0}}, share_high} * {{SHARE_HIGH{1'b0}}, scale_high};
    high_low_q <= {{SCALE_LOW{1'b0}}, share_high} * {{SHARE_HIGH{1'b0}}, scale_low};
    low_high_q <= {{SCALE_HIGH{1'b0}}, share_low} * {{SHARE_LOW{1'b0}}, scale_high};
    value_q <= fresh_i ? base_i : {1'b0, mean_i};
    valid_q <= valid_i;
    first_q <= first_i;
    last_q <= valid_i & last_i;
    slot_q <= slot_i;

    product_q <= {high_q, low_q} + {{SCALE_HIGH{1'b0}}, high_low_q, {SHARE_LOW{1'b0}}}
               + {{SHARE_HIGH{1'b0}}, low_high_q, {SCALE_LOW{1'b0}}};
    value_q2 <= value_q;
    {valid_q2, first_q2, last_q2, slot_q2} <= {valid_q, first_q, last_q, slot_q};

    score_q <= {2'b00, product_q[POINT+:EXPLORE]} + {{(SCORE - M - 1) {value_q2[M]}}, value_q2};
    {valid_q3, first_q3, last_q3, slot_q3} <= {valid_q2, first_q2, last_q2, slot_q2};

    if (valid_q3 & (first_q3 | score_q > best_q)) begin
      best_q <= score_q;
      best_slot_q <= slot_q3;
    end
    last_q4 <= last_q3;
  end

  assign done_o = last_q4;
  assign slot_o = best_slot_q;

endmodule

`default_nettype wire
