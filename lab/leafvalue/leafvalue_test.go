// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package leafvalue

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// TestMeasure measures one game in thirty, twice.
func TestMeasure(t *testing.T) {
	t.Parallel()
	r, err := Measure(t.Context(), &evaluation.Chip, 400, 30, io.Discard)
	require.NoError(t, err)
	again, err := Measure(t.Context(), &evaluation.Chip, 400, 30, io.Discard)
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(r, again), "the measurement depends on its arguments alone")
	require.Len(t, r.Phases, len(Phases))
	for _, p := range r.Phases {
		assert.Equal(t, 2*(p.To-p.From+1), p.Positions, "two games, every ply")
		require.Len(t, p.Errors, len(r.Methods))
		for i, e := range p.Errors {
			assert.Less(t, e.RMS, 12.0, r.Methods[i])
			assert.LessOrEqual(t, e.Right, 1.0, r.Methods[i])
			assert.LessOrEqual(t, max(e.Bias, -e.Bias), e.RMS, "a mean is at most the root of the mean square")
		}
	}

	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, filepath.FromSlash(File))), 0o777))
	require.NoError(t, r.Write(root))
	read, err := Read(root)
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(r, read))
}

// TestDrawn plays games whose moves follow the prior, which ends most of them with few squares left.
func TestDrawn(t *testing.T) {
	t.Parallel()
	d := &drawer{evaluator: evaluation.New(&evaluation.Default)}
	margins := map[int]bool{}
	for i := range uint32(20) {
		margin := d.drawn(duo.NewPosition(duo.Player1), playout.NewRNG(7, i))
		assert.LessOrEqual(t, max(margin, -margin), 40)
		margins[margin] = true
	}
	assert.Greater(t, len(margins), 5, "the moves are drawn")
}
