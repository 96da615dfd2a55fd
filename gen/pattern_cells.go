// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// patternCells writes the contents of module pattern_cells.
func patternCells(w *writer) {
	w.line("// A word a pattern: the reach of steps around the pattern, in rows (2 bits) and in columns")
	w.line("// (2); three flags, for a tile of four squares, three, and two or one; and the covered cells")
	w.line("// of playout.WindowCells without the anchor, the first one lowest.")
	for p := range playout.Pattern(playout.NumPatterns) {
		size := len(p.Cells())
		flags := uint64(0)
		for bit, is := range []bool{size <= 2, size == 3, size == 4} {
			if is {
				flags |= 1 << bit
			}
		}
		rows, cols := twin.Around(p)
		w.line("words[%d] = {%s, %s, %s, %s};  // %s%d", p, w.number(2, uint64(rows)), w.number(2, uint64(cols)), w.bits(3, flags), w.bits(len(playout.WindowCells), maskOf(p, playout.WindowCells)),
			p.Tile(), p.Orientation().Rotation())
	}
	w.line("words[%d] = {7'd0, %d'd0};  // no pattern", playout.NumPatterns, len(playout.WindowCells))
}
