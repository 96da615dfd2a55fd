// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// contestMonteCarlo has a fast line, and more time to think than any search takes.
var contestMonteCarlo = twin.ContestConfig{
	UART:    twin.UART{ClockHz: 160_000, Baud: 10_000},
	Team:    [2]byte{'M', 'c'},
	MoveMS:  10_000_000,
	HelloMS: 5,
	ByteMS:  20,
	Depth:   1,
	Minimax: search.MinimaxConfig{Weights: search.DefaultWeights},
}

// TestMonteCarloContest plays whole games at the serial pins of the chip with the Monte Carlo core.
func TestMonteCarloContest(t *testing.T) {
	t.Parallel()
	search := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1, Seed: 0xc0ffee}
	cfg := contestMonteCarlo
	m := cosim.ContestMonteCarloModel(cfg, 2, search.Visits, search.Seed)
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		h, err := cosim.NewContestHost(p, cfg, rng)
		if err != nil {
			return err
		}
		if err := h.Game(cosim.MonteCarloSearch{MonteCarloConfig: search}, duo.Player1, duo.Player1); err != nil {
			return err
		}
		if !simtest.All() {
			return nil
		}
		return h.Game(cosim.MonteCarloSearch{MonteCarloConfig: search}, duo.Player2, duo.Player(rng.IntN(2)))
	})
}

// TestMonteCarloContestStops plays a game with too little time for the searches of the opening.
func TestMonteCarloContestStops(t *testing.T) {
	t.Parallel()
	if !simtest.All() {
		t.Skip("builds another model of the chip, of which it simulates eight million cycles: part of make test-all")
	}
	search := search.MonteCarloConfig{Policy: playout.Largest, Visits: 4, Seed: 0xc0ffee}
	cfg := contestMonteCarlo
	cfg.MoveMS = 2500 // 400,000 cycles: some 1,800 playouts
	m := cosim.ContestMonteCarloModel(cfg, 2, search.Visits, search.Seed)
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		h, err := cosim.NewContestHost(p, cfg, rng)
		if err != nil {
			return err
		}
		if err := h.Game(cosim.MonteCarloSearch{MonteCarloConfig: search}, duo.Player1, duo.Player1); err != nil {
			return err
		}
		if h.Stopped == 0 {
			return p.Mismatch("answers when the time was up", 0, "some", "")
		}
		t.Logf("the time was up %d times", h.Stopped)
		return nil
	})
}

// TestAlphaBetaContest plays a game at the serial pins of the chip with the alpha-beta core, with
// time for two or three plies in the middle of the game.
func TestAlphaBetaContest(t *testing.T) {
	t.Parallel()
	cfg := contestMonteCarlo
	cfg.MoveMS = 250 // 40,000 cycles
	for name, core := range map[string]alphabeta.Config{
		"units=1": {Weights: search.DefaultWeights, Ends: true, Units: 1},
		"units=3": {Weights: search.DefaultWeights, Ends: true, Units: 3},
		"margin":  {Weights: search.DefaultWeights, Ends: true, Units: 2, Margin: true},
	} {
		t.Run(name, func(t *testing.T) {
			simtest.Cosim(t, cosim.ContestAlphaBetaModel(cfg, core), func(p *verilator.Proc, rng *rand.Rand) error {
				h, err := cosim.NewContestHost(p, cfg, rng)
				if err != nil {
					return err
				}
				if err := h.Game(cosim.AlphaBetaSearch{Config: core}, duo.Player1, duo.Player(rng.IntN(2))); err != nil {
					return err
				}
				if h.Stopped == 0 || h.Stopped == h.Asked {
					return p.Mismatch("answers when the time was up", h.Stopped, h.Asked, "some, but not all, are wanted")
				}
				return nil
			})
		})
	}
}

