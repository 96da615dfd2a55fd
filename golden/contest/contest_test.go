// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package contest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// after returns the position after moves from the start, beginning with player 1.
func after(t *testing.T, moves string) *duo.Position {
	t.Helper()
	p := duo.NewPosition(duo.Player1)
	for _, text := range strings.Fields(moves) {
		m, err := duo.ParseMove(text)
		require.NoError(t, err)
		require.NoError(t, p.MakeMove(m))
	}
	return &p
}

func TestJudge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, moves, text string
		code              Code
		rule              string
	}{
		{"another tile", "", "55v0", Malformed, `tile "v"`},
		{"upper case", "", "55U0", Malformed, `tile "U"`},
		{"squares", "", "e10,f10", Malformed, "four characters"},
		{"four characters of squares", "", "a1,b", Malformed, ""},
		{"the word pass", "55u0 aau0", "pass", Malformed, "four characters"},
		{"too short", "", "55u", Malformed, "want a column"},
		{"first pass", "", "0000", FirstPass, "a player's first move must be a placement"},
		{"tile used", "55u0 aau0", "77u0", TileUsed, "the tile has been used"},
		{"tile used, off the board", "55u0 aau0", "00u0", TileUsed, "off the board"},
		{"off the board", "55u0 aau0", "e0a0", Occupied, "off the board"},
		{"half off the board", "", "eet0", Occupied, "off the board"},
		{"occupied", "55u0 aau0", "aaa0", Occupied, "a square is occupied"},
		{"edge", "55u0 aau0", "66a0", Edge, "shares an edge"},
		{"no corner", "55u0 aau0", "11a0", NoCorner, "corner"},
		{"start of player 1", "", "aaa0", NoStart1, "the first placement must cover the start square"},
		{"start of player 2", "55u0", "55a0", Occupied, "occupied"},
		{"far from the start of player 2", "55u0", "11a0", NoStart2, "the first placement must cover the start square"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Judge(after(t, c.moves), c.text)
			var v *Violation
			require.ErrorAs(t, err, &v)
			assert.Equal(t, c.code, v.Code)
			assert.ErrorContains(t, err, c.rule)
		})
	}
	for _, text := range []string{"55u0", "55u7", "55t1"} {
		m, err := Judge(after(t, ""), text)
		require.NoError(t, err, text)
		want, _ := duo.ParseMove(text)
		assert.Equal(t, want, m)
	}
	_, err := Judge(after(t, "55u0 aau0"), duo.PassCode)
	assert.NoError(t, err)
}

func TestTurn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ moves, rival, want string }{
		{"", "", "25"}, {"55u0", "55u6", "3A55u6"}, {"55u0 aau0", "aau7", "4aau7"}, {"55u0 aau0 0000", "0000", "40000"},
	} {
		message := Turn(after(t, c.moves), c.rival)
		assert.Equal(t, c.want, message)
		n, ok := Length(message[0])
		assert.True(t, ok)
		assert.Len(t, message, n)
	}
	p := duo.NewPosition(duo.Player2)
	assert.Equal(t, "2A", Turn(&p, ""))
	for b := range 256 {
		_, known := Length(byte(b))
		assert.Equal(t, strings.ContainsRune("02349", rune(b)), known, "%q", b)
		_, side := Side(byte(b))
		assert.Equal(t, b == '5' || b == 'A', side, "%q", b)
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	assert.Equal(t, ">> AB * vs CD", StartLine([2]string{"AB", "CD"}, duo.Player1))
	assert.Equal(t, ">> AB vs CD *", StartLine([2]string{"AB", "CD"}, duo.Player2))
	assert.Equal(t, "** Tiles: 84 / 84, Score: -84 / -84. Draw game.", EndLine(after(t, "55u0 aau0 0000 0000")))
	assert.Equal(t, "** Tiles: 85 / 84, Score: -85 / -84. Player 2 won the game!", EndLine(after(t, "55h0 aau0 0000 0000")))
	assert.Equal(t, "** Player 2 lost the game by violation (code -11). Tiles: 84 / 89, Score: -84 / -89",
		ViolationLine(after(t, "55u0"), duo.Player2, Malformed))
}
