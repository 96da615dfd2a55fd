// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"context"
	"maps"
	"time"

	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// ContestModel is the chip that plays at the contest's host, for the given configuration.
func ContestModel(cfg twin.ContestConfig) verilator.Model {
	params := contestParams(cfg)
	maps.Copy(params, config.MinimaxParams(cfg.Minimax))
	params["DEPTH_PLIES"] = cfg.Depth
	return verilator.Model{Top: "contest_chip", Params: params}
}

// ContestMonteCarloModel is the same chip with the Monte Carlo core in place of the minimax core: a
// number of lanes, the playouts of each move in the first round, and the seed of every search. The
// configuration's depth and minimax core do not matter.
func ContestMonteCarloModel(cfg twin.ContestConfig, lanes, visits int, seed uint32) verilator.Model {
	params := contestParams(cfg)
	params["LANES"] = lanes
	params["VISITS"] = visits
	params["SEED"] = int(seed)
	return verilator.Model{Top: "contest_chip", Params: params}
}

// ContestAlphaBetaModel is the same chip with the alpha-beta core. Of the core's configuration the
// number of leaf units, the banks and the evaluation matter.
func ContestAlphaBetaModel(cfg twin.ContestConfig, core alphabeta.Config) verilator.Model {
	params := contestParams(cfg)
	for _, name := range []string{"LEAF_LISTS", "ROW_BANKS", "MARGIN"} {
		params[name] = config.AlphaBetaParams(core)[name]
	}
	return verilator.Model{Top: "contest_chip", Params: params}
}

// ContestProcessorModel is the same chip with the tree search as the program of a processor. leaves
// bounds the leaves of a search; seed is the seed of every search.
func ContestProcessorModel(cfg twin.ContestConfig, leaves uint16, seed uint32) verilator.Model {
	params := contestParams(cfg)
	params["LANES"] = 1
	params["PROCESSOR"] = 1
	params["LEAVES"] = int(leaves)
	params["SEED"] = int(seed)
	return verilator.Model{Top: "contest_chip", Params: params}
}

// TreeChipModel is tree_chip, the player with the tree core, together with a model of its SDRAM.
// limits are the limits of the search, places is the number of blocks with a place in block RAM,
// and leaves bounds the leaves of a search; 0 means as many as time permits. seed is the seed of
// every search.
func TreeChipModel(cfg twin.ContestConfig, limits search.TreeConfig, places, lanes, leaves int, seed uint32) verilator.Model {
	params := contestParams(cfg)
	maps.Copy(params, config.TreeParams(limits))
	params["PLACES"] = places
	params["LANES"] = lanes
	params["SEED"] = int(seed)
	if leaves > 0 {
		params["LEAVES"] = leaves
	}
	return verilator.Model{Top: "tree_chip_bench", Sources: benchSources, Params: params}
}

// contestParams are the parameters that do not depend on the core.
func contestParams(cfg twin.ContestConfig) map[string]int {
	params := map[string]int{
		"CLK_HZ":   cfg.UART.ClockHz,
		"BAUD":     cfg.UART.Baud,
		"TEAM":     int(cfg.Team[0])<<8 | int(cfg.Team[1]),
		"MOVE_MS":  cfg.MoveMS,
		"HELLO_MS": cfg.HelloMS,
		"BYTE_MS":  cfg.ByteMS,
	}
	if cfg.Ponder {
		params["PONDER"] = 1
	}
	return params
}

// ContestBoard is the simulated chip, seen from its serial line. Only one goroutine may use it.
type ContestBoard struct {
	p    *verilator.Proc
	cfg  twin.ContestConfig
	read SerialReader
	leds verilator.Port
	last verilator.Outputs

	active uint64 // last cycle with busy lines
}

// NewContestBoard takes a process of ContestModel or ContestMonteCarloModel with that configuration
// after a reset.
func NewContestBoard(p *verilator.Proc, cfg twin.ContestConfig) (*ContestBoard, error) {
	leds, err := p.Port("led_o")
	if err != nil {
		return nil, err
	}
	return &ContestBoard{p: p, cfg: cfg, read: SerialReader{UART: cfg.UART}, leds: leds}, nil
}

