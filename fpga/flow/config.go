package flow

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/golden/service"
)

// Param is a parameter of the chip module.
type Param struct {
	Name  string
	Value Value
}

// Value is the value of a parameter: an [Int] or a [Text].
type Value interface{ verilog() string }

// Int is an integer parameter.
type Int int

// Text is a string parameter.
type Text string

func (v Int) verilog() string  { return strconv.Itoa(int(v)) }
func (v Text) verilog() string { return strconv.Quote(string(v)) }

// Config is a chip module with its parameters: what goes onto a board. The
// module has the ports clk_i, rst_i, uart_rx_i, uart_tx_o and led_o[7:0], and a
// parameter CLK_HZ, which the design sets to the clock that the board gives.
type Config struct {
	Name   string
	About  string // one line
	Module string
	Params []Param
	// Family holds further parameters for the boards of a family.
	Family map[board.Family][]Param

	// Sources are Verilog files and folders (all .v files in them), relative to
	// the root of the repository. Folders are searched for include files too.
	Sources []string
	// Synth are further options of Yosys' synth_ice40 or synth_ecp5.
	Synth map[board.Family][]string
	// Dense says that the device of a family becomes almost full: synthesis then works
	// longer to save cells, placement for speed. Only ICE40 knows of it.
	Dense map[board.Family]bool
	// ClockHz is the wanted clock of a family; a missing entry means the oscillator's.
	ClockHz map[board.Family]int64
}

// Baud is the speed of the serial port in all configurations but the service's.
const Baud = 115_200

// DefaultConfig is the configuration that boards get unless somebody asks for another:
// the stronger player.
const DefaultConfig = "montecarlo"

// configs are the named configurations.
var configs = []Config{
	{
		Name:    "loopback",
		About:   "sends back every byte, changed by a table: a test of board, cable and flow",
		Module:  "loopback_chip",
		Params:  []Param{{"BAUD", Int(Baud)}},
		Sources: []string{"fpga/flow/loopback_chip.v"},
		ClockHz: map[board.Family]int64{board.ICE40: 60e6, board.ECP5: 100e6},
	},
	{
		Name:   "montecarlo",
		About:  "the whole player: contest protocol at the serial port, Monte Carlo playouts",
		Module: "contest_chip",
		Params: []Param{{"BAUD", Int(Baud)}},
		Family: map[board.Family][]Param{
			board.ICE40: {{"LANES", Int(2)}, {"VISITS", Int(128)}},
			board.ECP5:  {{"LANES", Int(15)}, {"VISITS", Int(500)}, {"RAM_REG", Int(1)}},
		},
		Sources: []string{"rtl"},
		Dense:   map[board.Family]bool{board.ICE40: true},
		ClockHz: map[board.Family]int64{board.ICE40: 88e6, board.ECP5: 95e6},
	},
	{
		Name:    "minimax",
		About:   "the same player with the classic minimax core",
		Module:  "contest_chip",
		Params:  []Param{{"BAUD", Int(Baud)}},
		Sources: []string{"rtl"},
		ClockHz: map[board.Family]int64{board.ICE40: 81e6, board.ECP5: 100e6},
	},
	{
		Name:   "service",
		About:  "playouts for a program on a computer, in frames at the serial port",
		Module: "service_chip",
		Params: []Param{{"BAUD", Int(service.Baud)}},
		Family: map[board.Family][]Param{
			board.ICE40: {{"LANES", Int(1)}},
			board.ECP5:  {{"LANES", Int(6)}, {"RAM_REG", Int(1)}},
		},
		Sources: []string{"rtl"},
		ClockHz: map[board.Family]int64{board.ICE40: 60e6, board.ECP5: 60e6},
	},
	{
		Name:    "lane",
		About:   "a playout lane by itself, for its area and its speed; does nothing",
		Module:  "lane_chip",
		Family:  map[board.Family][]Param{board.ECP5: {{"RAM_REG", Int(1)}}},
		Sources: []string{"rtl"},
		Dense:   map[board.Family]bool{board.ICE40: true},
		ClockHz: map[board.Family]int64{board.ICE40: 100e6, board.ECP5: 130e6},
	},
}

// Configs returns the named configurations.
func Configs() []Config { return slices.Clone(configs) }

// FindConfig returns the configuration of that name, or an error that lists the names.
func FindConfig(name string) (Config, error) {
	var names []string
	for _, c := range configs {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
	}
	return Config{}, fmt.Errorf("fpga: unknown configuration %q, want one of %s", name, strings.Join(names, ", "))
}

// params returns the parameters for the boards of a family.
func (c Config) params(family board.Family) []Param { return slices.Concat(c.Params, c.Family[family]) }

// check reports the first thing wrong with the configuration.
func (c Config) check() error {
	if !board.IsIdentifier(strings.ReplaceAll(c.Name, "-", "_")) || !board.IsIdentifier(c.Module) {
		return fmt.Errorf("fpga: configuration %q of module %q, want names", c.Name, c.Module)
	}
	for _, family := range []board.Family{board.ICE40, board.ECP5} {
		seen := map[string]bool{clockParam: true}
		for _, p := range c.params(family) {
			if !board.IsIdentifier(p.Name) || seen[p.Name] || p.Value == nil {
				return fmt.Errorf("fpga: configuration %s: parameter %q is no name, set twice or without a value", c.Name, p.Name)
			}
			seen[p.Name] = true
		}
	}
	if len(c.Sources) == 0 {
		return fmt.Errorf("fpga: configuration %s has no sources", c.Name)
	}
	return nil
}

// clockParam is the parameter that every chip module has and the design sets.
const clockParam = "CLK_HZ"
