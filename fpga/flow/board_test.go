// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// gameAt returns the chip at a clock, with a fast line and little time to think, so that a game
// takes about a million cycles. The search has its full depth.
func gameAt(clockHz int64) twin.ContestConfig {
	return twin.ContestConfig{
		UART:    twin.UART{ClockHz: int(clockHz), Baud: int(clockHz) / 16},
		Team:    [2]byte{'Z', 'q'},
		MoveMS:  4,
		HelloMS: 1,
		ByteMS:  1,
		Depth:   search.MaxSearchDepth,
		Minimax: search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true},
	}
}

// wakeCycles is how long a board holds its chip in reset (fpga/top.v.tmpl), counted from the end of
// the simulation's own two cycles of reset: two flip-flops, 1024 clocks, one flip-flop.
const wakeCycles = 2 + 1024 + 1 - 2

// gameParams returns the parameters of the chip with the minimax core, without the clock.
func gameParams(cfg twin.ContestConfig) []config.Param { return paramsOf(cosim.ContestModel(cfg)) }

// paramsOf returns the parameters of a model, without the clock.
func paramsOf(m verilator.Model) (params []config.Param) {
	for _, name := range slices.Sorted(maps.Keys(m.Params)) {
		if name != "CLK_HZ" {
			params = append(params, config.Param{Name: name, Value: config.Int(m.Params[name])})
		}
	}
	return params
}

// classic returns the configuration whose whole games are compared cycle by cycle.
func classic(t *testing.T) config.Config {
	t.Helper()
	c, err := config.Find("minimax", config.HasChip)
	require.NoError(t, err)
	return c
}

// monteCarlo returns the configuration of the Monte Carlo core with the module and the parameters
// of a model, plus the registers that the family's block RAMs need.
func monteCarlo(t *testing.T, family board.Family, m verilator.Model) config.Config {
	t.Helper()
	c, err := config.Find("montecarlo", config.HasChip)
	require.NoError(t, err)
	isRAMReg := func(p config.Param) bool { return p.Name == "RAM_REG" }
	c.Module, c.Params = m.Top, slices.DeleteFunc(paramsOf(m), isRAMReg)
	if i := slices.IndexFunc(c.Family[family], isRAMReg); i >= 0 {
		c.Params = append(c.Params, c.Family[family][i])
	}
	c.Family = nil
	return c
}

// boardTop returns the whole top of a board: pads, PLL, reset and the RTL of the chip.
func boardTop(t *testing.T, b *board.Board, of func(cfg twin.ContestConfig) config.Config) (verilator.Model, twin.ContestConfig) {
	t.Helper()
	d := flow.Design{Board: b, Config: classic(t), ClockHz: 24e6}
	clock, err := d.Clock()
	require.NoError(t, err)
	require.NotEqual(t, b.OscillatorHz, clock, "the PLL is to be in it")
	cfg := gameAt(clock)
	d.Config = of(cfg)
	root, err := rtl.Root()
	require.NoError(t, err)
	n, err := flow.BoardModel(d, filepath.Join(root, "build", "test-fpga", "top-"+d.Name()))
	require.NoError(t, err)
	return verilator.Model{Top: n.Top, Sources: n.Sources, Flags: n.Flags}, cfg
}

// TestBoardTopsPlay plays the contest's game on the top of every board. Every byte at the board's
// pins must equal twin.ContestPlayer's, in the same clock cycle.
func TestBoardTopsPlay(t *testing.T) {
	t.Parallel()
	for _, b := range board.Boards() {
		t.Run(b.Name, func(t *testing.T) {
			m, cfg := boardTop(t, b, func(cfg twin.ContestConfig) config.Config {
				c := classic(t)
				c.Params = gameParams(cfg)
				return c
			})
			wake := uint64(wakeCycles)
			if slices.ContainsFunc(b.Pins, func(p board.Pin) bool { return p.Role == board.Reset }) {
				wake += 2 // the simulation's reset acts as the button: everything begins after it
			}
			play(t, b.Name+" top", m, cfg, wake, simtest.Long(3, 0))
		})
	}
}

// TestBoardTopsPlayMonteCarlo plays on the same tops with the Monte Carlo core and two lanes. Every
// answer must be golden's, or the search's best when the time is up.
func TestBoardTopsPlayMonteCarlo(t *testing.T) {
	t.Parallel()
	search := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1, Seed: 12345}
	boards := []*board.Board{board.HX8K} // its bitstream has two lanes, too; TestBoardTopsPlay covers all tops
	if simtest.All() {
		boards = board.Boards()
	}
	for _, b := range boards {
		t.Run(b.Name, func(t *testing.T) {
			m, cfg := boardTop(t, b, func(cfg twin.ContestConfig) config.Config {
				return monteCarlo(t, b.Family, cosim.ContestMonteCarloModel(cfg, 2, search.Visits, search.Seed))
			})
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				h, err := cosim.NewContestHost(p, cfg, rng)
				if err != nil {
					return err
				}
				defer func() { t.Logf("the time was up %d times, %d cycles", h.Stopped, p.Cycle()) }()
				return h.Game(cosim.MonteCarloSearch{MonteCarloConfig: search}, duo.Player2, duo.Player1)
			})
		})
	}
}

// play plays a game from each side, or that many answers of the chip, if not 0; with -short one
// answer.
func play(t *testing.T, name string, m verilator.Model, cfg twin.ContestConfig, origin uint64, answers int) {
	start := time.Now()
	p, err := verilator.Start(t.Context(), m)
	require.NoError(t, err)
	defer p.Close()
	t.Logf("%s: compiled in %.0f s", name, time.Since(start).Seconds())
	const seed = 1
	b, err := cosim.NewContestBench(p, cfg, origin, rand.New(rand.NewPCG(seed, 0)))
	require.NoError(t, err)
	for i, chip := range []duo.Player{duo.Player1, duo.Player2} {
		if testing.Short() {
			answers = 1
		}
		form := "whole game"
		if answers > 0 {
			form = fmt.Sprintf("game of %d answers", answers)
		}
		p.SetTransaction(i)
		b.Moves, b.Bytes = 0, 0
		start, from := time.Now(), p.Cycle()
		err := b.Game(chip, duo.Player1, []uint64{0, 700}[i], answers)
		what := fmt.Sprintf("%s: %s as %v", name, form, chip)
		cycles := p.Cycle() - from
		speed := float64(cycles) / time.Since(start).Seconds()
		if err != nil {
			t.Fatalf("%s: NOT the chip after %d equal moves, %d bytes, %d cycles: %v", what, b.Moves, b.Bytes, cycles, err)
		}
		t.Logf("%s: %d of %d moves equal, %d bytes in the same cycles, %d cycles, %.0f cycles/s",
			what, b.Moves, b.Moves, b.Bytes, cycles, speed)
		if testing.Short() {
			return
		}
	}
}
