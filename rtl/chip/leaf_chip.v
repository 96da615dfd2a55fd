// leaf_chip -- the leaf engine of a tree search, complete from pin to pin.
//
// Purpose:   What a board needs besides a clock to value leaves for a program on a
//            computer: service.LeafModel tells the requests.
// Interface: uart_rx_i, uart_tx_o  the line: 8 data bits, no parity, 1 stop bit
//            led_o     active high:
//                        0  heartbeat: changes every half second
//                        1  a leaf is under way
//                        2  a request waits
//                        3  a frame has been dropped since reset
//                        4..7  0
//            Parameters: the clock; the line's speed, at most CLK_HZ / 4 (below
//            CLK_HZ / 16 a byte has 16 samples a bit); the lanes; the children of a leaf;
//            the queue for requests.
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
    parameter RAM_REG = 0,  // of the lanes
    parameter QUEUE_BITS = 11
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       uart_rx_i,
    output wire       uart_tx_o,
    output wire [7:0] led_o
);

  wire rx_valid, rx_error;
  wire [7:0] rx_data;
  generate
    if (CLK_HZ < 16 * BAUD) begin : gen_fast
      uart_rx_fast #(
          .CLK_HZ(CLK_HZ),
          .BAUD  (BAUD)
      ) u_uart_rx (
          .clk_i  (clk_i),
          .rst_i  (rst_i),
          .rx_i   (uart_rx_i),
          .valid_o(rx_valid),
          .data_o (rx_data),
          .error_o(rx_error)
      );
    end else begin : gen_slow
      uart_rx #(
          .CLK_HZ(CLK_HZ),
          .BAUD  (BAUD)
      ) u_uart_rx (
          .clk_i  (clk_i),
          .rst_i  (rst_i),
          .rx_i   (uart_rx_i),
          .valid_o(rx_valid),
          .data_o (rx_data),
          .error_o(rx_error)
      );
    end
  endgenerate

  wire tx_valid, tx_ready;
  wire [7:0] tx_data;
  uart_tx #(
      .CLK_HZ(CLK_HZ),
      .BAUD  (BAUD)
  ) u_uart_tx (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .valid_i(tx_valid),
      .ready_o(tx_ready),
      .data_i (tx_data),
      .tx_o   (uart_tx_o)
  );

  wire bad, queued, idle;
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

  // The lamps.
  wire heart;
  heartbeat #(
      .CLK_HZ(CLK_HZ)
  ) u_heartbeat (
      .clk_i (clk_i),
      .rst_i (rst_i),
      .beat_o(heart)
  );
  reg dropped_q;
  always @(posedge clk_i) dropped_q <= (dropped_q | bad) & ~rst_i;
  assign led_o = {4'd0, dropped_q, queued, ~idle, heart};

endmodule

`default_nettype wire
