// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// alphaBetaConfigs are the configurations of the tests: the players' one, one with the largest
// weights and without exact ends, and those of several leaf units.
var alphaBetaConfigs = map[string]alphabeta.Config{
	"default":        alphabeta.DefaultConfig,
	"extreme":        {Weights: search.Weights{Own: 7, Rival: 7, Square: 7}},
	"units=2":        {Weights: search.Weights{Own: 7, Rival: 7, Square: 7}, Units: 2, Banks: 2},
	"units=3":        {Weights: search.DefaultWeights, Ends: true, Units: 3, Banks: 2},
	"margin":         {Weights: search.DefaultWeights, Ends: true, Margin: true},
	"margin,units=3": {Weights: search.DefaultWeights, Ends: true, Margin: true, Units: 3, Banks: 2},
}

// TestAlphaBeta compares commands on random positions: moves legal and illegal, searches of all
// depths, some of them stopped. Every node, its score and its cycle, every answer and the cycles of
// every command must agree.
func TestAlphaBeta(t *testing.T) {
	t.Parallel()
	for name, cfg := range alphaBetaConfigs {
		t.Run(name, func(t *testing.T) {
			simtest.Cosim(t, cosim.AlphaBetaModel(cfg), func(p *verilator.Proc, rng *rand.Rand) error {
				return compareAlphaBetaCore(p, rng, cfg)
			})
		})
	}
}

func compareAlphaBetaCore(p *verilator.Proc, rng *rand.Rand, cfg alphabeta.Config) error {
	core, err := cosim.NewAlphaBeta(p, cfg)
	if err != nil {
		return err
	}
	for _, compare := range []func(*cosim.AlphaBeta, *rand.Rand, *verilator.Proc) error{
		compareAlphaBetaEnd, compareAlphaBetaTies, compareAlphaBetaStops, compareAlphaBetaShared, compareAlphaBetaMailbox,
		compareAlphaBetaDeep,
		compareAlphaBeta,
	} {
		if err := compare(core, rng, p); err != nil {
			return err
		}
	}
	return nil
}

// compareAlphaBetaEnd compares searches near the end of a game where a player places every tile:
// two moves before, one before, and with no tile left.
func compareAlphaBetaEnd(core *cosim.AlphaBeta, _ *rand.Rand, _ *verilator.Proc) error {
	for plies := range 5 {
		pos, err := soloEnd(plies)
		if err != nil {
			return err
		}
		if err := core.Load(&pos); err != nil {
			return err
		}
		for pl := range duo.Player(2) {
			for _, depth := range []int{0, 1, 2, 3, 4, 5, 15} {
				if _, err := core.Search(pl, depth, alphabeta.NeverStop); err != nil {
					return fmt.Errorf("%d plies before the end, depth %d: %w", plies, depth, err)
				}
			}
		}
	}
	return nil
}

// compareAlphaBetaTies compares searches in which, with three leaf units, the value of a move comes
// after the equal one of a move behind it in the list; and such in which a node and one behind it both go
// on behind their first batches, the first one among moves of the same value.
func compareAlphaBetaTies(core *cosim.AlphaBeta, _ *rand.Rand, _ *verilator.Proc) error {
	for _, game := range []struct {
		seed  uint64
		plies int
	}{{45, 22}, {67, 22}, {68, 24}, {69, 22}, {101, 24}, {131, 24}, {40, 22}, {117, 18}, {1012, 18}} {
		pos := duo.RandomGame(rand.New(rand.NewPCG(game.seed, 0)), game.plies)
		if err := core.Load(&pos); err != nil {
			return err
		}
		if _, err := core.Search(pos.ToMove(), 4, alphabeta.NeverStop); err != nil {
			return fmt.Errorf("game %d: %w", game.seed, err)
		}
	}
	return nil
}

// compareAlphaBetaStops stops searches in every cycle of a window: from before the second iteration
// through its first nodes, the moves behind them, and the way back. Each search begins on the board
// that the one before has left.
func compareAlphaBetaStops(core *cosim.AlphaBeta, rng *rand.Rand, p *verilator.Proc) error {
	for game := range 3 {
		pos := duo.RandomGame(rng, 20+2*game)
		if err := core.Load(&pos); err != nil {
			return err
		}
		from := 1 + rng.Uint64N(600)
		for n := range simtest.Times(simtest.Long(100, 1000)) {
			p.SetTransaction(n)
			stop := from + uint64(n)
			if _, err := core.Search(pos.ToMove(), 4, stop); err != nil {
				return fmt.Errorf("game %d, stopped in cycle %d: %w", game, stop, err)
			}
		}
	}
	return nil
}

