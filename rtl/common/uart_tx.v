// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// uart_tx -- serial transmitter, 8 data bits, no parity, 1 stop bit.
//
// Purpose:   Sends bytes on the line. The clock need not be a multiple of the baud rate: each edge
//            of a byte is rounded separately.
// Interface: valid_i, ready_o  data_i is taken in a cycle with both
//            tx_o              the line, idle high; a register
//            CLK_HZ must be at least BAUD.
// Latency:   The start bit begins in the cycle after data_i is taken, bit k
//            ceil(k * CLK_HZ / BAUD) cycles later; ready_o is low for
//            ceil(10 * CLK_HZ / BAUD) cycles.
// Reset:     to an idle line.
// Model:     twin.UART.SendCycles
`default_nettype none

module uart_tx #(
    parameter CLK_HZ = 12000000,
    parameter BAUD = 115200
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       valid_i,
    output wire       ready_o,
    input  wire [7:0] data_i,
    output wire       tx_o
);

  initial begin
    if (CLK_HZ < BAUD) begin
      $display("uart_tx: CLK_HZ must be at least BAUD (instance %m)");
      $finish;
    end
  end

  wire bit_end;
  baud_tick #(
      .CLK_HZ(CLK_HZ),
      .RATE  (BAUD)
  ) u_tick (
      .clk_i    (clk_i),
      .restart_i(ready_o),
      .tick_o   (bit_end)
  );

  reg [8:0] rest_q;  // the bits behind the current bit, stop bit last
  reg [3:0] bits_q;  // bits to go, including the current bit; 0 when idle
  reg tx_q;

  assign ready_o = (bits_q == 4'd0);
  assign tx_o = tx_q;

  always @(posedge clk_i) begin
    if (ready_o) begin
      rest_q <= {1'b1, data_i};
      if (valid_i) begin
        tx_q <= 1'b0;
        bits_q <= 4'd10;
      end
    end else if (bit_end) begin
      tx_q <= rest_q[0];
      rest_q <= {1'b1, rest_q[8:1]};
      bits_q <= bits_q - 4'd1;
    end
    if (rst_i) begin
      tx_q <= 1'b1;
      bits_q <= 4'd0;
    end
  end

endmodule

`default_nettype wire
