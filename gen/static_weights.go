// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

// staticWeights writes the contents of module static_weights: of margin_weights, the words for the terms
// without playouts.
func staticWeights(w *writer) { marginTable(w, MarginStatic, MarginRest) }
