// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import "sync/atomic"

// prove records the proven value of a node.
func prove(n *node, values uint64, margin int32) {
	atomic.StoreInt32(&n.exact, margin)
	atomic.StoreUint64(&n.proof, values)
}

// propagate goes up a path from a newly proven last node, as long as this proves more nodes. A node
// has the value of its best child for the player to move, once all its legal moves are proven or
// one is worth MaxValue (Winands, Björnsson, Saito, Monte-Carlo Tree Search Solver, 2008).
func (t *Tree) propagate(path []step) {
	for d := len(path) - 1; d >= 0; d-- {
		parent := uint32(0)
		if d > 0 {
			parent = path[d-1].index
		}
		n := &t.arena.nodes[parent]
		if atomic.LoadUint64(&n.proof) != 0 {
			return
		}
		best := t.bestProof(parent, int(path[d].player))
		if best == nil {
			return
		}
		prove(n, atomic.LoadUint64(&best.proof), atomic.LoadInt32(&best.exact))
	}
}

// bestProof returns the child that proves a node, or nil if the node is not proven.
func (t *Tree) bestProof(parent uint32, player int) (best *node) {
	children := t.arena.children(parent)
	all := t.arena.nodes[parent].complete
	most := -1
	for i := range children {
		c := &children[i]
		proof := atomic.LoadUint64(&c.proof)
		if proof == 0 {
			all = false
			continue
		}
		if v := int(unpackValue(proof, player)); v > most {
			best, most = c, v
		}
	}
	if all || most == MaxValue {
		return best
	}
	return nil
}
