// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import "github.com/tessera-fpga/tessera/golden/duo"

// board is a set of squares in the form that playouts use. It holds the rows twice, the other time
// (index FlipRows) from bottom to top. The word of a row holds the row twice, from left to right and
// from right to left. So a window in any mirror is eight words on end, shifted alike. Columns are a
// to n here, and bit 0 is at the left:
//
//	bits  0 to 31: ....abcdefghijklmn..............
//	bits 32 to 63: ....nmlkjihgfedcba..............
//
// The rowMargin bits before each picture and as many rows at both ends of the board are empty, so
// that a window at the edge needs no check: row 0 of the board is word rowMargin. The remaining
// words are unused: they make a check of an index of rowIndexBits unnecessary.
type board [2][1 << rowIndexBits]uint64

const (
	rowMargin    = Reach
	rowIndexBits = 5
	rowIndexMask = 1<<rowIndexBits - 1
	mirrorShift  = 32 // from a picture to the mirrored one
)

// rowBit returns the bits of the square in that column, one in each picture.
func rowBit(col int) uint64 {
	return 1<<((col+rowMargin)&63) | 1<<((mirrorShift+rowMargin+duo.BoardSize-1-col)&63)
}

// set adds the square, and clear removes squares of a word of rows.
func (b *board) set(row, col int) {
	b[0][row+rowMargin] |= rowBit(col)
	b[FlipRows][fromBottom(row+rowMargin)] |= rowBit(col)
}

func (b *board) clear(i int, squares uint64) {
	b[0][i&rowIndexMask] &^= squares
	b[FlipRows][fromBottom(i)] &^= squares
}

// fromBottom returns the index of a row's word from bottom to top.
func fromBottom(i int) int { return (2*rowMargin + duo.BoardSize - 1 - i) & rowIndexMask }

func boardOf(squares duo.Bitboard) (b board) {
	for s := range duo.Square(duo.NumSquares) {
		if squares.Has(s) {
			b.set(s.Row(), s.Col())
		}
	}
	return b
}

// row returns a row: bit 0 is the left column.
func (b *board) row(row int) uint16 { return uint16(b[0][(row+rowMargin)&rowIndexMask] >> rowMargin) }

// side holds a playout's data of one player. The anchors, which the anchor method visits, are the
// squares of allowed[withAnchors] that allowed[noAnchors] lacks.
type side struct {
	allowed [2]board    // squares that a placement may cover
	tiles   duo.TileSet // tiles left
	usable  PatternSet  // patterns of these tiles
	value   int         // squares placed, and the bonus for placing all tiles
	out     bool        // has passed, or the game is over
}

const (
	withAnchors = 0
	noAnchors   = 1
)

// row returns a row of the allowed squares and of the anchors.
func (s *side) row(row int) (allowed, anchors uint16) {
	allowed = s.allowed[withAnchors].row(row)
	return allowed, allowed &^ s.allowed[noAnchors].row(row)
}

// first reports whether the player has yet to make his first placement.
func (s *side) first() bool { return s.tiles == duo.AllTiles }

// State is a position in the form of the playouts and the hardware's lanes.
type State struct {
	sides  [2]side
	toMove duo.Player
}

// ToMove returns the player to move.
func (st *State) ToMove() duo.Player { return st.toMove }

// SetToMove makes any player the one to move, even one who is out.
func (st *State) SetToMove(pl duo.Player) { st.toMove = pl }

// Over reports whether both players are out.
func (st *State) Over() bool { return st.sides[0].out && st.sides[1].out }

// Out reports whether the player has passed, or the game is over.
func (st *State) Out(pl duo.Player) bool { return st.sides[pl].out }

// Tiles returns the tiles that the player has left.
func (st *State) Tiles(pl duo.Player) duo.TileSet { return st.sides[pl].tiles }

// Value returns the number of squares that the player has placed, 0..89, plus 15 or 20 for placing
// all tiles (20 if the monomino is the last).
func (st *State) Value(pl duo.Player) int { return st.sides[pl].value }

// Margin returns the score of player 1 less the score of player 2, bonuses included, if the game
// ended here.
func (st *State) Margin() int { return st.sides[duo.Player1].value - st.sides[duo.Player2].value }

// Row returns a row of the squares that a placement of the player may cover, and of the squares
// visited as anchors: bit 0 is the left column.
func (st *State) Row(pl duo.Player, row int) (allowed, anchors uint16) {
	return st.sides[pl].row(row)
}

// Squares returns the squares that a placement of the player may cover, and those visited as anchors.
func (st *State) Squares(pl duo.Player) (allowed, anchors duo.Bitboard) {
	for row := range duo.BoardSize {
		a, b := st.sides[pl].row(row)
		allowed[row/4] |= uint64(a) << (row % 4 * 16)
		anchors[row/4] |= uint64(b) << (row % 4 * 16)
	}
	return allowed, anchors
}

