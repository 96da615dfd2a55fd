package picture

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// PositionOptions says what a picture of a position shows besides the tiles.
type PositionOptions struct {
	Corners bool // the corners of the player to move, of which a placement must cover one
	Legal   bool // the squares that the player to move can cover with a legal placement
	Numbers bool // the number of its move on each tile
	Bare    bool // the board alone: neither coordinates nor scores
}

// playerColours are those of the tiles, and of the writing on them. One is dark, the other
// bright, so that they differ without colour, too.
var playerColours = [2]struct{ tile, ink color.RGBA }{{Blue, Paper}, {Orange, Ink}}

// The board's squares in pixels, the space for coordinates, and a line of text.
const (
	cellSize   = 28
	labelSpace = 24
	textSpace  = 20
)

// Position draws a position: the tiles with their outlines, the last move framed, the
// coordinates of the contest's codes above and on the left, those of lists of squares on
// the right and below, and the scores.
func Position(p *duo.Position, o PositionOptions) *Canvas {
	space, foot := float64(labelSpace), 2.5*textSpace+6.0
	if o.Corners || o.Legal {
		foot += textSpace
	}
	if o.Bare {
		space, foot = 6, 0
	}
	side := float64(cellSize * duo.BoardSize)
	c := New(side+2*space, side+2*space+foot)
	b := boardPicture{c: c, x: space, y: space, size: duo.BoardSize}
	b.grid()
	if !o.Bare {
		b.coordinates("123456789abcde")
	}
	b.starts(p)
	if !p.Over() {
		b.hints(p, o)
	}
	b.tiles(p, o)
	if !o.Bare {
		b.status(p, o, side+2*space+14)
	}
	return c
}

// boardPicture is a board with its upper left corner at x, y.
type boardPicture struct {
	c    *Canvas
	x, y float64
	size int // squares in a row
}

// cells are squares of a board.
type cells map[duo.Cell]bool

func cellAt(row, col int) duo.Cell { return duo.Cell{Row: int8(row), Col: int8(col)} }

// cellsOf collects the squares of a move.
func cellsOf(move func(yield func(row, col int) bool)) cells {
	out := cells{}
	for row, col := range move {
		out[cellAt(row, col)] = true
	}
	return out
}

// at returns the upper left corner of a square.
func (b *boardPicture) at(row, col int) (x, y float64) {
	return b.x + float64(col*cellSize), b.y + float64(row*cellSize)
}

func (b *boardPicture) grid() {
	side := float64(cellSize * b.size)
	b.c.Rect(b.x, b.y, side, side, Style{Fill: Mix(Shade, 0.35), Stroke: Grey, Width: 1.5})
	for i := 1; i < b.size; i++ {
		x, y := b.at(i, i)
		b.c.Line(Line, 1, x, b.y, x, b.y+side)
		b.c.Line(Line, 1, b.x, y, b.x+side, y)
	}
}

// coordinates labels the columns below and the rows on the right as lists of squares have them, and above
// and on the left by the codes, if there are any.
func (b *boardPicture) coordinates(codes string) {
	side := float64(cellSize * b.size)
	f := Font{Size: 12, Anchor: Middle, Fill: Grey}
	for i := range b.size {
		x, y := b.at(i, i)
		x, y = x+cellSize/2, y+cellSize/2+4
		if codes != "" {
			b.c.Text(x, b.y-8, f, codes[i:i+1])
			b.c.Text(b.x-12, y, f, codes[i:i+1])
		}
		b.c.Text(x, b.y+side+16, f, string(rune('a'+i)))
		b.c.Text(b.x+side+12, y, f, fmt.Sprint(b.size-i))
	}
}

// starts marks the start squares; tiles cover the marks later.
func (b *boardPicture) starts(p *duo.Position) {
	for _, pl := range []duo.Player{duo.Player1, duo.Player2} {
		x, y := b.at(pl.Start().Row(), pl.Start().Col())
		b.c.Circle(x+cellSize/2, y+cellSize/2, 6, Outlined(playerColours[pl].tile, 2.5))
	}
}

// hints marks what the player to move can do.
func (b *boardPicture) hints(p *duo.Position, o PositionOptions) {
	colour := playerColours[p.ToMove()].tile
	if o.Legal {
		var covered duo.Bitboard
		for _, m := range p.LegalMoves(nil) {
			for row, col := range m.Cells {
				covered.Set(duo.NewSquare(row, col))
			}
		}
		for s := range duo.Square(duo.NumSquares) {
			if covered.Has(s) {
				x, y := b.at(s.Row(), s.Col())
				b.c.Rect(x+1, y+1, cellSize-2, cellSize-2, Filled(Mix(colour, 0.75)))
			}
		}
	}
	if o.Corners {
		corners := p.Corners(p.ToMove())
		for s := range duo.Square(duo.NumSquares) {
			if corners.Has(s) {
				x, y := b.at(s.Row(), s.Col())
				b.corner(x+cellSize/2, y+cellSize/2, colour)
			}
		}
	}
}

// corner draws the mark of a corner, a diamond.
func (b *boardPicture) corner(x, y float64, c color.RGBA) {
	const r = 6
	b.c.Polygon(Style{Fill: c, Stroke: Ink, Width: 1}, x, y-r, x+r, y, x, y+r, x-r, y)
}

