// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_position -- the root's position, and the position that the tree has reached.
//
// Purpose:   Goes back to the root's position and makes moves from there, by the board_update
//            of a playout lane: the root is its board 6, the positions reached are games 0 to 3 in
//            turn. Other units keep copies of the rows, from the writes.
//
//              path      the game gets a job: the root is copied
//              move      a move of the game
//              keep      both players pass, so that the game ends and the board gives the margin.
//                        The next position is in the next game
//
// Interface: player_i      to move at the root. Changes only with rest_o
//            rest_o        nothing is under way. The next three count only with rest_o:
//            open_i        the root becomes the empty board
//            load_*        a row of the root, from position_loader
//            root_move_*   make a move of player_i on the root
//            path_i        go back to the root, at any time. It waits for all work before, and for
//                          free_i: the rows of game_o may be overwritten
//            move_*        make a move, 17 ones: a pass. The next one may come while the last rows
//                          are written
//            stands_o      the position is reached, and all its rows are written. Now
//            keep_i        the position is a leaf: its rows, in game_o, stay. Not with over_o
//            game_o, mover_o, over_o  with stands_o: the game, the player to move, the game is over
//            ended_o       for one cycle, after keep_i: margin_o is the margin, if the game ended
//            we_o ...      rows are written, see board_update
// Parameter: RAM_REG       see board_update
// Latency:   From path_i to stands_o 41 cycles. From a move of a tile of h rows 2 h + 10 to the next
//            move and 2 h + 13 to stands_o, or 13 - h more if it is its player's first. From a pass
//            5 and at most 8. From keep_i to ended_o at most 22.
// Reset:     to the empty board.
// Model:     twin.TreeLeaf
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module tree_position #(
    parameter RAM_REG = 0
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    // the root
    input  wire                       player_i,
    output wire                       rest_o,
    input  wire                       open_i,
    input  wire                       load_valid_i,
    output wire                       load_ready_o,
    input  wire                       load_player_i,
    input  wire [                3:0] load_row_i,
    input  wire [               15:0] load_allowed_i,
    input  wire [               15:0] load_corners_i,
    input  wire                       root_move_valid_i,
    output wire                       root_move_ready_o,
    input  wire [`PLACEMENT_BITS-1:0] root_move_i,
    // the way
    input  wire                       path_i,
    input  wire                       free_i,
    output wire                       stands_o,
    input  wire                       move_valid_i,
    output wire                       move_ready_o,
    input  wire [`PLACEMENT_BITS-1:0] move_i,
    input  wire                       keep_i,
    output wire [                1:0] game_o,
    output wire                       mover_o,
    output wire                       over_o,
    output wire                       ended_o,
    output wire [   `MARGIN_BITS-1:0] margin_o,
    // rows to all copies
    output wire                       we_o,
    output wire [                7:0] waddr_o,
    output wire [               15:0] wallowed_o,
    output wire [               15:0] wcorners_o
);

  localparam [2:0] ROOT = 3'd6;
  localparam [4:0] ALL = `NUM_TILES;
  localparam [3:0] TILES_ROW = `BOARD_SIZE;
  localparam [3:0] VALUE_ROW = `BOARD_SIZE + 1;

  // ---- board_update's answers ------------------------------------------------------

  wire move_ready, load_ready, job_ready, result_valid, idle;
  wire [`RESULT_BITS-1:0] result;
  wire [`LANE_GAMES-1:0] ready, running, movers;

  // ---- work to do -----------------------------------------------------------

  reg settled_q;  // for at least a cycle, nothing has been under way or begun
  reg early_q;  // the last move came while rows of the one before were written, so the game was ready
  reg [2:0] rested_q;  // board_update was at rest in each of the last cycles
  reg mover_q, over_q;  // state of the position, a cycle late; over_q is valid while settled_q
  reg opening_q;  // the empty board is being written
  reg [4:0] row_q;  // row of the empty board
  reg path_q;  // copy the root
  reg begun_q;  // board_update has the command
  reg have_q;  // a position exists, at the latest after the work under way
  reg ending_q;  // end the game
  reg keep_q;  // keep the rows of the ended game
  reg [1:0] game_q;
  reg [1:0] fresh_q;  // players who have all their tiles, at the position
  reg [4:0] left_q1, left_q2;  // tiles of both players at the root

  wire at_rest = move_ready & load_ready & ~opening_q;
  wire settled = settled_q;
  assign rest_o = settled & ~path_q & ~ending_q;
  assign stands_o = rest_o & have_q;
  wire keep = keep_i & stands_o;
  // The mover is known. The rows are written, and the end of the game is known, before board_update
  // has fetched the tile.
  assign move_ready_o = at_rest & rested_q[0] & have_q & ~path_q & ~ending_q;
  wire move = move_valid_i & move_ready_o;
  wire root_move = root_move_valid_i & rest_o;
  assign root_move_ready_o = rest_o;
  assign load_ready_o = rest_o;

  wire ends = settled & (ending_q | path_q) & ~idle;  // a pass ends the game
  wire begins = settled & ~ending_q & path_q & idle & free_i;
  wire ended = settled & ending_q & idle;
  assign ended_o = ended;

  wire [1:0] root_fresh = {left_q2 == ALL, left_q1 == ALL};
  wire root_over = left_q1 == 5'd0 | left_q2 == 5'd0;

  // ---- rows of the root -------------------------------------------------------------

`include "first_anchors.vh"
  wire load = load_valid_i & rest_o;
  reg [`COMMAND_BITS-1:0] command;
  wire [3:0] opening_row = row_q[3:0];
  always @* begin
    command = {`COMMAND_BITS{1'b0}};
    command[`COMMAND_ROW] = opening_q ? opening_row : load_row_i;
    command[`COMMAND_PLAYER] = opening_q ? row_q[4] : load ? load_player_i : player_i;
    command[`COMMAND_OVER] = root_over;
    command[`COMMAND_ALLOWED] = ~opening_q ? load_allowed_i
                              : opening_row == VALUE_ROW ? 16'h001f : opening_row == TILES_ROW ? 16'hffff : 16'h3fff;
    command[`COMMAND_CORNERS] = opening_q ? {2'b00, first_anchors(row_q[4], opening_row)} : load_corners_i;
  end

  // Number of tiles left, from a row of tiles.
  function [4:0] ones(input [15:0] b);
    integer n;
    begin
      ones = 5'd0;
      for (n = 0; n < 16; n = n + 1) ones = ones + {4'd0, b[n]};
    end
  endfunction
  wire value_row = load_row_i == VALUE_ROW;
  wire [4:0] loaded = ones(value_row ? {11'd0, load_allowed_i[4:0]} : load_allowed_i);
  wire load_tiles = load & load_row_i >= TILES_ROW;
  wire [4:0] left = value_row ? (load_player_i ? left_q2 : left_q1) + loaded : loaded;

  // ---- board_update ----------------------------------------------------------------

  wire pass = &move_i;
  wire mover = mover_q;
  wire [`JOB_BITS-1:0] job = {`JOB_BITS{1'b0}};
  wire sends = ends | begins | move | root_move;
  wire of_game = ends | begins | move;
  /* verilator lint_off PINCONNECTEMPTY */
  // The streams, picks and policies of playouts have no meaning here.
  board_update #(
      .RAM_REG(RAM_REG)
  ) u_update (
      .clk_i           (clk_i),
      .rst_i           (rst_i),
      .move_valid_i    (sends),
      .move_ready_o    (move_ready),
      .move_taken_o    (),
      .move_none_i     (ends | begins | (move & pass)),
      .move_game_i     (root_move ? ROOT : {1'b0, game_q}),
      // root_move is late and chooses nothing here: a move of the path never coincides with one of
      // the root.
      .move_first_i    (move_valid_i ? fresh_q[mover] : root_fresh[player_i]),
      .move_placement_i(move_valid_i ? move_i : root_move_i),
      .job_wait_i      (1'b0),
      .job_valid_i     (begun_q),
      .job_ready_o     (job_ready),
      .job_i           (job),
      .result_valid_o  (result_valid),
      .result_ready_i  (1'b1),
      .result_pick_o   (),
      .result_o        (result),
      .pick_none_o     (),
      .pick_name_o     (),
      .pick_placement_o(),
      .load_valid_i    (opening_q | load),
      .load_ready_o    (load_ready),
      .turn_we_i       (begins | root_move),
      .command_i       (command),
      .seed_we_o       (),
      .seed_game_o     (),
      .take_i          (of_game),
      .take_game_i     ({1'b0, game_q}),
      .ready_o         (ready),
      .running_o       (running),
      .player_o        (movers),
      .largest_o       (),
      .pick_o          (),
      .forced_o        (),
      .idle_o          (idle),
      .we_o            (we_o),
      .waddr_o         (waddr_o),
      .wallowed_o      (wallowed_o),
      .wcorners_o      (wcorners_o)
  );
  /* verilator lint_on PINCONNECTEMPTY */
  reg [`MARGIN_BITS-1:0] margin_q;

  assign game_o = game_q;
  assign mover_o = mover;
  assign over_o = over_q;
  assign margin_o = margin_q;
  wire unused = ^{result, ready, running, movers};

  // ---- registers -------------------------------------------------------------------

  always @(posedge clk_i) begin
    if (result_valid) margin_q <= result[`RESULT_MARGIN];

    settled_q <= at_rest & ready[{1'b0, game_q}] & (~early_q | &rested_q) & ~sends & ~(rest_o & open_i);
    rested_q <= {rested_q[1:0], at_rest};
    if (move) early_q <= ~settled_q;
    mover_q <= movers[{1'b0, game_q}];
    over_q <= ~running[{1'b0, game_q}];
    if (begins) begun_q <= 1'b1;
    if (begun_q & job_ready) begin
      begun_q <= 1'b0;
      path_q <= 1'b0;
      have_q <= 1'b1;
      fresh_q <= root_fresh;
    end
    if (path_i) path_q <= 1'b1;  // also one that comes while the root is copied
    if (move & ~pass) fresh_q[mover] <= 1'b0;
    if (keep) begin
      ending_q <= 1'b1;
      keep_q <= ~over_o;
      have_q <= 1'b0;
    end
    if (ended) begin
      ending_q <= 1'b0;
      if (keep_q) game_q <= game_q + 2'd1;
    end

    // the root
    if (opening_q) begin
      row_q <= row_q + 5'd1;
      if (&row_q) opening_q <= 1'b0;
      left_q1 <= ALL;
      left_q2 <= ALL;
    end
    if (rest_o & open_i) begin
      opening_q <= 1'b1;
      row_q <= 5'd0;
    end
    if (load_tiles & ~load_player_i) left_q1 <= left;
    if (load_tiles & load_player_i) left_q2 <= left;
    if (root_move & ~player_i) left_q1 <= left_q1 - 5'd1;
    if (root_move & player_i) left_q2 <= left_q2 - 5'd1;

    if (rst_i) begin
      settled_q <= 1'b0;
      early_q <= 1'b0;
      opening_q <= 1'b1;
      row_q <= 5'd0;
      path_q <= 1'b0;
      begun_q <= 1'b0;
      have_q <= 1'b0;
      ending_q <= 1'b0;
      game_q <= 2'd0;
    end
  end

endmodule

`default_nettype wire
