// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// minimax_core -- minimax by a scan of all positions.
//
// Purpose:   The baseline: the published architecture of the hardware minimax player. It has a tile
//            ROM, a scan of one position a cycle with a single-cycle fit check, and a depth-first
//            search that places and removes tiles on one board, with a stack for the way back. The
//            search tries moves in search order (large tiles first, then rotation, row, column),
//            and chooses the first of equal moves.
// Interface: A command is taken in a cycle with cmd_valid_i and cmd_ready_o:
//              CMD_RESET   empty board
//              CMD_PLAY    make the move of cmd_player_i if it is legal; a
//                          pass (cmd_pass_i) always is
//              CMD_SEARCH  search cmd_depth_i plies for cmd_player_i. 0 counts as
//                          1, and more than DEPTH_PLIES as DEPTH_PLIES
//            stop_i ends a running search early: the search takes its moves back and answers with
//            the best of the moves judged so far. One cycle of rsp_valid_o answers each command:
//              rsp_ok_o    CMD_PLAY: the move was legal and is made
//                          CMD_SEARCH: not stopped
//              rsp_*_o     CMD_SEARCH: best move (rsp_pass_o: none), its value
//                          for the player, and the nodes visited
//            The trace_*_o ports show every node of a search, for simulation: the
//            entry, with the move that led there and the score of the line for the
//            mover, or the exit (trace_leave_o), with the node's value.
// Latency:   CMD_RESET, and CMD_PLAY of a pass: 1 cycle. CMD_PLAY: 5 + d
//            cycles (4 + d if illegal), d the steps, 1 or more, to turn the
//            board to the square. CMD_SEARCH: as search.Minimax counts. A node
//            costs REVOLUTION_CYCLES for each orientation it still has, and
//            LEAF_CYCLES for each of its leaves.
// Reset:     synchronous, to the empty board.
// Model:     search.Minimax
`default_nettype none
`include "constants.vh"

