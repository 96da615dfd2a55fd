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
`include "constants.vh"

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

  wire job_valid, job_ready, job_root, job_largest, job_pick, job_first_valid, result_valid, result_pick, result_none, result_flip_rows, result_flip_cols, load_valid, load_ready, load_root, load_player, turn_we, turn_root, turn_player, turn_over;
  wire [31:0] job_seed;
  wire [`INDEX_BITS-1:0] job_first, result_first;
  wire [8:0] result_margin;
  wire [`MOVE_BITS-1:0] result_moves;
  wire [`PATTERN_BITS-1:0] result_pattern;
  wire [15:0] result_name;
  wire unused_name = ^result_name;
  wire [3:0] result_row, result_col, load_row;
  wire [15:0] load_allowed, load_corners;
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
      .job_root_o    (job_root),
      .job_seed_o        (job_seed),
      .job_largest_o     (job_largest),
      .job_pick_o        (job_pick),
      .job_first_valid_o (job_first_valid),
      .job_first_o       (job_first),
      .result_valid_i    (result_valid),
      .result_pick_i     (result_pick),
      .result_first_i    (result_first),
      .result_margin_i    (result_margin),
      .result_none_i     (result_none),
      .result_moves_i    (result_moves),
      .result_pattern_i  (result_pattern),
      .result_flip_rows_i(result_flip_rows),
      .result_flip_cols_i(result_flip_cols),
      .result_row_i      (result_row),
      .result_col_i      (result_col),
      .load_valid_o      (load_valid),
      .load_ready_i      (load_ready),
      .load_root_o   (load_root),
      .load_player_o     (load_player),
      .load_row_o        (load_row),
      .load_allowed_o    (load_allowed),
      .load_corners_o    (load_corners),
      .turn_we_o         (turn_we),
      .turn_root_o   (turn_root),
      .turn_player_o     (turn_player),
      .turn_over_o       (turn_over)
  );

  playout_lanes #(
      .LANES  (LANES),
      .RAM_REG(RAM_REG)
  ) u_lanes (
      .clk_i             (clk_i),
      .rst_i             (rst_i),
      .job_valid_i       (job_valid),
      .job_ready_o       (job_ready),
      .job_root_i    (job_root),
      .job_seed_i        (job_seed),
      .job_largest_i     (job_largest),
      .job_pick_i        (job_pick),
      .job_first_valid_i (job_first_valid),
      .job_first_i       (job_first),
      .result_valid_o    (result_valid),
      .result_pick_o     (result_pick),
      .result_first_o    (result_first),
      .result_margin_o    (result_margin),
      .result_none_o     (result_none),
      .result_moves_o    (result_moves),
      .result_pattern_o  (result_pattern),
      .result_name_o     (result_name),
      .result_flip_rows_o(result_flip_rows),
      .result_flip_cols_o(result_flip_cols),
      .result_row_o      (result_row),
      .result_col_o      (result_col),
      .load_valid_i      (load_valid),
      .load_root_i   (load_root),
      .load_player_i     (load_player),
      .load_row_i        (load_row),
      .load_allowed_i    (load_allowed),
      .load_corners_i    (load_corners),
      .turn_we_i         (turn_we),
      .turn_root_i   (turn_root),
      .turn_player_i     (turn_player),
      .turn_over_i       (turn_over),
      .apply_valid_i     (1'b0),
      .command_ready_o   (load_ready),
      .apply_root_i  (1'b0),
      .apply_first_i     (1'b0),
      .apply_pattern_i   ({`PATTERN_BITS{1'b0}}),
      .apply_flip_rows_i (1'b0),
      .apply_flip_cols_i (1'b0),
      .apply_row_i       (4'd0),
      .apply_col_i       (4'd0),
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
