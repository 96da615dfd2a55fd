// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// faults are single faults in the RTL of the minimax core. The test must catch each of them.
var faults = []struct{ file, old, new string }{
	{"tile_rom.vh", "rows[25] = {1'b0, 3'd5, 5'd14, 98'b000000", "rows[25] = {1'b0, 3'd5, 5'd14, 98'b000001"},
	{"tile_rom.vh", "rows[90] = {1'b1, 3'd1", "rows[90] = {1'b1, 3'd2"},
	{"tile_walk.vh", "7'd25,  // o", "7'd26,  // o"},
	{"tile_walk.v", ": (left & smaller);", ": left;"},
	{"corner_finder.v", "& ~(right | left | below | above)", "& ~(right | left | below)"},
	{"corner_finder.v", "{own_i[ROW:0], own_i[RING-1:ROW+1]}", "{own_i[ROW+1:0], own_i[RING-1:ROW+2]}"},
	{"corner_count.v", "{2'b0, rows[16*i+12+:4]}", "5'd0 + {2'b0, rows[16*i+8+:4]}"},
	{"fit_check.v", "(beside & (board == `CELL_OWN))", "1'b0"},
	{"position_scan.v", "else if (col_q == SKIP) skip_q <= 1'b0;", ""},
	{"ring_board.v", " & (col_i + RIGHT[3:0] == start_col)", ""},
	{"ring_board.v", "if (erase_i & player_i) player2_q", "if (erase_i & player_i & ~load_i) player2_q"},
	{"search_stack.v", "if (push_i) frames[push_ply_i]", "if (push_i) frames[2'd0]"},
	{"move_score.v", "times(RIVAL, count);", "times(OWN, count);"},
	{"minimax_core.v", "better_q <= (value > best_q);", "better_q <= (value >= best_q);"},
	{"minimax_core.v", "(value >= beta_q)", "(value > beta_q)"},
	{"minimax_core.v", "arrived_q <= step & at_before;", "arrived_q <= step & (row == before_row_q);"},
	{"minimax_core.v", "state_d = (walk_none & ~moved_q) ? POP : SCAN;", "state_d = SCAN;"},
	{"minimax_core.v", "moved_q <= 1'b1;\n        if (better_q", "if (better_q"},
	{"minimax_core.v", "FETCH: state_d = searching_q ? TURN : LOAD;", "FETCH: state_d = searching_q ? UNDO : LOAD;"},
	{"minimax_core.v", "wire last_ply = (depth_q == ply_q + 3'd1);", "wire last_ply = (depth_q <= ply_q + 3'd1) | (ply_q == 3'd2);"},
}

