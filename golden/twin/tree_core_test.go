package twin_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// TestTreeCore: children and values equal golden's, every cycle is accounted for, and more lanes
// are not slower.
func TestTreeCore(t *testing.T) {
	t.Parallel()
	chip := &search.TreeChips[0]
	for _, i := range []int{15, 22} {
		pos := duo.BenchPositions()[i]
		before := 0
		for _, lanes := range []int{6, 2} {
			r, err := twin.CountTreeCore(t.Context(), chip, lanes, &pos, 120)
			require.NoError(t, err)
			assert.Equal(t, 120, r.Leaves)
			assert.Equal(t, r.Cycles, r.Down+r.AwaitPosition+r.Expand+r.Back+r.AwaitValue+r.AwaitRoom)
			assert.Greater(t, r.Cycles, before)
			before = r.Cycles
		}
	}
}
