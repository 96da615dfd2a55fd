// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// lane_jobs_bench -- module lane_jobs with its lane.
//
// Purpose:   processor_core without its processor, for simulation by itself.
// Interface: as lane_jobs; result_valid_o, result_root_o  a game from that root is over
// Latency:   as lane_jobs and playout_lanes.
// Reset:     as lane_jobs and playout_lanes.
// Model:     playout.State's PlayOut
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module lane_jobs_bench (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        out_i,
    input  wire [ 3:0] port_i,
    input  wire [15:0] word_i,
    output wire        command_wait_o,
    output wire        jobs_wait_o,
    output wire [ 1:0] done_o,
    output wire [11:0] sum0_o,
    output wire [11:0] sum1_o,
    output wire        result_valid_o,
    output wire        result_root_o
);

  wire command_valid, command_ready, job_valid, job_ready, result_pick, idle;
  wire [`COMMAND_BITS-1:0] command;
  wire [`JOB_BITS-1:0] job;
  wire [`RESULT_BITS-1:0] result;
  wire [`PICK_BITS-1:0] pick;
  wire [`INDEX_BITS-1:0] tag = result[`RESULT_FIRST];
  wire [1:0] waits;
  wire unused = ^{result_pick, idle, result, pick, tag, waits};
  assign result_root_o = tag[0];

  lane_jobs u_jobs (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .out_i          (out_i),
      .port_i         (port_i),
      .word_i         (word_i),
      .command_wait_o (command_wait_o),
      .jobs_wait_o    (jobs_wait_o),
      .done_o         (done_o),
      .sum0_o         (sum0_o),
      .sum1_o         (sum1_o),
      .command_valid_o(command_valid),
      .command_ready_i(command_ready),
      .command_o      (command),
      .job_valid_o    (job_valid),
      .job_ready_i    (job_ready),
      .job_o          (job),
      .result_valid_i (result_valid_o),
      .result_i       (result)
  );
  playout_lanes #(
      .LANES(1)
  ) u_lanes (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .job_valid_i    (job_valid),
      .job_ready_o    (job_ready),
      .job_i          (job),
      .result_valid_o (result_valid_o),
      .result_pick_o  (result_pick),
      .result_o       (result),
      .pick_o         (pick),
      .command_valid_i(command_valid),
      .command_ready_o(command_ready),
      .command_i      (command),
      .waits_o        (waits),
      .idle_o         (idle)
  );

endmodule

`default_nettype wire
