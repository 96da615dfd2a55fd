// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import "github.com/tessera-fpga/tessera/golden/tree"

// ExpEntries is the number of words of the exponential table, which is 0 beyond.
var ExpEntries = func() (n int32) {
	for tree.Exp(n) != 0 {
		n++
	}
	return n
}()

// expTable writes the contents of module exp_table.
func expTable(w *writer) {
	w.line("// exp(-x/%d) with 16 bits behind the point, from x = 1 on; word 0 would need one bit more.", tree.Nat)
	w.line("words[0] = 16'd0;")
	for x := int32(1); x < ExpEntries; x++ {
		w.line("words[%d] = %s;", x, w.number(16, uint64(tree.Exp(x))))
	}
}
