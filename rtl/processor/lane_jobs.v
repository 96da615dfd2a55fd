// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// lane_jobs -- has a playout lane play positions out for the processor.
//
// Purpose:   Ports of the processor for its lane. The program loads a root of the lane, row by row,
//            orders 8 playouts from it with the largest tiles, and gets the sum of their margins.
//            The two roots take turns: the program loads one during the games of the other.
// Interface: out_i, port_i, word_i  the processor writes a word to a port:
//              OUT_ALLOWED, OUT_CORNERS  the next row to load
//              OUT_LANE   load the row, or set the player to move: only if command_wait_o is 0
//              OUT_SEED_LOW, OUT_SEED_HIGH  the seed of the next playout; each has a different one
//              OUT_GO     play a root out: only if jobs_wait_o is 0
//            command_wait_o, jobs_wait_o  the lane has not yet taken the command, all the jobs. The
//                       words of their ports must stay
//            done_o     for each root: all games of OUT_GO are over, and sum*_o is the sum of their
//                       margins for player 1
//            command_*, job_*, result_*  see playout_lanes
// Latency:   1 cycle from the word of a port to the lane, 1 from the last result to done_o.
// Reset:     at rest.
// Model:     playout.State's PlayOut
`default_nettype none
`include "constants.vh"
`include "firmware.vh"
`include "job_bus.vh"

module lane_jobs (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     out_i,
    input  wire [              3:0] port_i,
    input  wire [             15:0] word_i,
    output wire                     command_wait_o,
    output wire                     jobs_wait_o,
    output wire [              1:0] done_o,
    output wire [             11:0] sum0_o,
    output wire [             11:0] sum1_o,
    output wire                     command_valid_o,
    input  wire                     command_ready_i,
    output reg  [`COMMAND_BITS-1:0] command_o,
    output wire                     job_valid_o,
    input  wire                     job_ready_i,
    output wire [    `JOB_BITS-1:0] job_o,
    input  wire                     result_valid_i,
    input  wire [ `RESULT_BITS-1:0] result_i
);

  localparam SUM_BITS = 12;  // bits of a sum
  localparam [2:0] LAST = 3'd7;  // playout

  // ---- commands ------------------------------------------------------------------

  reg command_q;  // a command waits
  reg turn_q, command_root_q, player_q;
  reg [3:0] row_q;
  reg [15:0] allowed_q, corners_q;
  assign command_wait_o = command_q;
  assign command_valid_o = command_q;
  always @* begin
    command_o = {`COMMAND_BITS{1'b0}};
    command_o[`COMMAND_LOAD] = ~turn_q;
    command_o[`COMMAND_TURN] = turn_q;
    command_o[`COMMAND_ROOT] = command_root_q;
    command_o[`COMMAND_PLAYER] = player_q;
    command_o[`COMMAND_ROW] = row_q;
    command_o[`COMMAND_ALLOWED] = allowed_q;
    command_o[`COMMAND_CORNERS] = corners_q;
  end

  // ---- jobs ------------------------------------------------------------------------

  reg jobs_q;  // jobs wait
  reg root_q;
  reg [2:0] job_q;  // number of the next playout to order
  reg [31:0] seed_q;
  assign jobs_wait_o = jobs_q;
  assign job_valid_o = jobs_q;
  assign job_o[`JOB_ROOT] = root_q;
  assign job_o[`JOB_SEED] = {seed_q[31:1], 1'b1};
  assign job_o[`JOB_LARGEST] = 1'b1;
  assign job_o[`JOB_PICK] = 1'b0;
  assign job_o[`JOB_FIRST_VALID] = 1'b0;
  assign job_o[`JOB_FIRST] = {{(`INDEX_BITS - 1) {1'b0}}, root_q};
  wire asked = jobs_q & job_ready_i;

  // ---- sums --------------------------------------------------------------------------

  reg [SUM_BITS-1:0] sum0_q, sum1_q;
  reg [3:0] count0_q, count1_q;  // results so far; the highest bit: all have come
  wire [`INDEX_BITS-1:0] tag = result_i[`RESULT_FIRST];
  wire of = tag[0];
  wire unused = ^tag;
  wire [`MARGIN_BITS-1:0] margin = result_i[`RESULT_MARGIN];
  wire [SUM_BITS-1:0] sum = (of ? sum1_q : sum0_q) + {{(SUM_BITS - `MARGIN_BITS) {margin[`MARGIN_BITS-1]}}, margin};
  wire [3:0] count = (of ? count1_q : count0_q) + 4'd1;
  assign sum0_o = sum0_q;
  assign sum1_o = sum1_q;
  assign done_o = {count1_q[3], count0_q[3]};

  // ---- registers -------------------------------------------------------------------

  wire go = out_i & port_i == `OUT_GO;
  always @(posedge clk_i) begin
    if (command_q & command_ready_i) command_q <= 1'b0;
    if (asked) begin
      job_q  <= job_q + 3'd1;
      seed_q <= seed_q + `SEED_STEP;
      if (job_q == LAST) jobs_q <= 1'b0;
    end
    if (out_i) begin
      case (port_i)
        `OUT_ALLOWED: allowed_q <= word_i;
        `OUT_CORNERS: corners_q <= word_i;
        `OUT_LANE: begin
          command_q <= 1'b1;
          {turn_q, command_root_q, player_q, row_q} <= word_i[6:0];
        end
        `OUT_SEED_LOW: seed_q[15:0] <= word_i;
        `OUT_SEED_HIGH: seed_q[31:16] <= word_i;
        `OUT_GO: begin
          jobs_q <= 1'b1;
          job_q  <= 3'd0;
          root_q <= word_i[0];
        end
        default: ;
      endcase
    end

    if (result_valid_i & ~of) {count0_q, sum0_q} <= {count, sum};
    if (result_valid_i & of) {count1_q, sum1_q} <= {count, sum};
    if (go & ~word_i[0]) {count0_q, sum0_q} <= {(SUM_BITS + 4) {1'b0}};
    if (go & word_i[0]) {count1_q, sum1_q} <= {(SUM_BITS + 4) {1'b0}};

    if (rst_i) begin
      command_q <= 1'b0;
      jobs_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
