// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_search -- the commands of the tree core, and the tree.
//
// Purpose:   Takes the commands common to all cores, and has tree_walk search. tree_leaf, outside
//            this module, knows the position: it follows the moves, lists children, and values
//            leaves.
//
//              CMD_RESET   OPEN ------------------------> SETTLE ------------+
//              CMD_PLAY    PATH -> LIST -> LISTED -> MOVE -> SETTLE -> FIND -+-> ANSWER
//              CMD_SEARCH  NEW ---------> KNOW -> RUN -> BEST -> NAME -------+
//                           +-> KEPT --^   +--------------^
//
//            A move of a command is legal if an expansion of the root's position lists it. The
//            module turns each listed move into the form of the commands, one a cycle.
//
//            A search goes on in the tree of the searches before, if moves lead from their root to
//            its own: each move looks for its child among the root's children, and the child
//            becomes the root with all nodes below it. The module forgets the tree if the move has
//            no child or the child has no children, if less than a quarter of the memory is free,
//            after a pass, and if a player other than the player to move in the tree moves or
//            searches: the tree knows a player who is out of the game only below the root.
//
//            A search without a tree makes the root's children first, and ends there with at most
//            one legal move. Then leaves begin, up to the command's number or until stop_i. When
//            the leaves under way are done, the answer is the child with the most visits; without
//            any leaf, the child with the greatest prior.
// Parameter: VISIT_BITS, BLOCKS, CHILDREN, FLIGHTS, EXPAND_VISITS, EXPLORATION, REDUCTION
//                          see tree_walk
//            PLAYOUTS      streams of random numbers of each leaf
// Interface: cmd_*, rsp_*  as in minimax_core, with these differences: CMD_SEARCH has no depth.
//              cmd_player_i  CMD_RESET: the player who moves first in the game. The others: the
//                          player to move
//              leaves_i, seed_i  of CMD_SEARCH: leaves at most, and the seed of their playouts.
//                          Playout i of leaf n has the stream of golden's NewRNG(seed_i,
//                          n x PLAYOUTS + i), on any lane, at any time
//              rsp_leaves_o  CMD_SEARCH: the leaves
//              rsp_visits_o, rsp_mean_o  visits of the move, and the mean of its values,
//                          without meaning if rsp_pass_o
//            stop_i        ends a search, after the leaves under way
//            player_o, first_player_o  the player to move at the root, and the player who moved
//                          first in the game. Both change only in a cycle with cmd_ready_o
//            open_o        one cycle: the root's position becomes the empty board
//            root_move_*   make this move, which is legal, at the root
//            settled_i     nothing is under way in tree_leaf; otherwise open_o, root_move_* and the
//                          next command wait. 0 in the cycle after open_o and after a move is taken
//            path_o, move_*, expand_*, child_*, leaf_*, value_*  see tree_walk
//            legal_valid_i, legal_move_i  between path_o and the last child: a legal move of the
//                          position under expansion
//            leaf_seed_o   with leaf_valid_o: the seed of the leaf's first stream
//            memory_i, req_*, wnext_i, wcolumn_o, wdata_o, rvalid_i, rdata_i  see tree_walk
//            look_*        see tree_walk. Only with cmd_ready_o, which is 0 until the block of
//                          look_i is in block RAM. look_root_o is the root's link
// Latency:   CMD_RESET and CMD_PLAY take the cycles of tree_leaf, and a move 9 more. With a tree,
//            the cycles of tree_best and one more. CMD_SEARCH takes the cycles of tree_walk and of
//            tree_best, and 10 more. In a kept tree, once more the cycles of tree_best, and one.
// Reset:     synchronous, to the empty board.
// Model:     search.TreeCore
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "tree.vh"

