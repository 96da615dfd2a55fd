// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// alphabeta_walker -- alpha-beta below a position, which lists and values its leaves, one a cycle.
//
// Purpose:   The one walker of alphabeta_core that leads takes the commands and searches; to the
//            others it hands out moves. Depth by depth it searches, each time with the best move so
//            far in front. Moves of the last ply are never made: leaf_unit lists them with their
//            values, and stops at the first one beyond the window. A node of another ply first
//            tries its killers: it lists the moves at the corner of one, until the killer comes.
//            Then it lists all moves, and keeps the best `MOVE_BATCH of them, sorted by value. When
//            all of these have been searched, the node lists its moves again, from the row of the
//            last one on, and keeps the next ones in the order of the list. A move more ends it.
//
//                                 +------ a killer comes -----------------------+
//                                 |                                             v
//              ROOT --> NODE --> LIST --> DRAIN --> NEXT --> TAKE --> CHECK --> PUSH --> MAKE
//                        ^        |                  ^                  |                 |
//                        |        v                  |                  v                 v
//                        |       POP --> JUDGE ------+<----------- is refuted            NODE
//                        +- no list yet, or the next batch -+
//
//            The reply to a move answers every other move of the node that is far from it. A move
//            that the latest reply refutes is not made, and not listed again.
//
//            With SHARES, the walker that leads searches the first move of a node itself. Then it
//            is in OFFER, instead of PUSH, until a walker at rest takes the next move, and in
//            GATHER before it POPs, until it has the values of all. Nodes that it enters lie on the
//            line of first moves and are never left early. Moves answered by leaves take little
//            time: it searches these itself. Another walker is in REPORT until its value is in the mailbox.
//
//            With MARGIN, the value of a move of the last ply is the margin to expect of the board behind
//            it. The leaf unit weighs the rows of that board as they come from the move; in WEIGH the
//            walker awaits the end of the rows. The value comes while the next move's rows flow, or in
//            SETTLE, if no move follows:
//
//              NEXT --> TAKE --> PUSH --> WEIGH --> NEXT --> SETTLE --> NEXT or POP
//
// Interface: cmd_*, stop_i, rsp_*, trace_*  see alphabeta_core. A walker that does not lead has no
//                        commands
//            resting_o   the walker that leads has no search under way; others are in reset then
//            halt_o      its search has been stopped; halt_i of the others, which show no more nodes.
//                        They are in reset two cycles later
//            opener_o    player 2 has moved first in the game; opener_i of the others
//            boards_o    what it does to its boards; boards_i of the others, which do the same at
//                        rest, a cycle later
//            job_o       the node and the move that is offered; job_i of the others
//            give_o      a walker takes it in this cycle; job_valid_i of that one
//            free_o      the walker is at rest; free_i of the next one to have a job
//            busy_i      jobs are under way, or a value is still to be taken
//            ready_o     the walker has a value; taken_i it is put into the mailbox in this cycle
//            report_o    move, number and value
//            ready_i     a value is in the mailbox: report_i
//            take_o      it is taken in this cycle
//            node_o      a move is valued, made or refuted
// Parameter: OWN_WEIGHT, RIVAL_WEIGHT, SQUARE_WEIGHT  see move_value
//            EXACT_ENDS, BANKS, MARGIN  see alphabeta_core
//            LEADS       1: the walker takes commands; 0: jobs
//            SHARES      1: the walker that leads hands out moves
// Latency:   As alphabeta.Search counts. A move given is entered in the next cycle.
// Reset:     synchronous. The board is undefined until CMD_RESET.
// Model:     alphabeta.Search
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "expansion.vh"
`include "alphabeta.vh"

module alphabeta_walker #(
    parameter OWN_WEIGHT = `OWN_WEIGHT_DEFAULT,
    parameter RIVAL_WEIGHT = `RIVAL_WEIGHT_DEFAULT,
    parameter SQUARE_WEIGHT = `SQUARE_WEIGHT_DEFAULT,
    parameter EXACT_ENDS = 1,
    parameter BANKS = 1,
    parameter MARGIN = 0,
    parameter LEADS = 1,
    parameter SHARES = 0
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
    input  wire        [             3:0] cmd_depth_i,
    input  wire                           stop_i,
    output wire                           rsp_valid_o,
    output wire                           rsp_ok_o,
    output wire                           rsp_whole_o,
    output wire                           rsp_pass_o,
    output wire        [`ORIENT_BITS-1:0] rsp_orient_o,
    output wire        [             3:0] rsp_row_o,
    output wire        [             3:0] rsp_col_o,
    output wire signed [  `LINE_BITS-1:0] rsp_value_o,
    output wire        [             3:0] rsp_depth_o,
    output wire                           resting_o,
    output wire                           halt_o,
    input  wire                           halt_i,
    output wire                           opener_o,
    input  wire                           opener_i,
    output wire        [`WALKER_BOARDS_BITS-1:0] boards_o,
    input  wire        [`WALKER_BOARDS_BITS-1:0] boards_i,
    output wire                           give_o,
    output wire        [`WALKER_JOB_BITS-1:0] job_o,
    input  wire                           job_valid_i,
    input  wire        [`WALKER_JOB_BITS-1:0] job_i,
    output wire                           free_o,
    input  wire                           free_i,
    input  wire                           busy_i,
    output wire                           ready_o,
    input  wire                           ready_i,
    output wire        [`WALKER_REPORT_BITS-1:0] report_o,
    input  wire        [`WALKER_REPORT_BITS-1:0] report_i,
    output wire                           take_o,
    input  wire                           taken_i,
    output wire                           node_o,
    output wire                           trace_valid_o,
    output wire                           trace_leave_o,
    output wire        [             3:0] trace_ply_o,
    output wire                           trace_pass_o,
    output wire        [`PLACEMENT_BITS-1:0] trace_move_o,
    output wire signed [  `LINE_BITS-1:0] trace_score_o
);

  localparam P = `PLACEMENT_BITS;
  localparam V = `MOVE_VALUE_BITS;
  localparam S = `LINE_BITS;
  localparam K = V + 2;  // width of a key: the value, and 1 << V for the best move before

  localparam I = $clog2(`MOVE_BATCH);  // bits of a place in the batch

  // ---------------------------------------------------------------- states
  localparam [4:0] IDLE = 5'd0;  // waits for a command
  localparam [4:0] CLEAR = 5'd1;  // empties the board, row by row
  localparam [4:0] LOAD = 5'd2;  // begins to look for the rows with corners
  localparam [4:0] MAKE = 5'd3;  // waits until the move is made, or the rows are known
  localparam [4:0] ROOT = 5'd4;  // begins an iteration
  localparam [4:0] NODE = 5'd5;  // starts the list of moves
  localparam [4:0] LIST = 5'd6;  // takes the moves
  localparam [4:0] DRAIN = 5'd7;  // stores the sorted moves, the last one first
  localparam [4:0] NEXT = 5'd8;  // fetches a move
  localparam [4:0] TAKE = 5'd9;  // has the move, or none
  localparam [4:0] PUSH = 5'd10;  // enters the node behind a move
  localparam [4:0] WITHOUT = 5'd11;  // passes
  localparam [4:0] JUDGE = 5'd12;  // takes the value of a move into account
  localparam [4:0] POP = 5'd13;  // leaves a node
  localparam [4:0] FOUND = 5'd14;  // CMD_PLAY: waits for the names of the last moves
  localparam [4:0] PLACE = 5'd15;  // CMD_PLAY: makes the move
  localparam [4:0] TITLE = 5'd16;  // waits for the name of the best move
  localparam [4:0] ANSWER = 5'd17;  // answers the command
  localparam [4:0] CHECK = 5'd18;  // tries the reply to a move before
  localparam [4:0] OFFER = 5'd19;  // hands out a move
  localparam [4:0] GATHER = 5'd20;  // awaits the values of moves handed out
  localparam [4:0] REPORT = 5'd21;  // has the value of the job
  localparam [4:0] WEIGH = 5'd22;  // has the board behind a move weighed
  localparam [4:0] SETTLE = 5'd23;  // awaits the value of the last move weighed
  reg [4:0] state_q, state_d;

  // ---------------------------------------------------------------- registers
  reg opener_q;  // who has moved first in the game

  // The command.
  reg searching_q;  // CMD_SEARCH
  reg ok_q, whole_q;
  reg [`ORIENT_BITS-1:0] orient_q;
  reg [3:0] row_q, col_q;
  reg [3:0] limit_q;  // depth wanted
  reg stop_q, obey_q;  // the stop has come, and counts
  reg best_pass_q;
  reg [P-1:0] best_move_q;
  reg signed [S-1:0] best_value_q;
  reg [3:0] finished_q;  // depth of the last iteration finished
  reg [3:0] wait_q;  // cycles or rows to come

  // The iteration.
  reg [3:0] depth_q;
  reg have_pv_q;
  reg [P-1:0] pv_q;  // the answer of the iteration before

  // The node; scores are in the view of player_q, who is to move.
  reg player_q;
  reg [3:0] ply_q;
  reg passed_q;  // the move that led here was a pass
  reg signed [S-1:0] score_q;  // of the line
  reg signed [S-1:0] low_q, high_q;  // the window; low_q grows
  reg [`NUM_TILES-1:0] tiles_q1, tiles_q2;
  reg [6:0] squares_q1, squares_q2;  // placed
  reg chosen_q;  // a move has raised low_q: the latest one is
  reg [P-1:0] choice_q;
  reg [I:0] index_q;  // place of the next move in the batch
  reg more_q;  // moves follow behind the batch
  reg [1:0] turn_q;  // next: 0 the first killer, 1 the second one, 2 the list; 3: it is made
  reg [P-1:0] move_q;  // the latest move taken from the batch
  reg signed [K-1:0] key_q;
  reg pass_q;  // the node is searched behind a pass
  reg signed [S-1:0] value_q;  // value of the move, to judge

  // Moves handed out.
  localparam O = `WALKER_OFFER_BITS;
  reg [O-1:0] offer_q;  // those of the node; the number of the job
  reg [O-1:0] chosen_offer_q;  // the one that has raised low_q; 0: a move before them
  reg [3:0] home_q;  // the ply of the job's move
  wire [O-1:0] next_offer = offer_q + 1'b1;
  wire [3:0] job_ply = job_i[`WALKER_JOB_BITS-5-:4];
  reg give, take;

  // Rows with corners, for each ply that may list its moves again.
  reg [`BOARD_SIZE-1:0] rows[0:15];
  reg [`BOARD_SIZE-1:0] known_q;  // those of this ply

  // The batch at hand, or the one that is listed, is not the first one; and the last move of the first one.
  reg resumed_q;
  reg [P-1:0] floor_q;
  // A number that grows in the order of the list. All moves of a corner have the same mirrors.
  function [P-1:0] order(input [P-1:0] placement);
    order = {
      placement[`PLACEMENT_ROW], placement[`PLACEMENT_COL], placement[`PLACEMENT_FLIP_COLS],
      placement[`PLACEMENT_FLIP_ROWS], placement[`PLACEMENT_PATTERN]
    };
  endfunction

  localparam signed [S-1:0] LIMIT = `LINE_LIMIT;
  localparam signed [S-1:0] END = `LINE_END;
  localparam [3:0] DEPTH_MAX = MARGIN != 0 ? `LINE_DEPTH_MARGIN : `LINE_DEPTH_MAX;

  wire resting = state_q == IDLE | state_q == TITLE | state_q == ANSWER;
  wire halt = LEADS != 0 & stop_q & obey_q & ~resting;  // the search ends in this cycle
  wire searching = LEADS == 0 | searching_q;
  wire at_root = ply_q == 4'd0;
  wire at_answer = LEADS != 0 & at_root;  // the best move here is the answer
  wire last_moves = ply_q + 4'd1 == depth_q;
  wire weighs = MARGIN != 0 & searching & last_moves;  // the boards behind the moves are weighed
  wire last_ply = MARGIN == 0 & last_moves;  // the moves are leaves, valued when they are listed
  wire answered = MARGIN == 0 & ply_q + 4'd2 == depth_q;  // the moves of the node are answered by leaves
  wire [`NUM_TILES-1:0] tiles = player_q ? tiles_q2 : tiles_q1;
  wire [6:0] own_squares = player_q ? squares_q2 : squares_q1;
  wire [6:0] rival_squares = player_q ? squares_q1 : squares_q2;

  // The last tile ends the game: its value is known beforehand. The same holds for two passes.
  reg ends_q;
  reg signed [S-1:0] win_q, draw_q;
  wire single = EXACT_ENDS != 0 & |tiles & ~|(tiles & (tiles - 1'b1));
  wire signed [7:0] margin = {1'b0, own_squares} - {1'b0, rival_squares};
  wire signed [S-1:0] wide_margin = {{(S - 8) {margin[7]}}, margin};
  wire signed [S-1:0] win = 89 + 15 + (tiles[0] ? 5 : 0) - {{(S - 7) {1'b0}}, rival_squares};
  always @(posedge clk_i) begin
    ends_q <= single;
    win_q <= MARGIN != 0 ? win <<< `LINE_POINT_BITS : win + END;
    draw_q <= MARGIN != 0 ? wide_margin <<< `LINE_POINT_BITS
            : ~|margin ? {S{1'b0}} : margin[7] ? wide_margin - END : wide_margin + END;
  end

  // The killers of the ply.
  wire [2*P-1:0] killers;
  reg [2*P-1:0] killers_q;  // a register behind the block RAM, which may be slow to answer
  reg first_q, second_q;  // they are known
  wire share = SHARES != 0 & ~last_ply & ~answered & ~ends_q & low_q != -LIMIT;  // moves are handed out
  wire killing = searching & ~at_root & ~last_ply & ~ends_q;  // the node tries them
  // Of this turn, a cycle late: all that they come from has been still for longer when a list starts.
  reg probing_q, going_on_q;
  reg probe_q;  // the list is for the killer of the turn before
  reg [3:0] listed_col_q;  // its column
  reg [3:0] from_row_q;
  wire [P-1:0] killer = turn_q[0] ? killers[P+:P] : killers[0+:P];
  wire unused_killer = ^{killer[`PLACEMENT_PATTERN], killer[`PLACEMENT_FLIP_ROWS], killer[`PLACEMENT_FLIP_COLS]};
  wire made_all = turn_q == 2'd3;
  always @(posedge clk_i) begin
    probing_q <= killing & (turn_q == 2'd0 & first_q | turn_q == 2'd1 & second_q);
    going_on_q <= made_all & resumed_q & state_q != ROOT;
    from_row_q <= made_all ? move_q[`PLACEMENT_ROW] : killer[`PLACEMENT_ROW];
  end
  // The row of the killer, or those from the last move's on. The column of the killer, as long as it is listed.
  reg [`BOARD_SIZE-1:0] visited, visited_cols;
  integer row, col;
  always @* begin
    for (row = 0; row < `BOARD_SIZE; row = row + 1)
      visited[row] = from_row_q == row[3:0] | ~probing_q & (~going_on_q | from_row_q < row[3:0]);
    for (col = 0; col < `BOARD_SIZE; col = col + 1) visited_cols[col] = ~probe_q | listed_col_q == col[3:0];
  end

  // ---------------------------------------------------------------- the leaf unit
  reg make, start, abort, weigh, abandon;
  wire weighed;
  wire signed [`EXPECTED_MARGIN_BITS-1:0] expected;
  wire made, unit_valid, unit_busy;
  wire [P-1:0] unit_move;
  wire signed [V-1:0] unit_value;
  wire [`BOX_BITS-1:0] unit_box;
  wire [`BOARD_SIZE-1:0] rows_made;
  wire clearing = state_q == CLEAR;
  reg behind_q, none_q;  // the move leads to the next ply; it is a pass
  reg mover_q;
  reg made_q;
  wire [3:0] parent = ply_q - 4'd1;
  wire weighing = MARGIN != 0 & state_q == WEIGH;
  wire [`NUM_TILES-1:0] rival_tiles = player_q ? tiles_q1 : tiles_q2;

  // At rest a walker that does not lead does to its boards what the one that leads did a cycle ago.
  // No job comes so soon after a move.
  wire [`WALKER_BOARDS_BITS-1:0] own_boards = {
    clearing, wait_q, make, none_q, move_q, weighing ? player_q : mover_q, weighing ? ply_q : behind_q ? parent : 4'd0,
    ply_q, player_q ^ weighing, weighing ? &rival_tiles : &tiles
  };
  wire follow = LEADS == 0 & state_q == IDLE;
  wire board_we, board_make, board_none, board_mover, board_next, board_first;
  wire [3:0] board_row, board_from, board_to;
  wire [P-1:0] board_move;
  // Each follower has registers of its own for what may come from afar; equal ones are not to be merged.
  wire [`WALKER_BOARDS_BITS-1:0] followed;
  generate
    if (LEADS == 0) begin : gen_follower
      (* keep *) reg [`WALKER_BOARDS_BITS-1:0] followed_q;
      always @(posedge clk_i) followed_q <= boards_i;
      assign followed = followed_q;
    end else begin : gen_leader
      assign followed = boards_i;
    end
  endgenerate
  assign {board_we, board_row, board_make, board_none, board_move, board_mover, board_from, board_to, board_next,
          board_first} = follow ? followed : own_boards;

  // The player to move has no tile on the board. A cycle late: no list starts so soon behind a move.
  reg unplaced_q;
  always @(posedge clk_i) unplaced_q <= &tiles;

  // Of the board to weigh, behind the move.
  reg [5:0] placed_q;
  reg signed [`TERM_BITS-1:0] lead_q;

  // The value of the latest move whose board has been weighed, in the view of the player who moves. The next
  // one may be on its way: then the move is the one before.
  reg settled_q;  // the value has come
  reg flight_q;  // the value of a move is to come
  reg signed [S-1:0] settled_value_q;
  reg [P-1:0] flight_move_q;
  wire settle = MARGIN != 0 & settled_q & (state_q == WEIGH | state_q == SETTLE);

  leaf_unit #(
      .OWN_WEIGHT   (OWN_WEIGHT),
      .RIVAL_WEIGHT (RIVAL_WEIGHT),
      .SQUARE_WEIGHT(SQUARE_WEIGHT),
      .BANKS        (BANKS),
      .MARGIN       (MARGIN)
  ) u_unit (
      .clk_i       (clk_i),
      .rst_i       (rst_i | state_q == TITLE),
      .we_i        (board_we),
      .waddr_i     ({4'd0, board_row}),
      .wallowed_i  ({2 * `BOARD_SIZE{1'b1}}),
      .wcorners_i  ({2 * `BOARD_SIZE{1'b0}}),
      .make_i      (board_make),
      .none_i      (board_none),
      .placement_i (board_move),
      .mover_i     (board_mover),
      .from_i      (board_from),
      .to_i        (board_to),
      .next_i      (board_next),
      .next_first_i(board_first),
      .done_o      (made),
      .rows_o      (rows_made),
      .start_i     (start),
      .abort_i     (abort),
      .ply_i       (ply_q),
      .player_i    (player_q),
      .first_i     (unplaced_q),
      .tiles_i     (tiles),
      .rows_i      ((made_q ? rows_made : known_q) & visited),
      .cols_i      (visited_cols),
      .move_valid_o(unit_valid),
      .move_o      (unit_move),
      .value_o     (unit_value),
      .box_o       (unit_box),
      .busy_o      (unit_busy),
      .weigh_i     (weigh),
      .abandon_i   (abandon),
      .opened_i    (player_q != opener_q),
      .placed_i    (placed_q),
      .lead_i      (lead_q),
      .weighed_o   (weighed),
      .margin_o    (expected)
  );
  wire unused_expected = ^expected[`EXPECTED_MARGIN_BITS-S-1:0];

  // ---------------------------------------------------------------- the moves that come
  // A cycle later they have their line's score and their key.
  reg new_valid_q;
  reg [P-1:0] new_q;
  reg signed [S-1:0] line_q;
  reg signed [K-1:0] new_key_q;
  reg any_q;  // a move has come
  reg is_first_q, is_second_q;  // it is a killer of the node
  wire is_pv = LEADS != 0 & ply_q == 4'd0 & have_pv_q & unit_move == pv_q;
  wire signed [K-1:0] unit_key = {{(K - V) {unit_value[V-1]}}, unit_value};
  wire signed [S-1:0] unit_line = score_q + {{(S - V) {unit_value[V-1]}}, unit_value};
  localparam signed [K-1:0] PV_STEP = 1 << V;
  always @(posedge clk_i) begin
    killers_q <= killers;
    new_valid_q <= unit_valid & ~abort;
    new_q <= unit_move;
    line_q <= ends_q ? win_q : unit_line;
    new_key_q <= is_pv ? unit_key + PV_STEP : unit_key;
    is_first_q <= killing & first_q & unit_move == killers_q[0+:P];
    is_second_q <= killing & second_q & unit_move == killers_q[P+:P];
    if (start) any_q <= 1'b0;
    else if (unit_valid) any_q <= 1'b1;
    if (rst_i) new_valid_q <= 1'b0;
  end

  // The last ply: the best move, and the end beyond the window.
  reg cut_q;
  wire leaf = new_valid_q & ~cut_q & last_ply & searching & state_q == LIST;
  wire better = line_q > low_q;

  // A killer has come.
  reg hit_q, hit_refuted_q;
  wire hit = new_valid_q & probe_q & ~hit_q & state_q == LIST & (turn_q == 2'd1 ? is_first_q : is_second_q);

  // The reply: the best leaf far from the move that led here, of the latest list that has one.
  localparam B = `BOX_BITS;
  wire [B-1:0] taken_box;  // of the move that was fetched two cycles ago
  reg [B-1:0] box_q;  // of the move that led here
  reg [B-1:0] new_box_q, reply_box_q;
  reg signed [V-1:0] new_value_q, reply_value_q;
  reg new_near_q;
  reg reply_q, kept_q;  // there is one; it is of this list
  wire checking = state_q == CHECK;
  wire unit_near, reply_near;
  reg reply_near_q;
  box_near u_near (
      .a_i   (unit_box),
      .b_i   (box_q),
      .near_o(unit_near)
  );
  box_near u_reply_near (
      .a_i   (checking ? taken_box : unit_box),
      .b_i   (reply_box_q),
      .near_o(reply_near)
  );
  wire signed [S-1:0] tested_line = checking ? value_q : line_q;
  wire signed [S:0] wide_line = {tested_line[S-1], tested_line};
  reg signed [S:0] enough_q;  // a line with this score, or less, is refuted
  wire refuted = answered & reply_q & ~reply_near_q & wide_line <= enough_q;
  wire reply = leaf & ~at_root & ~none_q & ~ends_q & ~new_near_q & (~kept_q | new_value_q > reply_value_q);
  always @(posedge clk_i) begin
    new_box_q <= unit_box;
    new_value_q <= unit_value;
    new_near_q <= unit_near;
    reply_near_q <= reply_near;
    enough_q <= {low_q[S-1], low_q} + {{(S + 1 - V) {reply_value_q[V-1]}}, reply_value_q};
    if (checking) box_q <= taken_box;
    if (start) kept_q <= 1'b0;
    if (hit) box_q <= new_box_q;
    if (start & ~last_ply & turn_q == 2'd0) reply_q <= 1'b0;  // of another node
    if (reply) begin
      reply_q <= 1'b1;
      kept_q <= 1'b1;
      reply_box_q <= new_box_q;
      reply_value_q <= new_value_q;
    end
  end

  // Other plies: moves of batches before are sorted out. The first batch has moves with greater keys than its
  // last one's, key_q, and of those with the same key the first ones in the order of the list.
  reg top_q;  // this list is the second one: it begins at the top
  reg past_floor_q, past_last_q;
  wire behind_last = past_last_q & (new_key_q < key_q | (new_key_q == key_q & past_floor_q));
  wire wanted = new_valid_q & ~last_ply & ~refuted & ~is_first_q & ~is_second_q;
  wire accepted = wanted & (~resumed_q | behind_last);
  reg [I:0] accepted_q;
  wire spare = resumed_q & accepted_q[I];  // the batch is complete
  reg full_q;  // and there are more moves
  always @(posedge clk_i) begin
    past_floor_q <= order(unit_move) > order(floor_q);
    past_last_q <= top_q | order(unit_move) > order(move_q);
  end

  wire drain = state_q == DRAIN;
  wire batch_valid;
  wire [K-1:0] batch_key, unused_best_key;
  wire [P-1:0] batch_move;
  best_moves #(
      .K   (`MOVE_BATCH),
      .BITS(K)
  ) u_best (
      .clk_i       (clk_i),
      .clear_i     (start),
      .valid_i     (wanted & ~resumed_q),
      .logit_i     (new_key_q),
      .move_i      (new_q),
      .take_i      (drain),
      .best_logit_o(unused_best_key),
      .last_valid_o(batch_valid),
      .last_logit_o(batch_key),
      .last_move_o (batch_move)
  );
  wire unused_key = ^unused_best_key;

  // The batches of all plies. Moves of the first one are stored when they have been sorted, others at once.
  // Behind the last one is an entry without a move. An entry has the score of the line as well: to add it
  // behind the block RAM would take long.
  localparam ENTRY = 1 + K + S + P;
  wire fetched;
  wire signed [K-1:0] fetched_key;
  wire signed [S-1:0] fetched_line;
  wire [P-1:0] fetched_move;
  wire [S-1:0] batch_line = score_q + {{(S - V) {batch_key[V-1]}}, batch_key[V-1:0]};
  reg [I-1:0] drain_q;
  row_ram #(
      .WIDTH(ENTRY)
  ) u_batches (
      .clk_i  (clk_i),
      .we_i   ((drain | resumed_q & accepted) & ~spare),
      .waddr_i({{(5 - I) {1'b0}}, ply_q[2:0], resumed_q ? accepted_q[I-1:0] : drain_q}),
      .wdata_i(resumed_q ? {~drain, new_key_q, line_q, new_q} : {batch_valid, batch_key, batch_line, batch_move}),
      .re_i   (1'b1),
      .raddr_i({{(5 - I) {1'b0}}, ply_q[2:0], index_q[I-1:0]}),
      .rdata_o({fetched, fetched_key, fetched_line, fetched_move})
  );
  move_box u_box (
      .clk_i      (clk_i),
      .placement_i(fetched_move),
      .box_o      (taken_box)
  );

  // The killers of all plies. They change only when a node of the ply is left, in the cycle behind
  // POP: to compare what comes from the block RAM in POP itself would take long.
  reg [7:0] first_known_q, second_known_q;
  reg left_q, left_first_q;  // a node with a best move has been left; its ply has a first killer
  reg [2:0] left_ply_q;
  reg [P-1:0] left_choice_q;
  wire remember = left_q & ~(left_first_q & killers_q[0+:P] == left_choice_q);
  always @(posedge clk_i) begin
    left_q <= state_q == POP & chosen_q & ~halt & ~rst_i;
    left_first_q <= first_q;
    left_ply_q <= ply_q[2:0];
    left_choice_q <= choice_q;
  end
  row_ram #(
      .WIDTH(2 * P)
  ) u_killers (
      .clk_i  (clk_i),
      .we_i   (remember),
      .waddr_i({5'd0, left_ply_q}),
      .wdata_i({killers_q[0+:P], left_choice_q}),
      .re_i   (1'b1),
      .raddr_i({5'd0, ply_q[2:0]}),
      .rdata_o(killers)
  );

  // A frame: the state of a node for the return of the search.
  localparam FRAME_BITS = 7 + I + 1 + 3 * P + K + 3 * S + 2 * `NUM_TILES + 14;
  reg push;
  wire [FRAME_BITS-1:0] frame;
  wire frame_pass, frame_passed, frame_chosen, frame_more, frame_resumed;
  wire [1:0] frame_turn;
  wire [I:0] frame_index;
  wire [P-1:0] frame_move, frame_choice, frame_floor;
  wire signed [K-1:0] frame_key;
  wire signed [S-1:0] frame_score, frame_low, frame_high;
  wire [`NUM_TILES-1:0] frame_tiles1, frame_tiles2;
  wire [6:0] frame_squares1, frame_squares2;
  assign {frame_resumed, frame_floor, frame_pass, frame_passed, frame_chosen, frame_more, frame_turn, frame_index, frame_move, frame_choice, frame_key,
          frame_score, frame_low, frame_high, frame_tiles1, frame_tiles2, frame_squares1, frame_squares2} = frame;
  row_ram #(
      .WIDTH(FRAME_BITS)
  ) u_frames (
      .clk_i  (clk_i),
      .we_i   (push),
      .waddr_i({4'd0, ply_q}),
      .wdata_i({resumed_q, floor_q, state_q == WITHOUT, passed_q, chosen_q, more_q, turn_q, index_q, move_q, choice_q, key_q,
                score_q, low_q, high_q, tiles_q1, tiles_q2, squares_q1, squares_q2}),
      .re_i   (1'b1),
      .raddr_i({4'd0, parent}),
      .rdata_o(frame)
  );

  // ---------------------------------------------------------------- names
  // The pattern of a move names its tile; with the corner and the mirrors, orientation and square.
  wire naming = state_q == LIST | state_q == FOUND;  // CMD_PLAY: of all moves that come
  wire [P-1:0] name_move = searching & state_q == TITLE ? best_move_q : naming & ~searching ? unit_move : move_q;
  wire [15:0] name;
  pattern_rom #(
      .RAM_REG(1)
  ) u_names (
      .clk_i    (clk_i),
      .pattern_i(name_move[`PLACEMENT_PATTERN]),
      .word_i   (1'b1),
      .data_o   (name)
  );
  reg [P-1:0] named_q, named_q2, named_q3, named_q4;
  reg [3:0] named_valid_q;
  wire [`ORIENT_BITS-1:0] orient;
  wire [3:0] orient_row, orient_col;
  move_name u_name (
      .clk_i      (clk_i),
      .name_i     (name),
      .flip_rows_i(named_q2[`PLACEMENT_FLIP_ROWS]),
      .flip_cols_i(named_q2[`PLACEMENT_FLIP_COLS]),
      .row_i      (named_q2[`PLACEMENT_ROW]),
      .col_i      (named_q2[`PLACEMENT_COL]),
      .orient_o   (orient),
      .row_o      (orient_row),
      .col_o      (orient_col)
  );
  always @(posedge clk_i) begin
    named_q <= name_move;
    named_q2 <= named_q;
    named_q3 <= named_q2;
    named_q4 <= named_q3;
    named_valid_q <= {named_valid_q[2:0], unit_valid};
  end
  wire named = named_valid_q[3] & orient == orient_q & orient_row == row_q & orient_col == col_q;
  reg found_q;  // CMD_PLAY: the move is legal

  // The tile of the move being made, and its squares.
  wire [`TILE_BITS-1:0] tile = name[4+:`TILE_BITS];
  wire [2:0] tile_size = tile >= 5'd9 ? 3'd5 : tile >= 5'd4 ? 3'd4 : tile >= 5'd2 ? 3'd3 : tile == 5'd1 ? 3'd2 : 3'd1;
  wire unused_name = ^{name[15:4+`TILE_BITS], name[3:0]};
  wire [`NUM_TILES-1:0] others = ~({{(`NUM_TILES - 1) {1'b0}}, 1'b1} << tile);

  // Of the board to weigh, behind the move: the tiles that are placed, and the lead.
  function [4:0] ones(input [`NUM_TILES-1:0] of);
    integer n;
    begin
      ones = 5'd0;
      for (n = 0; n < `NUM_TILES; n = n + 1) ones = ones + {4'd0, of[n]};
    end
  endfunction
  reg [4:0] left_q1, left_q2;
  always @(posedge clk_i) begin
    left_q1 <= ones(tiles_q1);
    left_q2 <= ones(tiles_q2);
    placed_q <= 2 * `NUM_TILES - {1'b0, left_q1} - {1'b0, left_q2} + {5'd0, ~none_q};
    lead_q <= -{margin[7], margin} - {{(`TERM_BITS - 3) {1'b0}}, none_q ? 3'd0 : tile_size};
  end

  // ---------------------------------------------------------------- next state
  wire signed [S-1:0] without = passed_q & EXACT_ENDS != 0 ? draw_q : score_q;  // value of a pass
  wire ends_line = last_ply | passed_q;  // in WITHOUT: nothing follows the pass
  wire signed [S-1:0] judged_value = settle ? settled_value_q : value_q;
  wire [P-1:0] judged_move = weighing ? flight_move_q : move_q;
  wire raises = judged_value > low_q;
  wire cuts = raises & judged_value >= high_q;
  wire trace_refuted = checking & wait_q == 4'd0 & refuted | hit_q & hit_refuted_q;
  wire done = LEADS != 0 & depth_q == limit_q;
  wire serves = LEADS == 0 & ply_q == home_q;  // the move is that of the job
  wire alone = LEADS != 0 & SHARES != 0;  // a move's value comes before the next move: then others take these
  wire exhausted = index_q[I] & ~more_q;

  // The value that comes from another walker.
  wire [P-1:0] report_move;
  wire [O-1:0] report_offer;
  wire signed [S-1:0] report_value;
  assign {report_move, report_offer, report_value} = report_i;
  wire gains = report_value > low_q | report_value == low_q & report_offer < chosen_offer_q;

  always @* begin
    state_d = state_q;
    make = 1'b0;
    start = 1'b0;
    abort = 1'b0;
    weigh = 1'b0;
    abandon = 1'b0;
    push = 1'b0;
    give = 1'b0;
    take = 1'b0;
    case (state_q)
      IDLE:
      if (LEADS == 0) state_d = job_valid_i ? PUSH : IDLE;
      else if (cmd_valid_i)
        case (cmd_op_i)
          `CMD_RESET: state_d = CLEAR;
          `CMD_PLAY: state_d = cmd_pass_i ? ANSWER : LOAD;
          default: state_d = LOAD;
        endcase
      CLEAR: if (wait_q == `BOARD_SIZE - 1) state_d = ANSWER;
      LOAD: begin
        make = 1'b1;
        state_d = MAKE;
      end
      MAKE: if (made) state_d = ~searching ? (found_q ? ANSWER : NODE) : behind_q ? NODE : ROOT;
      ROOT: state_d = NODE;
      NODE: begin
        start = 1'b1;
        state_d = LIST;
      end
      WEIGH: begin
        abandon = settle & cuts;
        state_d = settle & cuts ? POP : made ? NEXT : WEIGH;
      end
      SETTLE: if (settle) state_d = serves ? REPORT : pass_q | cuts ? POP : NEXT;
      LIST: begin
        abort = cut_q | hit_q | full_q;
        if (cut_q) state_d = POP;
        else if (full_q) state_d = DRAIN;
        else if (hit_q) state_d = hit_refuted_q ? NODE : share ? OFFER : PUSH;
        else if (~unit_busy) state_d = ~searching ? FOUND : probe_q ? NODE : ~any_q ? WITHOUT : last_ply ? POP : DRAIN;
      end
      DRAIN: if (~|drain_q | resumed_q) state_d = NEXT;
      NEXT: state_d = flight_q & (alone | turn_q != 2'd3 | index_q[I] | pass_q | serves) ? SETTLE
                    : turn_q != 2'd3 ? NODE : ~index_q[I] ? TAKE : ~exhausted ? NODE : share ? GATHER : POP;
      TAKE: state_d = ~fetched ? (flight_q ? SETTLE : share ? GATHER : POP) : ends_q ? JUDGE : answered ? CHECK
                    : share ? OFFER : PUSH;
      CHECK: if (wait_q == 4'd0) state_d = refuted ? NEXT : PUSH;
      OFFER: begin
        take = ready_i;
        give = ~ready_i & free_i;
        if (give) state_d = NEXT;
      end
      GATHER: begin
        take = ready_i;
        if (~busy_i) state_d = POP;
      end
      PUSH: begin
        push = ~weighs;
        make = ~weighs;
        weigh = weighs;
        state_d = weighs ? WEIGH : MAKE;
      end
      WITHOUT: begin
        push = ~ends_line & ~weighs;
        make = ~ends_line & ~weighs;
        weigh = ~ends_line & weighs;
        state_d = ends_line ? JUDGE : weighs ? WEIGH : MAKE;
      end
      JUDGE: state_d = pass_q | cuts ? POP : NEXT;
      POP: state_d = LEADS == 0 & parent == home_q ? REPORT : ~at_root ? JUDGE : done ? TITLE : ROOT;
      REPORT: if (taken_i) state_d = IDLE;
      FOUND: if (wait_q == 4'd0) state_d = found_q ? PLACE : ANSWER;
      PLACE: begin
        make = 1'b1;
        state_d = MAKE;
      end
      TITLE: if (wait_q == 4'd0) state_d = ANSWER;
      ANSWER: state_d = IDLE;
      default: state_d = IDLE;
    endcase
    if (halt) begin
      state_d = TITLE;
      make = 1'b0;
      start = 1'b0;
      weigh = 1'b0;
      abandon = 1'b0;
      push = 1'b0;
      give = 1'b0;
      take = 1'b0;
    end
  end

  // ---------------------------------------------------------------- registers
  always @(posedge clk_i) begin
    state_q <= state_d;
    stop_q <= stop_i | stop_q;
    cut_q <= leaf & better & line_q >= high_q;
    hit_q <= hit;
    hit_refuted_q <= refuted;
    first_q <= first_known_q[ply_q[2:0]];
    second_q <= second_known_q[ply_q[2:0]];
    made_q <= made;
    if (made_q) rows[ply_q] <= rows_made;
    known_q <= made_q ? rows_made : rows[ply_q];

    // A board that is weighed.
    settled_q <= weighed & ~abandon;
    if (weighed) settled_value_q <= -expected[`EXPECTED_MARGIN_BITS-1-:S];
    if (settle & state_q == SETTLE | abandon) flight_q <= 1'b0;
    if (weigh) flight_q <= 1'b1;
    if (state_q == TAKE & fetched) flight_move_q <= move_q;

    if (remember) begin
      first_known_q[left_ply_q] <= 1'b1;
      second_known_q[left_ply_q] <= left_first_q;
    end

    // A move that comes.
    full_q <= accepted & spare;
    if (accepted & ~accepted_q[I]) accepted_q <= accepted_q + 1'b1;
    if (accepted & accepted_q[I]) more_q <= 1'b1;
    if (leaf & better & ~halt) begin
      low_q <= line_q;
      if (at_answer) begin
        best_pass_q <= 1'b0;
        best_move_q <= new_q;
        best_value_q <= line_q;
      end
    end
    if (hit) begin
      move_q <= new_q;
      value_q <= line_q;
    end
    if (named & ~searching & naming) begin
      found_q <= 1'b1;
      move_q <= named_q4;
    end

    case (state_q)
      IDLE: begin
        searching_q <= cmd_op_i == `CMD_SEARCH;
        ok_q <= cmd_op_i != `CMD_PLAY | cmd_pass_i;
        orient_q <= cmd_orient_i;
        row_q <= cmd_row_i;
        col_q <= cmd_col_i;
        limit_q <= cmd_depth_i == 4'd0 ? 4'd1 : cmd_depth_i > DEPTH_MAX ? DEPTH_MAX : cmd_depth_i;
        if (LEADS == 0) opener_q <= opener_i;
        else if (cmd_valid_i & cmd_op_i == `CMD_RESET) opener_q <= cmd_player_i;
        depth_q <= 4'd0;
        stop_q <= 1'b0;
        obey_q <= 1'b0;
        have_pv_q <= 1'b0;
        flight_q <= 1'b0;
        best_pass_q <= 1'b1;
        finished_q <= 4'd0;
        wait_q <= 4'd0;
        found_q <= 1'b0;
        ply_q <= 4'd0;
        player_q <= cmd_player_i;
        mover_q <= cmd_player_i;
        none_q <= 1'b1;
        behind_q <= 1'b0;
        index_q <= {(I + 1) {1'b0}};
        turn_q <= 2'd0;
        home_q <= job_ply;
        if (LEADS == 0) begin
          {depth_q, ply_q, player_q, low_q, tiles_q1, tiles_q2, squares_q1, squares_q2, move_q, offer_q, value_q} <= job_i;
          high_q <= LIMIT;
        end else begin
          first_known_q <= 8'd0;
          second_known_q <= 8'd0;
        end
      end
      CLEAR: begin
        wait_q <= wait_q + 4'd1;
        tiles_q1 <= {`NUM_TILES{1'b1}};
        tiles_q2 <= {`NUM_TILES{1'b1}};
        squares_q1 <= 7'd0;
        squares_q2 <= 7'd0;
      end
      MAKE:
      if (made & ~none_q & ~halt) begin
        if (mover_q) begin
          tiles_q2 <= tiles_q2 & others;
          squares_q2 <= squares_q2 + {4'd0, tile_size};
        end else begin
          tiles_q1 <= tiles_q1 & others;
          squares_q1 <= squares_q1 + {4'd0, tile_size};
        end
      end
      ROOT: begin
        depth_q <= depth_q + 4'd1;
        obey_q <= depth_q != 4'd0;
        passed_q <= 1'b0;
        score_q <= {S{1'b0}};
        low_q <= -LIMIT;
        high_q <= LIMIT;
        chosen_q <= 1'b0;
        index_q <= {(I + 1) {1'b0}};
        turn_q <= 2'd0;
        pv_q <= best_move_q;
        have_pv_q <= depth_q != 4'd0 & ~best_pass_q;
      end
      NODE: begin
        probe_q <= probing_q;
        listed_col_q <= killer[`PLACEMENT_COL];
        turn_q <= probing_q ? turn_q + 2'd1 : 2'd3;
        resumed_q <= index_q[I];
        top_q <= ~resumed_q;
        if (~resumed_q) floor_q <= move_q;
        accepted_q <= {(I + 1) {1'b0}};
        more_q <= 1'b0;
        drain_q <= {I{1'b1}};
        pass_q <= 1'b0;
        wait_q <= 4'd4;
      end
      DRAIN: begin
        drain_q <= drain_q - 1'b1;
        index_q <= {(I + 1) {1'b0}};
      end
      TAKE:
      if (fetched) begin
        index_q <= index_q + 1'b1;
        move_q <= fetched_move;
        if (~resumed_q) key_q <= fetched_key;
        value_q <= ends_q ? win_q : fetched_line;
        wait_q <= 4'd2;
      end
      CHECK: wait_q <= wait_q - 4'd1;
      OFFER, GATHER: begin
        if (give) offer_q <= next_offer;
        if (take & gains) begin
          low_q <= report_value;
          chosen_q <= 1'b1;
          choice_q <= report_move;
          chosen_offer_q <= report_offer;
          if (at_answer) begin
            best_pass_q <= 1'b0;
            best_move_q <= report_move;
            best_value_q <= report_value;
          end
        end
      end
      PUSH, WITHOUT:
      if (~halt) begin
        pass_q <= state_q == WITHOUT;
        if (push | weigh) none_q <= state_q == WITHOUT;
        if (state_q == WITHOUT) value_q <= without;
        if (push) begin
          ply_q <= ply_q + 4'd1;
          player_q <= ~player_q;
          mover_q <= player_q;
          behind_q <= 1'b1;
          passed_q <= state_q == WITHOUT;
          score_q <= state_q == WITHOUT ? -score_q : -value_q;
          low_q <= -high_q;
          high_q <= -low_q;
          chosen_q <= 1'b0;
          index_q <= {(I + 1) {1'b0}};
          turn_q <= 2'd0;
        end
      end
      JUDGE, WEIGH, SETTLE: begin
        if ((state_q == JUDGE | settle) & raises & ~halt) begin
          low_q <= judged_value;
          chosen_q <= ~pass_q;
          choice_q <= judged_move;
          if (LEADS != 0) begin
            offer_q <= {O{1'b0}};
            chosen_offer_q <= {O{1'b0}};
          end
          if (at_answer) begin
            best_pass_q <= pass_q;
            best_move_q <= judged_move;
            best_value_q <= judged_value;
          end
        end
        if (settle & serves) value_q <= settled_value_q;
      end
      POP:
      if (~halt) begin
        if (at_root) begin
          finished_q <= depth_q;
          wait_q <= `NAME_CYCLES - 1;
          whole_q <= done;
        end else begin
          ply_q <= parent;
          player_q <= ~player_q;
          value_q <= -low_q;
          pass_q <= frame_pass;
          passed_q <= frame_passed;
          chosen_q <= frame_chosen;
          more_q <= frame_more;
          resumed_q <= frame_resumed;
          floor_q <= frame_floor;
          turn_q <= frame_turn;
          index_q <= frame_index;
          move_q <= frame_move;
          choice_q <= frame_choice;
          key_q <= frame_key;
          score_q <= frame_score;
          low_q <= frame_low;
          high_q <= frame_high;
          tiles_q1 <= frame_tiles1;
          tiles_q2 <= frame_tiles2;
          squares_q1 <= frame_squares1;
          squares_q2 <= frame_squares2;
        end
      end
      FOUND: begin
        wait_q <= wait_q - 4'd1;
        ok_q <= found_q;
        none_q <= 1'b0;
      end
      TITLE: begin
        wait_q <= wait_q - 4'd1;
        if (wait_q == 4'd0 & ~at_root) begin
          tiles_q1 <= frame_tiles1;
          tiles_q2 <= frame_tiles2;
          squares_q1 <= frame_squares1;
          squares_q2 <= frame_squares2;
        end
      end
      default: ;
    endcase
    // The tiles of the root are in its frame, if the search has left the root.
    if (halt) begin
      wait_q <= `NAME_CYCLES - 1;
      whole_q <= 1'b0;
      if (~at_root) ply_q <= 4'd1;
    end

    if (rst_i) begin
      state_q <= IDLE;
      cut_q <= 1'b0;
      hit_q <= 1'b0;
      if (LEADS == 0) begin
        first_known_q <= 8'd0;
        second_known_q <= 8'd0;
      end
    end
  end

  // ---------------------------------------------------------------- outputs
  assign cmd_ready_o = state_q == IDLE;
  assign rsp_valid_o = state_q == ANSWER;
  assign rsp_ok_o = ok_q;
  assign rsp_whole_o = whole_q;
  assign rsp_pass_o = best_pass_q;
  assign rsp_orient_o = orient;
  assign rsp_row_o = orient_row;
  assign rsp_col_o = orient_col;
  assign rsp_value_o = best_value_q;
  assign rsp_depth_o = finished_q;

  assign resting_o = resting;
  assign halt_o = stop_q & obey_q;
  assign opener_o = opener_q;
  assign boards_o = own_boards;
  assign give_o = give;
  assign job_o = {
    depth_q, ply_q, player_q, low_q, tiles_q1, tiles_q2, squares_q1, squares_q2, move_q, next_offer, value_q
  };
  assign free_o = state_q == IDLE;
  assign ready_o = state_q == REPORT;
  assign report_o = {move_q, offer_q, value_q};
  assign take_o = take;

  assign trace_leave_o = state_q == POP | settle;
  wire trace_without = state_q == WITHOUT;
  wire trace_end = state_q == TAKE & fetched & ends_q;
  assign trace_valid_o = ~halt & ~halt_i & (leaf | trace_end | trace_refuted | trace_without | state_q == PUSH | trace_leave_o);
  assign node_o = trace_valid_o & ~trace_leave_o;
  assign trace_ply_o = state_q == POP ? ply_q : ply_q + 4'd1;
  assign trace_pass_o = trace_without;
  assign trace_move_o = leaf ? new_q : trace_end ? fetched_move : move_q;
  assign trace_score_o = settle ? -settled_value_q : trace_leave_o ? low_q : leaf ? line_q : trace_end ? win_q
                       : trace_without ? without : value_q;

endmodule

`default_nettype wire
