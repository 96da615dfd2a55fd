// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package draw draws positions of dots and boxes for package picture: the edges in the colours of
// the players who drew them, the last one framed, the numbers of the other edges, the boxes with
// their owners, and the scores.
package draw

import (
	"image/color"
	"strconv"

	"github.com/tessera-fpga/tessera/games/dots/rules"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/play"
)

func init() { picture.Register("dots", picture.Drawing{Position: position}) }

// Sizes in pixels.
const (
	box      = 56
	dot      = 4.5 // radius
	thick    = 6   // width of an edge
	minWidth = 330 // leaves space for the lines below a small board
)

// marks are the letters of the players' boxes, as the drawing for a terminal has them.
var marks = [2]string{"A", "B"}

func position(pos play.Position, o picture.PositionOptions) *picture.Canvas {
	p := pos.(*rules.Position)
	size := p.Grid()
	space, foot := float64(picture.LabelSpace), 2.5*picture.TextSpace+6.0
	if o.Legal {
		foot += picture.TextSpace
	}
	if o.Bare {
		space, foot = 2*picture.BareSpace, 0
	}
	width, height := float64(size.W*box)+2*space, float64(size.H*box)+2*space
	total := width
	if !o.Bare {
		total = max(width, minWidth)
	}
	b := board{picture.New(total, height+foot), size, (total - width + 2*space) / 2, space}
	b.boxes(p)
	b.edges(p, o)
	b.dots()
	if !o.Bare {
		b.status(p, o, space, height+10)
	}
	return b.Canvas
}

// board is a board with its upper left dot at x, y.
type board struct {
	*picture.Canvas
	size *rules.Grid
	x, y float64
}

// at returns the ends of an edge.
func (b *board) at(e rules.Edge) (x0, y0, x1, y1 float64) {
	line := 2*b.size.W + 1 // a row of horizontal edges and a row of vertical ones
	row, col := int(e)/line, int(e)%line
	if col < b.size.W {
		x0, y0 = b.x+float64(col*box), b.y+float64(row*box)
		return x0, y0, x0 + box, y0
	}
	x0, y0 = b.x+float64((col-b.size.W)*box), b.y+float64(row*box)
	return x0, y0, x0, y0 + box
}

// boxes fills the boxes that players have.
func (b *board) boxes(p *rules.Position) {
	side := picture.Style{Fill: picture.Mix(picture.Shade, 0.35)}
	b.Rect(b.x, b.y, float64(b.size.W*box), float64(b.size.H*box), side)
	for i := range b.size.Boxes() {
		owner, ok := p.Owner(i)
		if !ok {
			continue
		}
		c := picture.PlayerColours[owner]
		x, y := b.x+float64(i%b.size.W*box), b.y+float64(i/b.size.W*box)
		b.Rect(x, y, box, box, picture.Filled(picture.Mix(c.Tile, 0.3)))
		b.Text(x+box/2, y+box/2+7, picture.Font{Size: 20, Bold: true, Anchor: picture.Middle, Fill: c.Ink}, marks[owner])
	}
}

// edges draws the edges: in colour if drawn, the last of them framed, else thin with its number.
func (b *board) edges(p *rules.Position, o picture.PositionOptions) {
	for e := range rules.Edge(b.size.Edges) {
		if p.Drawn()&b.size.Bit(e) != 0 {
			continue
		}
		x0, y0, x1, y1 := b.at(e)
		c, width := picture.Line, 1.0
		if o.Legal {
			c, width = picture.Tint(picture.PlayerColours[p.ToMove()].Tile), thick
		}
		if o.Bare {
			b.Line(c, width, x0, y0, x1, y1)
			continue
		}
		x, y := (x0+x1)/2, (y0+y1)/2
		if y0 == y1 { // the number is in a gap
			b.Line(c, width, x0, y, x-10, y)
			b.Line(c, width, x+10, y, x1, y)
		} else {
			b.Line(c, width, x, y0, x, y-8)
			b.Line(c, width, x, y+8, x, y1)
		}
		b.Text(x, y+4, picture.Font{Size: 11, Anchor: picture.Middle, Fill: picture.Grey}, "%d", e)
	}
	at := rules.NewPosition(b.size)
	h := p.History()
	for i, e := range h {
		c := picture.PlayerColours[at.ToMove()]
		b.edge(rules.Edge(e), c.Tile, i == len(h)-1)
		if o.Numbers {
			b.number(rules.Edge(e), i+1, c)
		}
		if at.Play(e) != nil {
			return // the history of a position has legal moves only
		}
	}
}

// edge draws an edge, framed if it is the last move.
func (b *board) edge(e rules.Edge, c color.RGBA, last bool) {
	x0, y0, x1, y1 := b.at(e)
	grow := func(by float64, s picture.Style) {
		if y0 == y1 {
			b.Rect(x0+dot-by, y0-by, x1-x0-2*dot+2*by, 2*by, s)
		} else {
			b.Rect(x0-by, y0+dot-by, 2*by, y1-y0-2*dot+2*by, s)
		}
	}
	if last {
		grow(thick/2+2.5, picture.Style{Fill: picture.Paper, Stroke: picture.Ink, Width: 2})
	}
	grow(thick/2, picture.Style{Fill: c, Stroke: picture.Ink, Width: 1})
}

// number writes the number of a move on its edge.
func (b *board) number(e rules.Edge, n int, c picture.Colours) {
	x0, y0, x1, y1 := b.at(e)
	x, y := (x0+x1)/2, (y0+y1)/2
	b.Circle(x, y, 9, picture.Style{Fill: c.Tile, Stroke: picture.Ink, Width: 1})
	b.Text(x, y+3.5, picture.Font{Size: 10, Bold: true, Anchor: picture.Middle, Fill: c.Ink}, "%d", n)
}

func (b *board) dots() {
	for row := range b.size.H + 1 {
		for col := range b.size.W + 1 {
			b.Circle(b.x+float64(col*box), b.y+float64(row*box), dot, picture.Filled(picture.Ink))
		}
	}
}

// status writes the scores, and whose turn it is.
func (b *board) status(p *rules.Position, o picture.PositionOptions, x, y float64) {
	for seat := range 2 {
		line := y + float64(seat)*picture.TextSpace
		b.Swatch(x, line, picture.PlayerColours[seat].Tile)
		b.Text(x+20, line, picture.Font{}, "%s  %s  %d of %d boxes", play.Seat(seat), marks[seat], p.Score(seat), b.size.Boxes())
	}
	line := y + 2*picture.TextSpace
	last := ""
	if h := p.History(); len(h) > 0 {
		last = strconv.Itoa(int(h[len(h)-1]))
	}
	b.Text(x, line, picture.Small, "%s", picture.Turn(p, last, play.Seat(p.ToMove())))
	if !o.Legal || p.Over() {
		return
	}
	line += picture.TextSpace
	b.Rect(x, line-8, 20, thick, picture.Filled(picture.Tint(picture.PlayerColours[p.ToMove()].Tile)))
	b.Text(x+28, line, picture.Small, "edge that can be drawn")
}
