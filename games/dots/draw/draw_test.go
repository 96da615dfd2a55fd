// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package draw

import (
	"image/color"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	game "github.com/tessera-fpga/tessera/games/dots"
	"github.com/tessera-fpga/tessera/games/dots/rules"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/picture/picturetest"
)

// TestEdgesAndBoxes draws positions of a random game: an edge has its player's colour or its
// number, a box its owner's colour.
func TestEdgesAndBoxes(t *testing.T) {
	g, err := game.New("5x5") // wide enough to begin at the margin
	require.NoError(t, err)
	seed := seedtest.Rand(t).Uint64()
	end := g.RandomStart(g.Start(), 60, seed).(*rules.Position)
	require.True(t, end.Over())
	for _, plies := range []int{0, 20, 50, 60} {
		pos, err := g.Replay(g.Start(), end.History()[:plies])
		require.NoError(t, err)
		p := pos.(*rules.Position)
		c, err := picture.Position(g, p, picture.PositionOptions{})
		require.NoError(t, err)
		m := picturetest.Pixels(t, c)
		texts := picturetest.Texts(t, c)
		b := board{c, p.Grid(), float64(picture.LabelSpace), float64(picture.LabelSpace)}
		at := rules.NewPosition(p.Grid())
		for _, e := range p.History() {
			x0, y0, x1, y1 := b.at(rules.Edge(e))
			assert.Equal(t, color.Color(picture.PlayerColours[at.ToMove()].Tile), m.At(int(x0+x1)/2, int(y0+y1)/2), "edge %d", e)
			require.NoError(t, at.Play(e))
		}
		for _, e := range p.Moves() {
			assert.Contains(t, texts, strconv.Itoa(int(e)))
		}
		for i := range p.Grid().Boxes() {
			want := picture.Mix(picture.Shade, 0.35)
			if owner, ok := p.Owner(i); ok {
				want = picture.Mix(picture.PlayerColours[owner].Tile, 0.3)
			}
			x, y := picture.LabelSpace+i%5*box+box/4, picture.LabelSpace+i/5*box+box/4
			assert.Equal(t, color.Color(want), m.At(x, y), "box %d", i)
		}
	}
}

// TestLegal finds the tint of edges that can be drawn, and the numbers of moves.
func TestLegal(t *testing.T) {
	g, err := game.New("2x2")
	require.NoError(t, err)
	p, err := g.ParseMoves(0, "0 2 3 5 6")
	require.NoError(t, err)
	o := picture.PositionOptions{Legal: true, Numbers: true}
	svg := picturetest.SVG(t, position(p, o))
	assert.Contains(t, svg, "player 2  B  1 of 4 boxes")
	assert.Contains(t, svg, "after 5 moves, the last one 6; player 1 to move")
	assert.Contains(t, svg, `font-weight="bold">5</text>`)
	assert.Contains(t, svg, "edge that can be drawn")
	assert.Equal(t, svg, picturetest.SVG(t, position(p, o)))
	assert.NotContains(t, picturetest.SVG(t, position(p, picture.PositionOptions{Bare: true})), "player")
	_, err = picture.Position(g, p, picture.PositionOptions{Corners: true})
	assert.EqualError(t, err, "corners of dots:2x2, which has none")
}
