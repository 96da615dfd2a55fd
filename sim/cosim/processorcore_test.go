// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// processorLeaves is the number of leaves of a search of the core in the tests.
const processorLeaves = 60

func processorCoreTest(t *testing.T, fn func(p *verilator.Proc, core *cosim.ProcessorCore, rng *rand.Rand) error) {
	simtest.Cosim(t, cosim.ProcessorCoreModel(processorLeaves, 1), func(p *verilator.Proc, rng *rand.Rand) error {
		core, err := cosim.NewProcessorCore(p, processorLeaves, 1)
		if err != nil {
			return err
		}
		return fn(p, core, rng)
	})
}

// TestProcessorCore compares searches of positions of all stages of a game with golden's, the
// answer and every node, and with the twin's cycles. Legal and illegal moves come in between, some
// searches are stopped, and the core is reset during its work.
func TestProcessorCore(t *testing.T) {
	t.Parallel()
	processorCoreTest(t, func(p *verilator.Proc, core *cosim.ProcessorCore, rng *rand.Rand) error {
		stopped := 0
		for n := range simtest.Times(simtest.Long(6, 60)) {
			p.SetTransaction(n)
			plies := 8 + rng.IntN(30)
			if n == 0 {
				plies = rng.IntN(2)
			}
			pos := duo.RandomGame(rng, plies)
			if err := core.Load(&pos); err != nil {
				return err
			}
			for range 3 { // nearly all of them illegal
				m := duo.NewMove(duo.Orientation(rng.IntN(duo.NumOrientations)), duo.Square(rng.IntN(duo.NumSquares)))
				if _, err := core.Play(pos.ToMove(), m); err != nil {
					return err
				}
				if core.ToMove() != pos.ToMove() {
					break
				}
			}
			r, cycles, err := core.Search(0)
			if err != nil {
				return err
			}
			if r.Leaves == 0 {
				continue
			}
			s, _, err := core.Search(1 + rng.Uint64N(cycles))
			if err != nil {
				return err
			}
			if s.Leaves < r.Leaves {
				stopped++
			}
			if n%3 == 0 {
				if err := core.Break(rng.Uint64N(cycles)); err != nil {
					return err
				}
			}
		}
		require.Positive(t, stopped)
		return nil
	})
}
