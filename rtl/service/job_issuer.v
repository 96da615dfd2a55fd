// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// job_issuer -- offers the jobs of a request to the playout lanes.
//
// Purpose:   A RUN becomes a job for each playout, each with another seed; a PICK becomes one job.
//            A run without a given first move marks its jobs with {8 ones, place}, which is no
//            move's number, so that its results differ from the results of other runs.
// Interface: set_i       take a request's fields without the seed: root_i,
//                        largest_i, pick_i, first_valid_i, first_i, playouts_i, and
//                        place_i in the order of responses. Not with busy_o
//            seed_we_i   take seed_i
//            begin_i     offer the jobs of that request from now on
//            cancel_i    the run ends with the next job, in a cycle or later
//            busy_o      jobs are still to be offered, of the request in place_o
//            issued_o    for one cycle: the lanes have taken a job
//            cut_o       with issued_o: the job is the run's last one, before its time
//            job_*       to playout_lanes, see job_bus.vh
// Latency:   the first job is offered 1 cycle after begin_i; a job every cycle.
// Reset:     to no jobs.
// Model:     service.Model
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module job_issuer (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   set_i,
    input  wire                   root_i,
    input  wire                   largest_i,
    input  wire                   pick_i,
    input  wire                   first_valid_i,
    input  wire [`INDEX_BITS-1:0] first_i,
    input  wire [           15:0] playouts_i,
    input  wire [            1:0] place_i,
    input  wire                   seed_we_i,
    input  wire [           31:0] seed_i,
    input  wire                   begin_i,
    input  wire                   cancel_i,
    output wire                   busy_o,
    output wire [            1:0] place_o,
    output wire                   issued_o,
    output wire                   cut_o,
    output wire                   job_valid_o,
    input  wire                   job_ready_i,
    output wire [  `JOB_BITS-1:0] job_o
);

  reg busy_q;
  reg stop_q;  // the next job is the last one
  reg [1:0] place_q;
  reg root_q, largest_q, pick_q, first_valid_q;
  reg [`INDEX_BITS-1:0] first_q;
  reg [15:0] left_q;  // jobs to come
  reg [31:0] seed_q;

  wire last = left_q == 16'd1;

  assign busy_o = busy_q;
  assign place_o = place_q;
  assign issued_o = busy_q & job_ready_i;
  assign cut_o = issued_o & stop_q & ~last;
  assign job_valid_o = busy_q;
  assign job_o[`JOB_ROOT] = root_q;
  assign job_o[`JOB_SEED] = seed_q | 32'd1;
  assign job_o[`JOB_LARGEST] = largest_q;
  assign job_o[`JOB_PICK] = pick_q;
  assign job_o[`JOB_FIRST_VALID] = first_valid_q;
  assign job_o[`JOB_FIRST] = first_q;

  always @(posedge clk_i) begin
    if (set_i) begin
      root_q <= root_i;
      largest_q <= largest_i;
      pick_q <= pick_i;
      first_valid_q <= first_valid_i;
      first_q <= first_valid_i ? first_i : {8'hff, place_i};
      left_q <= pick_i ? 16'd1 : playouts_i;
    end
    if (seed_we_i) seed_q <= seed_i;
    if (issued_o) begin
      seed_q <= seed_q + `SEED_STEP;
      left_q <= left_q - 16'd1;
      if (last | stop_q) busy_q <= 1'b0;
    end
    stop_q <= busy_q & (stop_q | cancel_i);
    if (begin_i) begin
      busy_q <= 1'b1;
      place_q <= place_i;
    end
    if (rst_i) begin
      busy_q <= 1'b0;
      stop_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
