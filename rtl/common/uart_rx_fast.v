// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// uart_rx_fast -- serial receiver for few clock cycles a bit.
//
// Purpose:   Receives like uart_rx, with 8 data bits, no parity and 1 stop bit, on lines too fast
//            for 16 samples a bit: it looks at each bit once, in the cycle nearest to the bit's
//            middle, and the clock need not be a multiple of the baud rate. Without a majority of
//            samples the line must be clean. A CRC protects the frames.
// Interface: rx_i     the line, idle high, asynchronous to the clock
//            valid_o  for one cycle: data_o is a byte that arrived
//            error_o  for one cycle: a byte without stop bit arrived and is
//                     dropped. The next one starts after the line is high again
//            CLK_HZ must be at least 4 times BAUD. At 4 times, the other side's
//            clock may be off by 2 %.
// Latency:   valid_o rises 9.5 bits after the start bit's edge, and 3 to 4 cycles.
// Reset:     to an idle line.
// Model:     twin.UART.Edge
`default_nettype none

module uart_rx_fast #(
    parameter CLK_HZ = 48000000,
    parameter BAUD = 12000000
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       rx_i,
    output wire       valid_o,
    output wire [7:0] data_o,
    output wire       error_o
);

  initial begin
    if (CLK_HZ < 4 * BAUD) begin
      $display("uart_rx_fast: CLK_HZ must be at least 4 times BAUD (instance %m)");
      $finish;
    end
  end

  localparam [31:0] BIT_STEP = BAUD;
  localparam [31:0] SECOND = CLK_HZ;
  // The receiver sees a start bit half a cycle late on average. A middle is as late, unless BAUD
  // divides CLK_HZ. The first middle therefore comes earlier by most of this delay.
  localparam [31:0] HALF = CLK_HZ / 2 + BAUD / 4 * 3;

  reg [1:0] sync_q;
  wire level = sync_q[1];

  // acc_q: the time since a middle, or since half a bit before the start; SECOND is the length of a
  // bit.
  reg [31:0] acc_q;
  wire [31:0] acc_next = acc_q + BIT_STEP;
  wire middle = acc_next >= SECOND;

  reg [3:0] bits_q;  // middles to come, including the start bit's and the stop bit's
  reg break_q;  // waits for a high level
  reg [7:0] data_q;
  reg valid_q, error_q;

  always @(posedge clk_i) begin
    sync_q <= {sync_q[0], rx_i};
    acc_q <= middle ? acc_next - SECOND : acc_next;
    valid_q <= 1'b0;
    error_q <= 1'b0;
    if (level) break_q <= 1'b0;
    if (bits_q == 4'd0) begin
      acc_q <= HALF;
      if (~level & ~break_q) bits_q <= 4'd10;
    end else if (middle) begin
      bits_q <= bits_q - 4'd1;
      data_q <= {level, data_q[7:1]};
      if (bits_q == 4'd10 & level) bits_q <= 4'd0;  // the low pulse was no start bit
      if (bits_q == 4'd1) begin
        data_q <= data_q;
        valid_q <= level;
        error_q <= ~level;
        break_q <= ~level;
      end
    end
    if (rst_i) begin
      sync_q <= 2'b11;
      bits_q <= 4'd0;
      break_q <= 1'b0;
      valid_q <= 1'b0;
      error_q <= 1'b0;
    end
  end

  assign valid_o = valid_q;
  assign data_o = data_q;
  assign error_o = error_q;

endmodule

`default_nettype wire
