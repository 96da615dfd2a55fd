// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package draw draws positions of Quoridor for package picture: the squares with the gaps for
// fences, the pawns, the fences in their players' colours, each player's goal as a bar along the
// board's edge, the last move, and the fences left.
package draw

import (
	"fmt"
	"image/color"

	game "github.com/tessera-fpga/tessera/games/quoridor"
	"github.com/tessera-fpga/tessera/games/quoridor/rules"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

func init() { picture.Register("quoridor", picture.Drawing{Position: position}) }

// Sizes in pixels.
const (
	square = 36
	gap    = 10
	pitch  = square + gap
	side   = rules.Size*pitch + gap // of the board, with gaps around its squares
	pawn   = 11                     // radius
)

func position(pos play.Position, o picture.PositionOptions) *picture.Canvas {
	p := pos.(*game.Position)
	space, foot := float64(picture.LabelSpace), 2.5*picture.TextSpace+6.0
	if o.Legal {
		foot += picture.TextSpace
	}
	if o.Bare {
		space, foot = picture.BareSpace, 0
	}
	b := board{picture.New(side+2*space, side+2*space+foot), space}
	b.squares()
	if !o.Bare {
		b.coordinates()
	}
	if o.Legal && !p.Over() {
		b.legal(p)
	}
	b.moves(p, o)
	for pl := range rules.Player(2) {
		b.pawn(p, pl)
	}
	if !o.Bare {
		b.status(p, o, side+2*space+14)
	}
	return b.Canvas
}

// board is a board with its upper left corner at space, space.
type board struct {
	*picture.Canvas
	space float64
}

// at returns the upper left corner of a square.
func (b *board) at(s rules.Square) (x, y float64) {
	return b.space + gap + float64(s.Column()*pitch), b.space + gap + float64((rules.Size-1-s.Row())*pitch)
}

// centre returns the centre of a square.
func (b *board) centre(s rules.Square) (x, y float64) {
	x, y = b.at(s)
	return x + square/2, y + square/2
}

// crossing returns the centre of a slot: the middle of the gap between four squares.
func (b *board) crossing(s rules.Slot) (x, y float64) {
	x, y = b.at(s.Square())
	return x + square + gap/2, y - gap/2
}

// squares draws the empty board. Player 1's goal is the upper edge, player 2's the lower one.
func (b *board) squares() {
	b.Rect(b.space, b.space, side, side, picture.Style{Fill: picture.Mix(picture.Line, 0.35), Stroke: picture.Grey, Width: 1.5})
	for s := range rules.Square(rules.Squares) {
		x, y := b.at(s)
		b.Rect(x, y, square, square, picture.Style{Fill: picture.Mix(picture.Shade, 0.6), Stroke: picture.Line, Width: 1})
	}
	b.Rect(b.space+gap, b.space+2, side-2*gap, 5, picture.Filled(picture.PlayerColours[rules.Player1].Tile))
	b.Rect(b.space+gap, b.space+side-7, side-2*gap, 5, picture.Filled(picture.PlayerColours[rules.Player2].Tile))
}

func (b *board) coordinates() {
	f := picture.Font{Size: 12, Anchor: picture.Middle, Fill: picture.Grey}
	for i := range rules.Size {
		x, y := b.centre(rules.Square(i*rules.Size + i))
		for _, at := range []float64{b.space - 8, b.space + side + 16} {
			b.Text(x, at, f, "%c", 'a'+i)
		}
		for _, at := range []float64{b.space - 12, b.space + side + 12} {
			b.Text(at, y+4, f, "%d", i+1)
		}
	}
}

// legal tints the squares to step to, and marks where fences can be placed: a dash at the middle of
// the fence, a cross where both can.
func (b *board) legal(p *game.Position) {
	tint := picture.Tint(picture.PlayerColours[p.ToMove()].Tile)
	for _, m := range p.Position.Moves(nil) {
		if m.IsStep() {
			x, y := b.at(m.To())
			b.Rect(x+1, y+1, square-2, square-2, picture.Filled(tint))
			continue
		}
		b.dash(m)
	}
}

func (b *board) dash(fence rules.Move) {
	const half = 6
	slot, vertical := fence.Fence()
	x, y := b.crossing(slot)
	if vertical {
		b.Line(picture.Grey, 2, x, y-half, x, y+half)
	} else {
		b.Line(picture.Grey, 2, x-half, y, x+half, y)
	}
}

// moves draws the fences, the last one framed, and the way of the last step. The number of a step
// is in its square, player 1's at the upper left and player 2's at the lower right; a later step to
// the square replaces it.
func (b *board) moves(p *game.Position, o picture.PositionOptions) {
	at := rules.New()
	h := p.History()
	steps := map[rules.Square][2]int{}
	for i, m := range h {
		m, pl, last := rules.Move(m), at.ToMove(), i == len(h)-1
		switch {
		case m.IsFence():
			b.fence(m, picture.PlayerColours[pl].Tile, last)
			if o.Numbers {
				b.fenceNumber(m, i+1, picture.PlayerColours[pl])
			}
		default:
			n := steps[m.To()]
			n[pl] = i + 1
			steps[m.To()] = n
			if last {
				b.way(at.Pawn(pl), m.To(), picture.PlayerColours[pl].Tile)
			}
		}
		at.Play(m)
	}
	if !o.Numbers {
		return
	}
	for s := range rules.Square(rules.Squares) {
		x, y := b.at(s)
		small := picture.Font{Size: 10, Bold: true, Fill: picture.PlayerColours[rules.Player1].Tile}
		if n := steps[s][rules.Player1]; n > 0 {
			b.Text(x+2, y+10, small, "%d", n)
		}
		small.Anchor, small.Fill = picture.End, darkOrange
		if n := steps[s][rules.Player2]; n > 0 {
			b.Text(x+square-2, y+square-2.5, small, "%d", n)
		}
	}
}

// darkOrange is player 2's colour for text on a light square.
var darkOrange = color.RGBA{0x9a, 0x66, 0x00, 0xff}

// fence draws a fence, framed if it is the last move.
func (b *board) fence(m rules.Move, c color.RGBA, last bool) {
	slot, vertical := m.Fence()
	x, y := b.crossing(slot)
	const long, thick = square + gap/2.0, gap/2.0 - 1
	w, h := long, thick
	if vertical {
		w, h = thick, long
	}
	style := picture.Style{Fill: c, Stroke: picture.Ink, Width: 1}
	if last {
		b.Rect(x-w-2, y-h-2, 2*w+4, 2*h+4, picture.Style{Fill: picture.Paper, Stroke: picture.Ink, Width: 2})
	}
	b.Rect(x-w, y-h, 2*w, 2*h, style)
}

// fenceNumber writes the number of a move on the middle of its fence.
func (b *board) fenceNumber(m rules.Move, n int, c picture.Colours) {
	slot, _ := m.Fence()
	x, y := b.crossing(slot)
	b.Circle(x, y, 9, picture.Style{Fill: c.Tile, Stroke: picture.Ink, Width: 1})
	b.Text(x, y+3.5, picture.Font{Size: 10, Bold: true, Anchor: picture.Middle, Fill: c.Ink}, "%d", n)
}

// way draws an arrow from the square that a pawn has left.
func (b *board) way(from, to rules.Square, c color.RGBA) {
	x0, y0 := b.centre(from)
	x1, y1 := b.centre(to)
	b.Circle(x0, y0, 5, picture.Style{Fill: picture.Paper, Stroke: c, Width: 2})
	b.Line(picture.Ink, 5, x0, y0, x1, y1)
	b.Line(c, 3, x0, y0, x1, y1)
	b.Circle(x0, y0, 5, picture.Style{Fill: picture.Paper, Stroke: picture.Ink, Width: 1.5})
}

// pawn draws a pawn, in a ring if it made the last move.
func (b *board) pawn(p *game.Position, pl rules.Player) {
	x, y := b.centre(p.Pawn(pl))
	if h := p.History(); len(h) > 0 && rules.Move(h[len(h)-1]) == rules.Step(p.Pawn(pl)) && int(pl) != p.ToMove() {
		b.Circle(x, y, pawn+3, picture.Style{Fill: picture.Paper, Stroke: picture.Ink, Width: 2})
	}
	c := picture.PlayerColours[pl]
	b.Circle(x, y, pawn, picture.Style{Fill: c.Tile, Stroke: picture.Ink, Width: 1.5})
	b.Text(x, y+5, picture.Font{Size: 14, Bold: true, Anchor: picture.Middle, Fill: c.Ink}, "%d", pl+1)
}

// status writes the fences left and the steps to go, and whose turn it is.
func (b *board) status(p *game.Position, o picture.PositionOptions, y float64) {
	for pl := range rules.Player(2) {
		line := y + float64(pl)*picture.TextSpace
		b.Swatch(b.space, line, picture.PlayerColours[pl].Tile)
		b.Text(b.space+20, line, picture.Font{}, "%s to row %d", play.Seat(int(pl)), [2]int{rules.Size, 1}[pl])
		for i := range p.FencesLeft(pl) {
			x := b.space + 140 + float64(i*9)
			b.Rect(x, line-11, 4, 13, picture.Style{Fill: picture.PlayerColours[pl].Tile, Stroke: picture.Ink, Width: 0.8})
		}
		b.Text(b.space+240, line, picture.Small, "%s left, %s to go",
			plural.Count(p.FencesLeft(pl), "fence", "fences"), plural.Count(p.Distance(pl), "step", "steps"))
	}
	line := y + 2*picture.TextSpace
	last := ""
	if h := p.History(); len(h) > 0 {
		last = rules.Move(h[len(h)-1]).String()
	}
	turn := picture.Turn(p, last, play.Seat(p.ToMove()))
	if pl, won := p.Winner(); won {
		turn += fmt.Sprintf(", %s has won", play.Seat(int(pl)))
	}
	b.Text(b.space, line, picture.Small, "%s", turn)
	if !o.Legal || p.Over() {
		return
	}
	line += picture.TextSpace
	b.Rect(b.space, line-11, 12, 12, picture.Filled(picture.Tint(picture.PlayerColours[p.ToMove()].Tile)))
	b.Text(b.space+18, line, picture.Small, "square to step to")
	b.Line(picture.Grey, 2, b.space+140, line-5, b.space+152, line-5)
	b.Text(b.space+158, line, picture.Small, "middle of a fence that can be placed")
}
