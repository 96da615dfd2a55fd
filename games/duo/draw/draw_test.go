// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package draw

import (
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/picture/picturetest"
	"github.com/tessera-fpga/tessera/play"
)

func canvas(p duo.Position, o picture.PositionOptions) *picture.Canvas {
	return position(&rules.Position{Position: p}, o)
}

// TestPositionShowsEverySquare draws positions of random games and checks every square of the
// picture, away from numbers and frames: it has its player's colour.
func TestPositionShowsEverySquare(t *testing.T) {
	rng := seedtest.Rand(t)
	for range 10 {
		p := duo.RandomGame(rng, rng.IntN(30))
		m := picturetest.Pixels(t, canvas(p, picture.PositionOptions{}))
		for s := range duo.Square(duo.NumSquares) {
			x, y := picture.LabelSpace+s.Col()*picture.CellSize+picture.CellSize/2+8, picture.LabelSpace+s.Row()*picture.CellSize+picture.CellSize/2+8
			want := picture.Mix(picture.Shade, 0.35)
			for _, pl := range []duo.Player{duo.Player1, duo.Player2} {
				squares := p.Squares(pl)
				if squares.Has(s) {
					want = picture.PlayerColours[pl].Tile
				}
			}
			require.Equal(t, color.Color(want), m.At(x, y), "square %v", s)
		}
	}
}

// TestPositionHints finds the marks of corners and of squares that can be covered.
func TestPositionHints(t *testing.T) {
	rng := seedtest.Rand(t)
	p := duo.RandomGame(rng, 8)
	require.False(t, p.Over())
	m := picturetest.Pixels(t, canvas(p, picture.PositionOptions{Corners: true, Legal: true}))
	var covered duo.Bitboard
	for _, move := range p.LegalMoves(nil) {
		for row, col := range move.Cells {
			covered.Set(duo.NewSquare(row, col))
		}
	}
	corners := p.Corners(p.ToMove())
	own, rival := p.Squares(duo.Player1), p.Squares(duo.Player2)
	for s := range duo.Square(duo.NumSquares) {
		if own.Has(s) || rival.Has(s) {
			continue
		}
		x, y := picture.LabelSpace+s.Col()*picture.CellSize, picture.LabelSpace+s.Row()*picture.CellSize
		isCorner := m.At(x+picture.CellSize/2, y+picture.CellSize/2) == color.Color(picture.PlayerColours[p.ToMove()].Tile)
		assert.Equal(t, corners.Has(s), isCorner, "corner %v", s)
		tinted := m.At(x+picture.CellSize/2+8, y+picture.CellSize/2+8) == color.Color(picture.Mix(picture.PlayerColours[p.ToMove()].Tile, 0.75))
		assert.Equal(t, covered.Has(s), tinted, "square %v", s)
	}
}

// TestPositionOfSquares draws a position that was set up, without moves.
func TestPositionOfSquares(t *testing.T) {
	p := duo.ScatteredPosition(duo.Player1, 3)
	text := strings.Join(picturetest.Texts(t, canvas(p, picture.PositionOptions{Numbers: true})), "\n")
	assert.Contains(t, text, "player 1 to move")
	assert.Contains(t, text, "left: ")
}

// TestPositionOfTiles draws a position that was set up: its tiles are whole, and have no numbers.
func TestPositionOfTiles(t *testing.T) {
	g, err := rules.New("")
	require.NoError(t, err)
	s := &play.Setup{Placed: make([][]play.Move, 2), Turn: 1}
	for pl, text := range []string{"55u0", "aau0"} {
		m, err := g.Parse(text)
		require.NoError(t, err)
		s.Placed[pl] = []play.Move{m}
	}
	p, err := g.BeginFrom(s)
	require.NoError(t, err)
	set := position(p, picture.PositionOptions{Numbers: true})
	texts := strings.Join(picturetest.Texts(t, set), "\n")
	assert.Contains(t, texts, "player 2 to move")
	game, err := g.ParseMoves(0, "55u0 aau0")
	require.NoError(t, err)
	got, want := picturetest.Pixels(t, set), picturetest.Pixels(t, position(game, picture.PositionOptions{}))
	for s := range duo.Square(duo.NumSquares) {
		x, y := picture.LabelSpace+s.Col()*picture.CellSize+picture.CellSize/2, picture.LabelSpace+s.Row()*picture.CellSize+picture.CellSize/2
		assert.Equal(t, want.At(x, y), got.At(x, y), "square %v", s)
		if s.Row() == 4 { // between the squares of a tile is no line of its outline
			x = picture.LabelSpace + s.Col()*picture.CellSize
			assert.Equal(t, want.At(x, y), got.At(x, y), "left of square %v", s)
		}
	}
}
