// playout_lanes -- a chain of playout lanes.
//
// Purpose:   Gives jobs to the lanes and collects their results. Every lane has a
//            station, which talks to its lane and to the stations beside it and
//            to nothing else, so that no wire is longer than the way to the next
//            lane, however many there are:
//
//              jobs      -> station 0 -> station 1 -> ...   a lane takes what is
//                                                           in its station
//              results   <-           <-           <- ...
//              commands  ->           ->           -> ...   every lane does them
//
//            A job goes on while its lane has no use for it and the next station
//            is empty. Nothing is arbitrated: a lane hands over a result when
//            none comes from the stations behind it.
//
//            Templates are the same in all lanes. What is done to them are
//            commands: to write a row, to set whose turn it is, to make a move. A
//            lane does a command as soon as it has a cycle to spare.
// Interface: job_*        as in playout_lane; only lane 0 works at jobs with pick,
//                         one at a time. Jobs wait until all commands are done
//            result_*     valid for one cycle each, without back pressure
//            load_*       write a row of a template; the map of the rows that hold
//                         corners, in row 14, is made here, from rows 0..13
//                         written before
//            turn_*       as in playout_lane, and taken with load_ready_o; not in a
//                         cycle with load_valid_i
//            apply_*      as in playout_lane; apply_ready_o: idle
//            idle_o       all jobs have had their results, all commands are done
// Latency:   a job, and a result, take 1 cycle a station; a command 2.
// Reset:     as the lanes; nothing is taken in the first cycle after it.
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

  localparam J = 32 + `INDEX_BITS + 3;  // a job
  localparam R = `LEAD_BITS + `INDEX_BITS;  // a result
  localparam C = 2 + 2 + 4 + 32;  // a command
  localparam [1:0] LOAD = 2'd0, TURN = 2'd1, APPLY = 2'd2;

  // Reset comes out of a register, here and at each lane, since it goes far.
  (* keep *)
  reg rst_q;
  always @(posedge clk_i) rst_q <= rst_i;

  // ---- between the stations: index k is in front of station k ------------------

  wire [LANES:0] job_go, job_free;
  wire [J*(LANES+1)-1:0] job;
  wire [LANES:0] command_go, command_free;
  wire [C*(LANES+1)-1:0] command;
  wire [LANES:0] result_valid;
  wire [R*(LANES+1)-1:0] result;

  // ---- jobs and results -----------------------------------------------------------

  // Jobs without result.
  localparam W = $clog2(LANES * (`LANE_GAMES + 2) + 1);
  localparam [W-1:0] ONE_JOB = 1;
  reg [W-1:0] jobs_q;
  // Commands that not all lanes have done; the last lane's word is 2 cycles under way.
  localparam V = $clog2(LANES + 4);
  localparam [V-1:0] ONE_COMMAND = 1;
  reg [V-1:0] commands_q;
  wire rest = commands_q == {V{1'b0}};
  assign job_ready_o = job_free[0] & rest & ~rst_q;
  assign job_go[0] = job_valid_i & job_ready_o;
  assign job[0+:J] = {job_template_i, job_largest_i, job_first_valid_i, job_first_i, job_seed_i};
  assign job_free[LANES] = 1'b0;
  assign result_valid[LANES] = 1'b0;
  assign result[R*LANES+:R] = {R{1'b0}};
  assign result_valid_o = result_valid[0];
  assign {result_first_o, result_score_o} = result[0+:R];
  assign idle_o = jobs_q == {W{1'b0}} & rest;

  // ---- commands ---------------------------------------------------------------------

  reg [1:0] done_q;
  wire apply = apply_valid_i & apply_ready_o;
  reg [`BOARD_SIZE-1:0] map_q;
  wire [15:0] load_corners = load_row_i == `BOARD_SIZE ? {2'b00, map_q} : load_corners_i;
  assign load_ready_o = command_free[0] & ~rst_q;
  assign apply_ready_o = idle_o & load_ready_o;
  assign command_go[0] = ((load_valid_i | turn_we_i) & load_ready_o) | apply;
  assign command[0+:C] =
      apply ? {APPLY, apply_template_i, apply_first_i, apply_row_i,
               {3'd0, apply_flip_rows_i, apply_flip_cols_i, apply_pattern_i, apply_col_i}, load_corners_i}
    : {turn_we_i ? TURN : LOAD, turn_we_i ? turn_template_i : load_template_i, turn_we_i ? turn_player_i : load_player_i,
       load_row_i, load_allowed_i, load_corners[15:1], turn_we_i ? turn_over_i : load_corners[0]};
  assign command_free[LANES] = 1'b1;
  wire unused_end = ^{job_go[LANES], job[J*LANES+:J], command[C*LANES+:C]};

  always @(posedge clk_i) begin
    if (job_go[0] != result_valid_o) jobs_q <= result_valid_o ? jobs_q - ONE_JOB : jobs_q + ONE_JOB;
    done_q <= {done_q[0], command_go[LANES]};
    if (command_go[0] != done_q[1]) commands_q <= done_q[1] ? commands_q - ONE_COMMAND : commands_q + ONE_COMMAND;
    if (load_valid_i & load_ready_o & load_row_i < `BOARD_SIZE) map_q[load_row_i] <= |(load_corners_i & load_allowed_i);
    if (rst_q) begin
      jobs_q <= {W{1'b0}};
      commands_q <= {V{1'b0}};
      done_q <= 2'b00;
    end
  end

  // ---- the stations ---------------------------------------------------------------------

  genvar k;
  generate
    for (k = 0; k < LANES; k = k + 1) begin : gen_lane
      (* keep *)
      reg rst_lane_q;
      always @(posedge clk_i) rst_lane_q <= rst_i;

      // The job that waits here, for this lane or for room in the next station.
      reg job_valid_q;
      reg [J-1:0] job_q;
      wire job_pick, job_ready;
      wire job_on = job_valid_q & ~job_ready & ~job_pick & job_free[k+1];
      assign job_free[k] = ~job_valid_q;
      assign job_go[k+1] = job_on;
      assign job[J*(k+1)+:J] = job_q;

      // The command that waits here, and whether this lane has begun with it.
      reg command_valid_q, begun_q;
      reg [C-1:0] command_q;
      wire [1:0] kind = command_q[C-1-:2];
      wire lane_load_ready, lane_apply_ready;
      wire begins = command_valid_q & ~begun_q;
      wire lane_load = begins & kind == LOAD;
      wire lane_turn = begins & kind == TURN;
      wire lane_apply = begins & kind == APPLY & lane_apply_ready;
      // A move that has been made leaves the lane as ready for one as before.
      wire command_on = begun_q & command_free[k+1] & (kind != APPLY | lane_apply_ready);
      assign command_free[k] = ~command_valid_q;
      assign command_go[k+1] = command_on;
      assign command[C*(k+1)+:C] = command_q;

      // What goes on its way to station 0: first what comes from behind.
      wire lane_result_valid;
      wire [R-1:0] lane_result;
      reg result_valid_q;
      reg [R-1:0] result_q;
      assign result_valid[k] = result_valid_q;
      assign result[R*k+:R] = result_q;

      always @(posedge clk_i) begin
        if (~job_valid_q) begin
          job_valid_q <= job_go[k];
          job_q <= job[J*k+:J];
        end else if (job_ready | job_on) job_valid_q <= 1'b0;
        if (~command_valid_q) begin
          command_valid_q <= command_go[k];
          command_q <= command[C*k+:C];
        end else if (command_on) command_valid_q <= 1'b0;
        begun_q <= command_valid_q & ~command_on
            & (begun_q | kind == TURN | (kind == LOAD ? lane_load_ready : lane_apply_ready));
        result_valid_q <= result_valid[k+1] | lane_result_valid;
        result_q <= result_valid[k+1] ? result[R*(k+1)+:R] : lane_result;
        if (rst_lane_q) begin
          job_valid_q <= 1'b0;
          command_valid_q <= 1'b0;
          begun_q <= 1'b0;
          result_valid_q <= 1'b0;
        end
      end

      wire pick, none, flip_rows, flip_cols;
      wire [`MOVE_BITS-1:0] moves;
      wire [`PATTERN_BITS-1:0] pattern;
      wire [15:0] name;
      wire [3:0] row, col;
      wire lane_idle;
      wire unused_idle = lane_idle;
      /* verilator lint_off PINCONNECTEMPTY */
      // The trace is for cosimulation of a lane by itself.
      playout_lane #(
          .RAM_REG(RAM_REG)
      ) u_lane (
          .clk_i               (clk_i),
          .rst_i               (rst_lane_q),
          .job_wait_i          (job_valid_q),
          .job_valid_i         (job_valid_q),
          .job_ready_o         (job_ready),
          .job_template_i      (job_q[J-1]),
          .job_seed_i          (job_q[31:0]),
          .job_largest_i       (job_q[J-2]),
          .job_pick_i          (job_pick),
          .job_first_valid_i   (job_q[J-3]),
          .job_first_i         (job_q[32+:`INDEX_BITS]),
          .result_valid_o      (lane_result_valid),
          .result_ready_i      (~result_valid[k+1]),
          .result_pick_o       (pick),
          .result_first_o      (lane_result[R-1-:`INDEX_BITS]),
          .result_score_o      (lane_result[`LEAD_BITS-1:0]),
          .result_none_o       (none),
          .result_moves_o      (moves),
          .result_pattern_o    (pattern),
          .result_name_o       (name),
          .result_flip_rows_o  (flip_rows),
          .result_flip_cols_o  (flip_cols),
          .result_row_o        (row),
          .result_col_o        (col),
          .load_valid_i        (lane_load),
          .load_ready_o        (lane_load_ready),
          .load_template_i     (command_q[C-3]),
          .load_player_i       (command_q[C-4]),
          .load_row_i          (command_q[35:32]),
          .load_allowed_i      (command_q[31:16]),
          .load_corners_i      (command_q[15:0]),
          .turn_we_i           (lane_turn),
          .turn_template_i     (command_q[C-3]),
          .turn_player_i       (command_q[C-4]),
          .turn_over_i         (command_q[0]),
          .apply_valid_i       (lane_apply),
          .apply_ready_o       (lane_apply_ready),
          .apply_template_i    (command_q[C-3]),
          .apply_first_i       (command_q[C-4]),
          .apply_pattern_i     (command_q[20+:`PATTERN_BITS]),
          .apply_flip_rows_i   (command_q[28]),
          .apply_flip_cols_i   (command_q[27]),
          .apply_row_i         (command_q[35:32]),
          .apply_col_i         (command_q[19:16]),
          .idle_o              (lane_idle),
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

      if (k == 0) begin : gen_pick
        // Picks come from lane 0, registered like the scores, and none comes
        // from behind.
        reg job_pick_q, pick_q, none_q, flip_rows_q, flip_cols_q;
        reg [`MOVE_BITS-1:0] moves_q;
        reg [`PATTERN_BITS-1:0] pattern_q;
        reg [15:0] name_q;
        reg [3:0] row_q, col_q;
        always @(posedge clk_i) begin
          if (~job_valid_q) job_pick_q <= job_pick_i;
          pick_q <= pick & ~result_valid[1];
          none_q <= none;
          flip_rows_q <= flip_rows;
          flip_cols_q <= flip_cols;
          moves_q <= moves;
          pattern_q <= pattern;
          name_q <= name;
          row_q <= row;
          col_q <= col;
        end
        assign job_pick = job_pick_q;
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
        assign job_pick = 1'b0;
        wire unused = ^{pick, none, flip_rows, flip_cols, moves, pattern, name, row, col};
      end
    end
  endgenerate

endmodule

`default_nettype wire
