// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/twin"
)

// TestCount counts short searches: every cycle belongs to a part.
func TestCount(t *testing.T) {
	for _, pos := range twin.CountedPositions()[1:] {
		r, err := Count(t.Context(), &pos, 1_000_000)
		require.NoError(t, err)
		assert.Positive(t, r.Leaves)
		assert.Greater(t, r.Cycles, int64(1_000_000))
		assert.Less(t, r.Cycles, int64(3_000_000)) // the leaves under way take more cycles: one of them may add children
		sum := int64(0)
		for _, part := range Parts() {
			sum += r.Parts[part]
		}
		assert.Equal(t, r.Cycles, sum)
	}
}
