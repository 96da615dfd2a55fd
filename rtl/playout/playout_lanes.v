// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// playout_lanes -- a chain of playout lanes.
//
// Purpose:   Gives jobs to the lanes and collects their results. Every two lanes have a station,
//            which talks only to its lanes and to the stations beside it. No wire is therefore
//            longer than the way to the next station, for any number of lanes:
//
//              jobs      -> station 0 -> station 1 -> ...   a lane takes the job
//                                                           in its station
//              results   <-           <-           <- ...
//              commands  ->           ->           -> ...   every lane does them
//
//            The lanes of a station take turns, a cycle each, at its job and, while
//            no result waits there, at handing over a result; the turn of the station
//            behind comes next. A job goes on if no lane takes it at once and the next
//            station is empty.
//
//            All lanes have the same roots. Commands change them: write a row, set the
//            player to move, make a move. A lane does a command as soon as it has a
//            cycle to spare.
// Parameter: LANES, RAM_REG, ROOT_RAM  see board_update
// Interface: job_*, result_*, pick_*, command_*  see job_bus.vh
//            job_*        as in playout_lane, with one difference: the seed need not hold the
//                         number of a given first move. Only lane 0 works at jobs with
//                         pick, one at a time. Jobs wait until all commands are done
//            result_*     valid for one cycle each, and not two cycles in a row, without
//                         back pressure. With result_pick_o it is the move picked, in
//                         pick_o, where it stays until the next one
//            command_*    load: the map of the rows that hold corners, in row 14, is made
//                         here, from rows 0..13 written before, in this order.
//                         turn, apply: no job may be under way. A command stays until
//                         it is taken: then the lanes of station 0 have done it
//            waits_o      for each root: one of its jobs waits here for a lane. A root without
//                         waiting jobs may be loaded
//            idle_o       all jobs have had their results, and all commands taken are done
// Latency:   a job, and a result, take 1 cycle a station, a command 2.
// Reset:     as the lanes; nothing is taken in the first cycle after it.
// Model:     twin.Lanes
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module playout_lanes #(
    parameter LANES    = 2,
    parameter RAM_REG  = 0,
    parameter ROOT_RAM = 0
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
    output wire [              1:0] waits_o,
    output wire                     idle_o
);

  localparam STATIONS = (LANES + 1) / 2;

  // Reset comes out of a register, here, in each station and at each lane, since it goes
  // far.
  (* keep *)
  reg rst_q;
  always @(posedge clk_i) rst_q <= rst_i;

  // ---- between the stations: index k is in front of station k -----------------------

  wire [STATIONS:0] job_go, job_free;
  wire [`JOB_BITS*(STATIONS+1)-1:0] job;
  wire [STATIONS:0] command_go, command_free;
  wire [`COMMAND_BITS*(STATIONS+1)-1:0] command;
  wire [STATIONS:0] result_valid, result_taken;
  wire [`RESULT_BITS*(STATIONS+1)-1:0] result;

  // ---- between a station and its lanes ----------------------------------------------

  // An odd number of lanes is made even by one that is always done and never works.
  localparam PLACES = 2 * STATIONS;
  wire [STATIONS-1:0] job_wait;
  wire [PLACES-1:0] job_valid, job_ready, lane_result_valid, may_hand;
  wire [`RESULT_BITS*PLACES-1:0] lane_result;
  wire [PLACES-1:0] load_valid, load_ready, turn_we, apply_valid, apply_ready;

  // ---- jobs and results ---------------------------------------------------------------

  // Jobs without result.
  localparam DUE_BITS = $clog2(LANES * `LANE_GAMES + PLACES + 1);
  localparam [DUE_BITS-1:0] ONE_JOB = 1;
  reg [DUE_BITS-1:0] due_q;
  // Commands taken that not all lanes have done; the last station's word is 2 cycles
  // under way.
  localparam UNDONE_BITS = $clog2(STATIONS + 3);
  localparam [UNDONE_BITS-1:0] ONE_COMMAND = 1;
  reg [UNDONE_BITS-1:0] undone_q;
  wire rest = undone_q == {UNDONE_BITS{1'b0}};
  assign job_ready_o = job_free[0] & rest & ~rst_q;
  assign job_go[0] = job_valid_i & job_ready_o;
  // In a lane a given first move is kept in the stream; see playout.RNG's WithFirst.
  reg [`JOB_BITS-1:0] job_in;
  always @* begin
    job_in = job_i;
    if (job_i[`JOB_FIRST_VALID]) job_in[31:`FIRST_SHIFT] = job_i[`JOB_FIRST];
  end
  assign job[0+:`JOB_BITS] = job_in;
  assign job_free[STATIONS] = 1'b0;
  assign result_valid[STATIONS] = 1'b0;
  assign result[`RESULT_BITS*STATIONS+:`RESULT_BITS] = {`RESULT_BITS{1'b0}};
  assign result_taken[0] = 1'b1;
  assign result_valid_o = result_valid[0];
  assign result_o = result[0+:`RESULT_BITS];
  assign idle_o = due_q == {DUE_BITS{1'b0}} & rest;

  reg [1:0] waits;
  integer s;
  always @* begin
    waits = 2'b00;
    for (s = 0; s < STATIONS; s = s + 1) if (job_wait[s]) waits[job[`JOB_BITS*(s+1)+`JOB_ROOT]] = 1'b1;
  end
  assign waits_o = waits;

  // ---- commands -----------------------------------------------------------------------

  reg [1:0] done_q;
  reg [`BOARD_SIZE-1:0] map_q;
  wire [15:0] corners = command_i[`COMMAND_CORNERS];
  wire [15:0] allowed = command_i[`COMMAND_ALLOWED];
  wire [3:0] row = command_i[`COMMAND_ROW];
  reg [`COMMAND_BITS-1:0] command_in;
  always @* begin
    command_in = command_i;
    if (row == `BOARD_SIZE) command_in[`COMMAND_CORNERS] = {2'b00, map_q};
  end
  wire command_ready = command_go[1];  // station 0 has done it
  assign command_ready_o = command_ready;
  assign command_go[0] = command_valid_i & ~rst_q;
  assign command[0+:`COMMAND_BITS] = command_in;
  assign command_free[STATIONS] = 1'b1;
  wire unused_end = ^{command_free[0], job_go[STATIONS], result_taken[STATIONS]};

  always @(posedge clk_i) begin
    if (job_go[0] != result_valid_o) due_q <= result_valid_o ? due_q - ONE_JOB : due_q + ONE_JOB;
    done_q <= {done_q[0], command_go[STATIONS]};
    if (command_ready != done_q[1]) undone_q <= done_q[1] ? undone_q - ONE_COMMAND : undone_q + ONE_COMMAND;
    // Once a row, when lane 0 takes it.
    if (load_valid[0] & load_ready[0] & row < `BOARD_SIZE)
      map_q <= {|(corners & allowed), map_q[`BOARD_SIZE-1:1]};
    if (rst_q) begin
      due_q <= {DUE_BITS{1'b0}};
      undone_q <= {UNDONE_BITS{1'b0}};
      done_q <= 2'b00;
    end
  end

  // ---- the stations -------------------------------------------------------------------

  genvar k;
  generate
    for (k = 0; k < STATIONS; k = k + 1) begin : gen_station
      playout_station #(
          .FIRST(k == 0),
          .LANES(2 * k + 1 < LANES ? 2 : 1)
      ) u_station (
          .clk_i              (clk_i),
          .rst_i              (rst_i),
          .job_go_i           (job_go[k]),
          .job_free_o         (job_free[k]),
          .job_i              (job[`JOB_BITS*k+:`JOB_BITS]),
          .command_go_i       (command_go[k]),
          .command_free_o     (command_free[k]),
          .command_i          (command[`COMMAND_BITS*k+:`COMMAND_BITS]),
          .result_valid_o     (result_valid[k]),
          .result_taken_i     (result_taken[k]),
          .result_o           (result[`RESULT_BITS*k+:`RESULT_BITS]),
          .job_go_o           (job_go[k+1]),
          .job_free_i         (job_free[k+1]),
          .job_o              (job[`JOB_BITS*(k+1)+:`JOB_BITS]),
          .command_go_o       (command_go[k+1]),
          .command_free_i     (command_free[k+1]),
          .command_o          (command[`COMMAND_BITS*(k+1)+:`COMMAND_BITS]),
          .result_valid_i     (result_valid[k+1]),
          .result_taken_o     (result_taken[k+1]),
          .result_i           (result[`RESULT_BITS*(k+1)+:`RESULT_BITS]),
          .job_wait_o         (job_wait[k]),
          .job_valid_o        (job_valid[2*k+:2]),
          .job_ready_i        (job_ready[2*k+:2]),
          .lane_result_valid_i(lane_result_valid[2*k+:2]),
          .may_hand_o         (may_hand[2*k+:2]),
          .lane_result_i      (lane_result[2*`RESULT_BITS*k+:2*`RESULT_BITS]),
          .load_valid_o       (load_valid[2*k+:2]),
          .load_ready_i       (load_ready[2*k+:2]),
          .turn_we_o          (turn_we[2*k+:2]),
          .apply_valid_o      (apply_valid[2*k+:2]),
          .apply_ready_i      (apply_ready[2*k+:2])
      );
    end
  endgenerate

  // ---- the lanes ------------------------------------------------------------------------

  genvar lane;
  generate
    if (LANES < PLACES) begin : gen_none
      assign job_ready[LANES] = 1'b0;
      assign lane_result_valid[LANES] = 1'b0;
      assign lane_result[`RESULT_BITS*LANES+:`RESULT_BITS] = {`RESULT_BITS{1'b0}};
      assign load_ready[LANES] = 1'b1;
      assign apply_ready[LANES] = 1'b1;
      wire unused = ^{job_valid[LANES], may_hand[LANES], load_valid[LANES], turn_we[LANES], apply_valid[LANES]};
    end
    for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_lane
      (* keep *)
      reg rst_lane_q;
      always @(posedge clk_i) rst_lane_q <= rst_i;
      // The contents of the lane's station.
      localparam BEHIND = lane / 2 + 1;
      reg [`JOB_BITS-1:0] lane_job;
      always @* begin
        lane_job = job[`JOB_BITS*BEHIND+:`JOB_BITS];
        if (lane != 0) lane_job[`JOB_PICK] = 1'b0;
      end

      wire pick_valid;
      wire [`PICK_BITS-1:0] pick;
      wire lane_idle;
      wire unused_idle = lane_idle;
      /* verilator lint_off PINCONNECTEMPTY */
      // The trace is for cosimulation of a lane by itself.
      playout_lane #(
          .RAM_REG (RAM_REG),
          .ROOT_RAM(ROOT_RAM)
      ) u_lane (
          .clk_i         (clk_i),
          .rst_i         (rst_lane_q),
          .job_wait_i    (job_wait[lane/2]),
          .job_valid_i   (job_valid[lane]),
          .job_ready_o   (job_ready[lane]),
          .job_i         (lane_job),
          .result_valid_o(lane_result_valid[lane]),
          .result_ready_i(may_hand[lane]),
          .result_pick_o (pick_valid),
          .result_o      (lane_result[`RESULT_BITS*lane+:`RESULT_BITS]),
          .pick_o        (pick),
          .load_valid_i  (load_valid[lane]),
          .load_ready_o  (load_ready[lane]),
          .turn_we_i     (turn_we[lane]),
          .apply_valid_i (apply_valid[lane]),
          .apply_ready_o (apply_ready[lane]),
          .command_i     (command[`COMMAND_BITS*BEHIND+:`COMMAND_BITS]),
          .idle_o        (lane_idle),
          .trace_o       ()
      );
      /* verilator lint_on PINCONNECTEMPTY */

      if (lane == 0) begin : gen_pick
        // Picks come from lane 0, registered like the margins, and stay.
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
