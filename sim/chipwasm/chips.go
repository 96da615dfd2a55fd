// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chipwasm

import (
	"cmp"
	"fmt"
	"math/bits"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// Chip is a core of the page, with what the page must know about it.
type Chip struct {
	Name  string // the page's player is chip-NAME
	Top   string // the module
	Lanes int    // 0: the core plays no games at random

	config  string // name of the configuration; "" if it is that of the chip
	params  func() map[string]int
	board   *board.Board // its bitstream has the core
	search  Search
	fault   Fault
	probes  []probe
	lanesAt string // instance of playout_lanes
	course  string // register with the state of the search
	// memories hold the candidates of a search.
	memories []memory
	// vague says that the board is undefined after rst_i, until a command resets it.
	vague bool
	// names says that the core's ports for simulation name moves as patterns at corners.
	names bool
}

// Policy is the policy of the Monte Carlo core's playouts.
const Policy = playout.Largest

// MonteCarlo is the Monte Carlo core, with the lanes of the HX8K.
var MonteCarlo = &Chip{
	Name: "montecarlo", Top: "montecarlo_core", Lanes: 2,
	params: func() map[string]int { return config.MonteCarloParams(2, Policy) },
	board:  board.HX8K,
	search: Search{
		Amount: "visits_i", Unit: "playouts", Margin: "sum",
		Answer: []Number{
			{Name: "sum", Text: "sum of values", Signal: "rsp_sum_o", Signed: true},
			{Name: "visits", Text: "visits of the move", Signal: "rsp_visits_o"},
			{Name: "playouts", Text: "playouts", Signal: "rsp_playouts_o"},
		},
	},
	fault: Fault{Signal: "u_halving.playouts_q", Bit: 12, Cycle: 300},
	probes: append([]probe{
		{"montecarlo_core", []string{""}, "state_q index_q placed1_q placed2_q", "state_q"},
		{"sequential_halving", []string{"u_halving"}, "state_q shift_q head_q current_q left_q rest_q pass_q visits_q playouts_q", "state_q"},
	}, laneProbes("u_lanes", 2)...),
	lanesAt: "u_lanes", course: "u_halving.state_q",
	memories: []memory{{"candidates", []string{"u_halving.u_list.words"}, layout(MemoryField{Name: "sum", Width: search.SumBits, Signed: true}, MemoryField{Name: "next", Width: bits.Len(search.MaxCandidates - 1)})}},
}

var treeConfig = search.ULX3SBRAM.Config

const priorBits = 16

// treeBanks returns the banks of one of the walk's memories of children.
func treeBanks(name string) string {
	return "u_search.u_walk." + name + ".gen_banks.gen_bank[%d].u_words.words"
}

// treeGroup returns the banks of one that is read a group of children at a time, by its ways.
func treeGroup(name string) (ways []string) {
	for way := range twin.TreeGroup {
		ways = append(ways, treeBanks(fmt.Sprintf("%s.gen_word[%d].u_banks", name, way)))
	}
	return ways
}

// placement returns the fields of a move.
func placement() (fields []MemoryField) {
	for _, f := range gen.PlacementBus.Fields {
		fields = append(fields, MemoryField{Name: f.Name, Width: f.Width})
	}
	return fields
}

// layout gives the fields their places, the first one from bit 0 on.
func layout(fields ...MemoryField) []MemoryField {
	low := 0
	for i := range fields {
		fields[i].Low = low
		low += fields[i].Width
	}
	return fields
}

// Tree is the ULX3S's tree core in block RAM alone. A search of the page needs no SDRAM: its tree has
// room there, and takes the same cycles.
var Tree = &Chip{
	Name: "tree", Top: "tree_core", Lanes: search.ULX3SBRAM.Lanes,
	params: func() map[string]int { return config.TreeCoreParams(search.ULX3SBRAM, search.ULX3SBRAM.Lanes) },
	board:  board.ULX3S,
	search: Search{
		Amount: "leaves_i", Unit: "leaves", Value: "mean", Most: tree.MaxValue,
		Answer: []Number{
			{Name: "mean", Text: "mean of values", Signal: "rsp_mean_o"},
			{Name: "visits", Text: "visits of the move", Signal: "rsp_visits_o"},
			{Name: "leaves", Text: "leaves", Signal: "rsp_leaves_o"},
		},
	},
	// The stream of chance of all later leaves.
	fault: Fault{Signal: "u_search.seed_q", Bit: 7, Cycle: 12_000},
	probes: append([]probe{
		{"tree_search", []string{"u_search"}, "state_q seed_q leaves_q", "state_q"},
		{"tree_walk", []string{"u_search.u_walk"}, "state_q root_q flight_q pending_q valued_q step_q depth_q visits_q", "state_q"},
	}, laneProbes("u_leaf.u_playouts.u_lanes", search.ULX3SBRAM.Lanes)...),
	lanesAt: "u_leaf.u_playouts.u_lanes", course: "u_search.u_walk.state_q",
	memories: []memory{
		{"heads", []string{"u_search.u_walk.u_heads.words"}, layout(MemoryField{Name: "count", Width: bits.Len(uint(treeConfig.Children))}, MemoryField{Name: "player", Width: 1})},
		{"words", treeGroup("u_words"), layout(MemoryField{Name: "mean", Width: tree.ValueBits}, MemoryField{Name: "share", Width: priorBits + tree.SharePoint})},
		{"counts", treeGroup("u_counts"), layout(MemoryField{Name: "rest", Width: treeConfig.VisitBits}, MemoryField{Name: "visits", Width: treeConfig.VisitBits})},
		{"moves", []string{treeBanks("u_moves")}, layout(append(placement(), MemoryField{Name: "prior", Width: priorBits})...)},
	},
}

// MinimaxConfig is the configuration of the minimax core.
var MinimaxConfig = search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true}

