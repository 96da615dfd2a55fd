// playout_lanes -- several playout lanes behind one queue.
//
// Purpose:   Gives jobs to the lanes and collects their results. The lanes take
//            turns, one each cycle: in its turn a lane may hand over a result and
//            take the next job, so that nothing is ever arbitrated. While jobs
//            wait, idle games wait for their lane's turn.
//
//            Templates are the same in all lanes. Their rows are written to each
//            lane as soon as it has a cycle to spare.
// Interface: job_*        as in playout_lane; only lane 0 works at jobs with pick,
//                         one at a time
//            result_*     valid for one cycle each, without back pressure
//            load_*       write a row of a template; the map of the rows that hold
//                         corners, in row 14, is made here, from rows 0..13
//                         written before
//            turn_*, apply_*  as in playout_lane; apply_ready_o: all lanes are
//                         at rest
//            idle_o       no game is on in any lane, no job waits, no row is on
//                         its way
// Latency:   a result is out 1 cycle after the lane's turn.
// Reset:     as the lanes.
// Model:     golden.Lanes
`default_nettype none
`include "constants.vh"

module playout_lanes #(
    parameter LANES   = 2,
    parameter RAM_REG = 0
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     job_valid_i,
    output wire                     job_ready_o,
    input  wire                     job_template_i,
    input  wire [             31:0] job_seed_i,
    input  wire                     job_largest_i,
    input  wire                     job_pick_i,
    input  wire                     job_first_valid_i,
    input  wire [  `INDEX_BITS-1:0] job_first_i,
    output wire                     result_valid_o,
    output wire                     result_pick_o,
    output wire [  `INDEX_BITS-1:0] result_first_o,
    output wire [   `LEAD_BITS-1:0] result_score_o,
    output wire                     result_none_o,
    output wire [   `MOVE_BITS-1:0] result_moves_o,
    output wire [`PATTERN_BITS-1:0] result_pattern_o,
    output wire [             15:0] result_name_o,
    output wire                     result_flip_rows_o,
    output wire                     result_flip_cols_o,
    output wire [              3:0] result_row_o,
    output wire [              3:0] result_col_o,
    input  wire                     load_valid_i,
    output wire                     load_ready_o,
    input  wire                     load_template_i,
    input  wire                     load_player_i,
    input  wire [              3:0] load_row_i,
    input  wire [             15:0] load_allowed_i,
    input  wire [             15:0] load_corners_i,
    input  wire                     turn_we_i,
    input  wire                     turn_template_i,
    input  wire                     turn_player_i,
    input  wire                     turn_over_i,
    input  wire                     apply_valid_i,
    output wire                     apply_ready_o,
    input  wire                     apply_template_i,
    input  wire                     apply_first_i,
    input  wire [`PATTERN_BITS-1:0] apply_pattern_i,
    input  wire                     apply_flip_rows_i,
    input  wire                     apply_flip_cols_i,
    input  wire [              3:0] apply_row_i,
    input  wire [              3:0] apply_col_i,
    output wire                     idle_o
);

  localparam R = `LEAD_BITS + `INDEX_BITS;

  // Whose turn it is: a ring with a single one.
  reg [LANES-1:0] turn_q;

  // The job that waits.
  reg job_valid_q, job_template_q, job_largest_q, job_pick_q, job_first_valid_q;
  reg [31:0] job_seed_q;
  reg [`INDEX_BITS-1:0] job_first_q;
  wire [LANES-1:0] job_ready;
  wire [LANES-1:0] may_take = job_pick_q ? {{(LANES - 1) {1'b0}}, turn_q[0]} : turn_q;
  wire taken = job_valid_q & |(job_ready & may_take);
  assign job_ready_o = ~job_valid_q | taken;

  // The row that is being written, and the lanes that do not have it yet.
  reg [LANES-1:0] load_pending_q;
  reg load_template_q, load_player_q;
  reg [3:0] load_row_q;
  reg [15:0] load_allowed_q, load_corners_q;
  reg [`BOARD_SIZE-1:0] map_q;
  wire [LANES-1:0] load_ready;
  assign load_ready_o = load_pending_q == {LANES{1'b0}};
  wire load_in = load_valid_i & load_ready_o;

  reg turn_we_q, turn_template_q, turn_player_q, turn_over_q;

  wire [LANES-1:0] apply_ready, lane_idle, result_valid;
  wire apply = apply_valid_i & apply_ready_o;
  reg at_rest_q;
  assign apply_ready_o = at_rest_q & apply_ready == {LANES{1'b1}};

  always @(posedge clk_i) begin
    turn_q <= (turn_q << 1) | (turn_q >> (LANES - 1));
    if (job_ready_o) begin
      job_valid_q <= job_valid_i;
      job_template_q <= job_template_i;
      job_seed_q <= job_seed_i;
      job_largest_q <= job_largest_i;
      job_pick_q <= job_pick_i;
      job_first_valid_q <= job_first_valid_i;
      job_first_q <= job_first_i;
    end
    load_pending_q <= load_pending_q & ~load_ready;
    if (load_in) begin
      load_pending_q <= {LANES{1'b1}};
      load_template_q <= load_template_i;
      load_player_q <= load_player_i;
      load_row_q <= load_row_i;
      load_allowed_q <= load_allowed_i;
      load_corners_q <= load_row_i == `BOARD_SIZE ? {2'b00, map_q} : load_corners_i;
      if (load_row_i < `BOARD_SIZE) map_q[load_row_i] <= |(load_corners_i & load_allowed_i);
    end
    turn_we_q <= turn_we_i;
    turn_template_q <= turn_template_i;
    turn_player_q <= turn_player_i;
    turn_over_q <= turn_over_i;
    at_rest_q <= idle_o & ~apply;
    if (rst_i) begin
      turn_q <= {{(LANES - 1) {1'b0}}, 1'b1};
      job_valid_q <= 1'b0;
      load_pending_q <= {LANES{1'b0}};
      turn_we_q <= 1'b0;
      at_rest_q <= 1'b0;
    end
  end

  assign idle_o = &lane_idle & ~job_valid_q & load_ready_o;

  // What the lane whose turn it is hands over.
  wire [R*LANES-1:0] handed;
  reg [R-1:0] result;
  integer k;
  always @* begin
    result = {R{1'b0}};
    for (k = 0; k < LANES; k = k + 1) result = result | handed[R*k+:R];
  end
  reg result_valid_q;
  reg [R-1:0] result_q;

  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_lane
      // A reset of its own keeps the fan-out of the common one small.
      (* keep *)
      reg rst_q;
      always @(posedge clk_i) rst_q <= rst_i;
      wire pick, none, flip_rows, flip_cols;
      wire [`MOVE_BITS-1:0] moves;
      wire [`PATTERN_BITS-1:0] pattern;
      wire [15:0] name;
      wire [3:0] row, col;
      wire [`INDEX_BITS-1:0] first;
      wire [`LEAD_BITS-1:0] score;
      /* verilator lint_off PINCONNECTEMPTY */
      // The trace is for cosimulation of a lane by itself.
      playout_lane #(
          .RAM_REG(RAM_REG)
      ) u_lane (
          .clk_i               (clk_i),
          .rst_i               (rst_q),
          .job_wait_i          (job_valid_q),
          .job_valid_i         (job_valid_q & may_take[lane]),
          .job_ready_o         (job_ready[lane]),
          .job_template_i      (job_template_q),
          .job_seed_i          (job_seed_q),
          .job_largest_i       (job_largest_q),
          .job_pick_i          (job_pick_q),
          .job_first_valid_i   (job_first_valid_q),
          .job_first_i         (job_first_q),
          .result_valid_o      (result_valid[lane]),
          .result_ready_i      (turn_q[lane]),
          .result_pick_o       (pick),
          .result_first_o      (first),
          .result_score_o      (score),
          .result_none_o       (none),
          .result_moves_o      (moves),
          .result_pattern_o    (pattern),
          .result_name_o       (name),
          .result_flip_rows_o  (flip_rows),
          .result_flip_cols_o  (flip_cols),
          .result_row_o        (row),
          .result_col_o        (col),
          .load_valid_i        (load_pending_q[lane]),
          .load_ready_o        (load_ready[lane]),
          .load_template_i     (load_template_q),
          .load_player_i       (load_player_q),
          .load_row_i          (load_row_q),
          .load_allowed_i      (load_allowed_q),
          .load_corners_i      (load_corners_q),
          .turn_we_i           (turn_we_q),
          .turn_template_i     (turn_template_q),
          .turn_player_i       (turn_player_q),
          .turn_over_i         (turn_over_q),
          .apply_valid_i       (apply),
          .apply_ready_o       (apply_ready[lane]),
          .apply_template_i    (apply_template_i),
          .apply_first_i       (apply_first_i),
          .apply_pattern_i     (apply_pattern_i),
          .apply_flip_rows_i   (apply_flip_rows_i),
          .apply_flip_cols_i   (apply_flip_cols_i),
          .apply_row_i         (apply_row_i),
          .apply_col_i         (apply_col_i),
          .idle_o              (lane_idle[lane]),
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
      /* verilator lint_on PINCONNECTEMPTY */
      assign handed[R*lane+:R] = {R{turn_q[lane]}} & {first, score};
      if (lane == 0) begin : gen_pick
        // Picks come from lane 0, registered like the scores.
        reg pick_q, none_q, flip_rows_q, flip_cols_q;
        reg [`MOVE_BITS-1:0] moves_q;
        reg [`PATTERN_BITS-1:0] pattern_q;
        reg [15:0] name_q;
        reg [3:0] row_q, col_q;
        always @(posedge clk_i) begin
          pick_q <= pick & turn_q[0];
          none_q <= none;
          flip_rows_q <= flip_rows;
          flip_cols_q <= flip_cols;
          moves_q <= moves;
          pattern_q <= pattern;
          name_q <= name;
          row_q <= row;
          col_q <= col;
        end
        assign result_pick_o = pick_q;
        assign result_none_o = none_q;
        assign result_moves_o = moves_q;
        assign result_pattern_o = pattern_q;
        assign result_name_o = name_q;
        assign result_flip_rows_o = flip_rows_q;
        assign result_flip_cols_o = flip_cols_q;
        assign result_row_o = row_q;
        assign result_col_o = col_q;
      end else begin : gen_no_pick
        wire unused = ^{pick, none, flip_rows, flip_cols, moves, pattern, name, row, col};
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    result_valid_q <= |(result_valid & turn_q);
    result_q <= result;
    if (rst_i) result_valid_q <= 1'b0;
  end
  assign result_valid_o = result_valid_q;
  assign {result_first_o, result_score_o} = result_q;

endmodule

`default_nettype wire
