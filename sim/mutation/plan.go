// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package mutation

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// Bench is a module on its test bench: tests of package sim/cosim that compare a model with that
// top. These tests also serve the modules inside that have no bench.
type Bench struct {
	Top   string
	Tests string // pattern for the flag -run
	Count int    // number of mutants in each module, for each set of parameters in the tests
}

// Plan has the benches, small modules first: a module without its own bench belongs to the first
// bench that contains it.
var Plan = []Bench{
	{"corner_finder", "^TestCornerFinder$", 30},
	{"corner_count", "^TestCornerCount$", 30},
	{"fit_check", "^TestFitCheck", 30},
	{"tile_rom", "^TestTileROM$", 20},
	{"tile_walk", "^TestTileWalk$", 40},
	{"position_scan", "^TestPositionScan$", 30},
	{"ring_board", "^TestRingBoard$", 40},
	{"search_stack", "^TestSearchStack$", 20},
	{"move_score", "^TestMoveScore$", 15},
	{"pattern_fit", "^TestPatternFit$", 40},
	{"pattern_count", "^TestPatternCount$", 40},
	{"pattern_pick", "^TestPatternPick$", 40},
	{"pattern_rom", "^TestPatternROM$", 15},
	{"pattern_cells", "^TestPatternCells$", 15},
	{"prior_weights", "^TestPriorWeights$", 15},
	{"margin_weights", "^TestMarginWeights$", 15},
	{"square_weights", "^TestSquareWeights$", 15},
	{"tile_biases", "^TestTileBiases$", 15},
	{"hidden_maps", "^TestHiddenMaps$", 30},
	{"pattern_taps", "^TestPatternTaps$", 30},
	{"hidden_sums", "^TestHiddenSums$", 30},
	{"move_prior", "^TestMovePrior$", 30},
	{"best_moves", "^TestBestMoves$/^K=16$", 40},
	{"exp_table", "^TestExpTable$", 15},
	{"child_priors", "^TestChildPriors$/^K=16$", 30},
	{"pattern_list", "^TestPatternList$", 40},
	{"reach_rows", "^TestReachRows$", 25},
	{"static_margin", "^TestStaticMargin$/^8_playouts$", 30},
	{"move_features", "^TestMoveFeatures$", 25},
	{"position_loader", "^TestPositionLoader(Rests)?$", 40},
	{"frame_rx", "^TestFrameRX$", 30},
	{"frame_tx", "^TestFrameTX$", 40},
	{"packet_rx", "^TestPacketRX$", 30},
	{"axi_port", "^TestAXIPort$", 30},
	{"move_decoder", "^TestMoveDecoder$", 40},
	{"move_encoder", "^TestMoveEncoder$", 30},
	{"message_parser", "^TestMessageParser$", 30},
	{"uart_rx", "^TestUARTReceive(BadLine|Reset)?$/10000_at_173000", 30},
	{"uart_rx_fast", "^TestUARTReceiveFast$/^440000003_at", 40},
	{"uart_tx", "^TestUARTSend$/10000_at_173000", 30},
	{"response_writer", "^TestResponseWriter(CountsBadFrames)?$", 20},
	{"heartbeat", "^TestHeartbeat$", 15},
	{"move_name", "^TestMoveName$", 30},
	{"visit_sqrt", "^TestVisitSqrt$/^VISIT_BITS=20$", 12},
	{"tree_select", "^TestTreeSelect$", 20},
	{"tree_update", "^TestTreeUpdate$/^VISIT_BITS=10$", 12},
	{"tree_banks", "^TestTreeBanks$/^WORDS=45_", 20},
	{"tree_group", "^TestTreeGroup$", 20},
	{"tree_best", "^TestTreeBest$", 30},
	{"leaf_value", "^TestLeafValue$/^8_playouts$", 30},
	{"tree_walk", "^TestTreeWalk$/^children=20$", 12},
	{"sdram", "^TestSDRAM$/^50000000$", 12},
	{"tree_pager", "^TestTreePager$/^children=6$", 40},
	{"processor", "^TestProcessor$", 20},
	{"tree_search", "^TestTreeSearch(Stops|Resets)?$/^children=8$", 30},
	{"sequential_halving", "^TestSequentialHalving$/^RAM_REG=0$", 8},
	{"minimax_core", "^TestMinimax$/Rival:3.*AlphaBeta:true", 40},
	{"playout_lane", "^TestLane(Reset|Sets)?$/^RAM_REG=0$", 40},
	{"move_window", "^TestMoveWindow$", 25},
	{"expansion", "^TestExpansion$/^K=16$", 20},
	{"board_margin", "^TestBoardMargin$", 20},
	{"leaf_unit", "^TestLeafUnit$/^margin$", 6},
	{"alphabeta_core", "^TestAlphaBeta$/^units=3$", 30},
	// The parts of the chips and of the modules around the lanes have been tried above.
	{"playout_lanes", "^TestLanes(LoadWhileBusy|RootRAM|Resets)?$/^3$", 12},
	{"lane_jobs", "^TestLaneJobs$", 15},
	{"processor_core", "^TestProcessorCore$", 4},
	{"tree_core", "^TestTreeCore(Forced|Stops|Resets)?$", 4},
	{"tree_leaf", "^TestTreeLeaf$/^children=5$", 12},
	{"montecarlo_core", "^TestMonteCarlo(AllTilesPlaced|StopAtAnswer)?$/^RAM_REG=0$", 30},
	{"leaf_link", "^TestLeafLink$", 6},
	{"leaf_chip", "^TestLeafChip$", 8},
	{"service_link", "^TestService(Link|Cancel|Resets)$", 6},
	{"service_axi", "^TestServiceAXI$", 6},
	{"contest_chip", "^TestContest(Games|Rules|Ponder|PonderEdges)$", 10},
	{"service_chip", "^TestServiceChip$/^3000000", 20},
}

