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
		r, err := Count(t.Context(), &pos, 60)
		require.NoError(t, err)
		assert.Equal(t, 60, r.Leaves)
		sum := int64(0)
		for _, part := range Parts() {
			sum += r.Parts[part]
		}
		assert.Equal(t, r.Cycles, sum)
	}
}
