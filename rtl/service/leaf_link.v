// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// leaf_link -- a leaf service at the bytes of a line.
//
// Purpose:   Takes requests in frames to tree_leaf, and brings children and values back in frames.
// Parameter: CHILDREN  of a leaf
//            the others  see tree_leaf and frame_rx
// Interface: rx_*   from a receiver;  tx_* to a transmitter
//            bad_o  for one cycle: a frame was dropped
//            queued_o  a request waits or is in work
//            idle_o    tree_leaf is at rest
// Latency:   as frame_rx, leaf_port, frame_tx.
// Reset:     to an empty queue and no root.
// Model:     service.Decoder, service.LeafModel, service.AppendFrame
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "expansion.vh"
`include "tree.vh"
`include "service.vh"

module leaf_link #(
    parameter LANES = 8,
    parameter QUEUE_BITS = 11,
    parameter CHILDREN = `SERVICE_LEAF_CHILDREN,
    parameter RAM_REG = 0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       rx_valid_i,
    input  wire [7:0] rx_data_i,
    input  wire       rx_error_i,
    output wire       tx_valid_o,
    input  wire       tx_ready_i,
    output wire [7:0] tx_data_o,
    output wire       bad_o,
    output wire       queued_o,
    output wire       idle_o
);

  // Outputs that other users of these units need.
  wire unused_good;
  wire [7:0] unused_good_type;
  wire [7:0] unused_good_len;
  wire unused_root_ready;
  wire unused_child_player;
  wire unused_legal_valid;
  wire [`PLACEMENT_BITS-1:0] unused_legal_move;
  wire [`PRIOR_BITS-1:0] unused_legal_logit;
  wire [`TREE_VALUE_BITS-1:0] unused_value;

  wire valid, drop;
  wire [7:0] addr, data, drop_size;
  frame_rx #(
      .QUEUE_BITS(QUEUE_BITS),
      .RESERVE   (32)
  ) u_rx (
      .clk_i      (clk_i),
      .rst_i      (rst_i),
      .rx_valid_i (rx_valid_i),
      .rx_data_i  (rx_data_i),
      .rx_error_i (rx_error_i),
      .valid_o    (valid),
      .addr_i     (addr),
      .data_o     (data),
      .drop_i     (drop),
      .drop_size_i(drop_size),
      .good_o     (unused_good),
      .good_type_o(unused_good_type),
      .good_len_o (unused_good_len),
      .bad_o      (bad_o)
  );
  assign queued_o = valid;

  wire rsp_valid, rsp_ready, rsp_last;
  wire [7:0] rsp_data;
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
      .frame_valid_i    (valid),
      .frame_addr_o     (addr),
      .frame_data_i     (data),
      .frame_drop_o     (drop),
      .frame_drop_size_o(drop_size),
      .frame_bad_i      (bad_o),
      .rsp_valid_o      (rsp_valid),
      .rsp_ready_i      (rsp_ready),
      .rsp_data_o       (rsp_data),
      .rsp_last_o       (rsp_last),
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
      .value_valid_o    (value_valid),
      .value_slot_o     (value_slot),
      .value_o          (unused_value),
      .value_over_o     (value_over),
      .value_margin_o   (value_margin),
      .value_sum_o      (value_sum)
  );

  frame_tx #(
      .MAX_BYTES(250)
  ) u_tx (
      .clk_i     (clk_i),
      .rst_i     (rst_i),
      .valid_i   (rsp_valid),
      .ready_o   (rsp_ready),
      .data_i    (rsp_data),
      .last_i    (rsp_last),
      .tx_valid_o(tx_valid_o),
      .tx_ready_i(tx_ready_i),
      .tx_data_o (tx_data_o)
  );

endmodule

`default_nettype wire