// tiles draws the placements of the game, the last one framed; and squares that no move of
// the game has covered, if the position was set up.
func (b *boardPicture) tiles(p *duo.Position, o PositionOptions) {
	drawn := map[duo.Square]bool{}
	mover := p.FirstToMove()
	h := p.History()
	for i, m := range h {
		if m != duo.Pass {
			for row, col := range m.Cells {
				drawn[duo.NewSquare(row, col)] = true
			}
			b.tile(cellsOf(m.Cells), playerColours[mover].tile, 1.5)
			if o.Numbers {
				b.number(m.Cells, i+1, playerColours[mover].ink)
			}
		}
		mover = mover.Rival()
	}
	for _, pl := range []duo.Player{duo.Player1, duo.Player2} {
		squares := p.Squares(pl)
		for s := range duo.Square(duo.NumSquares) {
			if squares.Has(s) && !drawn[s] {
				b.tile(cells{cellAt(s.Row(), s.Col()): true}, playerColours[pl].tile, 1.5)
			}
		}
	}
	if len(h) > 0 && h[len(h)-1] != duo.Pass {
		b.frameLast(cellsOf(h[len(h)-1].Cells))
	}
}

// frameLast frames the placement made last.
func (b *boardPicture) frameLast(last cells) {
	b.frame(last, Ink, 6)
	b.frame(last, Paper, 2)
}

// number writes a number on the square of a placement that has most neighbours in it.
func (b *boardPicture) number(move func(yield func(row, col int) bool), n int, ink color.RGBA) {
	type square struct{ row, col int }
	var squares []square
	for row, col := range move {
		squares = append(squares, square{row, col})
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
	x, y := b.at(best.row, best.col)
	b.c.Text(x+cellSize/2, y+cellSize/2+4.5, Font{Size: 13, Bold: true, Anchor: Middle, Fill: ink}, fmt.Sprint(n))
}

// tile fills squares that belong together and draws their outline.
func (b *boardPicture) tile(tile cells, c color.RGBA, width float64) {
	for _, s := range b.inOrder(tile) {
		x, y := b.at(int(s.Row), int(s.Col))
		b.c.Rect(x, y, cellSize, cellSize, Filled(c))
	}
	b.frame(tile, Ink, width)
}

// inOrder returns squares in reading order.
func (b *boardPicture) inOrder(tile cells) (out []duo.Cell) {
	for row := range b.size {
		for col := range b.size {
			if c := cellAt(row, col); tile[c] {
				out = append(out, c)
			}
		}
	}
	return out
}

// frame draws the outline of squares.
func (b *boardPicture) frame(tile cells, c color.RGBA, width float64) {
	for _, s := range b.inOrder(tile) {
		row, col := int(s.Row), int(s.Col)
		x, y := b.at(row, col)
		e := width / 2 // so that sides meet in full corners
		for _, side := range []struct {
			row, col       int
			x0, y0, x1, y1 float64
		}{
			{row - 1, col, x - e, y, x + cellSize + e, y},
			{row + 1, col, x - e, y + cellSize, x + cellSize + e, y + cellSize},
			{row, col - 1, x, y - e, x, y + cellSize + e},
			{row, col + 1, x + cellSize, y - e, x + cellSize, y + cellSize + e},
		} {
			if !tile[cellAt(side.row, side.col)] {
				b.c.Line(c, width, side.x0, side.y0, side.x1, side.y1)
			}
		}
	}
}

// status writes scores and tiles left, and whose turn it is.
func (b *boardPicture) status(p *duo.Position, o PositionOptions, y float64) {
	for i, pl := range []duo.Player{duo.Player1, duo.Player2} {
		line := y + float64(i)*textSpace
		b.c.Rect(b.x, line-11, 12, 12, Style{Fill: playerColours[pl].tile, Stroke: Ink, Width: 1})
		left := "all tiles placed"
		if letters := tileLetters(p.TilesLeft(pl)); letters != "" {
			left = "left: " + letters
		}
		b.c.Text(b.x+20, line, Font{}, "%v  %+d", pl, p.Score(pl))
		b.c.Text(b.x+108, line, Font{Mono: true, Size: 12, Fill: Grey}, left)
	}
	line := y + 2*textSpace
	turn := fmt.Sprintf("%v to move", p.ToMove())
	if p.Over() {
		turn = "the game is over"
	}
	if h := p.History(); len(h) > 0 {
		last := h[len(h)-1].String()
		if h[len(h)-1] == duo.Pass {
			last = "a pass"
		}
		turn = fmt.Sprintf("after %d moves, the last one %s; ", len(h), last) + turn
	}
	b.c.Text(b.x, line, Font{Size: 12, Fill: Grey}, turn)
	if p.Over() || !o.Corners && !o.Legal {
		return
	}
	line += textSpace
	x := b.x
	colour := playerColours[p.ToMove()].tile
	if o.Corners {
		b.corner(x+6, line-5, colour)
		b.c.Text(x+18, line, Font{Size: 12, Fill: Grey}, "corner")
		x += 80
	}
	if o.Legal {
		b.c.Rect(x, line-11, 12, 12, Filled(Mix(colour, 0.75)))
		b.c.Text(x+18, line, Font{Size: 12, Fill: Grey}, "can be covered now")
	}
}

func tileLetters(set duo.TileSet) string {
	var b strings.Builder
	for t := range duo.Tile(duo.NumTiles) {
		if set.Has(t) {
			b.WriteByte(t.Letter())
		}
	}
	return b.String()
}
