// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package draw draws positions of Blokus of four colours for package picture: the tiles with their
// outlines, the last move framed, the coordinates of moves on the right and below, and the points.
package draw

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	game "github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/games/blokus/rules"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/play"
)

func init() { picture.Register("blokus", picture.Drawing{Position: position, Corners: true}) }

// colours are the colours of the tiles, and of the writing on them.
var colours = [rules.NumColours]picture.Colours{
	{Tile: picture.Blue, Ink: picture.Paper},
	{Tile: color.RGBA{0xf2, 0xc2, 0x30, 0xff}, Ink: picture.Ink},
	{Tile: color.RGBA{0xc8, 0x40, 0x2f, 0xff}, Ink: picture.Paper},
	{Tile: color.RGBA{0x3f, 0x9a, 0x55, 0xff}, Ink: picture.Paper},
}

func position(pos play.Position, o picture.PositionOptions) *picture.Canvas {
	p := pos.(*game.Position)
	owners := owners(p)
	space, foot := float64(picture.LabelSpace), 3.5*picture.TextSpace
	if owners != "" {
		foot += picture.TextSpace
	}
	if o.Corners || o.Legal {
		foot += picture.TextSpace
	}
	if o.Bare {
		space, foot = picture.BareSpace, 0
	}
	side := float64(picture.CellSize * rules.BoardSize)
	b := board{picture.Board{Canvas: picture.New(side+2*space, side+2*space+foot), X: space, Y: space, Size: rules.BoardSize}}
	b.Grid()
	if !o.Bare {
		b.Coordinates("")
	}
	for c := range rules.Colour(rules.NumColours) {
		b.Start(c.Start().Row(), c.Start().Col(), colours[c].Tile)
	}
	if !p.Over() {
		b.hints(p, o)
	}
	b.tiles(p, o)
	if o.Bare {
		return b.Canvas
	}
	line := b.points(p, side+2*space+14)
	if owners != "" {
		b.Text(b.X, line, picture.Small, "%s", owners)
		line += picture.TextSpace
	}
	mover := p.Position.ToMove()
	b.Text(b.X, line, picture.Small, "%s", picture.Turn(p, "", mover.String()))
	if !p.Over() {
		b.Legend(line+picture.TextSpace, o, colours[mover].Tile)
	}
	return b.Canvas
}

type board struct{ picture.Board }

// hints marks the options of the colour to move.
func (b *board) hints(p *game.Position, o picture.PositionOptions) {
	mover := p.Position.ToMove()
	colour := colours[mover].Tile
	covered := map[rules.Square]bool{}
	if o.Legal {
		for _, m := range p.Position.Moves(nil) {
			for row, col := range m.Cells {
				covered[rules.NewSquare(row, col)] = true
			}
		}
	}
	for row := range rules.BoardSize {
		for col := range rules.BoardSize {
			if covered[rules.NewSquare(row, col)] {
				b.Cover(row, col, colour)
			}
			if o.Corners && p.Anchors(mover, row)>>col&1 != 0 {
				b.Corner(row, col, colour)
			}
		}
	}
}

// tiles draws the placements of the game, the last one framed.
func (b *board) tiles(p *game.Position, o picture.PositionOptions) {
	at := p.Start()
	if s := p.Setup(); s != nil {
		for c, moves := range s.Placed {
			for _, m := range moves {
				b.Tile(rules.Move(m).Cells, colours[c].Tile)
			}
		}
	}
	for i, m := range p.History() {
		m, c := rules.Move(m), colours[at.ToMove()]
		b.Tile(m.Cells, c.Tile)
		if o.Numbers {
			b.Number(m.Cells, i+1, c.Ink)
		}
		at.Play(m)
	}
	if h := p.History(); len(h) > 0 {
		b.FrameLast(rules.Move(h[len(h)-1]).Cells)
	}
}

// points writes the points and the tiles left of the colours, and returns the next line's place.
func (b *board) points(p *game.Position, y float64) float64 {
	side := float64(picture.CellSize * rules.BoardSize)
	for c := range rules.Colour(rules.NumColours) {
		x, line := b.X+float64(c/2)*side/2, y+float64(c%2)*picture.TextSpace
		b.Swatch(x, line, colours[c].Tile)
		b.Text(x+20, line, picture.Font{}, "%v  %d", c, p.PointsOf(c))
		left := "all tiles placed"
		if tiles := p.TilesLeft(c); tiles != 0 {
			left = "left: " + tiles.String()
		}
		f := picture.Font{Mono: true, Size: 12, Fill: picture.Grey}
		if p.TilesLeft(c).Count() > 18 { // more would run into the next column
			f.Size = 11
		}
		b.Text(x+95, line, f, left)
	}
	return y + 2*picture.TextSpace
}

// owners names the owners of the colours and their points, if players share colours: "player 1
// (blue, red) 52; player 2 (yellow, green) 47". It returns "" for a game of four.
func owners(p *game.Position) string {
	if p.Rules.Variant == rules.Classic {
		return ""
	}
	var names []string
	of := map[string][]string{}
	for c := range rules.Colour(rules.NumColours) {
		name := p.Owner(c)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		of[name] = append(of[name], c.String())
	}
	points := p.Points()
	for i, name := range names {
		names[i] += " (" + strings.Join(of[name], ", ") + ")"
		if i < len(points) {
			names[i] += fmt.Sprintf(" %d", points[i])
		}
	}
	return strings.Join(names, "; ")
}
