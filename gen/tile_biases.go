// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
)

func biasBits() int {
	low, high := 0, 0
	for _, row := range hiddenWeights().Tiles {
		low, high = min(low, slices.Min(row[:])), max(high, slices.Max(row[:]))
	}
	return signedBits(low, high)
}

// tileBiases writes the contents of module tile_biases.
func tileBiases(w *writer) {
	w.line("// The hidden units' biases of each pattern, unit 0 lowest, with the weights of code 0 of all squares")
	w.line("// that it touches. Weights %s.", evaluation.Default.Hash())
	h, width := hiddenWeights(), BiasBits()
	for p := range playout.Pattern(playout.NumPatterns) {
		w.line("words[%d] = %s;  // %s", p, w.hiddenWord(width, h.Tiles[p.Tile()]), p.Tile())
	}
	w.line("words[%d] = %s;  // no pattern", playout.NumPatterns, fmt.Sprintf("%d'd0", width*evaluation.HiddenUnits))
}
