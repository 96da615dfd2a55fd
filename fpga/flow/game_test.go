// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build fpgatools

// The tests in this file play the contest's game on netlists and bitstreams of the chip (make
// netlist, make netlist-short).

package flow_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// gameConfig is the chip of the iCE40 board without a PLL.
var gameConfig = gameAt(int64(board.HX8K.OscillatorHz))

// classicNetlist synthesises the chip for a family.
func classicNetlist(family board.Family) func(t *testing.T) *flow.Netlist {
	return func(t *testing.T) *flow.Netlist {
		tools, c := realTools(t), classic(t)
		c.Params = append(gameParams(gameConfig), config.Param{Name: "CLK_HZ", Value: config.Int(gameConfig.UART.ClockHz)})
		dir := filepath.Join(tools.Root, "build", "test-fpga", "game-"+string(family))
		net, err := flow.SynthNetlist(t.Context(), tools, family, c, dir)
		require.NoError(t, err)
		return net
	}
}

// classicBitstream builds the iCE40 board's bitstream of the chip and reads it back.
func classicBitstream(t *testing.T) *flow.Netlist {
	tools, c := realTools(t), classic(t)
	c.Params = gameParams(gameConfig)
	d := flow.Design{Board: board.HX8K, Config: c, ClockHz: int64(gameConfig.UART.ClockHz)}
	dir := filepath.Join(tools.Root, "build", "test-fpga", "game-bitstream")
	r, err := flow.Build(t.Context(), tools, d, flow.BuildOptions{Dir: dir})
	require.NoError(t, err)
	require.Zero(t, r.Cells.PLL.Used, "icebox_vlog knows no PLL")
	return readBack(t, tools, d, filepath.Join(tools.Root, r.Bitstream), filepath.Join(dir, "synth.json"), filepath.Join(dir, "bits"))
}

// readBack reads a bitstream back. Its block RAMs must begin with the contents that synthesis gave
// them, because a game does not read every bit.
func readBack(t *testing.T, tools *flow.Toolchain, d flow.Design, bitstream, synth, dir string) *flow.Netlist {
	t.Helper()
	net, err := flow.ReadBack(t.Context(), tools, d, bitstream, dir)
	require.NoError(t, err)
	text, err := os.ReadFile(synth)
	require.NoError(t, err)
	var design struct {
		Modules map[string]struct {
			Cells map[string]struct {
				Type       string
				Parameters map[string]string
			}
		}
	}
	require.NoError(t, json.Unmarshal(text, &design))
	var want []string
	for _, c := range design.Modules[d.Top()].Cells {
		if !strings.HasPrefix(c.Type, "SB_RAM40_4K") {
			continue
		}
		var words strings.Builder
		for i := range 16 {
			bits, ok := new(big.Int).SetString(strings.ReplaceAll(c.Parameters[fmt.Sprintf("INIT_%X", i)], "x", "0"), 2)
			require.True(t, ok)
			fmt.Fprintf(&words, "%064x\n", bits)
		}
		want = append(want, words.String())
	}
	text, err = os.ReadFile(net.Sources[0])
	require.NoError(t, err)
	var got []string
	for _, ram := range strings.Split(string(text), "SB_RAM40_4K")[1:] {
		var words strings.Builder
		for _, m := range initPattern.FindAllStringSubmatch(ram, -1) {
			fmt.Fprintf(&words, "%s\n", m[1])
		}
		got = append(got, words.String())
	}
	slices.Sort(want)
	slices.Sort(got)
	require.NotEmpty(t, want)
	require.Empty(t, cmp.Diff(want, got), "the contents of the block RAMs: synthesis, then bitstream")
	t.Logf("%s: the %d block RAMs begin with the contents of synthesis", filepath.Base(bitstream), len(got))
	return net
}

var initPattern = regexp.MustCompile(`\.INIT_[0-9A-F]\(256'h([0-9a-f]{64})\)`)

