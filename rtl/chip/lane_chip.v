// lane_chip -- a playout lane by itself, between registers: for its area and its speed.
//
// Purpose:   What comes in at the serial pin goes through a shift register into all
//            inputs of the lane, and all its outputs, through registers, out again: it
//            does nothing sensible, but nothing of the lane can be left out.
// Interface: a chip module's ports, CLK_HZ among its parameters though it is of no use
//            here. RAM_REG as in playout_lane.
// Latency:   none that matters.
// Reset:     the lane's.
`default_nettype none
`include "constants.vh"

module lane_chip #(
    // Every chip has it; the lane does not care.
    // verilator lint_off UNUSEDPARAM
    parameter CLK_HZ  = 12_000_000,
    // verilator lint_on UNUSEDPARAM
    parameter RAM_REG = 0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       uart_rx_i,
    output wire       uart_tx_o,
    output wire [7:0] led_o
);

  // One bit may go to several inputs that are not looked at together.
  localparam IN = 32 + `INDEX_BITS + 10;
  reg [IN-1:0] in_q;
  wire [31:0] word = in_q[31:0];
  wire [`INDEX_BITS-1:0] half = in_q[32+:`INDEX_BITS];
  wire [9:0] flag = in_q[IN-1-:10];

  localparam OUT = 5 + `INDEX_BITS + 9 + 1 + `MOVE_BITS + `PATTERN_BITS + 16 + 10;
  wire [OUT-1:0] out;
  reg [OUT-1:0] out_q;
  reg tx_q;
  assign uart_tx_o = tx_q;
  assign led_o = {7'd0, tx_q};
  always @(posedge clk_i) begin
    in_q <= {in_q[IN-2:0], uart_rx_i};
    out_q <= out;
    tx_q <= ^out_q;
  end

  // The traces are for simulation: nothing of a chip looks at them.
  // verilator lint_off PINCONNECTEMPTY
  playout_lane #(
      .RAM_REG(RAM_REG)
  ) u_lane (
      .clk_i               (clk_i),
      .rst_i               (rst_i),
      .job_wait_i          (flag[0]),
      .job_valid_i         (flag[1]),
      .job_ready_o         (out[0]),
      .job_root_i      (flag[6]),
      .job_seed_i          (word),
      .job_largest_i       (flag[7]),
      .job_pick_i          (flag[8]),
      .job_first_valid_i   (flag[9]),
      .job_first_i         (half),
      .result_valid_o      (out[1]),
      .result_ready_i      (flag[2]),
      .result_pick_o       (out[2]),
      .result_first_o      (out[OUT-1-:`INDEX_BITS]),
      .result_margin_o      (out[13:5]),
      .result_none_o       (out[14]),
      .result_moves_o      (out[41+:`MOVE_BITS]),
      .result_pattern_o    (out[41+`MOVE_BITS+:`PATTERN_BITS]),
      .result_name_o       (out[30:15]),
      .result_flip_rows_o  (out[31]),
      .result_flip_cols_o  (out[32]),
      .result_row_o        (out[36:33]),
      .result_col_o        (out[40:37]),
      .load_valid_i        (flag[3]),
      .load_ready_o        (out[3]),
      .load_root_i     (flag[6]),
      .load_player_i       (flag[7]),
      .load_row_i          (half[3:0]),
      .load_allowed_i      (word[15:0]),
      .load_corners_i      (word[31:16]),
      .turn_we_i           (flag[4]),
      .turn_root_i     (flag[6]),
      .turn_player_i       (flag[7]),
      .turn_over_i         (flag[8]),
      .apply_valid_i       (flag[5]),
      .apply_ready_o       (out[4]),
      .apply_root_i    (flag[6]),
      .apply_first_i       (flag[7]),
      .apply_pattern_i     (half[`PATTERN_BITS-1:0]),
      .apply_flip_rows_i   (flag[8]),
      .apply_flip_cols_i   (flag[9]),
      .apply_row_i         (word[3:0]),
      .apply_col_i         (word[7:4]),
      .idle_o              (),
      .trace_take_o        (),
      .trace_take_game_o   (),
      .trace_fits_valid_o  (),
      .trace_fits_game_o   (),
      .trace_fits_row_o    (),
      .trace_fits_col_o    (),
      .trace_fits_flip_o   (),
      .trace_fits_o        (),
      .trace_chosen_o      (),
      .trace_chosen_game_o (),
      .trace_chosen_none_o (),
      .trace_chosen_moves_o(),
      .trace_chosen_k_o    (),
      .trace_move_o        (),
      .trace_move_none_o   (),
      .trace_move_game_o   (),
      .trace_move_pattern_o(),
      .trace_move_flip_o   (),
      .trace_move_row_o    (),
      .trace_move_col_o    ()
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule

`default_nettype wire
