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
// Latency:   as frame_rx, leaf_engine, frame_tx.
// Reset:     to an empty queue and no root.
// Model:     service.Decoder, service.LeafModel, service.AppendFrame
`default_nettype none
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

  // The leaf service takes no request before its turn.
  wire unused_good;
  wire [7:0] unused_good_type;
  wire [7:0] unused_good_len;

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
  leaf_engine #(
      .LANES     (LANES),
      .QUEUE_BITS(QUEUE_BITS),
      .CHILDREN  (CHILDREN),
      .RAM_REG   (RAM_REG)
  ) u_engine (
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
      .idle_o           (idle_o)
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
