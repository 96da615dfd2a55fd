// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package config is the one list of configurations, which can be generated, simulated and built for
// a board under one name. Package gen makes bundles of their cores, package fpga/flow bitstreams of
// their chips, and the program lets their chips play in simulation.
package config

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
)

// Family is a family of devices. It decides which tools build for a device.
type Family string

// The families that the flow can build for.
const (
	ICE40 Family = "ice40"
	ECP5  Family = "ecp5"
	Gowin Family = "gowin"
)

// Families returns all families.
func Families() []Family { return []Family{ICE40, ECP5, Gowin} }

// Param is a parameter of a module.
type Param struct {
	Name  string
	Value Value
}

// Value is the value of a parameter: an [Int] or a [Text].
type Value interface {
	// Verilog returns the value as a constant of Verilog.
	Verilog() string
}

// Int is an integer parameter.
type Int int

// Text is a string parameter.
type Text string

// Verilog returns the number, decimal.
func (v Int) Verilog() string { return strconv.Itoa(int(v)) }

// Verilog returns the text in quotation marks.
func (v Text) Verilog() string { return strconv.Quote(string(v)) }

// Config is a configuration.
type Config struct {
	Name  string
	About string // description in one line

	// Core is the core of the configuration's bundle; "" if it has none.
	Core string
	// CoreParams are the core's parameters in a bundle; the others have their defaults.
	CoreParams map[string]int

	// Module is the chip that goes onto a board; "" if the configuration has none. A chip has the
	// ports clk_i, rst_i, uart_rx_i, uart_tx_o and led_o[7:0], and a parameter CLK_HZ, which the
	// design sets to the board's clock.
	Module string
	Params []Param
	// Family holds further parameters for the boards of a family.
	Family map[Family][]Param
	// Sources are Verilog files and folders (all .v files in them), relative to
	// the root of the repository. Folders are searched for include files too.
	Sources []string
	// Synth are further options of Yosys' command for the family, such as synth_ice40.
	Synth map[Family][]string
	// Dense marks families whose device the chip fills so far that its clock suffers: placement then
	// works for speed, and on ICE40 synthesis works longer to save cells.
	Dense map[Family]bool
	// ClockHz is the wanted clock of a family; a missing entry means the clock of the oscillator.
	ClockHz map[Family]int64

	// Memory marks a chip with the pins of an SDRAM. They have the names of module sdram's ports,
	// and the design derives the parameters SDRAM_POWER_UP to SDRAM_CAS from its clock.
	Memory bool

	// Families are the families whose devices the chip fits; nil: all.
	Families []Family

	// Model is the chip's tree search in golden; nil if it has none. Some boards have smaller chips, whose
	// models have the boards' names.
	Model  *search.TreeChip
	Models []*search.TreeChip

	// Simulated holds the parameters of the chip as a board in simulation; nil: there is no such
	// board.
	Simulated *Simulated
}

// Simulated holds the parameters of a board in simulation: a slow clock and little work, because a
// simulation is slower than a real board.
type Simulated struct {
	ClockHz int
	Baud    int
	MoveMS  int                // for the contest: time to think, in the chip's own milliseconds
	Lanes   int                // lanes; 0: the chip has none
	Visits  int                // for the Monte Carlo core: playouts of each move in the first round
	Tree    *search.TreeConfig // limits of the tree core; nil: the chip has none
	Places  int                // places for its blocks, in block RAM
	Program bool               // the tree search is the program of a processor
	// AlphaBeta is the alpha-beta core's configuration; nil: the chip has another core.
	AlphaBeta *alphabeta.Config
}

// Modules of chips that programs tell apart.
const (
	ContestChip = "contest_chip" // plays at the contest's host
	TreeChip    = "tree_chip"    // plays at the contest's host with the tree core and an SDRAM
	ServiceChip = "service_chip" // has the playout service
	LeafChip    = "leaf_chip"    // is the leaf service of a tree search
)

// Baud is the speed of the serial port in all configurations but the service's.
const Baud = 115_200

// ClockParam is the parameter of every chip that the design sets.
const ClockParam = "CLK_HZ"

