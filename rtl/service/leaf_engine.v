// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// leaf_engine -- the leaf service behind a queue of requests.
//
// Purpose:   Joins leaf_port, which reads requests and writes answers, with tree_leaf, which values
//            leaves.
// Parameter: CHILDREN  of a leaf
//            QUEUE_BITS  for INFO
//            the others  see tree_leaf
// Interface: frame_*  to and from frame_rx or packet_rx;  rsp_*  to frame_tx or a stream
//            idle_o   tree_leaf is at rest
// Latency:   as leaf_port.
// Reset:     to no root.
// Model:     service.LeafModel
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "expansion.vh"
`include "tree.vh"
`include "service.vh"

module leaf_engine #(
    parameter LANES = 8,
    parameter QUEUE_BITS = 11,
    parameter CHILDREN = `SERVICE_LEAF_CHILDREN,
    parameter RAM_REG = 0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       frame_valid_i,
    output wire [7:0] frame_addr_o,
    input  wire [7:0] frame_data_i,
    output wire       frame_drop_o,
    output wire [7:0] frame_drop_size_o,
    input  wire       frame_bad_i,
    output wire       rsp_valid_o,
    input  wire       rsp_ready_i,
    output wire [7:0] rsp_data_o,
    output wire       rsp_last_o,
    output wire       idle_o
);

  // Outputs that other users of these units need.
  wire unused_root_ready;
  wire unused_child_player;
  wire [4:0] unused_child_slot;
  wire unused_legal_valid;
  wire [`PLACEMENT_BITS-1:0] unused_legal_move;
  wire [`PRIOR_BITS-1:0] unused_legal_logit;
  wire [`TREE_VALUE_BITS-1:0] unused_value;

  wire idle, player, first_player;
  wire load_valid, load_ready, load_player;
  wire [3:0] load_row;
  wire [15:0] load_allowed, load_corners;
  wire path, move_valid, move_ready;
  wire [`PLACEMENT_BITS-1:0] move;
  wire expand_valid, expand_over, child_valid, child_last;
  wire [`PLACEMENT_BITS-1:0] child_move;
  wire [`TREE_PRIOR_BITS-1:0] child_prior;
  wire [`MOVE_BITS-1:0] legal_count;
  wire [`EXPECTED_MARGIN_BITS-1:0] static_margin, value_margin;
  wire leaf_valid, leaf_ready, value_valid, value_over;
  wire [4:0] leaf_slot, value_slot;
  wire [31:0] leaf_seed;
  wire [13:0] value_sum;
  assign idle_o = idle;
  leaf_port #(
      .LANES     (LANES),
      .QUEUE_BITS(QUEUE_BITS),
      .CHILDREN  (CHILDREN)
  ) u_port (
      .clk_i            (clk_i),
      .rst_i            (rst_i),
      .frame_valid_i    (frame_valid_i),
      .frame_addr_o     (frame_addr_o),
      .frame_data_i     (frame_data_i),
      .frame_drop_o     (frame_drop_o),
      .frame_drop_size_o(frame_drop_size_o),
      .frame_bad_i      (frame_bad_i),
      .rsp_valid_o      (rsp_valid_o),
      .rsp_ready_i      (rsp_ready_i),
      .rsp_data_o       (rsp_data_o),
      .rsp_last_o       (rsp_last_o),
      .idle_i           (idle),
      .player_o         (player),
      .first_player_o   (first_player),
      .load_valid_o     (load_valid),
      .load_ready_i     (load_ready),
      .load_player_o    (load_player),
      .load_row_o       (load_row),
      .load_allowed_o   (load_allowed),
      .load_corners_o   (load_corners),
      .path_o           (path),
      .move_valid_o     (move_valid),
      .move_ready_i     (move_ready),
      .move_o           (move),
      .expand_valid_o   (expand_valid),
      .expand_over_i    (expand_over),
      .child_valid_i    (child_valid),
      .child_last_i     (child_last),
      .child_move_i     (child_move),
      .child_prior_i    (child_prior),
      .legal_count_i    (legal_count),
      .static_margin_i  (static_margin),
      .leaf_valid_o     (leaf_valid),
      .leaf_ready_i     (leaf_ready),
      .leaf_slot_o      (leaf_slot),
      .leaf_seed_o      (leaf_seed),
      .value_valid_i    (value_valid),
      .value_slot_i     (value_slot),
      .value_over_i     (value_over),
      .value_margin_i   (value_margin),
      .value_sum_i      (value_sum)
  );

  tree_leaf #(
      .LANES        (LANES),
      .CHILDREN     (CHILDREN),
      .FLIGHTS      (32),
      .LOG2_PLAYOUTS(`SERVICE_LEAF_LOG2_PLAYOUTS),
      .RAM_REG      (RAM_REG)
  ) u_leaf (
      .clk_i            (clk_i),
      .rst_i            (rst_i),
      .player_i         (player),
      .first_player_i   (first_player),
      .idle_o           (idle),
      .open_i           (1'b0),
      .load_valid_i     (load_valid),
      .load_ready_o     (load_ready),
      .load_player_i    (load_player),
      .load_row_i       (load_row),
      .load_allowed_i   (load_allowed),
      .load_corners_i   (load_corners),
      .root_move_valid_i(1'b0),
      .root_move_ready_o(unused_root_ready),
      .root_move_i      ({`PLACEMENT_BITS{1'b0}}),
      .path_i           (path),
      .move_valid_i     (move_valid),
      .move_ready_o     (move_ready),
      .move_i           (move),
      .expand_valid_i   (expand_valid),
      .expand_over_o    (expand_over),
      .child_valid_o    (child_valid),
      .child_last_o     (child_last),
      .child_slot_o     (unused_child_slot),
      .child_player_o   (unused_child_player),
      .child_move_o     (child_move),
      .child_prior_o    (child_prior),
      .legal_valid_o    (unused_legal_valid),
      .legal_move_o     (unused_legal_move),
      .legal_logit_o    (unused_legal_logit),
      .legal_count_o    (legal_count),
      .static_margin_o  (static_margin),
      .leaf_valid_i     (leaf_valid),
      .leaf_ready_o     (leaf_ready),
      .leaf_slot_i      (leaf_slot),
      .leaf_seed_i      (leaf_seed),
      .leaf_list_i      (1'b0),
      .value_valid_o    (value_valid),
      .value_slot_o     (value_slot),
      .value_o          (unused_value),
      .value_over_o     (value_over),
      .value_margin_o   (value_margin),
      .value_sum_o      (value_sum)
  );

endmodule

`default_nettype wire
