// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Rate is the speed of lanes that play from one position without pause: a job is always waiting for
// them.
type Rate struct {
	Playouts int     // playouts measured
	Cycles   int     // cycles from their first result to their last
	Active   float64 // share of the games that have a job, of all games, in these cycles
}

// PerPlayout returns the cycles of a lane for a playout, if that many lanes share the work.
func (r Rate) PerPlayout(lanes int) float64 {
	return float64(r.Cycles) * float64(lanes) / float64(r.Playouts)
}

// RateSeed is the seed of the measured playouts: playout i takes its numbers from
// playout.NewRNG(RateSeed, i).
const RateSeed = 1

// Meter measures the speed of lanes. The first results, two for each game in the lanes, do not
// count; after them all games are under way.
type Meter struct {
	skip, results, playouts, first, last int
}

// NewMeter returns a meter for that many lanes and playouts.
func NewMeter(lanes, playouts int) *Meter {
	return &Meter{skip: 2*LaneGames*lanes + 1, playouts: playouts}
}

// Result notes a result in the given cycle, counted from anywhere.
func (m *Meter) Result(cycle int) {
	m.results++
	if m.results == m.skip {
		m.first = cycle
	}
	if m.results == m.skip+m.playouts {
		m.last = cycle
	}
}

// Running reports whether the measurement is on.
func (m *Meter) Running() bool { return m.results >= m.skip && !m.Done() }

// Done reports whether the measurement has ended.
func (m *Meter) Done() bool { return m.results >= m.skip+m.playouts }

// Rate returns the measurement without Active, which the caller has to count.
func (m *Meter) Rate() Rate { return Rate{Playouts: m.playouts, Cycles: m.last - m.first} }

// PredictLane returns the speed of a single lane whose results are taken at once.
func PredictLane(from *playout.Root, policy playout.Policy, playouts int) Rate {
	l := NewLane()
	return predict(1, from, policy, playouts, l.ActiveGames, func(job *Job) (taken, result bool) {
		out := l.Step(LaneIn{Wait: true, Job: job, ResultReady: true})
		return out.JobReady, out.Result != nil
	})
}

// PredictLanes returns the speed of lanes in a chain.
func PredictLanes(lanes int, from *playout.Root, policy playout.Policy, playouts int) Rate {
	l := NewLanes(lanes)
	return predict(lanes, from, policy, playouts, l.ActiveGames, func(job *Job) (taken, result bool) {
		out := l.Step(LanesIn{Job: job})
		return out.JobReady, out.Result != nil
	})
}

// predict measures lanes: step does a cycle with a job on offer, and on returns the number of games
// that have a job.
func predict(lanes int, from *playout.Root, policy playout.Policy, playouts int, on func() int,
	step func(*Job) (taken, result bool),
) Rate {
	m := NewMeter(lanes, playouts)
	started, games, cycles := uint32(0), 0, 0
	for cycle := 0; !m.Done(); cycle++ {
		job := Job{From: from, Policy: policy, Stream: playout.NewRNG(RateSeed, started), First: playout.NoFirst}
		taken, result := step(&job)
		if taken {
			started++
		}
		if m.Running() {
			games += on()
			cycles++
		}
		if result {
			m.Result(cycle)
		}
	}
	r := m.Rate()
	r.Active = float64(games) / float64(LaneGames*lanes*cycles)
	return r
}
