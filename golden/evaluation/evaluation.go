// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package evaluation judges moves and positions of Blokus Duo for a tree search: it gives a prior
// on the legal moves, and the expected final margin of a position from the board and the margins of
// playouts. It uses only integers and operations that suit hardware: population counts in the
// window of a placement, floods of at most eight steps over the board, and sums of products with
// weights from a table.
//
// The weights are learned from tessera's own games; "tessera train" writes their files, which record
// their origin. The weights change with the phase of the game: they are piecewise linear between
// knots, so that nothing jumps as the game goes on.
//
// File builtin.go has the built-in weights, file.go the form of their files, provenance.go their
// origin. moves.go has the features of moves, terms.go the terms of positions, squares.go the sets of
// squares that both count.
package evaluation

import (
	"cmp"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// One is the unit of all results: 256 is a nat of the prior or a point of the margin.
const One = 256

// Knots of the phases.
const (
	// PriorKnotStep is the number of a player's placed tiles from one knot of the prior to the
	// next. PriorKnots is the number of knots, the first with no tile placed.
	PriorKnotStep = 3
	PriorKnots    = duo.NumTiles/PriorKnotStep + 1
	// MarginKnotStep and MarginKnots have the same meaning for the margin, by the tiles of both
	// players.
	MarginKnotStep = 4
	MarginKnots    = (MaxPlaced+MarginKnotStep-1)/MarginKnotStep + 1
)

// Weights are the weights of an evaluation, at the knots of the phases.
type Weights struct {
	// Prior is the contribution of a unit of each feature to the logarithm of a move's weight, in
	// 1/256 nat.
	Prior [PriorKnots][NumFeatures]int16
	// Static and Rest are the contributions of a unit of each term to the expected margin of player
	// 1, in 1/256 point: Static without playouts, Rest with playouts.
	Static, Rest [MarginKnots][NumTerms]int16
	// Playouts is the contribution of a point of the playouts' mean margin, in 1/256 point.
	Playouts [MarginKnots]int16
	// Spread is the residual standard deviation of the margin with playouts, in 1/256 point.
	Spread [MarginKnots]int16
	// StaticSpread is the residual standard deviation of the margin without playouts, in 1/256
	// point.
	StaticSpread [MarginKnots]int16
	// Patterns are the weights of the prior's local patterns; nil if it has none.
	Patterns *Patterns `json:",omitempty"`
}

// MarginLimit bounds the absolute value of a margin, in 1/256 point: no game ends with
// more than 109 points, so 16 bits hold it.
const MarginLimit = 127 * One

// Evaluator evaluates with given weights. Only one goroutine at a time may use it. It allocates
// nothing.
type Evaluator struct {
	// The weights of each phase, which would be a ROM in hardware.
	prior        [duo.NumTiles + 1][NumFeatures]int32
	shares       [duo.NumTiles + 1]squareShares
	static, rest [MaxPlaced + 1][NumTerms]int32
	playouts     [MaxPlaced + 1]int32
	spread       [MaxPlaced + 1]int32
	staticSpread [MaxPlaced + 1]int32

	features moveFeatures
	patterns *patterns
	codes    codes
}

// New returns an evaluator.
func New(w *Weights) *Evaluator {
	e := new(Evaluator)
	for placed := range e.prior {
		for i := range NumFeatures {
			e.prior[placed][i] = between(placed, PriorKnotStep, func(k int) int16 { return w.Prior[k][i] })
		}
		e.shares[placed] = sharesOf(&e.prior[placed])
	}
	for placed := range e.static {
		for i := range NumTerms {
			e.static[placed][i] = between(placed, MarginKnotStep, func(k int) int16 { return w.Static[k][i] })
			e.rest[placed][i] = between(placed, MarginKnotStep, func(k int) int16 { return w.Rest[k][i] })
		}
		e.playouts[placed] = between(placed, MarginKnotStep, func(k int) int16 { return w.Playouts[k] })
		e.spread[placed] = between(placed, MarginKnotStep, func(k int) int16 { return w.Spread[k] })
		e.staticSpread[placed] = between(placed, MarginKnotStep, func(k int) int16 { return w.StaticSpread[k] })
	}
	e.patterns = newPatterns(cmp.Or(w.Patterns, new(Patterns)))
	return e
}

// between returns the weight at a phase, on the line from one knot to the next.
func between(placed, step int, knot func(k int) int16) int32 {
	k, rest := placed/step, int32(placed%step)
	if rest == 0 {
		return int32(knot(k))
	}
	sum := int32(knot(k))*(int32(step)-rest) + int32(knot(k+1))*rest
	// Rounding is to the nearest, with halves away from 0, so that both signs are treated alike.
	if sum < 0 {
		return -((-sum + int32(step)/2) / int32(step))
	}
	return (sum + int32(step)/2) / int32(step)
}

// Prior writes the logarithm of the weight of each of the moves to logits, in 1/256 nat, up to a
// common addend: the prior of a move is its weight divided by the sum of all weights. The moves
// must be legal for the player to move; a pass has 0. logits must be as long as moves.
func (e *Evaluator) Prior(pos *duo.Position, moves []duo.Move, logits []int32) {
	placed := TilesPlaced(pos, pos.ToMove())
	weights, shares, out := &e.prior[placed], &e.shares[placed], &e.patterns.out[placed]
	e.features.load(pos)
	e.features.codes(&e.codes)
	logits = logits[:len(moves)]
	for i, m := range moves {
		logits[i] = 0
		if m != duo.Pass {
			sum, counts := e.patterns.logit(&e.codes, m, shares, out)
			logits[i] = sum + e.features.rest(m, counts, weights)
		}
	}
}

// Margin returns the expected final margin of player 1 in 1/256 point, given the sum of the
// margins of n playouts from the position, in points; n may be 0. The game must not be over.
func (e *Evaluator) Margin(pos *duo.Position, playouts int32, n int) int32 {
	placed := Placed(pos)
	terms := Terms(pos)
	if n == 0 {
		return e.StaticMargin(placed, &terms)
	}
	return weigh(&e.rest[placed], &terms, e.playouts[placed]*playouts/int32(n))
}

// StaticMargin returns the margin without playouts of a position with that many tiles on the board,
// 0..MaxPlaced, and these terms.
func (e *Evaluator) StaticMargin(placed int, terms *[NumTerms]int32) int32 {
	return weigh(&e.static[placed], terms, 0)
}

func weigh(weights, terms *[NumTerms]int32, margin int32) int32 {
	for i, v := range terms {
		margin += weights[i] * v
	}
	return min(max(margin, -MarginLimit), MarginLimit)
}

// Spread returns the standard deviation of the final margin from Margin with playouts, in 1/256
// point.
func (e *Evaluator) Spread(pos *duo.Position) int32 { return e.spread[Placed(pos)] }

// StaticSpread returns the standard deviation of the final margin from Margin without playouts, in
// 1/256 point.
func (e *Evaluator) StaticSpread(pos *duo.Position) int32 { return e.staticSpread[Placed(pos)] }
