// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// montecarlo_core -- chooses moves by Monte Carlo playouts.
//
// Purpose:   Plays out games from the position after each legal move, on playout
//            lanes; sequential_halving shares the playouts out among the moves.
//            This module has the commands and the board.
//
//            Each move has a number in the lanes' move order. To make the move of a
//            command, the lanes pick the first legal move, the second, and so on, until
//            they find it; to answer a search, they pick the move with the chosen
//            number.
//
//              CMD_RESET   LOAD -> LOADED ------------------------------------+
//              CMD_PLAY    TURN -> PICK -> PICKED -> NAME -> NAMED -> APPLY --+-> ANSWER
//                                   ^------------------------- |
//              CMD_SEARCH  TURN -> PICK .. NAMED -> HALVE -> PICK .. NAMED ---+
// Interface: the same commands as minimax_core's, with
//              CMD_SEARCH  has no depth, but a seed and a number of playouts
//              rsp_ok_o    CMD_PLAY: the move was legal and is made
//              rsp_*_o     CMD_SEARCH: the move (rsp_pass_o: none), the sum of the
//                          values of its rsp_visits_o playouts, and the total number
//                          of playouts, until the next command
//            stop_i        ends a search after the playouts under way; the answer
//                          is the best candidate
//            visits_i      playouts of each candidate in the first round
//            seed_i        seed of the search. CMD_SEARCH reads both inputs
// Latency:   CMD_RESET and CMD_SEARCH take the lanes' cycles for a root, and for the
//            playouts. CMD_PLAY takes 1 cycle for a pass, and for a move about 100 cycles
//            for each legal move up to it.
// Reset:     synchronous, to the opening position; then 40 cycles or so until
//            cmd_ready_o.
// Model:     search.MonteCarloConfig
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module montecarlo_core #(
    parameter LANES   = 2,
    parameter RAM_REG = 0,
    parameter LARGEST = 1
) (
    input  wire                         clk_i,
    input  wire                         rst_i,
    input  wire                         cmd_valid_i,
    output wire                         cmd_ready_o,
    input  wire      [             1:0] cmd_op_i,
    input  wire                         cmd_player_i,
    input  wire                         cmd_pass_i,
    input  wire      [`ORIENT_BITS-1:0] cmd_orient_i,
    input  wire      [             3:0] cmd_row_i,
    input  wire      [             3:0] cmd_col_i,
    input  wire                         stop_i,
    input  wire      [`VISITS_BITS-1:0] visits_i,
    input  wire      [            31:0] seed_i,
    output wire                         rsp_valid_o,
    output wire                         rsp_ok_o,
    output wire                         rsp_pass_o,
    output wire      [`ORIENT_BITS-1:0] rsp_orient_o,
    output wire      [             3:0] rsp_row_o,
    output wire      [             3:0] rsp_col_o,
    output wire      [   `SUM_BITS-1:0] rsp_sum_o,
    output wire      [            31:0] rsp_visits_o,
    output wire      [            31:0] rsp_playouts_o
);

  // ---------------------------------------------------------------- states
  localparam [3:0] LOAD = 4'd0;  // writes the opening position, and its player to move
  localparam [3:0] LOADED = 4'd1;  // answers, if that was a command
  localparam [3:0] IDLE = 4'd2;  // waits for a command
  localparam [3:0] TURN = 4'd3;  // sets the player to move
  localparam [3:0] PICK = 4'd4;  // has the lanes pick a move by its number
  localparam [3:0] PICKED = 4'd5;  // waits for the move
  localparam [3:0] NAME = 4'd6;  // puts the move in the form of the commands, in NAME_CYCLES
  localparam [3:0] NAMED = 4'd7;  // compares the move with the command's, or begins to search
  localparam [3:0] APPLY = 4'd8;  // makes the move
  localparam [3:0] APPLIED = 4'd9;  // waits until all lanes have made it
  localparam [3:0] HALVE = 4'd10;  // waits for sequential_halving
  localparam [3:0] ANSWER = 4'd11;  // answers the command

  reg [3:0] state_q, state_d;

  localparam [4:0] NAME_CYCLES = 5'd4;  // 2 of move_name, 1 to compare, 1 to spare

  // ---------------------------------------------------------------- registers
  // The command.
  reg answer_q;  // a command waits for its answer: LOAD does not follow a reset
  reg searching_q;  // CMD_SEARCH
  reg player_q;  // the player to move
  reg [`ORIENT_BITS-1:0] orient_q;  // CMD_PLAY: the move
  reg [3:0] row_q, col_q;
  reg ok_q, none_q;  // the answer

  // The board.
  reg [4:0] placed1_q, placed2_q;  // tiles that each player has placed
  wire over = placed1_q == `NUM_TILES | placed2_q == `NUM_TILES;

  reg [4:0] load_q;  // in LOAD: player, row; in NAME: the cycle
  reg load_done_q;  // the last row is in the lanes

  // The move picked.
  reg [`INDEX_BITS-1:0] index_q;  // CMD_PLAY: number of the move picked
  reg chosen_q;  // CMD_SEARCH: the move picked is the answer
  reg beyond_q;  // no legal move has that number
  reg same_q;  // the picked move is the move of the command

  // ---------------------------------------------------------------- the search
  wire accept = state_q == IDLE & cmd_valid_i;
  wire found_first;  // in NAMED: a search knows the number of moves
  wire halved;
  wire [`INDEX_BITS-1:0] candidate_index;
  wire playout_valid;
  wire [31:0] playout_seed;
  wire job_ready, lanes_idle;
  wire result_valid, result_pick;
  wire [`RESULT_BITS-1:0] result;
  wire [1:0] waits;
  wire unused_waits = ^waits;  // no root is loaded while there are jobs
  wire [`PICK_BITS-1:0] pick;
  wire [`PLACEMENT_BITS-1:0] placement = pick[`PICK_PLACEMENT];
  wire no_move = pick[`PICK_NONE];
  wire [`MOVE_BITS-1:0] moves = pick[`PICK_MOVES];
  sequential_halving #(
      .RAM_REG(RAM_REG)
  ) u_halving (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .begin_i        (accept),
      .visits_i       (visits_i),
      .seed_i         (seed_i),
      .start_i        (found_first),
      .moves_i        (moves),
      .stop_i         (stop_i),
      .done_o         (halved),
      .index_o        (candidate_index),
      .beyond_i       (beyond_q),
      .sum_o          (rsp_sum_o),
      .visits_o       (rsp_visits_o),
      .playouts_o     (rsp_playouts_o),
      .job_valid_o    (playout_valid),
      .job_ready_i    (job_ready),
      .job_seed_o     (playout_seed),
      .result_valid_i (result_valid & ~result_pick),
      .result_first_i (result[`RESULT_FIRST]),
      .result_margin_i(player_q ? -result[`RESULT_MARGIN] : result[`RESULT_MARGIN]),
      .lanes_idle_i   (lanes_idle)
  );

  // The row to load comes from registers, because its wires are long.
`include "first_anchors.vh"
  localparam [3:0] VALUE_ROW = 4'd15;  // tiles and value of a player with all tiles
  reg load_valid_q;
  reg [15:0] load_allowed_q;
  reg [`BOARD_SIZE-1:0] load_corners_q;
  wire command_ready;
  always @(posedge clk_i) begin
    load_valid_q <= state_q == LOAD & ~load_done_q & ~command_ready;
    load_allowed_q <= load_q[3:0] == VALUE_ROW ? 16'h001f : load_q[3:0] < `BOARD_SIZE ? 16'h3fff : 16'hffff;
    load_corners_q <= first_anchors(load_q[4], load_q[3:0]);
  end

  wire [`INDEX_BITS-1:0] asked = searching_q ? candidate_index : index_q;
  wire [`JOB_BITS-1:0] job;
  assign job[`JOB_ROOT] = 1'b0;
  assign job[`JOB_SEED] = playout_seed;
  assign job[`JOB_LARGEST] = LARGEST != 0;
  assign job[`JOB_PICK] = state_q == PICK;
  assign job[`JOB_FIRST_VALID] = 1'b1;
  assign job[`JOB_FIRST] = asked;

  // A row of the opening, the player to move, or a move.
  wire apply = state_q == APPLY;
  wire turn = state_q == TURN | (state_q == LOAD & load_done_q);
  wire opens = (player_q ? placed2_q : placed1_q) == 5'd0;  // the mover has placed no tile
  reg [`COMMAND_BITS-1:0] command;
  always @* begin
    command[`COMMAND_APPLY] = apply;
    command[`COMMAND_TURN] = turn;
    command[`COMMAND_LOAD] = load_valid_q;
    command[`COMMAND_ROOT] = 1'b0;
    command[`COMMAND_PLACEMENT] = placement;
    if (~apply) command[`COMMAND_ROW] = load_q[3:0];
    command[`COMMAND_PLAYER] = apply ? opens : load_valid_q ? load_q[4] : player_q;
    command[`COMMAND_OVER] = over;
    command[`COMMAND_ALLOWED] = load_allowed_q;
    command[`COMMAND_CORNERS] = {2'b00, load_corners_q};
  end

  playout_lanes #(
      .LANES  (LANES),
      .RAM_REG(RAM_REG)
  ) u_lanes (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .job_valid_i    (state_q == PICK | playout_valid),
      .job_ready_o    (job_ready),
      .job_i          (job),
      .result_valid_o (result_valid),
      .result_pick_o  (result_pick),
      .result_o       (result),
      .pick_o         (pick),
      .command_valid_i(load_valid_q | turn | apply),
      .command_ready_o(command_ready),
      .command_i      (command),
      .waits_o        (waits),
      .idle_o         (lanes_idle)
  );

  // ---------------------------------------------------------------- the move picked
  wire [`ORIENT_BITS-1:0] orient;
  wire [3:0] row, col;
  move_name u_name (
      .clk_i      (clk_i),
      .name_i     (pick[`PICK_NAME]),
      .flip_rows_i(placement[`PLACEMENT_FLIP_ROWS]),
      .flip_cols_i(placement[`PLACEMENT_FLIP_COLS]),
      .row_i      (placement[`PLACEMENT_ROW]),
      .col_i      (placement[`PLACEMENT_COL]),
      .orient_o   (orient),
      .row_o      (row),
      .col_o      (col)
  );

  // ---------------------------------------------------------------- next state
  wire reset_command = cmd_op_i == `CMD_RESET;
  wire pass_command = cmd_op_i == `CMD_PLAY & cmd_pass_i;
  wire name_ends = load_q == NAME_CYCLES - 5'd1;
  wire not_legal = no_move | beyond_q;  // CMD_PLAY: all moves have been looked at

  always @* begin
    state_d = state_q;
    case (state_q)
      LOAD: if (load_done_q & command_ready) state_d = LOADED;
      LOADED: state_d = answer_q ? ANSWER : IDLE;
      IDLE: if (cmd_valid_i) state_d = reset_command ? LOAD : pass_command ? ANSWER : TURN;
      TURN: if (command_ready) state_d = PICK;
      PICK: if (job_ready) state_d = PICKED;
      PICKED: if (result_valid & result_pick) state_d = NAME;
      NAME: if (name_ends) state_d = NAMED;
      NAMED:
      if (searching_q) state_d = no_move | chosen_q ? ANSWER : HALVE;
      else state_d = not_legal ? ANSWER : same_q ? APPLY : PICK;
      APPLY: if (command_ready) state_d = APPLIED;
      APPLIED: if (lanes_idle) state_d = ANSWER;
      HALVE: if (halved) state_d = PICK;
      default: state_d = IDLE;  // ANSWER
    endcase
  end

  assign found_first = state_q == NAMED & searching_q & ~no_move & ~chosen_q;

  // ---------------------------------------------------------------- the answer
  assign cmd_ready_o = state_q == IDLE;
  assign rsp_valid_o = state_q == ANSWER;
  assign rsp_ok_o = ok_q;
  assign rsp_pass_o = none_q;
  assign rsp_orient_o = orient;
  assign rsp_row_o = row;
  assign rsp_col_o = col;

  // ---------------------------------------------------------------- registers
  always @(posedge clk_i) begin
    state_q <= state_d;
    beyond_q <= {{(`MOVE_BITS - `INDEX_BITS) {1'b0}}, asked} >= moves;
    same_q <= orient == orient_q & row == row_q & col == col_q;

    case (state_q)
      LOAD: begin
        placed1_q <= 5'd0;
        placed2_q <= 5'd0;
        player_q <= 1'b0;
        if (load_valid_q & command_ready) begin
          load_q <= load_q + 5'd1;
          if (load_q == 5'd31) load_done_q <= 1'b1;
        end
      end
      IDLE: begin
        load_q <= 5'd0;
        load_done_q <= 1'b0;
        chosen_q <= 1'b0;
        if (cmd_valid_i) begin
          answer_q <= 1'b1;
          searching_q <= cmd_op_i == `CMD_SEARCH;
          player_q <= cmd_player_i;
          orient_q <= cmd_orient_i;
          row_q <= cmd_row_i;
          col_q <= cmd_col_i;
          ok_q <= 1'b1;
          none_q <= 1'b0;
          index_q <= {`INDEX_BITS{1'b0}};
        end
      end
      PICKED: load_q <= 5'd0;
      NAME: load_q <= load_q + 5'd1;
      NAMED:
      if (searching_q) begin
        if (no_move) none_q <= 1'b1;
      end else begin
        if (not_legal) ok_q <= 1'b0;
        index_q <= index_q + {{(`INDEX_BITS - 1) {1'b0}}, 1'b1};
      end
      APPLY:
      if (command_ready) begin
        if (player_q) placed2_q <= placed2_q + 5'd1;
        else placed1_q <= placed1_q + 5'd1;
      end
      HALVE: chosen_q <= 1'b1;
      default: ;
    endcase

    if (rst_i) begin
      state_q <= LOAD;
      load_q <= 5'd0;
      load_done_q <= 1'b0;
      answer_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
