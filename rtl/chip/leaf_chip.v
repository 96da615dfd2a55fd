// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// leaf_chip -- the leaf service of a tree search, complete from pin to pin.
//
// Purpose:   The complete design, except the clock, of a board that values leaves for a program on
//            a computer. service.LeafModel describes the requests.
// Parameter: CLK_HZ, BAUD  see service_pins
//            LANES, CHILDREN, RAM_REG  see tree_leaf
//            QUEUE_BITS  see frame_rx
// Interface: uart_rx_i, uart_tx_o, led_o  see service_pins; led_o[1]: a leaf is under way
// Latency:   as leaf_link, with the latencies of the receiver and uart_tx.
// Reset:     synchronous; the line is idle at once.
// Model:     service.LeafModel behind service.Decoder
`default_nettype none
`include "service.vh"

module leaf_chip #(
    parameter CLK_HZ = 48000000,
    parameter BAUD = 3000000,
    parameter LANES = 8,
    parameter CHILDREN = `SERVICE_LEAF_CHILDREN,
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

  leaf_link #(
      .LANES     (LANES),
      .QUEUE_BITS(QUEUE_BITS),
      .CHILDREN  (CHILDREN),
      .RAM_REG   (RAM_REG)
  ) u_link (
      .clk_i     (clk_i),
      .rst_i     (rst_i),
      .rx_valid_i(rx_valid),
      .rx_data_i (rx_data),
      .rx_error_i(rx_error),
      .tx_valid_o(tx_valid),
      .tx_ready_i(tx_ready),
      .tx_data_o (tx_data),
      .bad_o     (bad),
      .queued_o  (queued),
      .idle_o    (idle)
  );

endmodule

`default_nettype wire
