// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package draw

import (
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	game "github.com/tessera-fpga/tessera/games/quoridor"
	"github.com/tessera-fpga/tessera/games/quoridor/rules"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/picture/picturetest"
)

// TestFencesAndPawns draws a random position: fences have the colours of the players who placed
// them, pawns are on their squares.
func TestFencesAndPawns(t *testing.T) {
	g, err := game.New("")
	require.NoError(t, err)
	p := g.RandomStart(g.Start(), 25, seedtest.Rand(t).Uint64()).(*game.Position)
	c, err := picture.Position(g, p, picture.PositionOptions{})
	require.NoError(t, err)
	m := picturetest.Pixels(t, c)
	b := board{c, picture.LabelSpace}
	fences := 0
	for i, move := range p.History() {
		if move := rules.Move(move); move.IsFence() {
			slot, _ := move.Fence()
			x, y := b.crossing(slot)
			assert.Equal(t, color.Color(picture.PlayerColours[i%2].Tile), m.At(int(x), int(y)), "fence %v", move)
			fences++
		}
	}
	require.Positive(t, fences)
	for pl := range rules.Player(2) {
		x, y := b.centre(p.Pawn(pl))
		assert.Equal(t, color.Color(picture.PlayerColours[pl].Tile), m.At(int(x)-7, int(y)), "pawn %d", pl+1)
	}
	x, y := b.at(0)
	assert.EqualValues(t, picture.LabelSpace+gap, x)
	assert.EqualValues(t, picture.LabelSpace+side-pitch, y, "a1 is at the lower left")
}

func TestTexts(t *testing.T) {
	g, err := game.New("")
	require.NoError(t, err)
	p, err := g.ParseMoves(0, "e2 e8 e3 e3h d3")
	require.NoError(t, err)
	o := picture.PositionOptions{Legal: true, Numbers: true}
	c := position(p, o)
	texts := picturetest.Texts(t, c)
	for _, want := range []string{
		"player 1 to row 9", "10 fences left, 6 steps to go", "9 fences left, 8 steps to go",
		"after 5 moves, the last one d3; player 2 to move", "square to step to",
	} {
		assert.Contains(t, texts, want)
	}
	svg := picturetest.SVG(t, c)
	assert.Equal(t, svg, picturetest.SVG(t, position(p, o)))
	steps, fences := 0, 0
	for _, m := range p.(*game.Position).Position.Moves(nil) {
		if m.IsStep() {
			steps++
		} else {
			fences++
		}
	}
	tint := picture.Tint(picture.PlayerColours[rules.Player2].Tile)
	n := 0
	pixels := picturetest.Pixels(t, c)
	b := board{c, picture.LabelSpace}
	for s := range rules.Square(rules.Squares) {
		x, y := b.at(s)
		if pixels.At(int(x)+4, int(y)+30) == color.Color(tint) {
			n++
		}
	}
	assert.Equal(t, steps, n)
	assert.Equal(t, fences+1, strings.Count(svg, `stroke="#6e7781" stroke-width="2"`), "a dash for each fence, and the legend's")
	assert.NotContains(t, picturetest.SVG(t, position(p, picture.PositionOptions{Bare: true})), "player")
}
