// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package elo

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDiffer compares the test of two shares with a calculation by hand, and with its symmetries.
func TestDiffer(t *testing.T) {
	t.Parallel()
	// 60 of 100 and 90 of 200: pooled 0.5, deviation sqrt(0.25 (1/100 + 1/200)) = 0.0612, 2.449 of it.
	assert.InDelta(t, 0.01431, Differ(60, 100, 90, 200), 1e-5)
	assert.InDelta(t, Differ(60, 100, 90, 200), Differ(90, 200, 60, 100), 1e-12)
	assert.InDelta(t, 1, Differ(30, 60, 10, 20), 1e-12)
	assert.InDelta(t, 1, Differ(0, 60, 0, 20), 0)
	// More games of the same shares leave less doubt.
	assert.Less(t, Differ(600, 1000, 900, 2000), Differ(60, 100, 90, 200))
}

// TestRateWithoutGames: a pairing without games says nothing, wherever it stands in the list.
func TestRateWithoutGames(t *testing.T) {
	t.Parallel()
	played := []Link{
		{Players: [2]int{0, 1}, Pairs: Pairs{1, 2, 10, 6, 3}},
		{Players: [2]int{1, 2}, Pairs: Pairs{4, 2, 10, 3, 1}},
	}
	want, err := Rate(3, 0, played)
	require.NoError(t, err)
	got, err := Rate(3, 0, append([]Link{{Players: [2]int{0, 2}}}, played...))
	require.NoError(t, err)
	require.Len(t, got, len(want))
	for i := range want {
		assert.InDelta(t, want[i].Elo, got[i].Elo, 1e-6)
		assert.False(t, math.IsNaN(got[i].Elo))
	}
}
