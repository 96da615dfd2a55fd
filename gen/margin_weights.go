// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import "github.com/tessera-fpga/tessera/golden/evaluation"

// Words of a phase in the table of module margin_weights.
const (
	MarginStatic   = 0
	MarginRest     = 16
	MarginPlayouts = MarginRest + int(evaluation.NumTerms)
	MarginSpread   = MarginPlayouts + 1
)

// The words fit a row.
const _ = uint(MarginRest-evaluation.NumTerms) + uint(MarginRow-1-MarginSpread)

// marginWeights writes the contents of module margin_weights.
func marginWeights(w *writer) {
	e := evaluation.New(&evaluation.Default)
	w.line("// The weights of the margin, %d words a phase. Weights %s.", MarginRow, evaluation.Default.Hash())
	for placed := range evaluation.MaxPlaced + 1 {
		w.line("")
		w.line("// %d tiles placed by both", placed)
		weights := e.MarginWeights(placed)
		if weights.Spread < 1 {
			w.fail("a standard deviation of %d with %d tiles placed, want 1 or more", weights.Spread, placed)
		}
		words := [MarginRow]struct {
			value int32
			name  string
		}{}
		for t := range evaluation.NumTerms {
			words[MarginStatic+int(t)].value, words[MarginStatic+int(t)].name = weights.Static[t], t.String()+", no playouts"
			words[MarginRest+int(t)].value, words[MarginRest+int(t)].name = weights.Rest[t], t.String()
		}
		words[MarginPlayouts].value, words[MarginPlayouts].name = weights.Playouts, "playouts"
		words[MarginSpread].value, words[MarginSpread].name = weights.Spread, "spread"
		for i, word := range words {
			if word.name == "" {
				word.name = "none"
			}
			w.line("words[%d] = %s;  // %d: %s", MarginRow*placed+i, w.signed(WeightBits, int(word.value)), word.value, word.name)
		}
	}
}
