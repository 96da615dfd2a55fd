// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_walk -- the tree: chooses leaves, and backs their values up.
//
// Purpose:   Goes down from the root, at each node to the child with the greatest score, to a node
//            without children: a leaf, which other units value. Up to FLIGHTS leaves are under way.
//            The choice of leaf n waits until the value of leaf n - FLIGHTS has been backed up. The
//            tree therefore depends on the values alone, not on their times or their order.
//
//              START -+-> HEAD -> SCAN, CHOOSE, READ -+-> READING .. UPDATE -> START, at a leaf
//                     |            ^------------------+
//                     +-> GIVE -> FILL -> START, at the end of a way back
//                     +-> EXPAND -> GIVE -> FILL -> START, for a new root
//
//            A way back goes from the root to the leaf, too. While a way down waits for a choice, the
//            next leaf's way back follows it, a step at a time: each node sees the visits and the
//            values in the same order as if the way back began after the way down. START does the
//            steps that are left then.
//
//            The moves of a way wait in a queue, behind them the leaf, and behind it the moves of the
//            next way: the walk waits for the position only at the end of that way, until the leaf is
//            taken.
//
//            The leaf of a node's visit EXPAND_VISITS asks for children of the node. They come while
//            the walk goes on, wait in a memory (given), and join the tree with the leaf's backup.
//            Until then the node remains a leaf.
//
//            The row of the chosen child and its own node are read in the same cycle, READ, and the
//            children of that node from the next cycle on. A choice reads the links with the children,
//            so their block is known. Its head says two cycles later which children count.
//
//            With fewer PLACES than BLOCKS an SDRAM has the other blocks, see tree_pager. To read a
//            node, or to get a place, the walk then waits in SWAP and reads the node again.
//
//            A block lies in one of two places, its ways. A link to a block names the way that it had
//            when a leaf last came along the link, or when it was made. If it lies elsewhere by now,
//            tree_pager finds or brings it, and the link is mended.
//
//            Each node with children has a block of CHILDREN words. Blocks have numbers in the
//            order of their creation. Three memories hold the fields that a choice reads (words),
//            the fields that change at one child only (counts), and the fields that never change
//            (moves). The root has block 0 until a child becomes the root: then the child's block
//            stays in place, and no block comes free. A new block gets one of the two lowest free
//            numbers: if possible one with a place that holds no node above the leaf, since each leaf
//            below needs all of these nodes.
// Parameter: VISIT_BITS     bits of a number of visits
//            BLOCKS         nodes with children, at most. A full tree gets no further ones
//            PLACES         blocks in block RAM: BLOCKS, or a power of two, with the other blocks
//                           in an SDRAM. Then the highest bit of a link is the way, else 0
//            CHILDREN       children of a node, at most: a multiple of `TREE_GROUP, at least 8
//            FLIGHTS        leaves under way
//            BANK           see tree_banks
//            EXPAND_VISITS, EXPLORATION, REDUCTION  see golden's tree.Config
// Interface: new_i          another root: forget everything, and list its children. Only with
//                           idle_o
//            run_i          begin leaves. With 0 the walk only waits for values. Once run_i is 0,
//                           it stays 0 until idle_o
//            idle_o         no leaf is under way, and none will begin (~run_i, full_o, or over_o),
//                           and the root has its children
//            keep_i         with idle_o: a child of the root becomes the root, with its link
//                           keep_link_i and its visits keep_visits_i
//            short_o        less than a quarter of the blocks are free; from the second cycle of
//                           idle_o on
//            root_o         the link to the root's block
//            full_o         the root has as many visits as can be counted
//            over_o         the game is over at the root
//            begin_o        the way to a leaf has begun in the cycle before
//            path_o         one cycle: go back to the root's position. It comes as soon as a leaf is
//                           taken, even if a stop then keeps the next leaf from beginning
//            move_*         make this move
//            expand_*       list the children of the root: expand_valid_o asks, until
//                           child_last_i, or until expand_over_i: the game is over
//            leaf_*         value the position reached, for the leaf in slot leaf_slot_o. With
//                           leaf_list_o, list its children, too, unless the game is over
//            child_valid_i  a child of the root, or of the leaf in slot child_slot_i, greater
//                           priors first: child_move_i and child_prior_i. child_last_i comes with
//                           the last child, and child_player_i is the player to move
//            value_*        the value for player 1 of the leaf in a slot, at any time after its
//                           children
//            memory_i       the SDRAM can be used. The value with new_i counts. Without the SDRAM
//                           the tree has PLACES blocks
//            req_*, wnext_i, wcolumn_o, wdata_o, rvalid_i, rdata_i  see sdram_control
//            look_i         with idle_o: bring the block of look_block_i, a link, to block RAM. Until
//                           then idle_o is 0
//            look_child_i, look_block_i  with idle_o: read a child. look_child_i is its number plus
//              look_base_o, which is there 2 cycles after look_block_i or the end of look_i. 4
//              cycles later the child shows: look_visits_o, look_mean_o, look_rest_o, look_move_o,
//              look_prior_o and look_link_o (to its block, or 0 for none). A cycle earlier
//              look_count_o shows the children of its node
// Latency:   a step down that looks at S children takes S / `TREE_GROUP + 9 cycles, at least 10, a step
//            back none during a choice, else 4 and the first one 5, if the nodes are in block RAM; C
//            children that join the tree take C + 3 or more.
//            twin.TreeWalk counts all cycles.
// Reset:     synchronous, to idle without a tree: new_i must come first.
// Model:     tree.Tree.Search with one thread, NoProofs and LateChildren; twin.TreeWalk
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "tree.vh"

