// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package picture

import (
	"fmt"
	"image/color"
	"iter"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

// Colours are the colour of a player's tiles, and of the writing on them.
type Colours struct{ Tile, Ink color.RGBA }

// PlayerColours are the colours of two players. One is dark, the other bright, so that they also
// differ without colour.
var PlayerColours = [2]Colours{{Blue, Paper}, {Orange, Ink}}

// Sizes of boards in pixels.
const (
	CellSize   = 28 // side of a square of the boards with tiles
	LabelSpace = 24 // for coordinates
	BareSpace  = 6  // around a board without coordinates
	TextSpace  = 20 // height of a line of text
)

// Small is the font of the lines below a board.
var Small = Font{Size: 12, Fill: Grey}

// Swatch draws a small square of a colour before a line of text.
func (c *Canvas) Swatch(x, line float64, colour color.RGBA) {
	c.Rect(x, line-11, 12, 12, Style{Fill: colour, Stroke: Ink, Width: 1})
}

// Tint returns the light shade of a player's colour that marks the player's options.
func Tint(colour color.RGBA) color.RGBA { return Mix(colour, 0.75) }

// Turn describes a game by its number of moves, the last move, if given, and the player to move.
func Turn(p play.Position, last, toMove string) string {
	turn := toMove + " to move"
	if p.Over() {
		turn = "the game is over"
	}
	switch n := len(p.History()); {
	case n == 0:
		return turn
	case last == "":
		return "after " + plural.Count(n, "move", "moves") + "; " + turn
	default:
		return fmt.Sprintf("after %s, the last one %s; ", plural.Count(n, "move", "moves"), last) + turn
	}
}

// Board draws a board of squares that tiles cover. Its upper left corner is at X, Y.
type Board struct {
	*Canvas
	X, Y float64
	Size int // squares in a row
}

// cell is a square of a board.
type cell struct{ row, col int }

// At returns the upper left corner of a square.
func (b *Board) At(row, col int) (x, y float64) {
	return b.X + float64(col*CellSize), b.Y + float64(row*CellSize)
}

// Grid draws the empty board.
func (b *Board) Grid() {
	side := float64(CellSize * b.Size)
	b.Rect(b.X, b.Y, side, side, Style{Fill: Mix(Shade, 0.35), Stroke: Grey, Width: 1.5})
	for i := 1; i < b.Size; i++ {
		x, y := b.At(i, i)
		b.Line(Line, 1, x, b.Y, x, b.Y+side)
		b.Line(Line, 1, b.X, y, b.X+side, y)
	}
}

// Coordinates labels the columns below and the rows on the right as lists of squares have them, and
// both above and on the left by codes, if there are any.
func (b *Board) Coordinates(codes string) {
	side := float64(CellSize * b.Size)
	f := Font{Size: 12, Anchor: Middle, Fill: Grey}
	for i := range b.Size {
		x, y := b.At(i, i)
		x, y = x+CellSize/2, y+CellSize/2+4
		if codes != "" {
			b.Text(x, b.Y-8, f, codes[i:i+1])
			b.Text(b.X-12, y, f, codes[i:i+1])
		}
		b.Text(x, b.Y+side+16, f, string(rune('a'+i)))
		b.Text(b.X+side+12, y, f, fmt.Sprint(b.Size-i))
	}
}

// Start marks a start square. A tile covers the mark later.
func (b *Board) Start(row, col int, colour color.RGBA) {
	x, y := b.At(row, col)
	b.Circle(x+CellSize/2, y+CellSize/2, 6, Outlined(colour, 2.5))
}

// Cover tints a square that the player to move can cover.
func (b *Board) Cover(row, col int, colour color.RGBA) {
	x, y := b.At(row, col)
	b.Rect(x+1, y+1, CellSize-2, CellSize-2, Filled(Tint(colour)))
}

// Corner marks a square as a corner of the player to move.
func (b *Board) Corner(row, col int, colour color.RGBA) {
	x, y := b.At(row, col)
	b.diamond(x+CellSize/2, y+CellSize/2, colour)
}

// diamond draws the mark of a corner.
func (b *Board) diamond(x, y float64, c color.RGBA) {
	const r = 6
	b.Polygon(Style{Fill: c, Stroke: Ink, Width: 1}, x, y-r, x+r, y, x, y+r, x-r, y)
}

// Legend explains the marks of Corner and Cover in a line of text.
func (b *Board) Legend(line float64, o PositionOptions, colour color.RGBA) {
	x := b.X
	if o.Corners {
		b.diamond(x+6, line-5, colour)
		b.Text(x+18, line, Small, "corner")
		x += 80
	}
	if o.Legal {
		b.Rect(x, line-11, 12, 12, Filled(Tint(colour)))
		b.Text(x+18, line, Small, "can be covered now")
	}
}

// Tile fills squares that belong together and draws their outline.
func (b *Board) Tile(tile iter.Seq2[int, int], c color.RGBA) {
	squares := b.inOrder(tile)
	for _, s := range squares {
		x, y := b.At(s.row, s.col)
		b.Rect(x, y, CellSize, CellSize, Filled(c))
	}
	b.frame(squares, Ink, 1.5)
}

// FrameLast frames the tile that was placed last.
func (b *Board) FrameLast(tile iter.Seq2[int, int]) {
	squares := b.inOrder(tile)
	b.frame(squares, Ink, 6)
	b.frame(squares, Paper, 2)
}

// Number writes a number on the square of a tile that has most neighbours in it.
func (b *Board) Number(tile iter.Seq2[int, int], n int, ink color.RGBA) {
	var squares []cell
	for row, col := range tile {
		squares = append(squares, cell{row, col})
	}
	best, most := squares[0], -1
	for _, a := range squares {
		n := 0
		for _, other := range squares {
			if d := (a.row-other.row)*(a.row-other.row) + (a.col-other.col)*(a.col-other.col); d == 1 {
				n++
			}
		}
		if n > most {
			best, most = a, n
		}
	}
	x, y := b.At(best.row, best.col)
	b.Text(x+CellSize/2, y+CellSize/2+4.5, Font{Size: 13, Bold: true, Anchor: Middle, Fill: ink}, fmt.Sprint(n))
}

// inOrder returns squares in reading order.
func (b *Board) inOrder(tile iter.Seq2[int, int]) (out []cell) {
	in := map[cell]bool{}
	for row, col := range tile {
		in[cell{row, col}] = true
	}
	for row := range b.Size {
		for col := range b.Size {
			if s := (cell{row, col}); in[s] {
				out = append(out, s)
			}
		}
	}
	return out
}

// frame draws the outline of squares.
func (b *Board) frame(tile []cell, c color.RGBA, width float64) {
	in := map[cell]bool{}
	for _, s := range tile {
		in[s] = true
	}
	for _, s := range tile {
		x, y := b.At(s.row, s.col)
		e := width / 2 // sides meet in full corners
		for _, side := range []struct {
			next           cell
			x0, y0, x1, y1 float64
		}{
			{cell{s.row - 1, s.col}, x - e, y, x + CellSize + e, y},
			{cell{s.row + 1, s.col}, x - e, y + CellSize, x + CellSize + e, y + CellSize},
			{cell{s.row, s.col - 1}, x, y - e, x, y + CellSize + e},
			{cell{s.row, s.col + 1}, x + CellSize, y - e, x + CellSize, y + CellSize + e},
		} {
			if !in[side.next] {
				b.Line(c, width, side.x0, side.y0, side.x1, side.y1)
			}
		}
	}
}
