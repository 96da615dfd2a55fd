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

	ready [TreeUpdates]int // first cycle with each tree_update free
	still int              // first cycle without a change under way
	turn  int              // the unit that takes the next change
	steps int              // changes on this way
	near  bool             // the root's child may be among the last changes
	last  [TreeUpdates]int // the blocks of the last changes
}

// TreeStep is a step of a path with the data that decide whether its node must be brought.
type TreeStep struct {
	Block   int // number of the node
	Visited int // visited children, as the walk finds them
	Count   int // number of children
	Slot    int // the child that the path goes on to
	Way     int // the way that the node is looked for first
}

// TreeNumbers numbers the blocks of a tree as module tree_walk does.
type TreeNumbers struct {
	sets, blocks int
	made         int
	free         [2]int // the lowest numbers that no block has
}

// NewTreeNumbers returns the numbers of an empty tree, with room for that many blocks in all and
// that many places in block RAM.
func NewTreeNumbers(places, blocks int) *TreeNumbers {
	sets := places
	if places < blocks {
		sets /= TreeWays
	}
	return &TreeNumbers{sets: sets, blocks: blocks, free: [2]int{0, 1}}
}

// Made returns how many blocks there are.
func (n *TreeNumbers) Made() int { return n.made }

// clash reports whether blocks of the path could have all the places of a block with that number.
func (n *TreeNumbers) clash(number int, path []TreeStep) bool {
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
func (n *TreeNumbers) make(path []TreeStep) int {
	block := n.free[0]
	if n.clash(n.free[0], path) && !n.clash(n.free[1], path) && n.made+1 < n.blocks {
		block = n.free[1]
	} else {
		n.free[0] = n.free[1]
	}
	n.free[1] = n.made + 2
	n.made++
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

// TreeGroup is the number of children that a choice reads at a time.
const TreeGroup = 4

// Cycles of tree_walk and its parts.
const (
	treeUpdate = TreeSteps + 2 // from one change of a unit to its next
	treeChoose = 12            // from reading a node to the change of its child, plus one for each group of children looked at
	treeNext   = 3             // the reading of a child's own node begins so long before the child's change
	treeBack   = 6             // the first step back, before its change
	treeBacks  = 4             // from the change of a step back to the next one's
	treeFill   = 2             // from the first given child to the next leaf, plus one for each child
	treeAgain  = 4             // a step back from the end of a wait for its node, before its change
	treeHere   = 4             // until the walk knows that a node is not in block RAM
)

// Rest returns the first cycle from the given one on in which no change is under way.
func (w *TreeWalk) Rest(at int) int { return max(at, w.still) }

// change begins a change at a step, with inputs that are all known from a cycle on, and returns the
// cycle of the change.
func (w *TreeWalk) change(at int, s TreeStep) int {
	at = max(at, w.ready[w.turn])
	w.ready[w.turn] = at + treeUpdate
	w.still = w.ready[w.turn] + 1
	w.turn = (w.turn + 1) % TreeUpdates
	w.steps++
	copy(w.last[1:], w.last[:])
	w.last[0] = s.Block
	if w.Pager != nil {
		w.Pager.Change(s.Block, s.Slot)
	}
	return at
}

// end notes that the way to a leaf, or back, has ended.
func (w *TreeWalk) end() { w.near, w.steps = w.steps <= TreeUpdates, 0 }

// Begin returns the cycle that begins a way from the root, to a leaf or back, at or after cycle at.
func (w *TreeWalk) Begin(at int) int {
	if w.near {
		return w.Rest(at)
	}
	return at
}

// Down returns the cycle that queues a move of a node, read from cycle at on, after looking at that
// many children.
func (w *TreeWalk) Down(at int, s TreeStep, scanned int) (queued int) {
	return w.change(at+treeChoose+(scanned+TreeGroup-1)/TreeGroup, s)
}

// Go goes on from a child, whose move was queued in a cycle: it returns the first cycle that reads the
// node of a linked child, which has children, or that can begin the next way.
func (w *TreeWalk) Go(queued int, linked bool) int {
	if linked {
		return queued - treeNext
	}
	w.end()
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
	same := func(block int) bool { return w.Pager.set(block) == w.Pager.set(s.Block) }
	return w.Pager.Bring(at, TreeWant{
		Block: s.Block, Way: s.Way, Visited: s.Visited, Count: s.Count,
		Known: known, Close: slices.ContainsFunc(w.last[:], same), Still: w.still,
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

// Give gives the node that a path leads to a new block with that many children, from cycle at on. It
// returns the block's number and the first cycle for the next leaf.
func (w *TreeWalk) Give(at int, numbers *TreeNumbers, path []TreeStep, count int) (block, next int) {
	made := numbers.Made()
	block = numbers.make(path)
	at = w.Rest(at) + 1
	if w.Pager != nil && made >= w.Pager.cfg.Places {
		at = w.Pager.Room(at, block) + 1
	}
	if w.Pager != nil {
		w.Pager.Made(block, count)
	}
	return block, at + treeFill + count
}

// Back returns the first cycle for the next leaf, or for Give, after backing up a path from cycle at
// on, when its value is there. The pager may have to bring some nodes of the path.
func (w *TreeWalk) Back(at int, path []TreeStep) int {
	at = w.Begin(at) + treeBack
	for _, s := range path {
		if w.Pager != nil && !w.Pager.Here(s.Block, s.Way, s.Visited, s.Count) {
			at = w.bring(at+1, s, true) + treeAgain
		}
		at = w.change(at, s) + treeBacks
	}
	w.end()
	return at - treeBacks + 1
}
