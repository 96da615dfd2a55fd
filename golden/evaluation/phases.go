// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import "github.com/tessera-fpga/tessera/golden/duo"

// PriorWeights returns the contribution of a unit of each feature to the logarithm of a move's
// weight, in 1/256 nat, when the player to move has placed that many tiles, 0..duo.NumTiles. Each
// result is a row of the hardware's table, so that the hardware need not interpolate.
func (e *Evaluator) PriorWeights(placed int) [NumFeatures]int32 { return e.prior[placed] }

// PatternWeights returns the contribution of 1 of each hidden unit's sum, in 1/SquareUnit of 1/256 nat,
// when the player to move has placed that many tiles, 0..duo.NumTiles; zeros without patterns.
func (e *Evaluator) PatternWeights(placed int) [HiddenUnits]int32 { return e.patterns.out[placed] }

// MarginWeights are the weights of the margin in one phase; see Weights.
type MarginWeights struct {
	Static, Rest     [NumTerms]int32
	Playouts, Spread int32
}

// MarginWeights returns the weights of the margin when both players have placed that many tiles,
// 0..MaxPlaced.
func (e *Evaluator) MarginWeights(placed int) MarginWeights {
	return MarginWeights{e.static[placed], e.rest[placed], e.playouts[placed], e.spread[placed]}
}

// Reach returns the allowed squares within that many steps of the player's anchors. With 0 steps it
// returns the anchors; see Term.
func Reach(pos *duo.Position, pl duo.Player, steps int) duo.Bitboard {
	both := sides(pos)
	s := &both[pl]
	reached := s.anchors
	for range steps {
		reached = reached.step(s.allowed)
	}
	return duo.Bitboard{reached.a, reached.b, reached.c, reached.d}
}

// Rings returns the number of rings that contain a square, 0..NumRings: its nearness to the centre.
func Rings(s duo.Square) (rings int) {
	for _, inset := range ringInset {
		if least(s) >= inset {
			rings++
		}
	}
	return rings
}