// monteCarloFaults are single faults in the playout lane, the Monte Carlo core, the tree, the
// service port, and what the walkers of the alpha-beta core share.
var monteCarloFaults = []struct {
	bench          faultBench
	file, old, new string
}{
	{laneFault, "corner_scan.v", "visited_o = row_corners_q & ~left_q;", "visited_o = {SIZE{1'b0}};"},
	{laneFault, "corner_scan.v", "rows_q <= running_q1 ? read[SIZE-1:0] : {SIZE{1'b0}};", "rows_q <= read[SIZE-1:0];"},
	{laneFault, "corner_scan.v", "more_q <= left[2];", "more_q <= left[1];"},
	{laneFault, "anchor_window.v", "wire flip_cols = seen[ROWS*REACH+REACH-1] & ~first_i;", "wire flip_cols = seen[ROWS*REACH+REACH-1];"},
	{laneFault, "anchor_window.v", ".wdata_i(r < REACH ? wfree_i : wallowed_i),", ".wdata_i(wallowed_i),"},
	{laneFault, "pattern_fit.v", ": |(cover_i & COVER);", ": 1'b1;"},
	{laneFault, "pattern_fit.v", "? ~first_i :", "? 1'b1 :"},
	{laneFault, "pattern_fit.vh", "28'b0000000000100000001100000000},  // 113", "28'b0000000000000000001100000000},  // 113"},
	{laneFault, "pattern_count.v", "count15({5'd0, of4[24:15]})", "count15({6'd0, of4[24:16]})"},
	{laneFault, "pattern_pick.v", "wire high = rest_q >= low;", "wire high = rest_q > low;"},
	{laneFault, "pattern_pick.v", "below4[4]) begin", "below4[4] & ~below4[0]) begin"},
	{laneFault, "move_choice.v", "x1 ^ {17'd0, x1[31:17]}", "x1 ^ {16'd0, x1[31:16]}"},
	{laneFault, "move_choice.v", "{1'b1, not_total_q} + {{`MOVE_BITS{1'b0}}, 1'b1};", "{1'b1, not_total_q};"},
	{laneFault, "move_choice.v", "{list_q, larger ? 6'd0 : listed_q}", "{list_q, listed_q}"},
	{laneFault, "move_choice.v", " | &sum_q[`MOVE_BITS-1:`PATTERN_BITS]", ""},
	{laneFault, "move_choice.v", "x0[31:`FIRST_SHIFT]", "x0[9:0]"},
	{laneFault, "move_fetch.v", "flip_rows ? {2'd0, height}", "flip_rows ? {2'd0, shape_height_q}"},
	{laneFault, "row_update.v", "single ? 5'd21", "single ? 5'd16"},
	{laneFault, "row_update.v", "{next_q2[SIZE-2:0], 1'b0} | {1'b0, next_q2[SIZE-1:1]}", "{next_q2[SIZE-2:0], 1'b0}"},
	{laneFault, "row_update.v", "(corners_q3[SIZE-1:0] & ~touched_q) | any_q}", "corners_q3[SIZE-1:0] & ~touched_q}"},
	{laneFault, "board_update.v", "(own_0 | rival_0 | (load_in", "(own_0 | (load_in"},
	{laneFault, "row_update.v", "if (last_q3) emptied_q <= 1'b0;", ""},
	{laneFault, "board_update.v", "assign seed_game_o = job_game_q;", "assign seed_game_o = next_job_game;"},
	{laneFault, "playout_lane.v", "GAP = `SELECT_GAP - 3;", "GAP = `SELECT_GAP - 4;"},
	{laneFault, "playout_lane.v", "first_q3 <= kind_q2 == `TOKEN_SELECT ? no_tile_oldest_q : no_tile_q;", "first_q3 <= no_tile_q;"},

	{lanesFault, "playout_lanes.v", "if (job_i[`JOB_FIRST_VALID])", "if (1'b0)"},
	{monteCarloFault, "playout_lanes.v", "if (row == `BOARD_SIZE) command_in", "if (row > `BOARD_SIZE) command_in"},
	{monteCarloFault, "playout_station.v", "hand_q[1] ? lane_result_i", "1'b0 ? lane_result_i"},
	{lanesFault, "playout_station.v", "hand_q <= {~next_result_valid & next_turn, ~next_result_valid & ~next_turn};", "hand_q <= {~next_result_valid & next_turn, ~next_turn};"},
	{lanesFault, "playout_station.v", "next_turn & ~next_pick,", "next_turn,"},
	{monteCarloRegFault, "candidate_list.v", "missed_q ? last_sum_q : read_q[SUM-1:0]", "read_q[SUM-1:0]"},
	{monteCarloFault, "candidate_list.v", "wire [INDEX-1:0] read_index = result_valid_i ? result_index_i : index_i;", "wire [INDEX-1:0] read_index = index_i;"},
	{monteCarloFault, "sequential_halving.v", "wire above = greater | (equal_q & ~last_bit);", "wire above = greater;"},
	{monteCarloFault, "sequential_halving.v", "if (~greater) count_q <= count_q + ONE;", ""},
	{monteCarloFault, "montecarlo_core.v", "player_q ? -result[`RESULT_MARGIN] : result[`RESULT_MARGIN]", "result[`RESULT_MARGIN]"},
	{monteCarloFault, "sequential_halving.v", "{1'b0, left_q[INDEX:1]} + {{INDEX{1'b0}}, left_q[0]}", "{1'b0, left_q[INDEX:1]}"},
	{monteCarloFault, "sequential_halving.v", "seed_q <= seed_q + `SEED_STEP;", "seed_q <= seed_q + `SEED_STEP + 32'd2;"},
	{monteCarloFault, "sequential_halving.v", "passes_q <= {passes_q[PASSES-2:0], 1'b0};", "passes_q <= passes_q;"},
	{monteCarloFault, "sequential_halving.v", "keep_q <= stop_q ? ONE :", "keep_q <= 1'b1 ? ONE :"},
	{monteCarloFault, "sequential_halving.v", "keep_q <= stop_q ? ONE :", "keep_q <= 1'b0 ? ONE :"},
	{monteCarloFault, "sequential_halving.v", "if (stop_i) stop_q <= 1'b1;", ""},
	{monteCarloFault, "sequential_halving.v", "pass_q == passes_q | stop_q;", "pass_q == passes_q;"},

	{treeLeafFault, "tree_position.v", "keep_q <= ~over_o;", "keep_q <= 1'b0;"},
	{treeLeafFault, "tree_position.v", "if (move & ~pass) fresh_q[mover]", "if (move & pass) fresh_q[mover]"},
	{treeLeafFault, "tree_position.v", "& path_q & idle & free_i;", "& path_q & idle;"},
	{treeLeafFault, "tree_position.v", "(~early_q | &rested_q) & ~sends", "~sends"},
	{treeLeafFault, "tree_position.v", "at_rest & rested_q[0] & have_q", "at_rest & have_q"},
	{treeLeafFault, "tree_leaf.v", "unplayed_q != GAMES & unweighed_q != GAMES", "unplayed_q != GAMES"},
	{treeLeafFault, "tree_leaf.v", "unplayed_q != GAMES & unweighed_q != GAMES", "unweighed_q != GAMES"},
	{treeLeafFault, "tree_leaf.v", "if (sum_taken) weighed_q[sum_slot] <= 1'b0;", ""},
	{treeLeafFault, "leaf_playouts.v", "done_q & weighed_i", "done_q"},
	{treeLeafFault, "tree_leaf.v", "terms[weigh_slot_q]", "terms[slots[play_game_q]]"},
	{treeLeafFault, "tree_leaf.v", "write_terms_q <= weighed;", "write_terms_q <= weighed & state_q == WEIGH;"},
	{treeLeafFault, "expansion.v", "flows_q <= |valid_q | pattern_valid;", "flows_q <= |valid_q[STAGES-2:0] | pattern_valid;"},
	{treeLeafFault, "best_moves.v", "behind_q & {K{new_valid_q}}", "behind_q"},
	{treeLeafFault, "tree_leaf.v", "list | lists_q[weigh_game_q] ? LIST : WEIGH", "list ? LIST : WEIGH"},
	{treeLeafFault, "tree_leaf.v", " | of_leaf_q & last_child;", " | of_leaf_q & state_q == LISTED;"},
	{treeLeafFault, "tree_leaf.v", "child_player_o = start_player_q", "child_player_o = mover"},
	{chipTreeLeafFault, "leaf_playouts.v", "if (leaf_valid_i & ~waits_q[root_q])", "if (leaf_valid_i)"},
	{treeLeafFault, "leaf_playouts.v", "fetch_q <= 5'd1;", ""},
	{treeLeafFault, "leaf_playouts.v", "fetch_q <= fetch_q + 5'd1;", "if (row_q[0]) fetch_q <= fetch_q + 5'd2;"},
	{treeLeafFault, "tree_leaf.v", "wcorners_q <= row_corners;", "if (we_q) wcorners_q <= row_corners;"},
	{treeLeafFault, "leaf_playouts.v", "(fresh_q[of] ? {S{1'b0}} : sums[of])", "sums[of]"},
	{treeLeafFault, "board_update.v", "{root_q, y_q}", "{1'b0, y_q}"},
	{childPriorsFault, "child_priors.v", "zero | quotient == 16'd0", "1'b0"},
	{treeLeafFault, "logistic.vh", "words[100] = 15'd", "words[100] = 15'd1"},

	{pagerFault, "tree_pager.v", "(absent & ~old_i));", "1'b0);"},
	{pagerFault, "tree_pager.v", "held > visited | held == count", "held >= visited"},
	{pagerFault, "tree_pager.v", "stays = new_i ? first : here_q;", "stays = ~new_i & here_q;"},
	{pagerFault, "tree_pager.v", "rows_q <= ONE_ROW;", "rows_q <= {1'b0, need_q};"},
	{pagerFault, "tree_pager.v", "fresh_q <= 1'b1;", ""},
	{pagerFault, "tree_pager.v", "words_q <= FRESH_WORDS[SLOT+3:0];", "words_q <= FIRST_WORDS[SLOT+3:0];"},
	{pagerFault, "tree_pager.v", "base_q + {{(CHILD - SLOT) {1'b0}}, held};", "base_q;"},
	{pagerFault, "tree_pager.v", "need_q  <= head_need;", ""},
	{pagerFault, "tree_pager.v", "fresh_q <= head_visited != head_count;", ""},
	{pagerFault, "tree_pager.v", "{more_rows, LEFT[2:0]}", "{more_rows, 3'd0}"},
	{pagerFault, "tree_pager.v", "word_q == 3'd0 & ~whole_q;", "word_q == 3'd0;"},
	{pagerFault, "tree_pager.v", "{1'b0, changes_q} + ONE_ROW;", "{1'b0, changes_q};"},
	{pagerFault, "tree_pager.v", "reading_slots_q[4*SLOT-1:0], next_q + ONE_SLOT", "reading_slots_q[4*SLOT-1:0], next_q"},
	{pagerFault, "tree_pager.v", "state_q <= new_i ? SAVE : HEAD;", "state_q <= HEAD;"},
	{pagerFault, "tree_pager.v", "SAVE: if (~saving_q) state_q", "SAVE: state_q"},
	{widePagerFault, "tree_pager.v", "state_q <= saving_q ? SAVE : DONE;", "state_q <= DONE;"},
	{pagerFault, "tree_pager.v", "state_q == JUDGE & ~out_q & (still_i", "state_q == JUDGE & (still_i"},
	{pagerFault, "tree_pager.v", "~out_q & (still_i | ~stays)", "~out_q"},
	{pagerFault, "tree_pager.v", "(&still_q | ~close_i | ~absent)", "(&still_q | ~absent)"},
	{pagerFault, "tree_pager.v", "(&still_q | ~close_i", "(still_q[2] | ~close_i"},
	{treeWalkFault, "tree_pager.v", "(&still_q | ~close_i | ~absent)", "1'b1"},
	{treeWalkFault, "tree_walk.v", "sets_q[SET*u+:SET] == place[SET-1:0]", "1'b0"},
	{pagerFault, "tree_pager.v", "begins = (evicts & ~turns) | unsaved_q[3];", "begins = evicts;"},
	{pagerFault, "tree_pager.v", "gone = way ^ (absent & ~old_i);", "gone = way;"},
	{pagerFault, "tree_pager.v", "known_i & ~sames_q[way]", "~sames_q[way]"},
	{pagerFault, "tree_pager.v", " & ~sames_q[way] ? JUDGE", " ? JUDGE"},
	{treeWalkFault, "tree_walk.v", "swap_row[ROW-1-:LINK] != {LINK{1'b0}}", "1'b1"},
	{treeWalkFault, "tree_walk.v", "write_link_q <= {link,", "write_link_q <= {give,"},
	{pagerFault, "tree_pager.v", "if (judged) out_next_q", "if (state_q == LOOK) out_next_q"},
	{pagerFault, "tree_pager.v", "made_i ? made_count_i : need_q", "made_count_i"},
	{pagerFault, "tree_pager.v", "    if (rst_i) begin\n      state_q <= IDLE;\n", "    if (rst_i) begin\n"},
	{pagerFault, "tree_banks.v", "words[WIDTH*bank_q2+:WIDTH]", "words[WIDTH*bank_q+:WIDTH]"},

	{treeWalkFault, "tree_walk.v", "root_visits_q <= keep_visits_i;", ""},
	{treeWalkFault, "tree_walk.v", "block_q <= begins | opens ? root_q :", "block_q <= begins | opens ? {LINK{1'b0}} :"},
	{treeWalkFault, "tree_walk.v", "wire second = clashes_q[1] & ~clashes_q2[1] & ~last_q;", "wire second = clashes_q[1] & ~last_q;"},
	{treeWalkFault, "tree_walk.v", "wire second = clashes_q[1] & ~clashes_q2[1] & ~last_q;", "wire second = clashes_q[1] & ~clashes_q2[1];"},
	{treeWalkFault, "tree_walk.v", "if (~second_q) free_q <= free_q2;", "free_q <= free_q2;"},
	{treeWalkFault, "tree_walk.v", "memory_q ? MOST_BLOCKS : MOST_PLACES", "MOST_PLACES"},
	{treeWalkFault, "tree_walk.v", "back = step_q[3] & here & (state_q", "back = step_q[3] & (state_q"},
	{treeWalkFault, "tree_walk.v", "~reached_q[0] & ~reached_q[1] & slot_q", "slot_q"},
	{treeWalkFault, "tree_walk.v", "{scan_row_q2, NUMBER} <= last_slot_q;", "1'b1;"},
	{treeWalkFault, "tree_walk.v", "(state_q == READ & linked_q);", "(state_q == READ);"},
	{treeWalkFault, "tree_walk.v", "pulls = queued_q & move_ready_i;", "pulls = move_ready_i;"},
	{treeWalkFault, "tree_walk.v", "(pulls ? next_pull : pull_q)) first_move_q", "pull_q) first_move_q"},
	{treeWalkFault, "tree_walk.v", "(pulls ? next_pull : pull_q)) first_move_q", "next_pull) first_move_q"},
	{treeWalkFault, "tree_walk.v", "first_move_q <= moves[next_pull];", "first_move_q <= moves[pull_q];"},
	{treeWalkFault, "tree_walk.v", "clashes_q <= {clashes_q[0], 1'b1};", "clashes_q <= 2'b11;"},
	{treeWalkFault, "tree_walk.v", "leaf_list_q <= visits_q == ENOUGH & room_q;", "leaf_list_q <= visits_q >= ENOUGH & room_q;"},
	{treeWalkFault, "tree_walk.v", "gives = given_q[turn_q] & room_q", "gives = given_q[turn_q]"},
	{treeWalkFault, "tree_walk.v", "      given_q[flight_q] <= 1'b0;\n", ""},
	{treeWalkFault, "tree_walk.v", "given_flight = expanding ? flight_q : child_slot_i", "given_flight = child_slot_i"},
	{treeWalkFault, "tree_walk.v", "wire give = state_q == GIVE & update_still;", "wire give = state_q == GIVE;"},
	{treeWalkFault, "tree_walk.v", "GIVE: if (give) state_d = crowded_q ? SWAP : FILL;", "GIVE: if (give) state_d = FILL;"},
	{treeWalkFault, "tree_walk.v", "changed_place_q <= update_place;", "changed_place_q <= place;"},
	{treeWalkFault, "tree_walk.v", "earlier = down ? node_changed_q : changed;", "earlier = changed;"},
	{treeWalkFault, "tree_walk.v", "update & ~|(earlier & change)", "update"},
	{treeWalkFault, "tree_walk.v", "if (swap_fresh) write_word_q", "if (1'b0) write_word_q"},
	{treeWalkFault, "tree_walk.v", "(goes & ~homed_q & ~leaf_q)", "(goes & ~leaf_q)"},
	{treeWalkFault, "tree_walk.v", "(goes & ~homed_q & ~leaf_q)", "(goes & ~homed_q)"},
	{treeSearchFault, "tree_walk.v", "left_q & (begins | going_q);", "left_q & (run_i | going_q);"},
	{treeSearchFault, "tree_walk.v", "left_q & (begins | going_q);", "left_q & begins;"},
	{treeWalkFault, "tree_walk.v", "after_q <= stepping ? AGAIN : START;", "after_q <= START;"},
	{treeWalkFault, "tree_walk.v", "mends_q <= state_q == SWAP &", "mends_q <= 1'b0 &"},
	{treeWalkFault, "tree_walk.v", "depth_q == {DEPTH{1'b0}}) root_q <= block_q;", "1'b0) root_q <= block_q;"},
	{treeWalkFault, "tree_walk.v", "mends_q ? block_q : link ? new_link", "link ? new_link"},
	{treeWalkFault, "tree_walk.v", "crowded_q ? ~latest[new_block_q[SET-1:0]]", "crowded_q ? latest[new_block_q[SET-1:0]]"},
	{treeWalkFault, "tree_walk.v", "looked_q & same_look & ~look_i ? block_q", "1'b0 ? block_q"},
	{treeWalkFault, "tree_walk.v", "looked_q <= after_q == START;", "looked_q <= 1'b0;"},
	{treeWalkFault, "tree_walk.v", "child_q <= slot_child;", ""},
	{treeWalkFault, "tree_select.v", "there_q3[2*g+1] & odd > even", "odd > even"},
	{treeWalkFault, "tree_select.v", "if (g > 0 & ~there_q3[2*g])", "if (1'b0)"},
	{treeWalkFault, "tree_group.v", "words_o[WIDTH*word_q3+:WIDTH]", "words_o[WIDTH*word_q2+:WIDTH]"},
	{treeWalkFault, "tree_divide.v", "if (~lesses[W*i+W-1]) begin", "if (~lesses[W*i+W-1] & i[0]) begin"},
	{treeWalkFault, "tree_update.v", "still_q <= ~start_i & ~|step_q[STEPS:0];", "still_q <= ~start_i & ~|step_q[STEPS-1:0];"},
	{treeWalkFault, "tree_update.v", "~|step_q[STEPS-1-`TREE_SOON:0]", "~|step_q[STEPS-2-`TREE_SOON:0]"},
	{treeWalkFault, "tree_updates.v", "(root_q & ~still[g])", "1'b0"},
	{treeWalkFault, "tree_updates.v", "(second_q & ~soon[g])", "1'b0"},
	{treeWalkFault, "tree_updates.v", "clash_q <= ~still[g] &", "clash_q <= ~soon[g] &"},
	{treeWalkFault, "tree_updates.v", "clash_q <= ~still[g] & block[LOOK_BITS-1:0] == look_i;", "clash_q <= 1'b0;"},
	{treeWalkFault, "tree_walk.v", "turns = state_q == START & ~near & ~flying_q", "turns = state_q == START & ~flying_q"},
	{treeWalkFault, "tree_walk.v", "turns = state_q == START & ~near & ~flying_q", "turns = state_q == START & ~near"},
	{treeWalkFault, "tree_walk.v", "(ends | skips) ? next_flight", "ends ? next_flight"},
	{treeWalkFault, "tree_walk.v", "(ends | skips) ? next_flight", "skips ? next_flight"},
	{treeWalkFault, "tree_walk.v", "next_flight : flight_q] & ~ends_back", "next_flight : flight_q]"},
	{treeWalkFault, "tree_walk.v", "if (begun_q) root_visits_q", "if (begun_q & ~leaf_q) root_visits_q"},
	{treeWalkFault, "tree_walk.v", "~begins & ~leaf_q & ~none_q;", "~begins & ~none_q;"},
	{treeWalkFault, "tree_walk.v", "waits = state_q == READ & ~linked_q & leaf_q;", "waits = 1'b0;"},
	{treeWalkFault, "tree_walk.v", "!= (leaf_q ? end_q : push_q);", "!= push_q;"},
	{treeWalkFault, "tree_walk.v", "else if (~queued_q & ~leaf_q) queued_q", "else if (~queued_q) queued_q"},
	{treeWalkFault, "tree_walk.v", "if (~leaf_q) queued_q <= 1'b1", "queued_q <= 1'b1"},
	{treeWalkFault, "tree_walk.v", "state_q == CHOOSE & ~chosen);", "state_q == CHOOSE);"},
	{treeWalkFault, "tree_walk.v", "next_q < depth_q &", "next_q <= depth_q &"},
	{treeWalkFault, "tree_walk.v", " & ~(given_q[turn_q] & next_q + ONE_STEP == length_q)", ""},
	{treeWalkFault, "tree_walk.v", "fetched_q[1] & ~ends_back", "fetched_q[0] & ~ends_back"},
	{treeWalkFault, "tree_walk.v", "if (skips) fetched_q", "if (1'b0) fetched_q"},
	{treeWalkFault, "tree_walk.v", "there_q & ~clash & ~down", "there_q & ~down"},
	{treeWalkFault, "tree_walk.v", "& ~down & ~down_q &", "& ~down &"},
	{treeWalkFault, "tree_walk.v", "(back & ~last_step_q)", "back"},
	{treeWalkFault, "tree_walk.v", "& fetched_q[1] & ~ends_back;", "& fetched_q[1];"},
	{treeWalkFault, "tree_walk.v", " | (value_valid_i & value_slot_i == turn_q)", ""},
	{treeWalkFault, "tree_walk.v", "    else if (stops) next_q <= back_depth_q;\n", ""},
	{treeWalkFault, "tree_walk.v", "else if (ends_back) next_q", "else if (1'b0) next_q"},
	{treeWalkFault, "tree_walk.v", "else if (back | stops) step_q", "else if (back) step_q"},
	{treeWalkFault, "tree_walk.v", "        valued_q[turn_q] <= 1'b0;\n", ""},
	{treeWalkFault, "tree_walk.v", "down ? node_visits_q : all_visits", "all_visits"},
	{treeWalkFault, "tree_walk.v", "leaf_slot_o = leaf_slot_q;", "leaf_slot_o = flight_q;"},
	{treeWalkFault, "tree_walk.v", "leaf_valid_o = leaf_q & ~move_valid_o;", "leaf_valid_o = leaf_q;"},
	{treeWalkFault, "tree_updates.v", "assign still_o = &still;", "assign still_o = still[turn_q];"},
	{treeSearchFault, "tree_walk.v", "if (goes | idle_o) homed_q <= 1'b0;", "if (goes) homed_q <= 1'b0;"},
	{treeSearchFault, "tree_search.v", "wire keeps = kept_q & turn_q == player_q;", "wire keeps = kept_q;"},
	{treeSearchFault, "tree_search.v", "ANSWER: if (pass_q) kept_q <= 1'b0;", ""},
	{treeSearchFault, "tree_search.v", "if (last_q) run_q <= 1'b0;", ""},
	{treeSearchFault, "tree_search.v", "more_begun} == limit_q;", "begun_q} == limit_q;"},
	{treeSearchFault, "tree_search.v", "OPEN: kept_q <= 1'b0;", ""},
	{treeSearchFault, "tree_search.v", "found & ~walk_short;", "found;"},
	{treeSearchFault, "tree_search.v", "KEPT: if (best_done) sole_q <= sole;", ""},
	{treeSearchFault, "tree_best.v", "found_q <= find_i & |child_link_q;", "found_q <= find_i;"},
	{treeSearchFault, "tree_best.v", "find_i ? child_move_q == find_move_i : first | better", "first | better"},

	{processorFault, "processor.v", "wire same_x = write_q & a_q == from_q;", "wire same_x = write_q & ~late_q & a_q == from_q;"},
	{processorFault, "processor.v", "written_q & written_a_q == b ? written_word_q : registers[b]", "registers[b]"},
	{processorFault, "processor.v", "wire same_y = write_q & a_q == b;", "wire same_y = a_q == b;"},
	{processorFault, "processor.v", "wire carry_in = less_q ^ (carry_q & c_flag_q);", "wire carry_in = less_q | (carry_q & c_flag_q);"},
	{processorFault, "processor.v", "added[17] ^ less_q;", "added[17];"},
	{processorFault, "processor.v", "& (y_q[15] ^ added_word[15])", ""},
	{processorFault, "processor.v", ": 16'hffff >> y_q[3:0];", ": 16'h7fff >> y_q[3:0];"},
	{processorFault, "processor.v", "& arithmetic & x_q[15]", "& x_q[15]"},
	{processorFault, "processor.v", "enters & (sum | bits | shift | count)", "enters & (sum | bits | shift)"},
	{processorFault, "processor.v", "valid_q <= read_q & ~taken;", "valid_q <= read_q;"},
	{processorFault, "processor.v", "valid_q <= 1'b0;", ""},
	{processorFault, "processor.v", "`IF_GT: holds = n_flag == v_flag_q & ~z_flag;", "`IF_GT: holds = n_flag == v_flag_q;"},
	{processorFault, "processor_unit.v", "wire fits = added[18] &", "wire fits = ~added[17] &"},
	{processorFault, "processor_unit.v", "divide_i ? {h, x_i[15]} : 17'd0;", "{h, x_i[15]};"},
	{laneJobsFault, "lane_jobs.v", "seed_q <= seed_q + `SEED_STEP;", "if (job_q != LAST) seed_q <= seed_q + `SEED_STEP;"},
	{laneJobsFault, "lane_jobs.v", "{(`INDEX_BITS - 1) {1'b0}}, root_q}", "`INDEX_BITS{1'b0}}"},
	{laneJobsFault, "lane_jobs.v", "if (go & word_i[0]) {count1_q, sum1_q} <= {(SUM_BITS + 4) {1'b0}};", "if (go & word_i[0]) count1_q <= 4'd0;"},
	{laneJobsFault, "lane_jobs.v", "      jobs_q <= 1'b0;\n    end\n  end", "    end\n  end"},

	{portFault, "position_loader.v", "wire [SIZE-1:0] other = above_q | below;", "wire [SIZE-1:0] other = above_q;"},
	{portFault, "first_anchors.vh", "first_anchors = 14'b00001111100000;", "first_anchors = 14'b00011111100000;"},
	{portFault, "position_loader.v", "allowed & (first ? first_anchors(player_i, row_q) : diagonal);", "first ? first_anchors(player_i, row_q) : diagonal;"},
	{portFault, "response_places.v", "if (margin_q2[SIGN]) wins2_q", "if (~positive) wins2_q"},
	{portFault, "job_issuer.v", "assign cut_o = issued_o & stop_q & ~last;", "assign cut_o = issued_o & stop_q;"},

	{walkersFault, "alphabeta_core.v", "next_q <= free & ~(free - 1'b1);", "next_q <= free;"},
	{walkersFault, "alphabeta_core.v", "posted = ready & ~(ready - 1'b1) &", "posted = ready &"},
	{walkersFault, "alphabeta_core.v", "post = ~mail_valid_q | take;", "post = ~mail_valid_q;"},
	{walkersFault, "alphabeta_core.v", "mail_valid_q <= ~resting & ", "mail_valid_q <= "},
	{walkersFault, "alphabeta_core.v", "((|busy) | mail_valid_q),", "(|busy),"},
	{walkersFault, "alphabeta_core.v", "(rst_i | resting_q),", "(rst_i),"},
	{walkersFault, "alphabeta_walker.v", "give = ~ready_i & free_i;", "give = free_i;"},
	{walkersFault, "alphabeta_walker.v", "~halt & ~halt_i & (leaf", "~halt & (leaf"},
	{walkersFault, "alphabeta_walker.v", "if (~busy_i) state_d = POP;", "state_d = POP;"},
	{walkersFault, "alphabeta_walker.v", "wire follow = LEADS == 0 & state_q == IDLE;", "wire follow = 1'b0;"},
	{walkersFault, "alphabeta_walker.v", "player_q, low_q, tiles_q1, tiles_q2, squares_q1, squares_q2, move_q, next_offer", "player_q, -LIMIT, tiles_q1, tiles_q2, squares_q1, squares_q2, move_q, next_offer"},
	{walkersFault, "alphabeta_walker.v", "report_offer < chosen_offer_q;", "report_offer != chosen_offer_q;"},
	{walkersFault, "alphabeta_walker.v", " | report_value == low_q & report_offer < chosen_offer_q;", ";"},
	{walkersFault, "alphabeta_walker.v", "chosen_offer_q <= report_offer;", "chosen_offer_q <= {O{1'b0}};"},
	{walkersFault, "alphabeta_walker.v", "parent == home_q ? REPORT", "parent == 4'd0 ? REPORT"},
	{walkersFault, "alphabeta_walker.v", "if (~resumed_q) key_q <= fetched_key;", "key_q <= fetched_key;"},
	{walkersFault, "alphabeta_walker.v", "past_last_q <= top_q | order(unit_move) > order(move_q);", "past_last_q <= 1'b1;"},
	{walkersFault, "alphabeta_walker.v", "past_floor_q <= order(unit_move) > order(floor_q);", "past_floor_q <= 1'b0;"},
	{walkersFault, "alphabeta_walker.v", "past_floor_q <= order(unit_move) > order(floor_q);", "past_floor_q <= 1'b1;"},
	{walkersFault, "alphabeta_walker.v", "resumed_q ? {~drain, new_key_q,", "resumed_q ? {1'b1, new_key_q,"},
	{walkersFault, "alphabeta_walker.v", "wire spare = resumed_q & accepted_q[I];", "wire spare = 1'b0;"},
	{walkersFault, "alphabeta_walker.v", "full_q <= accepted & spare;", "full_q <= 1'b0;"},
	{walkersFault, "alphabeta_walker.v", "(~going_on_q | from_row_q < row[3:0])", "~going_on_q"},
	{walkersFault, "alphabeta_walker.v", "resumed_q <= frame_resumed;", ""},
	{walkersFault, "alphabeta_walker.v", "floor_q <= frame_floor;", ""},
	{walkersFault, "alphabeta_walker.v", "~probe_q | listed_col_q == col[3:0]", "listed_col_q == col[3:0]"},
	{walkersFault, "alphabeta_walker.v", "listed_col_q <= killer[`PLACEMENT_COL];", "listed_col_q <= killer[`PLACEMENT_ROW];"},
	{walkersFault, "alphabeta_walker.v", "remember = left_q & ~(left_first_q & killers_q[0+:P] == left_choice_q);", "remember = left_q;"},
	{walkersFault, "alphabeta_walker.v", "left_ply_q <= ply_q[2:0];", "left_ply_q <= parent[2:0];"},
	{walkersFault, "alphabeta_walker.v", "left_first_q <= first_q;", "left_first_q <= 1'b1;"},
	{walkersFault, "alphabeta_walker.v", "unplaced_q <= &tiles;", "unplaced_q <= 1'b0;"},
	{walkersFault, "corner_walk.v", "above_lowest = n[4:0] - 5'd1;", "above_lowest = n[4:0];"},
	{walkersFault, "corner_walk.v", ": own_corner) & cols_i;", ": own_corner);"},
	{walkersFault, "corner_walk.v", "state_q <= picks ? PICK : |rows_q ? ABOVE : REST;", "state_q <= PICK;"},
	{walkersFault, "row_stack.v", "odd_q <= reading ? read_row[0] : row_i[0];", "odd_q <= row_i[0];"},
	{walkersFault, "row_stack.v", "above_q <= weigh_q ? here_q : tile[SIZE*BANKS+:SIZE];", "above_q <= here_q;"},

	{boardFault, "board_margin.v", "cancel_q <= sum & abort_i;", "cancel_q <= 1'b0;"},
	{boardFault, "board_margin.v", "cancel_q <= sum & abort_i;", "cancel_q <= abort_i;"},
	{boardFault, "board_margin.v", "if (sum | abort_i) busy_q", "if (sum) busy_q"},
	{boardFault, "board_margin.v", "{(T - 1) {~first_i}}", "{(T - 1) {1'b0}}"},
	{boardFault, "reach_rows.v", ".clear_i(clear_q[15])", ".clear_i(clear_i)"},
	{boardFault, "term_sum.v", "sign_q <= term_q == `TERM_SIDE_TO_MOVE |", "sign_q <= term_q == `TERM_SQUARES |"},
	{marginFault, "row_stack.v", "wire other = weigh_q & change_time[4];", "wire other = 1'b0;"},
	{marginFault, "row_stack.v", "wire flow_first = next_first_q & ~other;", "wire flow_first = 1'b0;"},
	{marginFault, "row_stack.v", "wire writing = busy_q & ~weigh_q &", "wire writing = busy_q &"},
	{marginFault, "row_stack.v", "here_q <= weigh_q ? below_q[0+:SIZE] : ", "here_q <= "},
	{marginFault, "row_stack.v", "read_row = weigh_q ? read_time[3:0] : ", "read_row = "},
	{marginFault, "alphabeta_walker.v", "abandon = settle & cuts;", "abandon = 1'b0;"},
	{marginFault, "alphabeta_walker.v", "judged_move = weighing ? flight_move_q : move_q;", "judged_move = move_q;"},
	{marginFault, "alphabeta_walker.v", "flight_q & (alone | turn_q != 2'd3", "flight_q & (turn_q != 2'd3"},
	{marginFault, "alphabeta_walker.v", "serves ? REPORT : pass_q | cuts ? POP : NEXT;", "serves ? REPORT : cuts ? POP : NEXT;"},
	{marginFault, "alphabeta_walker.v", "none_q ? 3'd0 : tile_size", "tile_size"},
	{marginFault, "alphabeta_walker.v", "MARGIN != 0 ? win <<< `LINE_POINT_BITS", "MARGIN != 0 ? win <<< 4"},
	{marginFault, "alphabeta_walker.v", "if (LEADS == 0) opener_q <= opener_i;", "if (LEADS == 0) opener_q <= 1'b0;"},
	{marginFault, "alphabeta_walker.v", "- {1'b0, left_q2} + {5'd0, ~none_q};", "- {1'b0, left_q2} + 6'd1;"},
	{marginFault, "alphabeta_walker.v", "wire answered = MARGIN == 0 &", "wire answered ="},
}

