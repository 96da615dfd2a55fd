// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// CoverCells returns the cells from the corner on that patterns cover, in reading order: the corner
// first.
func CoverCells() []duo.Cell {
	cells := []duo.Cell{{}}
	for _, c := range playout.WindowCells {
		if c.Row > 0 || c.Row == 0 && c.Col > 0 {
			cells = append(cells, c)
		}
	}
	return cells
}

// maskOf returns the cells of a list that the pattern covers: bit i for cell i.
func maskOf(p playout.Pattern, list []duo.Cell) (mask uint64) {
	for i, c := range list {
		if slices.Contains(p.Cells(), c) {
			mask |= 1 << i
		}
	}
	return mask
}

// patternFit writes the table of module pattern_fit.
func patternFit(w *writer) {
	cover := CoverCells()
	w.line("// The patterns, the last one first: tile (%d bits), cells not before the corner (%d),", TileBits, len(cover))
	w.line("// cells without the corner (%d).", len(playout.WindowCells))
	w.line("localparam [ROW_BITS*%d-1:0] PATTERNS = {", playout.NumPatterns)
	for i := playout.NumPatterns - 1; i >= 0; i-- {
		p := playout.Pattern(i)
		comma := ","
		if i == 0 {
			comma = ""
		}
		w.line("  {%s, %s, %s}%s  // %d: %s%d", w.number(TileBits, uint64(p.Tile())), w.bits(len(cover), maskOf(p, cover)),
			w.bits(len(playout.WindowCells), maskOf(p, playout.WindowCells)), comma, i, p.Tile(), p.Orientation().Rotation())
	}
	w.line("};")
}
