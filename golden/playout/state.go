// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// side holds a playout's data of one player.
type side struct {
	allowed board       // squares that a placement may cover
	tiles   duo.TileSet // tiles left
	usable  PatternSet  // patterns of these tiles
	hopes   hopes
	value   int  // squares placed, and the bonus for placing all tiles
	out     bool // has passed, or the game is over
}

// hopes holds, for each size of tiles, the squares where the player may have a move with such a
// tile, if the square is an anchor of his. An anchor without such moves stays without them until it
// is no longer allowed, so lists of the largest tiles leave it out. Index 0 is unused.
type hopes [MaxTileSize + 1]picture

var allHopes = hopes{everywhere, everywhere, everywhere, everywhere, everywhere, everywhere}

// row returns a row of the allowed squares and of the anchors.
func (s *side) row(row int) (allowed, anchors uint16) {
	allowed = s.allowed[0][withAnchors].row(row)
	return allowed, allowed &^ s.allowed[0][noAnchors].row(row)
}

// anchors returns four rows of the anchors, the first of them at the top.
func (s *side) anchors(top int) uint64 {
	return s.allowed[0][withAnchors].four(top) ^ s.allowed[0][noAnchors].four(top)
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
	s := &st.sides[pl]
	allowed = s.allowed[0][withAnchors].squares()
	return allowed, allowed.AndNot(s.allowed[0][noAnchors].squares())
}

// Between returns the position as List has it at the corners from one square to another, in reading
// order: those before count as visited, and those behind are not visited. It is good for List alone.
func (st *State) Between(first, last duo.Square) State {
	in := *st
	s := &in.sides[st.toMove]
	for row := range duo.BoardSize {
		_, anchors := in.Row(st.toMove, row)
		for ; anchors != 0; anchors &= anchors - 1 {
			col := bits.TrailingZeros16(anchors)
			at := placeOf(row, col)
			switch square := duo.NewSquare(row, col); {
			case square < first:
				s.allowed.clear(withAnchors, at)
			case square > last:
				s.allowed.set(noAnchors, at)
			}
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
		s.allowed = boardOf(allowed, anchors)
		s.usable, s.hopes = ofTiles(s.tiles), allHopes
		s.value = p.Score(pl) + duo.NumCells
		s.out = p.Over()
	}
	return st
}

// play lays a pattern for the player to move and passes the turn on. The mover's squares change in
// this way:
//
//	the tile       allowed: - goes   anchors: + comes
//	. . . . . .    . . - - . .       . + . . + .
//	. . x x . .    . - - - - .       . . . . . .
//	. . . x . .    . . - - - .       . + . . . .
//	. . . . . .    . . . - . .       . . + . + .
//
// The mover loses the squares of the tile and those that share an edge with it. The squares that
// touch it only at a vertex become anchors, if they are still allowed; anchors that are no longer
// allowed go. The rival loses the squares of the tile.
func (st *State) play(at place, flip Flip, p Pattern) {
	own, rival := &st.sides[st.toMove], &st.sides[st.toMove.Rival()]
	if own.first() {
		own.hopes = allHopes // an anchor of the first placement may become one again
		for f := range own.allowed {
			own.allowed[f][noAnchors] = own.allowed[f][withAnchors]
		}
	}
	for f := range Flip(len(own.allowed)) {
		sh := &footprints[p&127][(flip^f)&3]
		i := sh.from + uint(at.mirrored(f))
		i, n := i/8, i%8
		mine, his := &own.allowed[f], &rival.allowed[f]
		mine[withAnchors].remove(i, sh.lost[0]<<n, sh.lost[1]<<n)
		mine[noAnchors].remove(i, sh.touched[0]<<n, sh.touched[1]<<n)
		his[withAnchors].remove(i, sh.tile[0]<<n, sh.tile[1]<<n)
		his[noAnchors].remove(i, sh.tile[0]<<n, sh.tile[1]<<n)
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
func (st *State) Play(m AnchorMove) {
	st.play(placeOf(m.Anchor.Row(), m.Anchor.Col()), m.Flip, m.Pattern)
}

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