module minimax_core #(
    parameter DEPTH_PLIES = `SEARCH_DEPTH_MAX,
    parameter ALPHA_BETA = 1,
    parameter OWN_WEIGHT = `OWN_WEIGHT_DEFAULT,
    parameter RIVAL_WEIGHT = `RIVAL_WEIGHT_DEFAULT,
    parameter SQUARE_WEIGHT = `SQUARE_WEIGHT_DEFAULT
) (
    input  wire                           clk_i,
    input  wire                           rst_i,
    input  wire                           cmd_valid_i,
    output wire                           cmd_ready_o,
    input  wire        [             1:0] cmd_op_i,
    input  wire                           cmd_player_i,
    input  wire                           cmd_pass_i,
    input  wire        [`ORIENT_BITS-1:0] cmd_orient_i,
    input  wire        [             3:0] cmd_row_i,
    input  wire        [             3:0] cmd_col_i,
    input  wire        [             2:0] cmd_depth_i,
    input  wire                           stop_i,
    output wire                           rsp_valid_o,
    output wire                           rsp_ok_o,
    output wire                           rsp_pass_o,
    output wire        [`ORIENT_BITS-1:0] rsp_orient_o,
    output wire        [             3:0] rsp_row_o,
    output wire        [             3:0] rsp_col_o,
    output wire signed [ `SCORE_BITS-1:0] rsp_value_o,
    output wire        [            31:0] rsp_nodes_o,
    output wire                           trace_valid_o,
    output wire                           trace_leave_o,
    output wire        [             2:0] trace_ply_o,
    output wire                           trace_pass_o,
    output wire        [`ORIENT_BITS-1:0] trace_orient_o,
    output wire        [             3:0] trace_row_o,
    output wire        [             3:0] trace_col_o,
    output wire signed [ `SCORE_BITS-1:0] trace_score_o
);

  initial begin
    if (DEPTH_PLIES < 1 || DEPTH_PLIES > `SEARCH_DEPTH_MAX) begin
      $display("minimax_core: DEPTH_PLIES must be 1..%0d (instance %m)", `SEARCH_DEPTH_MAX);
      $finish;
    end
  end

  // ---------------------------------------------------------------- states
  localparam [4:0] IDLE = 5'd0;  // waits for a command
  localparam [4:0] LOAD = 5'd1;  // takes the corner map of the player to move
  localparam [4:0] TURN = 5'd2;  // turns the board to the square of a move; CMD_PLAY: is it legal?
  localparam [4:0] DO = 5'd3;  // places the tile
  localparam [4:0] EVAL = 5'd4;  // evaluates, EVALUATE_CYCLES long; takes a leaf's tile off again
  localparam [4:0] ROOT = 5'd5;  // enters the root
  localparam [4:0] SCAN = 5'd6;  // has checked a position: goes on, or stays
  localparam [4:0] WALL = 5'd7;  // turns the board past the wall row to the first square
  localparam [4:0] COMPARE = 5'd8;  // compares the value of a move with the window
  localparam [4:0] JUDGE = 5'd9;  // takes the value of a move into account
  localparam [4:0] PUSH = 5'd10;  // enters the node behind a move
  localparam [4:0] NOMOVE = 5'd11;  // passes
  localparam [4:0] POP = 5'd12;  // leaves a node
  localparam [4:0] FETCH = 5'd13;  // waits for the ROM row of a move to make or take back
  localparam [4:0] UNDO = 5'd14;  // removes the tile
  localparam [4:0] RELOAD = 5'd15;  // takes the corner map again
  localparam [4:0] ANSWER = 5'd16;  // answers the command

  reg [4:0] state_q, state_d;

  // ---------------------------------------------------------------- registers
  // The command.
  reg searching_q;  // CMD_SEARCH
  reg ok_q;  // the answer
  reg [2:0] depth_q;
  reg stop_q;
  reg [31:0] nodes_q;
  reg best_pass_q;
  reg [`ORIENT_BITS-1:0] best_orient_q;
  reg [3:0] best_row_q, best_col_q;

  // The square to turn to, and the position before it: the board turns on by at
  // least one step, and a register tells of the arrival.
  reg [3:0] target_row_q, target_col_q;
  reg [3:0] before_row_q, before_col_q;
  reg arrived_q;

  reg fit_q;  // the tile fits at the position

  // The node; scores are in the view of player_q, who is to move.
  reg player_q, player_d;
  reg view_q;  // the player whose corners are sought
  reg [2:0] ply_q;
  reg moved_q;  // the node has a move
  reg passed_q;  // the move that led here was a pass
  reg signed [`SCORE_BITS-1:0] score_q;  // score of the line
  reg signed [`SCORE_BITS-1:0] base_q, rival_base_q;  // corner terms of both players
  reg signed [`SCORE_BITS-1:0] best_q, beta_q;  // the window; best is alpha and grows

  // The move being tried.
  reg [6:0] eval_q;  // one-hot: the cycle of EVAL
  reg root_q;  // EVAL is about the root, not about a move
  reg leaf_q;  // nothing follows the move
  reg fresh_q;  // the move's value comes from EVAL, not from the node behind the move
  reg pass_q;  // the move is a pass
  reg signed [`SCORE_BITS-1:0] value_q;  // the move's value, if not fresh
  reg signed [`SCORE_BITS-1:0] line_q;  // score less corner terms, for move_score
  reg better_q, cut_q;  // in JUDGE: the move's value is above the window's lower, upper end

  localparam signed [`SCORE_BITS-1:0] LIMIT = `SCORE_LIMIT;
  localparam [2:0] DEPTH = DEPTH_PLIES[2:0];

  // ---------------------------------------------------------------- the parts
  wire [`ORIENT_BITS-1:0] orient;
  wire [`WINDOW_BITS-1:0] tile_cells;
  wire [`TILE_BITS-1:0] tile;
  wire [2:0] tile_size;
  wire tile_last;
  tile_rom u_tile_rom (
      .clk_i(clk_i),
      .orient_i(orient),
      .cells_o(tile_cells),
      .tile_o(tile),
      .size_o(tile_size),
      .last_o(tile_last)
  );

  reg reset_board, place, erase, walk_start, walk_next, walk_jump;
  wire [`ORIENT_BITS-1:0] walk_jump_to;
  wire walk_none, walk_last, has_tile, has_all, has_none;
  tile_walk u_tile_walk (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .clear_i(reset_board),
      .player_i(player_q),
      .take_i(place),
      .give_i(erase),
      .start_i(walk_start),
      .start_player_i((state_q == ROOT) ? player_q : ~player_q),
      .next_i(walk_next),
      .jump_i(walk_jump),
      .jump_to_i(walk_jump_to),
      .tile_i(tile),
      .tile_last_i(tile_last),
      .orient_o(orient),
      .none_o(walk_none),
      .last_o(walk_last),
      .has_tile_o(has_tile),
      .has_all_o(has_all),
      .has_none_o(has_none)
  );

  reg step;
  wire skip, at_last, at_end;
  wire [3:0] row, col;
  position_scan u_position_scan (
      .clk_i(clk_i),
      .rst_i(rst_i | reset_board),
      .step_i(step),
      .skip_o(skip),
      .row_o(row),
      .col_o(col),
      .last_o(at_last),
      .end_o(at_end)
  );
  wire at_before = (row == before_row_q) & (col == before_col_q);

  reg load_corners;
  wire [`WINDOW_BITS-1:0] window;
  wire [`RING_CELLS-1:0] own, taken, corners, corners_found;
  ring_board u_ring_board (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .clear_i(reset_board),
      .step_i(step),
      .skip_i(skip),
      .place_i(place),
      .erase_i(erase),
      .tile_i(tile_cells),
      .player_i(player_q),
      .view_i(view_q),
      .load_i(load_corners),
      .corners_i(corners_found),
      .first_i(has_all),
      .row_i(row),
      .col_i(col),
      .window_o(window),
      .own_o(own),
      .taken_o(taken),
      .corners_o(corners)
  );

  corner_finder u_corner_finder (
      .own_i(own),
      .taken_i(taken),
      .corners_o(corners_found)
  );

  wire fit;
  fit_check u_fit_check (
      .tile_i(tile_cells),
      .window_i(window),
      .fit_o(fit)
  );

  wire [7:0] corner_total;
  corner_count u_corner_count (
      .clk_i(clk_i),
      .en_i(state_q == EVAL),
      .corners_i(corners),
      .count_o(corner_total)
  );

  wire signed [`SCORE_BITS-1:0] mover_after, rival_after, move_value;
  move_score #(
      .OWN_WEIGHT(OWN_WEIGHT),
      .RIVAL_WEIGHT(RIVAL_WEIGHT),
      .SQUARE_WEIGHT(SQUARE_WEIGHT)
  ) u_move_score (
      .clk_i(clk_i),
      .count_i(corner_total),
      .weigh_i(eval_q[6:4]),
      .line_i(line_q),
      .size_i(tile_size),
      .mover_o(mover_after),
      .rival_o(rival_after),
      .score_o(move_value)
  );

  // A frame: the state of a node for the return of the search.
  localparam FRAME_BITS = 2 + `ORIENT_BITS + 8 + 5 * `SCORE_BITS;
  reg push;
  wire [FRAME_BITS-1:0] frame;
  wire frame_pass, frame_passed;
  wire [`ORIENT_BITS-1:0] frame_orient;
  wire [3:0] frame_row, frame_col;
  wire signed [`SCORE_BITS-1:0] frame_score, frame_base, frame_rival_base, frame_best, frame_beta;
  assign {frame_pass, frame_passed, frame_orient, frame_row, frame_col,
          frame_score, frame_base, frame_rival_base, frame_best, frame_beta} = frame;
  wire [1:0] parent_ply = ply_q[1:0] - 2'd1;
  search_stack #(
      .FRAME_BITS(FRAME_BITS),
      .FRAMES(`SEARCH_DEPTH_MAX)
  ) u_search_stack (
      .clk_i(clk_i),
      .push_i(push),
      .push_ply_i(ply_q[1:0]),
      .frame_i({state_q == NOMOVE, passed_q, orient, row, col,
                score_q, base_q, rival_base_q, best_q, beta_q}),
      .top_ply_i(parent_ply),
      .frame_o(frame)
  );

  // ---------------------------------------------------------------- verdicts
  wire signed [`SCORE_BITS-1:0] value = fresh_q ? move_value : value_q;
  wire legal = fit_q & has_tile;  // in TURN, at its end
  wire last_ply = (depth_q == ply_q + 3'd1);
  wire no_moves = ~moved_q & ~stop_q;  // in POP: the player must pass
  wire ends_line = last_ply | passed_q;  // in NOMOVE: nothing follows the pass

  assign walk_jump_to = (state_q == IDLE) ? cmd_orient_i : frame_orient;

  // ---------------------------------------------------------------- next state
  always @* begin
    state_d = state_q;
    reset_board = 1'b0;
    place = 1'b0;
    erase = 1'b0;
    walk_start = 1'b0;
    walk_next = 1'b0;
    walk_jump = 1'b0;
    step = 1'b0;
    load_corners = 1'b0;
    push = 1'b0;
    case (state_q)
      IDLE:
      if (cmd_valid_i) begin
        reset_board = (cmd_op_i == `CMD_RESET);
        walk_jump = 1'b1;
        case (cmd_op_i)
          `CMD_PLAY:
          if (cmd_pass_i | cmd_row_i >= `BOARD_SIZE | cmd_col_i >= `BOARD_SIZE) state_d = ANSWER;
          else state_d = FETCH;
          `CMD_SEARCH: state_d = EVAL;
          default: state_d = ANSWER;
        endcase
      end
      LOAD: begin
        load_corners = 1'b1;
        state_d = searching_q ? WALL : TURN;
      end
      TURN:
      if (~arrived_q) step = 1'b1;
      else if (searching_q) state_d = UNDO;
      else state_d = legal ? DO : ANSWER;
      DO: begin
        place = 1'b1;
        state_d = searching_q ? EVAL : ANSWER;
      end
      EVAL: begin
        // Corner maps of the mover, of the rival, and again of the mover, as
        // the scan needs it when it goes on. The tile of a leaf is gone then.
        load_corners = |eval_q[2:0];
        erase = eval_q[1] & leaf_q;
        if (eval_q[6]) state_d = root_q ? ROOT : COMPARE;
      end
      ROOT: begin
        walk_start = 1'b1;
        state_d = LOAD;
      end
      SCAN:
      if (stop_q) state_d = POP;
      else if (fit_q) state_d = DO;
      else begin
        step = 1'b1;
        if (at_last) state_d = walk_last ? POP : WALL;
        walk_next = at_last;
      end
      WALL: begin
        step = 1'b1;
        // A node without a tile needs no scan. (walk_none belongs to the latest node entered, which
        // is another node after the search has returned.)
        if (at_end) state_d = (walk_none & ~moved_q) ? POP : SCAN;
      end
      COMPARE: state_d = (leaf_q | pass_q) ? JUDGE : PUSH;
      JUDGE:
      if (stop_q | cut_q | pass_q) state_d = POP;
      else begin
        step = 1'b1;
        state_d = ~at_last ? SCAN : walk_last ? POP : WALL;
        walk_next = at_last;
      end
      PUSH: begin
        push = 1'b1;
        walk_start = 1'b1;
        state_d = LOAD;
      end
      NOMOVE: begin
        push = ~ends_line;
        walk_start = ~ends_line;
        state_d = ends_line ? COMPARE : LOAD;
      end
      POP: begin
        walk_jump = ~no_moves & (ply_q != 3'd0) & ~frame_pass;
        if (no_moves) state_d = NOMOVE;
        else if (ply_q == 3'd0) state_d = ANSWER;
        else state_d = frame_pass ? COMPARE : FETCH;
      end
      FETCH: state_d = searching_q ? TURN : LOAD;
      UNDO: begin
        erase = 1'b1;
        state_d = RELOAD;
      end
      RELOAD: begin
        load_corners = 1'b1;
        state_d = JUDGE;
      end
      ANSWER: state_d = IDLE;
      default: state_d = IDLE;
    endcase
  end

  // The player to move, and the player whose corners are sought. They differ only in the second
  // cycle of EVAL.
  always @* begin
    player_d = player_q;
    if (state_q == IDLE) player_d = cmd_player_i;
    else if (push | (state_q == POP & ~no_moves & ply_q != 3'd0)) player_d = ~player_q;
  end

  // ---------------------------------------------------------------- registers
  always @(posedge clk_i) begin
    state_q <= state_d;
    player_q <= player_d;
    view_q <= player_d ^ eval_q[0];
    fit_q <= fit;
    arrived_q <= step & at_before;
    better_q <= (value > best_q);
    cut_q <= (value > best_q) & (value >= beta_q);
    eval_q <= {eval_q[5:0], (state_d == EVAL) & (state_q != EVAL)};
    stop_q <= stop_i | stop_q;

    case (state_q)
      IDLE: begin
        searching_q <= (cmd_op_i == `CMD_SEARCH);
        ok_q <= (cmd_op_i != `CMD_PLAY) | cmd_pass_i;
        target_row_q <= cmd_row_i;
        target_col_q <= cmd_col_i;
        depth_q <= (cmd_depth_i == 3'd0) ? 3'd1 : (cmd_depth_i > DEPTH) ? DEPTH : cmd_depth_i;
        stop_q <= 1'b0;
        nodes_q <= 32'd0;
        best_pass_q <= 1'b1;
        ply_q <= 3'd0;
        root_q <= 1'b1;
        leaf_q <= 1'b0;
      end
      FETCH: begin
        before_col_q <= (target_col_q == 4'd0) ? `BOARD_SIZE : target_col_q - 4'd1;
        before_row_q <= (target_col_q != 4'd0) ? target_row_q
                      : (target_row_q == 4'd0) ? `BOARD_SIZE : target_row_q - 4'd1;
      end
      TURN: ok_q <= legal;
      DO: root_q <= 1'b0;
      EVAL: begin
        if (eval_q[0]) leaf_q <= ~root_q & (last_ply | has_none);
        line_q <= score_q - base_q;
        fresh_q <= 1'b1;
        pass_q <= 1'b0;
      end
      ROOT: begin
        passed_q <= 1'b0;
        moved_q <= 1'b0;
        score_q <= {`SCORE_BITS{1'b0}};
        base_q <= mover_after;
        rival_base_q <= rival_after;
        best_q <= -LIMIT;
        beta_q <= LIMIT;
      end
      JUDGE: begin
        fresh_q <= 1'b0;
        moved_q <= 1'b1;
        if (better_q & ~stop_q) begin
          best_q <= value;
          if (ply_q == 3'd0) begin
            best_pass_q <= pass_q;
            best_orient_q <= orient;
            best_row_q <= row;
            best_col_q <= col;
          end
        end
        if (fresh_q) nodes_q <= nodes_q + 1'b1;
      end
      PUSH, NOMOVE: begin
        fresh_q <= 1'b0;
        pass_q <= (state_q == NOMOVE);
        value_q <= score_q;
        nodes_q <= nodes_q + 1'b1;
        if (push) begin
          ply_q <= ply_q + 3'd1;
          moved_q <= 1'b0;
          passed_q <= (state_q == NOMOVE);
          score_q <= (state_q == NOMOVE) ? -score_q : -move_value;
          base_q <= (state_q == NOMOVE) ? rival_base_q : rival_after;
          rival_base_q <= (state_q == NOMOVE) ? base_q : mover_after;
          best_q <= (ALPHA_BETA != 0) ? -beta_q : -LIMIT;
          beta_q <= (ALPHA_BETA != 0) ? -best_q : LIMIT;
        end
      end
      POP: begin
        ok_q <= ~stop_q;
        if (~no_moves & (ply_q != 3'd0)) begin
          ply_q <= ply_q - 3'd1;
          moved_q <= 1'b1;
          passed_q <= frame_passed;
          score_q <= frame_score;
          base_q <= frame_base;
          rival_base_q <= frame_rival_base;
          best_q <= frame_best;
          beta_q <= frame_beta;
          target_row_q <= frame_row;
          target_col_q <= frame_col;
          value_q <= -best_q;
          pass_q <= frame_pass;
          leaf_q <= 1'b0;
        end
      end
      default: ;
    endcase

    if (rst_i) begin
      state_q <= IDLE;
      eval_q <= 7'd0;
    end
  end

  // ---------------------------------------------------------------- outputs
  assign cmd_ready_o = (state_q == IDLE);
  assign rsp_valid_o = (state_q == ANSWER);
  assign rsp_ok_o = ok_q;
  assign rsp_pass_o = best_pass_q;
  assign rsp_orient_o = best_orient_q;
  assign rsp_row_o = best_row_q;
  assign rsp_col_o = best_col_q;
  assign rsp_value_o = best_q;
  assign rsp_nodes_o = nodes_q;

  assign trace_leave_o = (state_q == POP);
  assign trace_valid_o = (state_q == PUSH) | (state_q == NOMOVE)
                       | ((state_q == JUDGE) & fresh_q) | ((state_q == POP) & ~no_moves);
  assign trace_ply_o = trace_leave_o ? ply_q : ply_q + 3'd1;
  assign trace_pass_o = (state_q == NOMOVE);
  assign trace_orient_o = orient;
  assign trace_row_o = row;
  assign trace_col_o = col;
  assign trace_score_o = trace_leave_o ? best_q : trace_pass_o ? score_q : move_value;

endmodule

`default_nettype wire
