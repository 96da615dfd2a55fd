// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package alphabeta

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Leaf is a legal move with its value to its player, and the cycle in which the leaf unit gives it,
// counted from the unit's start.
type Leaf struct {
	Move  playout.AnchorMove
	Value int
	Cycle int
}

// The window around a corner has windowSide rows and columns, the corner in row and column
// playout.Reach: all cells that a pattern can cover or touch. A plane of the window is a set of its
// cells, five rows in each word.
const (
	windowSide = 2*playout.Reach + 2
	wordRows   = windowSide / 2
	rowMask    = 1<<windowSide - 1
)

type plane [2]uint64

func (p *plane) count(q *plane) int {
	return bits.OnesCount64(p[0]&q[0]) + bits.OnesCount64(p[1]&q[1])
}

func (p *plane) add(row, col int) {
	row, col = row+playout.Reach, col+playout.Reach
	p[row/wordRows] |= 1 << (row%wordRows*windowSide + col)
}

func (p *plane) has(row, col int) bool {
	row, col = row+playout.Reach, col+playout.Reach
	return row >= 0 && row < windowSide && col >= 0 && col < windowSide &&
		p[row/wordRows]>>(row%wordRows*windowSide+col)&1 != 0
}

// mask holds the cells whose state decides the value of a pattern:
//
//	. + - - + .
//	. - @ x - +      tile: @ and x; near: these and -; diagonal: +
//	. + - x x -
//	. . + - - +
type mask struct {
	tile, near, diagonal plane
	size                 int
}

var masks = func() (out [playout.NumPatterns]mask) {
	for p := range out {
		m := &out[p]
		cells := playout.Pattern(p).Cells()
		m.size = len(cells)
		for _, c := range cells {
			m.tile.add(int(c.Row), int(c.Col))
		}
		for i := range windowSide * windowSide {
			row, col := i/windowSide-playout.Reach, i%windowSide-playout.Reach
			t := &m.tile
			beside := t.has(row-1, col) || t.has(row+1, col) || t.has(row, col-1) || t.has(row, col+1)
			touch := t.has(row-1, col-1) || t.has(row-1, col+1) || t.has(row+1, col-1) || t.has(row+1, col+1)
			switch {
			case t.has(row, col) || beside:
				m.near.add(row, col)
			case touch:
				m.diagonal.add(row, col)
			}
		}
	}
	return out
}()

// board holds the planes of a position that decide the values of the moves: for each row the
// squares, and the same mirrored from left to right, each with a margin of marginCols at both
// sides.
type board struct {
	fresh, corners, rival [duo.BoardSize + 2*marginRows][2]uint32
	tops                  [duo.BoardSize]uint16 // the squares visited as corners
}

const (
	marginRows = playout.Reach + 1
	marginCols = playout.Reach + 1
)

// fill takes the planes from the position of a search. A player without a tile on the board has no
// corners, but visits the squares around the start square.
func (b *board) fill(st *playout.State) {
	own := st.ToMove()
	first, rivalFirst := st.Tiles(own) == duo.AllTiles, st.Tiles(own.Rival()) == duo.AllTiles
	put := func(to *[2]uint32, row uint16) {
		to[0] = uint32(row) << marginCols
		to[1] = uint32(bits.Reverse16(row)>>(16-duo.BoardSize)) << marginCols
	}
	for row := range duo.BoardSize {
		allowed, corners := st.Row(own, row)
		_, rival := st.Row(own.Rival(), row)
		b.tops[row] = corners
		if first {
			corners = 0
		}
		if rivalFirst {
			rival = 0
		}
		put(&b.fresh[row+marginRows], allowed&^corners)
		put(&b.corners[row+marginRows], corners)
		put(&b.rival[row+marginRows], rival)
	}
}

// window cuts the window around a corner out of the planes.
func (b *board) window(at duo.Square, flip playout.Flip) (fresh, corners, rival plane) {
	step, row := 1, at.Row()+marginRows-playout.Reach
	if flip&playout.FlipRows != 0 {
		step, row = -1, at.Row()+marginRows+playout.Reach
	}
	side, col := 0, at.Col()
	if flip&playout.FlipCols != 0 {
		side, col = 1, duo.BoardSize-1-col
	}
	shift := col + marginCols - playout.Reach
	for i := range windowSide {
		word, at := i/wordRows, i%wordRows*windowSide
		fresh[word] |= uint64(b.fresh[row][side]>>shift&rowMask) << at
		corners[word] |= uint64(b.corners[row][side]>>shift&rowMask) << at
		rival[word] |= uint64(b.rival[row][side]>>shift&rowMask) << at
		row += step
	}
	return fresh, corners, rival
}

// Leaves appends all legal moves of the player to move to dst, in the order of
// playout.State.Moves, each with its value and cycle, and returns it with the first cycle in which
// the unit has nothing left to do.
//
// The value is that of making the move, evaluating, and taking it back, but computed from the
// window of the move. With A allowed, C corners, the corners gained are the diagonal cells in A and
// not in C, the corners lost are the cells of the tile and beside it in C, and the rival loses his
// corners under the tile.
func Leaves(st *playout.State, cfg Config, dst []Leaf) (leaves []Leaf, done int) {
	u := unit{cfg: cfg}
	return u.leaves(st, everywhere, dst)
}

