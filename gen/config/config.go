// Package config is the one list of configurations: what can be generated, simulated and
// built for a board, under one name. gen makes bundles of their cores, fpga/flow bitstreams
// of their chips, and the program lets their chips play in simulation.
package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
)

// Family is a family of devices: what decides which tools build for it.
type Family string

// The families that the flow can build for.
const (
	ICE40 Family = "ice40"
	ECP5  Family = "ecp5"
)

// Families returns all families.
func Families() []Family { return []Family{ICE40, ECP5} }

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
	About string // one line

	// Core is the module that thinks, of which a bundle can be made; "" if there is none.
	Core string
	// CoreParams are its parameters in a bundle.
	CoreParams map[string]int

	// Module is the chip, which goes onto a board; "" if there is none. It has the ports
	// clk_i, rst_i, uart_rx_i, uart_tx_o and led_o[7:0], and a parameter CLK_HZ, which the
	// design sets to the clock that the board gives.
	Module string
	Params []Param
	// Family holds further parameters for the boards of a family.
	Family map[Family][]Param
	// Sources are Verilog files and folders (all .v files in them), relative to
	// the root of the repository. Folders are searched for include files too.
	Sources []string
	// Synth are further options of Yosys' synth_ice40 or synth_ecp5.
	Synth map[Family][]string
	// Dense says that the device of a family becomes almost full: synthesis then works
	// longer to save cells, placement for speed. Only ICE40 knows of it.
	Dense map[Family]bool
	// ClockHz is the wanted clock of a family; a missing entry means the oscillator's.
	ClockHz map[Family]int64

	// Memory says that the chip has the pins of an SDRAM, named as those of module sdram, and parameters
	// SDRAM_POWER_UP to SDRAM_CAS, which the design sets to what its clock asks for.
	Memory bool

	// Families are those whose devices it fits; nil: all.
	Families []Family

	// Simulated says how the chip is simulated as a board; nil if it is not.
	Simulated *Simulated
}

// Simulated holds what a board in simulation has: a slow clock and little to do, as a
// simulation does not keep up with a real one.
type Simulated struct {
	ClockHz int
	Baud    int
	MoveMS  int                // of the contest: time to think, in the chip's own milliseconds
	Lanes   int                // 0: the chip has none
	Visits  int                // of the Monte Carlo core: playouts of each move in the first round
	Tree    *search.TreeConfig // of the tree core; nil: the chip has none
	Places  int                // of its blocks, in block RAM
	Program bool               // the tree search is the program of a processor
}

// The modules of chips that programs tell apart.
const (
	ContestChip = "contest_chip" // plays at the contest's host
	TreeChip    = "tree_chip"    // the same with the tree core and an SDRAM
	ServiceChip = "service_chip" // has the playout service
	LeafChip    = "leaf_chip"    // is the leaf engine of a tree search
)

// Baud is the speed of the serial port in all configurations but the service's.
const Baud = 115_200