// StartContest builds a model of the chip with that configuration, if necessary, and starts it.
func StartContest(ctx context.Context, m verilator.Model, cfg twin.ContestConfig) (*ContestBoard, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	p, err := verilator.Start(ctx, m)
	if err != nil {
		return nil, err
	}
	b, err := NewContestBoard(p, cfg)
	if err != nil {
		p.Close()
	}
	return b, err
}

// Close ends the simulation.
func (b *ContestBoard) Close() error { return b.p.Close() }

// Cycle is the number of cycles since reset.
func (b *ContestBoard) Cycle() uint64 { return b.p.Cycle() }

// LEDs returns the lamps after the latest Run: bit i is led_o[i].
func (b *ContestBoard) LEDs() uint8 {
	if b.last == nil {
		return 0
	}
	return uint8(b.leds.Uint(b.last))
}

// Halt returns the most cycles that a search on the rival's time took to stop, on a
// tree_chip_bench.
func (b *ContestBoard) Halt() uint64 { return b.output("halt_o") }

// output returns an output after the latest Run.
func (b *ContestBoard) output(name string) uint64 { return b.p.MustPort(name).Uint(b.last) }

// Thinking reports whether an answer is due.
func (b *ContestBoard) Thinking() bool { return b.LEDs()>>1&1 == 1 }

// Exchange sends a waveform to the receiving line. It lets time pass until the waveform is over
// and, if answer is set, the sending line has begun and ended an answer, or until max cycles have
// passed. It returns the complete bytes, each with the cycle of its start bit.
func (b *ContestBoard) Exchange(w *SerialWave, answer bool, max uint64) ([]twin.TimedByte, error) {
	l := verilator.Line{Drive: "uart_rx_i", Watch: "uart_tx_o", Max: max}
	if w != nil {
		l.Runs = w.Runs
	}
	l.Quiet = b.cfg.UART.Edge(12) // longer than any pause within a byte
	if answer {
		l.Edges = 1
	}
	r, err := b.p.Line(l)
	if err != nil {
		return nil, err
	}
	if r.Cycles > 0 {
		b.last = r.Out
	}
	return b.read.Read(r.Edges, b.p.Cycle()), nil
}

// Pass lets at most a hundredth of a second of the chip's time pass. The given bytes arrive at the
// beginning. Pass returns the bytes that the chip sent and the time that passed. calm reports that
// nothing further would happen without new bytes; it is false during a game if the chip thinks on
// the rival's time.
func (b *ContestBoard) Pass(arriving []byte) (sent []byte, elapsed time.Duration, calm bool, err error) {
	clock := uint64(b.cfg.UART.ClockHz)
	var w SerialWave
	for _, v := range arriving {
		w.Byte(v, float64(b.cfg.UART.ClockHz)/float64(b.cfg.UART.Baud), true)
	}
	before := b.p.Cycle()
	l := verilator.Line{Drive: "uart_rx_i", Watch: "uart_tx_o", Runs: w.Runs, Quiet: clock, Max: w.Cycles + clock/100}
	r, err := b.p.Line(l)
	if err != nil {
		return nil, 0, false, err
	}
	b.last = r.Out
	for _, t := range b.read.Read(r.Edges, b.p.Cycle()) {
		sent = append(sent, t.Byte)
	}
	if len(arriving) > 0 || len(r.Edges) > 0 {
		b.active = b.p.Cycle()
	}
	// The longest time that the chip waits for anything: silence, or the rest of a message.
	waits := clock / 1000 * uint64(b.cfg.HelloMS+b.cfg.ByteMS)
	calm = !b.Thinking() && !(b.cfg.Ponder && b.LEDs()>>2&1 == 1) && b.p.Cycle() > b.active+waits
	return sent, time.Duration(float64(b.p.Cycle()-before) / float64(clock) * float64(time.Second)), calm, nil
}