// InRows returns the position as List has it at the corners in rows first to last: the corners above
// count as visited, and those below are not visited. It is good for List alone.
func (st *State) InRows(first, last int) State {
	in := *st
	s := &in.sides[st.toMove]
	for row := range duo.BoardSize {
		i := row + rowMargin
		switch anchors := s.allowed[withAnchors][0][i] &^ s.allowed[noAnchors][0][i]; {
		case row < first:
			s.allowed[withAnchors].clear(i, anchors)
		case row > last:
			s.allowed[noAnchors][0][i] |= anchors
			s.allowed[noAnchors][FlipRows][fromBottom(i)] |= anchors
		}
	}
	return in
}

// FirstAnchors returns the anchors of a player's first placement; see package golden.
func FirstAnchors(pl duo.Player) duo.Bitboard { return firstAnchors[pl] }

var firstAnchors = func() (out [2]duo.Bitboard) {
	for pl := range duo.Player(2) {
		start := pl.Start()
		for s := range duo.Square(duo.NumSquares) {
			if s <= start && abs(s.Row()-start.Row())+abs(s.Col()-start.Col()) <= Reach {
				out[pl].Set(s)
			}
		}
	}
	return out
}()

func abs(x int) int { return max(x, -x) }

// NewState returns the state of a position. A player who has passed is still in the game, as in
// NewRoot.
func NewState(p *duo.Position) (st State) {
	st.toMove = p.ToMove()
	for pl := range duo.Player(2) {
		allowed, anchors := p.Anchors(pl)
		s := &st.sides[pl]
		s.tiles = p.TilesLeft(pl)
		if s.first() {
			anchors = allowed.And(firstAnchors[pl])
		}
		s.allowed = [2]board{withAnchors: boardOf(allowed), noAnchors: boardOf(allowed.AndNot(anchors))}
		s.usable = ofTiles(s.tiles)
		s.value = p.Score(pl) + duo.NumCells
		s.out = p.Over()
	}
	return st
}

// play lays a pattern for the player to move and passes the turn on. It goes down the rows of the
// board, from the row above the tile to the row below. cur is the tile's part of the current row,
// prev of the row before, next of the row after. The mover's squares change in this way:
//
//	the tile       allowed: - goes   anchors: + comes
//	. . . . . .    . . - - . .       . + . . + .      next
//	. . x x . .    . - - - - .       . . . . . .      cur, next
//	. . . x . .    . . - - - .       . + . . . .      prev, cur
//	. . . . . .    . . . - . .       . . + . + .      prev
//
// In each row the mover loses the squares of cur, the squares beside them, and the squares above
// and below (next, prev). Squares diagonal to next and prev become anchors, if they are still
// allowed; anchors that are no longer allowed go. The rival loses the squares of cur.
func (st *State) play(row, col int, flip Flip, p Pattern) {
	own, rival := &st.sides[st.toMove], &st.sides[st.toMove.Rival()]
	if own.first() {
		own.allowed[noAnchors] = own.allowed[withAnchors]
	}
	sh, mirrored := &footprints[p][flip], &footprints[p][flip^FlipCols]
	top := row + sh.top + rowMargin
	shift := col + sh.left + rowMargin
	mirroredShift := mirrorShift + duo.BoardSize - 1 - col + mirrored.left + rowMargin
	var prev, cur uint64
	for i := -1; i <= sh.height; i++ {
		var next uint64
		if i+1 < sh.height {
			next = sh.rows[i+1]<<(shift&63) | mirrored.rows[i+1]<<(mirroredShift&63)
		}
		lost := cur | cur<<1 | cur>>1 | prev | next
		diagonal := (prev|next)<<1 | (prev|next)>>1
		own.allowed[withAnchors].clear(top+i, lost)
		own.allowed[noAnchors].clear(top+i, lost|diagonal)
		rival.allowed[withAnchors].clear(top+i, cur)
		rival.allowed[noAnchors].clear(top+i, cur)
		prev, cur = cur, next
	}
	tile := p.Tile()
	own.tiles &^= 1 << tile
	own.usable[0] &^= patternsOfTile[tile][0]
	own.usable[1] &^= patternsOfTile[tile][1]
	own.value += tile.Size()
	if own.tiles == 0 {
		own.value += 15
		if tile == 0 {
			own.value += 5
		}
		own.out, rival.out = true, true
	}
	st.next()
}

// Play makes a move of the player to move and passes the turn on. The move must be legal.
func (st *State) Play(m AnchorMove) { st.play(m.Anchor.Row(), m.Anchor.Col(), m.Flip, m.Pattern) }

// Pass puts the player to move out of the game: a player without a move never gets one
// again.
func (st *State) Pass() {
	st.sides[st.toMove].out = true
	st.next()
}

func (st *State) next() {
	if !st.sides[st.toMove.Rival()].out {
		st.toMove = st.toMove.Rival()
	}
}
