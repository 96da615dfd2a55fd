// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_update -- a child and its node after a visit, or with a value.
//
// Purpose:   Makes the changes of a leaf at one step of its path: a visit on the way
//            down, a value on the way back. The child has visits, a mean (see tree_mean)
//            and a share, which falls with its visits. Its node has visits and mean
//            of all its children. Three divisions run side by side.
// Parameter: VISIT_BITS  bits of a number of visits
//            CHILD_BITS, BLOCK_BITS, SLOT_BITS  of addresses and of a number of children
// Interface: start_i           begins a change, every `TREE_STEPS + 2 cycles at most, with
//              add_i, value_i        a value; without add_i a visit
//              child_i, block_i      addresses, and the words there:
//              visits_i, mean_i, rest_i, prior_i, share_i                the child
//              all_visits_i, all_mean_i, all_rest_i, visited_i           its node
//              fresh_i               the child has no earlier visit
//            write_o               the new words, in one cycle:
//              child_o, block_o, visits_o, mean_o, rest_o, share_o,
//              all_visits_o, all_mean_o, all_rest_o, visited_o
//            soon_o    another change may begin in `TREE_SOON cycles
//            still_o   no change is under way, nor in the cycle before
// Latency:   `TREE_STEPS + 2 cycles from start_i to write_o
// Reset:     synchronous, to no change
// Model:     golden/tree: a node after a visit and after a backed-up value
`default_nettype none
`include "tree.vh"

module tree_update #(
    parameter VISIT_BITS = 20,
    parameter CHILD_BITS = 14,
    parameter BLOCK_BITS = 9,
    parameter SLOT_BITS  = 5
) (
    input  wire                                             clk_i,
    input  wire                                             rst_i,
    input  wire                                             start_i,
    output wire                                             soon_o,
    output wire                                             still_o,
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

  localparam V = VISIT_BITS;
  localparam STEPS = `TREE_STEPS;
  localparam SHARE = `TREE_PRIOR_BITS + `TREE_SHARE_POINT;
  localparam [V:0] ONE = 1;

  reg [STEPS+1:0] step_q;  // one bit, which moves up
  reg soon_q, still_q;
  assign soon_o = soon_q;
  assign still_o = still_q;
  assign write_o = step_q[STEPS+1];
  always @(posedge clk_i) begin
    step_q  <= {step_q[STEPS:0], start_i};
    soon_q  <= ~start_i & ~|step_q[STEPS-1-`TREE_SOON:0];
    still_q <= ~start_i & ~|step_q[STEPS:0];
    if (rst_i) begin
      step_q  <= {(STEPS + 2) {1'b0}};
      soon_q  <= 1'b1;
      still_q <= 1'b1;
    end
  end

  wire [V-1:0] count = {{(V - 1) {1'b0}}, ~add_i};
  wire [V-1:0] visits = visits_i + count;
  wire [V-1:0] all_visits = all_visits_i + count;

  reg add_q;
  reg [CHILD_BITS-1:0] child_q;
  reg [BLOCK_BITS-1:0] block_q;
  reg [V-1:0] visits_q, all_visits_q;
  reg [`TREE_PRIOR_BITS-1:0] prior_q;
  reg [SHARE-1:0] share_q;
  reg [SLOT_BITS-1:0] visited_q;
  always @(posedge clk_i) begin
    if (start_i) begin
      add_q <= add_i;
      child_q <= child_i;
      block_q <= block_i;
      visits_q <= visits;
      all_visits_q <= all_visits;
      prior_q <= prior_i;
      share_q <= share_i;
      visited_q <= visited_i + {{(SLOT_BITS - 1) {1'b0}}, ~add_i & fresh_i};
    end
  end

  tree_mean #(
      .VISIT_BITS(V)
  ) u_mean (
      .clk_i   (clk_i),
      .start_i (start_i),
      .add_i   (add_i),
      .value_i (value_i),
      .visits_i(visits),
      .mean_i  (mean_i),
      .rest_i  (rest_i),
      .mean_o  (mean_o),
      .rest_o  (rest_o)
  );

  tree_mean #(
      .VISIT_BITS(V)
  ) u_all_mean (
      .clk_i   (clk_i),
      .start_i (start_i),
      .add_i   (add_i),
      .value_i (value_i),
      .visits_i(all_visits),
      .mean_i  (all_mean_i),
      .rest_i  (all_rest_i),
      .mean_o  (all_mean_o),
      .rest_o  (all_rest_o)
  );

  wire [SHARE-1:0] quotient;
  wire [V:0] unused_rest;
  tree_divide #(
      .NUM  (SHARE + 1),
      .DEN  (V + 1),
      .BITS (`TREE_STEP_BITS),
      .STEPS(STEPS)
  ) u_share (
      .clk_i     (clk_i),
      .start_i   (step_q[0]),
      .num_i     ({1'b0, prior_q, {`TREE_SHARE_POINT{1'b0}}}),
      .den_i     ({1'b0, visits_q} + ONE),
      .quotient_o(quotient),
      .rest_o    (unused_rest)
  );

  assign child_o = child_q;
  assign block_o = block_q;
  assign visits_o = visits_q;
  assign all_visits_o = all_visits_q;
  assign visited_o = visited_q;
  assign share_o = add_q ? share_q : quotient;

endmodule

`default_nettype wire
