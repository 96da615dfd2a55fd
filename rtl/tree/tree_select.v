// tree_select -- the child with the greatest score.
//
// Purpose:   Takes the children of a node, one a cycle, and keeps the best: the first
//            one with the greatest
//              value + share * scale,
//            where the value is the child's mean or, of a child without a visit, one
//            that all of these have in common.
// Parameter: VISIT_BITS  bits of a number of visits
//            SLOT_BITS   bits of a child's number
// Interface: valid_i   a child:
//              first_i, last_i  it begins, ends the node
//              slot_i   its number
//              share_i  its prior by 1 + its visits, see golden's tree.Share
//              fresh_i  it has no visit
//              mean_i   the mean of its values
//            scale_i   see tree_root; steady from first_i to done_o
//            base_i    the value of children without a visit, two's complement; likewise
//            done_o    slot_o is the best child of the node, until the next first_i
// Latency:   3 cycles from last_i to done_o; a child every cycle, pauses allowed.
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
  localparam SCORE = EXPLORE + 2;  // a sign, and a carry

  // Stage 1: the product. Stage 2: the score. Stage 3: better than the best one?
  reg [SHARE+SCALE-1:0] product_q;
  reg [M:0] value_q;
  reg signed [SCORE-1:0] score_q;
  reg signed [SCORE-1:0] best_q;
  reg valid_q, valid_q2;
  reg first_q, first_q2;
  reg last_q, last_q2, last_q3;
  reg [SLOT_BITS-1:0] slot_q, slot_q2, best_slot_q;

  wire unused_product = ^product_q[POINT-1:0];

  always @(posedge clk_i) begin
    product_q <= {{SCALE{1'b0}}, share_i} * {{SHARE{1'b0}}, scale_i};
    value_q <= fresh_i ? base_i : {1'b0, mean_i};
    valid_q <= valid_i;
    first_q <= first_i;
    last_q <= valid_i & last_i;
    slot_q <= slot_i;

    score_q <= {2'b00, product_q[POINT+:EXPLORE]} + {{(SCORE - M - 1) {value_q[M]}}, value_q};
    valid_q2 <= valid_q;
    first_q2 <= first_q;
    last_q2 <= last_q;
    slot_q2 <= slot_q;

    if (valid_q2 & (first_q2 | score_q > best_q)) begin
      best_q <= score_q;
      best_slot_q <= slot_q2;
    end
    last_q3 <= last_q2;
  end

  assign done_o = last_q3;
  assign slot_o = best_slot_q;

endmodule

`default_nettype wire
