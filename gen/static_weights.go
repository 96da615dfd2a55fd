// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import "github.com/tessera-fpga/tessera/golden/evaluation"

// staticWeights writes the contents of module static_weights, 16 words a phase.
func staticWeights(w *writer) {
	e := evaluation.New(&evaluation.Default)
	w.line("// The weights of the terms without playouts, 16 words a phase. Weights %s.", evaluation.Default.Hash())
	for placed := range evaluation.MaxPlaced + 1 {
		w.line("")
		w.line("// %d tiles placed by both", placed)
		static := e.MarginWeights(placed).Static
		for i := range 16 {
			value, name := int32(0), "none"
			if t := evaluation.Term(i); t < evaluation.NumTerms {
				value, name = static[t], t.String()
			}
			w.line("words[%d] = %s;  // %d: %s", 16*placed+i, w.signed(WeightBits, int(value)), value, name)
		}
	}
}