// TestGames plays the contest's game, as its host does, on netlists and on a bitstream: every byte
// that the chip sends must equal twin.ContestPlayer's, and its start bit must begin in the same
// clock cycle. Package sim tests the RTL in the same way. With -short it plays one move each, and
// not on all netlists.
func TestGames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		make   func(t *testing.T) *flow.Netlist
		origin uint64 // cycle in which the chip comes out of reset
		short  bool   // the short form includes this one
	}{
		{"ice40 netlist", classicNetlist(board.ICE40), 0, false},
		{"ecp5 netlist", classicNetlist(board.ECP5), 0, true},
		{"ice40 bitstream", classicBitstream, wakeCycles, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if testing.Short() && !test.short {
				t.Skip("not in the short form")
			}
			start := time.Now()
			net := test.make(t)
			t.Logf("%s: made in %.0f s, compiling", test.name, time.Since(start).Seconds())
			play(t, test.name, verilator.Model{Top: net.Top, Sources: net.Sources, Flags: net.Flags}, gameConfig, test.origin, 0)
		})
	}
}

// TestMonteCarloNetlists lets the complete netlists of the Monte Carlo core with two lanes search
// positions: move, sum, visits and playouts are golden's.
func TestMonteCarloNetlists(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("not in the short form")
	}
	for _, family := range []board.Family{board.ICE40, board.ECP5} {
		t.Run(string(family), func(t *testing.T) {
			tools := realTools(t)
			c := monteCarlo(t, family, cosim.MonteCarloModel(2, playout.Largest))
			start := time.Now()
			net, err := flow.SynthNetlist(t.Context(), tools, family, c, filepath.Join(tools.Root, "build", "test-fpga", "mc-"+string(family)))
			require.NoError(t, err)
			t.Logf("made in %.0f s, compiling", time.Since(start).Seconds())
			m := verilator.Model{Top: net.Top, Sources: net.Sources, Flags: net.Flags}
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				core, err := cosim.NewMonteCarlo(p)
				if err != nil {
					return err
				}
				for n, plies := range []int{3, 14, 25} {
					p.SetTransaction(n)
					pos := duo.RandomGame(rng, plies)
					if err := core.Load(&pos); err != nil {
						return err
					}
					search := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1, Seed: rng.Uint32()}
					r, cycles, err := core.Search(search, 0)
					if err != nil {
						return err
					}
					t.Logf("after %d plies: %d playouts in %d cycles, %v", plies, r.Playouts, cycles, r.Move)
				}
				return nil
			})
		})
	}
}

// alphaBetaNetlists are the cores whose netlists search: one walker for both families, by the moves and
// by the margin, and several for the one whose boards have them.
var alphaBetaNetlists = map[string]struct {
	family       board.Family
	units, banks int
	margin       bool
}{
	"ice40": {board.ICE40, 1, 1, false}, "ice40/margin": {board.ICE40, 1, 1, true},
	"ecp5": {board.ECP5, 1, 1, false}, "ecp5/units=3": {board.ECP5, 3, 2, false}, "ecp5/margin": {board.ECP5, 3, 1, true},
}

// TestAlphaBetaNetlists lets the complete netlists of the alpha-beta core search positions, and
// stops some searches: every node, its score and its cycle, and the answer are golden's.
func TestAlphaBetaNetlists(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("not in the short form")
	}
	for name, of := range alphaBetaNetlists {
		t.Run(name, func(t *testing.T) {
			tools := realTools(t)
			c, err := config.Find("alphabeta", config.HasChip)
			require.NoError(t, err)
			cfg := alphabeta.DefaultConfig
			cfg.Units, cfg.Banks, cfg.Margin = of.units, of.banks, of.margin
			m := cosim.AlphaBetaModel(cfg)
			c.Module, c.Params, c.Family = m.Top, paramsOf(m), nil
			start := time.Now()
			dir := "alphabeta-" + strings.ReplaceAll(name, "/", "-")
			net, err := flow.SynthNetlist(t.Context(), tools, of.family, c, filepath.Join(tools.Root, "build", "test-fpga", dir))
			require.NoError(t, err)
			t.Logf("made in %.0f s, compiling", time.Since(start).Seconds())
			simtest.Cosim(t, verilator.Model{Top: net.Top, Sources: net.Sources, Flags: net.Flags}, func(p *verilator.Proc, rng *rand.Rand) error {
				core, err := cosim.NewAlphaBeta(p, cfg)
				if err != nil {
					return err
				}
				for n, search := range []struct {
					plies, depth int
					stop         uint64
				}{{1, 2, alphabeta.NeverStop}, {24, 4, alphabeta.NeverStop}, {18, cfg.MaxDepth(), 20_000}, {32, cfg.MaxDepth(), 100_000}} {
					p.SetTransaction(n)
					pos := duo.RandomGame(rng, search.plies)
					if err := core.Load(&pos); err != nil {
						return err
					}
					r, err := core.Search(pos.ToMove(), search.depth, search.stop)
					if err != nil {
						return err
					}
					t.Logf("after %d plies: %d nodes in %d cycles, depth %d, %v", search.plies, r.Nodes, r.Cycles, r.Depth, r.Move)
				}
				return nil
			})
		})
	}
}

