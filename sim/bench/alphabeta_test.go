// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/sim/bench"
)

// TestAlphaBeta compares the figures of the chip with golden's.
func TestAlphaBeta(t *testing.T) {
	t.Parallel()
	got, err := bench.AlphaBeta(t.Context(), alphabeta.DefaultConfig)
	require.NoError(t, err)
	var leaves, cycles uint64
	for _, pos := range duo.BenchPositions() {
		r := alphabeta.New(alphabeta.DefaultConfig).Search(&pos, 1, alphabeta.NeverStop, nil, nil)
		leaves += r.Leaves
		cycles += r.Cycles
	}
	assert.Equal(t, leaves, got.Leaves)
	assert.InDelta(t, float64(cycles)/float64(leaves), got.LeafCyclesMean, 1e-9)
	t.Logf("%+v", *got)
}
