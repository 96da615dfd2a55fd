// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// service_link -- the service port at the bytes of a line.
//
// Purpose:   Turns requests in frames into jobs for the playout lanes, and their results
//            into frames.
// Interface: rx_*   from a receiver;  tx_* to a transmitter
//            job_*, result_*, pick_*, command_*  to and from playout_lanes, see job_bus.vh
//            bad_o  for one cycle: a frame was dropped
//            queued_o  a request waits or is in work
// Latency:   as frame_rx, service_port, frame_tx.
// Reset:     to an empty queue and no roots.
// Model:     service.Decoder, service.Model, service.AppendFrame
`default_nettype none
`include "job_bus.vh"

module service_link #(
    parameter LANES = 1,
    parameter QUEUE_BITS = 11
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     rx_valid_i,
    input  wire [              7:0] rx_data_i,
    input  wire                     rx_error_i,
    output wire                     tx_valid_o,
    input  wire                     tx_ready_i,
    output wire [              7:0] tx_data_o,
    output wire                     bad_o,
    output wire                     queued_o,
    // lanes
    output wire                     job_valid_o,
    input  wire                     job_ready_i,
    output wire [    `JOB_BITS-1:0] job_o,
    input  wire                     result_valid_i,
    input  wire                     result_pick_i,
    input  wire [ `RESULT_BITS-1:0] result_i,
    input  wire [   `PICK_BITS-1:0] pick_i,
    output wire                     command_valid_o,
    input  wire                     command_ready_i,
    output wire [`COMMAND_BITS-1:0] command_o
);

  wire valid, drop, good;
  wire [7:0] addr, data, drop_size, good_type, good_len;
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
      .good_o     (good),
      .good_type_o(good_type),
      .good_len_o (good_len),
      .bad_o      (bad_o)
  );
  assign queued_o = valid;

  wire rsp_valid, rsp_ready, rsp_last;
  wire [7:0] rsp_data;
  service_port #(
      .LANES     (LANES),
      .QUEUE_BITS(QUEUE_BITS)
  ) u_port (
      .clk_i             (clk_i),
      .rst_i             (rst_i),
      .frame_valid_i     (valid),
      .frame_addr_o      (addr),
      .frame_data_i      (data),
      .frame_drop_o      (drop),
      .frame_drop_size_o (drop_size),
      .frame_good_i      (good),
      .frame_good_type_i (good_type),
      .frame_good_len_i  (good_len),
      .frame_bad_i       (bad_o),
      .rsp_valid_o       (rsp_valid),
      .rsp_ready_i       (rsp_ready),
      .rsp_data_o        (rsp_data),
      .rsp_last_o        (rsp_last),
      .job_valid_o       (job_valid_o),
      .job_ready_i       (job_ready_i),
      .job_o             (job_o),
      .result_valid_i    (result_valid_i),
      .result_pick_i     (result_pick_i),
      .result_i          (result_i),
      .pick_i            (pick_i),
      .command_valid_o   (command_valid_o),
      .command_ready_i   (command_ready_i),
      .command_o         (command_o)
  );

  frame_tx u_tx (
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