// All returns the configurations.
func All() []Config {
	return []Config{
		{
			Name:       "minimax",
			About:      "the player with the minimax core: alpha-beta by a scan of all positions",
			Core:       "minimax_core",
			CoreParams: MinimaxParams(search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true}),
			Module:     ContestChip,
			Params:     []Param{{"BAUD", Int(Baud)}},
			Sources:    []string{"rtl"},
			ClockHz:    map[Family]int64{ICE40: 81e6, ECP5: 100e6, Gowin: 81e6},
			// The slowest clock that the serial line allows.
			Simulated: &Simulated{ClockHz: 16 * Baud, Baud: Baud, MoveMS: 200},
		},
		{
			Name:       "minimax-full",
			About:      "the minimax core without pruning",
			Core:       "minimax_core",
			CoreParams: MinimaxParams(search.MinimaxConfig{Weights: search.DefaultWeights}),
		},
		{
			Name:       "montecarlo",
			About:      "the player with the Monte Carlo core: playouts on lanes, sequential halving",
			Core:       "montecarlo_core",
			CoreParams: MonteCarloParams(2, playout.Largest),
			Module:     ContestChip,
			Params:     []Param{{"BAUD", Int(Baud)}},
			Family: map[Family][]Param{
				ICE40: {{"LANES", Int(2)}, {"VISITS", Int(128)}},
				ECP5:  {{"LANES", Int(15)}, {"VISITS", Int(500)}, {"RAM_REG", Int(1)}},
			},
			Families: []Family{ICE40, ECP5},
			Sources:  []string{"rtl"},
			Dense:    map[Family]bool{ICE40: true},
			ClockHz:  map[Family]int64{ICE40: 88e6, ECP5: 95e6},
			// The HX8K has two lanes, too; the time is enough for the least number of visits.
			Simulated: &Simulated{ClockHz: 16 * Baud, Baud: Baud, MoveMS: 50, Lanes: 2, Visits: 1},
		},
		{
			Name:       "alphabeta",
			About:      "the player with the alpha-beta core: it lists and values its leaves, one a cycle",
			Core:       "alphabeta_core",
			CoreParams: AlphaBetaParams(alphabeta.DefaultConfig),
			Module:     ContestChip,
			Params:     []Param{{"BAUD", Int(Baud)}},
			Family: map[Family][]Param{
				ICE40: {{"LEAF_LISTS", Int(1)}},
				ECP5:  {{"LEAF_LISTS", Int(12)}, {"ROW_BANKS", Int(2)}},
			},
			Families: []Family{ICE40, ECP5},
			Sources:  []string{"rtl"},
			ClockHz:  map[Family]int64{ICE40: 78e6, ECP5: 70e6},
			Dense:    map[Family]bool{ICE40: true, ECP5: true},
			// Depth 2 takes some 2,500 cycles at the opening.
			Simulated: &Simulated{ClockHz: 16 * Baud, Baud: Baud, MoveMS: 50, AlphaBeta: &alphabeta.DefaultConfig},
		},
		{
			Name:       "alphabeta-margin",
			About:      "the player with the alpha-beta core that values lines by the margin to expect",
			Core:       "alphabeta_core",
			CoreParams: AlphaBetaParams(alphabeta.MarginConfig),
			Module:     ContestChip,
			Params:     []Param{{"BAUD", Int(Baud)}, {"MARGIN", Int(1)}},
			Family: map[Family][]Param{
				ICE40: {{"LEAF_LISTS", Int(1)}},
				ECP5:  {{"LEAF_LISTS", Int(8)}},
				Gowin: {{"LEAF_LISTS", Int(2)}},
			},
			Families: []Family{ICE40, ECP5, Gowin},
			Sources:  []string{"rtl"},
			ClockHz:  map[Family]int64{ICE40: 78e6, ECP5: 60e6, Gowin: 84e6},
			Dense:    map[Family]bool{ICE40: true, ECP5: true},
			// Depth 1 takes some 35,000 cycles at the opening, and cannot be stopped.
			Simulated: &Simulated{ClockHz: 16 * Baud, Baud: Baud, MoveMS: 50, AlphaBeta: &alphabeta.MarginConfig},
		},
		{
			Name:       "tree",
			About:      "the player with the tree core: a tree in block RAM and SDRAM, leaves valued by terms and playouts",
			Core:       "tree_core",
			CoreParams: TreeCoreParams(search.ULX3SBRAM, 2),
			Model:      search.ULX3S,
			Models:     []*search.TreeChip{search.ULX3S45F},
			Module:     TreeChip,
			Memory:     true,
			Params:     []Param{{"BAUD", Int(Baud)}},
			Family: map[Family][]Param{
				ECP5: append(params(TreeParams(search.ULX3S.Config)), Param{"PLACES", Int(search.ULX3S.Places)},
					Param{"LANES", Int(search.ULX3S.Lanes)}, Param{"RAM_REG", Int(1)}),
			},
			Families: []Family{ECP5},
			Sources:  []string{"rtl"},
			ClockHz:  map[Family]int64{ECP5: int64(search.ULX3S.Hertz)},
			Dense:    map[Family]bool{ECP5: true},
			// Two lanes make some hundred leaves in this time.
			Simulated: &Simulated{ClockHz: 16 * Baud, Baud: Baud, MoveMS: 100, Lanes: 2, Tree: &search.ULX3S.Config, Places: search.ULX3S.Places},
		},
		{
			Name:   "processor",
			About:  "the player with the tree search as a program of a small processor, beside one playout lane",
			Core:   "processor_core",
			Model:  search.HX8K,
			Module: ContestChip,
			Params: []Param{
				{"BAUD", Int(Baud)}, {"LANES", Int(search.HX8K.Lanes)}, {"PROCESSOR", Int(1)}, {"LEAVES", Int(1<<16 - 1)},
			},
			Sources: []string{"rtl"},
			Dense:   map[Family]bool{ICE40: true},
			ClockHz: map[Family]int64{ICE40: int64(search.HX8K.Hertz), ECP5: int64(search.HX8K.Hertz), Gowin: int64(search.HX8K.Hertz)},
			// At the opening this is the time for the children of the root, later for some leaves.
			Simulated: &Simulated{ClockHz: 16 * Baud, Baud: Baud, MoveMS: 400, Lanes: search.HX8K.Lanes, Program: true},
		},
		{
			Name:       "service",
			About:      "playouts for a program on a computer, in frames at the serial port",
			Core:       ServiceChip,
			CoreParams: map[string]int{"LANES": 2},
			Module:     ServiceChip,
			Params:     []Param{{"BAUD", Int(service.Baud)}},
			Family: map[Family][]Param{
				ICE40: {{"LANES", Int(1)}},
				ECP5:  {{"LANES", Int(6)}, {"RAM_REG", Int(1)}},
			},
			Families: []Family{ICE40, ECP5},
			Sources:  []string{"rtl"},
			ClockHz:  map[Family]int64{ICE40: 60e6, ECP5: 60e6},
			// Four cycles a bit are the fewest with which the receiver works.
			Simulated: &Simulated{ClockHz: 4 * service.Baud, Baud: service.Baud, Lanes: 2},
		},
		{
			Name:       "leaves",
			About:      "the leaf service of a tree search on a computer, in frames at the serial port",
			Core:       LeafChip,
			CoreParams: map[string]int{"LANES": 2},
			Module:     LeafChip,
			Params:     []Param{{"BAUD", Int(service.Baud)}},
			Family: map[Family][]Param{
				ECP5: {{"LANES", Int(8)}, {"RAM_REG", Int(1)}},
			},
			Families: []Family{ECP5},
			Sources:  []string{"rtl"},
			ClockHz:  map[Family]int64{ECP5: 60e6},
			// The same line as the service's.
			Simulated: &Simulated{ClockHz: 4 * service.Baud, Baud: service.Baud, Lanes: 2},
		},
		{
			Name:       "service-axi",
			About:      "the playout service on an AXI4-Lite bus, with AXI4 streams",
			Core:       "service_axi",
			CoreParams: map[string]int{"LANES": 2},
		},
		{
			Name:       "leaves-axi",
			About:      "the leaf service of a tree search on an AXI4-Lite bus, with AXI4 streams",
			Core:       "leaf_axi",
			CoreParams: map[string]int{"LANES": 2},
		},
		{
			Name:       "lanes",
			About:      "playout lanes by themselves: positions and jobs in, margins of random games out",
			Core:       "playout_lanes",
			CoreParams: map[string]int{"LANES": 2},
		},
		{
			Name:     "lane",
			About:    "a playout lane by itself, for its area and its speed; does nothing",
			Module:   "lane_chip",
			Family:   map[Family][]Param{ECP5: {{"RAM_REG", Int(1)}}},
			Families: []Family{ICE40, ECP5},
			Sources:  []string{"rtl"},
			Dense:    map[Family]bool{ICE40: true},
			ClockHz:  map[Family]int64{ICE40: 100e6, ECP5: 130e6},
		},
		{
			Name:    "loopback",
			About:   "sends back every byte, changed by a table: a test of board, cable and flow",
			Module:  "loopback_chip",
			Params:  []Param{{"BAUD", Int(Baud)}},
			Sources: []string{"fpga/flow/loopback_chip.v"},
			ClockHz: map[Family]int64{ICE40: 60e6, ECP5: 100e6, Gowin: 100e6},
		},
	}
}

