package main

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/docs"
	"github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/play"
)

// TestRows: all players of the rows can be made.
func TestRows(t *testing.T) {
	t.Parallel()
	g, err := blokus.New("")
	require.NoError(t, err)
	for _, r := range rows {
		require.Contains(t, []int{2, 4}, len(r.players))
		for _, spec := range r.players {
			p, err := g.New(spec, play.Env{})
			require.NoError(t, err, r.title())
			require.NoError(t, p.Close())
		}
	}
}

// TestSeating: two players have opposite colours and change them; of four each has each place equally often.
func TestSeating(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []int{0, 1, 0, 1}, seating(2, 0))
	assert.Equal(t, []int{1, 0, 1, 0}, seating(2, 1))
	var count [4][4]int
	orders := map[[4]int]bool{}
	for game := range 24 {
		s := seating(4, game)
		orders[[4]int(s)] = true
		for place, i := range s {
			count[place][i]++
		}
	}
	assert.Len(t, orders, 24)
	assert.Equal(t, [4]int{6, 6, 6, 6}, count[0])
	assert.Equal(t, count[0], count[3])
}

// TestRun plays some rows, with an interruption or without, and again from the start: it comes to the same.
func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("docs", 0o777))
	const only = "1: random - (greedy|depthfirst)|1: greedy"
	result := func() []docs.BlokusRow {
		t.Helper()
		all, err := docs.ReadBlokus(".")
		require.NoError(t, err)
		return all
	}
	timeless := cmpopts.IgnoreFields(docs.BlokusRow{}, "Seconds")

	require.NoError(t, run(t.Context(), 1e9, 2, 6, only, false))
	once := result()
	require.Len(t, once, 3)
	for _, r := range once {
		require.Equal(t, 6, r.Games)
		require.InDelta(t, 6, r.Shares[0]+r.Shares[1], 1e-3)
		require.InDelta(t, 6, r.Official[0]+r.Official[1], 1e-3)
		assert.Greater(t, r.Squares[1]+r.Squares[0], 6*4*40)
		assert.Greater(t, r.Moves[0], 6*2*8)
	}
	assert.Greater(t, once[0].Shares[1], 4.0, "greedy wins")
	assert.NotZero(t, once[1].Work[1], "positions of depth first")

	require.NoError(t, run(t.Context(), 1e9, 1, 2, only, true))
	require.Equal(t, 2, result()[0].Games)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, run(ctx, 1e9, 1, 6, only, false), context.Canceled)
	require.NoError(t, run(t.Context(), 1e9, 1, 6, only, false))
	assert.Empty(t, cmp.Diff(once, result(), timeless))

	require.NoError(t, run(t.Context(), 0, 1, 60, only, false))
	assert.Empty(t, cmp.Diff(once, result(), timeless), "no time, no games")

	require.ErrorContains(t, run(t.Context(), 1, 1, 1, "(", false), "-only")
	require.NoError(t, os.WriteFile(docs.BlokusResults, []byte(`[{"Table":"1","Players":["a","b"],"Games":1}]`), 0o666))
	require.ErrorContains(t, run(t.Context(), 1, 1, 1, only, false), "want lists of 2 or 4")
	text, err := os.ReadFile(docs.BlokusResults)
	require.NoError(t, err)
	require.True(t, slices.Contains(text, 'b'), "a file that is not understood stays")
}