// ClockParam is the parameter that every chip has and the design sets.
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
			ClockHz:    map[Family]int64{ICE40: 81e6, ECP5: 100e6},
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
			Sources: []string{"rtl"},
			Dense:   map[Family]bool{ICE40: true},
			ClockHz: map[Family]int64{ICE40: 88e6, ECP5: 95e6},
			// As many lanes as the HX8K has; the time is enough for the least number of visits.
			Simulated: &Simulated{ClockHz: 16 * Baud, Baud: Baud, MoveMS: 50, Lanes: 2, Visits: 1},
		},
		{
			Name:   "tree",
			About:  "the player with the tree core: a tree in block RAM and SDRAM, leaves valued by terms and playouts",
			Module: TreeChip,
			Memory: true,
			Params: []Param{{"BAUD", Int(Baud)}},
			Family: map[Family][]Param{
				ECP5: append(params(TreeParams(search.TreeChips[1].Config)), Param{"PLACES", Int(treeULX3S.Expanded)},
					Param{"LANES", Int(search.TreeChips[1].Lanes)}, Param{"RAM_REG", Int(1)}),
			},
			Families: []Family{ECP5},
			Sources:  []string{"rtl"},
			ClockHz:  map[Family]int64{ECP5: int64(search.TreeChips[1].Hertz)},
			// Two lanes make some hundred leaves in this time.
			Simulated: &Simulated{ClockHz: 16 * Baud, Baud: Baud, MoveMS: 100, Lanes: 2, Tree: &search.TreeChips[1].Config, Places: treeULX3S.Expanded},
		},
		{
			Name:   "processor",
			About:  "the player with the tree search as a program of a small processor, beside one playout lane",
			Module: ContestChip,
			Params: []Param{{"BAUD", Int(Baud)}},
			Family: map[Family][]Param{
				ICE40: {{"LANES", Int(search.TreeChips[2].Lanes)}, {"PROCESSOR", Int(1)}, {"LEAVES", Int(1<<16 - 1)}},
			},
			Families: []Family{ICE40},
			Sources:  []string{"rtl"},
			Dense:    map[Family]bool{ICE40: true},
			ClockHz:  map[Family]int64{ICE40: int64(search.TreeChips[2].Hertz)},
			// At the opening this is the time for the children of the root, later for some leaves.
			Simulated: &Simulated{ClockHz: 16 * Baud, Baud: Baud, MoveMS: 400, Lanes: search.TreeChips[2].Lanes, Program: true},
		},
		{
			Name:   "service",
			About:  "playouts for a program on a computer, in frames at the serial port",
			Module: ServiceChip,
			Params: []Param{{"BAUD", Int(service.Baud)}},
			Family: map[Family][]Param{
				ICE40: {{"LANES", Int(1)}},
				ECP5:  {{"LANES", Int(6)}, {"RAM_REG", Int(1)}},
			},
			Sources: []string{"rtl"},
			ClockHz: map[Family]int64{ICE40: 60e6, ECP5: 60e6},
			// A byte takes the fewest cycles that the receiver can do with.
			Simulated: &Simulated{ClockHz: 4 * service.Baud, Baud: service.Baud, Lanes: 2},
		},
		{
			Name:   "leaves",
			About:  "the leaf engine of a tree search on a computer, in frames at the serial port",
			Module: LeafChip,
			Params: []Param{{"BAUD", Int(service.Baud)}},
			Family: map[Family][]Param{
				ECP5: {{"LANES", Int(8)}, {"RAM_REG", Int(1)}},
			},
			Families: []Family{ECP5},
			Sources:  []string{"rtl"},
			ClockHz:  map[Family]int64{ECP5: 60e6},
			// As the service's.
			Simulated: &Simulated{ClockHz: 4 * service.Baud, Baud: service.Baud, Lanes: 2},
		},
		{
			Name:    "lane",
			About:   "a playout lane by itself, for its area and its speed; does nothing",
			Module:  "lane_chip",
			Family:  map[Family][]Param{ECP5: {{"RAM_REG", Int(1)}}},
			Sources: []string{"rtl"},
			Dense:   map[Family]bool{ICE40: true},
			ClockHz: map[Family]int64{ICE40: 100e6, ECP5: 130e6},
		},
		{
			Name:    "loopback",
			About:   "sends back every byte, changed by a table: a test of board, cable and flow",
			Module:  "loopback_chip",
			Params:  []Param{{"BAUD", Int(Baud)}},
			Sources: []string{"fpga/flow/loopback_chip.v"},
			ClockHz: map[Family]int64{ICE40: 60e6, ECP5: 100e6},
		},
	}
}

// The uses of a configuration, for Names and Find.
var (
	Any        = func(Config) bool { return true }
	HasCore    = func(c Config) bool { return c.Core != "" }       // a bundle can be made
	HasChip    = func(c Config) bool { return c.Module != "" }     // a bitstream can be built
	CanBoard   = func(c Config) bool { return c.Simulated != nil } // a board can be simulated
	CanCompete = func(c Config) bool { return c.Simulated != nil && c.Plays() }
)

// Names returns the names of the configurations that have a use.
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

// Help lists the configurations that have a use, one a line.
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

// Ponders reports whether the chip has a parameter PONDER: to think on the rival's time.
func (c Config) Ponders() bool { return c.Module == TreeChip }

// Builds reports whether there can be a chip of the configuration on devices of a family.
func (c Config) Builds(family Family) bool {
	return c.Module != "" && (c.Families == nil || slices.Contains(c.Families, family))
}

// treeULX3S is the search of the tree core on the ULX3S.
var treeULX3S = search.TreeChips[0].Config

// TreeParams returns the parameters of modules tree_core and tree_chip that give a tree search its
// limits, by name.
func TreeParams(cfg search.TreeConfig) map[string]int {
	return map[string]int{
		"VISIT_BITS": cfg.VisitBits, "BLOCKS": cfg.Expanded, "CHILDREN": cfg.Children, "FLIGHTS": cfg.InFlight,
	}
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

// MonteCarloParams returns the parameters of module montecarlo_core with that many lanes, by
// name. RAM_REG, which is 1 for devices whose block RAM is slow to answer, is 0.
func MonteCarloParams(lanes int, policy playout.Policy) map[string]int {
	return map[string]int{"LANES": lanes, "LARGEST": int(policy), "RAM_REG": 0}
}
