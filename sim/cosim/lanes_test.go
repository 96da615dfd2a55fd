// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// compareLanes compares games from a number of positions, with pauses in the offers of jobs, and
// picks in between.
func compareLanes(p *verilator.Proc, rng *rand.Rand, n, positions, games int) error {
	lanes, err := cosim.NewLanes(p, n)
	if err != nil {
		return err
	}
	results := 0
	for round := range positions {
		p.SetTransaction(round)
		if err := loadRandom(lanes.Load, rng, round); err != nil {
			return err
		}
		offers := []float64{1, 0.02 + rng.Float64(), 0.01 * rng.Float64()}[round%3]
		left := games
		maker := jobMaker{rng: rng, policies: bothPolicies, firsts: true}
		var job *twin.Job
		var last twin.LanesOut
		root := 0
		for idle := 0; idle < 2; { // runs that ended idle: the second one was idle throughout
			if left == 0 && job == nil && last.Idle {
				idle++
			}
			if err := lanes.Run(2000, func(before twin.LanesOut, taken bool) (*twin.Job, int) {
				last = before
				if r := before.Result; r != nil {
					results++
					maker.taken(r)
				}
				if taken {
					job = nil
				}
				if job == nil && left > 0 && rng.Float64() < offers {
					left--
					job, root = maker.next()
				}
				return job, root
			}); err != nil {
				return err
			}
		}
	}
	if results != positions*games {
		return fmt.Errorf("%d results of %d jobs", results, positions*games)
	}
	return nil
}

func TestLanes(t *testing.T) {
	t.Parallel()
	counts := []int{1, 3}
	if simtest.All() {
		counts = append(counts, 2, 5)
	}
	for _, lanes := range counts {
		t.Run(fmt.Sprint(lanes), func(t *testing.T) {
			simtest.Cosim(t, cosim.LanesModel(lanes), func(p *verilator.Proc, rng *rand.Rand) error {
				return compareLanes(p, rng, lanes, 6, simtest.Times(40*lanes))
			})
		})
	}
}
