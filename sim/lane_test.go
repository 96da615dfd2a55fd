package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden"
	"github.com/tessera-fpga/tessera/sim"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// compareLane compares games from a number of positions, with pauses in the
// offers of jobs and in the taking of results.
func compareLane(p *sim.Proc, rng *rand.Rand, positions, games int) error {
	lane, err := sim.NewLane(p)
	if err != nil {
		return err
	}
	for n := range positions {
		p.SetTransaction(n)
		for template := range 2 {
			plies := rng.IntN(40)
			if rng.IntN(3) == 0 || n == 0 {
				plies = template
			}
			pos := golden.RandomGame(rng, plies)
			if err := lane.Load(template, golden.NewPlayouts(&pos)); err != nil {
				return err
			}
		}
		offers, takes := 0.02+rng.Float64(), 0.02+rng.Float64()
		if n%2 == 0 {
			offers, takes = 1, 1
		}
		left := games
		var job *golden.LaneJob
		template, picking, ready := 0, false, false
		idle := 0 // runs that ended with the lane idle: the second has it at rest
		var last golden.LaneOut
		lane.OnEvent = func(o golden.LaneOut) { last = o }
		for idle < 2 {
			if left == 0 && job == nil && last.Idle {
				idle++
			}
			if err := lane.Run(2000, func(before golden.LaneOut, taken bool) sim.Offer {
				if r := before.Result; r != nil && r.Job.Pick && ready {
					picking = false
				}
				if taken {
					job = nil
				}
				if job == nil && left > 0 {
					left--
					template = rng.IntN(2)
					job = &golden.LaneJob{
						Policy: golden.Policy(rng.IntN(golden.NumPolicies)),
						Stream: golden.RNG(rng.Uint32() | 1),
						First:  golden.NoFirst,
					}
					switch rng.IntN(4) {
					case 0:
						job.First = rng.IntN(400)
					case 1:
						if !picking { // a lane works at one pick at a time
							job.First, job.Pick, picking = rng.IntN(400), true, true
						}
					}
				}
				ready = rng.Float64() < takes
				o := sim.Offer{Wait: job != nil, Template: template, Ready: ready}
				if rng.Float64() < offers {
					o.Job = job
				}
				return o
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

func TestLane(t *testing.T) {
	simtest.Cosim(t, sim.LaneModel(), func(p *sim.Proc, rng *rand.Rand) error {
		return compareLane(p, rng, 20, 60)
	})
}
