package bench

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/bench"
)

// playouts is the number of playouts of each lane, of each policy.
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

	// The positions that have a move.
	var sets, scan, corners, latency, extra, slots, maxScan, maxLatency, maxExtra, maxSlots int
	worst := 0.0
	for i, s := range r.Sets {
		c := b.minimax.MoveSets[i]
		if s.Moves != c.Moves {
			return fmt.Errorf("position %d has %d moves for the lane, %d for the minimax core", i+1, s.Moves, c.Moves)
		}
		if s.Moves == 0 {
			continue
		}
		sets++
		scan += int(c.Cycles)
		maxScan = max(maxScan, int(c.Cycles))
		corners += s.Corners
		latency += s.Latency
		extra += s.Latency - s.Corners
		slots += s.Slots
		maxLatency, maxExtra, maxSlots = max(maxLatency, s.Latency), max(maxExtra, s.Latency-s.Corners), max(maxSlots, s.Slots)
		if ratio := float64(c.Cycles) / float64(s.Slots); worst == 0 || ratio < worst {
			worst = ratio
		}
	}
	mean := func(sum int) float64 { return float64(sum) / float64(sets) }
	b.begin(fmt.Sprintf("legal-move sets of %d positions", sets))
	b.add("sets.minimax.mean", mean(scan), 0, "cycles", "minimax scan, mean")
	b.add("sets.minimax.max", float64(maxScan), 0, "cycles", "minimax scan, max")
	b.add("sets.corners.mean", mean(corners), 1, "corners", "corners, mean")
	b.add("sets.latency.mean", mean(latency), 1, "cycles", "lane, latency, mean")
	b.add("sets.latency.max", float64(maxLatency), 0, "cycles", "lane, latency, max")
	b.add("sets.extra.mean", mean(extra), 1, "cycles", "lane, latency less corners, mean")
	b.add("sets.extra.max", float64(maxExtra), 0, "cycles", "lane, latency less corners, max")
	b.add("sets.slots.mean", mean(slots), 1, "cycles", "lane, slots, mean")
	b.add("sets.slots.max", float64(maxSlots), 0, "cycles", "lane, slots, max")
	b.add("sets.ratio.slots", float64(scan)/float64(slots), 0, "times", "minimax scan by slots")
	b.add("sets.ratio.slots.min", worst, 0, "times", "minimax scan by slots, least of the positions")
	b.add("sets.ratio.latency", float64(scan)/float64(latency), 0, "times", "minimax scan by latency")
	return nil
}

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

// PlayoutCycles returns the cycles that a lane takes for a playout from the
// opening, by the largest tiles, of that many lanes in a chain.
func PlayoutCycles(lanes int) float64 { return predictLanes(lanes).PerPlayout(lanes) }

func predictLanes(lanes int) twin.Rate {
	opening := duo.NewPosition(duo.Player1)
	return twin.PredictLanes(lanes, playout.NewRoot(&opening), playout.Largest, playouts*lanes)
}