// wrapped are the modules whose tests use a bench around the module, in sim/testbench.
var wrapped = []string{"lane_jobs", "processor", "tree_pager"}

// Model is the model of the bench's tests with these parameters.
func (b Bench) Model(params map[string]int) verilator.Model {
	if slices.Contains(wrapped, b.Top) {
		return verilator.Model{Top: b.Top + "_bench", Sources: []string{"rtl", filepath.Dir(memoryModel)}, Params: params}
	}
	return verilator.Model{Top: b.Top, Params: params}
}

// Untried are modules whose mutants are not tried, with the reason.
var Untried = map[string]string{
	"tree_chip": "tree_core, sdram and contest_player in it are tried; a mutant costs TestTreeChip whole games with a tree search",
	"leaf_axi":  "axi_port, packet_rx and leaf_engine in it are tried; TestLeafAXI is a long test, and the bundle's testbench has the whole in the quick ones",
	"lane_chip": "measures the speed of a lane by place and route; drives it with a shift register",
}

// Modules returns, for each bench of the plan, the modules that it must try, and the modules that
// the plan does not reach.
func Modules() (benches map[string][]string, missing []string, err error) {
	inside, err := hierarchy()
	if err != nil {
		return nil, nil, err
	}
	benches = map[string][]string{}
	taken := map[string]bool{}
	for _, b := range Plan {
		if _, ok := inside[b.Top]; !ok {
			return nil, nil, fmt.Errorf("mutation: bench of %s, which is no module of the RTL", b.Top)
		}
		taken[b.Top] = true
	}
	for _, b := range Plan {
		var add func(module string)
		add = func(module string) {
			benches[b.Top] = append(benches[b.Top], module)
			for _, child := range inside[module] {
				if Untried[child] == "" && !taken[child] {
					taken[child] = true
					add(child)
				}
			}
		}
		add(b.Top)
	}
	for module := range inside {
		if _, known := Untried[module]; !known && !taken[module] {
			missing = append(missing, module)
		}
	}
	slices.Sort(missing)
	return benches, missing, nil
}

// Inside returns a module and all modules inside it, at any depth.
func Inside(top string) (modules []string, err error) {
	inside, err := hierarchy()
	if err != nil {
		return nil, err
	}
	if _, ok := inside[top]; !ok {
		return nil, fmt.Errorf("mutation: the RTL has no module %s", top)
	}
	modules = []string{top}
	for i := 0; i < len(modules); i++ {
		for _, child := range inside[modules[i]] {
			if !slices.Contains(modules, child) {
				modules = append(modules, child)
			}
		}
	}
	return modules, nil
}

// hierarchy returns the modules of the RTL, with the modules inside each of them.
func hierarchy() (inside map[string][]string, err error) {
	files, err := fs.Glob(rtl.FS, "*/*.v")
	if err != nil {
		return nil, fmt.Errorf("mutation: %w", err)
	}
	inside = map[string][]string{}
	for _, file := range files {
		text, err := fs.ReadFile(rtl.FS, file)
		if err != nil {
			return nil, fmt.Errorf("mutation: %w", err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".v")
		if inside[name], err = rtl.Instances(string(text)); err != nil {
			return nil, fmt.Errorf("mutation: %w", err)
		}
	}
	return inside, nil
}
