package sim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden"
	"github.com/tessera-fpga/tessera/sim"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// compareClassic compares commands on a number of random positions: moves legal
// and illegal, searches of depth 1 to 4, some of them stopped. Every node, its
// score and its cycle, every answer and the cycles of every command must agree.
func compareClassic(p *sim.Proc, rng *rand.Rand, cfg golden.ClassicConfig, positions int) error {
	core, err := sim.NewClassic(p, cfg)
	if err != nil {
		return err
	}
	for n := range positions {
		p.SetTransaction(n)
		pos := golden.RandomGame(rng, rng.IntN(36))
		if err := core.Load(&pos); err != nil {
			return err
		}
		for range 20 { // nearly all of them illegal
			m := golden.NewMove(golden.Orientation(rng.IntN(golden.NumOrientations)), golden.Square(rng.IntN(golden.NumSquares)))
			if legal, err := core.Play(pos.ToMove(), m); err != nil {
				return err
			} else if legal {
				pos.Play(m)
			}
		}
		depth, stop := 1, uint64(golden.NeverStop)
		switch plies := pos.Plies(); {
		case plies > 24:
			depth = 1 + rng.IntN(golden.MaxSearchDepth)
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

func TestClassic(t *testing.T) {
	for _, cfg := range []golden.ClassicConfig{
		{Weights: golden.DefaultWeights, AlphaBeta: true},
		{Weights: golden.DefaultWeights},
		{Weights: golden.Weights{Own: 7, Rival: 1, Square: 0}, AlphaBeta: true},
	} {
		t.Run(fmt.Sprintf("%+v", cfg), func(t *testing.T) {
			simtest.Cosim(t, sim.ClassicModel(cfg), func(p *sim.Proc, rng *rand.Rand) error {
				return compareClassic(p, rng, cfg, 60)
			})
		})
	}
}
