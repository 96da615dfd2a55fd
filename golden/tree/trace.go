// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import "sync/atomic"

// Descent is the path to a leaf, with the data and actions of its choices, in the form for a
// comparison with hardware.
type Descent struct {
	Number uint32  // number of the leaf
	Levels []Level // levels from the root down
	Node   uint32  // index of the last node; see Tree.At
	Visits uint32  // its visits, including the current visit
	Over   bool    // the game is over at the last node, or its value is proven
	Leaf   Leaf
	// Late holds the children that the last node gets when the leaf is backed up, if there is room.
	// Player is to move there then.
	Late   []Child
	Player int
}

// Level is the choice at a node of a path.
type Level struct {
	Node    uint32 // index of the first child, which names the children
	Visits  uint32 // visits of the node, including the current visit
	Player  int    // player to move
	Count   int    // number of children
	Visited int    // children visited before; they are the first ones
	Slot    int    // number of the chosen child, from 0
	Move    Move   // move of the chosen child
}

// Scanned returns the number of children that the choice looks at: the visited ones, and the next.
func (l *Level) Scanned() int { return min(l.Visited+1, l.Count) }

// Root returns the root as a level without a choice yet. ok is false while the root has no
// children.
func (t *Tree) Root() (l Level, ok bool) {
	l, ok = t.levelAt(0)
	l.Player = t.rootPlayer()
	return l, ok
}

// At returns a node, by its index, as a level without a choice. The result leaves Player at 0. ok is
// false while the node has no children.
func (t *Tree) At(node uint32) (Level, bool) { return t.levelAt(node) }

// Below returns a child of a level, by its slot, as a level without a choice. The result leaves
// Player at 0.
func (t *Tree) Below(l *Level, slot int) (Level, bool) { return t.levelAt(l.Node + uint32(slot)) }

func (t *Tree) levelAt(node uint32) (l Level, ok bool) {
	children := t.arena.children(node)
	if len(children) == 0 {
		return l, false
	}
	n := &t.arena.nodes[node]
	l = Level{Node: atomic.LoadUint32(&n.first), Visits: n.visits(), Count: len(children)}
	for l.Visited < len(children) && children[l.Visited].visits() > 0 {
		l.Visited++
	}
	return l, true
}

// Child holds the data of a child.
type Child struct {
	Move  Move
	Prior uint16
}

// Trace calls f for each leaf after its choice and valuation, and before its backup. f may use the
// descent until it returns. Trace is for trees with one thread.
func (t *Tree) Trace(f func(*Descent)) { t.trace = f }

// ChildrenOf appends the children that Level.Node names to dst, in descending order of priors.
func (t *Tree) ChildrenOf(l *Level, dst []Child) []Child {
	for i := range l.Count {
		n := &t.arena.nodes[int(l.Node)+i]
		dst = append(dst, Child{n.move, n.prior})
	}
	return dst
}

// Statistics returns visits and sum of values of a level's child, by its slot.
func (t *Tree) Statistics(l *Level, slot int) (visits uint32, sum uint64) {
	stats := atomic.LoadUint64(&t.arena.nodes[int(l.Node)+slot].stats)
	return uint32(stats >> sumBits), stats & sumMask
}

func (d *Descent) begin(number uint32) {
	*d = Descent{Number: number, Levels: d.Levels[:0]}
}

func (w *worker) traceLevel(first, visits uint32, player int, children []node, slot int) {
	if w.tree.trace == nil {
		return
	}
	visited := 0
	for visited < len(children) && children[visited].visits() > 0 {
		visited++
	}
	w.descent.Levels = append(w.descent.Levels, Level{first, visits, player, len(children), visited, slot, children[slot].move})
}

func (w *worker) traceLeaf(f *flight, visits uint32, over bool) {
	if w.tree.trace == nil {
		return
	}
	d := &w.descent
	d.Visits, d.Over, d.Leaf = visits, over, f.leaf
	if n := len(f.path); n > 0 {
		d.Node = f.path[n-1].index
	}
	if f.parent != nil {
		d.Late = f.children
	}
	w.tree.trace(&w.descent)
}
