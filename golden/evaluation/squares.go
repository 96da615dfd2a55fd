// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// squares is a set of squares with the words of duo.Bitboard: rows 16 bits apart, so that columns
// 14 and 15 are always empty. It is a struct because Go keeps four fields in registers, but no
// array.
type squares struct{ a, b, c, d uint64 }

func squaresOf(b *duo.Bitboard) squares { return squares{b[0], b[1], b[2], b[3]} }

const (
	rowStride = 16
	fullRow   = 1<<duo.BoardSize - 1
	fourRows  = fullRow | fullRow<<rowStride | fullRow<<(2*rowStride) | fullRow<<(3*rowStride)
	twoRows   = fullRow | fullRow<<rowStride
)

// board holds every square.
var board = squares{fourRows, fourRows, fourRows, twoRows}

func (s squares) and(t squares) squares { return squares{s.a & t.a, s.b & t.b, s.c & t.c, s.d & t.d} }
func (s squares) or(t squares) squares  { return squares{s.a | t.a, s.b | t.b, s.c | t.c, s.d | t.d} }
func (s squares) andNot(t squares) squares {
	return squares{s.a &^ t.a, s.b &^ t.b, s.c &^ t.c, s.d &^ t.d}
}

func (s squares) count() int32 {
	return int32(bits.OnesCount64(s.a) + bits.OnesCount64(s.b) + bits.OnesCount64(s.c) + bits.OnesCount64(s.d))
}

// beside returns the squares to the left and to the right of the set, on the board or in the empty
// columns.
func (s squares) beside() squares {
	return squares{s.a<<1 | s.a>>1, s.b<<1 | s.b>>1, s.c<<1 | s.c>>1, s.d<<1 | s.d>>1}
}

// aboveBelow returns the squares above and below the set, on the board or below it.
func (s squares) aboveBelow() squares {
	const carry = 64 - rowStride
	return squares{
		s.a<<rowStride | s.a>>rowStride | s.b<<carry,
		s.b<<rowStride | s.b>>rowStride | s.c<<carry | s.a>>carry,
		s.c<<rowStride | s.c>>rowStride | s.d<<carry | s.b>>carry,
		s.d<<rowStride | s.d>>rowStride | s.c>>carry,
	}
}

// edges returns the squares that share an edge with the set, and diagonals the squares that touch
// it at a vertex.
func (s squares) edges() squares     { return s.beside().or(s.aboveBelow()) }
func (s squares) diagonals() squares { return s.beside().aboveBelow() }

// step returns the set, plus the adjacent squares of within.
func (s squares) step(within squares) squares { return s.or(s.edges().and(within)) }

// side holds the evaluation's data of one player.
type side struct {
	squares squares // covered squares
	allowed squares // squares that a placement may cover
	anchors squares // a placement must cover one of these squares; see duo.Position.Anchors
}

// sideOf returns the side of the player; empty holds the empty squares of the board.
func sideOf(pos *duo.Position, pl duo.Player, empty squares) (s side) {
	own := pos.Squares(pl)
	s.squares = squaresOf(&own)
	s.allowed = empty.andNot(s.squares.edges())
	if pos.TilesLeft(pl) == duo.AllTiles {
		s.anchors = starts[pl].and(s.allowed)
	} else {
		s.anchors = s.squares.diagonals().and(s.allowed)
	}
	return s
}

// sides returns both sides, player 1's first.
func sides(pos *duo.Position) (s [2]side) {
	one, two := pos.Squares(duo.Player1), pos.Squares(duo.Player2)
	empty := board.andNot(squaresOf(&one).or(squaresOf(&two)))
	s[0] = sideOf(pos, duo.Player1, empty)
	s[1] = sideOf(pos, duo.Player2, empty)
	return s
}

// starts holds the start square of each player.
var starts = func() (out [2]squares) {
	for pl := range duo.Player(2) {
		var b duo.Bitboard
		b.Set(pl.Start())
		out[pl] = squaresOf(&b)
	}
	return out
}()
