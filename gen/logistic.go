// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import "github.com/tessera-fpga/tessera/golden/tree"

// logisticBits is the width of the index of the table of the logistic curve.
const logisticBits = 11

// logistic writes the contents of module leaf_value's table of the logistic curve.
func logistic(w *writer) {
	last := int32(1<<logisticBits - 1)
	if tree.Logistic(last) != tree.Logistic(1<<30) {
		w.fail("the logistic curve goes on behind %d", last)
	}
	w.line("// 65,535 / (1 + exp(-x/%d)), less 32,768; beyond the table it stays constant.", tree.Nat)
	for x := range last + 1 {
		w.line("words[%d] = %s;", x, w.number(tree.ValueBits-1, uint64(tree.Logistic(x))-1<<(tree.ValueBits-1)))
	}
}
