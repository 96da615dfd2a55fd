// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

// playoutLane writes the table of module playout_lane.
func playoutLane(w *writer) {
	var rows, cols []int
	for _, c := range CoverCells() {
		rows = append(rows, int(c.Row))
		cols = append(cols, int(c.Col))
	}
	w.line("// Places of the start square relative to a corner that does not come after it.")
	w.nibbles("COVER_ROW", rows)
	w.nibbles("COVER_COL", cols)
}
