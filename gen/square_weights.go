// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// signedBits returns the width of the numbers from least to most in two's complement.
func signedBits(least, most int) int {
	return 1 + max(bits.Len(uint(max(0, most))), bits.Len(uint(max(0, -least-1))))
}

// hiddenWeights are the weights of the expansion unit's hidden units.
var hiddenWeights = sync.OnceValue(func() *twin.HiddenWeights { return twin.HiddenWeightsOf(evaluation.Default.Patterns) })

// squareBounds returns the least and the greatest weight of a square, by role and unit.
func squareBounds(w *twin.HiddenWeights) (least, most [evaluation.NumRoles][evaluation.HiddenUnits]int) {
	for role := range w.Squares {
		for _, row := range w.Squares[role] {
			for unit, v := range row {
				least[role][unit], most[role][unit] = min(least[role][unit], v), max(most[role][unit], v)
			}
		}
	}
	return least, most
}

// The least widths that hold the numbers of the current weights, in two's complement.
var (
	SquareBits = sync.OnceValue(squareBits) // width of a square's weight for a hidden unit
	BiasBits   = sync.OnceValue(biasBits)   // width of a tile's bias
	HiddenBits = sync.OnceValue(hiddenBits) // width of a hidden unit's sum
)

func squareBits() int {
	least, most := squareBounds(hiddenWeights())
	low, high := 0, 0
	for role := range least {
		low, high = min(low, slices.Min(least[role][:])), max(high, slices.Max(most[role][:]))
	}
	return signedBits(low, high)
}

// hiddenBounds returns bounds of the hidden units' sums, by unit.
func hiddenBounds() (least, most [evaluation.HiddenUnits]int) {
	w := hiddenWeights()
	low, high := squareBounds(w)
	for p := range playout.Pattern(playout.NumPatterns) {
		for unit, bias := range w.Tiles[p.Tile()] {
			down, up := bias, bias
			for _, c := range twin.TouchedCells(p) {
				down += low[c.Role][unit]
				up += high[c.Role][unit]
			}
			least[unit], most[unit] = min(least[unit], down), max(most[unit], up)
		}
	}
	return least, most
}

func hiddenBits() int {
	least, most := hiddenBounds()
	return signedBits(slices.Min(least[:]), slices.Max(most[:]))
}

// hiddenWord returns the numbers of the hidden units as a literal, unit 0 lowest.
func (w *writer) hiddenWord(width int, values [evaluation.HiddenUnits]int) string {
	var parts []string
	for _, v := range slices.Backward(values[:]) {
		parts = append(parts, w.signed(width, v))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// squareWeights writes the contents of module square_weights.
func squareWeights(w *writer) {
	w.line("// The weights of a square for the hidden units, unit 0 lowest, less those of code 0: %d words a", evaluation.NumCodes)
	w.line("// role, by evaluation.Code. Weights %s.", evaluation.Default.Hash())
	h, width := hiddenWeights(), SquareBits()
	for role, name := range []string{"covered", "at an edge", "at a vertex"} {
		w.line("")
		w.line("// %s", name)
		for code, values := range h.Squares[role] {
			w.line("words[%d] = %s;  // own %d, rival %d, rings %d", evaluation.NumCodes*role+code, w.hiddenWord(width, values), code&3, code>>2&7, code>>5)
		}
	}
}