// faultBench is a model with a fault, and a comparison that must see it.
type faultBench struct {
	model   verilator.Model
	compare func(p *verilator.Proc, rng *rand.Rand) error
}

var (
	minimaxFault = faultBench{cosim.MinimaxModel(faultConfig), func(p *verilator.Proc, rng *rand.Rand) error {
		return compareMinimax(p, rng, faultConfig, 40)
	}}
	laneFault = faultBench{cosim.LaneModel(), func(p *verilator.Proc, rng *rand.Rand) error {
		return compareLane(p, rng, 20, 60)
	}}
	lanesFault = faultBench{cosim.LanesModel(5), func(p *verilator.Proc, rng *rand.Rand) error {
		return compareLanes(p, rng, 5, 6, 200)
	}}
	monteCarloFault = faultBench{cosim.MonteCarloModel(2, playout.Largest), func(p *verilator.Proc, rng *rand.Rand) error {
		return compareMonteCarlo(p, rng, playout.Largest, 12)
	}}
	monteCarloRegFault = faultBench{withRAMReg(cosim.MonteCarloModel(5, playout.Largest), 1), monteCarloFault.compare}
	treeLeafFault      = faultBench{cosim.TreeLeafModel(smallTreeLeaf), func(p *verilator.Proc, rng *rand.Rand) error {
		return withTreeLeaf(p, rng, smallTreeLeaf, 25)
	}}
	chipTreeLeafFault = faultBench{cosim.TreeLeafModel(chipTreeLeaf), func(p *verilator.Proc, rng *rand.Rand) error {
		return withTreeLeaf(p, rng, chipTreeLeaf, 25)
	}}
	childPriorsFault = faultBench{verilator.Model{Top: "child_priors", Params: map[string]int{"K": 16}}, func(p *verilator.Proc, rng *rand.Rand) error {
		return compareChildPriors(p, rng, 16)
	}}
	pagerFault = faultBench{pagerModel(smallPager), func(p *verilator.Proc, rng *rand.Rand) error {
		return comparePager(p, rng, smallPager)
	}}
	widePagerFault = faultBench{pagerModel(widePager), func(p *verilator.Proc, rng *rand.Rand) error {
		return comparePager(p, rng, widePager)
	}}
	treeWalkFault = faultBench{walkSizes[3].model(), func(p *verilator.Proc, rng *rand.Rand) error {
		return compareWalk(p, rng, walkSizes[3], 60)
	}}
	treeSearchFault = faultBench{treeSearchModel(searchLimits[0]), func(p *verilator.Proc, rng *rand.Rand) error {
		s, err := newTreeSearchBench(p, rng, searchLimits[0], searchStreams)
		if err == nil {
			err = s.compare(800)
		}
		return err
	}}
	processorFault = faultBench{cosim.ProcessorModel(), func(p *verilator.Proc, rng *rand.Rand) error {
		return compareProcessor(p, rng, 20)
	}}
	laneJobsFault = faultBench{laneJobsModel, func(p *verilator.Proc, rng *rand.Rand) error {
		return compareLaneJobs(p, rng, 60)
	}}
	portFault    = faultBench{verilator.Model{Top: "service_link"}, compareServiceLink}
	walkersFault = faultBench{cosim.AlphaBetaModel(alphaBetaConfigs["units=3"]), func(p *verilator.Proc, rng *rand.Rand) error {
		return compareAlphaBetaCore(p, rng, alphaBetaConfigs["units=3"])
	}}
	boardFault  = faultBench{model("board_margin"), compareBoardMargin}
	marginFault = faultBench{cosim.AlphaBetaModel(alphaBetaConfigs["margin,units=3"]), func(p *verilator.Proc, rng *rand.Rand) error {
		return compareAlphaBetaCore(p, rng, alphaBetaConfigs["margin,units=3"])
	}}
)

