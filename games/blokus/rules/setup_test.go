// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// TestPlaceTiles lays tiles without moves, of random games and anywhere, and compares the legal moves
// with the naive counterpart's.
func TestPlaceTiles(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for round := range 20 {
		var placed [NumColours][]Move
		n := newNaive()
		lay := func(c Colour, m Move) {
			placed[c] = append(placed[c], m)
			for row, col := range m.Cells {
				n.board[row][col] = 1 + int(c)
			}
			delete(n.left[c], m.Tile())
		}
		game := New()
		for range rng.IntN(60) {
			if round%2 == 0 { // as in a game
				if game.Over() {
					break
				}
				moves := game.Moves(nil)
				m := moves[rng.IntN(len(moves))]
				lay(game.ToMove(), m)
				game.Play(m)
				continue
			}
			c, m := Colour(rng.IntN(NumColours)), Move(rng.IntN(NumMoves))
			free := n.left[c][m.Tile()]
			for row, col := range m.Cells {
				free = free && n.is(row, col, 0)
			}
			if free {
				lay(c, m)
			}
		}
		turn := Colour(rng.IntN(NumColours))
		p, err := PlaceTiles(placed, turn)
		require.NoError(t, err)
		assert.Zero(t, p.Plies())
		if !p.Over() {
			for c := turn; c != p.ToMove(); c = c.Next() {
				assert.Zero(t, p.CountMovesOf(c), "the turn passes over %v", c)
			}
		}
		for c := range Colour(NumColours) {
			p.SetToMove(c)
			count := 0
			for m := range Move(NumMoves) {
				inside := true
				for row, col := range m.Cells {
					inside = inside && OnBoard(row, col)
				}
				legal := p.Check(m) == nil
				if want := inside && n.legal(int(c), m); want != legal && !p.Over() {
					t.Fatalf("%v: %v: legal %v, want %v, on\n%v", c, m, legal, want, &p)
				}
				if legal {
					count++
				}
			}
			if !p.Over() {
				assert.Equal(t, count, p.CountMovesOf(c))
			}
		}
	}
	parse := func(texts ...string) (all []Move) {
		for _, text := range texts {
			m, err := ParseMove(text)
			require.NoError(t, err)
			all = append(all, m)
		}
		return all
	}
	offBoard := []Move{NewMove(duo.NumOrientations-1, NumSquares-1)}
	for inside := true; inside; offBoard[0]-- {
		for row, col := range (offBoard[0] - 1).Cells {
			inside = inside && OnBoard(row, col)
		}
	}
	for _, c := range []struct {
		placed [NumColours][]Move
		want   string
	}{
		{[NumColours][]Move{parse("a20"), parse("a20,b20")}, "blokus: yellow: a20,b20: a square is occupied: a20"},
		{[NumColours][]Move{3: parse("a20", "c20")}, "blokus: green: c20: the tile has been used"},
		{[NumColours][]Move{{NumMoves}}, "blokus: move 36400, want 0..36399"},
		{[NumColours][]Move{offBoard}, "a square lies off the board"},
	} {
		_, err := PlaceTiles(c.placed, Blue)
		assert.ErrorContains(t, err, c.want)
	}
	all := [NumColours][]Move{}
	for tile := range duo.Tile(duo.NumTiles) { // the single square at the end
		for m := range Move(NumMoves) {
			if m.Tile() != duo.NumTiles-1-tile {
				continue
			}
			if _, err := PlaceTiles([NumColours][]Move{append(all[0][:len(all[0]):len(all[0])], m)}, Blue); err == nil {
				all[0] = append(all[0], m)
				break
			}
		}
	}
	require.Len(t, all[0], duo.NumTiles)
	p, err := PlaceTiles(all, Blue)
	require.NoError(t, err)
	assert.Equal(t, duo.NumCells+BonusAll, p.Points(Blue), "no bonus for a last tile that nobody knows")
	assert.NotEqual(t, Blue, p.ToMove())
}
