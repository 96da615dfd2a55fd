// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"slices"

	"github.com/tessera-fpga/tessera/golden/tree"
)

// TreeWalk counts the cycles of module tree_walk. Its methods follow the steps of a search in
// order; each takes the cycle of the module's arrival at the step.
type TreeWalk struct {
	Pager *TreePager // nil: all nodes are in block RAM
	Nodes *TreeNodes

	// last holds the last changes, the latest first: those of all units, and the one before, which a step
	// back may still see.
	last  [TreeUpdates + 1]treeChange
	still int // first cycle without a change under way
	down  int // cycle of the last change on a way down
	depth int // of the next one
}

// treeChange is a change of a node and its child.
type treeChange struct {
	ready        int // first cycle with its unit free
	block, depth int // of the node
}

// TreeBack is a way back with the value of a leaf.
type TreeBack struct {
	Valued int        // first cycle that shows the value; 0: it has not come
	Path   []TreeStep // from the root
	// Gives says that the leaf's node gets children. The last step then waits for the end of the way
	// down.
	Gives bool

	done int // steps that are done
}

// TreeStep is a step of a path with the data that decide whether its node must be brought.
type TreeStep struct {
	Block   int // number of the node
	Visited int // visited children, as the walk finds them
	Count   int // number of children
	Slot    int // the child that the path goes on to
	Way     int // the way that the node is looked for first
}

// TreeNodes are the nodes with children of a search's tree, as module tree_walk has them: each has a block,
// and blocks are numbered.
type TreeNodes struct {
	sets, most int
	free       [2]int         // the lowest numbers that no block has
	blocks     map[uint32]int // by golden's names of the nodes

	// By block, the children with visits, and all.
	visited, counts []int
	made            int
}

// NewTreeNodes returns the nodes of an empty tree, with room for that many blocks in all and that many
// places in block RAM.
func NewTreeNodes(places, blocks int) *TreeNodes {
	sets := places
	if places < blocks {
		sets /= TreeWays
	}
	return &TreeNodes{
		sets: sets, most: blocks, free: [2]int{0, 1},
		blocks: map[uint32]int{}, visited: make([]int, blocks), counts: make([]int, blocks),
	}
}

// Made returns how many blocks there are.
func (n *TreeNodes) Made() int { return n.made }

// Full reports whether no block is left.
func (n *TreeNodes) Full() bool { return n.made == n.most }

// Block returns the block of a node, by golden's name of it. A node without children has none.
func (n *TreeNodes) Block(node uint32) (block int, ok bool) {
	block, ok = n.blocks[node]
	return block, ok
}

// Step returns the step from a node to the child that a level names.
func (n *TreeNodes) Step(l *tree.Level) TreeStep {
	return n.now(TreeStep{Block: n.blocks[l.Node], Slot: l.Slot})
}

// now returns a step with the children of its node as they are now.
func (n *TreeNodes) now(s TreeStep) TreeStep {
	s.Visited, s.Count = n.visited[s.Block], n.counts[s.Block]
	return s
}

// Visit notes a visit of the child of a step.
func (n *TreeNodes) Visit(s TreeStep) {
	if s.Slot == n.visited[s.Block] {
		n.visited[s.Block]++
	}
}

// clash reports whether blocks of the path could have all the places of a block with that number.
func (n *TreeNodes) clash(number int, path []TreeStep) bool {
	same := 0
	for _, s := range path {
		if s.Block%n.sets == number%n.sets {
			same++
		}
	}
	return same >= TreeWays
}

// make makes the block of the node that a path leads to, and returns its number. Until all places are
// in use that is the first free one: its set has room.
func (n *TreeNodes) make(path []TreeStep, l *tree.Level) int {
	block := n.free[0]
	if n.clash(n.free[0], path) && !n.clash(n.free[1], path) && n.made+1 < n.most {
		block = n.free[1]
	} else {
		n.free[0] = n.free[1]
	}
	n.free[1] = n.made + 2
	n.made++
	n.blocks[l.Node], n.counts[block] = block, l.Count
	return block
}