var faultConfig = search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true}

// compareServiceLink compares the responses to random requests.
func compareServiceLink(p *verilator.Proc, rng *rand.Rand) error {
	s := newServiceBench(p, rng)
	for range 12 {
		s.gap, s.slow = rng.Float64(), rng.Float64()*0.95
		for range 60 {
			if err := s.room(); err != nil {
				return err
			}
			if rng.IntN(8) == 0 {
				s.request(service.Cancel{})
			}
			s.randomRequest(12)
			if err := s.run(rng.IntN(300)); err != nil {
				return err
			}
		}
		if err := s.settle(); err != nil {
			return err
		}
	}
	return nil
}

// quick reports whether a fault is tried in every run of the tests: one of each core in a generated
// table, which package mutation does not cover. TESSERA_FAULTS=all (make faults) tries all faults,
// with a build each.
func quick(file string) bool {
	return file == "tile_walk.vh" || file == "pattern_fit.vh" || os.Getenv("TESSERA_FAULTS") == "all"
}

// TestFaultsAreCaught breaks the RTL in one place after another and requires the cosimulation to
// see each fault.
func TestFaultsAreCaught(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a model for each fault; run without -short")
	}
	for _, f := range faults {
		if quick(f.file) {
			t.Run(f.file+":"+f.old, func(t *testing.T) { catchFault(t, minimaxFault, f.file, f.old, f.new) })
		}
	}
	for _, f := range monteCarloFaults {
		if quick(f.file) {
			t.Run(f.file+":"+f.old, func(t *testing.T) { catchFault(t, f.bench, f.file, f.old, f.new) })
		}
	}
}

