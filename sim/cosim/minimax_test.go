// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// soloGame ends when player 1 places the last of all 21 tiles.
const soloGame = "54t3 aaa0 36l1 0000 68m6 0000 98p4 0000 23r1 0000 c9s0 0000 8bo7 0000 adu0 0000 " +
	"18n1 0000 93k6 0000 6ej2 0000 d2q3 0000 eci2 0000 4ag2 0000 e7f5 0000 91e2 0000 1bh0 0000 " +
	"b5d2 0000 85c2 0000 51b2 0000 3da0"

// soloEnd returns the position of soloGame that many plies before its end.
func soloEnd(plies int) (duo.Position, error) {
	pos := duo.NewPosition(duo.Player1)
	codes := strings.Fields(soloGame)
	for _, code := range codes[:len(codes)-plies] {
		m, err := duo.ParseMove(code)
		if err != nil {
			return pos, err
		}
		pos.Play(m)
	}
	return pos, nil
}

// compareEnd compares searches near the end of a game where a player places every tile: one move
// before, and with no tile left.
func compareEnd(core *cosim.Minimax) error {
	pos, err := soloEnd(0)
	if err != nil {
		return err
	}
	if !pos.Over() || pos.Score(duo.Player1) != 20 {
		return fmt.Errorf("the game is not over with 20 points for player 1")
	}
	after := pos
	pos.Undo()
	for _, p := range []duo.Position{pos, after} {
		if err := core.Load(&p); err != nil {
			return err
		}
		for _, pl := range []duo.Player{duo.Player1, duo.Player2} {
			for depth := 1; depth <= search.MaxSearchDepth; depth++ {
				if _, err := core.Search(pl, depth, search.NeverStop); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// compareMinimax compares commands on a number of random positions: moves legal
// and illegal, searches of depth 1 to 4, some of them stopped. Every node, its
// score and its cycle, every answer and the cycles of every command must agree.
func compareMinimax(p *verilator.Proc, rng *rand.Rand, cfg search.MinimaxConfig, positions int) error {
	core, err := cosim.NewMinimax(p, cfg)
	if err != nil {
		return err
	}
	if err := compareEnd(core); err != nil {
		return fmt.Errorf("end of a game: %w", err)
	}
	for n := range positions {
		p.SetTransaction(n + 1)
		plies := rng.IntN(40)
		if n < 2 {
			plies = n // the first moves, where the start squares count
		}
		pos := duo.RandomGame(rng, plies)
		if err := core.Load(&pos); err != nil {
			return err
		}
		for range 20 { // nearly all of them illegal
			m := duo.NewMove(duo.Orientation(rng.IntN(duo.NumOrientations)), duo.Square(rng.IntN(duo.NumSquares)))
			if legal, err := core.Play(pos.ToMove(), m); err != nil {
				return err
			} else if legal {
				pos.Play(m)
			}
		}
		depth, stop := 1, uint64(search.NeverStop)
		switch {
		case plies > 24:
			depth = 2 + rng.IntN(search.MaxSearchDepth-1)
		case cfg.AlphaBeta || plies > 14:
			depth = 1 + rng.IntN(2)
		}
		if rng.IntN(4) == 0 {
			depth, stop = 3, 1+rng.Uint64N(50_000)
		}
		if _, err := core.Search(pos.ToMove(), depth, stop); err != nil {
			return fmt.Errorf("depth %d: %w", depth, err)
		}
	}
	return nil
}

func TestMinimax(t *testing.T) {
	t.Parallel()
	odd := search.Weights{Own: 7, Rival: 1, Square: 0}
	configs := []search.MinimaxConfig{{Weights: search.DefaultWeights, AlphaBeta: true}, {Weights: odd}}
	if simtest.All() {
		configs = append(configs, search.MinimaxConfig{Weights: search.DefaultWeights}, search.MinimaxConfig{Weights: odd, AlphaBeta: true})
	}
	for _, cfg := range configs {
		t.Run(fmt.Sprintf("%+v", cfg), func(t *testing.T) {
			simtest.Cosim(t, cosim.MinimaxModel(cfg), func(p *verilator.Proc, rng *rand.Rand) error {
				return compareMinimax(p, rng, cfg, simtest.Times(simtest.Long(40, 60)))
			})
		})
	}
}