// Minimax is the minimax core. It has no lanes and no chance.
var Minimax = &Chip{
	Name: "minimax", Top: "minimax_core",
	params: func() map[string]int { return config.MinimaxParams(MinimaxConfig) },
	board:  board.HX8K,
	search: Search{
		Amount: "cmd_depth_i", Unit: "nodes",
		Answer: []Number{
			{Name: "score", Text: "value", Signal: "rsp_value_o", Signed: true},
			{Name: "nodes", Text: "nodes", Signal: "rsp_nodes_o"},
		},
	},
	fault: Fault{Signal: "nodes_q", Bit: 20, Cycle: 300},
	probes: []probe{
		{"minimax_core", []string{""}, `state_q nodes_q depth_q ply_q player_q best_q beta_q score_q value_q moved_q passed_q
		fresh_q leaf_q pass_q fit_q better_q cut_q orient row col target_row_q target_col_q arrived_q best_pass_q best_orient_q
		best_row_q best_col_q`, "state_q"},
	},
	course: "state_q",
}

// AlphaBetaConfig is the configuration of the alpha-beta core.
var AlphaBetaConfig = alphabeta.MarginConfig

// AlphaBeta is the alpha-beta core by the margin with one leaf unit, as on the HX8K. It has no lanes and no
// chance.
var AlphaBeta = &Chip{
	Name: "alphabeta", Top: "alphabeta_core",
	config: "alphabeta-margin",
	params: func() map[string]int { return config.AlphaBetaParams(AlphaBetaConfig) },
	board:  board.HX8K,
	search: Search{
		Amount: "cmd_depth_i", Unit: "nodes", Margin: "score", Point: alphabeta.MarginUnit,
		Answer: []Number{
			{Name: "score", Text: "value", Signal: "rsp_value_o", Signed: true},
			{Name: "nodes", Text: "nodes", Signal: "rsp_nodes_o"},
			{Name: "depth", Text: "plies", Signal: "rsp_depth_o"},
		},
	},
	fault: Fault{Signal: "nodes_q", Bit: 20, Cycle: 300},
	probes: []probe{
		{"alphabeta_core", []string{""}, "nodes_q count_q", ""},
		{"alphabeta_walker", []string{"u_lead"}, `state_q depth_q ply_q player_q turn_q index_q low_q high_q score_q value_q
		move_q choice_q chosen_q best_move_q best_value_q best_pass_q cut_q hit_q hit_refuted_q new_valid_q new_q line_q
		any_q more_q accepted_q reply_q reply_value_q wait_q leaf better hit accepted refuted unit_valid unit_move unit_value
		unit_busy make made start abort push`, "state_q"},
		{"leaf_list", []string{"u_lead.u_unit.u_list"}, `full take fits_q pattern_valid pattern list_ready list_row_q list_col_q
		list_rows_q list_cols_q count_q listed_q valid_q placements_q`, ""},
		{"corner_walk", []string{"u_lead.u_unit.u_list.u_walk"}, `state_q index_q corner_row_q corner_col_q flip_rows_q flip_cols_q
		claimed_q full_q rows_q row_q left_q`, "state_q"},
		{"row_stack", []string{"u_lead.u_unit.u_stack"}, "busy_q weigh_q time_q from_q to_q writing flows", ""},
		{"board_margin", []string{"u_lead.u_unit.gen_margin.u_margin"}, "busy_q time_q", ""},
		{"term_sum", []string{"u_lead.u_unit.gen_margin.u_margin.u_sum"}, "adding_q digit_q term_q sum_q margin_q", ""},
	},
	course: "u_lead.state_q", vague: true, names: true,
}

