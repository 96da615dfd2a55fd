// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// compareMonteCarlo compares searches of random positions, each once to its end and once stopped on
// the way, with legal and illegal moves in between.
func compareMonteCarlo(p *verilator.Proc, rng *rand.Rand, policy playout.Policy, positions int) error {
	core, err := cosim.NewMonteCarlo(p)
	if err != nil {
		return err
	}
	cut := 0
	for n := range positions {
		p.SetTransaction(n)
		plies := rng.IntN(38)
		if n < 2 {
			plies = n
		}
		pos := duo.RandomGame(rng, plies)
		if err := core.Load(&pos); err != nil {
			return err
		}
		for range 3 { // nearly all of them illegal
			m := duo.NewMove(duo.Orientation(rng.IntN(duo.NumOrientations)), duo.Square(rng.IntN(duo.NumSquares)))
			if legal, err := core.Play(pos.ToMove(), m); err != nil {
				return err
			} else if legal {
				pos.Play(m)
			}
		}
		cfg := search.MonteCarloConfig{Policy: policy, Visits: 1 + rng.IntN(2), Seed: rng.Uint32()}
		whole, cycles, err := core.Search(cfg, 0)
		if err != nil {
			return err
		}
		// Rounds are long: if the core played on to the end of one, its answer would be late.
		cfg.Visits *= 1 + rng.IntN(10)
		stopped, _, err := core.Search(cfg, 1+rng.Uint64N(cycles))
		if err != nil {
			return err
		}
		if stopped.Playouts < whole.Playouts {
			cut++
		}
	}
	if cut == 0 {
		return p.Mismatch("searches cut short by stop_i", cut, "more", "of %d", positions)
	}
	return nil
}

func TestMonteCarlo(t *testing.T) {
	t.Parallel()
	for reg, lanes := range []int{2, 3} {
		t.Run(fmt.Sprintf("RAM_REG=%d", reg), func(t *testing.T) {
			simtest.Cosim(t, withRAMReg(cosim.MonteCarloModel(lanes, playout.Largest), reg), func(p *verilator.Proc, rng *rand.Rand) error {
				return compareMonteCarlo(p, rng, playout.Largest, simtest.Times(simtest.Long(6, 12)))
			})
		})
	}
}