module tree_walk #(
    parameter VISIT_BITS    = 20,
    parameter BLOCKS        = 512,
    parameter PLACES        = BLOCKS,
    parameter CHILDREN      = 24,
    parameter FLIGHTS       = 16,
    parameter BANK          = 1024,
    parameter EXPAND_VISITS = `TREE_EXPAND_VISITS,
    parameter EXPLORATION   = `TREE_EXPLORATION,
    parameter REDUCTION     = `TREE_REDUCTION
) (
    input  wire                               clk_i,
    input  wire                               rst_i,
    input  wire                               new_i,
    input  wire                               run_i,
    input  wire                               keep_i,
    input  wire [           $clog2(BLOCKS):0] keep_link_i,
    input  wire [             VISIT_BITS-1:0] keep_visits_i,
    output wire                               short_o,
    output wire [           $clog2(BLOCKS):0] root_o,
    output wire                               idle_o,
    output wire                               full_o,
    output wire                               over_o,
    output wire                               begin_o,
    output wire                               path_o,
    output wire                               move_valid_o,
    input  wire                               move_ready_i,
    output wire [        `PLACEMENT_BITS-1:0] move_o,
    output wire                               expand_valid_o,
    input  wire                               expand_over_i,
    input  wire                               child_valid_i,
    input  wire                               child_last_i,
    input  wire [        $clog2(FLIGHTS)-1:0] child_slot_i,
    input  wire                               child_player_i,
    input  wire [        `PLACEMENT_BITS-1:0] child_move_i,
    input  wire [       `TREE_PRIOR_BITS-1:0] child_prior_i,
    output wire                               leaf_valid_o,
    input  wire                               leaf_ready_i,
    output wire [        $clog2(FLIGHTS)-1:0] leaf_slot_o,
    output wire                               leaf_list_o,
    input  wire                               value_valid_i,
    input  wire [        $clog2(FLIGHTS)-1:0] value_slot_i,
    input  wire [       `TREE_VALUE_BITS-1:0] value_i,
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
    output wire [$clog2(PLACES*CHILDREN)-1:0] look_base_o
);

  localparam V = VISIT_BITS;
  localparam M = `TREE_VALUE_BITS;
  localparam PRIOR = `TREE_PRIOR_BITS;
  localparam SHARE = PRIOR + `TREE_SHARE_POINT;
  localparam MOVE = `PLACEMENT_BITS;
  localparam BLOCK = $clog2(BLOCKS);
  localparam PLACE = $clog2(PLACES);
  localparam WAY = PLACES == BLOCKS ? 0 : 1;
  localparam LINK = BLOCK + WAY;  // bits of a link: the way, and the number of the block
  localparam SET = PLACE - WAY;  // a block's places have the same low bits
  localparam CHILD = $clog2(PLACES * CHILDREN);
  localparam SLOT = $clog2(CHILDREN + 1);
  localparam FLIGHT = $clog2(FLIGHTS);
  localparam GROUP = `TREE_GROUP;  // children that a choice reads at a time
  localparam LOW = $clog2(GROUP);
  localparam ROWS = SLOT - LOW;  // bits of a group's number
  localparam DEPTH = 6;  // no game has 64 plies, passes included
  localparam SCALE = (V + 1) / 2 + 12;
  localparam STEP = CHILD + SLOT + LINK + 1;  // bits of a path's step
  localparam HEAD_ROW = 1 + 2 * SLOT + 2 * V + M;  // bits of a node
  localparam ROW = LINK + PRIOR + MOVE + 2 * V + SHARE + M;  // bits of a child
  localparam [BLOCK:0] LAST_BLOCK = BLOCKS[BLOCK:0];
  localparam [BLOCK:0] LAST_PLACE = PLACES[BLOCK:0];
  localparam KEPT_BLOCKS = BLOCKS - BLOCKS / 4;  // with more in use the tree is short of memory
  localparam KEPT_PLACES = PLACES - PLACES / 4;
  localparam [BLOCK:0] MOST_BLOCKS = KEPT_BLOCKS[BLOCK:0];
  localparam [BLOCK:0] MOST_PLACES = KEPT_PLACES[BLOCK:0];
  localparam [V-1:0] ENOUGH = EXPAND_VISITS[V-1:0];
  localparam [M:0] REDUCED = REDUCTION[M:0];
  localparam [V-1:0] ONE_VISIT = 1;
  localparam [SLOT-1:0] ONE_SLOT = 1;
  localparam [SLOT-1:0] GROUP_SLOTS = GROUP[SLOT-1:0];
  localparam [DEPTH-1:0] ONE_STEP = 1;
  localparam [DEPTH:0] ONE_MOVE = 1;
  localparam [FLIGHT-1:0] ONE_FLIGHT = 1;
  localparam [FLIGHT-1:0] LAST_FLIGHT = FLIGHTS[FLIGHT-1:0] - ONE_FLIGHT;
  localparam [BLOCK:0] ONE_BLOCK = 1;
  localparam [BLOCK-1:0] TWO_BLOCKS = 2;
  localparam [CHILD-1:0] GROUP_CHILDREN = GROUP[CHILD-1:0];

  // ---------------------------------------------------------------- states
  localparam [3:0] START = 4'd0;  // steps back, begins a leaf, or rests
  localparam [3:0] HEAD = 4'd1;  // reads a node
  localparam [3:0] SCAN = 4'd2;  // reads the node's children, some a cycle
  localparam [3:0] CHOOSE = 4'd3;  // waits for the best child
  localparam [3:0] READ = 4'd4;  // reads the whole row of the child, and its node
  localparam [3:0] READING = 4'd5;
  localparam [3:0] GATHER = 4'd6;  // the banks have the word: takes the output of one bank
  localparam [3:0] UPDATE = 4'd7;  // the row is there and goes to tree_updates
  localparam [3:0] AGAIN = 4'd8;  // the child of a step lies elsewhere now
  localparam [3:0] EXPAND = 4'd9;  // waits for the children of the root
  localparam [3:0] GIVE = 4'd10;  // gives a node a new block
  localparam [3:0] FILL = 4'd11;  // reads the given children
  localparam [3:0] FILLED = 4'd12;  // writes the last ones
  localparam [3:0] SWAP = 4'd13;  // waits for a block, or for room for a block

  initial begin
    if (CHILDREN % GROUP != 0 || CHILDREN < 8) begin
      $display("tree_walk: CHILDREN must be a multiple of %0d, at least 8 (instance %m)", GROUP);
      $finish;
    end
  end

  reg [3:0] state_q, state_d;
  reg [3:0] after_q;  // SWAP goes on with this

  // ---------------------------------------------------------------- registers
  // The tree.
  reg known_q;  // the tree has a root
  reg over_q;  // the game is over at the root
  reg open_q;  // the root has children
  reg [LINK-1:0] root_q;  // link to the root's block
  reg [V-1:0] root_visits_q;
  reg full_q;  // the root has as many visits as can be counted
  reg [BLOCK:0] blocks_q;  // blocks in use, the root's block included once the root has children
  reg [BLOCK-1:0] free_q, free_q2;  // the two lowest free numbers of blocks
  reg [1:0] clashes_q, clashes_q2;  // as many nodes of the way back have the places of that block
  reg last_q;  // the second number does not exist
  reg [BLOCK-1:0] new_block_q;  // number of the next block, one of those two
  wire new_way;
  wire [LINK-1:0] new_link;
  reg second_q;  // the next block takes the second number
  reg room_q;  // some blocks are free
  reg short_q;  // more than three quarters of the blocks are in use
  reg memory_q;  // the SDRAM may have some blocks
  reg crowded_q;  // as many blocks as places are in use, or more

  // Leaves under way.
  reg [FLIGHT-1:0] flight_q;  // number of the next leaf
  reg [FLIGHTS-1:0] pending_q;  // leaves chosen and not backed up
  reg flying_q;  // one of them has the number flight_q
  reg others_q;  // another leaf than flight_q is pending, since a cycle or more
  reg none_q;  // no leaf is pending
  reg [FLIGHTS-1:0] valued_q;  // leaves whose value is there
  reg [M-1:0] values[0:FLIGHTS-1];
  reg [DEPTH-1:0] lengths[0:FLIGHTS-1];

  // The way down.
  reg leaf_q;  // a leaf is offered, or will be once its last move is taken
  reg [FLIGHT-1:0] leaf_slot_q;  // its flight
  reg leaf_list_q;  // it asks for children
  reg left_q;  // a leaf was taken in the cycle before
  reg homed_q;  // the position has gone back to the root for the next leaf
  reg [DEPTH-1:0] depth_q;
  reg [LINK-1:0] block_q;  // link to the block of the node
  reg [CHILD-1:0] base_q;  // first child of the node
  reg [V-1:0] visits_q;  // visits of the node, the current one included
  reg player_q;  // player to move at the node
  reg [SLOT-1:0] visited_q, last_slot_q;  // children with visits; the last child that a choice looks at
  reg [M:0] fresh_value_q;
  reg [SLOT-1:0] slot_q;  // child to read next: in SCAN, the first of a group
  reg [CHILD-1:0] child_q;  // child chosen
  reg fresh_q;  // the chosen child had no visit
  reg [SLOT-1:0] child_slot_q;  // its number at its node
  reg linked_q;  // the chosen child has a block
  reg [CHILD-1:0] parent_q;  // the child that the walk has come by
  reg mends_q;  // that child's link is written again
  reg looked_q;  // at rest: the block to look at has been brought, and block_q has its way
  reg going_q;  // a way down is under way
  reg begun_q;  // it has begun in the cycle before
  // Moves that the position has not made: those of a leaf that is to be offered, up to end_q, and then
  // those of the next way, which wait until that leaf is taken.
  (* ram_style = "distributed" *)
  reg [MOVE-1:0] moves[0:(2<<DEPTH)-1];
  reg [MOVE-1:0] first_move_q;  // that of pull_q
  reg [DEPTH:0] push_q, pull_q, end_q;
  reg queued_q;  // a move is offered: a register, since the position and the leaf wait for it
  // The node whose child changes; the walk is at the child's own node already.
  reg [LINK-1:0] node_q;  // link to its block
  reg [SLOT-1:0] node_visited_q;
  reg [V-1:0] node_visits_q, node_rest_q;
  reg [M-1:0] node_mean_q;

  // The way back of the leaf in turn.
  reg [FLIGHT-1:0] turn_q;  // its flight: flight_q, or on the way down the one after it
  reg [M-1:0] value_q;
  reg [DEPTH-1:0] length_q;
  reg [DEPTH-1:0] back_depth_q;  // steps that are done
  reg [DEPTH-1:0] next_q;  // the step that may begin next
  reg [3:0] step_q;  // the row of the step under way is read since 1, 2, 3, and 4 or more cycles
  // What decides whether a step begins is compared a cycle before: a step takes some cycles, and so does
  // the way down from one node to the next.
  reg there_q;  // the value of the leaf that steps back is there, and so is its node
  reg follows_q;  // the way down has left the node of step next_q
  reg last_step_q;  // the step under way is the leaf's last
  reg [1:0] fetched_q;  // cycles since the turn of this leaf: its child and node are known after 2
  reg [SLOT-1:0] back_slot_q;
  reg back_player_q;
  reg down_q;  // a change on the way down began in the cycle before

  // On the way down a node is reached, or its child's row is read, since 1, 2 and 3 cycles: the head is
  // there after 2 cycles, the row and here after 3.
  reg [2:0] reached_q, row_q;
  wire here;  // from tree_pager: the node is at its place
  wire reaches = state_q == HEAD | (state_q == READ & linked_q);
  wire headed = reached_q[2];
  wire missing = headed & ~here;
  wire down = row_q[2];  // the child changes, and its move is queued
  wire ends = down & ~linked_q;  // the way down has come to a leaf

  // ---------------------------------------------------------------- memories
  wire update_still, near, write;
  wire [CHILD-1:0] write_child;
  wire [PLACE-1:0] write_place;
  wire [V-1:0] new_visits, new_rest, new_all_visits, new_all_rest;
  wire [M-1:0] new_mean, new_all_mean;
  wire [SHARE-1:0] new_share;
  wire [SLOT-1:0] new_visited;

  wire expanding = state_q == EXPAND & update_still;
  // The link is written first, since the block with the node may leave block RAM to make room. A new root
  // has no link: then the child that it is written to is not in the tree yet.
  wire give = state_q == GIVE & update_still;
  wire link = give | mends_q;
  reg [CHILD-1:0] new_base_q;  // first child in the new block
  wire [PLACE-1:0] place, new_place, node_place;
  wire [LINK-1:0] child_link, step_block;
  generate
    if (WAY != 0) begin : gen_ways
      assign new_link = {new_way, new_block_q};
      assign place = {block_q[LINK-1], block_q[SET-1:0]};
      assign new_place = {new_way, new_block_q[SET-1:0]};
      assign node_place = {node_q[LINK-1], node_q[SET-1:0]};
      assign look_link_o = child_link;
      assign root_o = root_q;
    end else begin : gen_place
      assign new_link = new_block_q;
      assign place = block_q;
      assign new_place = new_block_q;
      assign node_place = node_q;
      assign look_link_o = {1'b0, child_link};
      assign root_o = {1'b0, root_q};
      wire unused_ways = look_block_i[LINK] | keep_link_i[LINK];
    end
  endgenerate

  // Given children, by leaf. Their words are there two cycles after their number.
  reg [FLIGHTS-1:0] given_q;  // the leaf's children have come
  reg [SLOT:0] given_heads[0:FLIGHTS-1];  // the player to move, and the number of children
  reg [SLOT-1:0] given_slot_q;  // number of the next child to come
  wire [FLIGHT-1:0] given_flight = expanding ? flight_q : child_slot_i;
  wire [PRIOR-1:0] given_prior;
  wire [MOVE-1:0] given_move;
  tree_ram #(
      .WIDTH(PRIOR + MOVE),
      .WORDS(FLIGHTS << SLOT)
  ) u_given (
      .clk_i  (clk_i),
      .we_i   (child_valid_i),
      .waddr_i({given_flight, given_slot_q}),
      .wdata_i({child_prior_i, child_move_i}),
      .raddr_i({flight_q, slot_q}),
      .rdata_o({given_prior, given_move})
  );
  reg given_player_q;
  reg [SLOT-1:0] given_count_q;  // of the children in FILL
  reg [1:0] filling_q;
  reg [SLOT-1:0] put_slot_q, put_slot_q2;
  wire fills = slot_q + ONE_SLOT == given_count_q;  // the last child
  wire put = filling_q[1];
  wire put_last = state_q == FILLED & put & ~filling_q[0];
  wire [CHILD-1:0] put_child = new_base_q + {{(CHILD - SLOT) {1'b0}}, put_slot_q2};

  // The memories lie all over the device, so writes happen a cycle later. Reads of the same
  // words come later still.
  wire swapped, swap_head, swap_child, swap_fresh;  // from tree_pager
  wire [CHILD-1:0] swap_at, swap_read;
  wire [127:0] swap_row;
  reg word_we_q, move_we_q, link_we_q, head_we_q, sum_we_q;
  reg [CHILD-1:0] write_child_q;
  reg [PLACE-1:0] write_place_q;
  reg [SHARE+M-1:0] write_word_q;
  reg [2*V-1:0] write_counts_q;
  reg [PRIOR+MOVE-1:0] write_move_q;
  reg [LINK:0] write_link_q;
  reg [SLOT:0] write_head_q;
  reg [SLOT+2*V+M-1:0] write_sum_q;
  always @(posedge clk_i) begin
    word_we_q <= write | put | swap_child;
    move_we_q <= put | swap_child;
    link_we_q <= put | link | swap_child;
    head_we_q <= put_last | swap_head;
    sum_we_q <= write | put_last | swap_head;
    write_child_q <= write ? write_child : swap_child ? swap_at : link ? child_q : put_child;
    write_place_q <= write ? write_place : place;
    write_word_q <= write ? {new_share, new_mean} : {given_prior, {(`TREE_SHARE_POINT + M) {1'b0}}};
    write_counts_q <= write ? {new_visits, new_rest} : {(2 * V) {1'b0}};
    write_move_q <= {given_prior, given_move};
    write_link_q <= {link, mends_q ? block_q : link ? new_link : {LINK{1'b0}}};
    write_head_q <= {given_player_q, given_count_q};
    write_sum_q <= write ? {new_visited, new_all_visits, new_all_rest, new_all_mean} : {(SLOT + 2 * V + M) {1'b0}};
    if (swap_child) begin
      write_move_q <= swap_row[PRIOR+MOVE-1:0];
      if (swap_fresh) write_word_q <= {swap_row[MOVE+:PRIOR], {(`TREE_SHARE_POINT + M) {1'b0}}};
      else {write_link_q, write_counts_q, write_word_q} <= {swap_row[ROW-1-:LINK] != {LINK{1'b0}}, swap_row[ROW-1:PRIOR+MOVE]};
    end
    if (swap_head) {write_sum_q[2*V+M-1:0], write_head_q[SLOT], write_sum_q[2*V+M+:SLOT], write_head_q[0+:SLOT]} <= swap_row[HEAD_ROW-1:0];
  end

  // Fields of a child that a choice reads.
  wire [SHARE-1:0] share;
  wire [M-1:0] mean;
  wire [GROUP*(SHARE+M)-1:0] words;
  reg [CHILD-1:0] scan_q;  // the child in SCAN, else child_q
  tree_group #(
      .WIDTH(SHARE + M),
      .WORDS(PLACES * CHILDREN),
      .BANK (BANK)
  ) u_words (
      .clk_i  (clk_i),
      .we_i   (word_we_q),
      .waddr_i(write_child_q),
      .wdata_i(write_word_q),
      .raddr_i(scan_q),
      .rdata_o({share, mean}),
      .words_o(words)
  );

  // Further fields of a child that change.
  wire [V-1:0] child_visits, child_rest;
  wire [GROUP*2*V-1:0] counts;
  tree_group #(
      .WIDTH(2 * V),
      .WORDS(PLACES * CHILDREN),
      .BANK (BANK)
  ) u_counts (
      .clk_i  (clk_i),
      .we_i   (word_we_q),
      .waddr_i(write_child_q),
      .wdata_i(write_counts_q),
      .raddr_i(scan_q),
      .rdata_o({child_visits, child_rest}),
      .words_o(counts)
  );

  // Fields of a child that never change. One child is read at a time, so banks may be deeper.
  wire [PRIOR-1:0] prior;
  wire [MOVE-1:0] move;
  tree_banks #(
      .WIDTH(PRIOR + MOVE),
      .WORDS(PLACES * CHILDREN),
      .BANK (2 * BANK)
  ) u_moves (
      .clk_i  (clk_i),
      .we_i   (move_we_q),
      .waddr_i(write_child_q),
      .wdata_i(write_move_q),
      .raddr_i(child_q),
      .rdata_o({prior, move})
  );

  // Whether it has a block of its own, and the link to it. No link to a child's block is 0.
  wire [GROUP*(LINK+1)-1:0] links;
  wire child_linked;
  tree_group #(
      .WIDTH(LINK + 1),
      .WORDS(PLACES * CHILDREN),
      .BANK (BANK)
  ) u_links (
      .clk_i  (clk_i),
      .we_i   (link_we_q),
      .waddr_i(write_child_q),
      .wdata_i(write_link_q),
      .raddr_i(scan_q),
      .rdata_o({child_linked, child_link}),
      .words_o(links)
  );

  // A node: the player to move, and the number of its children.
  wire head_player;
  wire [SLOT-1:0] head_count;
  tree_ram #(
      .WIDTH(1 + SLOT),
      .WORDS(PLACES)
  ) u_heads (
      .clk_i  (clk_i),
      .we_i   (head_we_q),
      .waddr_i(write_place_q),
      .wdata_i(write_head_q),
      .raddr_i(place),
      .rdata_o({head_player, head_count})
  );

  // Sums over the children of a node.
  wire [SLOT-1:0] visited;
  wire [V-1:0] all_visits, all_rest;
  wire [M-1:0] all_mean;
  tree_ram #(
      .WIDTH(SLOT + 2 * V + M),
      .WORDS(PLACES)
  ) u_sums (
      .clk_i  (clk_i),
      .we_i   (sum_we_q),
      .waddr_i(write_place_q),
      .wdata_i(write_sum_q),
      .raddr_i(place),
      .rdata_o({visited, all_visits, all_rest, all_mean})
  );

  // The steps of each path.
  wire [CHILD-1:0] step_child;
  wire [SLOT-1:0] step_slot;
  wire step_player;
  // While a step of the way back is done, the next one is read.
  wire stepping = step_q != 4'd0;
  tree_ram #(
      .WIDTH(STEP),
      .WORDS(FLIGHTS << DEPTH)
  ) u_paths (
      .clk_i  (clk_i),
      .we_i   (down),
      .waddr_i({flight_q, depth_q}),
      .wdata_i({child_q, child_slot_q, node_q, player_q}),
      .raddr_i({turn_q, next_q}),
      .rdata_o({step_child, step_slot, step_block, step_player})
  );

  // ---------------------------------------------------------------- the choice
  wire [SCALE-1:0] scale;
  visit_sqrt #(
      .VISIT_BITS (V),
      .EXPLORATION(EXPLORATION)
  ) u_sqrt (
      .clk_i   (clk_i),
      .visits_i(visits_q),
      .scale_o (scale)
  );

  // A group's words are there three cycles after its number. By then the head says which children
  // count: of groups beyond the last one, none. What was read of a missing node has left before the node
  // comes.
  reg [2:0] scanning_q;
  reg scan_first_q, scan_last_q;
  reg [ROWS-1:0] scan_row_q, scan_row_q2, scan_row_q3;
  reg [GROUP-1:0] scan_there_q, scan_fresh_q;
  wire [ROWS-1:0] last_row = last_slot_q[SLOT-1:LOW];
  wire scanned = ~reached_q[0] & ~reached_q[1] & slot_q[SLOT-1:LOW] >= last_row;
  always @(posedge clk_i) begin
    scanning_q <= {scanning_q[1:0], state_q == SCAN};
    scan_first_q <= scan_row_q2 == {ROWS{1'b0}};
    scan_last_q <= scan_row_q2 == last_row;
    scan_row_q <= slot_q[SLOT-1:LOW];
    scan_row_q2 <= scan_row_q;
    scan_row_q3 <= scan_row_q2;
    if (rst_i) scanning_q <= 3'b000;
  end

  // What the walk needs of the chosen child at once: its block, and its visits with this one.
  wire [GROUP*SHARE-1:0] shares;
  wire [GROUP*M-1:0] means;
  localparam SEEN = 1 + LINK + V;
  wire [GROUP*SEEN-1:0] seen;
  (* ram_style = "distributed" *)
  reg [GROUP*SEEN-1:0] seen_rows[0:(1<<ROWS)-1];
  genvar g;
  generate
    for (g = 0; g < GROUP; g = g + 1) begin : gen_scan
      localparam [LOW-1:0] NUMBER = g;
      assign {shares[SHARE*g+:SHARE], means[M*g+:M]} = words[(SHARE+M)*g+:SHARE+M];
      assign seen[SEEN*g+:SEEN] = {links[(LINK+1)*g+:LINK+1], counts[2*V*g+V+:V] + ONE_VISIT};
      wire unused_rest = ^counts[2*V*g+:V];
      always @(posedge clk_i) begin
        scan_there_q[g] <= {scan_row_q2, NUMBER} <= last_slot_q;
        scan_fresh_q[g] <= {scan_row_q2, NUMBER} == visited_q;
      end
    end
  endgenerate
  always @(posedge clk_i) if (scanning_q[2]) seen_rows[scan_row_q3] <= seen;
  wire chosen;
  wire [SLOT-1:0] chosen_slot;
  wire [GROUP*SEEN-1:0] chosen_row = seen_rows[chosen_slot[SLOT-1:LOW]];
  wire chosen_linked;
  wire [LINK-1:0] chosen_link;
  wire [V-1:0] chosen_visits;
  assign {chosen_linked, chosen_link, chosen_visits} = chosen_row[SEEN*chosen_slot[LOW-1:0]+:SEEN];
  tree_select #(
      .VISIT_BITS(V),
      .SLOT_BITS (SLOT)
  ) u_select (
      .clk_i  (clk_i),
      .valid_i(scanning_q[2]),
      .first_i(scan_first_q),
      .last_i (scan_last_q),
      .there_i(scan_there_q),
      .slot_i (scan_row_q3),
      .share_i(shares),
      .fresh_i(scan_fresh_q),
      .mean_i (means),
      .scale_i(scale),
      .base_i (fresh_value_q),
      .done_o (chosen),
      .slot_o (chosen_slot)
  );

  // ---------------------------------------------------------------- the change
  // A unit is always free: from one change to the next there are 4 cycles or more.
  wire back = step_q[3] & here & (state_q == START | state_q == CHOOSE);
  wire ends_back = back & last_step_q;
  wire update = down | back;
  wire [DEPTH-1:0] update_depth = down ? depth_q : back_depth_q;
  wire [PLACE-1:0] update_place = down ? node_place : place;
  wire clash;
  tree_updates #(
      .VISIT_BITS(V),
      .CHILD_BITS(CHILD),
      .BLOCK_BITS(PLACE),
      .LOOK_BITS (SET),
      .SLOT_BITS (SLOT)
  ) u_updates (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .start_i     (update),
      .still_o     (update_still),
      .depth_i     ({|update_depth[DEPTH-1:1], update_depth[0]}),
      .near_o      (near),
      .look_i      (step_block[SET-1:0]),
      .clash_o     (clash),
      .add_i       (~down),
      .value_i     (back_player_q ? ~value_q : value_q),
      .child_i     (child_q),
      .block_i     (update_place),
      .visits_i    (child_visits),
      .mean_i      (mean),
      .rest_i      (child_rest),
      .prior_i     (prior),
      .share_i     (share),
      .all_visits_i(down ? node_visits_q : all_visits),
      .all_mean_i  (down ? node_mean_q : all_mean),
      .all_rest_i  (down ? node_rest_q : all_rest),
      .visited_i   (down ? node_visited_q : visited),
      .fresh_i     (fresh_q),
      .write_o     (write),
      .child_o     (write_child),
      .block_o     (write_place),
      .visits_o    (new_visits),
      .mean_o      (new_mean),
      .rest_o      (new_rest),
      .share_o     (new_share),
      .all_visits_o(new_all_visits),
      .all_mean_o  (new_all_mean),
      .all_rest_o  (new_all_rest),
      .visited_o   (new_visited)
  );

  // ---------------------------------------------------------------- the memory outside
  wire swap = state_q == SWAP;
  wire turn;  // the pager looks at the other way
  generate
    if (PLACES != BLOCKS) begin : gen_pager
      // Children of the block at each place that have changed since they came from the SDRAM. A change
      // is noted when it begins.
      wire [CHILDREN-1:0] changed;
      wire [SLOT-1:0] changes;  // their number
      reg [CHILDREN-1:0] node_changed_q;
      reg [SLOT-1:0] node_changes_q;
      wire [CHILDREN-1:0] earlier = down ? node_changed_q : changed;
      wire [CHILDREN-1:0] change = {{(CHILDREN - 1) {1'b0}}, 1'b1} << (down ? child_slot_q : back_slot_q);
      reg changed_we_q;
      reg [PLACE-1:0] changed_place_q;
      reg [CHILDREN-1:0] write_changed_q;
      reg [SLOT-1:0] write_changes_q;
      reg one_more_q;  // the child counts for the first time: added a cycle later
      always @(posedge clk_i) begin
        changed_we_q <= update | put_last | swap_head;
        changed_place_q <= update_place;
        if (headed) {node_changed_q, node_changes_q} <= {changed, changes};
        write_changed_q <= update ? earlier | change : {CHILDREN{put_last}};
        write_changes_q <= down ? node_changes_q : back ? changes : put_last ? given_count_q : {SLOT{1'b0}};
        one_more_q <= update & ~|(earlier & change);
      end
      tree_ram #(
          .WIDTH(CHILDREN + SLOT),
          .WORDS(PLACES)
      ) u_changed (
          .clk_i  (clk_i),
          .we_i   (changed_we_q),
          .waddr_i(changed_place_q),
          .wdata_i({write_changed_q, write_changes_q + {{(SLOT - 1) {1'b0}}, one_more_q}}),
          .raddr_i(place),
          .rdata_o({changed, changes})
      );
      // The way that was used last, of each two. The other one is given up for another block.
      (* ram_style = "distributed" *)
      reg latest[0:(1<<SET)-1];
      always @(posedge clk_i) if (changed_we_q) latest[changed_place_q[SET-1:0]] <= changed_place_q[PLACE-1];
      // The sets of the changes that can be under way.
      reg [`TREE_UPDATES*SET-1:0] sets_q;
      reg close_q;  // one of them is the node's set
      reg close;
      integer u;
      always @* begin
        close = 1'b0;
        for (u = 0; u < `TREE_UPDATES; u = u + 1) if (sets_q[SET*u+:SET] == place[SET-1:0]) close = 1'b1;
      end
      always @(posedge clk_i) begin
        close_q <= close;
        if (update) sets_q <= {sets_q[(`TREE_UPDATES-1)*SET-1:0], update_place[SET-1:0]};
      end
      reg new_way_q, old_q;
      always @(posedge clk_i) begin
        new_way_q <= crowded_q ? ~latest[new_block_q[SET-1:0]] : new_block_q[SET];
        old_q <= latest[place[SET-1:0]] != place[PLACE-1];
      end
      assign new_way = new_way_q;
      tree_pager #(
          .BLOCKS  (BLOCKS),
          .PLACES  (PLACES),
          .CHILDREN(CHILDREN),
          .ROW     (ROW),
          .FRESH   (PRIOR + MOVE),
          .HEAD_ROW(HEAD_ROW)
      ) u_pager (
          .clk_i       (clk_i),
          .rst_i       (rst_i),
          .block_i     (block_q[BLOCK-1:0]),
          .place_i     (place),
          .old_i       (old_q),
          .here_o      (here),
          .want_i      (swap),
          .known_i     (after_q == HEAD | after_q == AGAIN),
          .close_i     (close_q),
          .still_i     (update_still),
          .turn_o      (turn),
          .new_i       (after_q == FILL),
          .done_o      (swapped),
          .made_i      (put_last),
          .made_count_i(given_count_q),
          .head_i      ({all_visits, all_rest, all_mean, head_player, visited, head_count}),
          .changed_i   (changed),
          .changes_i   (changes),
          .row_i       ({child_link, child_visits, child_rest, share, mean, prior, move}),
          .head_we_o   (swap_head),
          .child_we_o  (swap_child),
          .fresh_o     (swap_fresh),
          .read_o      (swap_read),
          .child_o     (swap_at),
          .row_o       (swap_row),
          .req_valid_o (req_valid_o),
          .req_ready_i (req_ready_i),
          .req_write_o (req_write_o),
          .req_addr_o  (req_addr_o),
          .req_words_o (req_words_o),
          .req_more_o  (req_more_o),
          .wnext_i     (wnext_i),
          .wcolumn_o   (wcolumn_o),
          .wdata_o     (wdata_o),
          .rvalid_i    (rvalid_i),
          .rdata_i     (rdata_i)
      );
    end else begin : gen_no_pager
      assign here = 1'b1;
      assign turn = 1'b0;
      assign new_way = 1'b0;
      assign swapped = 1'b1;
      assign swap_head = 1'b0;
      assign swap_child = 1'b0;
      assign swap_fresh = 1'b0;
      assign swap_at = {CHILD{1'b0}};
      assign swap_read = {CHILD{1'b0}};
      assign swap_row = 128'd0;
      assign req_valid_o = 1'b0;
      assign req_write_o = 1'b0;
      assign req_addr_o = 24'd0;
      assign req_words_o = 10'd0;
      assign req_more_o = 10'd0;
      assign wcolumn_o = 9'd0;
      assign wdata_o = 16'd0;
      wire unused_memory = ^{swap, req_ready_i, wnext_i, rvalid_i, rdata_i, new_way};
    end
  endgenerate
  wire unused_row = ^{swap_row, turn, child_linked};

  // ---------------------------------------------------------------- next state
  assign full_o = full_q;
  assign over_o = over_q;
  wire opens = known_q & ~over_q & ~open_q;  // the root has no children yet
  wire begins = run_i & known_q & ~over_q & ~full_q & open_q;
  wire homes = left_q & (begins | going_q);
  // A way down reads the root's and the next node's words when their last changes are written.
  wire turns = state_q == START & ~near & ~flying_q & ~opens;
  wire goes = turns & begins;
  wire waits = state_q == READ & ~linked_q & leaf_q;  // there is one leaf at a time to offer
  wire skips = turns & ~begins & ~leaf_q & ~none_q;  // only ways back are left
  wire rests = state_q == START & update_still;
  wire gives = given_q[turn_q] & room_q;  // at the last step
  wire looks = idle_o & look_i & PLACES != BLOCKS;

  // A step of the way back begins once its value is there, at a node whose last change is written. The way
  // down may be under way: then it has left the node, and waits for the best child, so that the memories
  // have no other reader until it comes. A leaf gets children only when the way down has ended.
  wire between = (state_q == SCAN & scanned) | (state_q == CHOOSE & ~chosen);
  wire ready = there_q & ~clash & ~down & ~down_q & (~stepping | (back & ~last_step_q));
  wire steps = (state_q == START | (between & follows_q)) & ready;
  wire stops = state_q == CHOOSE & chosen & stepping & ~back;  // the step comes later
  wire lacks = state_q == START & step_q[3] & ~here;

  always @* begin
    state_d = state_q;
    case (state_q)
      START: if (lacks) state_d = SWAP;
      else if (ends_back & gives) state_d = GIVE;
      else if (goes) state_d = HEAD;
      else if (rests & opens) state_d = EXPAND;
      else if (looks) state_d = SWAP;
      HEAD: state_d = SCAN;
      SCAN: if (missing) state_d = SWAP;
      else if (scanned) state_d = CHOOSE;
      CHOOSE: if (chosen) state_d = READ;
      READ: state_d = reaches ? SCAN : waits ? READ : READING;
      READING: state_d = GATHER;
      GATHER: state_d = UPDATE;
      UPDATE: state_d = START;
      EXPAND: if (expanding & child_valid_i & child_last_i) state_d = GIVE;
      else if (expanding & expand_over_i) state_d = START;
      GIVE: if (give) state_d = crowded_q ? SWAP : FILL;
      FILL: if (fills) state_d = FILLED;
      FILLED: if (put_last) state_d = START;
      AGAIN: state_d = START;
      default: if (swapped) state_d = after_q;  // SWAP
    endcase
  end

  assign idle_o = rests & none_q & ~begins & ~opens;
  assign begin_o = begun_q;
  assign path_o = homes | (goes & ~homed_q & ~leaf_q) | (rests & opens);
  assign move_valid_o = queued_q;
  assign move_o = first_move_q;
  assign expand_valid_o = expanding;
  assign leaf_valid_o = leaf_q & ~move_valid_o;
  assign leaf_slot_o = leaf_slot_q;
  assign leaf_list_o = leaf_list_q;

  assign look_visits_o = child_visits;
  assign look_mean_o = mean;
  assign look_rest_o = child_rest;
  assign look_move_o = move;
  assign look_prior_o = prior;
  assign look_count_o = head_count;
  assign look_base_o = base_q;
  assign short_o = short_q;

  // ---------------------------------------------------------------- registers
  wire pulls = queued_q & move_ready_i;
  wire [DEPTH:0] next_pull = pull_q + ONE_MOVE;
  wire [FLIGHT-1:0] next_flight = flight_q == LAST_FLIGHT ? {FLIGHT{1'b0}} : flight_q + ONE_FLIGHT;
  wire [CHILD-1:0] slot_child = base_q + {{(CHILD - SLOT) {1'b0}}, back_slot_q};
  wire [CHILD-1:0] chosen_child = base_q + {{(CHILD - SLOT) {1'b0}}, chosen_slot};
  reg [PLACE-1:0] new_place_q;
  wire [CHILD-1:0] block_child, new_child;  // first children
  first_child #(
      .PLACES  (PLACES),
      .CHILDREN(CHILDREN)
  ) u_block_child (
      .place_i(place),
      .child_o(block_child)
  );
  first_child #(
      .PLACES  (PLACES),
      .CHILDREN(CHILDREN)
  ) u_new_child (
      .place_i(new_place_q),
      .child_o(new_child)
  );

  // Until all places are in use, the first number is free to choose: its set has room.
  wire second = clashes_q[1] & ~clashes_q2[1] & ~last_q;
  wire same_look = look_block_i[BLOCK-1:0] == block_q[BLOCK-1:0];

  always @(posedge clk_i) begin
    state_q <= state_d;
    reached_q <= {reached_q[1:0], reaches};
    row_q <= {row_q[1:0], state_q == READ & ~waits};
    down_q <= down;
    mends_q <= state_q == SWAP & swapped & after_q == HEAD & depth_q != {DEPTH{1'b0}};
    new_block_q <= second ? free_q2 : free_q;
    second_q <= second;
    last_q <= blocks_q == LAST_BLOCK - ONE_BLOCK;
    new_place_q <= new_place;
    new_base_q <= new_child;
    room_q <= blocks_q != (memory_q ? LAST_BLOCK : LAST_PLACE);
    short_q <= blocks_q > (memory_q ? MOST_BLOCKS : MOST_PLACES);
    crowded_q <= blocks_q >= LAST_PLACE;
    full_q <= &root_visits_q;
    left_q <= leaf_valid_o & leaf_ready_i;
    if (goes | idle_o) homed_q <= 1'b0;
    else if (homes) homed_q <= 1'b1;
    others_q <= |(pending_q & ~({{(FLIGHTS - 1) {1'b0}}, 1'b1} << turn_q));
    if (child_valid_i) given_slot_q <= child_last_i ? {SLOT{1'b0}} : given_slot_q + ONE_SLOT;
    if (child_valid_i & child_last_i) begin
      given_q[given_flight] <= 1'b1;
      given_heads[given_flight] <= {child_player_i, given_slot_q + ONE_SLOT};
    end
    {given_player_q, given_count_q} <= given_heads[flight_q];
    filling_q <= {filling_q[0], state_q == FILL};
    put_slot_q <= slot_q;
    put_slot_q2 <= put_slot_q;
    if (value_valid_i) begin
      values[value_slot_i] <= value_i;
      valued_q[value_slot_i] <= 1'b1;
    end
    value_q  <= values[turn_q];
    length_q <= lengths[turn_q];

    case (state_q)
      START: begin
        depth_q <= {DEPTH{1'b0}};
        slot_q <= {SLOT{1'b0}};
        // The fate of a leaf is known late in the cycle. The next registers matter only to a new
        // leaf, or at rest.
        visits_q <= root_visits_q + ONE_VISIT;
        looked_q <= looked_q & same_look;
        base_q <= block_child;
        if (~stepping) begin
          block_q <= begins | opens ? root_q : looked_q & same_look & ~look_i ? block_q : look_block_i[LINK-1:0];
          child_q <= look_child_i;
          scan_q  <= look_child_i;
        end
        if (next_q == {DEPTH{1'b0}}) begin
          clashes_q  <= 2'd0;
          clashes_q2 <= 2'd0;
        end
        if (goes | skips) turn_q <= next_flight;
        if (skips) flight_q <= next_flight;
        after_q <= stepping ? AGAIN : START;
      end
      SCAN: begin
        slot_q <= slot_q + GROUP_SLOTS;
        scan_q <= scan_q + GROUP_CHILDREN;
        after_q <= HEAD;
      end
      CHOOSE: begin
        fresh_q <= chosen_slot == visited_q;
        child_slot_q <= chosen_slot;
        linked_q <= chosen_linked;
        if (chosen) begin
          child_q <= chosen_child;
          scan_q <= chosen_child;
          block_q <= chosen_link;
          visits_q <= chosen_visits;
        end
      end
      GIVE: begin
        slot_q <= {SLOT{1'b0}};
        block_q <= new_link;
        after_q <= FILL;
      end
      FILL: slot_q <= slot_q + ONE_SLOT;
      FILLED:
      if (put_last) begin
        blocks_q <= blocks_q + ONE_BLOCK;
        free_q2 <= blocks_q[BLOCK-1:0] + TWO_BLOCKS;
        if (~second_q) free_q <= free_q2;
        open_q <= 1'b1;
      end
      EXPAND: if (expanding & expand_over_i) over_q <= 1'b1;
      SWAP: begin
        child_q <= swapped ? parent_q : swap_read;
        scan_q <= swap_read;
        base_q <= block_child;
        if (turn) block_q[LINK-1] <= ~block_q[LINK-1];
        if (swapped & after_q == HEAD & depth_q == {DEPTH{1'b0}}) root_q <= block_q;
        looked_q <= after_q == START;
      end
      AGAIN: begin
        child_q <= slot_child;
        scan_q  <= slot_child;
      end
      default: ;
    endcase

    if (back) begin
      back_depth_q <= last_step_q ? {DEPTH{1'b0}} : back_depth_q + ONE_STEP;
      if (place[SET-1:0] == free_q[SET-1:0]) clashes_q <= {clashes_q[0], 1'b1};
      if (place[SET-1:0] == free_q2[SET-1:0]) clashes_q2 <= {clashes_q2[0], 1'b1};
      if (last_step_q) begin
        pending_q[turn_q] <= 1'b0;
        valued_q[turn_q] <= 1'b0;
        none_q <= ~others_q;
      end
    end
    if (steps | state_q == AGAIN) step_q <= 4'b0001;
    else if (back | stops) step_q <= 4'b0000;
    else step_q <= {step_q[3] | step_q[2], step_q[1:0], 1'b0};
    fetched_q <= {fetched_q[0], 1'b1};
    if (skips) fetched_q <= 2'b00;
    there_q <= (valued_q[turn_q] | (value_valid_i & value_slot_i == turn_q)) & fetched_q[1] & ~ends_back;
    last_step_q <= next_q == length_q;
    follows_q <= next_q < depth_q & ~(given_q[turn_q] & next_q + ONE_STEP == length_q);
    if (steps) next_q <= next_q + ONE_STEP;
    else if (ends_back) next_q <= {DEPTH{1'b0}};
    else if (stops) next_q <= back_depth_q;
    if (steps) begin
      child_q <= step_child;
      scan_q <= step_child;
      block_q <= step_block;
      back_slot_q <= step_slot;
      back_player_q <= step_player;
    end

    flying_q <= pending_q[(ends | skips) ? next_flight : flight_q] & ~ends_back;
    begun_q <= goes;
    if (begun_q) root_visits_q <= root_visits_q + ONE_VISIT;
    if (goes) going_q <= 1'b1;
    if (pulls) begin
      pull_q <= next_pull;
      first_move_q <= moves[next_pull];
      queued_q <= next_pull != (leaf_q ? end_q : push_q);
    end else if (~queued_q & ~leaf_q) queued_q <= pull_q != push_q;
    if (leaf_valid_o & leaf_ready_i) leaf_q <= 1'b0;
    if (down) begin
      depth_q <= depth_q + ONE_STEP;
      parent_q <= child_q;
      moves[push_q] <= move;
      if (push_q == (pulls ? next_pull : pull_q)) first_move_q <= move;
      push_q <= push_q + ONE_MOVE;
      if (~leaf_q) queued_q <= 1'b1;
    end
    if (ends) begin
      depth_q <= {DEPTH{1'b0}};
      pending_q[flight_q] <= 1'b1;
      none_q <= 1'b0;
      lengths[flight_q] <= depth_q + ONE_STEP;
      given_q[flight_q] <= 1'b0;
      flight_q <= next_flight;
      leaf_q <= 1'b1;
      leaf_slot_q <= flight_q;
      leaf_list_q <= visits_q == ENOUGH & room_q;
      end_q <= push_q + ONE_MOVE;
      going_q <= 1'b0;
    end
    if (reached_q[1]) begin
      visited_q <= visited;
      last_slot_q <= visited == head_count ? head_count - ONE_SLOT : visited;
      fresh_value_q <= visited == {SLOT{1'b0}} ? {(M + 1) {1'b0}} : {1'b0, all_mean} - REDUCED;
    end
    if (headed) player_q <= head_player;
    if (reaches) begin
      base_q <= block_child;
      scan_q <= block_child;
      slot_q <= {SLOT{1'b0}};
    end
    if (headed) begin
      node_q <= block_q;
      node_visited_q <= visited;
      {node_visits_q, node_rest_q, node_mean_q} <= {all_visits, all_rest, all_mean};
    end

    if (keep_i) begin
      root_q <= keep_link_i[LINK-1:0];
      root_visits_q <= keep_visits_i;
    end
    if (new_i) begin
      known_q <= 1'b1;
      root_q <= {LINK{1'b0}};
      over_q <= 1'b0;
      root_visits_q <= {V{1'b0}};
      blocks_q <= {(BLOCK + 1) {1'b0}};
      free_q <= {BLOCK{1'b0}};
      free_q2 <= ONE_BLOCK[BLOCK-1:0];
      clashes_q <= 2'd0;
      clashes_q2 <= 2'd0;
      new_block_q <= {BLOCK{1'b0}};
      second_q <= 1'b0;
      open_q <= 1'b0;
      memory_q <= memory_i | PLACES == BLOCKS;
    end
    if (rst_i) begin
      state_q <= START;
      known_q <= 1'b0;
      reached_q <= 3'b000;
      row_q <= 3'b000;
      push_q <= {(DEPTH + 1) {1'b0}};
      pull_q <= {(DEPTH + 1) {1'b0}};
      going_q <= 1'b0;
      queued_q <= 1'b0;
      step_q <= 4'd0;
      fetched_q <= 2'd0;
      there_q <= 1'b0;
      back_depth_q <= {DEPTH{1'b0}};
      next_q <= {DEPTH{1'b0}};
      turn_q <= {FLIGHT{1'b0}};
      leaf_q <= 1'b0;
      filling_q <= 2'b00;
      given_slot_q <= {SLOT{1'b0}};
      left_q <= 1'b0;
      homed_q <= 1'b0;
      flight_q <= {FLIGHT{1'b0}};
      pending_q <= {FLIGHTS{1'b0}};
      flying_q <= 1'b0;
      none_q <= 1'b1;
      valued_q <= {FLIGHTS{1'b0}};
    end
  end

endmodule

`default_nettype wire
