// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// moveBox writes the contents of module move_box.
func moveBox(w *writer) {
	w.line("// A word a pattern: how far it reaches from the corner to the right, to the left, down and up.")
	for p := range playout.Pattern(playout.NumPatterns) {
		e := alphabeta.ExtentOf(p)
		w.line("words[%d] = {%s, %s, %s, %s};  // %s%d", p, w.number(3, uint64(e.Right)), w.number(3, uint64(e.Left)),
			w.number(3, uint64(e.Down)), w.number(3, uint64(e.Up)), p.Tile(), p.Orientation().Rotation())
	}
	w.line("words[%d] = 12'd0;  // no pattern", playout.NumPatterns)
}
