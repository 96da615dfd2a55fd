// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_walk_bench -- module tree_walk with an SDRAM for its nodes.
//
// Purpose:   The walk with most nodes in the memory, for simulation by itself.
// Parameter: see tree_walk
// Interface: as tree_walk, without the memory's ports;
//            fault_i, tested_o, wrong_o, broken_o, rule_o, cycle_o, bank_o  see tree_sdram
// Latency:   as tree_walk.
// Reset:     as tree_walk and tree_sdram.
// Model:     twin.TreeWalk
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "tree.vh"

module tree_walk_bench #(
    parameter VISIT_BITS = 20,
    parameter BLOCKS = 512,
    parameter PLACES = 8,
    parameter CHILDREN = 24,
    parameter FLIGHTS = 16,
    parameter EXPAND_VISITS = `TREE_EXPAND_VISITS,
    parameter EXPLORATION = `TREE_EXPLORATION,
    parameter REDUCTION = `TREE_REDUCTION
) (
    input  wire                               clk_i,
    input  wire                               rst_i,
    input  wire                               new_i,
    input  wire                               run_i,
    input  wire                               keep_i,
    input  wire            [$clog2(BLOCKS):0] keep_link_i,
    input  wire              [VISIT_BITS-1:0] keep_visits_i,
    output wire                               short_o,
    output wire            [$clog2(BLOCKS):0] root_o,
    output wire                               idle_o,
    output wire                               full_o,
    output wire                               over_o,
    output wire                               begin_o,
    output wire                               path_o,
    output wire                               move_valid_o,
    input  wire                               move_ready_i,
    output wire         [`PLACEMENT_BITS-1:0] move_o,
    output wire                               expand_valid_o,
    input  wire                               expand_over_i,
    input  wire                               child_valid_i,
    input  wire                               child_last_i,
    input  wire         [$clog2(FLIGHTS)-1:0] child_slot_i,
    input  wire                               child_player_i,
    input  wire         [`PLACEMENT_BITS-1:0] child_move_i,
    input  wire        [`TREE_PRIOR_BITS-1:0] child_prior_i,
    output wire                               leaf_valid_o,
    input  wire                               leaf_ready_i,
    output wire         [$clog2(FLIGHTS)-1:0] leaf_slot_o,
    output wire                               leaf_list_o,
    input  wire                               value_valid_i,
    input  wire         [$clog2(FLIGHTS)-1:0] value_slot_i,
    input  wire        [`TREE_VALUE_BITS-1:0] value_i,
    input  wire                               look_i,
    input  wire [$clog2(PLACES*CHILDREN)-1:0] look_child_i,
    input  wire            [$clog2(BLOCKS):0] look_block_i,
    output wire              [VISIT_BITS-1:0] look_visits_o,
    output wire        [`TREE_VALUE_BITS-1:0] look_mean_o,
    output wire              [VISIT_BITS-1:0] look_rest_o,
    output wire         [`PLACEMENT_BITS-1:0] look_move_o,
    output wire        [`TREE_PRIOR_BITS-1:0] look_prior_o,
    output wire            [$clog2(BLOCKS):0] look_link_o,
    output wire      [$clog2(CHILDREN+1)-1:0] look_count_o,
    output wire [$clog2(PLACES*CHILDREN)-1:0] look_base_o,
    input  wire                               fault_i,
    output wire                               tested_o,
    output wire                        [15:0] wrong_o,
    output wire                               broken_o,
    output wire                        [63:0] rule_o,
    output wire                        [31:0] cycle_o,
    output wire                         [1:0] bank_o
);

  wire req_valid, req_ready, req_write, wnext, rvalid, usable;
  wire [23:0] req_addr;
  wire [9:0] req_words;
  wire [9:0] req_more;
  wire [8:0] wcolumn;
  wire [15:0] wdata, rdata;

  tree_walk #(
      .VISIT_BITS   (VISIT_BITS),
      .BLOCKS       (BLOCKS),
      .PLACES       (PLACES),
      .CHILDREN     (CHILDREN),
      .FLIGHTS      (FLIGHTS),
      .EXPAND_VISITS(EXPAND_VISITS),
      .EXPLORATION  (EXPLORATION),
      .REDUCTION    (REDUCTION)
  ) u_walk (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .new_i         (new_i),
      .run_i         (run_i),
      .keep_i        (keep_i),
      .keep_link_i   (keep_link_i),
      .keep_visits_i (keep_visits_i),
      .short_o       (short_o),
      .root_o        (root_o),
      .idle_o        (idle_o),
      .full_o        (full_o),
      .over_o        (over_o),
      .begin_o       (begin_o),
      .path_o        (path_o),
      .move_valid_o  (move_valid_o),
      .move_ready_i  (move_ready_i),
      .move_o        (move_o),
      .expand_valid_o(expand_valid_o),
      .expand_over_i (expand_over_i),
      .child_valid_i (child_valid_i),
      .child_last_i  (child_last_i),
      .child_slot_i  (child_slot_i),
      .child_player_i(child_player_i),
      .child_move_i  (child_move_i),
      .child_prior_i (child_prior_i),
      .leaf_valid_o  (leaf_valid_o),
      .leaf_ready_i  (leaf_ready_i),
      .leaf_slot_o   (leaf_slot_o),
      .leaf_list_o   (leaf_list_o),
      .value_valid_i (value_valid_i),
      .value_slot_i  (value_slot_i),
      .value_i       (value_i),
      .memory_i      (usable),
      .req_valid_o   (req_valid),
      .req_ready_i   (req_ready),
      .req_write_o   (req_write),
      .req_addr_o    (req_addr),
      .req_words_o   (req_words),
      .req_more_o    (req_more),
      .wnext_i       (wnext),
      .wcolumn_o     (wcolumn),
      .wdata_o       (wdata),
      .rvalid_i      (rvalid),
      .rdata_i       (rdata),
      .look_i        (look_i),
      .look_child_i  (look_child_i),
      .look_block_i  (look_block_i),
      .look_visits_o (look_visits_o),
      .look_mean_o   (look_mean_o),
      .look_rest_o   (look_rest_o),
      .look_move_o   (look_move_o),
      .look_prior_o  (look_prior_o),
      .look_link_o   (look_link_o),
      .look_count_o  (look_count_o),
      .look_base_o   (look_base_o)
  );

  tree_sdram u_memory (
      .clk_i      (clk_i),
      .rst_i      (rst_i),
      .req_valid_i(req_valid),
      .req_ready_o(req_ready),
      .req_write_i(req_write),
      .req_addr_i (req_addr),
      .req_words_i(req_words),
      .req_more_i (req_more),
      .wnext_o    (wnext),
      .wcolumn_i  (wcolumn),
      .wdata_i    (wdata),
      .rvalid_o   (rvalid),
      .rdata_o    (rdata),
      .fault_i    (fault_i),
      .usable_o   (usable),
      .tested_o   (tested_o),
      .wrong_o    (wrong_o),
      .broken_o   (broken_o),
      .rule_o     (rule_o),
      .cycle_o    (cycle_o),
      .bank_o     (bank_o)
  );

endmodule

`default_nettype wire
