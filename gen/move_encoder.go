// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/duo"
)

// moveEncoder writes the table of module move_encoder: the names of the
// orientations.
func moveEncoder(w *writer) {
	w.line("// Names of the orientations, in search order.")
	w.line("// A row, highest bits first: tile (%d), canonical rotation code (3).", TileBits)
	for o := range duo.Orientation(duo.NumOrientations) {
		w.line("names[%d] = {%s, %s};  // %s%d", o, w.number(TileBits, uint64(o.Tile())),
			w.number(3, uint64(o.Rotation())), o.Tile(), o.Rotation())
	}
	w.line("")
	w.line("// No orientation.")
	for o := duo.NumOrientations; o < 1<<OrientBits; o++ {
		w.line("names[%d] = %s;", o, w.number(TileBits+3, 0))
	}
}
