package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden"
	"github.com/tessera-fpga/tessera/sim"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

func monteCarloTest(t *testing.T, fn func(p *sim.Proc, core *sim.MonteCarlo, rng *rand.Rand) error) {
	simtest.Cosim(t, sim.MonteCarloModel(2, golden.LargestPolicy), func(p *sim.Proc, rng *rand.Rand) error {
		core, err := sim.NewMonteCarlo(p)
		if err != nil {
			return err
		}
		return fn(p, core, rng)
	})
}

// TestMonteCarloStopAtAnswer stops a search that needs no playouts in every one of its cycles, and in
// those behind its answer.
func TestMonteCarloStopAtAnswer(t *testing.T) {
	monteCarloTest(t, func(p *sim.Proc, core *sim.MonteCarlo, rng *rand.Rand) error {
		pos := golden.RandomGame(rng, 60)
		for pos.HasLegalMove() {
			pos = golden.RandomGame(rng, 60)
		}
		if err := core.Load(&pos); err != nil {
			return err
		}
		cfg := golden.MonteCarloConfig{Policy: golden.LargestPolicy, Visits: 1, Seed: rng.Uint32()}
		_, whole, err := core.Search(cfg, 0)
		if err != nil {
			return err
		}
		for stop := range whole + 5 {
			p.SetTransaction(int(stop))
			if _, _, err := core.Search(cfg, stop+1); err != nil {
				return err
			}
		}
		return nil
	})
}
