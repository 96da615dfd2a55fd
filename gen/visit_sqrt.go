// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/tree"
)

// visitSqrt writes the table of module visit_sqrt.
func visitSqrt(w *writer) {
	w.line("// The square roots of the index, with %d bits behind the point, rounded down.", tree.SqrtPoint)
	for i, root := range tree.SqrtTable() {
		w.line("words[%d] = %s;", i, w.number(tree.SqrtBits/2+tree.SqrtPoint, uint64(root)))
	}
}
