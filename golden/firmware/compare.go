// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// Node holds the program's data of a node's child.
type Node struct {
	Move, Prior, Visits uint16
	Sum                 uint64 // sum of its values
	Children            bool
}

// Compare compares the tree in the data memory with golden's, node for node. The error names the
// first node that differs, by the numbers of the children on the path to it.
func (f *Firmware) Compare(data []uint16, want *search.Tree) error {
	root, ok := want.Nodes().Root()
	if !ok {
		return nil
	}
	return f.compare(data, want.Nodes(), f.Symbols["blocks"], &root, nil)
}

func (f *Firmware) compare(data []uint16, want *tree.Tree, block int, level *tree.Level, way []int) error {
	for slot, child := range want.ChildrenOf(level, nil) {
		visits, sum := want.Statistics(level, slot)
		next, expanded := want.Below(level, slot)
		wanted := Node{pass, child.Prior, uint16(visits), sum, expanded}
		if child.Move != search.PassMove {
			wanted.Move = Code(search.AnchorMove(child.Move).Move())
		}
		at := block + blockFirst + slot*childWords
		if at+childWords > len(data) {
			return fmt.Errorf("firmware: node %v: its block is at %#x, want one of %d words", way, block, len(data))
		}
		w := data[at:]
		n := w[childVisits] & (1<<14 - 1)
		got := Node{w[childMove], w[childPrior], n, uint64(w[childMean])*uint64(n) + uint64(w[childRest]), w[childVisits]>>15 != 0}
		if got != wanted {
			return fmt.Errorf("firmware: node %v: %+v, want %+v", append(way, slot), got, wanted)
		}
		if expanded {
			if err := f.compare(data, want, int(w[childLink]), &next, append(way[:len(way):len(way)], slot)); err != nil {
				return err
			}
		}
	}
	return nil
}