module tree_search #(
    parameter VISIT_BITS    = 20,
    parameter BLOCKS        = 512,
    parameter PLACES        = BLOCKS,
    parameter CHILDREN      = 24,
    parameter FLIGHTS       = 16,
    parameter EXPAND_VISITS = `TREE_EXPAND_VISITS,
    parameter EXPLORATION   = `TREE_EXPLORATION,
    parameter REDUCTION     = `TREE_REDUCTION,
    parameter PLAYOUTS      = 8
) (
    input  wire                               clk_i,
    input  wire                               rst_i,
    // The commands.
    input  wire                               cmd_valid_i,
    output wire                               cmd_ready_o,
    input  wire [                        1:0] cmd_op_i,
    input  wire                               cmd_player_i,
    input  wire                               cmd_pass_i,
    input  wire [           `ORIENT_BITS-1:0] cmd_orient_i,
    input  wire [                        3:0] cmd_row_i,
    input  wire [                        3:0] cmd_col_i,
    input  wire [                       31:0] leaves_i,
    input  wire [                       31:0] seed_i,
    input  wire                               stop_i,
    output wire                               rsp_valid_o,
    output wire                               rsp_ok_o,
    output wire                               rsp_pass_o,
    output wire [           `ORIENT_BITS-1:0] rsp_orient_o,
    output wire [                        3:0] rsp_row_o,
    output wire [                        3:0] rsp_col_o,
    output wire [             VISIT_BITS-1:0] rsp_visits_o,
    output wire [       `TREE_VALUE_BITS-1:0] rsp_mean_o,
    output wire [                       31:0] rsp_leaves_o,
    // The position.
    input  wire                               settled_i,
    output wire                               open_o,
    output wire                               root_move_valid_o,
    input  wire                               root_move_ready_i,
    output wire [        `PLACEMENT_BITS-1:0] root_move_o,
    output wire                               player_o,
    output wire                               first_player_o,
    output wire                               path_o,
    output wire                               move_valid_o,
    input  wire                               move_ready_i,
    output wire [        `PLACEMENT_BITS-1:0] move_o,
    output wire                               expand_valid_o,
    input  wire                               expand_over_i,
    input  wire                               legal_valid_i,
    input  wire [        `PLACEMENT_BITS-1:0] legal_move_i,
    input  wire                               child_valid_i,
    input  wire                               child_last_i,
    input  wire [        $clog2(FLIGHTS)-1:0] child_slot_i,
    input  wire                               child_player_i,
    input  wire [        `PLACEMENT_BITS-1:0] child_move_i,
    input  wire [       `TREE_PRIOR_BITS-1:0] child_prior_i,
    output wire                               leaf_valid_o,
    input  wire                               leaf_ready_i,
    output wire [        $clog2(FLIGHTS)-1:0] leaf_slot_o,
    output wire [                       31:0] leaf_seed_o,
    output wire                               leaf_list_o,
    input  wire                               value_valid_i,
    input  wire [        $clog2(FLIGHTS)-1:0] value_slot_i,
    input  wire [       `TREE_VALUE_BITS-1:0] value_i,
    // The memory of the tree, and the tree, to be read.
    input  wire                               memory_i,
    output wire                               req_valid_o,
    input  wire                               req_ready_i,
    output wire                               req_write_o,
    output wire [                       23:0] req_addr_o,
    output wire [                        9:0] req_words_o,
    output wire [                        9:0] req_more_o,
    input  wire                               wnext_i,
    output wire [                        8:0] wcolumn_o,
    output wire [                       15:0] wdata_o,
    input  wire                               rvalid_i,
    input  wire [                       15:0] rdata_i,
    input  wire                               look_i,
    input  wire [$clog2(PLACES*CHILDREN)-1:0] look_child_i,
    input  wire [           $clog2(BLOCKS):0] look_block_i,
    output wire [             VISIT_BITS-1:0] look_visits_o,
    output wire [       `TREE_VALUE_BITS-1:0] look_mean_o,
    output wire [             VISIT_BITS-1:0] look_rest_o,
    output wire [        `PLACEMENT_BITS-1:0] look_move_o,
    output wire [       `TREE_PRIOR_BITS-1:0] look_prior_o,
    output wire [           $clog2(BLOCKS):0] look_link_o,
    output wire [     $clog2(CHILDREN+1)-1:0] look_count_o,
    output wire [$clog2(PLACES*CHILDREN)-1:0] look_base_o,
    output wire [           $clog2(BLOCKS):0] look_root_o
);

  localparam P = `PLACEMENT_BITS;
  localparam CHILD = $clog2(PLACES * CHILDREN);
  localparam LINK = $clog2(BLOCKS) + 1;
  localparam [31:0] STREAMS = PLAYOUTS;

  // ---------------------------------------------------------------- states
  localparam [3:0] OPEN = 4'd0;  // empties the board
  localparam [3:0] IDLE = 4'd1;  // waits for a command
  localparam [3:0] PATH = 4'd2;  // goes to the root's position
  localparam [3:0] LIST = 4'd3;  // looks for the command's move among the legal ones
  localparam [3:0] LISTED = 4'd4;  // the last legal moves are compared, NAME_CYCLES long
  localparam [3:0] MOVE = 4'd5;  // makes the command's move
  localparam [3:0] SETTLE = 4'd6;  // waits for the root's position
  localparam [3:0] NEW = 4'd7;  // announces a position without a tree to tree_walk
  localparam [3:0] KNOW = 4'd8;  // waits for the root's children
  localparam [3:0] RUN = 4'd9;  // searches
  localparam [3:0] BEST = 4'd10;  // looks for the answer
  localparam [3:0] NAME = 4'd11;  // puts the answer in the form of the commands, in NAME_CYCLES
  localparam [3:0] ANSWER = 4'd12;  // answers the command
  localparam [3:0] FIND = 4'd13;  // looks for the move's child, which becomes the root of the tree
  localparam [3:0] KEPT = 4'd14;  // looks at the children of a kept root

  reg [3:0] state_q, state_d;

  localparam [2:0] NAME_CYCLES = 3'd5;  // 2 of pattern_rom, 2 of move_name, 1 to compare

  // ---------------------------------------------------------------- registers
  // The command.
  reg answer_q;  // a command waits for its answer: SETTLE does not follow a reset
  reg player_q;  // the player to move
  reg [`ORIENT_BITS-1:0] orient_q;  // CMD_PLAY: the move
  reg [3:0] row_q, col_q;
  reg first_player_q;
  reg ok_q, none_q;  // the answer

  // The tree of the root's position.
  reg kept_q;  // the root's position has a tree
  reg turn_q;  // the player to move at the root
  reg pass_q;  // the command is a pass
  wire keeps = kept_q & turn_q == player_q;

  // CMD_PLAY.
  reg found_q;  // the move is legal
  reg [P-1:0] found_move_q;
  reg [2:0] wait_q;

  // CMD_SEARCH.
  reg stop_q;  // stop_i has come
  reg run_q;
  reg any_q, sole_q;  // the root has a child; the root has only one
  reg [31:0] limit_q, seed_q;
  reg [VISIT_BITS-1:0] leaves_q;  // never more than visits of the root
  // Whether a leaf is taken is known late in the cycle: it counts a cycle later, long before the next one.
  reg leaf_q;  // a leaf was taken
  reg [VISIT_BITS-1:0] begun_q;  // ways to leaves
  reg last_q;  // the next way is the last one

  // ---------------------------------------------------------------- the tree
  wire walk_idle, walk_full, walk_over, walk_begin, walk_path, walk_expands;
  wire unused_full = walk_full;
  wire walk_short, best_look, best_done, found, sole;
  wire [CHILD-1:0] base, best_child;
  wire [LINK-1:0] root, found_link;
  wire [`PLACEMENT_BITS-1:0] best_move;
  wire looks = state_q == BEST | state_q == FIND | state_q == KEPT;
  reg looks_q;
  wire keep = state_q == FIND & best_done & found & ~walk_short;
  tree_walk #(
      .VISIT_BITS   (VISIT_BITS),
      .BLOCKS       (BLOCKS),
      .PLACES       (PLACES),
      .CHILDREN     (CHILDREN),
      .FLIGHTS      (FLIGHTS),
      .EXPAND_VISITS(EXPAND_VISITS),
      .EXPLORATION  (EXPLORATION),
      .REDUCTION    (REDUCTION)
  ) u_walk (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .new_i         (state_q == NEW & ~keeps),
      .run_i         (run_q),
      .keep_i        (keep),
      .keep_link_i   (found_link),
      .keep_visits_i (rsp_visits_o),
      .short_o       (walk_short),
      .root_o        (root),
      .idle_o        (walk_idle),
      .full_o        (walk_full),
      .over_o        (walk_over),
      .begin_o       (walk_begin),
      .path_o        (walk_path),
      .move_valid_o  (move_valid_o),
      .move_ready_i  (move_ready_i),
      .move_o        (move_o),
      .expand_valid_o(walk_expands),
      .expand_over_i (expand_over_i),
      .child_valid_i (child_valid_i),
      .child_last_i  (child_last_i),
      .child_slot_i  (child_slot_i),
      .child_player_i(child_player_i),
      .child_move_i  (child_move_i),
      .child_prior_i (child_prior_i),
      .leaf_valid_o  (leaf_valid_o),
      .leaf_ready_i  (leaf_ready_i),
      .leaf_slot_o   (leaf_slot_o),
      .leaf_list_o   (leaf_list_o),
      .value_valid_i (value_valid_i),
      .value_slot_i  (value_slot_i),
      .value_i       (value_i),
      .memory_i      (memory_i),
      .req_valid_o   (req_valid_o),
      .req_ready_i   (req_ready_i),
      .req_write_o   (req_write_o),
      .req_addr_o    (req_addr_o),
      .req_words_o   (req_words_o),
      .req_more_o    (req_more_o),
      .wnext_i       (wnext_i),
      .wcolumn_o     (wcolumn_o),
      .wdata_o       (wdata_o),
      .rvalid_i      (rvalid_i),
      .rdata_i       (rdata_i),
      .look_i        (looks ? best_look : look_i),
      .look_child_i  (looks ? best_child : look_child_i),
      .look_block_i  (looks ? root : look_block_i),
      .look_visits_o (look_visits_o),
      .look_mean_o   (look_mean_o),
      .look_rest_o   (look_rest_o),
      .look_move_o   (look_move_o),
      .look_prior_o  (look_prior_o),
      .look_link_o   (look_link_o),
      .look_count_o  (look_count_o),
      .look_base_o   (base)
  );
  assign look_base_o = base;
  assign look_root_o = root;

  // In KNOW and RUN: tree_walk is at rest.
  wire known = state_q == KNOW & walk_idle;
  wire searched = state_q == RUN & walk_idle;
  wire goes_on = ~walk_over & ~sole_q & limit_q != 32'd0 & ~stop_q & ~stop_i;
  tree_best #(
      .VISIT_BITS(VISIT_BITS),
      .CHILD_BITS(CHILD),
      .LINK_BITS (LINK),
      .SLOT_BITS ($clog2(CHILDREN + 1))
  ) u_best (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .start_i      (looks & ~looks_q),
      .find_i       (state_q == FIND),
      .find_move_i  (found_move_q),
      .idle_i       (walk_idle),
      .look_o       (best_look),
      .look_child_o (best_child),
      .look_base_i  (base),
      .look_visits_i(look_visits_o),
      .look_mean_i  (look_mean_o),
      .look_move_i  (look_move_o),
      .look_link_i  (look_link_o),
      .look_count_i (look_count_o),
      .done_o       (best_done),
      .found_o      (found),
      .sole_o       (sole),
      .move_o       (best_move),
      .visits_o     (rsp_visits_o),
      .mean_o       (rsp_mean_o),
      .link_o       (found_link)
  );

  // ---------------------------------------------------------------- moves and their names
  wire listing = state_q == LIST | state_q == LISTED;
  reg [3:0] listed_q;  // the stages that hold a legal move
  reg [4*P-1:0] moves_q;
  wire [P-1:0] first_move = listing ? legal_move_i : best_move;
  wire [P-1:0] middle_move = moves_q[P+:P];  // when the name of its tile has come
  wire unused_pattern = ^middle_move[`PLACEMENT_PATTERN];
  wire [15:0] tile_name;
  pattern_rom #(
      .RAM_REG(1)
  ) u_patterns (
      .clk_i    (clk_i),
      .pattern_i(first_move[`PLACEMENT_PATTERN]),
      .word_i   (1'b1),
      .data_o   (tile_name)
  );
  wire [`ORIENT_BITS-1:0] orient;
  wire [3:0] row, col;
  move_name u_name (
      .clk_i      (clk_i),
      .name_i     (tile_name),
      .flip_rows_i(middle_move[`PLACEMENT_FLIP_ROWS]),
      .flip_cols_i(middle_move[`PLACEMENT_FLIP_COLS]),
      .row_i      (middle_move[`PLACEMENT_ROW]),
      .col_i      (middle_move[`PLACEMENT_COL]),
      .orient_o   (orient),
      .row_o      (row),
      .col_o      (col)
  );
  wire same = orient == orient_q & row == row_q & col == col_q;

  // ---------------------------------------------------------------- next state
  wire accept = cmd_ready_o & cmd_valid_i;
  wire pass_command = cmd_op_i == `CMD_PLAY & cmd_pass_i;
  wire waited = wait_q == NAME_CYCLES;
  wire last_child = child_valid_i & child_last_i;

  always @* begin
    state_d = state_q;
    case (state_q)
      OPEN: state_d = SETTLE;
      IDLE:
      if (accept)
        state_d = cmd_op_i == `CMD_RESET ? OPEN : pass_command ? ANSWER : cmd_op_i == `CMD_SEARCH ? NEW : PATH;
      PATH: state_d = LIST;
      LIST: if (last_child | expand_over_i) state_d = LISTED;
      LISTED: if (waited) state_d = found_q ? MOVE : ANSWER;
      MOVE: if (root_move_valid_o & root_move_ready_i) state_d = SETTLE;
      SETTLE: if (settled_i) state_d = kept_q ? FIND : answer_q ? ANSWER : IDLE;
      FIND: if (best_done) state_d = ANSWER;
      NEW: state_d = keeps ? KEPT : KNOW;
      KEPT: if (best_done) state_d = KNOW;
      KNOW: if (known) state_d = walk_over ? ANSWER : goes_on ? RUN : BEST;
      RUN: if (searched) state_d = BEST;
      BEST: if (best_done) state_d = NAME;
      NAME: if (waited) state_d = ANSWER;
      default: state_d = IDLE;  // ANSWER
    endcase
  end

  // ---------------------------------------------------------------- the position
  assign open_o = state_q == OPEN;
  assign root_move_valid_o = state_q == MOVE & settled_i;
  assign root_move_o = found_move_q;
  assign player_o = player_q;
  assign first_player_o = first_player_q;
  assign path_o = walk_path | state_q == PATH;
  assign expand_valid_o = walk_expands | state_q == LIST;
  assign leaf_seed_o = seed_q;

  // ---------------------------------------------------------------- the answer
  assign cmd_ready_o = state_q == IDLE & settled_i & walk_idle;
  assign rsp_valid_o = state_q == ANSWER;
  assign rsp_ok_o = ok_q;
  assign rsp_pass_o = none_q;
  assign rsp_orient_o = orient;
  assign rsp_row_o = row;
  assign rsp_col_o = col;
  assign rsp_leaves_o = {{(32 - VISIT_BITS) {1'b0}}, leaves_q};

  // ---------------------------------------------------------------- registers
  localparam [VISIT_BITS-1:0] ONE_LEAF = 1;
  wire [VISIT_BITS-1:0] more_begun = begun_q + ONE_LEAF;
  wire leaf = leaf_valid_o & leaf_ready_i;

  always @(posedge clk_i) begin
    state_q <= state_d;
    looks_q <= looks;
    leaf_q <= leaf;
    last_q <= {{(32 - VISIT_BITS) {1'b0}}, more_begun} == limit_q;
    wait_q <= state_q == LISTED | state_q == NAME ? wait_q + 3'd1 : 3'd0;
    moves_q <= {moves_q[3*P-1:0], first_move};
    listed_q <= {listed_q[2:0], state_q == LIST & legal_valid_i};
    if (listed_q[3] & same) begin
      found_q <= 1'b1;
      found_move_q <= moves_q[3*P+:P];
    end
    if (stop_i) stop_q <= 1'b1;
    if (stop_i | searched) run_q <= 1'b0;

    case (state_q)
      IDLE: begin
        found_q <= 1'b0;
        stop_q <= 1'b0;
        any_q <= 1'b0;
        // The take of a command is late in the cycle; without a command these values do no harm.
        answer_q <= 1'b1;
        pass_q <= pass_command;
        orient_q <= cmd_orient_i;
        row_q <= cmd_row_i;
        col_q <= cmd_col_i;
        limit_q <= leaves_i;
        seed_q <= seed_i;
        if (accept) begin
          player_q <= cmd_player_i;
          ok_q <= 1'b1;
          none_q <= 1'b0;
          if (cmd_op_i == `CMD_RESET) first_player_q <= cmd_player_i;
        end
      end
      OPEN: kept_q <= 1'b0;
      LISTED: if (waited) ok_q <= found_q;
      MOVE: kept_q <= keeps;
      FIND:
      if (best_done) begin
        kept_q <= keep;
        turn_q <= ~turn_q;
      end
      KEPT: if (best_done) sole_q <= sole;
      NEW: begin
        leaves_q <= {VISIT_BITS{1'b0}};
        begun_q  <= {VISIT_BITS{1'b0}};
      end
      KNOW: begin
        if (walk_expands & child_valid_i) begin
          any_q <= 1'b1;
          sole_q <= ~any_q;
        end
        if (known) begin
          none_q <= walk_over;
          kept_q <= ~walk_over;
          turn_q <= player_q;
          run_q <= goes_on;
        end
      end
      RUN:
      begin
        if (walk_begin) begin
          begun_q <= more_begun;
          if (last_q) run_q <= 1'b0;
        end
        if (leaf_q) begin
          leaves_q <= leaves_q + ONE_LEAF;
          seed_q <= seed_q + STREAMS * `SEED_STEP;
        end
      end
      BEST: if (best_done) none_q <= &best_move;
      ANSWER: if (pass_q) kept_q <= 1'b0;
      default: ;
    endcase

    if (rst_i) begin
      state_q <= SETTLE;
      answer_q <= 1'b0;
      kept_q <= 1'b0;
      first_player_q <= 1'b0;
      run_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
