// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"cmp"

	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// Words of a phase in the table of module margin_weights.
const (
	MarginStatic   = 0
	MarginRest     = 16
	MarginPlayouts = MarginRest + int(evaluation.NumTerms)
	MarginSpread   = MarginPlayouts + 1
)

// The words fit a row.
const _ = uint(MarginRest-evaluation.NumTerms) + uint(MarginRow-1-MarginSpread)

// weight is a word of a table of weights.
type weight struct {
	value int32
	name  string // "": none
}

// marginPhase returns the words of a phase in the table of module margin_weights.
func marginPhase(w *writer, e *evaluation.Evaluator, placed int) (words [MarginRow]weight) {
	weights := e.MarginWeights(placed)
	if weights.Spread < 1 {
		w.fail("a standard deviation of %d with %d tiles placed, want 1 or more", weights.Spread, placed)
	}
	for t := range evaluation.NumTerms {
		words[MarginStatic+int(t)] = weight{weights.Static[t], t.String() + ", no playouts"}
		words[MarginRest+int(t)] = weight{weights.Rest[t], t.String()}
	}
	words[MarginPlayouts] = weight{weights.Playouts, "playouts"}
	words[MarginSpread] = weight{weights.Spread, "spread"}
	return words
}

// marginTable writes the words from one up to another of each phase of the margin.
func marginTable(w *writer, from, to int) {
	e := evaluation.New(&evaluation.Default)
	w.line("// The weights of the margin, %d words a phase. Weights %s.", to-from, evaluation.Default.Hash())
	for placed := range evaluation.MaxPlaced + 1 {
		w.line("")
		w.line("// %d tiles placed by both", placed)
		words := marginPhase(w, e, placed)
		for i, word := range words[from:to] {
			w.line("words[%d] = %s;  // %d: %s", (to-from)*placed+i, w.signed(WeightBits, int(word.value)), word.value, cmp.Or(word.name, "none"))
		}
	}
}

// marginWeights writes the contents of module margin_weights.
func marginWeights(w *writer) { marginTable(w, 0, MarginRow) }
