// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_core -- chooses moves by a tree search.
//
// Purpose:   Joins tree_search, the tree and the commands, with tree_leaf, the positions:
//
//              commands -> tree_search --- the way, leaves --> tree_leaf
//                                      <-- children, values --
//
//            The answer depends only on the position, the seed and the number of leaves. The order
//            and the times of the lanes' results do not matter.
// Parameter: VISIT_BITS, BLOCKS, PLACES, CHILDREN, FLIGHTS, EXPAND_VISITS, EXPLORATION, REDUCTION
//                          see tree_walk
//            LANES, RAM_REG, LOG2_PLAYOUTS  see tree_leaf
// Interface: cmd_*, rsp_*, leaves_i, seed_i, stop_i, look_*  see tree_search
//            memory_i, req_*, wnext_i, wcolumn_o, wdata_o, rvalid_i, rdata_i  see tree_walk
// Latency:   CMD_RESET some 40 cycles. CMD_PLAY of a move takes the cycles of an expansion and of
//            its children, a pass 1 cycle. CMD_SEARCH takes the cycles of its leaves; after stop_i,
//            the cycles of the leaves under way, FLIGHTS at most.
// Reset:     synchronous, to the empty board; then 40 cycles or so until cmd_ready_o.
// Model:     search.TreeCore
`default_nettype none
`include "constants.vh"
`include "expansion.vh"
`include "job_bus.vh"
`include "tree.vh"

module tree_core #(
    parameter VISIT_BITS    = 20,
    parameter BLOCKS        = 512,
    parameter PLACES        = BLOCKS,
    parameter CHILDREN      = 24,
    parameter FLIGHTS       = 16,
    parameter EXPAND_VISITS = `TREE_EXPAND_VISITS,
    parameter EXPLORATION   = `TREE_EXPLORATION,
    parameter REDUCTION     = `TREE_REDUCTION,
    parameter LANES         = 8,
    parameter RAM_REG       = 0,
    parameter LOG2_PLAYOUTS = 3
) (
    input  wire                               clk_i,
    input  wire                               rst_i,
    input  wire                               cmd_valid_i,
    output wire                               cmd_ready_o,
    input  wire [                        1:0] cmd_op_i,
    input  wire                               cmd_player_i,
    input  wire                               cmd_pass_i,
    input  wire [           `ORIENT_BITS-1:0] cmd_orient_i,
    input  wire [                        3:0] cmd_row_i,
    input  wire [                        3:0] cmd_col_i,
    input  wire [                       31:0] leaves_i,
    input  wire [                       31:0] seed_i,
    input  wire                               stop_i,
    output wire                               rsp_valid_o,
    output wire                               rsp_ok_o,
    output wire                               rsp_pass_o,
    output wire [           `ORIENT_BITS-1:0] rsp_orient_o,
    output wire [                        3:0] rsp_row_o,
    output wire [                        3:0] rsp_col_o,
    output wire [             VISIT_BITS-1:0] rsp_visits_o,
    output wire [       `TREE_VALUE_BITS-1:0] rsp_mean_o,
    output wire [                       31:0] rsp_leaves_o,
    input  wire                               memory_i,
    output wire                               req_valid_o,
    input  wire                               req_ready_i,
    output wire                               req_write_o,
    output wire [                       23:0] req_addr_o,
    output wire [                        9:0] req_words_o,
    output wire [                        9:0] req_more_o,
    input  wire                               wnext_i,
    output wire [                        8:0] wcolumn_o,
    output wire [                       15:0] wdata_o,
    input  wire                               rvalid_i,
    input  wire [                       15:0] rdata_i,
    input  wire                               look_i,
    input  wire [$clog2(PLACES*CHILDREN)-1:0] look_child_i,
    input  wire [           $clog2(BLOCKS):0] look_block_i,
    output wire [             VISIT_BITS-1:0] look_visits_o,
    output wire [       `TREE_VALUE_BITS-1:0] look_mean_o,
    output wire [             VISIT_BITS-1:0] look_rest_o,
    output wire [        `PLACEMENT_BITS-1:0] look_move_o,
    output wire [       `TREE_PRIOR_BITS-1:0] look_prior_o,
    output wire [           $clog2(BLOCKS):0] look_link_o,
    output wire [     $clog2(CHILDREN+1)-1:0] look_count_o,
    output wire [$clog2(PLACES*CHILDREN)-1:0] look_base_o,
    output wire [           $clog2(BLOCKS):0] look_root_o
);

  localparam P = `PLACEMENT_BITS;
  localparam F = $clog2(FLIGHTS);

  wire settled, open, root_move_valid, root_move_ready, player, first_player;
  wire path, move_valid, move_ready, expand_valid, expand_over, legal_valid;
  wire child_valid, child_last, child_player, leaf_valid, leaf_ready, leaf_list, value_valid;
  wire [P-1:0] root_move, move, legal_move, child_move;
  wire [`TREE_PRIOR_BITS-1:0] child_prior;
  wire [F-1:0] child_slot, leaf_slot, value_slot;
  wire [31:0] leaf_seed;
  wire [`TREE_VALUE_BITS-1:0] value;

  tree_search #(
      .VISIT_BITS   (VISIT_BITS),
      .BLOCKS       (BLOCKS),
      .PLACES       (PLACES),
      .CHILDREN     (CHILDREN),
      .FLIGHTS      (FLIGHTS),
      .EXPAND_VISITS(EXPAND_VISITS),
      .EXPLORATION  (EXPLORATION),
      .REDUCTION    (REDUCTION),
      .PLAYOUTS     (1 << LOG2_PLAYOUTS)
  ) u_search (
      .clk_i            (clk_i),
      .rst_i            (rst_i),
      .cmd_valid_i      (cmd_valid_i),
      .cmd_ready_o      (cmd_ready_o),
      .cmd_op_i         (cmd_op_i),
      .cmd_player_i     (cmd_player_i),
      .cmd_pass_i       (cmd_pass_i),
      .cmd_orient_i     (cmd_orient_i),
      .cmd_row_i        (cmd_row_i),
      .cmd_col_i        (cmd_col_i),
      .leaves_i         (leaves_i),
      .seed_i           (seed_i),
      .stop_i           (stop_i),
      .rsp_valid_o      (rsp_valid_o),
      .rsp_ok_o         (rsp_ok_o),
      .rsp_pass_o       (rsp_pass_o),
      .rsp_orient_o     (rsp_orient_o),
      .rsp_row_o        (rsp_row_o),
      .rsp_col_o        (rsp_col_o),
      .rsp_visits_o     (rsp_visits_o),
      .rsp_mean_o       (rsp_mean_o),
      .rsp_leaves_o     (rsp_leaves_o),
      .settled_i        (settled),
      .open_o           (open),
      .root_move_valid_o(root_move_valid),
      .root_move_ready_i(root_move_ready),
      .root_move_o      (root_move),
      .player_o         (player),
      .first_player_o   (first_player),
      .path_o           (path),
      .move_valid_o     (move_valid),
      .move_ready_i     (move_ready),
      .move_o           (move),
      .expand_valid_o   (expand_valid),
      .expand_over_i    (expand_over),
      .legal_valid_i    (legal_valid),
      .legal_move_i     (legal_move),
      .child_valid_i    (child_valid),
      .child_last_i     (child_last),
      .child_slot_i     (child_slot),
      .child_player_i   (child_player),
      .child_move_i     (child_move),
      .child_prior_i    (child_prior),
      .leaf_valid_o     (leaf_valid),
      .leaf_ready_i     (leaf_ready),
      .leaf_slot_o      (leaf_slot),
      .leaf_seed_o      (leaf_seed),
      .leaf_list_o      (leaf_list),
      .value_valid_i    (value_valid),
      .value_slot_i     (value_slot),
      .value_i          (value),
      .memory_i         (memory_i),
      .req_valid_o      (req_valid_o),
      .req_ready_i      (req_ready_i),
      .req_write_o      (req_write_o),
      .req_addr_o       (req_addr_o),
      .req_words_o      (req_words_o),
      .req_more_o       (req_more_o),
      .wnext_i          (wnext_i),
      .wcolumn_o        (wcolumn_o),
      .wdata_o          (wdata_o),
      .rvalid_i         (rvalid_i),
      .rdata_i          (rdata_i),
      .look_i           (look_i),
      .look_child_i     (look_child_i),
      .look_block_i     (look_block_i),
      .look_visits_o    (look_visits_o),
      .look_mean_o      (look_mean_o),
      .look_rest_o      (look_rest_o),
      .look_move_o      (look_move_o),
      .look_prior_o     (look_prior_o),
      .look_link_o      (look_link_o),
      .look_count_o     (look_count_o),
      .look_base_o      (look_base_o),
      .look_root_o      (look_root_o)
  );

  // Outputs that the commands do not use.
  wire load_ready, value_over;
  wire [`PRIOR_BITS-1:0] legal_logit;
  wire [`MOVE_BITS-1:0] legal_count;
  wire [`EXPECTED_MARGIN_BITS-1:0] static_margin, value_margin;
  wire [13:0] value_sum;
  wire unused = ^{load_ready, value_over, legal_logit, legal_count, static_margin, value_margin, value_sum};

  tree_leaf #(
      .LANES        (LANES),
      .CHILDREN     (CHILDREN),
      .FLIGHTS      (FLIGHTS),
      .LOG2_PLAYOUTS(LOG2_PLAYOUTS),
      .RAM_REG      (RAM_REG)
  ) u_leaf (
      .clk_i            (clk_i),
      .rst_i            (rst_i),
      .player_i         (player),
      .first_player_i   (first_player),
      .idle_o           (settled),
      .open_i           (open),
      .load_valid_i     (1'b0),
      .load_ready_o     (load_ready),
      .load_player_i    (1'b0),
      .load_row_i       (4'd0),
      .load_allowed_i   (16'd0),
      .load_corners_i   (16'd0),
      .root_move_valid_i(root_move_valid),
      .root_move_ready_o(root_move_ready),
      .root_move_i      (root_move),
      .path_i           (path),
      .move_valid_i     (move_valid),
      .move_ready_o     (move_ready),
      .move_i           (move),
      .expand_valid_i   (expand_valid),
      .expand_over_o    (expand_over),
      .child_valid_o    (child_valid),
      .child_last_o     (child_last),
      .child_slot_o     (child_slot),
      .child_player_o   (child_player),
      .child_move_o     (child_move),
      .child_prior_o    (child_prior),
      .legal_valid_o    (legal_valid),
      .legal_move_o     (legal_move),
      .legal_logit_o    (legal_logit),
      .legal_count_o    (legal_count),
      .static_margin_o  (static_margin),
      .leaf_valid_i     (leaf_valid),
      .leaf_ready_o     (leaf_ready),
      .leaf_slot_i      (leaf_slot),
      .leaf_seed_i      (leaf_seed),
      .leaf_list_i      (leaf_list),
      .value_valid_o    (value_valid),
      .value_slot_o     (value_slot),
      .value_o          (value),
      .value_over_o     (value_over),
      .value_margin_o   (value_margin),
      .value_sum_o      (value_sum)
  );

endmodule

`default_nettype wire
