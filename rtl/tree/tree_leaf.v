// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_leaf -- the game of a tree search: positions, children, values.
//
// Purpose:   Holds the root's position and the position that the tree has reached, lists the
//            children of a position with their priors, and values leaves: by the terms of the
//            position and by playouts, or, at the end of the game, exactly. Several leaves are
//            under way.
//
//              path, moves --> tree_position --rows--> expansion -----> child_priors --> children
//                                    |                     | terms
//                                    |                     v
//                                    +--rows--> leaf_playouts --sums--> leaf_value --> values
//                                    +--margin of a game that is over------^
//
// Parameter: LANES, RAM_REG  see playout_lanes
//            CHILDREN      of a node, at most: 2..64
//            FLIGHTS       leaves under way
//            LOG2_PLAYOUTS a leaf has 2^LOG2_PLAYOUTS playouts: 0..6
// Interface: player_i, first_player_i  the player to move at the root, and the player who moved
//                          first in the game. Steady from path_i to the last value
//            idle_o        nothing is under way. The next three count only with idle_o:
//            open_i        the root becomes the empty board
//            load_*        a row of the root, from position_loader. All 32 make a root
//            root_move_*   make a move of player_i on the root
//            path_i        go back to the root, at any time, after any leaf on offer is taken.
//                          The next ones wait until the root is reached:
//            move_*        make a move, 17 ones: a pass, if there is no other. None follows the end of
//                          the game
//            expand_*      list the children: expand_valid_i stays until child_last_o, or until
//                          expand_over_o: the game is over at the position reached. Not before
//                          the last child of any leaf has come
//            leaf_*        value the position, for flight leaf_slot_i, which has no leaf under way.
//                          leaf_seed_i is the stream of the first playout, and each further stream
//                          is `SEED_STEP more. Bit 0 of every stream is 1. leaf_list_i: list the
//                          children, too, unless the game is over. They come before the value
//            child_valid_o  a child, greater priors first: its move and its prior. child_last_o
//                          comes with the last child. A pass is the child if there is no legal
//                          move. child_player_o is to move. child_slot_o is the flight of the leaf
//              legal_valid_o  before that, the legal moves one by one, and the logarithms of their
//                          prior weights
//              legal_count_o, static_margin_o  the number of legal moves, and for expand_* the
//                          margin for player 1 to expect without playouts, in 1/256 point
//            value_valid_o the value for player 1 of flight value_slot_o, in any order, with
//              value_over_o  the game was over
//              value_margin_o  the margin for player 1 to expect, in 1/256 point
//              value_sum_o   the sum of the playouts' margins for player 1, or the game's margin
// Latency:   see tree_position for the way, expansion and child_priors for children. A leaf is
//            taken at once. Its rows take the lanes 66 cycles or more, its value 24 after the last
//            playout.
// Reset:     to the empty board.
// Model:     twin.TreeLeaf; search.Tree's game
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "expansion.vh"
`include "tree.vh"

module tree_leaf #(
    parameter LANES         = 8,
    parameter CHILDREN      = 24,
    parameter FLIGHTS       = 16,
    parameter LOG2_PLAYOUTS = 3,
    parameter RAM_REG       = 0
) (
    input  wire                             clk_i,
    input  wire                             rst_i,
    // the root
    input  wire                             player_i,
    input  wire                             first_player_i,
    output wire                             idle_o,
    input  wire                             open_i,
    input  wire                             load_valid_i,
    output wire                             load_ready_o,
    input  wire                             load_player_i,
    input  wire [                      3:0] load_row_i,
    input  wire [                     15:0] load_allowed_i,
    input  wire [                     15:0] load_corners_i,
    input  wire                             root_move_valid_i,
    output wire                             root_move_ready_o,
    input  wire [      `PLACEMENT_BITS-1:0] root_move_i,
    // the way
    input  wire                             path_i,
    input  wire                             move_valid_i,
    output wire                             move_ready_o,
    input  wire [      `PLACEMENT_BITS-1:0] move_i,
    // children
    input  wire                             expand_valid_i,
    output wire                             expand_over_o,
    output wire                             child_valid_o,
    output wire                             child_last_o,
    output wire [      $clog2(FLIGHTS)-1:0] child_slot_o,
    output wire                             child_player_o,
    output wire [      `PLACEMENT_BITS-1:0] child_move_o,
    output wire [     `TREE_PRIOR_BITS-1:0] child_prior_o,
    output wire                             legal_valid_o,
    output wire [      `PLACEMENT_BITS-1:0] legal_move_o,
    output wire [          `PRIOR_BITS-1:0] legal_logit_o,
    output wire [           `MOVE_BITS-1:0] legal_count_o,
    output wire [`EXPECTED_MARGIN_BITS-1:0] static_margin_o,
    // leaves
    input  wire                             leaf_valid_i,
    output wire                             leaf_ready_o,
    input  wire [      $clog2(FLIGHTS)-1:0] leaf_slot_i,
    input  wire [                     31:0] leaf_seed_i,
    input  wire                             leaf_list_i,
    output wire                             value_valid_o,
    output wire [      $clog2(FLIGHTS)-1:0] value_slot_o,
    output wire [     `TREE_VALUE_BITS-1:0] value_o,
    output wire                             value_over_o,
    output wire [`EXPECTED_MARGIN_BITS-1:0] value_margin_o,
    output wire [                     13:0] value_sum_o
);

  localparam F = $clog2(FLIGHTS);
  localparam GAMES = 4;  // places for positions, see tree_position
  localparam [2:0] ONE_GAME = 3'd1;
  localparam [`PLACEMENT_BITS-1:0] PASS = {`PLACEMENT_BITS{1'b1}};
  localparam [31:0] MOST = CHILDREN;

  // ---- the position ----------------------------------------------------------------

  wire position_rest, stands, mover, over, ended;
  wire [1:0] game;
  wire [`MARGIN_BITS-1:0] margin;
  wire row_we;
  wire [7:0] row_waddr;
  wire [15:0] row_allowed, row_corners;
  wire idle = idle_o;
  wire root_load_ready, root_move_ready;
  assign load_ready_o = idle & root_load_ready;
  assign root_move_ready_o = idle & root_move_ready;
  wire leaf = leaf_valid_i & leaf_ready_o;
  reg [2:0] unplayed_q;  // leaves whose rows the lanes need
  reg [2:0] unweighed_q;  // leaves whose rows the expansion unit needs
  tree_position #(
      .RAM_REG(RAM_REG)
  ) u_position (
      .clk_i            (clk_i),
      .rst_i            (rst_i),
      .player_i         (player_i),
      .rest_o           (position_rest),
      .open_i           (open_i & idle),
      .load_valid_i     (load_valid_i & idle),
      .load_ready_o     (root_load_ready),
      .load_player_i    (load_player_i),
      .load_row_i       (load_row_i),
      .load_allowed_i   (load_allowed_i),
      .load_corners_i   (load_corners_i),
      .root_move_valid_i(root_move_valid_i & idle),
      .root_move_ready_o(root_move_ready),
      .root_move_i      (root_move_i),
      .path_i           (path_i),
      .free_i           (unplayed_q != GAMES & unweighed_q != GAMES),
      .stands_o         (stands),
      .move_valid_i     (move_valid_i),
      .move_ready_o     (move_ready_o),
      .move_i           (move_i),
      .keep_i           (leaf),
      .game_o           (game),
      .mover_o          (mover),
      .over_o           (over),
      .ended_o          (ended),
      .margin_o         (margin),
      .we_o             (row_we),
      .waddr_o          (row_waddr),
      .wallowed_o       (row_allowed),
      .wcorners_o       (row_corners)
  );

  // The copies of the rows lie far off, so writes reach them a cycle later: a position is complete
  // in the cycle after its last row at the earliest, and reads begin a cycle after that.
  reg we_q;
  reg [7:0] waddr_q;
  reg [15:0] wallowed_q, wcorners_q;
  always @(posedge clk_i) begin
    we_q <= row_we;
    waddr_q <= row_waddr;
    wallowed_q <= row_allowed;
    wcorners_q <= row_corners;
  end

  // ---- leaves that wait --------------------------------------------------------------

  // Leaves go in order to the lanes, and in order to the expansion unit. Neither waits for the other, and
  // a leaf keeps its game until both are done with it.
  reg [1:0] weigh_game_q, play_game_q;  // the first that waits for each of them
  reg [F-1:0] slots[0:GAMES-1];
  reg [F-1:0] weigh_slot_q;  // the flight of weigh_game_q, a cycle later
  reg [31:0] seeds[0:GAMES-1];
  reg [GAMES-1:0] players_q, lists_q;
  // Whether a leaf is taken is known late in a cycle, so it queues in the next one.
  reg queue_q;
  reg [1:0] queue_game_q;
  reg [F-1:0] queue_slot_q;
  reg [31:0] queue_seed_q;
  reg queue_player_q, queue_list_q;
  wire weighed, played;
  // A game that is over waits here for its margin, and then for leaf_value.
  reg over_q, final_q;
  reg [F-1:0] over_slot_q;
  wire final_taken;
  assign leaf_ready_o = stands & ~over_q;

  // ---- children and terms -------------------------------------------------------------

  localparam [2:0] REST = 3'd0;
  localparam [2:0] WEIGH = 3'd1;  // the terms of a leaf
  localparam [2:0] LIST = 3'd2;  // the moves of the position, or the terms and the moves of a leaf
  localparam [2:0] LISTED = 3'd3;  // the moves are known
  localparam [2:0] CHILD = 3'd4;  // the children come
  reg [2:0] state_q;
  wire list = state_q == REST & expand_valid_i & stands & ~over;
  wire weigh = state_q == REST & ~list & unweighed_q != 3'd0;
  reg of_leaf_q;  // the work is for a leaf
  // The choice between the two reaches the expansion unit a cycle later, with the start.
  reg start_q, start_moves_q, start_player_q;
  reg [1:0] start_game_q;
  wire expansion_ready, expansion_done, take;
  wire [`MOVE_BITS-1:0] legal_count;
  wire [`EXPECTED_MARGIN_BITS-1:0] static_margin;
  wire [`WEIGHT_BITS-1:0] spread, playouts;
  wire [`REST_BITS-1:0] rest;
  wire [`PRIOR_BITS-1:0] best_logit, best_child_logit;
  wire best_child_valid;
  wire [`PLACEMENT_BITS-1:0] best_child_move;
  expansion #(
      .K            (CHILDREN),
      .LOG2_PLAYOUTS(LOG2_PLAYOUTS)
  ) u_expansion (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .we_i          (we_q),
      .waddr_i       (waddr_q),
      .wallowed_i    (wallowed_q),
      .wcorners_i    (wcorners_q),
      .start_i       (start_q),
      .ready_o       (expansion_ready),
      .slot_i        ({1'b0, start_game_q}),
      .player_i      (start_player_q),
      .first_player_i(first_player_i),
      .moves_i       (start_moves_q),
      .playouts_i    (of_leaf_q),
      .sum_i         (14'd0),
      .move_valid_o  (legal_valid_o),
      .move_o        (legal_move_o),
      .logit_o       (legal_logit_o),
      .done_o        (expansion_done),
      .count_o       (legal_count),
      .margin_o      (static_margin),
      .spread_o      (spread),
      .rest_o        (rest),
      .playouts_o    (playouts),
      .take_i        (take),
      .best_logit_o  (best_logit),
      .child_valid_o (best_child_valid),
      .child_move_o  (best_child_move),
      .child_logit_o (best_child_logit)
  );
  wire begins = (list | weigh) & expansion_ready;
  reg none_q;  // all moves are known before the expansion unit is done
  always @(posedge clk_i) none_q <= legal_count == {`MOVE_BITS{1'b0}};
  wire priors_ready, prior_valid;
  wire [5:0] prior_index;
  wire [`PLACEMENT_BITS-1:0] prior_move;
  wire [`SHARE_BITS-1:0] prior;
  child_priors #(
      .K(CHILDREN)
  ) u_priors (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .start_i      (state_q == LISTED & ~none_q),
      .ready_o      (priors_ready),
      .best_logit_i (best_logit),
      .take_o       (take),
      .child_valid_i(best_child_valid),
      .child_move_i (best_child_move),
      .child_logit_i(best_child_logit),
      .prior_valid_o(prior_valid),
      .index_o      (prior_index),
      .move_o       (prior_move),
      .prior_o      (prior)
  );
  reg [5:0] last_index_q;
  wire pass = state_q == LISTED & none_q;
  reg child_valid_q, child_last_q;
  wire last_child = child_valid_q & child_last_q;
  assign weighed = state_q == WEIGH & expansion_done | of_leaf_q & last_child;
  reg [`PLACEMENT_BITS-1:0] child_move_q;
  reg [`TREE_PRIOR_BITS-1:0] child_prior_q;
  assign expand_over_o = stands & over;
  assign child_valid_o = child_valid_q;
  assign child_last_o = child_last_q;
  assign child_player_o = start_player_q;
  assign child_slot_o = weigh_slot_q;
  assign child_move_o = child_move_q;
  assign child_prior_o = child_prior_q;
  assign legal_count_o = legal_count;
  assign static_margin_o = static_margin;
  wire unused_priors = priors_ready;

  // Sums of the terms, by flight. A sum of playouts waits for them. They are written a cycle later, when the
  // unit still has them: that it is done is known late.
  reg [FLIGHTS-1:0] weighed_q;
  reg write_terms_q;
  localparam TERMS = `REST_BITS + 2 * `WEIGHT_BITS;
  reg [TERMS-1:0] terms[0:FLIGHTS-1];
  always @(posedge clk_i) begin
    write_terms_q <= weighed;
    if (write_terms_q) terms[weigh_slot_q] <= {rest, playouts, spread};
  end

  // ---- playouts --------------------------------------------------------------------

  wire play_player = players_q[play_game_q];
  wire [F-1:0] play_slot = slots[play_game_q];
  wire [31:0] play_seed = seeds[play_game_q];
  wire sum_valid, sum_taken;
  wire [F-1:0] sum_slot;
  wire [13:0] sum;
  leaf_playouts #(
      .LANES        (LANES),
      .RAM_REG      (RAM_REG),
      .FLIGHTS      (FLIGHTS),
      .LOG2_PLAYOUTS(LOG2_PLAYOUTS)
  ) u_playouts (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .we_i          (we_q),
      .waddr_i       (waddr_q),
      .wallowed_i    (wallowed_q),
      .wcorners_i    (wcorners_q),
      .leaf_valid_i  (unplayed_q != 3'd0),
      .leaf_game_i   (play_game_q),
      .leaf_player_i (play_player),
      .leaf_slot_i   (play_slot),
      .leaf_seed_i   (play_seed),
      .leaf_done_o   (played),
      .weighed_i     (weighed_q),
      .sum_valid_o   (sum_valid),
      .sum_ready_i   (sum_taken),
      .sum_slot_o    (sum_slot),
      .sum_o         (sum)
  );

  // ---- values ----------------------------------------------------------------------

  wire value_ready, value_done;
  assign final_taken = final_q & value_ready;
  assign sum_taken = sum_valid & ~final_q & value_ready;
  wire [13:0] final_margin = {{(14 - `MARGIN_BITS) {margin[`MARGIN_BITS-1]}}, margin};
  reg [13:0] final_margin_q, value_sum_q;
  reg [F-1:0] value_slot_q;
  reg value_over_q;
  wire [`REST_BITS-1:0] of_rest;
  wire [`WEIGHT_BITS-1:0] of_playouts, of_spread;
  assign {of_rest, of_playouts, of_spread} = terms[sum_slot];
  leaf_value #(
      .LOG2_PLAYOUTS(LOG2_PLAYOUTS)
  ) u_value (
      .clk_i     (clk_i),
      .rst_i     (rst_i),
      .start_i   (final_q | sum_valid),
      .ready_o   (value_ready),
      .over_i    (final_q),
      .sum_i     (final_q ? final_margin_q : sum),
      .rest_i    (of_rest),
      .playouts_i(of_playouts),
      .spread_i  (of_spread),
      .done_o    (value_done),
      .margin_o  (value_margin_o),
      .value_o   (value_o)
  );
  assign value_valid_o = value_done;
  assign value_slot_o = value_slot_q;
  assign value_over_o = value_over_q;
  assign value_sum_o = value_sum_q;

  // ---- registers ------------------------------------------------------------------

  localparam [F:0] ONE_LEAF = 1;
  reg [F:0] leaves_q;  // without a value
  reg no_leaves_q;
  assign idle_o = position_rest & no_leaves_q & state_q == REST & expansion_ready;

  always @(posedge clk_i) begin
    queue_q <= leaf & ~over;
    queue_game_q <= game;
    queue_slot_q <= leaf_slot_i;
    queue_seed_q <= leaf_seed_i;
    queue_player_q <= mover;
    queue_list_q <= leaf_list_i;
    if (queue_q) begin
      slots[queue_game_q] <= queue_slot_q;
      seeds[queue_game_q] <= queue_seed_q;
      players_q[queue_game_q] <= queue_player_q;
      lists_q[queue_game_q] <= queue_list_q;
    end
    if (queue_q != played) unplayed_q <= queue_q ? unplayed_q + ONE_GAME : unplayed_q - ONE_GAME;
    if (queue_q != weighed) unweighed_q <= queue_q ? unweighed_q + ONE_GAME : unweighed_q - ONE_GAME;
    if (weighed) weighed_q[weigh_slot_q] <= 1'b1;
    if (sum_taken) weighed_q[sum_slot] <= 1'b0;
    if (played) play_game_q <= play_game_q + 2'd1;
    if (weighed) weigh_game_q <= weigh_game_q + 2'd1;
    weigh_slot_q <= slots[weigh_game_q];
    if (leaf != value_valid_o) begin
      leaves_q <= leaf ? leaves_q + ONE_LEAF : leaves_q - ONE_LEAF;
      no_leaves_q <= ~leaf & leaves_q == ONE_LEAF;
    end

    start_q <= begins;
    if (state_q == REST) begin
      of_leaf_q <= ~list;
      start_moves_q <= list | lists_q[weigh_game_q];
      start_game_q <= list ? game : weigh_game_q;
      start_player_q <= list ? mover : players_q[weigh_game_q];
    end
    child_valid_q <= pass | prior_valid;
    child_last_q <= pass | prior_index == last_index_q;
    child_move_q <= pass ? PASS : prior_move;
    child_prior_q <= pass ? {`TREE_PRIOR_BITS{1'b1}} : prior;

    case (state_q)
      REST: if (begins) state_q <= list | lists_q[weigh_game_q] ? LIST : WEIGH;
      WEIGH: if (expansion_done) state_q <= REST;
      LIST: if (expansion_done) state_q <= LISTED;
      LISTED: begin
        last_index_q <= legal_count < MOST[`MOVE_BITS-1:0] ? legal_count[5:0] - 6'd1 : MOST[5:0] - 6'd1;
        state_q <= CHILD;
      end
      default: if (last_child) state_q <= REST;
    endcase

    if (leaf & over) begin
      over_q <= 1'b1;
      over_slot_q <= leaf_slot_i;
    end
    if (over_q & ended) begin
      final_q <= 1'b1;
      final_margin_q <= final_margin;
    end
    if (final_taken) begin
      over_q <= 1'b0;
      final_q <= 1'b0;
    end
    if (final_taken | sum_taken) begin
      value_slot_q <= final_q ? over_slot_q : sum_slot;
      value_over_q <= final_q;
      value_sum_q <= final_q ? final_margin_q : sum;
    end

    if (rst_i) begin
      start_q <= 1'b0;
      child_valid_q <= 1'b0;
      state_q <= REST;
      queue_q <= 1'b0;
      unplayed_q <= 3'd0;
      unweighed_q <= 3'd0;
      weighed_q <= {FLIGHTS{1'b0}};
      weigh_game_q <= 2'd0;
      play_game_q <= 2'd0;
      over_q <= 1'b0;
      final_q <= 1'b0;
      leaves_q <= {(F + 1) {1'b0}};
      no_leaves_q <= 1'b1;
    end
  end

endmodule

`default_nettype wire
