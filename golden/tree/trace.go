package tree

import "sync/atomic"

// Descent is the way of a leaf: what its choice saw and did, as hardware must see and do it.
type Descent struct {
	Number uint32  // of the leaf
	Levels []Level // from the root
	Visits uint32  // of the node that the way ends at, this one included
	Over   bool    // there the game is at its end, or its value is proven
	Leaf   Leaf
}

// Level is the choice at a node of a way.
type Level struct {
	Node    uint32 // names the children: the first one's index
	Visits  uint32 // of the node, this one included
	Player  int    // to move
	Count   int    // of children
	Visited int    // of them, before: these are the first ones
	Slot    int    // the child chosen, from 0
	Move    Move   // of that child
}

// Scanned returns the number of children that the choice looks at: those visited, and the next.
func (l *Level) Scanned() int { return min(l.Visited+1, l.Count) }

// Root returns the root as a level at which nothing has been chosen yet. ok is false while it
// has no children.
func (t *Tree) Root() (l Level, ok bool) {
	l, ok = t.levelAt(0)
	l.Player = t.rootPlayer()
	return l, ok
}

// Below returns a child that a level names, by its slot, as a level in the same way; who is to move
// there it does not say.
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

// Child is what a child is made of.
type Child struct {
	Move  Move
	Prior uint16
}

// Trace has f told of each leaf as soon as it has been chosen and valued, before it is backed
// up. The descent is for f to use until it returns. For trees with one thread.
func (t *Tree) Trace(f func(*Descent)) { t.trace = f }

// ChildrenOf appends the children that Level.Node names to dst, those with greater priors first.
func (t *Tree) ChildrenOf(l *Level, dst []Child) []Child {
	for i := range l.Count {
		n := &t.arena.nodes[int(l.Node)+i]
		dst = append(dst, Child{n.move, n.prior})
	}
	return dst
}

// Statistics returns visits and sum of values of a child that a level names, by its slot.
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

func (w *worker) traceLeaf(visits uint32, over bool, leaf Leaf) {
	if w.tree.trace == nil {
		return
	}
	w.descent.Visits, w.descent.Over, w.descent.Leaf = visits, over, leaf
	w.tree.trace(&w.descent)
}
