// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// A row of the board is a word that holds the row twice, from left to right and from right to left,
// so that a shift also reads a window mirrored left to right. Columns are a to t here, and bit 0 is
// the leftmost column:
//
//	bits  0 to 31: ....abcdefghijklmnopqrst........
//	bits 32 to 63: ....tsrqponmlkjihgfedcba........
//
// The margin bits before each image, and as many rows at both ends of the board, are empty, so that
// a window at the edge needs no check: row 0 of the board is word margin of a picture.
const (
	margin      = playout.Reach
	pictureRows = 32
	rowMask     = pictureRows - 1
	mirrorShift = 32 // from a row to its mirrored image
	allColumns  = 1<<BoardSize - 1
)

// rowBit returns the bits of the square in that column, one in each image.
func rowBit(col int) uint64 {
	return 1<<((col+margin)&63) | 1<<((mirrorShift+margin+BoardSize-1-col)&63)
}

// rowSet is a set of squares in one image only, from left to right, with the same margins.
type rowSet [32]uint32

func (r *rowSet) has(row, col int) bool { return r[(row+margin)&rowMask]>>((col+margin)&31)&1 != 0 }

// side holds a position's data of one colour.
type side struct {
	// rows holds two pictures: the allowed squares, and the allowed squares without the anchors. A
	// placement covers at least one anchor; anchors are the corners, or the start square.
	rows    [2 * pictureRows]uint64
	squares rowSet // squares covered by the colour's tiles
	usable  playout.PatternSet
	tiles   duo.TileSet // tiles left
	placed  uint8       // number of squares placed
	single  bool        // the last placed tile was the single square
	out     bool        // the colour has no legal placement, and never will
}

// allowed and open return words of the two pictures.
func (s *side) allowed(r int) uint64 { return s.rows[r&rowMask] }
func (s *side) open(r int) uint64    { return s.rows[r&rowMask+pictureRows] }

// Position is a state of the game. It is a plain value: copy it by assignment, for example to take
// back a move later. The zero value is not a position; use New.
type Position struct {
	sides  [NumColours]side
	toMove Colour
	plies  uint8
}

// New returns the empty board with blue to move.
func New() Position { return start }

var start = func() (p Position) {
	for c := range Colour(NumColours) {
		s := &p.sides[c]
		for row := range BoardSize {
			for col := range BoardSize {
				s.rows[row+margin] |= rowBit(col)
			}
		}
		copy(s.rows[pictureRows:], s.rows[:pictureRows])
		s.rows[c.Start().Row()+margin+pictureRows] &^= rowBit(c.Start().Col())
		s.tiles = duo.AllTiles
		for pattern := range playout.Pattern(playout.NumPatterns) {
			s.usable[pattern/64] |= 1 << (pattern % 64)
		}
	}
	return p
}()

// ToMove returns the colour to move. The colour has a legal move, unless the game is over or
// SetToMove has made it the colour to move.
func (p *Position) ToMove() Colour { return p.toMove }

// SetToMove makes any colour the one to move, for searches that leave out others' moves. It reports
// whether the colour has a legal move.
func (p *Position) SetToMove(c Colour) bool {
	p.toMove = c
	s := &p.sides[c]
	s.out = s.out || !s.canMove()
	return !s.out
}

// Plies returns the number of moves made.
func (p *Position) Plies() int { return int(p.plies) }

// Over reports whether no colour has a legal move.
func (p *Position) Over() bool {
	return p.sides[Blue].out && p.sides[Yellow].out && p.sides[Red].out && p.sides[Green].out
}

// Out reports whether the colour has been skipped for lack of a legal move, and stays out until the
// end. A colour that has lost its last possible placement is not out before its next turn.
func (p *Position) Out(c Colour) bool { return p.sides[c].out }

// TilesLeft returns the tiles that the colour has not placed.
func (p *Position) TilesLeft(c Colour) duo.TileSet { return p.sides[c].tiles }

// SquaresPlaced returns the number of squares that the colour has covered, 0..89.
func (p *Position) SquaresPlaced(c Colour) int { return int(p.sides[c].placed) }

// Has reports whether the square is covered by a tile of the colour.
func (p *Position) Has(c Colour, s Square) bool {
	return p.sides[c].squares.has(s.Row(), s.Col())
}

// At returns the colour that covers a square. ok is false if the square is empty.
func (p *Position) At(s Square) (c Colour, ok bool) {
	for c := range Colour(NumColours) {
		if p.Has(c, s) {
			return c, true
		}
	}
	return 0, false
}

// Allowed returns a row of the squares that a placement of the colour may cover, bit 0 at the left.
func (p *Position) Allowed(c Colour, row int) uint32 {
	return uint32(p.sides[c].allowed(row+margin)) >> margin & allColumns
}

// Anchors returns a row of allowed squares. Every placement of the colour must cover at least one
// of them: the squares are its corners or, before its first placement, its start square. Bit 0 is
// at the left.
func (p *Position) Anchors(c Colour, row int) uint32 {
	s := &p.sides[c]
	return uint32(s.allowed(row+margin)&^s.open(row+margin)) >> margin & allColumns
}

// shape is an orientation in the form of rows of the board.
type shape struct {
	top, left     int8 // place of the upper left square, relative to the reference cell
	height, width uint8
	size          uint8
	tile          duo.Tile
	rows          [8]uint64          // rows from left to right
	mirrored      [8]uint64          // rows from right to left
	patterns      playout.PatternSet // patterns of the tile
}

