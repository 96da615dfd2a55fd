// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package draw

import (
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	game "github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/games/blokus/rules"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/picture/picturetest"
	"github.com/tessera-fpga/tessera/play"
)

// pixel returns a place of a square away from its number and frame.
func pixel(row, col int) (x, y int) {
	return picture.LabelSpace + col*picture.CellSize + picture.CellSize/2 + 8, picture.LabelSpace + row*picture.CellSize + picture.CellSize/2 + 8
}

// TestEverySquare draws a random game of each variant and looks at every square.
func TestEverySquare(t *testing.T) {
	for _, variant := range append(game.VariantNames(), "") {
		g, err := game.New(variant)
		require.NoError(t, err)
		p := g.RandomStart(g.Start(), 100, seedtest.Rand(t).Uint64())
		require.True(t, p.Over())
		c, err := picture.Position(g, p, picture.PositionOptions{Numbers: true})
		require.NoError(t, err)
		m := picturetest.Pixels(t, c)
		for s := range rules.Square(rules.NumSquares) {
			want := picture.Mix(picture.Shade, 0.35)
			if c, ok := p.(*game.Position).At(s); ok {
				want = colours[c].Tile
			}
			x, y := pixel(s.Row(), s.Col())
			require.Equal(t, color.Color(want), m.At(x, y), "square %v", s)
		}
		assert.Contains(t, strings.Join(picturetest.Texts(t, c), "\n"), "the game is over")
	}
}

// TestSetUp draws a position that was set up, and a move from there.
func TestSetUp(t *testing.T) {
	g, err := game.New("")
	require.NoError(t, err)
	s := &play.Setup{Placed: make([][]play.Move, 4), Turn: 3}
	m, err := g.Parse("t1")
	require.NoError(t, err)
	s.Placed[rules.Red] = []play.Move{m}
	p, err := g.BeginFrom(s)
	require.NoError(t, err)
	require.NoError(t, g.PlayText(p, "a1"))
	c, err := picture.Position(g, p, picture.PositionOptions{})
	require.NoError(t, err)
	pixels := picturetest.Pixels(t, c)
	for square, colour := range map[string]rules.Colour{"t1": rules.Red, "a1": rules.Green} {
		s, err := rules.ParseSquare(square)
		require.NoError(t, err)
		x, y := pixel(s.Row(), s.Col())
		assert.Equal(t, color.Color(colours[colour].Tile), pixels.At(x, y), square)
	}
	assert.Contains(t, strings.Join(picturetest.Texts(t, c), "\n"), "blue to move")
}

// TestHints finds the marks of corners and of squares that can be covered.
func TestHints(t *testing.T) {
	g, err := game.New("two")
	require.NoError(t, err)
	p := g.RandomStart(g.Start(), 18, seedtest.Rand(t).Uint64()).(*game.Position)
	require.False(t, p.Over())
	c, err := picture.Position(g, p, picture.PositionOptions{Corners: true, Legal: true})
	require.NoError(t, err)
	m := picturetest.Pixels(t, c)
	mover := p.Position.ToMove()
	covered := map[rules.Square]bool{}
	for _, move := range p.Position.Moves(nil) {
		for row, col := range move.Cells {
			covered[rules.NewSquare(row, col)] = true
		}
	}
	require.NotEmpty(t, covered)
	for s := range rules.Square(rules.NumSquares) {
		if _, ok := p.At(s); ok {
			continue
		}
		x, y := pixel(s.Row(), s.Col())
		assert.Equal(t, covered[s], m.At(x, y) == color.Color(picture.Tint(colours[mover].Tile)), "square %v", s)
		corner := p.Anchors(mover, s.Row())>>s.Col()&1 != 0
		assert.Equal(t, corner, m.At(x-8, y-8) == color.Color(colours[mover].Tile), "corner %v", s)
	}
	texts := picturetest.Texts(t, c)
	assert.Contains(t, texts, "corner")
	assert.Contains(t, texts, "after 18 moves; "+mover.String()+" to move")
}

func TestOwners(t *testing.T) {
	for variant, want := range map[string]string{
		"":      "",
		"two":   "player 1 (blue, red) 0; player 2 (yellow, green) 0",
		"three": "player 1 (blue) 0; player 2 (yellow) 0; player 3 (red) 0; all, for nobody (green)",
	} {
		g, err := game.New(variant)
		require.NoError(t, err)
		assert.Equal(t, want, owners(g.Start().(*game.Position)), variant)
	}
}
