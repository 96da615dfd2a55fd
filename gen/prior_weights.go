// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"fmt"

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
	const units = evaluation.NumFeatures // index of the hidden units' weights
	if n := units + evaluation.HiddenUnits; n > FeaturesRow {
		w.fail("%d features and hidden units, want at most %d", n, FeaturesRow)
	}
	e := evaluation.New(&evaluation.Default)
	w.line("// The weights of the features and of the hidden units, %d words a phase. Weights %s.", FeaturesRow, evaluation.Default.Hash())
	for placed := range priorPhases {
		w.line("")
		w.line("// %d tiles placed", placed)
		row, hidden := e.PriorWeights(placed), e.PatternWeights(placed)
		for f := range evaluation.Feature(FeaturesRow) {
			value, name := 0, "none"
			switch {
			case f < units:
				value, name = int(row[f]), f.String()
			case f < units+evaluation.HiddenUnits:
				value, name = int(hidden[f-units]), fmt.Sprintf("hidden unit %d", f-units)
			}
			w.line("words[%d] = %s;  // %d: %s", FeaturesRow*placed+int(f), w.signed(WeightBits, value), value, name)
		}
	}
}
