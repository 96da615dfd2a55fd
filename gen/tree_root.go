package gen

import (
	"github.com/tessera-fpga/tessera/golden/tree"
)

// treeRoot writes the table of module tree_root.
func treeRoot(w *writer) {
	w.line("// The square roots of the index, with %d bits behind the point, rounded down.", tree.RootPoint)
	for i, root := range tree.RootTable() {
		w.line("words[%d] = %s;", i, w.number(tree.RootBits/2+tree.RootPoint, uint64(root)))
	}
}