// compareAlphaBetaShared compares searches of three plies, in which leaf units share the moves of the
// root.
func compareAlphaBetaShared(core *cosim.AlphaBeta, rng *rand.Rand, p *verilator.Proc) error {
	for n := range simtest.Times(simtest.Long(20, 200)) {
		p.SetTransaction(n)
		pos := duo.RandomGame(rng, 18+rng.IntN(8))
		if err := core.Load(&pos); err != nil {
			return err
		}
		if _, err := core.Search(pos.ToMove(), 3, alphabeta.NeverStop); err != nil {
			return err
		}
	}
	return nil
}

// compareAlphaBetaMailbox stops searches while a value is in the mailbox: the walker that leads has just
// handed out a move, and will take the value when it comes to the next one. The search after it must not
// have that value.
func compareAlphaBetaMailbox(core *cosim.AlphaBeta, rng *rand.Rand, p *verilator.Proc) error {
	if core.Config().Units < 3 {
		return nil // two walkers are at rest at least: one has the move, and one has had the value
	}
	const (
		depth    = 3
		attempts = 1000 // a third of the positions has such a cycle
	)
	tried, want := 0, simtest.Long(2, 20)
	for range attempts {
		if tried == want {
			break
		}
		pos := duo.RandomGame(rng, 18+rng.IntN(8))
		var stops []uint64
		ends := map[uint64]bool{} // cycles that leave the node behind a move of the root
		twin := alphabeta.New(core.Config())
		twin.Search(&pos, depth, alphabeta.NeverStop, func(n alphabeta.Node) {
			switch {
			case n.Unit == 0 || n.Ply != 1:
			case n.Leave:
				ends[n.Cycle] = true
			default:
				for _, end := range []uint64{n.Cycle - 2, n.Cycle - 1} {
					if ends[end] {
						stops = append(stops, end+1)
					}
				}
			}
		}, nil)
		if len(stops) == 0 {
			continue
		}
		tried++
		if err := core.Load(&pos); err != nil {
			return err
		}
		for _, at := range stops[:min(len(stops), 4)] {
			for _, stop := range []uint64{at - 1, at, alphabeta.NeverStop} {
				if _, err := core.Search(pos.ToMove(), depth, stop); err != nil {
					return fmt.Errorf("to be stopped around cycle %d: %w", at, err)
				}
			}
		}
	}
	if tried < want {
		return fmt.Errorf("%d searches have a value in the mailbox, want %d", tried, want)
	}
	return nil
}

// compareAlphaBetaDeep compares searches of all depths late in a game, where both players pass.
func compareAlphaBetaDeep(core *cosim.AlphaBeta, rng *rand.Rand, p *verilator.Proc) error {
	for n := range simtest.Times(simtest.Long(60, 600)) {
		p.SetTransaction(n)
		pos := duo.RandomGame(rng, 28+rng.IntN(10))
		if err := core.Load(&pos); err != nil {
			return err
		}
		for pl := range duo.Player(2) {
			if _, err := core.Search(pl, alphabeta.MaxDepth, 50_000); err != nil {
				return err
			}
		}
	}
	return nil
}

func compareAlphaBeta(core *cosim.AlphaBeta, rng *rand.Rand, p *verilator.Proc) error {
	for n := range simtest.Times(simtest.Long(40, 400)) {
		p.SetTransaction(n)
		plies := rng.IntN(40)
		if n < 2 {
			plies = n // the first moves, where the start squares count
		}
		pos := duo.RandomGame(rng, plies)
		if err := core.Load(&pos); err != nil {
			return err
		}
		for range 5 { // nearly all of them illegal
			m := duo.NewMove(duo.Orientation(rng.IntN(duo.NumOrientations)), duo.Square(rng.IntN(duo.NumSquares)))
			if legal, err := core.Play(pos.ToMove(), m); err != nil {
				return err
			} else if legal {
				pos.Play(m)
			}
		}
		depth, stop := 2, uint64(alphabeta.NeverStop)
		switch {
		case plies > 30:
			depth = 3 + rng.IntN(alphabeta.MaxDepth-2)
		case plies > 24:
			depth = 2 + rng.IntN(3)
		}
		if rng.IntN(3) == 0 {
			depth, stop = alphabeta.MaxDepth, 1+rng.Uint64N(60_000)
		}
		if depth > 4 && stop == alphabeta.NeverStop {
			stop = 1_000_000
		}
		if _, err := core.Search(pos.ToMove(), depth, stop); err != nil {
			return fmt.Errorf("depth %d: %w", depth, err)
		}
	}
	return nil
}
