// service_chip -- the playout lanes as a service, complete from pin to pin.
//
// Purpose:   What a board needs besides a clock to play games for a program on a
//            computer: service.Model tells the requests.
// Interface: uart_rx_i, uart_tx_o  the line: 8 data bits, no parity, 1 stop bit
//            led_o     active high:
//                        0  heartbeat: changes every half second
//                        1  a game is on
//                        2  a request waits
//                        3  a frame has been dropped since reset
//                        4..7  0
//            Parameters: the clock; the line's speed, at most CLK_HZ / 4 (below
//            CLK_HZ / 16 a byte has 16 samples a bit); the lanes; the queue
//            for requests.
// Latency:   as service_link, with the latencies of the receiver and uart_tx.
// Reset:     synchronous; the line is idle at once.
// Model:     service.Model behind service.Decoder
`default_nettype none
`include "job_bus.vh"

module service_chip #(
    parameter CLK_HZ = 48000000,
    parameter BAUD = 3000000,
    parameter LANES = 2,
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

  wire job_valid, job_ready, result_valid, result_pick, command_valid, command_ready;
  wire [`JOB_BITS-1:0] job;
  wire [`RESULT_BITS-1:0] result;
  wire [`PICK_BITS-1:0] pick;
  wire [`COMMAND_BITS-1:0] command;
  wire bad, queued, idle;
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
  wire unused_waits = ^waits;  // the PC waits for the results
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
