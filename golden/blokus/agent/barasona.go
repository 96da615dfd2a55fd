package agent

import (
	"slices"

	"github.com/tessera-fpga/tessera/golden/blokus"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// cell is a square counted from the colour's own corner.
type cell struct{ column, row int }

// barasonaCells are the tiles F, X, W and Y of the opening. The source's text does not have them; they
// are those of its program.
var barasonaCells = [4][5]cell{
	{{0, 0}, {1, 0}, {1, 1}, {1, 2}, {2, 1}},
	{{2, 3}, {3, 2}, {3, 3}, {3, 4}, {4, 3}},
	{{4, 5}, {4, 6}, {5, 4}, {5, 5}, {6, 4}},
	{{5, 7}, {6, 6}, {6, 7}, {7, 7}, {8, 7}},
}

// barasonaMoves are the moves of the opening, by colour.
var barasonaMoves = func() (out [blokus.NumColours][len(barasonaCells)]blokus.Move) {
	for c := range blokus.Colour(blokus.NumColours) {
		for i, cells := range barasonaCells {
			var squares []blokus.Square
			for _, at := range cells {
				row, col := at.row, at.column
				for range c { // the colours' corners go clockwise, as quarter turns do
					row, col = col, blokus.BoardSize-1-row
				}
				squares = append(squares, blokus.NewSquare(row, col))
			}
			out[c][i] = moveOn(squares)
		}
	}
	return out
}()

// moveOn returns the placement that covers those squares.
func moveOn(squares []blokus.Square) blokus.Move {
	for o := range duo.Orientation(duo.NumOrientations) {
		if o.Tile().Size() != len(squares) {
			continue
		}
		for _, s := range squares {
			m, covered := blokus.NewMove(o, s), 0
			for row, col := range m.Cells {
				if blokus.OnBoard(row, col) && slices.Contains(squares, blokus.NewSquare(row, col)) {
					covered++
				}
			}
			if covered == len(squares) {
				return m
			}
		}
	}
	panic("agent: no tile covers the squares of the opening")
}

// Barasona begins with a wall of four tiles, which others pass only with the single square (section 3.4).
// As soon as one of its moves cannot be made, the other agent takes over for good.
type Barasona struct{ Agent }

// Move implements Agent.
func (a Barasona) Move(p *blokus.Position, stop func() bool) blokus.Move {
	if m, ok := BarasonaMove(p); ok {
		return m
	}
	return a.Agent.Move(p, stop)
}

// BarasonaMove returns the opening's move in the position. ok is false if it is over, blocked or has not
// been followed.
func BarasonaMove(p *blokus.Position) (m blokus.Move, ok bool) {
	c := p.ToMove()
	moves := &barasonaMoves[c]
	placed := duo.NumTiles - p.TilesLeft(c).Count()
	if placed >= len(moves) {
		return 0, false
	}
	for _, m := range moves[:placed] {
		for row, col := range m.Cells {
			if !p.Has(c, blokus.NewSquare(row, col)) {
				return 0, false
			}
		}
	}
	m = moves[placed]
	return m, slices.Contains(p.Moves(nil), m)
}
