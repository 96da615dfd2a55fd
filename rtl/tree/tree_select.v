// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_select -- the child with the greatest score.
//
// Purpose:   Takes the children of a node, GROUP a cycle, and keeps the best: the first one with the
//            greatest score, see child_score.
// Parameter: VISIT_BITS  bits of a number of visits
//            SLOT_BITS   bits of a child's number
//            GROUP       children a cycle: a power of two, at least 4
// Interface: valid_i   a group of children:
//              first_i, last_i  the group is the node's first, last
//              there_i  the children that exist, at least the first of the group
//              slot_i   the group's number: of child GROUP * slot_i and those after it
//              share_i, fresh_i, mean_i  of all children, the first in the low bits
//            scale_i, base_i  see child_score. Steady from first_i to done_o
//            done_o    slot_o is the best child of the node, until the next first_i
// Latency:   5 cycles from last_i to done_o. A group every cycle, pauses allowed.
// Reset:     none needed: done_o follows last_i.
// Model:     tree.Config.choose
`default_nettype none
`include "tree.vh"

module tree_select #(
    parameter VISIT_BITS = 20,
    parameter SLOT_BITS  = 5,
    parameter GROUP      = `TREE_GROUP
) (
    input  wire                                                  clk_i,
    input  wire                                                  valid_i,
    input  wire                                                  first_i,
    input  wire                                                  last_i,
    input  wire [                                   GROUP-1:0] there_i,
    input  wire [                   SLOT_BITS-$clog2(GROUP)-1:0] slot_i,
    input  wire [GROUP*(`TREE_PRIOR_BITS+`TREE_SHARE_POINT)-1:0] share_i,
    input  wire [                                     GROUP-1:0] fresh_i,
    input  wire [                  GROUP*`TREE_VALUE_BITS-1:0] mean_i,
    input  wire [                     (VISIT_BITS+1)/2+12-1:0] scale_i,
    input  wire [                            `TREE_VALUE_BITS:0] base_i,
    output wire                                                  done_o,
    output wire [                                 SLOT_BITS-1:0] slot_o
);

  localparam SHARE = `TREE_PRIOR_BITS + `TREE_SHARE_POINT;
  localparam M = `TREE_VALUE_BITS;
  localparam SCORE = `TREE_PRIOR_BITS - `TREE_SCALE_POINT + (VISIT_BITS + 1) / 2 + 14;
  localparam LOW = $clog2(GROUP);
  localparam [SCORE-1:0] SIGN = {1'b1, {(SCORE - 1) {1'b0}}};

  wire [GROUP*SCORE-1:0] scores;
  genvar g;
  generate
    for (g = 0; g < GROUP; g = g + 1) begin : gen_score
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

  // Three cycles for the scores, one for the best of each pair of children, one for the best of all: the
  // comparisons of a cycle stand side by side. With the sign inverted they compare without signs, which
  // needs nothing but the end of a carry chain. No score is the smallest number then: that is the score of a
  // pair that does not exist.
  localparam PAIRS = GROUP / 2;
  reg [2:0] valid_q, first_q;
  reg [3:0] last_q;
  reg last_q5;
  reg first_q4, later_q4;  // the group is there: the first one, or a later one
  reg [GROUP-1:0] there_q, there_q2, there_q3;
  reg [SLOT_BITS-LOW-1:0] slot_q, slot_q2, slot_q3, slot_q4;

  reg [PAIRS-1:0] seconds_q;  // the second child of a pair is the best one
  reg [PAIRS*SCORE-1:0] bests_q;
  wire [PAIRS-1:0] seconds;
  generate
    for (g = 0; g < PAIRS; g = g + 1) begin : gen_pair
      wire [SCORE-1:0] even = scores[SCORE*2*g+:SCORE] ^ SIGN;
      wire [SCORE-1:0] odd = scores[SCORE*(2*g+1)+:SCORE] ^ SIGN;
      assign seconds[g] = there_q3[2*g+1] & odd > even;
      always @(posedge clk_i) begin
        seconds_q[g] <= seconds[g];
        bests_q[SCORE*g+:SCORE] <= seconds[g] ? odd : even;
        if (g > 0 & ~there_q3[2*g]) bests_q[SCORE*g+:SCORE] <= {SCORE{1'b0}};
      end
    end
  endgenerate

  reg [SCORE-1:0] best_q;
  reg [SLOT_BITS-1:0] best_slot_q;
  reg [PAIRS-1:0] wins;  // the best pair of the group
  reg better;
  reg [SCORE-1:0] winner;
  reg [LOW-1:0] number;  // of the best child
  integer a, b;
  always @* begin
    wins = {PAIRS{1'b1}};
    for (a = 1; a < PAIRS; a = a + 1) begin
      for (b = 0; b < a; b = b + 1) begin
        if (bests_q[SCORE*a+:SCORE] > bests_q[SCORE*b+:SCORE]) wins[b] = 1'b0;
        else wins[a] = 1'b0;
      end
    end
    better = 1'b0;
    winner = {SCORE{1'b0}};
    number = {LOW{1'b0}};
    for (a = 0; a < PAIRS; a = a + 1) begin
      better = better | (wins[a] & bests_q[SCORE*a+:SCORE] > best_q);
      winner = winner | (bests_q[SCORE*a+:SCORE] & {SCORE{wins[a]}});
      number = number | ({a[LOW-2:0], seconds_q[a]} & {LOW{wins[a]}});
    end
  end

  always @(posedge clk_i) begin
    valid_q <= {valid_q[1:0], valid_i};
    first_q <= {first_q[1:0], first_i};
    first_q4 <= valid_q[2] & first_q[2];
    later_q4 <= valid_q[2] & ~first_q[2];
    last_q  <= {last_q[2:0], valid_i & last_i};
    last_q5 <= last_q[3];
    {there_q3, there_q2, there_q} <= {there_q2, there_q, there_i};
    {slot_q4, slot_q3, slot_q2, slot_q} <= {slot_q3, slot_q2, slot_q, slot_i};
    if (first_q4 | (later_q4 & better)) begin
      best_q <= winner;
      best_slot_q <= {slot_q4, number};
    end
  end

  assign done_o = last_q5;
  assign slot_o = best_slot_q;

endmodule

`default_nettype wire
