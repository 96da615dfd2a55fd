// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/bench"
)

// TestSignature compares the chip's number of nodes on the benchmark positions with golden's,
// counted independently.
func TestSignature(t *testing.T) {
	t.Parallel()
	bench, err := bench.Minimax(t.Context(), nil)
	require.NoError(t, err)
	var want uint64
	for _, pos := range duo.BenchPositions() {
		core, err := search.NewMinimax(search.SignatureConfig)
		require.NoError(t, err)
		require.NoError(t, core.Load(&pos))
		want += core.Search(pos.ToMove(), search.SignatureDepth, search.NeverStop, nil).Nodes
	}
	require.Equal(t, want, bench.Signature)
}
