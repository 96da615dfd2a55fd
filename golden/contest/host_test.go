// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package contest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
)

func TestAsk(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, known, moves, message string
		begin                       bool
	}{
		{"it begins", "", "", "25", true},
		{"it is second", "", "55u0", "3A55u0", true},
		{"it goes on", "55u0", "55u0 aau0", "4aau0", false},
		{"a new game", "55u0 aau0", "55t1", "3A55t1", true},
		{"moves are taken back", "55u0 aau0", "", "25", true},
	} {
		known := after(t, c.known)
		if c.known == "" {
			known = nil
		}
		message, begin, err := Ask(known, after(t, c.moves))
		require.NoError(t, err, c.name)
		assert.Equal(t, c.message, message, c.name)
		assert.Equal(t, c.begin, begin, c.name)
	}
	for _, c := range []struct{ name, known, moves string }{
		{"it has not been there", "", "55u0 aau0"},
		{"another game", "55t1", "55u0 aau0"},
		{"it has moved already", "55u0 aau0", "55u0 aau0"},
	} {
		known := after(t, c.known)
		if c.known == "" {
			known = nil
		}
		_, _, err := Ask(known, after(t, c.moves))
		assert.ErrorIs(t, err, ErrMidGame, c.name)
	}
}

// TestAskOfSetUp asks in a position that was set up, which no move has led to.
func TestAskOfSetUp(t *testing.T) {
	t.Parallel()
	p, err := duo.PlaceTiles([2][]duo.Move{after(t, "55u0").History(), nil}, duo.Player2)
	require.NoError(t, err)
	_, _, err = Ask(nil, &p)
	assert.ErrorIs(t, err, ErrMidGame)
}

func TestCollect(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		received, text string
		missing        int
	}{
		{"", "", 4}, {"\r\n55", "55", 2}, {"55u0", "55u0", 0}, {"5\r5u\n0\r\n", "55u0", 0}, {"55u0aau0", "55u0", 0},
	} {
		text, missing := Collect(c.received, MoveLength)
		assert.Equal(t, c.text, text, "%q", c.received)
		assert.Equal(t, c.missing, missing, "%q", c.received)
	}
}
