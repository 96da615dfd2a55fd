// playout_lanes -- stand-in: a single lane, until the module is there.
`default_nettype none
`include "constants.vh"
// verilator lint_off DECLFILENAME
module playout_lanes #(
    parameter LANES = 1
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire  job_valid_i,
    output wire  job_ready_o,
    input  wire  job_template_i,
    input  wire [             31:0] job_seed_i,
    input  wire  job_largest_i,
    input  wire  job_pick_i,
    input  wire  job_first_valid_i,
    input  wire [  `INDEX_BITS-1:0] job_first_i,
    output wire  result_valid_o,
    output wire  result_pick_o,
    output wire [  `INDEX_BITS-1:0] result_first_o,
    output wire [              8:0] result_score_o,
    output wire  result_none_o,
    output wire [   `MOVE_BITS-1:0] result_moves_o,
    output wire [`PATTERN_BITS-1:0] result_pattern_o,
    output wire  result_flip_rows_o,
    output wire  result_flip_cols_o,
    output wire [              3:0] result_row_o,
    output wire [              3:0] result_col_o,
    input  wire  load_valid_i,
    output wire  load_ready_o,
    input  wire  load_template_i,
    input  wire  load_player_i,
    input  wire [              3:0] load_row_i,
    input  wire [             15:0] load_allowed_i,
    input  wire [             15:0] load_corners_i,
    input  wire  turn_we_i,
    input  wire  turn_template_i,
    input  wire  turn_player_i,
    input  wire  turn_over_i,
    output wire idle_o
);
  wire  u_apply_ready_o;
  wire  u_trace_take_o;
  wire [              2:0] u_trace_take_game_o;
  wire  u_trace_fits_valid_o;
  wire [              2:0] u_trace_fits_game_o;
  wire [              3:0] u_trace_fits_row_o;
  wire [              3:0] u_trace_fits_col_o;
  wire [              1:0] u_trace_fits_flip_o;
  wire [`NUM_PATTERNS-1:0] u_trace_fits_o;
  wire  u_trace_chosen_o;
  wire [              2:0] u_trace_chosen_game_o;
  wire  u_trace_chosen_none_o;
  wire [   `MOVE_BITS-1:0] u_trace_chosen_moves_o;
  wire [`PATTERN_BITS-1:0] u_trace_chosen_k_o;
  wire  u_trace_move_o;
  wire  u_trace_move_none_o;
  wire [              2:0] u_trace_move_game_o;
  wire [`PATTERN_BITS-1:0] u_trace_move_pattern_o;
  wire [              1:0] u_trace_move_flip_o;
  wire [              3:0] u_trace_move_row_o;
  wire [              3:0] u_trace_move_col_o;
  wire unused = ^{u_apply_ready_o, u_trace_take_o, u_trace_take_game_o, u_trace_fits_valid_o, u_trace_fits_game_o, u_trace_fits_row_o, u_trace_fits_col_o, u_trace_fits_flip_o, u_trace_fits_o, u_trace_chosen_o, u_trace_chosen_game_o, u_trace_chosen_none_o, u_trace_chosen_moves_o, u_trace_chosen_k_o, u_trace_move_o, u_trace_move_none_o, u_trace_move_game_o, u_trace_move_pattern_o, u_trace_move_flip_o, u_trace_move_row_o, u_trace_move_col_o};
  wire [31:0] unused_lanes = LANES;
  wire unused2 = ^unused_lanes;
  playout_lane u_lane (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .job_wait_i(1'b0),
      .job_valid_i(job_valid_i),
      .job_ready_o(job_ready_o),
      .job_template_i(job_template_i),
      .job_seed_i(job_seed_i),
      .job_largest_i(job_largest_i),
      .job_pick_i(job_pick_i),
      .job_first_valid_i(job_first_valid_i),
      .job_first_i(job_first_i),
      .result_valid_o(result_valid_o),
      .result_ready_i(1'b1),
      .result_pick_o(result_pick_o),
      .result_first_o(result_first_o),
      .result_score_o(result_score_o),
      .result_none_o(result_none_o),
      .result_moves_o(result_moves_o),
      .result_pattern_o(result_pattern_o),
      .result_flip_rows_o(result_flip_rows_o),
      .result_flip_cols_o(result_flip_cols_o),
      .result_row_o(result_row_o),
      .result_col_o(result_col_o),
      .load_valid_i(load_valid_i),
      .load_ready_o(load_ready_o),
      .load_template_i(load_template_i),
      .load_player_i(load_player_i),
      .load_row_i(load_row_i),
      .load_allowed_i(load_allowed_i),
      .load_corners_i(load_corners_i),
      .turn_we_i(turn_we_i),
      .turn_template_i(turn_template_i),
      .turn_player_i(turn_player_i),
      .turn_over_i(turn_over_i),
      .apply_valid_i(1'b0),
      .apply_ready_o(u_apply_ready_o),
      .apply_template_i(1'b0),
      .apply_first_i(1'b0),
      .apply_pattern_i({(`PATTERN_BITS-1+1){1'b0}}),
      .apply_row_i({(3+1){1'b0}}),
      .apply_col_i({(3+1){1'b0}}),
      .idle_o(idle_o),
      .trace_take_o(u_trace_take_o),
      .trace_take_game_o(u_trace_take_game_o),
      .trace_fits_valid_o(u_trace_fits_valid_o),
      .trace_fits_game_o(u_trace_fits_game_o),
      .trace_fits_row_o(u_trace_fits_row_o),
      .trace_fits_col_o(u_trace_fits_col_o),
      .trace_fits_flip_o(u_trace_fits_flip_o),
      .trace_fits_o(u_trace_fits_o),
      .trace_chosen_o(u_trace_chosen_o),
      .trace_chosen_game_o(u_trace_chosen_game_o),
      .trace_chosen_none_o(u_trace_chosen_none_o),
      .trace_chosen_moves_o(u_trace_chosen_moves_o),
      .trace_chosen_k_o(u_trace_chosen_k_o),
      .trace_move_o(u_trace_move_o),
      .trace_move_none_o(u_trace_move_none_o),
      .trace_move_game_o(u_trace_move_game_o),
      .trace_move_pattern_o(u_trace_move_pattern_o),
      .trace_move_flip_o(u_trace_move_flip_o),
      .trace_move_row_o(u_trace_move_row_o),
      .trace_move_col_o(u_trace_move_col_o)
  );
endmodule
`default_nettype wire