// Chips lists all.
var Chips = []*Chip{MonteCarlo, Tree, Minimax, AlphaBeta}

// configName returns the name of the chip's configuration.
func (c *Chip) configName() string { return cmp.Or(c.config, c.Name) }

// hertz returns the clock of the board's bitstream.
func (c *Chip) hertz() (float64, error) {
	cfg, err := config.Find(c.configName(), config.HasChip)
	if err != nil {
		return 0, fmt.Errorf("chipwasm: %w", err)
	}
	clock, err := flow.Design{Board: c.board, Config: cfg}.Clock()
	return float64(clock), err
}

// laneProbes returns the visible signals of playout_lanes, which is at a place in the core. Signals of the
// pipeline end in the number of their stage.
func laneProbes(at string, lanes int) []probe {
	return []probe{
		{"playout_station", []string{at + ".gen_station[0].u_station"}, "turn_q job_valid_q job_q result_valid_q result_q", ""},
		{"playout_lane", eachLane(at, lanes, ""), `take take_game kind_0 game_0 player_0 row_0 col_0 visited_0
		kind_q1 kind_q2 kind_q3 kind_q4 kind_q5 kind_q6 kind_q7 kind_q8 game_q1 game_q2 game_q3 game_q4 game_q5
		row_q1 row_q2 row_q3 row_q4 row_q5 row_q6 row_q7 row_q8 col_q1 col_q2 col_q3 col_q4 col_q5 col_q6 col_q7 col_q8
		fits_q5 flip_rows_q5 flip_cols_q5 size_8 count_8 selected chosen_game chosen_none chosen_row chosen_col chosen_k chosen_moves
		picked_q none_q game_q row_q col_q flip_rows_q flip_cols_q picked_pattern move_ready
		we waddr wallowed wcorners ready running player idle job_ready_o job_valid_i result_valid_o result_ready_i result_o`, ""},
		{"move_choice", eachLane(at, lanes, ".u_choice"), "state_q game_q number_q k_q stream_q", "state_q"},
		{"pattern_pick", eachLane(at, lanes, ".u_pick"), "started_q search_q done_q", ""},
		{"board_update", eachLane(at, lanes, ".u_update"), "state_q board_q mover_q y_q", "state_q"},
		{"move_fetch", eachLane(at, lanes, ".u_update.u_fetch"), "waiting_q game_q none_q", ""},
		{"game_table", eachLane(at, lanes, ".u_update.u_games"), "busy_q passed_q player_q", ""},
	}
}

// eachLane returns the paths of an instance inside each lane.
func eachLane(lanesAt string, lanes int, inside string) (at []string) {
	for i := range lanes {
		at = append(at, fmt.Sprintf("%s.gen_lane[%d].u_lane%s", lanesAt, i, inside))
	}
	return at
}