// A division of tree_walk takes TreeSteps cycles, each for TreeStepBits of the quotient. The longest
// quotient is a share: a prior of 16 bits, with its fraction.
const (
	TreeStepBits = 2
	TreeSteps    = (16 + tree.SharePoint) / TreeStepBits
)

// TreeUpdates is the number of units that change children.
const TreeUpdates = 3

// TreeSoon is the number of cycles for which a change at the root's child does not keep the next way down
// from beginning, though its unit is not free: that way comes to the node later.
const TreeSoon = 4

// TreeGroup is the number of children that a choice reads at a time.
const TreeGroup = 4

// Cycles of tree_walk and its parts.
const (
	treeUpdate = TreeSteps + 2 // from one change of a unit to its next
	treeChoose = 12            // from reading a node to the change of its child, plus one for each group of children looked at
	treeChosen = 8             // from reading a node to the choice, plus the groups
	treeNext   = 3             // the reading of a child's own node begins so long before the child's change
	treeHead   = 3             // a choice reads groups for at least so long
	treeBack   = 4             // from the cycle that begins a step back to its change
	treeSeen   = 2             // from the beginning or the end of a change until a step back sees it
	treeKnown  = 3             // from another leaf's turn until its first step is known
	treeFill   = 2             // from the first given child to the next leaf, plus one for each child
	treeAgain  = 4             // a step back from the end of a wait for its node, before its change
	treeHere   = 4             // until the walk knows that a node is not in block RAM
)

// Rest returns the first cycle from the given one on in which no change is under way.
func (w *TreeWalk) Rest(at int) int { return max(at, w.still) }

// change begins a change at a step, at that depth, in a cycle.
func (w *TreeWalk) change(at int, s TreeStep, depth int) {
	if w.Pager != nil {
		w.Pager.Change(s.Block, s.Slot)
	}
	copy(w.last[1:], w.last[:])
	w.last[0] = treeChange{at + treeUpdate, s.Block, depth}
	w.still = at + treeUpdate + 1
}

// near reports whether two blocks are the same, or can have the same places.
func (w *TreeWalk) near(a, b int) bool {
	return a == b || w.Pager != nil && w.Pager.set(a) == w.Pager.set(b)
}

// Begin returns the cycle that begins a way down from the root, at or after cycle at: the last changes
// at the root and its child are written before they are read.
func (w *TreeWalk) Begin(at int) int {
	for _, u := range w.last[:TreeUpdates] {
		switch u.depth {
		case 0:
			at = max(at, u.ready+1)
		case 1:
			at = max(at, u.ready-TreeSoon)
		}
	}
	return at
}

// treeGroups returns the number of groups that a choice among so many children reads.
func treeGroups(scanned int) int { return (scanned + TreeGroup - 1) / TreeGroup }

// Chosen returns the cycle that chooses a child of a node, read from cycle at on, after looking at that
// many children.
func (w *TreeWalk) Chosen(at, scanned int) int { return at + treeChosen + treeGroups(scanned) }

// Down returns the cycle that queues a move of a node, read from cycle at on, after looking at that
// many children. Until that choice it does steps of the next leaf's way back, if there is one, at nodes
// that the way down has left. A way that ends here waits until the leaf before it is taken: taken is the
// cycle after that, otherwise 0. waited says how long.
func (w *TreeWalk) Down(at int, s TreeStep, scanned int, b *TreeBack, taken int) (queued, waited int) {
	groups, chosen := treeGroups(scanned), w.Chosen(at, scanned)
	from := max(at+max(treeHead, groups), w.down+treeSeen)
	steps := len(b.Path)
	if b.Gives {
		steps--
	}
	for b.Valued > 0 && b.done < min(w.depth, steps) {
		step, read := w.step(max(from, b.Valued), b)
		if read > chosen || !w.here(step) {
			break
		}
		from = read
		w.change(from, step, b.done)
		b.done++
	}
	queued = at + treeChoose + groups
	waited = max(0, taken+treeNext-queued)
	queued += waited
	w.change(queued, s, w.depth)
	w.down = queued
	w.depth++
	return queued, waited
}

