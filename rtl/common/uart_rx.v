// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// uart_rx -- serial receiver, 8 data bits, no parity, 1 stop bit.
//
// Purpose:   Receives bytes from the line. It samples the line 16 times a bit, and the majority of
//            three samples decides, so that one disturbed sample does no harm. A low pulse shorter
//            than about half a bit is no start bit. The clock need not be a multiple of the baud
//            rate: baud_tick spreads the samples evenly.
// Interface: rx_i     the line, idle high, asynchronous to the clock
//            valid_o  for one cycle: data_o is a byte that arrived
//            error_o  for one cycle: a byte without stop bit arrived and is
//                     dropped; the next one starts after the line is high again
//            CLK_HZ must be at least 16 times BAUD.
// Latency:   valid_o rises in the cycle behind sample 152 (8 + 9*16) after the
//            first low sample: 9.5 bits after the edge, plus at most 2 cycles
//            and 2 samples.
// Reset:     to an idle line.
// Model:     twin.UART.Arrival
`default_nettype none

module uart_rx #(
    parameter CLK_HZ = 12000000,
    parameter BAUD = 115200
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       rx_i,
    output wire       valid_o,
    output wire [7:0] data_o,
    output wire       error_o
);

  initial begin
    if (CLK_HZ < 16 * BAUD) begin
      $display("uart_rx: CLK_HZ must be at least 16 times BAUD (instance %m)");
      $finish;
    end
  end

  localparam [2:0] IDLE = 3'd0;  // waits for a low level
  localparam [2:0] START = 3'd1;  // waits for the middle of the start bit
  localparam [2:0] DATA = 3'd2;  // takes eight bits, lowest first
  localparam [2:0] STOP = 3'd3;  // checks the stop bit
  localparam [2:0] BREAK = 3'd4;  // waits for a high level

  // The synchronized line, and the cycles of its samples.
  reg sync_q, line_q;
  wire sample;
  baud_tick #(
      .CLK_HZ(CLK_HZ),
      .RATE  (16 * BAUD)
  ) u_tick (
      .clk_i    (clk_i),
      .restart_i(rst_i),
      .tick_o   (sample)
  );

  // The majority of this sample and the two before it.
  reg [1:0] past_q;
  wire level = (line_q & past_q[0]) | (line_q & past_q[1]) | (past_q[0] & past_q[1]);

  reg [2:0] state_q, state_d;
  reg [3:0] wait_q, wait_d;  // samples still to skip
  reg [2:0] bit_q, bit_d;
  reg [7:0] data_q, data_d;
  reg valid_q, valid_d, error_q, error_d;

  always @* begin
    state_d = state_q;
    wait_d = wait_q - 4'd1;
    bit_d = bit_q;
    data_d = data_q;
    valid_d = 1'b0;
    error_d = 1'b0;
    case (state_q)
      IDLE:
      if (~level) begin
        state_d = START;
        wait_d = 4'd6;
      end
      START:
      if (wait_q == 4'd0) begin
        state_d = level ? IDLE : DATA;
        wait_d = 4'd15;
        bit_d = 3'd0;
      end
      DATA:
      if (wait_q == 4'd0) begin
        data_d = {level, data_q[7:1]};
        bit_d = bit_q + 3'd1;
        if (bit_q == 3'd7) state_d = STOP;
      end
      STOP:
      if (wait_q == 4'd0) begin
        state_d = level ? IDLE : BREAK;
        valid_d = level;
        error_d = ~level;
      end
      BREAK: if (level) state_d = IDLE;
      default: state_d = IDLE;
    endcase
  end

  always @(posedge clk_i) begin
    sync_q <= rx_i;
    line_q <= sync_q;
    valid_q <= sample & valid_d;
    error_q <= sample & error_d;
    if (sample) begin
      past_q <= {past_q[0], line_q};
      state_q <= state_d;
      wait_q <= wait_d;
      bit_q <= bit_d;
      data_q <= data_d;
    end
    if (rst_i) begin
      sync_q <= 1'b1;
      line_q <= 1'b1;
      past_q <= 2'b11;
      state_q <= IDLE;
      valid_q <= 1'b0;
      error_q <= 1'b0;
    end
  end

  assign valid_o = valid_q;
  assign data_o = data_q;
  assign error_o = error_q;

endmodule

`default_nettype wire
