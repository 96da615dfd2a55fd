// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_best -- looks at the root's children.
//
// Purpose:   Finds the move to make: has tree_walk bring the root's block to block RAM, looks at
//            the children one after another, and keeps the child with the most visits, then with
//            the greatest mean, then the first. It can also look for the child with a given move.
//            No child with a visit follows a child without.
// Parameter: VISIT_BITS, CHILD_BITS, SLOT_BITS, LINK_BITS  as in tree_walk
// Interface: start_i        begins; only while tree_walk is idle, with a root that has children
//            find_i         look for the child with move find_move_i. Both stay until done_o
//            idle_i, look_*  to and from tree_walk, which looks at the root's block from start_i
//                           to done_o
//            done_o         one cycle: the answer is there, until the next start_i:
//              move_o, visits_o, mean_o  move, visits and mean of the child
//              link_o       the link to the child's block
//              found_o      with find_i: the child exists and has a block
//              sole_o       the root has no other child
// Latency:   from start_i to done_o 6 cycles for each child up to and including the first without a
//            visit, and 5 more. With an SDRAM also the cycles with idle_i = 0, which begin in
//            the cycle after start_i.
// Reset:     synchronous, to idle.
// Model:     tree.Tree.Best, where nothing is proven; tree.Tree.Advance
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "tree.vh"

module tree_best #(
    parameter VISIT_BITS = 20,
    parameter CHILD_BITS = 14,
    parameter LINK_BITS  = 9,
    parameter SLOT_BITS  = 5
) (
    input  wire                        clk_i,
    input  wire                        rst_i,
    input  wire                        start_i,
    input  wire                        find_i,
    input  wire [ `PLACEMENT_BITS-1:0] find_move_i,
    input  wire                        idle_i,
    output wire                        look_o,
    output wire [      CHILD_BITS-1:0] look_child_o,
    input  wire [      CHILD_BITS-1:0] look_base_i,
    input  wire [      VISIT_BITS-1:0] look_visits_i,
    input  wire [`TREE_VALUE_BITS-1:0] look_mean_i,
    input  wire [ `PLACEMENT_BITS-1:0] look_move_i,
    input  wire [       LINK_BITS-1:0] look_link_i,
    input  wire [       SLOT_BITS-1:0] look_count_i,
    output wire                        done_o,
    output wire                        found_o,
    output wire                        sole_o,
    output wire [ `PLACEMENT_BITS-1:0] move_o,
    output wire [      VISIT_BITS-1:0] visits_o,
    output wire [`TREE_VALUE_BITS-1:0] mean_o,
    output wire [       LINK_BITS-1:0] link_o
);

  localparam [SLOT_BITS-1:0] ONE = 1;

  // Brings the root's block. The number of its first child is there two cycles later.
  reg bring_q;
  reg [1:0] base_q;
  wire begins = base_q[1];

  // A child arrives four cycles after its number. The memories lie far off, so it is compared a cycle later,
  // out of registers, and kept in the cycle after that.
  reg [5:0] step_q;  // one bit, which moves up; 0: idle
  reg [VISIT_BITS-1:0] child_visits_q;
  reg [`TREE_VALUE_BITS-1:0] child_mean_q;
  reg [`PLACEMENT_BITS-1:0] child_move_q;
  reg [LINK_BITS-1:0] child_link_q;
  reg ends_q, done_q, keep_q;
  reg [CHILD_BITS-1:0] child_q;
  reg [SLOT_BITS-1:0] slot_q;
  reg [VISIT_BITS-1:0] visits_q;
  reg [`TREE_VALUE_BITS-1:0] mean_q;
  reg [`PLACEMENT_BITS-1:0] move_q;
  reg [LINK_BITS-1:0] link_q;
  reg found_q, sole_q;

  wire there = step_q[5];
  wire none = child_visits_q == {VISIT_BITS{1'b0}};
  wire last = slot_q + ONE == look_count_i;
  wire ends = there & (none | last);
  wire first = slot_q == {SLOT_BITS{1'b0}};
  wire better = {child_visits_q, child_mean_q} > {visits_q, mean_q};

  assign look_o = start_i;
  assign look_child_o = child_q;
  assign done_o = done_q;
  assign found_o = found_q;
  assign sole_o = sole_q;
  assign move_o = move_q;
  assign visits_o = visits_q;
  assign mean_o = mean_q;
  assign link_o = link_q;

  always @(posedge clk_i) begin
    bring_q <= start_i | (bring_q & ~idle_i);
    base_q <= {base_q[0], bring_q & idle_i};
    step_q <= {step_q[4:0], begins | (there & ~ends)};
    {child_visits_q, child_mean_q, child_move_q, child_link_q} <= {look_visits_i, look_mean_i, look_move_i, look_link_i};
    ends_q <= ends;
    done_q <= ends_q;
    keep_q <= there & (find_i ? child_move_q == find_move_i : first | better);
    if (there & first) sole_q <= last;
    if (start_i) found_q <= 1'b0;
    if (keep_q) begin
      visits_q <= child_visits_q;
      mean_q <= child_mean_q;
      move_q <= child_move_q;
      link_q <= child_link_q;
      found_q <= find_i & |child_link_q;
    end
    child_q <= begins ? look_base_i : child_q + {{(CHILD_BITS - 1) {1'b0}}, there};
    slot_q <= begins ? {SLOT_BITS{1'b0}} : slot_q + {{(SLOT_BITS - 1) {1'b0}}, there};
    if (rst_i) begin
      bring_q <= 1'b0;
      base_q <= 2'd0;
      step_q <= 6'd0;
      ends_q <= 1'b0;
      done_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
