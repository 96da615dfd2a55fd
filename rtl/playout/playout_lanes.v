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
// Interface: job_*, result_*, pick_*, command_*  see job_bus.vh
//            job_*        as in playout_lane, but that the number of a given first move
//                         need not be in the seed, too; only lane 0 works at jobs with
//                         pick, one at a time. Jobs wait until all commands are done
//            result_*     valid for one cycle each, and not two cycles in a row, without
//                         back pressure; with result_pick_o it is the move picked, in
//                         pick_o, where it stays until the next one
//            command_*    load: the map of the rows that hold corners, in row 14, is made
//                         here, from rows 0..13 written before, in this order;
//                         turn; apply: no job may be under way. A command stays until
//                         it is taken: then the lanes of station 0 have done it
//            idle_o       all jobs have had their results, all commands that were
//                         taken are done
// Latency:   a job, and a result, take 1 cycle a station; a command 2.
// Reset:     as the lanes; nothing is taken in the first cycle after it.
// Model:     twin.Lanes
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module playout_lanes #(
    parameter LANES   = 2,
    parameter RAM_REG = 0
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     job_valid_i,
    output wire                     job_ready_o,
    input  wire [    `JOB_BITS-1:0] job_i,
    output wire                     result_valid_o,
    output wire                     result_pick_o,
    output wire [ `RESULT_BITS-1:0] result_o,
    output wire [   `PICK_BITS-1:0] pick_o,
    input  wire                     command_valid_i,
    output wire                     command_ready_o,
    input  wire [`COMMAND_BITS-1:0] command_i,
    output wire                     idle_o
);

  localparam S = (LANES + 1) / 2;  // stations
  localparam J = `JOB_BITS;
  localparam R = `RESULT_BITS;
  localparam C = `COMMAND_BITS;

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
  reg [`JOB_BITS-1:0] job_0;
  always @* begin
    job_0 = job_i;
    if (job_i[`JOB_FIRST_VALID]) job_0[31:`FIRST_SHIFT] = job_i[`JOB_FIRST];
  end
  assign job[0+:J] = job_0;
  assign job_free[S] = 1'b0;
  assign result_valid[S] = 1'b0;
  assign result[R*S+:R] = {R{1'b0}};
  assign result_taken[0] = 1'b1;
  assign result_valid_o = result_valid[0];
  assign result_o = result[0+:R];
  assign idle_o = jobs_q == {W{1'b0}} & rest;

  // ---- commands ---------------------------------------------------------------------

  reg [1:0] done_q;
  reg [`BOARD_SIZE-1:0] map_q;
  wire [15:0] corners = command_i[`COMMAND_CORNERS];
  wire [15:0] allowed = command_i[`COMMAND_ALLOWED];
  wire [3:0] row = command_i[`COMMAND_ROW];
  reg [`COMMAND_BITS-1:0] command_0;
  always @* begin
    command_0 = command_i;
    if (row == `BOARD_SIZE) command_0[`COMMAND_CORNERS] = {2'b00, map_q};
  end
  wire command_ready = command_go[1];  // station 0 has done it
  assign command_ready_o = command_ready;
  assign command_go[0] = command_valid_i & ~rst_q;
  assign command[0+:C] = command_0;
  assign command_free[S] = 1'b1;
  wire unused_end = ^{command_free[0], job_go[S], job[J*S+:J], command[C*S+:C], result_taken[S]};

  always @(posedge clk_i) begin
    if (job_go[0] != result_valid_o) jobs_q <= result_valid_o ? jobs_q - ONE_JOB : jobs_q + ONE_JOB;
    done_q <= {done_q[0], command_go[S]};
    if (command_ready != done_q[1]) commands_q <= done_q[1] ? commands_q - ONE_COMMAND : commands_q + ONE_COMMAND;
    // Once a row, when lane 0 takes it.
    if (lane_load[0] & lane_load_ready[0] & row < `BOARD_SIZE)
      map_q <= {|(corners & allowed), map_q[`BOARD_SIZE-1:1]};
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
      wire pick = job_q[`JOB_PICK];
      wire job_taken = (offered_a_q & job_ready[A]) | (offered_b_q & job_ready[B]);
      wire job_on = job_valid_q & ~job_taken & ~pick & job_free[k+1];
      wire next_job_valid = job_valid_q ? ~job_taken & ~job_on : job_go[k];
      wire next_pick = job_valid_q ? pick : job[J*k+`JOB_PICK];
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
      assign {is_apply, is_turn, is_load} = {order[`COMMAND_APPLY], order[`COMMAND_TURN], order[`COMMAND_LOAD]};
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
      reg [`JOB_BITS-1:0] lane_job;
      always @* begin
        lane_job = waiting;
        if (lane != 0) lane_job[`JOB_PICK] = 1'b0;
      end
      wire unused_kind = ^waiting[`JOB_PICK];

      wire pick_valid;
      wire [`PICK_BITS-1:0] pick;
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
          .job_i               (lane_job),
          .result_valid_o      (lane_result_valid[lane]),
          .result_ready_i      (may_hand[lane]),
          .result_pick_o       (pick_valid),
          .result_o            (lane_result[R*lane+:R]),
          .pick_o              (pick),
          .load_valid_i        (lane_load[lane]),
          .load_ready_o        (lane_load_ready[lane]),
          .turn_we_i           (lane_turn[lane]),
          .apply_valid_i       (lane_apply[lane]),
          .apply_ready_o       (lane_apply_ready[lane]),
          .command_i           (order),
          .idle_o              (lane_idle),
          .trace_o             ()
      );
      /* verilator lint_on PINCONNECTEMPTY */

      if (lane == 0) begin : gen_pick
        // Picks come from lane 0, registered like the scores, and stay.
        reg pick_valid_q;
        reg [`PICK_BITS-1:0] pick_q;
        always @(posedge clk_i) begin
          pick_valid_q <= pick_valid & may_hand[0];
          if (pick_valid & may_hand[0]) pick_q <= pick;
        end
        assign result_pick_o = pick_valid_q;
        assign pick_o = pick_q;
      end else begin : gen_no_pick
        wire unused = ^{pick_valid, pick};
      end
    end
  endgenerate

endmodule

`default_nettype wire