// ModelOn returns the chip's tree search on a board; nil if it has none.
func (c Config) ModelOn(board string) *search.TreeChip {
	for _, m := range c.Models {
		if m.Name == board {
			return m
		}
	}
	return c.Model
}

// Uses of a configuration, for Names and Find.
var (
	Any        = func(Config) bool { return true }
	HasCore    = func(c Config) bool { return c.Core != "" }       // a bundle can be made of the core
	HasChip    = func(c Config) bool { return c.Module != "" }     // a bitstream can be built of the chip
	CanBoard   = func(c Config) bool { return c.Simulated != nil } // a board with the chip can be simulated
	CanCompete = func(c Config) bool { return c.Simulated != nil && c.Plays() }
)

// Names returns the names of the configurations with a use.
func Names(use func(Config) bool) (names []string) {
	for _, c := range All() {
		if use(c) {
			names = append(names, c.Name)
		}
	}
	return names
}

// Find returns the configuration of that name and use, or an error that lists the names.
func Find(name string, use func(Config) bool) (Config, error) {
	all := All()
	if i := slices.IndexFunc(all, func(c Config) bool { return c.Name == name && use(c) }); i >= 0 {
		return all[i], nil
	}
	return Config{}, fmt.Errorf("config: unknown configuration %q, want one of %s", name, strings.Join(Names(use), ", "))
}

