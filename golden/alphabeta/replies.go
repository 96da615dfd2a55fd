// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package alphabeta

import "github.com/tessera-fpga/tessera/golden/playout"

// reply is a move of the rival, with its value to him, that answers a move of a node. A legal move
// elsewhere on the board changes neither its legality nor its value: a move changes the squares
// under its tile, beside it and at its vertices, and these are the squares that decide the value of
// another move. So the reply answers other moves of the node, too.
type reply struct {
	known bool
	box   Box
	value int
}

// refutes reports whether the reply to a move leaves its player no more than best on a line whose
// score after the move is line.
func (r *reply) refutes(m Box, line, best int) bool {
	return r.known && line-r.value <= best && !r.box.near(m)
}

// Box is the smallest rectangle around a tile on the board: its first and last row and column.
type Box struct{ Top, Bottom, Left, Right int }

// near reports whether the rectangles share a square, or touch at an edge or a vertex.
func (b Box) near(c Box) bool {
	return b.Top <= c.Bottom+1 && c.Top <= b.Bottom+1 && b.Left <= c.Right+1 && c.Left <= b.Right+1
}

// Extent is how far a pattern reaches from the anchor's square in each direction, in squares.
type Extent struct{ Up, Down, Left, Right int }

var extents = func() (all [playout.NumPatterns]Extent) {
	for p := range all {
		e := &all[p]
		for _, c := range playout.Pattern(p).Cells() {
			row, col := int(c.Row), int(c.Col)
			e.Up, e.Down = max(e.Up, -row), max(e.Down, row)
			e.Left, e.Right = max(e.Left, -col), max(e.Right, col)
		}
	}
	return all
}()

// ExtentOf returns the extent of a pattern.
func ExtentOf(p playout.Pattern) Extent { return extents[p] }

// boxes has the rectangle of each pattern, in each of the four mirrors, around an anchor in row and
// column 0.
var boxes = func() (all [playout.NumPatterns][4]Box) {
	for p := range all {
		for flip := range all[p] {
			e := extents[p]
			if playout.Flip(flip)&playout.FlipRows != 0 {
				e.Up, e.Down = e.Down, e.Up
			}
			if playout.Flip(flip)&playout.FlipCols != 0 {
				e.Left, e.Right = e.Right, e.Left
			}
			all[p][flip] = Box{-e.Up, e.Down, -e.Left, e.Right}
		}
	}
	return all
}()

// BoxOf returns the rectangle around the tile of a placement.
func BoxOf(m playout.AnchorMove) Box {
	b := boxes[m.Pattern][m.Flip]
	row, col := m.Anchor.Row(), m.Anchor.Col()
	return Box{b.Top + row, b.Bottom + row, b.Left + col, b.Right + col}
}
