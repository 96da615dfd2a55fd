// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/duo"
)

// tileWalk writes the table of module tile_walk.
func tileWalk(w *writer) {
	w.line("// The first row of each tile in the tile ROM.")
	w.line("localparam [%d*%d-1:0] TILE_FIRST = {", OrientBits, duo.NumTiles)
	for t := duo.NumTiles - 1; t >= 0; t-- {
		comma := ","
		if t == 0 {
			comma = ""
		}
		w.line("  %s%s  // %s", w.number(OrientBits, uint64(duo.Tile(t).Rows().First)), comma, duo.Tile(t))
	}
	w.line("};")
}