// Help lists the configurations with a use, one a line.
func Help(use func(Config) bool) string {
	var b strings.Builder
	for _, c := range All() {
		if use(c) {
			fmt.Fprintf(&b, "  %-16s %s\n", c.Name, c.About)
		}
	}
	return b.String()
}

// ParamsFor returns the chip's parameters for the boards of a family.
func (c Config) ParamsFor(family Family) []Param { return slices.Concat(c.Params, c.Family[family]) }

// Plays reports whether the chip plays at the contest's host.
func (c Config) Plays() bool { return c.Module == ContestChip || c.Module == TreeChip }

// Ponders reports whether the chip has the parameter PONDER. Such a chip thinks on the rival's
// time.
func (c Config) Ponders() bool { return c.Module == TreeChip }

// Builds reports whether the chip of the configuration fits devices of a family.
func (c Config) Builds(family Family) bool {
	return c.Module != "" && (c.Families == nil || slices.Contains(c.Families, family))
}

// TreeParams returns the parameters of modules tree_core and tree_chip that give a tree search its
// limits, by name.
func TreeParams(cfg search.TreeConfig) map[string]int {
	return map[string]int{
		"VISIT_BITS": cfg.VisitBits, "BLOCKS": cfg.Expanded, "CHILDREN": cfg.Children, "FLIGHTS": cfg.InFlight,
		"LOG2_PLAYOUTS": bits.TrailingZeros(uint(cfg.Playouts)),
		"EXPAND_VISITS": cmp.Or(cfg.ExpandVisits, search.DefaultExpandVisits),
	}
}

// TreeCoreParams returns the parameters of module tree_core for a chip without SDRAM, with that many
// lanes, by name.
func TreeCoreParams(chip *search.TreeChip, lanes int) map[string]int {
	p := TreeParams(chip.Config)
	p["PLACES"], p["LANES"] = chip.Places, lanes
	return p
}

// params returns parameters in the order of their names.
func params(values map[string]int) (list []Param) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		list = append(list, Param{name, Int(values[name])})
	}
	return list
}

// MinimaxParams returns the parameters of module minimax_core, by name.
func MinimaxParams(cfg search.MinimaxConfig) map[string]int {
	alphaBeta := 0
	if cfg.AlphaBeta {
		alphaBeta = 1
	}
	return map[string]int{
		"ALPHA_BETA":    alphaBeta,
		"OWN_WEIGHT":    cfg.Weights.Own,
		"RIVAL_WEIGHT":  cfg.Weights.Rival,
		"SQUARE_WEIGHT": cfg.Weights.Square,
	}
}

// AlphaBetaParams returns the parameters of module alphabeta_core, by name.
func AlphaBetaParams(cfg alphabeta.Config) map[string]int {
	ends, margin := 0, 0
	if cfg.Ends {
		ends = 1
	}
	if cfg.Margin {
		margin = 1
	}
	return map[string]int{
		"OWN_WEIGHT":    cfg.Weights.Own,
		"RIVAL_WEIGHT":  cfg.Weights.Rival,
		"SQUARE_WEIGHT": cfg.Weights.Square,
		"EXACT_ENDS":    ends,
		"MARGIN":        margin,
		"LEAF_LISTS":    max(cfg.Units, 1),
		"ROW_BANKS":     max(cfg.Banks, 1),
	}
}

// MonteCarloParams returns the parameters of module montecarlo_core with that many lanes, by name.
// RAM_REG is 0; devices with slow block RAM need 1.
func MonteCarloParams(lanes int, policy playout.Policy) map[string]int {
	return map[string]int{"LANES": lanes, "LARGEST": int(policy), "RAM_REG": 0}
}
