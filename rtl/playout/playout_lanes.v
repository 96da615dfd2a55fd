// playout_lanes -- a chain of playout lanes.
//
// Purpose:   Gives jobs to the lanes and collects their results. Every two lanes
//            have a station, which talks to its lanes and to the stations beside it
//            and to nothing else, so that no wire is longer than the way to the
//            next station, however many there are:
//
//              jobs      -> station 0 -> station 1 -> ...   a lane takes what is
//                                                           in its station
//              results   <-           <-           <- ...
//              commands  ->           ->           -> ...   every lane does them
//
//            The lanes of a station take turns, a cycle each, at its job and, while
//            no result waits there, at handing one over; then it is the station
//            behind that may. A job goes on if it is not taken at once and the next
//            station is empty.
//
//            Roots are the same in all lanes. What is done to them are
//            commands: to write a row, to set whose turn it is, to make a move. A
//            lane does a command as soon as it has a cycle to spare.
// Interface: job_*        as in playout_lane, but that the number of a given first move
//                         is job_first_i and need not be in the seed, too; only lane
//                         0 works at jobs with pick, one at a time. Jobs wait until
//                         all commands are done
//            result_*     valid for one cycle each, and not in two in a row, without
//                         back pressure; the move picked stays until the next one
//            load_*       write a row of a root; the map of the rows that hold
//                         corners, in row 14, is made here, from rows 0..13
//                         written before, in this order
//            turn_*       as in playout_lane
//            apply_*      as in playout_lane; no job may be under way
//            command_ready_o  the command is taken: the lanes of station 0 have done
//                         it. Of load, turn and apply one at a time, and it stays
//                         until it is taken
//            idle_o       all jobs have had their results, all commands that were
//                         taken are done
// Latency:   a job, and a result, take 1 cycle a station; a command 2.
// Reset:     as the lanes; nothing is taken in the first cycle after it.
// Model:     twin.Lanes
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
    input  wire                     job_root_i,
    input  wire [             31:0] job_seed_i,
    input  wire                     job_largest_i,
    input  wire                     job_pick_i,
    input  wire                     job_first_valid_i,
    input  wire [  `INDEX_BITS-1:0] job_first_i,
    output wire                     result_valid_o,
    output wire                     result_pick_o,
    output wire [  `INDEX_BITS-1:0] result_first_o,
    output wire [   `MARGIN_BITS-1:0] result_margin_o,
    output wire                     result_none_o,
    output wire [   `MOVE_BITS-1:0] result_moves_o,
    output wire [`PATTERN_BITS-1:0] result_pattern_o,
    output wire [             15:0] result_name_o,
    output wire                     result_flip_rows_o,
    output wire                     result_flip_cols_o,
    output wire [              3:0] result_row_o,
    output wire [              3:0] result_col_o,
    input  wire                     load_valid_i,
    input  wire                     load_root_i,
    input  wire                     load_player_i,
    input  wire [              3:0] load_row_i,
    input  wire [             15:0] load_allowed_i,
    input  wire [             15:0] load_corners_i,
    input  wire                     turn_we_i,
    input  wire                     turn_root_i,
    input  wire                     turn_player_i,
    input  wire                     turn_over_i,
    input  wire                     apply_valid_i,
    input  wire                     apply_root_i,
    input  wire                     apply_first_i,
    input  wire [`PATTERN_BITS-1:0] apply_pattern_i,
    input  wire                     apply_flip_rows_i,
    input  wire                     apply_flip_cols_i,
    input  wire [              3:0] apply_row_i,
    input  wire [              3:0] apply_col_i,
    output wire                     command_ready_o,
    output wire                     idle_o
);

  localparam S = (LANES + 1) / 2;  // stations
  localparam J = 32 + `INDEX_BITS + 4;  // a job
  localparam R = `MARGIN_BITS + `INDEX_BITS;  // a result
  localparam D = 1 + `PATTERN_BITS + 2 + 4 + 32;  // the data of a command
  localparam C = 3 + 2 + 4 + D;  // a command

  // Reset comes out of a register, here and at each lane, since it goes far.
  (* keep *)
  reg rst_q;
  always @(posedge clk_i) rst_q <= rst_i;

  // ---- between the stations: index k is in front of station k ------------------

  wire [S:0] job_go, job_free;
  wire [J*(S+1)-1:0] job;
  wire [S:0] command_go, command_free;
  wire [C*(S+1)-1:0] command;
  wire [S:0] result_valid, result_taken;
  wire [R*(S+1)-1:0] result;

  // ---- between a station and its lanes -------------------------------------------

  // An odd number of lanes is made even by one that is always done and never works.
  wire [2*S-1:0] job_offered, job_ready, lane_result_valid, may_hand;
  wire [2*R*S-1:0] lane_result;
  wire [2*S-1:0] lane_load, lane_load_ready, lane_turn, lane_apply, lane_apply_ready;

  // ---- jobs and results -----------------------------------------------------------

  // Jobs without result.
  localparam W = $clog2(LANES * `LANE_GAMES + 2 * S + 1);
  localparam [W-1:0] ONE_JOB = 1;
  reg [W-1:0] jobs_q;
  // Commands taken that not all lanes have done; the last station's word is 2 cycles
  // under way.
  localparam V = $clog2(S + 3);
  localparam [V-1:0] ONE_COMMAND = 1;
  reg [V-1:0] commands_q;
  wire rest = commands_q == {V{1'b0}};
  assign job_ready_o = job_free[0] & rest & ~rst_q;
  assign job_go[0] = job_valid_i & job_ready_o;
  // In a lane a given first move is kept in the stream; see golden's RNG.WithFirst.
  wire [31:0] seed = {job_first_valid_i ? job_first_i : job_seed_i[31:`FIRST_SHIFT], job_seed_i[`FIRST_SHIFT-1:0]};
  assign job[0+:J] = {job_pick_i, job_root_i, job_largest_i, job_first_valid_i, job_first_i, seed};
  assign job_free[S] = 1'b0;
  assign result_valid[S] = 1'b0;
  assign result[R*S+:R] = {R{1'b0}};
  assign result_taken[0] = 1'b1;
  assign result_valid_o = result_valid[0];
  assign {result_first_o, result_margin_o} = result[0+:R];
  assign idle_o = jobs_q == {W{1'b0}} & rest;

  // ---- commands ---------------------------------------------------------------------

  reg [1:0] done_q;
  reg [`BOARD_SIZE-1:0] map_q;
  wire [15:0] load_corners = load_row_i == `BOARD_SIZE ? {2'b00, map_q} : load_corners_i;
  wire command_ready = command_go[1];  // station 0 has done it
  assign command_ready_o = command_ready;
  assign command_go[0] = (load_valid_i | turn_we_i | apply_valid_i) & ~rst_q;
  assign command[0+:C] = {
    apply_valid_i, turn_we_i, load_valid_i,
    apply_valid_i ? apply_root_i : turn_we_i ? turn_root_i : load_root_i,
    apply_valid_i ? apply_first_i : turn_we_i ? turn_player_i : load_player_i,
    apply_valid_i ? apply_row_i : load_row_i,
    turn_over_i, apply_pattern_i, apply_flip_rows_i, apply_flip_cols_i, apply_col_i, load_allowed_i, load_corners
  };
  assign command_free[S] = 1'b1;
  wire unused_end = ^{command_free[0], job_go[S], job[J*S+:J], command[C*S+:C], result_taken[S]};

  always @(posedge clk_i) begin
    if (job_go[0] != result_valid_o) jobs_q <= result_valid_o ? jobs_q - ONE_JOB : jobs_q + ONE_JOB;
    done_q <= {done_q[0], command_go[S]};
    if (command_ready != done_q[1]) commands_q <= done_q[1] ? commands_q - ONE_COMMAND : commands_q + ONE_COMMAND;
    // Once a row, when lane 0 takes it.
    if (lane_load[0] & lane_load_ready[0] & load_row_i < `BOARD_SIZE)
      map_q <= {|(load_corners_i & load_allowed_i), map_q[`BOARD_SIZE-1:1]};
    if (rst_q) begin
      jobs_q <= {W{1'b0}};
      commands_q <= {V{1'b0}};
      done_q <= 2'b00;
    end
  end

  // ---- the lanes ------------------------------------------------------------------------

  genvar k;
  generate
    for (k = 0; k < S; k = k + 1) begin : gen_station
      localparam A = 2 * k;  // its lanes
      localparam B = 2 * k + 1;

      (* keep *)
      reg rst_station_q;
      (* keep *)
      reg turn_q;  // it is lane B's turn
      wire next_turn_b = ~turn_q & B < LANES;

      // What a lane is offered comes out of registers, as it does much in that cycle:
      // the job, and that it may hand over a result.
      reg offered_a_q, offered_b_q, hand_a_q, hand_b_q;
      assign job_offered[A] = offered_a_q;
      assign job_offered[B] = offered_b_q;
      assign may_hand[A] = hand_a_q;
      assign may_hand[B] = hand_b_q;

      // The job that waits here, for a lane or for room in the next station.
      reg job_valid_q;
      reg [J-1:0] job_q;
      wire pick = job_q[J-1];
      wire job_taken = (offered_a_q & job_ready[A]) | (offered_b_q & job_ready[B]);
      wire job_on = job_valid_q & ~job_taken & ~pick & job_free[k+1];
      wire next_job_valid = job_valid_q ? ~job_taken & ~job_on : job_go[k];
      wire next_pick = job_valid_q ? pick : job[J*k+J-1];
      assign job_free[k] = ~job_valid_q;
      assign job_go[k+1] = job_on;
      assign job[J*(k+1)+:J] = job_q;

      // The command: at station 0 it stands at the inputs, behind it in a register.
      wire command_valid;
      wire [C-1:0] order;
      if (k == 0) begin : gen_input
        assign command_valid = command_go[0];
        assign order = command[0+:C];
        assign command_free[0] = 1'b1;
      end else begin : gen_command
        reg command_valid_q;
        reg [C-1:0] command_q;
        assign command_valid = command_valid_q;
        assign order = command_q;
        assign command_free[k] = ~command_valid_q;
        always @(posedge clk_i) begin
          if (~command_valid_q) begin
            command_valid_q <= command_go[k];
            command_q <= command[C*k+:C];
          end else if (command_on) command_valid_q <= 1'b0;
          if (rst_station_q) command_valid_q <= 1'b0;
        end
      end
      wire is_apply, is_turn, is_load;
      assign {is_apply, is_turn, is_load} = order[C-1-:3];
      reg begun_a_q, begun_b_q;  // the lane has begun with it
      assign lane_load[A] = command_valid & is_load & ~begun_a_q;
      assign lane_turn[A] = command_valid & is_turn & ~begun_a_q;
      assign lane_apply[A] = command_valid & is_apply & ~begun_a_q & lane_apply_ready[A];
      assign lane_load[B] = command_valid & is_load & ~begun_b_q;
      assign lane_turn[B] = command_valid & is_turn & ~begun_b_q;
      assign lane_apply[B] = command_valid & is_apply & ~begun_b_q & lane_apply_ready[B];
      // A move that has been made leaves a lane as ready for one as before.
      wire command_on = begun_a_q & begun_b_q & command_free[k+1] & (~is_apply | (lane_apply_ready[A] & lane_apply_ready[B]));
      assign command_go[k+1] = command_on;
      assign command[C*(k+1)+:C] = order;

      // What goes on its way to station 0.
      reg result_valid_q;
      reg [R-1:0] result_q;
      wire own_result = (hand_a_q & lane_result_valid[A]) | (hand_b_q & lane_result_valid[B]);
      wire next_result_valid = result_valid_q ? ~result_taken[k] : own_result | result_valid[k+1];
      assign result_valid[k] = result_valid_q;
      assign result[R*k+:R] = result_q;
      assign result_taken[k+1] = ~result_valid_q & ~own_result;

      always @(posedge clk_i) begin
        rst_station_q <= rst_i;
        turn_q <= ~turn_q;
        job_valid_q <= next_job_valid;
        if (~job_valid_q) job_q <= job[J*k+:J];
        offered_a_q <= next_job_valid & ~next_turn_b;
        offered_b_q <= next_job_valid & next_turn_b & ~next_pick;
        begun_a_q <= command_valid & ~command_on
            & (begun_a_q | is_turn | (is_load ? lane_load_ready[A] : lane_apply_ready[A]));
        begun_b_q <= command_valid & ~command_on
            & (begun_b_q | is_turn | (is_load ? lane_load_ready[B] : lane_apply_ready[B]));
        result_valid_q <= next_result_valid;
        if (~result_valid_q)
          result_q <= ~own_result ? result[R*(k+1)+:R] : hand_b_q ? lane_result[R*B+:R] : lane_result[R*A+:R];
        hand_a_q <= ~next_result_valid & ~next_turn_b;
        hand_b_q <= ~next_result_valid & next_turn_b;
        if (rst_station_q) begin
          turn_q <= 1'b0;
          job_valid_q <= 1'b0;
          offered_a_q <= 1'b0;
          offered_b_q <= 1'b0;
          hand_a_q <= 1'b1;
          hand_b_q <= 1'b0;
          begun_a_q <= 1'b0;
          begun_b_q <= 1'b0;
          result_valid_q <= 1'b0;
        end
      end
    end
  endgenerate

  genvar lane;
  generate
    if (LANES < 2 * S) begin : gen_none
      assign job_ready[LANES] = 1'b0;
      assign lane_result_valid[LANES] = 1'b0;
      assign lane_result[R*LANES+:R] = {R{1'b0}};
      assign lane_load_ready[LANES] = 1'b1;
      assign lane_apply_ready[LANES] = 1'b1;
      wire unused = ^{job_offered[LANES], may_hand[LANES], lane_load[LANES], lane_turn[LANES], lane_apply[LANES]};
    end
    for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_lane
      (* keep *)
      reg rst_lane_q;
      always @(posedge clk_i) rst_lane_q <= rst_i;
      // What stands in the lane's station.
      wire [C-1:0] order = gen_station[lane/2].order;
      wire [J-1:0] waiting = gen_station[lane/2].job_q;
      wire root, flag;
      wire [3:0] at;
      wire [D-1:0] data;
      assign {root, flag, at, data} = order[C-4:0];
      wire over, flip_rows_in, flip_cols_in;
      wire [`PATTERN_BITS-1:0] pattern_in;
      wire [3:0] col_in;
      wire [15:0] allowed, corners;
      assign {over, pattern_in, flip_rows_in, flip_cols_in, col_in, allowed, corners} = data;
      wire unused_kind = ^{order[C-1-:3], waiting[J-1]};

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
          .job_wait_i          (gen_station[lane/2].job_valid_q),
          .job_valid_i         (job_offered[lane]),
          .job_ready_o         (job_ready[lane]),
          .job_root_i      (waiting[J-2]),
          .job_seed_i          (waiting[31:0]),
          .job_largest_i       (waiting[J-3]),
          .job_pick_i          (lane == 0 & waiting[J-1]),
          .job_first_valid_i   (waiting[J-4]),
          .job_first_i         (waiting[32+:`INDEX_BITS]),
          .result_valid_o      (lane_result_valid[lane]),
          .result_ready_i      (may_hand[lane]),
          .result_pick_o       (pick),
          .result_first_o      (lane_result[R*lane+`MARGIN_BITS+:`INDEX_BITS]),
          .result_margin_o      (lane_result[R*lane+:`MARGIN_BITS]),
          .result_none_o       (none),
          .result_moves_o      (moves),
          .result_pattern_o    (pattern),
          .result_name_o       (name),
          .result_flip_rows_o  (flip_rows),
          .result_flip_cols_o  (flip_cols),
          .result_row_o        (row),
          .result_col_o        (col),
          .load_valid_i        (lane_load[lane]),
          .load_ready_o        (lane_load_ready[lane]),
          .load_root_i     (root),
          .load_player_i       (flag),
          .load_row_i          (at),
          .load_allowed_i      (allowed),
          .load_corners_i      (corners),
          .turn_we_i           (lane_turn[lane]),
          .turn_root_i     (root),
          .turn_player_i       (flag),
          .turn_over_i         (over),
          .apply_valid_i       (lane_apply[lane]),
          .apply_ready_o       (lane_apply_ready[lane]),
          .apply_root_i    (root),
          .apply_first_i       (flag),
          .apply_pattern_i     (pattern_in),
          .apply_flip_rows_i   (flip_rows_in),
          .apply_flip_cols_i   (flip_cols_in),
          .apply_row_i         (at),
          .apply_col_i         (col_in),
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

      if (lane == 0) begin : gen_pick
        // Picks come from lane 0, registered like the scores, and stay.
        reg pick_q, none_q, flip_rows_q, flip_cols_q;
        reg [`MOVE_BITS-1:0] moves_q;
        reg [`PATTERN_BITS-1:0] pattern_q;
        reg [15:0] name_q;
        reg [3:0] row_q, col_q;
        always @(posedge clk_i) begin
          pick_q <= pick & may_hand[0];
          if (pick & may_hand[0]) begin
            none_q <= none;
            flip_rows_q <= flip_rows;
            flip_cols_q <= flip_cols;
            moves_q <= moves;
            pattern_q <= pattern;
            name_q <= name;
            row_q <= row;
            col_q <= col;
          end
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

endmodule

`default_nettype wire
