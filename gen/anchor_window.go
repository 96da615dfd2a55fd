// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/playout"
)

// anchorWindow writes the table of module anchor_window.
func anchorWindow(w *writer) {
	var rows, cols []int
	for _, c := range playout.WindowCells {
		rows = append(rows, int(c.Row)+playout.Reach)
		cols = append(cols, int(c.Col)+playout.Reach)
	}
	w.line("// Places of the cells around a corner: row and column, plus %d each.", playout.Reach)
	w.nibbles("ANCHOR_ROW", rows)
	w.nibbles("ANCHOR_COL", cols)
}
