// tree_best -- the move to make.
//
// Purpose:   Looks at the root's children, one after another, and keeps the one with
//            the most visits; of several the one with the greatest mean, and of these
//            the first. Children without a visit have none behind them that has one.
// Parameter: VISIT_BITS, CHILD_BITS, SLOT_BITS, BLOCK_BITS  as in tree_walk
// Interface: start_i        begins; only while tree_walk is idle, with a root that has children
//            look_*         tree_walk's: the root's block is 0, its first child the child 0
//            done_o         one cycle: the answer is there, until the next start_i:
//              move_o, visits_o, mean_o
// Latency:   from start_i to done_o 5 cycles for each child up to the first without a
//            visit, that one included, and 2.
// Reset:     synchronous, to idle.
// Model:     tree.Tree.Best, where nothing is proven
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "tree.vh"

module tree_best #(
    parameter VISIT_BITS = 20,
    parameter CHILD_BITS = 14,
    parameter BLOCK_BITS = 9,
    parameter SLOT_BITS  = 5
) (
    input  wire                        clk_i,
    input  wire                        rst_i,
    input  wire                        start_i,
    output wire [      CHILD_BITS-1:0] look_child_o,
    output wire [      BLOCK_BITS-1:0] look_block_o,
    input  wire [      VISIT_BITS-1:0] look_visits_i,
    input  wire [`TREE_VALUE_BITS-1:0] look_mean_i,
    input  wire [ `PLACEMENT_BITS-1:0] look_move_i,
    input  wire [       SLOT_BITS-1:0] look_count_i,
    output wire                        done_o,
    output wire [ `PLACEMENT_BITS-1:0] move_o,
    output wire [      VISIT_BITS-1:0] visits_o,
    output wire [`TREE_VALUE_BITS-1:0] mean_o
);

  localparam [SLOT_BITS-1:0] ONE = 1;

  // A child is there four cycles after its number, compared in that cycle, and kept in the next, in which it is still
  // there: its memories lie far off.
  reg [4:0] step_q;  // one bit, which moves up; 0: idle
  reg ends_q, done_q, keep_q;
  reg [SLOT_BITS-1:0] slot_q;
  reg [VISIT_BITS-1:0] visits_q;
  reg [`TREE_VALUE_BITS-1:0] mean_q;
  reg [`PLACEMENT_BITS-1:0] move_q;

  wire there = step_q[4];
  wire none = look_visits_i == {VISIT_BITS{1'b0}};
  wire last = slot_q + ONE == look_count_i;
  wire ends = there & (none | last);
  wire first = slot_q == {SLOT_BITS{1'b0}};
  wire better = {look_visits_i, look_mean_i} > {visits_q, mean_q};

  assign look_child_o = {{(CHILD_BITS - SLOT_BITS) {1'b0}}, slot_q};
  assign look_block_o = {BLOCK_BITS{1'b0}};
  assign done_o = done_q;
  assign move_o = move_q;
  assign visits_o = visits_q;
  assign mean_o = mean_q;

  always @(posedge clk_i) begin
    step_q <= {step_q[3:0], start_i | (there & ~ends)};
    ends_q <= ends;
    done_q <= ends_q;
    keep_q <= there & (first | better);
    if (keep_q) begin
      visits_q <= look_visits_i;
      mean_q <= look_mean_i;
      move_q <= look_move_i;
    end
    slot_q <= start_i ? {SLOT_BITS{1'b0}} : slot_q + {{(SLOT_BITS - 1) {1'b0}}, there};
    if (rst_i) begin
      step_q <= 5'd0;
      ends_q <= 1'b0;
      done_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
