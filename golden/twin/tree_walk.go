package twin

// TreeWalk counts the cycles of module tree_walk. Its methods go through what a search does, in
// order; each takes the cycle in which the module gets there.
type TreeWalk struct {
	Pager *TreePager // nil: all nodes are in block RAM

	ready int // from this cycle on tree_update is free
}

// TreeStep is a step of a path with what decides whether its node must be brought.
type TreeStep struct {
	Block   int // of the node: its number
	Visited int // of its children: as the walk finds it
	Count   int // of its children
}

// TreeNumbers numbers the blocks of a tree as module tree_walk does.
type TreeNumbers struct {
	places, blocks int
	made           int
	free           [2]int  // the lowest ones that no block has
	clash          [2]bool // a node of the leaf's way has that one's place; the way seldom makes more than one
}

// NewTreeNumbers returns those of a tree without blocks, which is to have so many at most, of which so many have places in
// block RAM.
func NewTreeNumbers(places, blocks int) *TreeNumbers {
	return &TreeNumbers{places: places, blocks: blocks, free: [2]int{0, 1}}
}

// Begin begins a leaf, and Through says that its way goes through a block.
func (n *TreeNumbers) Begin() { n.clash = [2]bool{} }

// Through: see Begin.
func (n *TreeNumbers) Through(block int) {
	for i, b := range n.free {
		n.clash[i] = n.clash[i] || b%n.places == block%n.places
	}
}

// Made returns how many blocks there are.
func (n *TreeNumbers) Made() int { return n.made }

func (n *TreeNumbers) choice() int {
	if n.clash[0] && !n.clash[1] && n.made+1 < n.blocks {
		return 1
	}
	return 0
}

// Next returns the number of the next block.
func (n *TreeNumbers) Next() int { return n.free[n.choice()] }

// Make makes a block, and returns its number.
func (n *TreeNumbers) Make() int {
	i := n.choice()
	block := n.free[i]
	if i == 0 {
		n.free[0] = n.free[1]
	}
	n.free[1] = n.made + 2
	n.made++
	return block
}

// Cycles of tree_walk and of what is in it.
const (
	treeSteps  = 19            // of a division: TREE_STEPS
	treeUpdate = treeSteps + 2 // from a change to the next
	treeChoose = 13            // of a step down, besides one for each child looked at
	treeBack   = 6             // of a step back, before its change
	treeEmpty  = 2             // from the last child to the choice among them
	treeHere   = 4             // until it is known that a node is not in block RAM
)

// change begins a change, of which all is known from a cycle on, and returns when.
func (w *TreeWalk) change(at int) int {
	at = max(at, w.ready)
	w.ready = at + treeUpdate
	return at
}

// Begin returns the cycle in which a leaf begins (path_o), if it can from a cycle on.
func (w *TreeWalk) Begin(at int) int { return max(at, w.ready) }

// Down returns the cycle in which a move is offered, for a node that is read from a cycle on and
// of which so many children are looked at.
func (w *TreeWalk) Down(at, scanned int) int { return w.change(at+treeChoose+scanned) + 1 }

// Expand returns the cycle in which children are first asked for.
func (w *TreeWalk) Expand(at int) int { return max(at, w.ready) }

// Expanded returns the cycle in which a node is read whose last child came in the given one.
func (w *TreeWalk) Expanded(last int) int { return last + treeEmpty }

// Reach returns the cycle from which on a node is read and is in block RAM, for Down, if it is first read from a
// cycle on.
func (w *TreeWalk) Reach(at int, s TreeStep) int {
	if w.Pager == nil || w.Pager.Here(s.Block, s.Visited, s.Count) {
		return at
	}
	return w.Pager.Bring(max(at+treeHere, w.ready), s.Block, s.Visited, s.Count) + 1
}

// Look returns the cycle in which a node can be read that is asked for in a cycle, at rest (look_i).
func (w *TreeWalk) Look(at int, s TreeStep) int {
	if w.Pager == nil {
		return at + 1
	}
	return w.Pager.Bring(at+1, s.Block, s.Visited, s.Count) + 1
}

// Room returns the cycle from which on children can be asked for, for Expand, of the given block and if that is so
// from a cycle on.
func (w *TreeWalk) Room(at, block int) int {
	if w.Pager == nil || block < w.Pager.cfg.Places {
		return at
	}
	return w.Pager.Room(max(at, w.ready), block) + 1
}

// Back returns the cycle in which the next leaf may begin, after a path of so many steps whose
// value is there from a cycle on.
func (w *TreeWalk) Back(at, steps int) int { return w.BackAlong(at, make([]TreeStep, steps)) }

// BackAlong is Back, for a path some of whose nodes may have to be brought.
func (w *TreeWalk) BackAlong(at int, path []TreeStep) int {
	at = max(at, w.ready) + 1
	for _, s := range path {
		if w.Pager != nil && !w.Pager.Here(s.Block, s.Visited, s.Count) {
			at = w.Pager.Bring(max(at+treeBack, w.ready)+1, s.Block, s.Visited, s.Count) + 1
		}
		at = w.change(at+treeBack) + 1
	}
	return at
}