var shapes = func() (out [duo.NumOrientations]shape) {
	for o := range out {
		s := &out[o]
		bottom, right := int8(0), int8(0)
		cells := duo.Orientation(o).Cells()
		for _, c := range cells {
			s.top, bottom = min(s.top, c.Row), max(bottom, c.Row)
			s.left, right = min(s.left, c.Col), max(right, c.Col)
		}
		s.height, s.width, s.size = uint8(bottom-s.top+1), uint8(right-s.left+1), uint8(len(cells))
		for _, c := range cells {
			s.rows[c.Row-s.top] |= 1 << (c.Col - s.left)
			s.mirrored[c.Row-s.top] |= 1 << (right - c.Col)
		}
		s.tile = duo.Orientation(o).Tile()
		for pattern := range playout.Pattern(playout.NumPatterns) {
			if pattern.Tile() == s.tile {
				s.patterns[pattern/64] |= 1 << (pattern % 64)
			}
		}
	}
	return out
}()

// Play makes a legal move (see Check) of the colour to move, and passes the turn to the next colour
// that can move.
func (p *Position) Play(m Move) {
	p.place(m)
	p.pass()
}

// PlaceTiles returns a position with tiles that were placed without moves. The turn is the given
// colour's, or the next one's that has a legal move. Tiles of a colour may touch in any way, and need
// not be reachable. A tile that does not lie free on the board, or lies there twice, is a [MoveError].
func PlaceTiles(placed [NumColours][]Move, toMove Colour) (Position, error) {
	p := New()
	for c := range Colour(NumColours) {
		p.toMove = c
		for _, m := range placed[c] {
			switch {
			case m >= NumMoves:
				return p, fmt.Errorf("blokus: move %d, want 0..%d", uint16(m), NumMoves-1)
			case !p.TilesLeft(c).Has(m.Tile()):
				return p, &MoveError{Colour: c, Move: m, Rule: ErrTileUsed}
			}
			for row, col := range m.Cells {
				if !OnBoard(row, col) {
					return p, &MoveError{Colour: c, Move: m, Rule: ErrOffBoard}
				}
				if _, ok := p.At(NewSquare(row, col)); ok {
					return p, &MoveError{c, m, ErrOccupied, NewSquare(row, col), true}
				}
			}
			p.place(m)
		}
		s, start := &p.sides[c], c.Start()
		s.single = false // nobody knows which tile was the last one
		if len(placed[c]) > 0 && !p.corner(c, start.Row(), start.Col()) {
			// The corner of the board is no anchor any more: no tile need lie there.
			at := start.Row() + margin
			s.rows[at+pictureRows] |= s.rows[at] & rowBit(start.Col())
		}
	}
	p.plies = 0
	p.toMove = (toMove + NumColours - 1) % NumColours
	p.pass()
	return p, nil
}

// pass passes the turn to the next colour with a legal move.
func (p *Position) pass() {
	for range NumColours {
		p.toMove = p.toMove.Next()
		if s := &p.sides[p.toMove]; !s.out {
			if s.canMove() {
				return
			}
			s.out = true
		}
	}
}

// place lays a tile of the colour to move. It goes down the rows of the board, from the row above
// the tile to the row below. cur is the tile's part of the current row, prev of the row before,
// next of the row after. The mover's squares change in this way:
//
//	the tile       allowed: - goes   anchors: + comes
//	. . . . . .    . . - - . .       . + . . + .      next
//	. . x x . .    . - - - - .       . . . . . .      cur, next
//	. . . x . .    . . - - - .       . + . . . .      prev, cur
//	. . . . . .    . . . - . .       . . + . + .      prev
//
// In each row the mover loses the squares of cur, the squares beside them, and the squares above
// and below (next, prev). Squares diagonal to next and prev become anchors, while they are allowed.
// The other colours lose the squares of cur.
func (p *Position) place(m Move) {
	o := uint32(m) / NumSquares
	at := uint32(m) - o*NumSquares
	row := at / BoardSize
	col := at - row*BoardSize
	sh := &shapes[o]
	top, left := int(row)+int(sh.top)+margin, int(col)+int(sh.left)
	shift, mirrored := left+margin, mirrorShift+margin+BoardSize-left-int(sh.width)
	own := &p.sides[p.toMove&3]
	first, second, third := &p.sides[(p.toMove+1)&3], &p.sides[(p.toMove+2)&3], &p.sides[(p.toMove+3)&3]
	var prev, cur uint64
	for i := -1; i <= int(sh.height); i++ {
		var next uint64
		if i+1 < int(sh.height) {
			next = sh.rows[i+1]<<(shift&63) | sh.mirrored[i+1]<<(mirrored&63)
		}
		r := (top + i) & rowMask
		allowed := own.rows[r] &^ (cur | cur<<1 | cur>>1 | prev | next)
		own.rows[r] = allowed
		own.rows[r+pictureRows] &= allowed &^ ((prev|next)<<1 | (prev|next)>>1)
		own.squares[r] |= uint32(cur)
		if cur != 0 {
			first.rows[r] &^= cur
			first.rows[r+pictureRows] &^= cur
			second.rows[r] &^= cur
			second.rows[r+pictureRows] &^= cur
			third.rows[r] &^= cur
			third.rows[r+pictureRows] &^= cur
		}
		prev, cur = cur, next
	}
	own.tiles &^= 1 << sh.tile
	own.usable[0] &^= sh.patterns[0]
	own.usable[1] &^= sh.patterns[1]
	own.placed += sh.size
	own.single = sh.size == 1
	p.plies++
}
