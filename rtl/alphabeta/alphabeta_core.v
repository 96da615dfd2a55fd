// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// alphabeta_core -- alpha-beta that lists and values the leaves of a position, one a cycle and list.
//
// Purpose:   LEAF_LISTS walkers search together, each with a leaf unit of its own. Walker 0 takes
//            the commands and leads: it hands out moves to walkers at rest, and takes their values.
//            See alphabeta_walker. Registers keep the others' states from the paths of walker 0: the
//            next walker to have a move, the lowest number at rest in the cycle before; and a mailbox,
//            where the value of the lowest number waits for walker 0.
//
//                     job, boards    +----------+  report
//              +----------+ -------> | walker 1 | ------+
//              | walker 0 | -------> | ...      | ------+
//              +----------+          +----------+       |
//                   ^------------- mailbox <------------+
//
// Interface: A command is taken in a cycle with cmd_valid_i and cmd_ready_o:
//              CMD_RESET   empty board; cmd_player_i will make the first move of the game
//              CMD_PLAY    make the move of cmd_player_i if it is legal; a pass (cmd_pass_i)
//                          always is
//              CMD_SEARCH  search cmd_depth_i plies for cmd_player_i. 0 counts as 1, and more
//                          than `LINE_DEPTH_MAX as `LINE_DEPTH_MAX
//            stop_i ends a running search early, but not before the end of its first iteration,
//            depth 1: the answer is the best move so far. One cycle of rsp_valid_o answers each
//            command:
//              rsp_ok_o    CMD_PLAY: the move was legal and is made. The other commands: 1
//              rsp_whole_o CMD_SEARCH: not stopped
//              rsp_*_o     CMD_SEARCH: best move (rsp_pass_o: none), its value for the player,
//                          the moves valued, made or refuted, and the last depth finished
//            The trace_*_o ports show every node of a search, for simulation. In a cycle with
//            trace_valid_o, trace_units_o has a bit for each walker: it enters a node, and shows the
//            move that led there and the score of the line for the mover, or leaves it
//            (trace_leave_o), and shows the node's value.
// Parameter: OWN_WEIGHT, RIVAL_WEIGHT, SQUARE_WEIGHT  see move_value
//            EXACT_ENDS  1: lines that end the game have their exact value; 0: the sum of the
//                        values of their moves
//            MARGIN      1: a line has the margin to expect of its last board for a value, in
//                        1 / (1 << `LINE_POINT_BITS) point, or its exact margin if it ends the game,
//                        and is `LINE_DEPTH_MARGIN plies long at most. It needs EXACT_ENDS
//            LEAF_LISTS  walkers
//            ROW_BANKS   banks of memory for the rows of the boards, 1 or 2: see row_stack
// Latency:   CMD_PLAY of a pass: 1 cycle. CMD_RESET 15. CMD_PLAY and CMD_SEARCH as
//            alphabeta.Search counts.
// Reset:     synchronous. The board is undefined until CMD_RESET.
// Model:     alphabeta.Search
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "expansion.vh"
`include "alphabeta.vh"

module alphabeta_core #(
    parameter OWN_WEIGHT = `OWN_WEIGHT_DEFAULT,
    parameter RIVAL_WEIGHT = `RIVAL_WEIGHT_DEFAULT,
    parameter SQUARE_WEIGHT = `SQUARE_WEIGHT_DEFAULT,
    parameter EXACT_ENDS = 1,
    parameter MARGIN = 0,
    parameter LEAF_LISTS = 1,
    parameter ROW_BANKS = 1
) (
    input  wire                                         clk_i,
    input  wire                                         rst_i,
    input  wire                                         cmd_valid_i,
    output wire                                         cmd_ready_o,
    input  wire        [                           1:0] cmd_op_i,
    input  wire                                         cmd_player_i,
    input  wire                                         cmd_pass_i,
    input  wire        [              `ORIENT_BITS-1:0] cmd_orient_i,
    input  wire        [                           3:0] cmd_row_i,
    input  wire        [                           3:0] cmd_col_i,
    input  wire        [                           3:0] cmd_depth_i,
    input  wire                                         stop_i,
    output wire                                         rsp_valid_o,
    output wire                                         rsp_ok_o,
    output wire                                         rsp_whole_o,
    output wire                                         rsp_pass_o,
    output wire        [              `ORIENT_BITS-1:0] rsp_orient_o,
    output wire        [                           3:0] rsp_row_o,
    output wire        [                           3:0] rsp_col_o,
    output wire signed [                `LINE_BITS-1:0] rsp_value_o,
    output wire        [                          31:0] rsp_nodes_o,
    output wire        [                           3:0] rsp_depth_o,
    output wire                                         trace_valid_o,
    output wire        [                LEAF_LISTS-1:0] trace_units_o,
    output wire        [                LEAF_LISTS-1:0] trace_leave_o,
    output wire        [              4*LEAF_LISTS-1:0] trace_ply_o,
    output wire        [                LEAF_LISTS-1:0] trace_pass_o,
    output wire        [LEAF_LISTS*`PLACEMENT_BITS-1:0] trace_move_o,
    output wire        [     LEAF_LISTS*`LINE_BITS-1:0] trace_score_o
);

  localparam R = `WALKER_REPORT_BITS;
  localparam MOVE = `PLACEMENT_BITS;
  localparam SCORE = `LINE_BITS;
  wire resting, halt, give, take, opener;
  wire [`WALKER_BOARDS_BITS-1:0] boards;
  wire [`WALKER_JOB_BITS-1:0] job;
  wire [LEAF_LISTS-1:0] nodes;  // entered in this cycle

  // Bit 0 stands for the walker that leads, who takes no jobs.
  wire [LEAF_LISTS-1:0] free, busy, ready;

  // The next walker to have a move. Walker 0 takes more than a cycle from one move to the next.
  reg [LEAF_LISTS-1:0] next_q;
  reg next_valid_q;
  always @(posedge clk_i) begin
    next_q <= free & ~(free - 1'b1);
    next_valid_q <= |free;
  end

  // The mailbox. It takes the next value in the cycle that takes its last one.
  reg mail_valid_q;
  reg [R-1:0] mail_q;
  wire post = ~mail_valid_q | take;
  wire [LEAF_LISTS-1:0] posted = ready & ~(ready - 1'b1) & {LEAF_LISTS{post}};
  wire [R*LEAF_LISTS-1:0] reports;
  reg [R-1:0] report;
  integer i;
  always @* begin
    report = {R{1'b0}};
    for (i = 0; i < LEAF_LISTS; i = i + 1) report = report | reports[R*i+:R] & {R{posted[i]}};
  end
  always @(posedge clk_i) begin
    if (post) mail_q <= report;
    mail_valid_q <= ~resting & (|ready | mail_valid_q & ~take);
  end
  assign free[0] = 1'b0;
  assign busy[0] = 1'b0;
  assign ready[0] = 1'b0;
  assign reports[0+:R] = {R{1'b0}};

  wire unused_lead, unused_ready;
  wire [R-1:0] unused_report;
  alphabeta_walker #(
      .OWN_WEIGHT   (OWN_WEIGHT),
      .RIVAL_WEIGHT (RIVAL_WEIGHT),
      .SQUARE_WEIGHT(SQUARE_WEIGHT),
      .EXACT_ENDS   (EXACT_ENDS),
      .BANKS        (ROW_BANKS),
      .MARGIN       (MARGIN),
      .LEADS        (1),
      .SHARES       (LEAF_LISTS > 1 ? 1 : 0)
  ) u_lead (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .cmd_valid_i  (cmd_valid_i),
      .cmd_ready_o  (cmd_ready_o),
      .cmd_op_i     (cmd_op_i),
      .cmd_player_i (cmd_player_i),
      .cmd_pass_i   (cmd_pass_i),
      .cmd_orient_i (cmd_orient_i),
      .cmd_row_i    (cmd_row_i),
      .cmd_col_i    (cmd_col_i),
      .cmd_depth_i  (cmd_depth_i),
      .stop_i       (stop_i),
      .rsp_valid_o  (rsp_valid_o),
      .rsp_ok_o     (rsp_ok_o),
      .rsp_whole_o  (rsp_whole_o),
      .rsp_pass_o   (rsp_pass_o),
      .rsp_orient_o (rsp_orient_o),
      .rsp_row_o    (rsp_row_o),
      .rsp_col_o    (rsp_col_o),
      .rsp_value_o  (rsp_value_o),
      .rsp_depth_o  (rsp_depth_o),
      .resting_o    (resting),
      .halt_o       (halt),
      .halt_i       (1'b0),
      .opener_o     (opener),
      .opener_i     (1'b0),
      .boards_o     (boards),
      .boards_i     ({`WALKER_BOARDS_BITS{1'b0}}),
      .give_o       (give),
      .job_o        (job),
      .job_valid_i  (1'b0),
      .job_i        ({`WALKER_JOB_BITS{1'b0}}),
      .free_o       (unused_lead),
      .free_i       (next_valid_q),
      .busy_i       ((|busy) | mail_valid_q),
      .ready_o      (unused_ready),
      .ready_i      (mail_valid_q),
      .report_o     (unused_report),
      .report_i     (mail_q),
      .take_o       (take),
      .taken_i      (1'b0),
      .node_o       (nodes[0]),
      .trace_valid_o(trace_units_o[0]),
      .trace_leave_o(trace_leave_o[0]),
      .trace_ply_o  (trace_ply_o[3:0]),
      .trace_pass_o (trace_pass_o[0]),
      .trace_move_o (trace_move_o[MOVE-1:0]),
      .trace_score_o(trace_score_o[SCORE-1:0])
  );

  // The others follow the leading one a cycle later, to its rest, too.
  reg resting_q;
  always @(posedge clk_i) resting_q <= resting;

  genvar k;
  generate
    for (k = 1; k < LEAF_LISTS; k = k + 1) begin : gen_walker
      wire [`ORIENT_BITS+SCORE+18:0] unused_answer;
      wire [`WALKER_BOARDS_BITS-1:0] unused_boards;
      wire [`WALKER_JOB_BITS-1:0] unused_job;
      wire unused_give, unused_take, unused_opener;
      wire unused = ^{unused_answer, unused_boards, unused_job, unused_give, unused_take, unused_opener};
      assign busy[k] = ~free[k];
      alphabeta_walker #(
          .OWN_WEIGHT   (OWN_WEIGHT),
          .RIVAL_WEIGHT (RIVAL_WEIGHT),
          .SQUARE_WEIGHT(SQUARE_WEIGHT),
          .EXACT_ENDS   (EXACT_ENDS),
          .BANKS        (ROW_BANKS),
          .MARGIN       (MARGIN),
          .LEADS        (0),
          .SHARES       (0)
      ) u_walker (
          .clk_i        (clk_i),
          .rst_i        (rst_i | resting_q),
          .cmd_valid_i  (1'b0),
          .cmd_ready_o  (unused_answer[0]),
          .cmd_op_i     (2'd0),
          .cmd_player_i (1'b0),
          .cmd_pass_i   (1'b0),
          .cmd_orient_i ({`ORIENT_BITS{1'b0}}),
          .cmd_row_i    (4'd0),
          .cmd_col_i    (4'd0),
          .cmd_depth_i  (4'd0),
          .stop_i       (1'b0),
          .rsp_valid_o  (unused_answer[1]),
          .rsp_ok_o     (unused_answer[2]),
          .rsp_whole_o  (unused_answer[3]),
          .rsp_pass_o   (unused_answer[4]),
          .rsp_orient_o (unused_answer[5+:`ORIENT_BITS]),
          .rsp_row_o    (unused_answer[5+`ORIENT_BITS+:4]),
          .rsp_col_o    (unused_answer[9+`ORIENT_BITS+:4]),
          .rsp_value_o  (unused_answer[13+`ORIENT_BITS+:SCORE]),
          .rsp_depth_o  (unused_answer[13+`ORIENT_BITS+SCORE+:4]),
          .resting_o    (unused_answer[17+`ORIENT_BITS+SCORE]),
          .halt_o       (unused_answer[18+`ORIENT_BITS+SCORE]),
          .halt_i       (halt),
          .opener_o     (unused_opener),
          .opener_i     (opener),
          .boards_o     (unused_boards),
          .boards_i     (boards),
          .give_o       (unused_give),
          .job_o        (unused_job),
          .job_valid_i  (give & next_q[k]),
          .job_i        (job),
          .free_o       (free[k]),
          .free_i       (1'b0),
          .busy_i       (1'b0),
          .ready_o      (ready[k]),
          .ready_i      (1'b0),
          .report_o     (reports[R*k+:R]),
          .report_i     ({R{1'b0}}),
          .take_o       (unused_take),
          .taken_i      (posted[k]),
          .node_o       (nodes[k]),
          .trace_valid_o(trace_units_o[k]),
          .trace_leave_o(trace_leave_o[k]),
          .trace_ply_o  (trace_ply_o[4*k+:4]),
          .trace_pass_o (trace_pass_o[k]),
          .trace_move_o (trace_move_o[MOVE*k+:MOVE]),
          .trace_score_o(trace_score_o[SCORE*k+:SCORE])
      );
    end
  endgenerate
  wire unused = ^{unused_lead, unused_ready, unused_report, give, boards, job, halt, resting_q, next_q, opener};

  // The nodes, a cycle or two late: the answer comes later than that.
  reg [4:0] count_q, count;
  reg [31:0] nodes_q;
  integer j;
  always @* begin
    count = 5'd0;
    for (j = 0; j < LEAF_LISTS; j = j + 1) count = count + {4'd0, nodes[j]};
  end
  always @(posedge clk_i) begin
    count_q <= count;
    nodes_q <= cmd_ready_o ? 32'd0 : nodes_q + {27'd0, count_q};
  end
  assign rsp_nodes_o = nodes_q;
  assign trace_valid_o = |trace_units_o;

endmodule

`default_nettype wire
