// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// TestTreeCore: children and values are golden's, every cycle is accounted for, more lanes are not
// slower, and with fewer places there is more to wait for.
func TestTreeCore(t *testing.T) {
	t.Parallel()
	const leaves = 300
	budget := twin.CountBudget{Leaves: leaves, Cycles: math.MaxInt}
	for _, i := range []int{15, 22} {
		pos := duo.BenchPositions()[i]
		before := 0
		for _, c := range []struct{ lanes, places int }{{6, 512}, {2, 512}, {2, 2}} {
			chip := *search.ULX3S
			chip.Places = c.places
			r, err := twin.CountTreeCore(t.Context(), &chip, c.lanes, &pos, budget)
			require.NoError(t, err)
			assert.Equal(t, leaves, r.Leaves)
			assert.Equal(t, r.Cycles, r.Down+r.AwaitPosition+r.Expand+r.Back+r.AwaitMemory+r.AwaitValue+r.AwaitRoom)
			assert.Greater(t, r.Cycles, before)
			before = r.Cycles
			// The pager does the same work without a tree_leaf.
			if c.places == 2 {
				alone := countPager(t, &chip, c.places, pos, leaves, 1)
				assert.Equal(t, alone.Out, r.Pager.Out)
				assert.Equal(t, alone.Brought, r.Pager.Brought)
				assert.Positive(t, r.AwaitMemory)
			} else {
				assert.Zero(t, r.Pager.Words)
			}
		}
	}
}

// TestCountStops: no leaf begins after the cycles of the budget, and one before their end.
func TestCountStops(t *testing.T) {
	t.Parallel()
	pos := duo.BenchPositions()[22]
	const cycles = 20_000
	r, err := twin.CountTreeCore(t.Context(), search.ULX3SBRAM, 6, &pos, twin.CountBudget{Leaves: 1000, Cycles: cycles})
	require.NoError(t, err)
	assert.InDelta(t, cycles, r.Cycles, 2000)
	assert.GreaterOrEqual(t, r.Cycles, cycles)
	fewer, err := twin.CountTreeCore(t.Context(), search.ULX3SBRAM, 6, &pos, twin.CountBudget{Leaves: r.Leaves - 1, Cycles: cycles})
	require.NoError(t, err)
	assert.Less(t, fewer.Cycles, cycles)
}
