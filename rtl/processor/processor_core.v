// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// processor_core -- chooses moves by a tree search, the program of a small processor.
//
// Purpose:   A player for boards without room for the tree core: one playout lane, and a processor
//            whose program, golden's package firmware, does everything but the playouts:
//
//              program_rom -> processor <-> data_ram
//                              |     |
//              commands, answers,    lane_jobs <-> playout_lanes
//              table_rom
// Parameter: SEED, LEAVES  the seed and the most leaves of each search
// Interface: cmd_*, rsp_*  the same commands as minimax_core's, with
//              CMD_SEARCH  has no depth
//              rsp_ok_o    CMD_PLAY: the move was legal and is made
//              rsp_*_o     CMD_SEARCH: the move (rsp_pass_o: none), and the leaves of the search,
//                          until the next answer
//            stop_i        ends a search after the leaves under way
//            look_*        a word of the data memory, for cosimulation
// Latency:   the cycles of the program. 1 cycle from look_address_i to look_word_o.
// Reset:     synchronous; the program begins anew, and so does the game.
// Model:     firmware.Load on a processor.Machine
`default_nettype none
`include "constants.vh"
`include "firmware.vh"
`include "job_bus.vh"

module processor_core #(
    parameter SEED    = 1,
    parameter LEAVES  = 65535,
    parameter RAM_REG = 0
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    cmd_valid_i,
    output wire                    cmd_ready_o,
    input  wire [             1:0] cmd_op_i,
    input  wire                    cmd_player_i,
    input  wire                    cmd_pass_i,
    input  wire [`ORIENT_BITS-1:0] cmd_orient_i,
    input  wire [             3:0] cmd_row_i,
    input  wire [             3:0] cmd_col_i,
    input  wire                    stop_i,
    output wire                    rsp_valid_o,
    output wire                    rsp_ok_o,
    output wire                    rsp_pass_o,
    output wire [`ORIENT_BITS-1:0] rsp_orient_o,
    output wire [             3:0] rsp_row_o,
    output wire [             3:0] rsp_col_o,
    output wire [            31:0] rsp_leaves_o,
    input  wire [            11:0] look_address_i,
    output wire [            15:0] look_word_o
);

  // ---- the processor and its memories ------------------------------------------------

  wire fetch, store, out;
  wire [10:0] fetch_address;
  wire [11:0] address;
  wire [15:0] code, word, data;
  wire [3:0] port;
  reg  [15:0] in;
  /* verilator lint_off PINCONNECTEMPTY */
  // The trace is for cosimulation of the processor by itself.
  processor u_processor (
      .clk_i           (clk_i),
      .rst_i           (rst_i),
      .fetch_o         (fetch),
      .fetch_address_o (fetch_address),
      .fetch_data_i    (code),
      .address_o       (address),
      .store_o         (store),
      .word_o          (word),
      .data_i          (data),
      .port_o          (port),
      .out_o           (out),
      .in_i            (in),
      .trace_begin_o   (),
      .trace_pc_o      (),
      .trace_write_o   (),
      .trace_register_o(),
      .trace_word_o    (),
      .trace_flags_o   ()
  );
  /* verilator lint_on PINCONNECTEMPTY */
  program_rom u_program (
      .clk_i    (clk_i),
      .re_i     (fetch),
      .address_i(fetch_address),
      .word_o   (code)
  );
  data_ram u_data (
      .clk_i         (clk_i),
      .address_i     (address),
      .we_i          (store),
      .word_i        (word),
      .word_o        (data),
      .look_address_i(look_address_i),
      .look_word_o   (look_word_o)
  );

  wire [15:0] table_word;
  table_rom u_table (
      .clk_i    (clk_i),
      .we_i     (out & port == `OUT_TABLE),
      .address_i(word[$clog2(`TABLE_WORDS)-1:0]),
      .word_o   (table_word)
  );

  // ---- the lane --------------------------------------------------------------------

  wire command_wait, jobs_wait;
  wire [1:0] done;
  wire [11:0] sum0, sum1;
  wire command_valid, command_ready, job_valid, job_ready, result_valid;
  wire [`COMMAND_BITS-1:0] command;
  wire [`JOB_BITS-1:0] job;
  wire [`RESULT_BITS-1:0] result;
  lane_jobs u_jobs (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .out_i          (out),
      .port_i         (port),
      .word_i         (word),
      .command_wait_o (command_wait),
      .jobs_wait_o    (jobs_wait),
      .done_o         (done),
      .sum0_o         (sum0),
      .sum1_o         (sum1),
      .command_valid_o(command_valid),
      .command_ready_i(command_ready),
      .command_o      (command),
      .job_valid_o    (job_valid),
      .job_ready_i    (job_ready),
      .job_o          (job),
      .result_valid_i (result_valid),
      .result_i       (result)
  );
  // Only other cores use these outputs; the program loads no root that has jobs.
  wire result_pick, lanes_idle;
  wire [`PICK_BITS-1:0] pick;
  wire [1:0] waits;
  wire unused = ^{result_pick, lanes_idle, pick, waits};
  playout_lanes #(
      .LANES  (1),
      .RAM_REG(RAM_REG)
  ) u_lanes (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .job_valid_i    (job_valid),
      .job_ready_o    (job_ready),
      .job_i          (job),
      .result_valid_o (result_valid),
      .result_pick_o  (result_pick),
      .result_o       (result),
      .pick_o         (pick),
      .command_valid_i(command_valid),
      .command_ready_o(command_ready),
      .command_i      (command),
      .waits_o        (waits),
      .idle_o         (lanes_idle)
  );

  // ---- the ports -----------------------------------------------------------------------

  localparam [31:0] SEARCH_SEED = SEED;
  localparam [31:0] MOST_LEAVES = LEAVES;
  reg stop_q;  // stop_i has come since the last answer
  always @* begin
    case (port)
      `IN_COMMAND: in = {cmd_valid_i, cmd_op_i, cmd_player_i, cmd_pass_i, 11'd0};
      `IN_MOVE: in = {1'b0, cmd_orient_i, cmd_row_i, cmd_col_i};
      `IN_STOP: in = {15'd0, stop_q};
      `IN_LANE: in = {12'd0, done, jobs_wait, command_wait};
      `IN_SUM0: in = {{4{sum0[11]}}, sum0};
      `IN_SUM1: in = {{4{sum1[11]}}, sum1};
      `IN_SEED_LOW: in = SEARCH_SEED[15:0];
      `IN_SEED_HIGH: in = SEARCH_SEED[31:16];
      `IN_TABLE: in = table_word;
      default: in = MOST_LEAVES[15:0];  // IN_LIMIT
    endcase
  end

  reg ready_q, answer_q, ok_q, pass_q;
  reg [14:0] move_q;
  reg [15:0] leaves_q;
  assign cmd_ready_o = ready_q;
  assign rsp_valid_o = answer_q;
  assign rsp_ok_o = ok_q;
  assign rsp_pass_o = pass_q;
  assign {rsp_orient_o, rsp_row_o, rsp_col_o} = move_q;
  assign rsp_leaves_o = {16'd0, leaves_q};

  wire answers = out & port == `OUT_ANSWER;
  always @(posedge clk_i) begin
    ready_q  <= out & port == `OUT_ACCEPT;
    answer_q <= answers;
    stop_q   <= stop_i | (stop_q & ~answers);
    if (answers) {pass_q, ok_q} <= word[1:0];
    if (out & port == `OUT_MOVE) move_q <= word[14:0];
    if (out & port == `OUT_LEAVES) leaves_q <= word;
    if (rst_i) begin
      ready_q  <= 1'b0;
      answer_q <= 1'b0;
      stop_q   <= 1'b0;
    end
  end

endmodule

`default_nettype wire