// TestTreeChip plays whole games at the pins of the chip with an SDRAM, which holds most nodes. In
// the second game the memory is broken: only the nodes in block RAM take part, and the first lamp
// shows the fault.
func TestTreeChip(t *testing.T) {
	t.Parallel()
	if !simtest.All() {
		t.Skip("builds another model of the chip: part of make test-all")
	}
	const leaves, places, seed = 100, 4, 0xc0ffee
	limits := treeCoreLimits
	limits.Expanded = 32
	cfg := contestMonteCarlo
	m := cosim.TreeChipModel(cfg, limits, places, treeCoreLanes, leaves, seed)
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		lamps := p.MustPort("led_o")
		for _, faulty := range []bool{false, true} {
			if err := p.Reset(); err != nil {
				return err
			}
			in := p.NewInputs()
			p.MustPort("fault_i").Set(in, flagBit(faulty))
			idle := p.NewInputs()
			p.MustPort("uart_rx_i").Set(in, 1)
			p.MustPort("uart_rx_i").Set(idle, 1)
			r, err := p.Run(verilator.Run{First: in, Hold: idle, Max: 100})
			if err != nil {
				return err
			}
			if got := lamps.Uint(r.Out) & 1; got != 1 {
				return p.Mismatch("led_o[0]", got, 1, "while the memory is tested")
			}
			const tested = 20_000 // cycles; the heartbeat comes later
			if r, err = p.Run(verilator.Run{Hold: idle, Max: tested}); err != nil {
				return err
			}
			if got, want := lamps.Uint(r.Out)&1, flagBit(faulty); got != want {
				return p.Mismatch("led_o[0]", got, want, "memory broken: %v", faulty)
			}
			used := limits
			if faulty {
				used.Expanded = places
			}
			core, err := search.NewTreeCore(used, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
			if err != nil {
				return err
			}
			nodes := 0
			golden := treeNodes{&cosim.TreeSearch{Core: core, Leaves: leaves, Seed: seed}, &nodes}
			h, err := cosim.NewContestHost(p, cfg, rng)
			if err != nil {
				return err
			}
			if err := h.Game(golden, duo.Player1, duo.Player(rng.IntN(2))); err != nil {
				return err
			}
			if (nodes > places) == faulty || nodes < places {
				return p.Mismatch("nodes with children", nodes, places, "or more, if the memory is sound")
			}
		}
		r, err := p.Run(verilator.Run{Max: 1})
		if err != nil {
			return err
		}
		if rule := cosim.SDRAMRule(p, r.Out); rule != "" {
			return p.Mismatch("rule_o", rule, "", "")
		}
		return nil
	})
}

// TestTreeChipPonder plays whole games at the pins of a chip that searches on the rival's time. The
// rival's time is zero, a little, or longer than the chip's own. The board outputs each search's
// number of leaves, and golden repeats both searches with these numbers.
func TestTreeChipPonder(t *testing.T) {
	t.Parallel()
	if !simtest.All() {
		t.Skip("builds another model of the chip: part of make test-all")
	}
	const places, seed = 4, 0xc0ffee
	limits := treeCoreLimits
	limits.Expanded = 32
	cfg := contestMonteCarlo
	cfg.MoveMS = 250 // 40,000 cycles
	cfg.Ponder = true
	m := cosim.TreeChipModel(cfg, limits, places, treeCoreLanes, 0, seed)
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		core, err := search.NewTreeCore(limits, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
		if err != nil {
			return err
		}
		h, err := cosim.NewContestHost(p, cfg, rng)
		if err != nil {
			return err
		}
		golden := &cosim.CountedTree{TreeSearch: cosim.TreeSearch{Core: core, Seed: seed}, Board: h.Board()}
		for _, chip := range []duo.Player{duo.Player1, duo.Player2} {
			h.Idle = []uint64{100_000, 1}[chip]
			if err := h.Game(golden, chip, duo.Player(rng.IntN(2))); err != nil {
				return err
			}
		}
		// The leaves under way: each takes at most this long on two lanes.
		halt, most := h.Board().Halt(), uint64(limits.InFlight)*2500
		if halt > most || golden.Ahead == 0 {
			return p.Mismatch("halt_o", halt, most, "at most; %d leaves on the rival's time", golden.Ahead)
		}
		t.Logf("leaves: %d on the rival's time, %d for the answers; %d cycles at most to stop", golden.Ahead, golden.Own, halt)
		return nil
	})
}

// treeNodes is a search that records the most nodes that had children.
type treeNodes struct {
	*cosim.TreeSearch
	most *int
}

// Whole implements ContestSearch.
func (s treeNodes) Whole(pos *duo.Position) duo.Move {
	m := s.TreeSearch.Whole(pos)
	*s.most = max(*s.most, s.Core.Nodes().State().Expanded)
	return m
}
