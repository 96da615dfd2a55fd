// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_updates -- changes of children and their nodes, some at a time.
//
// Purpose:   Units tree_update take the changes in turn. On the way back, the rows of a step come in
//            a third of the time that a division takes. The words of a node may be read again once its
//            change is written: the module knows which nodes are changing.
// Parameter: UNITS  number of units, at least 2
//            LOOK_BITS  bits of look_i
//            others: see tree_update
// Interface: see tree_update, but
//            start_i           begins a change: at most UNITS in `TREE_STEPS + 2 cycles
//            depth_i           of the node, 0 at the root, all beyond 1 alike
//            near_o            the root's words, or those of its child, would be read too early on a
//                              way down that begins in the next cycle
//            look_i, clash_o   a change is under way at a block with these low bits. A change shows 2
//                              cycles after it has begun
//            still_o           no change is under way, nor in the cycle before
// Latency:   of tree_update. At most one change is written in a cycle, since one begins in a cycle.
// Reset:     synchronous, to no change
// Model:     twin.TreeWalk
`default_nettype none
`include "tree.vh"

module tree_updates #(
    parameter UNITS      = `TREE_UPDATES,
    parameter VISIT_BITS = 20,
    parameter CHILD_BITS = 14,
    parameter BLOCK_BITS = 9,
    parameter LOOK_BITS  = 9,
    parameter SLOT_BITS  = 5
) (
    input  wire                                             clk_i,
    input  wire                                             rst_i,
    input  wire                                             start_i,
    output wire                                             still_o,
    input  wire [                                      1:0] depth_i,
    output wire                                             near_o,
    input  wire [                            LOOK_BITS-1:0] look_i,
    output wire                                             clash_o,
    input  wire                                             add_i,
    input  wire [                     `TREE_VALUE_BITS-1:0] value_i,
    input  wire [                           CHILD_BITS-1:0] child_i,
    input  wire [                           BLOCK_BITS-1:0] block_i,
    input  wire [                           VISIT_BITS-1:0] visits_i,
    input  wire [                     `TREE_VALUE_BITS-1:0] mean_i,
    input  wire [                           VISIT_BITS-1:0] rest_i,
    input  wire [                     `TREE_PRIOR_BITS-1:0] prior_i,
    input  wire [`TREE_PRIOR_BITS+`TREE_SHARE_POINT-1:0] share_i,
    input  wire [                           VISIT_BITS-1:0] all_visits_i,
    input  wire [                     `TREE_VALUE_BITS-1:0] all_mean_i,
    input  wire [                           VISIT_BITS-1:0] all_rest_i,
    input  wire [                            SLOT_BITS-1:0] visited_i,
    input  wire                                             fresh_i,
    output wire                                             write_o,
    output wire [                           CHILD_BITS-1:0] child_o,
    output wire [                           BLOCK_BITS-1:0] block_o,
    output wire [                           VISIT_BITS-1:0] visits_o,
    output wire [                     `TREE_VALUE_BITS-1:0] mean_o,
    output wire [                           VISIT_BITS-1:0] rest_o,
    output wire [`TREE_PRIOR_BITS+`TREE_SHARE_POINT-1:0] share_o,
    output wire [                           VISIT_BITS-1:0] all_visits_o,
    output wire [                     `TREE_VALUE_BITS-1:0] all_mean_o,
    output wire [                           VISIT_BITS-1:0] all_rest_o,
    output wire [                            SLOT_BITS-1:0] visited_o
);

  localparam SHARE = `TREE_PRIOR_BITS + `TREE_SHARE_POINT;
  localparam WORDS = CHILD_BITS + BLOCK_BITS + 4 * VISIT_BITS + 2 * `TREE_VALUE_BITS + SHARE + SLOT_BITS;

  localparam TURN = $clog2(UNITS);
  localparam [TURN-1:0] ONE = 1;
  localparam [TURN-1:0] LAST = UNITS[TURN-1:0] - ONE;

  reg [TURN-1:0] turn_q;  // the unit that takes the next change
  wire [UNITS-1:0] soon, still, write;
  wire [UNITS-1:0] near, clash;
  wire [UNITS*WORDS-1:0] words;
  genvar g;
  generate
    for (g = 0; g < UNITS; g = g + 1) begin : gen_update
      localparam [TURN-1:0] NUMBER = g;
      wire [CHILD_BITS-1:0] child;
      wire [BLOCK_BITS-1:0] block;
      wire [VISIT_BITS-1:0] visits, rest, all_visits, all_rest;
      wire [`TREE_VALUE_BITS-1:0] mean, all_mean;
      wire [SHARE-1:0] share;
      wire [SLOT_BITS-1:0] visited;
      tree_update #(
          .VISIT_BITS(VISIT_BITS),
          .CHILD_BITS(CHILD_BITS),
          .BLOCK_BITS(BLOCK_BITS),
          .SLOT_BITS (SLOT_BITS)
      ) u_update (
          .clk_i       (clk_i),
          .rst_i       (rst_i),
          .start_i     (start_i & turn_q == NUMBER),
          .soon_o      (soon[g]),
          .still_o     (still[g]),
          .add_i       (add_i),
          .value_i     (value_i),
          .child_i     (child_i),
          .block_i     (block_i),
          .visits_i    (visits_i),
          .mean_i      (mean_i),
          .rest_i      (rest_i),
          .prior_i     (prior_i),
          .share_i     (share_i),
          .all_visits_i(all_visits_i),
          .all_mean_i  (all_mean_i),
          .all_rest_i  (all_rest_i),
          .visited_i   (visited_i),
          .fresh_i     (fresh_i),
          .write_o     (write[g]),
          .child_o     (child),
          .block_o     (block),
          .visits_o    (visits),
          .mean_o      (mean),
          .rest_o      (rest),
          .share_o     (share),
          .all_visits_o(all_visits),
          .all_mean_o  (all_mean),
          .all_rest_o  (all_rest),
          .visited_o   (visited)
      );
      reg root_q, second_q;  // the change is at the root, or at its child
      reg clash_q;
      always @(posedge clk_i) begin
        if (start_i & turn_q == NUMBER) {second_q, root_q} <= {depth_i == 2'd1, depth_i == 2'd0};
        clash_q <= ~still[g] & block[LOOK_BITS-1:0] == look_i;
      end
      assign near[g] = (root_q & ~still[g]) | (second_q & ~soon[g]);
      assign clash[g] = clash_q;
      assign words[WORDS*g+:WORDS] = {child, block, visits, mean, rest, share, all_visits, all_mean, all_rest, visited};
    end
  endgenerate

  always @(posedge clk_i) begin
    if (start_i) turn_q <= turn_q == LAST ? {TURN{1'b0}} : turn_q + ONE;
    if (rst_i) turn_q <= {TURN{1'b0}};
  end

  integer n;
  reg [WORDS-1:0] written;
  always @* begin
    written = words[0+:WORDS];
    for (n = 1; n < UNITS; n = n + 1) if (write[n]) written = words[WORDS*n+:WORDS];
  end

  assign still_o = &still;
  assign near_o = |near;
  assign clash_o = |clash;
  assign write_o = |write;
  assign {child_o, block_o, visits_o, mean_o, rest_o, share_o, all_visits_o, all_mean_o, all_rest_o, visited_o} = written;

endmodule

`default_nettype wire
