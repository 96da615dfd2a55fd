// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_select -- the child with the greatest score.
//
// Purpose:   Takes the children of a node, two a cycle, and keeps the best: the first one with the
//            greatest score, see child_score.
// Parameter: VISIT_BITS  bits of a number of visits
//            SLOT_BITS   bits of a child's number
// Interface: valid_i   a pair of children:
//              first_i, last_i  the pair is the node's first, last
//              one_i    there is no second child
//              slot_i   the pair's number: child 2 * slot_i, and the one after it
//              share_i, fresh_i, mean_i  of both children, the first in the low bits
//            scale_i, base_i  see child_score. Steady from first_i to done_o
//            done_o    slot_o is the best child of the node, until the next first_i
// Latency:   4 cycles from last_i to done_o. A pair every cycle, pauses allowed.
// Reset:     none needed: done_o follows last_i.
// Model:     tree.Config.choose
`default_nettype none
`include "tree.vh"

module tree_select #(
    parameter VISIT_BITS = 20,
    parameter SLOT_BITS  = 5
) (
    input  wire                                               clk_i,
    input  wire                                               valid_i,
    input  wire                                               first_i,
    input  wire                                               last_i,
    input  wire                                               one_i,
    input  wire [                              SLOT_BITS-2:0] slot_i,
    input  wire [2*(`TREE_PRIOR_BITS+`TREE_SHARE_POINT)-1:0] share_i,
    input  wire [                                        1:0] fresh_i,
    input  wire [                     2*`TREE_VALUE_BITS-1:0] mean_i,
    input  wire [                  (VISIT_BITS+1)/2+12-1:0] scale_i,
    input  wire [                         `TREE_VALUE_BITS:0] base_i,
    output wire                                               done_o,
    output wire [                              SLOT_BITS-1:0] slot_o
);

  localparam SHARE = `TREE_PRIOR_BITS + `TREE_SHARE_POINT;
  localparam M = `TREE_VALUE_BITS;
  localparam SCORE = `TREE_PRIOR_BITS - `TREE_SCALE_POINT + (VISIT_BITS + 1) / 2 + 14;

  wire [2*SCORE-1:0] scores;
  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : gen_score
      child_score #(
          .VISIT_BITS(VISIT_BITS)
      ) u_score (
          .clk_i  (clk_i),
          .share_i(share_i[SHARE*g+:SHARE]),
          .fresh_i(fresh_i[g]),
          .mean_i (mean_i[M*g+:M]),
          .scale_i(scale_i),
          .base_i (base_i),
          .score_o(scores[SCORE*g+:SCORE])
      );
    end
  endgenerate

  reg valid_q, valid_q2, valid_q3;
  reg first_q, first_q2, first_q3;
  reg last_q, last_q2, last_q3, last_q4;
  reg one_q, one_q2, one_q3;
  reg [SLOT_BITS-2:0] slot_q, slot_q2, slot_q3;
  reg signed [SCORE-1:0] best_q;
  reg [SLOT_BITS-1:0] best_slot_q;

  // All three comparisons side by side.
  wire signed [SCORE-1:0] even = scores[0+:SCORE];
  wire signed [SCORE-1:0] odd = scores[SCORE+:SCORE];
  wire second = ~one_q3 & odd > even;
  wire better = second ? odd > best_q : even > best_q;

  always @(posedge clk_i) begin
    {valid_q, first_q, last_q, one_q, slot_q} <= {valid_i, first_i, valid_i & last_i, one_i, slot_i};
    {valid_q2, first_q2, last_q2, one_q2, slot_q2} <= {valid_q, first_q, last_q, one_q, slot_q};
    {valid_q3, first_q3, last_q3, one_q3, slot_q3} <= {valid_q2, first_q2, last_q2, one_q2, slot_q2};
    if (valid_q3 & (first_q3 | better)) begin
      best_q <= second ? odd : even;
      best_slot_q <= {slot_q3, second};
    end
    last_q4 <= last_q3;
  end

  assign done_o = last_q4;
  assign slot_o = best_slot_q;

endmodule

`default_nettype wire
