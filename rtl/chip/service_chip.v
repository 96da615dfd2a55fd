// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// service_chip -- the playout lanes as a service, complete from pin to pin.
//
// Purpose:   The complete design, except the clock, of a board that plays games for a program on a
//            computer. service.Model describes the requests.
// Parameter: CLK_HZ, BAUD  see service_pins
//            LANES, RAM_REG  see playout_lanes
//            QUEUE_BITS  see frame_rx
// Interface: uart_rx_i, uart_tx_o, led_o  see service_pins; led_o[1]: a game is on
// Latency:   as service_link, with the latencies of the receiver and uart_tx.
// Reset:     synchronous; the line is idle at once.
// Model:     service.Model behind service.Decoder
`default_nettype none
`include "job_bus.vh"

module service_chip #(
    parameter CLK_HZ = 48000000,
    parameter BAUD = 3000000,
    parameter LANES = 2,
    parameter RAM_REG = 0,
    parameter QUEUE_BITS = 11
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       uart_rx_i,
    output wire       uart_tx_o,
    output wire [7:0] led_o
);

  wire rx_valid, rx_error, tx_valid, tx_ready, bad, queued, idle;
  wire [7:0] rx_data, tx_data;
  service_pins #(
      .CLK_HZ(CLK_HZ),
      .BAUD  (BAUD)
  ) u_pins (
      .clk_i     (clk_i),
      .rst_i     (rst_i),
      .uart_rx_i (uart_rx_i),
      .uart_tx_o (uart_tx_o),
      .led_o     (led_o),
      .rx_valid_o(rx_valid),
      .rx_data_o (rx_data),
      .rx_error_o(rx_error),
      .tx_valid_i(tx_valid),
      .tx_ready_o(tx_ready),
      .tx_data_i (tx_data),
      .bad_i     (bad),
      .queued_i  (queued),
      .idle_i    (idle)
  );

  wire job_valid, job_ready, result_valid, result_pick, command_valid, command_ready;
  wire [`JOB_BITS-1:0] job;
  wire [`RESULT_BITS-1:0] result;
  wire [`PICK_BITS-1:0] pick;
  wire [`COMMAND_BITS-1:0] command;
  service_link #(
      .LANES     (LANES),
      .QUEUE_BITS(QUEUE_BITS)
  ) u_link (
      .clk_i             (clk_i),
      .rst_i             (rst_i),
      .rx_valid_i        (rx_valid),
      .rx_data_i         (rx_data),
      .rx_error_i        (rx_error),
      .tx_valid_o        (tx_valid),
      .tx_ready_i        (tx_ready),
      .tx_data_o         (tx_data),
      .bad_o             (bad),
      .queued_o          (queued),
      .job_valid_o       (job_valid),
      .job_ready_i       (job_ready),
      .job_o             (job),
      .result_valid_i    (result_valid),
      .result_pick_i     (result_pick),
      .result_i          (result),
      .pick_i            (pick),
      .command_valid_o   (command_valid),
      .command_ready_i   (command_ready),
      .command_o         (command)
  );

  wire [1:0] waits;
  wire unused_waits = ^waits;  // the program on the computer waits for the results
  playout_lanes #(
      .LANES  (LANES),
      .RAM_REG(RAM_REG)
  ) u_lanes (
      .clk_i             (clk_i),
      .rst_i             (rst_i),
      .job_valid_i       (job_valid),
      .job_ready_o       (job_ready),
      .job_i             (job),
      .result_valid_o    (result_valid),
      .result_pick_o     (result_pick),
      .result_o          (result),
      .pick_o            (pick),
      .command_valid_i   (command_valid),
      .command_ready_o   (command_ready),
      .command_i         (command),
      .waits_o           (waits),
      .idle_o            (idle)
  );

endmodule

`default_nettype wire