// treeNetlistLimits are the limits of a core whose memory is full after some hundred leaves.
var treeNetlistLimits = search.TreeConfig{
	Playouts: 8,
	Config:   tree.Config{VisitBits: 12, Expanded: 12, Children: 8, InFlight: 6, Nodes: 1 << 9, NoProofs: true, LateChildren: true},
}

// TestTreeNetlist lets the netlist of the tree core, for the family that it fits, with one lane,
// search positions: the answer and every node of the tree are golden's.
func TestTreeNetlist(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("not in the short form")
	}
	const lanes = 1
	tools := realTools(t)
	c, err := config.Find("tree", config.HasChip)
	require.NoError(t, err)
	m := cosim.TreeCoreModel(treeNetlistLimits, lanes)
	c.Module, c.Params, c.Family = m.Top, append(paramsOf(m), config.Param{Name: "RAM_REG", Value: config.Int(1)}), nil // as on the board
	start := time.Now()
	net, err := flow.SynthNetlist(t.Context(), tools, board.ECP5, c, filepath.Join(tools.Root, "build", "test-fpga", "tree"))
	require.NoError(t, err)
	t.Logf("made in %.0f s, compiling", time.Since(start).Seconds())
	simtest.Cosim(t, verilator.Model{Top: net.Top, Sources: net.Sources, Flags: net.Flags}, func(p *verilator.Proc, rng *rand.Rand) error {
		core, err := cosim.NewTreeCore(p, treeNetlistLimits, lanes)
		if err != nil {
			return err
		}
		for n, plies := range []int{2, 12, 22} {
			p.SetTransaction(n)
			pos := duo.RandomGame(rng, plies)
			if err := core.Load(&pos); err != nil {
				return err
			}
			r, cycles, err := core.Search(100, rng.Uint32(), 0)
			if err != nil {
				return err
			}
			t.Logf("after %d plies: %d leaves in %d cycles, %v", plies, r.Leaves, cycles, r.Move)
		}
		return nil
	})
}

// TestProcessorNetlist lets the netlist of the processor with its program and its lane, for its
// family, search positions: the answer, every node of the tree, and the cycle of each answer are
// golden's.
func TestProcessorNetlist(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("not in the short form")
	}
	const leaves, seed = 40, 1
	tools := realTools(t)
	c, err := config.Find("processor", config.HasChip)
	require.NoError(t, err)
	m := cosim.ProcessorCoreModel(leaves, seed)
	c.Module, c.Params, c.Family = m.Top, paramsOf(m), nil
	start := time.Now()
	net, err := flow.SynthNetlist(t.Context(), tools, board.ICE40, c, filepath.Join(tools.Root, "build", "test-fpga", "processor"))
	require.NoError(t, err)
	t.Logf("made in %.0f s, compiling", time.Since(start).Seconds())
	simtest.Cosim(t, verilator.Model{Top: net.Top, Sources: net.Sources, Flags: net.Flags}, func(p *verilator.Proc, rng *rand.Rand) error {
		core, err := cosim.NewProcessorCore(p, leaves, seed)
		if err != nil {
			return err
		}
		for n, plies := range []int{12, 22} {
			p.SetTransaction(n)
			pos := duo.RandomGame(rng, plies)
			if err := core.Load(&pos); err != nil {
				return err
			}
			r, cycles, err := core.Search(0)
			if err != nil {
				return err
			}
			t.Logf("after %d plies: %d leaves in %d cycles, %v", plies, r.Leaves, cycles, r.Move)
		}
		return nil
	})
}
