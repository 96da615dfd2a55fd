// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import "github.com/tessera-fpga/tessera/golden/duo"

// rows is a set of squares in the form that playouts use: the word of a row of the board holds the
// row twice, from left to right and from right to left, so that a shift also reads a window
// mirrored left to right. Columns are a to n here, and bit 0 is at the left:
//
//	bits  0 to 31: ....abcdefghijklmn..............
//	bits 32 to 63: ....nmlkjihgfedcba..............
//
// The rowMargin bits before each picture and as many rows at both ends of the board are empty, so
// that a window at the edge needs no check: row 0 of the board is word rowMargin. The remaining
// words are unused: they make a check of an index of rowIndexBits unnecessary.
type rows [1 << rowIndexBits]uint64

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

func rowsOf(b duo.Bitboard) (r rows) {
	for s := range duo.Square(duo.NumSquares) {
		if b.Has(s) {
			r[s.Row()+rowMargin] |= rowBit(s.Col())
		}
	}
	return r
}

// four returns four rows of the board, 16 bits apart.
func (r *rows) four(top int) uint64 {
	at := top + rowMargin
	row := func(i int) uint64 { return uint64(uint16(r[(at+i)&rowIndexMask]>>rowMargin)) << (16 * i) }
	return row(0) | row(1) | row(2) | row(3)
}

// side holds a playout's data of one player.
type side struct {
	allowed rows        // squares that a placement may cover
	anchors rows        // allowed squares that the anchor method visits
	tiles   duo.TileSet // tiles left
	usable  PatternSet  // patterns of these tiles
	value   int         // squares placed, and the bonus for placing all tiles
	out     bool        // has passed, or the game is over
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
	const all = 1<<duo.BoardSize - 1
	s := &st.sides[pl]
	return uint16(s.allowed[row+rowMargin] >> rowMargin & all), uint16(s.anchors[row+rowMargin] >> rowMargin & all)
}

// Squares returns the squares that a placement of the player may cover, and those visited as anchors.
func (st *State) Squares(pl duo.Player) (allowed, anchors duo.Bitboard) {
	s := &st.sides[pl]
	for i := range allowed {
		allowed[i], anchors[i] = s.allowed.four(4*i), s.anchors.four(4*i)
	}
	return allowed, anchors
}

// InRows returns the position as List has it at the corners in rows first to last: the corners above
// count as visited, and those below are not visited. It is good for List alone.
func (st *State) InRows(first, last int) State {
	in := *st
	s := &in.sides[st.toMove]
	for i := range s.anchors {
		if i < first+rowMargin {
			s.allowed[i] &^= s.anchors[i]
		}
		if i < first+rowMargin || i > last+rowMargin {
			s.anchors[i] = 0
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
		s.allowed, s.anchors = rowsOf(allowed), rowsOf(anchors)
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
		own.anchors = rows{}
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
		r := (top + i) & rowIndexMask
		own.allowed[r] &^= cur | cur<<1 | cur>>1 | prev | next
		diagonal := (prev|next)<<1 | (prev|next)>>1
		own.anchors[r] = (own.anchors[r] | diagonal) & own.allowed[r]
		rival.allowed[r] &^= cur
		rival.anchors[r] &^= cur
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
