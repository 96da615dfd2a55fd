// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/bench"
)

// TestBenchLane compares the speed measured on the simulated lane with golden's prediction; both
// must be equal to the cycle.
func TestBenchLane(t *testing.T) {
	t.Parallel()
	const playouts = 100
	b, err := bench.Lane(t.Context(), playouts, nil)
	require.NoError(t, err)
	opening := duo.NewPosition(duo.Player1)
	from := playout.NewRoot(&opening)
	for policy, r := range b.Rates {
		want := twin.PredictLane(from, playout.Policy(policy), playouts)
		assert.Equal(t, want.Cycles, r.Cycles)
		assert.LessOrEqual(t, r.Slots, r.Cycles)
		assert.Greater(t, r.Slots, r.Cycles/2)
	}
	require.Len(t, b.Sets, len(duo.BenchPositions()))
	for i, s := range b.Sets {
		// The stages up to the sets, and the rows to find.
		if s.Corners == 0 {
			continue
		}
		assert.InDelta(t, 9, s.Latency-s.Corners, 4, "position %d", i+1)
	}
}

func TestBenchMonteCarlo(t *testing.T) {
	t.Parallel()
	r, err := bench.MonteCarlo(t.Context(), 2, search.MonteCarloConfig{Policy: playout.Largest, Visits: 1}, []int{30}, nil)
	require.NoError(t, err)
	require.Len(t, r, 1)
	assert.Positive(t, r[0].Cycles)
	assert.Positive(t, r[0].Playouts)
}
