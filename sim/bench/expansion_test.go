// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/sim/bench"
)

// TestBenchExpansion bounds the measured cycles by the fastest possible: a move a cycle.
func TestBenchExpansion(t *testing.T) {
	t.Parallel()
	sets, static, err := bench.Expansion(t.Context(), nil)
	require.NoError(t, err)
	i := 0
	for _, pos := range duo.BenchPositions() {
		n := pos.CountLegalMoves()
		if n == 0 {
			continue
		}
		assert.Equal(t, n, sets[i].Moves)
		assert.Greater(t, sets[i].Cycles, n)
		assert.GreaterOrEqual(t, sets[i].Cycles, static)
		i++
	}
	assert.Len(t, sets, i)
}
