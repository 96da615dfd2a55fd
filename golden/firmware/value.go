// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"math"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// termNames are the terms under the sources' names, and their number. The reaches follow the first
// one.
var termNames = map[string]int{
	"T_SQUARES": int(evaluation.SquaresCovered), "T_CORNERS": int(evaluation.Corners), "T_ALLOWED": int(evaluation.Allowed),
	"T_REACH": int(evaluation.Reach1), "T_TO_MOVE": int(evaluation.SideToMove), "T_FIRST": int(evaluation.FirstPlayer),
	"TERMS": int(evaluation.NumTerms),
}

// exponentials returns the tables of exp(-x/256). x is 128 i + 8 j + k; the tables hold
//
//	exp_d  1 - exp(-k/256), 21 bits behind the point, so that it has no more than 16
//	exp_b  exp(-8j/256), 32 bits behind the point, the high half first
//	exp_a  exp(-128i/256), 32 bits behind the point, the high half first
//
// and end with the last i, as in package tree. The routine drops low bits. Two entries deviate from
// the nearest numbers, and so its result equals package tree's for each x.
func exponentials() []table {
	const entriesD, entriesB, entriesA = 8, 16, 24
	d := make([]uint16, entriesD)
	for k := range d {
		d[k] = uint16(math.Round((1 - math.Exp(-float64(k)/tree.Nat)) * (1 << 21)))
	}
	d[7]++
	b := make([]uint64, entriesB)
	for j := range b {
		b[j] = uint64(math.Round(math.Exp(-float64(entriesD*j)/tree.Nat) * (1 << 32)))
	}
	b[0] -= 1 << 11
	a := make([]uint64, entriesA)
	for i := range a {
		a[i] = uint64(math.Round(math.Exp(-float64(entriesD*entriesB*i)/tree.Nat) * (1 << 32)))
	}
	a[0]--
	halves := func(entries []uint64) (words []uint16) {
		for _, e := range entries {
			words = append(words, uint16(e>>16), uint16(e))
		}
		return words
	}
	return []table{{"exp_d", d}, {"exp_b", halves(b)}, {"exp_a", halves(a)}}
}

// phases returns two words for each number of tiles on the board: the margin per point of the
// playouts' mean margin, in 1/256 point, and the margin's spread.
func phases(e *evaluation.Evaluator) table {
	var words []uint16
	for placed := range evaluation.MaxPlaced + 1 {
		w := e.MarginWeights(placed)
		words = append(words, uint16(w.Playouts), uint16(w.Spread))
	}
	return table{"phases", words}
}

// knots returns the terms' parts of the margin with playouts, at the knots of the
// phases.
func knots(w *evaluation.Weights) table {
	var words []uint16
	for _, knot := range w.Rest {
		for _, weight := range knot {
			words = append(words, uint16(weight))
		}
	}
	return table{"knots", words}
}

// firstAnchors returns the rows of the squares that a lane visits for player 1's first placement,
// starting at their first row. Player 2's squares have the same layout around his start square.
func firstAnchors() table {
	squares := playout.FirstAnchors(duo.Player1)
	var words []uint16
	for row := range duo.BoardSize {
		if w := rowOf(&squares, row); w != 0 {
			words = append(words, w)
		}
	}
	return table{"first_anchors", words}
}

// rowOf returns a row of a set of squares; bit 0 is the left column.
func rowOf(b *duo.Bitboard, row int) (w uint16) {
	for col := range duo.BoardSize {
		if b.Has(duo.NewSquare(row, col)) {
			w |= 1 << col
		}
	}
	return w
}

// valueTables returns the tables of value.asm and lane.asm.
func valueTables() []table {
	return append(exponentials(), phases(evaluation.New(&evaluation.Chip)), knots(&evaluation.Chip), firstAnchors())
}
