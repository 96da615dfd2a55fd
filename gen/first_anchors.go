// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// firstAnchors writes the squares that first moves visit, for modules that make roots from
// positions.
func firstAnchors(w *writer) {
	w.line("// Squares of a row that the anchor method visits for a player's first move; bit 0 is the left")
	w.line("// column.")
	w.line("function [`BOARD_SIZE-1:0] first_anchors(input player, input [3:0] row);")
	w.line("  case ({player, row})")
	for pl := range duo.Player(2) {
		anchors := playout.FirstAnchors(pl)
		for row := range duo.BoardSize {
			bits := uint64(0)
			for col := range duo.BoardSize {
				if anchors.Has(duo.NewSquare(row, col)) {
					bits |= 1 << col
				}
			}
			if bits != 0 {
				w.line("    {1'b%d, 4'd%d}: first_anchors = %s;", pl, row, w.bits(duo.BoardSize, bits))
			}
		}
	}
	w.line("    default: first_anchors = %s;", w.number(duo.BoardSize, 0))
	w.line("  endcase")
	w.line("endfunction")
}
