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
			reports, err := twin.CountTreeCore(t.Context(), &chip, c.lanes, &pos, budget, 1)
			require.NoError(t, err)
			r := reports[0]
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

// TestKeptTree: in the third search of a kept tree the pager has as much work as that of a walk alone, and
// every cycle is accounted for.
func TestKeptTree(t *testing.T) {
	t.Parallel()
	const leaves, searches = 400, 3
	chip := *search.ULX3S
	chip.Places = 4
	chip.Config.InFlight = 16
	for _, i := range []int{8, 15} {
		pos := duo.BenchPositions()[i]
		reports, err := twin.CountTreeCore(t.Context(), &chip, chip.Lanes, &pos, twin.CountBudget{Leaves: leaves, Cycles: math.MaxInt}, searches)
		require.NoError(t, err)
		require.Len(t, reports, searches)
		r := reports[searches-1]
		assert.Equal(t, leaves, r.Leaves)
		assert.Equal(t, r.Cycles, r.Down+r.AwaitPosition+r.Expand+r.Back+r.AwaitMemory+r.AwaitValue+r.AwaitRoom)
		alone := countPager(t, &chip, chip.Places, pos, leaves, searches)
		// Alone, all values are there at once. With so many leaves under way they are in the core, too, when
		// their way back begins. Later ones would decide how early it uses a node, and so which node is given up.
		assert.Equal(t, alone.Out, r.Pager.Out)
		assert.Equal(t, alone.Brought, r.Pager.Brought)
		assert.Greater(t, r.Steps, reports[0].Steps, "the kept tree is deeper")
	}
}

// TestKeptFullTree: a kept tree without room for more nodes goes on, and so does the search after it.
func TestKeptFullTree(t *testing.T) {
	t.Parallel()
	chip := *search.ULX3SBRAM
	chip.Places, chip.Config.Expanded = 16, 16
	const leaves, searches = 160, 5
	for _, i := range []int{8, 11, 15} {
		pos := duo.BenchPositions()[i]
		reports, err := twin.CountTreeCore(t.Context(), &chip, chip.Lanes, &pos, twin.CountBudget{Leaves: leaves, Cycles: math.MaxInt}, searches)
		require.NoError(t, err)
		for _, r := range reports {
			assert.Equal(t, leaves, r.Leaves)
			assert.Equal(t, r.Cycles, r.Down+r.AwaitPosition+r.Expand+r.Back+r.AwaitMemory+r.AwaitValue+r.AwaitRoom)
		}
	}
}

// TestCountStops: no leaf begins after the cycles of the budget, and one before their end, in each search.
func TestCountStops(t *testing.T) {
	t.Parallel()
	pos := duo.BenchPositions()[22]
	const cycles, searches = 20_000, 2
	reports, err := twin.CountTreeCore(t.Context(), search.ULX3SBRAM, 6, &pos, twin.CountBudget{Leaves: 1000, Cycles: cycles}, searches)
	require.NoError(t, err)
	for _, r := range reports {
		assert.InDelta(t, cycles, r.Cycles, 2000)
		assert.GreaterOrEqual(t, r.Cycles, cycles)
	}
	fewer, err := twin.CountTreeCore(t.Context(), search.ULX3SBRAM, 6, &pos, twin.CountBudget{Leaves: reports[0].Leaves - 1, Cycles: cycles}, 1)
	require.NoError(t, err)
	assert.Less(t, fewer[0].Cycles, cycles)
}
