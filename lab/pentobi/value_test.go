// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pentobi

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// TestNamed measures games of random moves whose notes name the winner, the loser, or nobody.
func TestNamed(t *testing.T) {
	t.Parallel()
	g, err := play.Find("")
	require.NoError(t, err)
	random, err := g.New(fmt.Sprint("random:seed=", seedtest.Rand(t).Uint32()), play.Env{})
	require.NoError(t, err)
	decided := 0
	for range 6 {
		pos := g.Start()
		var seats []int
		for !pos.Over() {
			m, err := random.Move(t.Context(), pos)
			require.NoError(t, err)
			seats = append(seats, g.ToMove(pos))
			require.NoError(t, pos.Play(m))
		}
		of := &match.Game{
			Game:   &record.Game{Of: g, First: play.First(pos), Moves: pos.History(), Notes: make([]play.Note, len(seats))},
			End:    pos,
			Places: []int{1, 0}, // the first player has the second seat
		}
		var got named
		require.NoError(t, got.add(of))
		assert.Equal(t, named{}, got, "no values")

		shares := of.FinalShares(pos)
		own := 0.0
		for ply, seat := range seats {
			if ply >= NamedPlies[0] && ply <= NamedPlies[1] && seat == 1 {
				own++
			}
			value := 0.1 + 0.8*shares[seat]
			if seat == 0 {
				value = 1 - value // the rival's values do not count
			}
			of.Notes[ply].Value = &value
		}
		require.NoError(t, got.add(of))
		if shares[0] == shares[1] {
			assert.Equal(t, named{}, got, "a draw")
			continue
		}
		decided++
		assert.Equal(t, own, got.all)
		assert.Equal(t, own, got.right)
		assert.InDelta(t, 0.01*own, got.square, 1e-9)

		for ply := range seats {
			*of.Notes[ply].Value = 1 - *of.Notes[ply].Value
		}
		require.NoError(t, got.add(of))
		assert.Equal(t, 2*own, got.all)
		assert.Equal(t, own, got.right, "values that name the loser")
		assert.InDelta(t, 0.82*own, got.square, 1e-9)
	}
	assert.Positive(t, decided)
}
