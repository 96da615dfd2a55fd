// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// service_pins -- the pins of a chip that works for a program on a computer.
//
// Purpose:   Holds the common part of service_chip and leaf_chip: the receiver and the transmitter
//            of the serial line, and the lamps.
// Parameter: CLK_HZ, BAUD  the clock; the speed of the line, at most CLK_HZ / 4. Below
//                          CLK_HZ / 16 the receiver takes 16 samples a bit.
// Interface: uart_rx_i, uart_tx_o  the line: 8 data bits, no parity, 1 stop bit
//            led_o     active high:
//                        0  heartbeat: changes every half second
//                        1  work is under way: ~idle_i
//                        2  a request waits: queued_i
//                        3  a frame has been dropped since reset: bad_i
//                        4..7  0
//            rx_*, tx_*  the bytes of the line, see uart_rx and uart_tx
// Latency:   as uart_rx, or uart_rx_fast, and uart_tx; 1 cycle from bad_i to led_o.
// Reset:     synchronous; the line is idle at once.
// Model:     twin.UART
`default_nettype none

module service_pins #(
    parameter CLK_HZ = 48000000,
    parameter BAUD   = 3000000
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       uart_rx_i,
    output wire       uart_tx_o,
    output wire [7:0] led_o,
    output wire       rx_valid_o,
    output wire [7:0] rx_data_o,
    output wire       rx_error_o,
    input  wire       tx_valid_i,
    output wire       tx_ready_o,
    input  wire [7:0] tx_data_i,
    input  wire       bad_i,
    input  wire       queued_i,
    input  wire       idle_i
);

  generate
    if (CLK_HZ < 16 * BAUD) begin : gen_fast
      uart_rx_fast #(
          .CLK_HZ(CLK_HZ),
          .BAUD  (BAUD)
      ) u_uart_rx (
          .clk_i  (clk_i),
          .rst_i  (rst_i),
          .rx_i   (uart_rx_i),
          .valid_o(rx_valid_o),
          .data_o (rx_data_o),
          .error_o(rx_error_o)
      );
    end else begin : gen_slow
      uart_rx #(
          .CLK_HZ(CLK_HZ),
          .BAUD  (BAUD)
      ) u_uart_rx (
          .clk_i  (clk_i),
          .rst_i  (rst_i),
          .rx_i   (uart_rx_i),
          .valid_o(rx_valid_o),
          .data_o (rx_data_o),
          .error_o(rx_error_o)
      );
    end
  endgenerate

  uart_tx #(
      .CLK_HZ(CLK_HZ),
      .BAUD  (BAUD)
  ) u_uart_tx (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .valid_i(tx_valid_i),
      .ready_o(tx_ready_o),
      .data_i (tx_data_i),
      .tx_o   (uart_tx_o)
  );

  wire heart;
  heartbeat #(
      .CLK_HZ(CLK_HZ)
  ) u_heartbeat (
      .clk_i (clk_i),
      .rst_i (rst_i),
      .beat_o(heart)
  );
  reg dropped_q;
  always @(posedge clk_i) dropped_q <= (dropped_q | bad_i) & ~rst_i;
  assign led_o = {4'd0, dropped_q, queued_i, ~idle_i, heart};

endmodule

`default_nettype wire
