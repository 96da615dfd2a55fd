// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// priorPhases is the number of phases of the prior, which depend on the tiles that a player has
// placed.
const priorPhases = duo.NumTiles + 1

// signed returns a number as the bits of two's complement, and fails if it does not fit.
func (w *writer) signed(width int, value int) string {
	if value < -1<<(width-1) || value >= 1<<(width-1) {
		w.fail("value %d does not fit %d bits", value, width)
	}
	return w.hex(width, uint64(value)&(1<<width-1))
}

// priorWeights writes the contents of module prior_weights.
func priorWeights(w *writer) {
	if evaluation.NumFeatures > FeaturesRow {
		w.fail("%d features, want at most %d", evaluation.NumFeatures, FeaturesRow)
	}
	e := evaluation.New(&evaluation.Chip)
	w.line("// The weights of the features, %d words a phase. Weights %s.", FeaturesRow, evaluation.Chip.Hash())
	for placed := range priorPhases {
		w.line("")
		w.line("// %d tiles placed", placed)
		row := e.PriorWeights(placed)
		for f := range evaluation.Feature(FeaturesRow) {
			value, name := 0, "none"
			if f < evaluation.NumFeatures {
				value, name = int(row[f]), f.String()
			}
			w.line("words[%d] = %s;  // %d: %s", FeaturesRow*placed+int(f), w.signed(WeightBits, value), value, name)
		}
	}
}
