// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// rings writes a function for module move_window.
func rings(w *writer) {
	const width = 2
	w.line("// Number of the rings that have squares in a row, or in a column. A square's number of rings")
	w.line("// is the lesser of its row's and its column's.")
	w.line("function [%d:0] rings(input [3:0] line);", width-1)
	w.line("  case (line)")
	for line := range duo.BoardSize {
		most := 0
		for other := range duo.BoardSize {
			most = max(most, evaluation.Rings(duo.NewSquare(line, other)))
		}
		w.line("    4'd%d: rings = %s;", line, w.number(width, uint64(most)))
	}
	w.line("    default: rings = %d'd0;", width)
	w.line("  endcase")
	w.line("endfunction")
}