// step returns the next step of a way back, begun at cycle at or later, and the cycle with the node's
// data, if it is in block RAM. No change that the walk sees is under way at one of the node's places.
func (w *TreeWalk) step(at int, b *TreeBack) (s TreeStep, read int) {
	s = w.Nodes.now(b.Path[b.done])
	clashes := func(u treeChange) bool {
		return w.near(u.block, s.Block) && u.ready-treeUpdate+treeSeen <= at && at < u.ready+treeSeen
	}
	for {
		n := slices.IndexFunc(w.last[:], clashes)
		if n < 0 {
			return s, at + treeBack
		}
		at = w.last[n].ready + treeSeen
	}
}

// here reports whether the node of a step is in block RAM.
func (w *TreeWalk) here(s TreeStep) bool {
	return w.Pager == nil || w.Pager.Here(s.Block, s.Way, s.Visited, s.Count)
}

// Go goes on from a child, whose move was queued in a cycle: it returns the first cycle that reads the
// node of a linked child, which has children, or that can begin the next way.
func (w *TreeWalk) Go(queued int, linked bool) int {
	if linked {
		return queued - treeNext
	}
	w.depth = 0
	return queued + 1
}

// Expand returns the cycle of the first request for the root's children. The cycle after the last
// one is Give's.
func (w *TreeWalk) Expand(at int) int { return w.Rest(at) }

// Reach returns the first cycle that Down may read a node in block RAM, for a first attempt from
// cycle at on, and sets the node's way.
func (w *TreeWalk) Reach(at int, s *TreeStep) int {
	if w.Pager == nil {
		return at
	}
	if s.Way = w.Pager.Link(s.Block); !w.Pager.Here(s.Block, s.Way, s.Visited, s.Count) {
		at = w.bring(at+treeHere, *s, true)
		w.Pager.Mend(s.Block)
		s.Way = w.Pager.Link(s.Block)
	}
	return at
}

// bring brings the node of a step, wanted from cycle at on, and returns the next cycle. The place of a
// known node has been read.
func (w *TreeWalk) bring(at int, s TreeStep, known bool) int {
	near := func(u treeChange) bool { return w.near(u.block, s.Block) }
	return w.Pager.Bring(at, TreeWant{
		Block: s.Block, Way: s.Way, Visited: s.Visited, Count: s.Count,
		Known: known, Close: slices.ContainsFunc(w.last[:TreeUpdates], near), Still: w.still,
	}) + 1
}

// Look returns the first cycle that can read a node after a request (look_i) in the given cycle, at
// rest.
func (w *TreeWalk) Look(at int, s TreeStep) int {
	if w.Pager == nil {
		return at + 1
	}
	s.Way = w.Pager.Link(s.Block)
	return w.bring(at+1, s, false)
}

// Give gives the node that a path leads to, and which a level names, its children in a new block, from cycle
// at on. It returns the first cycle for the next leaf.
func (w *TreeWalk) Give(at int, path []TreeStep, l *tree.Level) (next int) {
	made := w.Nodes.Made()
	block := w.Nodes.make(path, l)
	at = w.Rest(at) + 1
	if w.Pager != nil && made >= w.Pager.cfg.Places {
		at = w.Pager.Room(at, block) + 1
	}
	if w.Pager != nil {
		w.Pager.Made(block, l.Count)
	}
	return at + treeFill + l.Count
}

// Back returns the first cycle for the next leaf, or for Give, after the steps of a way back that are
// left. They begin at cycle at; turned says that it is the first one of this leaf's turn. The pager may
// have to bring some nodes of the path.
func (w *TreeWalk) Back(at int, b *TreeBack, turned bool) int {
	from := max(at, b.Valued, w.down+treeSeen)
	if turned {
		from = max(from, at+treeKnown)
	}
	for ; b.done < len(b.Path); b.done++ {
		s, read := w.step(from, b)
		if !w.here(s) {
			read = w.bring(read+1, s, true) + treeAgain
		}
		w.change(read, s, b.done)
		from, at = read, read+1
	}
	return at
}