// TestFaultTexts keeps the faults that are not tried in every run in step with the RTL.
func TestFaultTexts(t *testing.T) {
	t.Parallel()
	for _, f := range faults {
		faultyRTL(t, f.file, f.old, f.new)
	}
	for _, f := range monteCarloFaults {
		faultyRTL(t, f.file, f.old, f.new)
	}
}

func catchFault(t *testing.T, bench faultBench, file, old, new string) {
	t.Parallel()
	m := bench.model
	// A fault may leave a signal unused; lint must not be the test that catches it.
	m.Flags = append([]string{"-Wno-UNUSEDSIGNAL", "-Wno-UNUSEDPARAM", "-Wno-WIDTH"}, m.Flags...)
	m.Sources = append([]string{faultyRTL(t, file, old, new)}, slices.DeleteFunc(slices.Clone(m.Sources), func(s string) bool { return s == "rtl" })...)
	p, err := verilator.Start(t.Context(), m)
	require.NoError(t, err)
	defer p.Close()
	err = bench.compare(p, rand.New(rand.NewPCG(1, 0))) // a fixed seed keeps the result the same
	mismatch, timeout := (*verilator.Mismatch)(nil), (*verilator.TimeoutError)(nil)
	require.True(t, errors.As(err, &mismatch) || errors.As(err, &timeout), "the fault was not caught: %v", err)
	t.Logf("caught: %v", err)
}

// faultyRTL copies the RTL to a folder of the test, with one text replaced.
func faultyRTL(t *testing.T, file, old, new string) string {
	root, err := rtl.Root()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, "rtl"))))
	found, err := filepath.Glob(filepath.Join(dir, "*", file))
	require.NoError(t, err)
	require.Len(t, found, 1, file)
	path := found[0]
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(text), old), "%s must contain %q once", file, old)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), old, new, 1)), 0o666))
	return dir
}