// LeavesAt is Leaves for the corner on one square alone, if there is one: what a node lists for a killer.
func LeavesAt(st *playout.State, at duo.Square, cfg Config, dst []Leaf) (leaves []Leaf, done int) {
	u := unit{cfg: cfg}
	return u.leaves(st, span{at, at}, dst)
}

// span holds the squares whose corners are listed: from the first one to the last, in reading order.
type span struct{ first, last duo.Square }

var everywhere = span{0, duo.NumSquares - 1}

// unit holds the working memory of Leaves.
type unit struct {
	cfg     Config
	board   board
	list    playout.List
	corners []corner // visited by the latest list
	limited bool     // the list has left out corners: it has its greatest length
}

// corner is a corner that a list has visited, with the number of its moves.
type corner struct{ row, moves int }

// leaves is Leaves for the corners in a span.
func (u *unit) leaves(st *playout.State, in span, dst []Leaf) (leaves []Leaf, done int) {
	visited := st
	if in != everywhere {
		part := st.Between(in.first, in.last)
		visited = &part
	}
	w := u.cfg.Weights
	n, moves := visited.List(playout.Uniform, &u.list)
	u.limited = n == playout.MaxListedCorners || moves >= playout.MaxListedMoves
	u.corners = u.corners[:0]
	u.board.fill(st)
	t := u.cfg.timeline()
	listed := u.list[:n]
	for row := in.first.Row(); row <= in.last.Row(); row++ {
		if u.board.tops[row] != 0 {
			t.visit()
		}
		for tops := u.board.tops[row]; tops != 0; tops &= tops - 1 {
			at := duo.NewSquare(row, bits.TrailingZeros16(tops))
			if at < in.first || at > in.last {
				continue
			}
			if len(listed) == 0 || listed[0].Square() != at {
				u.corners = append(u.corners, corner{row, 0})
				t.corner(row, 0)
				continue
			}
			l := &listed[0]
			listed = listed[1:]
			u.corners = append(u.corners, corner{row, l.Count()})
			cycle := t.corner(row, l.Count())
			fresh, corners, rival := u.board.window(at, l.Flip())
			for word, set := range l.Patterns() {
				for ; set != 0; set &= set - 1 {
					p := playout.Pattern(64*word + bits.TrailingZeros64(set))
					m := &masks[p]
					value := w.Own*(m.diagonal.count(&fresh)-m.near.count(&corners)) +
						w.Rival*m.tile.count(&rival) + w.Square*m.size
					dst = append(dst, Leaf{playout.AnchorMove{Anchor: at, Flip: l.Flip(), Pattern: p}, value, cycle})
					cycle++
				}
			}
		}
	}
	return dst, t.done()
}

// Cycles of the leaf unit. Cosimulation asserts that the hardware keeps exactly these numbers.
const (
	rowSeen    = 3 // from the start until the first row with corners has come; one more after the row above
	firstPick  = 2 // from there until its first window can begin
	windowFull = 4 // from the last row read until the window is full
	samePick   = 2 // from the last row read until the next window can begin, if it is of the same row
	rowPick    = 5 // the same, if it is of another row; one more after the row above
	listBegin  = 2 // from a full window taken until the first pattern
	leafStages = 8 // from a pattern to its value
	leafEnd    = 2 // from a value until the unit is at rest
)

// timeline gives the cycles of the walk from corner to corner, and of the list of patterns:
// modules corner_walk and pattern_list.
type timeline struct {
	fill  int  // cycles to read the rows of a window
	above int  // cycles to read the row above one with corners before it: none with two banks
	row   int  // of the corner before; -1: none
	seen  bool // a row with corners has been read
	read  int  // its last row is read
	taken int  // its window is taken
	ready int  // the list is ready for the next set
	last  int  // the last value is there; 0: none
}

// WindowCycles is the time to read the rows of the window around a corner.
func (c Config) WindowCycles() int { return windowSide / c.banks() }

func (c Config) timeline() timeline {
	return timeline{row: -1, fill: c.WindowCycles(), above: MaxBanks - c.banks()}
}

// visit adds the next row with corners, before those of its corners that are listed.
func (t *timeline) visit() { t.seen = true }

// corner adds the next corner, and returns the cycle of the first of its n values.
func (t *timeline) corner(row, n int) int {
	switch {
	case t.row < 0:
		t.read = rowSeen + t.above + firstPick
	case row == t.row:
		t.read = max(t.read+samePick, t.taken)
	default:
		t.read = max(t.read+rowPick+t.above, t.taken)
	}
	t.read += t.fill
	t.row = row
	t.taken = max(t.read+windowFull, t.ready)
	t.ready = t.taken + 1 + n
	first := t.taken + listBegin + leafStages
	if n > 0 {
		t.last = first + n - 1
	}
	return first
}

// done returns the first cycle in which the unit is at rest.
func (t *timeline) done() int {
	switch {
	case !t.seen:
		return 1
	case t.row < 0:
		return rowSeen + t.above + 1
	case t.last > 0:
		return max(t.taken+1, t.last+leafEnd)
	}
	return t.taken + 1
}
