// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package puzzles_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	list "github.com/tessera-fpga/tessera/games/duo/puzzles"
	"github.com/tessera-fpga/tessera/lab/puzzles"
)

// TestMake: the committed list begins with what Make finds, and a run that was stopped goes on from
// its file, with the same list.
func TestMake(t *testing.T) {
	t.Parallel()
	const size = 3
	o := puzzles.Options{Size: size, Seed: 1, File: filepath.Join(t.TempDir(), "puzzles.jsonl"), Log: io.Discard}
	made := func(ctx context.Context) (string, error) {
		var w strings.Builder
		err := puzzles.Make(ctx, o, &w)
		return w.String(), err
	}

	stopped, stop := context.WithCancel(t.Context())
	stop()
	_, err := made(stopped)
	require.ErrorIs(t, err, context.Canceled)

	first, err := made(t.Context())
	require.NoError(t, err)
	kept, err := os.ReadFile(o.File)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(first), "\n")
	for n, line := range lines[len(lines)-size:] {
		assert.Equal(t, list.List()[n].String(), line, "puzzle %d", n+1)
	}

	// The half of the games in the file are not played again, and the rest are.
	half := strings.SplitAfter(string(kept), "\n")
	require.NoError(t, os.WriteFile(o.File, []byte(strings.Join(half[:len(half)/2], "")), 0o666))
	again, err := made(t.Context())
	require.NoError(t, err)
	assert.Equal(t, first, again)
	whole, err := os.ReadFile(o.File)
	require.NoError(t, err)
	assert.Equal(t, string(kept), string(whole))
}
