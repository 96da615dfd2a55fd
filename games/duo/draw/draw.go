// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package draw draws positions of Blokus Duo for package picture: the tiles with their outlines,
// the last move framed, the contest's coordinates above and on the left, the coordinates for lists
// of squares on the right and below, and the scores.
package draw

import (
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/play"
)

func init() { picture.Register(rules.Name, picture.Drawing{Position: position, Corners: true}) }

// codes are the coordinates of the contest's codes.
const codes = "123456789abcde"

func position(pos play.Position, o picture.PositionOptions) *picture.Canvas {
	p := rules.At(pos)
	space, foot := float64(picture.LabelSpace), 2.5*picture.TextSpace+6.0
	if o.Corners || o.Legal {
		foot += picture.TextSpace
	}
	if o.Bare {
		space, foot = picture.BareSpace, 0
	}
	side := float64(picture.CellSize * duo.BoardSize)
	b := board{picture.Board{Canvas: picture.New(side+2*space, side+2*space+foot), X: space, Y: space, Size: duo.BoardSize}}
	b.Grid()
	if !o.Bare {
		b.Coordinates(codes)
	}
	for pl := range duo.Player(2) {
		b.Start(pl.Start().Row(), pl.Start().Col(), picture.PlayerColours[pl].Tile)
	}
	if !p.Over() {
		b.hints(p, o)
	}
	if s := play.SetupOf(pos); s != nil {
		for pl, moves := range s.Placed {
			for _, m := range moves {
				b.Tile(duo.Move(m).Cells, picture.PlayerColours[pl].Tile)
			}
		}
	}
	b.tiles(p, o, play.SetupOf(pos) == nil)
	if !o.Bare {
		b.status(pos, o, side+2*space+14)
	}
	return b.Canvas
}

type board struct{ picture.Board }

// hints marks the options of the player to move.
func (b *board) hints(p *duo.Position, o picture.PositionOptions) {
	colour := picture.PlayerColours[p.ToMove()].Tile
	if o.Legal {
		var covered duo.Bitboard
		for _, m := range p.LegalMoves(nil) {
			for row, col := range m.Cells {
				covered.Set(duo.NewSquare(row, col))
			}
		}
		each(covered, func(s duo.Square) { b.Cover(s.Row(), s.Col(), colour) })
	}
	if o.Corners {
		each(p.Corners(p.ToMove()), func(s duo.Square) { b.Corner(s.Row(), s.Col(), colour) })
	}
}

// each calls a function for each square of a set.
func each(set duo.Bitboard, do func(duo.Square)) {
	for s := range duo.Square(duo.NumSquares) {
		if set.Has(s) {
			do(s)
		}
	}
}

// tiles draws the placements of the game, the last one framed; and, if rest is true, the squares that
// no move of the game has covered.
func (b *board) tiles(p *duo.Position, o picture.PositionOptions, rest bool) {
	drawn := map[duo.Square]bool{}
	mover := p.FirstToMove()
	h := p.History()
	for i, m := range h {
		if m != duo.Pass {
			for row, col := range m.Cells {
				drawn[duo.NewSquare(row, col)] = true
			}
			b.Tile(m.Cells, picture.PlayerColours[mover].Tile)
			if o.Numbers {
				b.Number(m.Cells, i+1, picture.PlayerColours[mover].Ink)
			}
		}
		mover = mover.Rival()
	}
	for pl := range duo.Player(2) {
		each(p.Squares(pl), func(s duo.Square) {
			if rest && !drawn[s] {
				b.Tile(func(yield func(row, col int) bool) { yield(s.Row(), s.Col()) }, picture.PlayerColours[pl].Tile)
			}
		})
	}
	if len(h) > 0 && h[len(h)-1] != duo.Pass {
		b.FrameLast(h[len(h)-1].Cells)
	}
}

// status writes scores and tiles left, and whose turn it is.
func (b *board) status(pos play.Position, o picture.PositionOptions, y float64) {
	p := rules.At(pos)
	for pl := range duo.Player(2) {
		line := y + float64(pl)*picture.TextSpace
		b.Swatch(b.X, line, picture.PlayerColours[pl].Tile)
		left := "all tiles placed"
		if tiles := p.TilesLeft(pl); tiles != 0 {
			left = "left: " + tiles.String()
		}
		b.Text(b.X+20, line, picture.Font{}, "%v  %+d", pl, p.Score(pl))
		b.Text(b.X+108, line, picture.Font{Mono: true, Size: 12, Fill: picture.Grey}, left)
	}
	line := y + 2*picture.TextSpace
	b.Text(b.X, line, picture.Small, picture.Turn(pos, last(p), p.ToMove().String()))
	if !p.Over() {
		b.Legend(line+picture.TextSpace, o, picture.PlayerColours[p.ToMove()].Tile)
	}
}

// last returns the last move; "" at the start.
func last(p *duo.Position) string {
	h := p.History()
	switch {
	case len(h) == 0:
		return ""
	case h[len(h)-1] == duo.Pass:
		return "a pass"
	}
	return h[len(h)-1].String()
}
