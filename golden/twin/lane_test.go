// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// TestLaneCyclesPerPlayout guards the speed of a lane from the opening position.
func TestLaneCyclesPerPlayout(t *testing.T) {
	t.Parallel()
	pos := duo.NewPosition(duo.Player1)
	from := playout.NewRoot(&pos)
	for policy, most := range map[playout.Policy]float64{playout.Largest: 450, playout.Uniform: 435} {
		cycles := PredictLane(from, policy, 2000).PerPlayout(1)
		t.Logf("%v: %.1f cycles", policy, cycles)
		assert.LessOrEqual(t, cycles, most)
	}
}

// BenchmarkLane reports the cycles a second of a lane that always has a job.
func BenchmarkLane(b *testing.B) {
	pos := duo.NewPosition(duo.Player1)
	from := playout.NewRoot(&pos)
	l := NewLane()
	jobs := uint32(0)
	for b.Loop() {
		job := Job{From: from, Policy: playout.Largest, Stream: playout.NewRNG(RateSeed, jobs), First: playout.NoFirst}
		if l.Step(LaneIn{Wait: true, Job: &job, ResultReady: true}).JobReady {
			jobs++
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mcycles/s")
}
