// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Term is one of the quantities of a position in the static evaluation. All except the last two are
// differences: player 1 less player 2.
type Term int

// Terms. The reach of a player at a distance is the number of allowed squares within that many
// steps of his anchors. A step goes to a square that shares an edge, and stays on allowed squares.
const (
	SquaresCovered Term = iota
	Corners             // anchors: corners or, before the first placement, the start square
	Allowed             // squares that a placement may cover
	Reach1
	Reach2
	Reach4
	Reach8
	SideToMove  // 1 with player 1 to move, else -1
	FirstPlayer // 1 if player 1 moved first, else -1
	NumTerms
)

// String returns the name of the term.
func (t Term) String() string { return termNames[t] }

var termNames = [NumTerms]string{
	"squares covered", "corners", "allowed squares", "reach 1", "reach 2", "reach 4", "reach 8", "side to move", "first player",
}

// MaxTerm bounds the absolute value of each term.
const MaxTerm = duo.NumSquares

// MaxPlaced is the number of tiles of both players, the last phase of the static evaluation.
const MaxPlaced = 2 * duo.NumTiles

// Placed returns the number of tiles that both players have placed, 0..MaxPlaced: the phase
// of the static evaluation.
func Placed(pos *duo.Position) int {
	return MaxPlaced - bits.OnesCount32(uint32(pos.TilesLeft(duo.Player1))) - bits.OnesCount32(uint32(pos.TilesLeft(duo.Player2)))
}

// Terms returns the terms of a position.
func Terms(pos *duo.Position) (t [NumTerms]int32) {
	both := sides(pos)
	for pl := range both {
		s := &both[pl]
		addTerms(&t, 1-2*int32(pl), s.squares.count(), s.allowed, s.anchors)
	}
	t[SideToMove] = 1 - 2*int32(pos.ToMove())
	t[FirstPlayer] = 1 - 2*int32(pos.FirstToMove())
	return t
}

// addTerms adds a player's part of the terms, with a sign.
func addTerms(t *[NumTerms]int32, sign, covered int32, allowed, anchors squares) {
	t[SquaresCovered] += sign * covered
	t[Corners] += sign * anchors.count()
	t[Allowed] += sign * allowed.count()
	r := anchors.step(allowed)
	t[Reach1] += sign * r.count()
	r = r.step(allowed)
	t[Reach2] += sign * r.count()
	r = r.step(allowed).step(allowed)
	t[Reach4] += sign * r.count()
	r = r.step(allowed).step(allowed).step(allowed).step(allowed)
	t[Reach8] += sign * r.count()
}

// Side is a player's part of a position whose squares are known without one: the number of squares
// covered, those that a placement may cover, and the anchors; see Term.
type Side struct {
	Covered          int
	Allowed, Anchors duo.Bitboard
}

// TermsOf returns the terms of a position, given its players' parts, the player to move and the one who
// moved first.
func TermsOf(sides *[2]Side, toMove, first duo.Player) (t [NumTerms]int32) {
	for pl := range sides {
		s := &sides[pl]
		addTerms(&t, 1-2*int32(pl), int32(s.Covered), squaresOf(&s.Allowed), squaresOf(&s.Anchors))
	}
	t[SideToMove] = 1 - 2*int32(toMove)
	t[FirstPlayer] = 1 - 2*int32(first)
	return t
}
