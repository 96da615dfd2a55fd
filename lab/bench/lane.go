// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"fmt"
	"math"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/bench"
)

// playouts is the number of playouts that each lane runs with each policy.
const playouts = 2000

func (b *meter) measureLane() error {
	r, err := bench.Lane(b.ctx, playouts, b.progress("lane"))
	if err != nil {
		return err
	}
	b.progress("lane, golden")
	b.begin("lane")
	opening := duo.NewPosition(duo.Player1)
	from := playout.NewRoot(&opening)
	for policy := range playout.Policy(playout.NumPolicies) {
		got, want := r.Rates[policy], twin.PredictLane(from, policy, playouts)
		if got.Cycles != want.Cycles {
			return fmt.Errorf("%d playouts, %v, take the lane %d cycles, golden predicts %d", playouts, policy, got.Cycles, want.Cycles)
		}
		name := fmt.Sprintf("lane.%v.", policy)
		b.add(name+"playout", got.PerPlayout(1), 1, "cycles", "playout, %v, opening, measured", policy)
		b.add(name+"playout.golden", want.PerPlayout(1), 1, "cycles", "the same, predicted by twin.Lane")
		b.add(name+"set", float64(got.Cycles)/float64(got.Scans), 2, "cycles", "legal-move set in these playouts, waits included")
		b.add(name+"use", 100*float64(got.Slots)/float64(got.Cycles), 1, "%", "pipeline in use")
	}

	// Only the positions that have a move count.
	var scan, corners, latency, extra, slots stat
	worst := math.Inf(1)
	minimax, err := b.minimaxCore()
	if err != nil {
		return err
	}
	for i, s := range r.Sets {
		c := minimax.MoveSets[i]
		if s.Moves != c.Moves {
			return fmt.Errorf("position %d has %d moves for the lane, %d for the minimax core", i+1, s.Moves, c.Moves)
		}
		if s.Moves == 0 {
			continue
		}
		scan.add(int(c.Cycles))
		corners.add(s.Corners)
		latency.add(s.Latency)
		extra.add(s.Latency - s.Corners)
		slots.add(s.Slots)
		worst = min(worst, float64(c.Cycles)/float64(s.Slots))
	}
	b.begin(fmt.Sprintf("legal-move sets of %d positions", scan.n))
	b.add("sets.minimax.mean", scan.mean(), 0, "cycles", "minimax scan, mean")
	b.add("sets.minimax.max", float64(scan.max), 0, "cycles", "minimax scan, max")
	b.add("sets.corners.mean", corners.mean(), 1, "corners", "corners, mean")
	b.add("sets.latency.mean", latency.mean(), 1, "cycles", "lane, latency, mean")
	b.add("sets.latency.max", float64(latency.max), 0, "cycles", "lane, latency, max")
	b.add("sets.extra.mean", extra.mean(), 1, "cycles", "lane, latency less corners, mean")
	b.add("sets.extra.max", float64(extra.max), 0, "cycles", "lane, latency less corners, max")
	b.add("sets.slots.mean", slots.mean(), 1, "cycles", "lane, slots, mean")
	b.add("sets.slots.max", float64(slots.max), 0, "cycles", "lane, slots, max")
	b.add("sets.ratio.slots", float64(scan.sum)/float64(slots.sum), 0, "times", "minimax scan by slots")
	b.add("sets.ratio.slots.min", worst, 0, "times", "minimax scan by slots, least of the positions")
	b.add("sets.ratio.latency", float64(scan.sum)/float64(latency.sum), 0, "times", "minimax scan by latency")
	return nil
}

// stat sums up numbers.
type stat struct{ n, sum, max int }

func (s *stat) add(v int) { s.n, s.sum, s.max = s.n+1, s.sum+v, max(s.max, v) }

func (s *stat) mean() float64 { return float64(s.sum) / float64(s.n) }

func (b *meter) measureLanes() error {
	b.begin("lanes in a chain")
	opening := duo.NewPosition(duo.Player1)
	from := playout.NewRoot(&opening)
	alone := twin.PredictLane(from, playout.Largest, playouts).PerPlayout(1)
	for _, n := range []int{1, 2, 5, 15} {
		b.progress(fmt.Sprintf("%d lanes", n))
		r := predictLanes(n)
		name := fmt.Sprintf("lanes.%d.", n)
		b.add(name+"on", 100*r.Active, 2, "%", "lanes: %d, games on", n)
		b.add(name+"playout", r.PerPlayout(n), 1, "cycles", "lanes: %d, playout and lane, largest, opening", n)
		b.add(name+"speed", 100*alone/r.PerPlayout(n), 1, "%", "lanes: %d, speed, of lanes each by itself", n)
	}
	return nil
}

// PlayoutCycles returns the cycles of a playout on one lane in a chain of this many lanes. The
// playouts start from the opening and prefer the largest tiles.
func PlayoutCycles(lanes int) float64 { return predictLanes(lanes).PerPlayout(lanes) }

func predictLanes(lanes int) twin.Rate {
	opening := duo.NewPosition(duo.Player1)
	return twin.PredictLanes(lanes, playout.NewRoot(&opening), playout.Largest, playouts*lanes)
}
