// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package alphabeta

import "github.com/tessera-fpga/tessera/golden/playout"

// MaxUnits bounds the leaf units of a core.
const MaxUnits = 16

// walker searches below a node, with a leaf unit and memory of its own.
//
// With several walkers the first one leads. It searches the first move of a node itself, as ever;
// then it hands out the node's other moves, sorted, one to each walker at rest, and takes their
// values before it leaves the node:
//
//	root      o--------+---+---+        o  searched by the walker that leads
//	          |        x   x   x        x  handed out
//	          o----+---+---+
//	          |    x   x   x
//	          leaves
//
// So all its nodes lie on the line of first moves. They have no upper bound, and nothing that is
// handed out can be in vain. Moves answered by leaves are not handed out: they take little time.
//
// A move is searched within the bounds known when it is handed out. Of moves with equal values the
// first one in the order of the list counts, whenever its value comes, so that the answer of a
// search that ends does not depend on the number of units.
type walker struct {
	*Search
	index  int // the first one leads
	unit   unit
	nodes  [MaxDepth + 1]node
	leaves []Leaf // of the position at hand, at the last ply
	reply  reply  // to moves of the latest node whose moves are answered by leaves
	leaf   leaf   // whose board is being weighed
	cycle  uint64

	job    job    // the move at hand; none of the walker that leads
	events []Node // of jobs; visit has not seen them

	// The walker that leads has a mailbox, through which values come to it, one at a time. This is the
	// first cycle that can put the next one into it.
	mailbox uint64

	// The walker that leads counts the moves of a node that it hands out. chosen is the number of
	// the best one so far; 0: a move before them.
	offers, chosen int
}

// job is a move that a walker has been given.
type job struct {
	busy  bool // until the value is in the mailbox
	move  playout.AnchorMove
	offer int // counted from 1
	value int
	done  uint64 // the first cycle that sees the value
	free  uint64 // the first cycle that can hand out a move to a walker that is not busy
}

// begin makes a walker ready for a search.
func (w *walker) begin() {
	for i := range w.nodes {
		w.nodes[i].known = 0
	}
	w.job, w.leaf, w.events, w.mailbox = job{}, leaf{}, w.events[:0], 0
}

// shares reports whether the walker hands out the moves of a node, instead of searching them.
func (w *walker) shares(n *node, ply int) bool {
	inner := ply+2 < w.deepest || w.cfg.Margin
	return len(w.walkers) > 1 && w.index == 0 && inner && n.best > -ScoreLimit
}

// offer hands out a move, and reports whether the search is over. It takes values first, one a
// cycle. Its entry is the first cycle of the offer, its return the cycle after the last.
func (w *walker) offer(n *node, ply int, m playout.AnchorMove, line int) (over bool) {
	w.offers++
	offer := w.offers
	for !w.over() {
		if w.take(n, ply) {
			continue
		}
		next, _ := w.mail()
		for i := range w.walkers[1:] {
			h := &w.walkers[1+i]
			if h.job.busy {
				continue
			}
			if h.job.free <= w.cycle {
				w.cycle++
				h.job = job{busy: true, move: m, offer: offer, done: NeverStop}
				h.cycle = w.cycle
				h.serve(n, ply, m, line)
				return false
			}
			next = min(next, h.job.free)
		}
		w.cycle = next
	}
	return true
}

// serve searches the move of a job. Its entry is the cycle that enters the node behind.
func (h *walker) serve(n *node, ply int, m playout.AnchorMove, line int) {
	if h.weighs(ply) {
		h.weigh(n, ply, m, line)
		if l := h.weighed(ply); h.before(l.cycle) {
			h.job.value, h.job.done = l.value, l.cycle+1
		}
		return
	}
	if !h.child(n, ply, m, line) {
		h.job.value, h.job.done = -h.nodes[ply+1].best, h.cycle+1
	}
}

// gather takes the values of all moves that are handed out. Its entry is the first cycle that can
// take one, its return the cycle that leaves the node.
func (w *walker) gather(n *node, ply int) {
	for !w.over() {
		if w.take(n, ply) {
			continue
		}
		next, from := w.mail()
		if from == nil {
			w.cycle++
			return
		}
		w.cycle = next
	}
}

// take takes the value in the mailbox, if any, and lets the cycle pass.
func (w *walker) take(n *node, ply int) bool {
	came, from := w.mail()
	if from == nil || came > w.cycle {
		return false
	}
	j := &from.job
	j.busy, j.free = false, came+1
	if j.value > n.best || j.value == n.best && j.offer < w.chosen {
		w.choose(n, ply, j.move, j.value)
		w.chosen = j.offer
	}
	w.mailbox = w.cycle
	w.cycle++
	return true
}

// mail returns the first cycle that sees the next value in the mailbox, and whose it is: of the walkers
// that have a value when the mailbox is free, the one with the lowest number. Without a job under way,
// or if the search is over before its value comes, the cycle is NeverStop.
func (w *walker) mail() (cycle uint64, from *walker) {
	done := uint64(NeverStop)
	for i := range w.walkers[1:] {
		h := &w.walkers[1+i]
		if h.job.busy && (from == nil || h.job.done < done && done > w.mailbox) {
			done, from = h.job.done, h
		}
	}
	if done == NeverStop {
		return NeverStop, from
	}
	return max(done, w.mailbox) + 1, from
}

// tell gives visit an event in its turn. Those of jobs come when the walker that leads is as far.
func (w *walker) tell(n Node) {
	if w.visit == nil {
		return
	}
	n.Unit = w.index
	if w.index > 0 {
		w.events = append(w.events, n)
		return
	}
	w.tellJobs(n.Cycle)
	w.visit(n)
}

// tellJobs gives visit the events of jobs before a cycle.
func (s *Search) tellJobs(before uint64) {
	for s.visit != nil {
		var first *walker
		for i := range s.walkers {
			w := &s.walkers[i]
			if len(w.events) > 0 && w.events[0].Cycle < before && (first == nil || w.events[0].Cycle < first.events[0].Cycle) {
				first = w
			}
		}
		if first == nil {
			return
		}
		s.visit(first.events[0])
		first.events = first.events[1:]
	}
}
