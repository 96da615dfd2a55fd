// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// playout_station -- where two playout lanes meet the chain that feeds them.
//
// Purpose:   Holds a job until one of its lanes or the next station takes it, a command
//            until both lanes have done it, and a result on its way to station 0:
//
//                          station k-1
//              job |            | command       ^ result
//                  v            v               |
//            +-----------------------------------------+
//            |   job_q      command_q       result_q   |    lane 0, lane 1
//            |     | \----------|--> offered -----------> in turn, a cycle each
//            |     |            | \--> begun -----------> both at once
//            |     |            |       ^   \------------ in turn: may hand over
//            +-----|------------|-------|--------------+
//                  v            v       |
//                          station k+1
//
//            A job goes on if it is not taken at once and the next station is empty, but a job
//            with pick stays, for lane 0. The lanes hand over results while none
//            waits here, and before the station behind.
// Parameter: FIRST    1: the first station: a command stays at the inputs until it is
//                     done. 0: a register holds it
//            LANES    2, or 1: the second lane is absent, always done and never at work
// Interface: job_*, command_*, result_*  from and to the stations before (_i, _o of
//                     job_go_i, command_go_i, result_valid_o) and behind. go: it passes
//                     over in this cycle, which it may do when the other one is free
//            job_o, command_o  also go to the lanes, with
//            job_wait_o   a job waits here
//            job_valid_o, may_hand_o, load_valid_o, turn_we_o, apply_valid_o  a bit for
//                     each lane. Ready and valid bits come back
// Latency:   1 cycle for a job and a result, 2 for a command to idle lanes.
// Reset:     to empty; it is put into a register here.
// Model:     twin.Lanes
`default_nettype none
`include "job_bus.vh"

module playout_station #(
    parameter FIRST = 0,
    parameter LANES = 2
) (
    input  wire                      clk_i,
    input  wire                      rst_i,
    // the station before
    input  wire                      job_go_i,
    output wire                      job_free_o,
    input  wire [     `JOB_BITS-1:0] job_i,
    input  wire                      command_go_i,
    output wire                      command_free_o,
    input  wire [ `COMMAND_BITS-1:0] command_i,
    output wire                      result_valid_o,
    input  wire                      result_taken_i,
    output wire [  `RESULT_BITS-1:0] result_o,
    // the station behind
    output wire                      job_go_o,
    input  wire                      job_free_i,
    output wire [     `JOB_BITS-1:0] job_o,
    output wire                      command_go_o,
    input  wire                      command_free_i,
    output wire [ `COMMAND_BITS-1:0] command_o,
    input  wire                      result_valid_i,
    output wire                      result_taken_o,
    input  wire [  `RESULT_BITS-1:0] result_i,
    // the lanes
    output wire                      job_wait_o,
    output wire [               1:0] job_valid_o,
    input  wire [               1:0] job_ready_i,
    input  wire [               1:0] lane_result_valid_i,
    output wire [               1:0] may_hand_o,
    input  wire [2*`RESULT_BITS-1:0] lane_result_i,
    output wire [               1:0] load_valid_o,
    input  wire [               1:0] load_ready_i,
    output wire [               1:0] turn_we_o,
    output wire [               1:0] apply_valid_o,
    input  wire [               1:0] apply_ready_i
);

  (* keep *)
  reg rst_q;
  (* keep *)
  reg turn_q;  // lane 1 is next
  wire next_turn = ~turn_q & LANES == 2;

  // Offers to a lane come out of registers, since the lane does much in that cycle: the job,
  // and the permission to hand over a result.
  reg [1:0] offered_q, hand_q;
  assign job_valid_o = offered_q;
  assign may_hand_o = hand_q;

  // ---- the job ---------------------------------------------------------------------

  reg job_valid_q;
  reg [`JOB_BITS-1:0] job_q;
  wire pick = job_q[`JOB_PICK];
  wire job_taken = |(offered_q & job_ready_i);
  wire job_on = job_valid_q & ~job_taken & ~pick & job_free_i;
  wire next_job_valid = job_valid_q ? ~job_taken & ~job_on : job_go_i;
  wire next_pick = job_valid_q ? pick : job_i[`JOB_PICK];
  assign job_free_o = ~job_valid_q;
  assign job_go_o = job_on;
  assign job_o = job_q;
  assign job_wait_o = job_valid_q;

  // ---- the command -----------------------------------------------------------------

  wire command_valid, command_on;
  wire [`COMMAND_BITS-1:0] command;
  generate
    if (FIRST != 0) begin : gen_input
      assign command_valid = command_go_i;
      assign command = command_i;
      assign command_free_o = 1'b1;
    end else begin : gen_register
      reg command_valid_q;
      reg [`COMMAND_BITS-1:0] command_q;
      assign command_valid = command_valid_q;
      assign command = command_q;
      assign command_free_o = ~command_valid_q;
      always @(posedge clk_i) begin
        if (~command_valid_q) begin
          command_valid_q <= command_go_i;
          command_q <= command_i;
        end else if (command_on) command_valid_q <= 1'b0;
        if (rst_q) command_valid_q <= 1'b0;
      end
    end
  endgenerate
  wire is_load = command[`COMMAND_LOAD];
  wire is_turn = command[`COMMAND_TURN];
  wire is_apply = command[`COMMAND_APPLY];

  reg [1:0] begun_q;  // the lane has begun with it
  wire [1:0] waits = {2{command_valid}} & ~begun_q;
  assign load_valid_o = waits & {2{is_load}};
  assign turn_we_o = waits & {2{is_turn}};
  assign apply_valid_o = waits & {2{is_apply}} & apply_ready_i;
  // A lane that has made a move is ready for the next move, as it was before this one.
  assign command_on = &begun_q & command_free_i & (~is_apply | &apply_ready_i);
  assign command_go_o = command_on;
  assign command_o = command;

  // ---- the result ------------------------------------------------------------------

  reg result_valid_q;
  reg [`RESULT_BITS-1:0] result_q;
  wire own_result = |(hand_q & lane_result_valid_i);
  wire next_result_valid = result_valid_q ? ~result_taken_i : own_result | result_valid_i;
  assign result_valid_o = result_valid_q;
  assign result_o = result_q;
  assign result_taken_o = ~result_valid_q & ~own_result;

  always @(posedge clk_i) begin
    rst_q <= rst_i;
    turn_q <= ~turn_q;
    job_valid_q <= next_job_valid;
    if (~job_valid_q) job_q <= job_i;
    offered_q <= {next_job_valid & next_turn & ~next_pick, next_job_valid & ~next_turn};
    begun_q <= {2{command_valid & ~command_on}} & (begun_q | {2{is_turn}} | (is_load ? load_ready_i : apply_ready_i));
    result_valid_q <= next_result_valid;
    if (~result_valid_q) begin
      result_q <= ~own_result ? result_i
                : hand_q[1] ? lane_result_i[`RESULT_BITS+:`RESULT_BITS]
                : lane_result_i[0+:`RESULT_BITS];
    end
    hand_q <= {~next_result_valid & next_turn, ~next_result_valid & ~next_turn};
    if (rst_q) begin
      turn_q <= 1'b0;
      job_valid_q <= 1'b0;
      offered_q <= 2'b00;
      hand_q <= 2'b01;
      begun_q <= 2'b00;
      result_valid_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
