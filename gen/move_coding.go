// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/duo"
)

// moveCoding writes the coding of a move: the orientation and reference cell of each of the eight
// rotation codes of each tile.
func moveCoding(w *writer) {
	w.line("// Coding of each tile with each rotation code, highest bits first: shift of the")
	w.line("// reference row (2, two's complement), shift of the reference column (2),")
	w.line("// orientation (%d). Codes that draw the same shape are the same orientation.", OrientBits)
	w.line("function [`ORIENT_BITS+3:0] move_coding(input [`TILE_BITS+2:0] tile_rotation);")
	w.line("  case (tile_rotation)")
	shift := func(t duo.Tile, r duo.Rotation, by int8) string {
		if by < -1 || by > 1 {
			w.fail("%s%d: reference shift %d, want -1..1", t, r, by)
		}
		return w.bits(2, uint64(by)&3)
	}
	for t := range duo.Tile(duo.NumTiles) {
		for r := range duo.Rotation(duo.NumRotations) {
			o, by := t.CanonicalRotation(r)
			w.line("    {%s, %s}: move_coding = {%s, %s, %s};  // %s%d is %s%d", w.number(TileBits, uint64(t)),
				w.number(3, uint64(r)), shift(t, r, by.Row), shift(t, r, by.Col), w.number(OrientBits, uint64(o)),
				t, r, o.Tile(), o.Rotation())
		}
	}
	w.line("    default: move_coding = %s;  // no tile", w.number(4+OrientBits, 0))
	w.line("  endcase")
	w.line("endfunction")
}
