package sim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden"
	"github.com/tessera-fpga/tessera/sim"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// randomGame plays random legal moves, up to the given number of plies.
func randomGame(rng *rand.Rand, plies int) golden.Position {
	p := golden.NewPosition(golden.Player(rng.IntN(2)))
	var buf []golden.Move
	for range plies {
		if p.Over() {
			break
		}
		if buf = p.LegalMoves(buf[:0]); len(buf) == 0 {
			p.Play(golden.Pass)
		} else {
			p.Play(buf[rng.IntN(len(buf))])
		}
	}
	return p
}

// TestClassicSearch compares whole searches on random positions: every node,
// its score and its cycle, the answer, and the cycles in all.
func TestClassicSearch(t *testing.T) {
	for _, alphaBeta := range []bool{true, false} {
		cfg := golden.ClassicConfig{Weights: golden.DefaultWeights, AlphaBeta: alphaBeta}
		t.Run(fmt.Sprintf("AlphaBeta=%v", alphaBeta), func(t *testing.T) {
			simtest.Cosim(t, sim.ClassicModel(cfg), func(p *sim.Proc, rng *rand.Rand) error {
				core, err := sim.NewClassic(p, cfg)
				if err != nil {
					return err
				}
				for n := range 60 {
					p.SetTransaction(n)
					pos := randomGame(rng, rng.IntN(36))
					depth := 1 + rng.IntN(2)
					if pos.Plies() > 24 {
						depth += rng.IntN(3)
					}
					if !alphaBeta && pos.Plies() < 10 {
						depth = 1
					}
					if err := core.Load(&pos); err != nil {
						return err
					}
					if _, err := core.Search(pos.ToMove(), depth, golden.NeverStop); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}
