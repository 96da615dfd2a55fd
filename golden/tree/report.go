// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import (
	"cmp"
	"math/bits"
	"slices"
	"sync/atomic"
)

// Candidate is a move at the root with its results from the search.
type Candidate struct {
	Move   Move
	Prior  uint16 // in 1/65,535
	Visits int
	Value  Value // for the player to move: the mean, or the proven value; 0 without visits
	Margin int32 // the mean, or the proven margin; see Leaf
	Proven bool
}

// Candidates appends the root's children to dst, the best first; see Best.
func (t *Tree) Candidates(dst []Candidate) []Candidate {
	start := len(dst)
	player := t.rootPlayer()
	for i := range t.arena.children(0) {
		dst = append(dst, t.arena.children(0)[i].candidate(player))
	}
	out := dst[start:]
	slices.SortStableFunc(out, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Value, a.Value))
	})
	if best := t.best(out); best > 0 {
		c := out[best]
		copy(out[1:best+1], out[:best])
		out[0] = c
	}
	return dst
}

func (t *Tree) rootPlayer() int {
	g := t.workers[0].game
	g.Reset()
	return g.ToMove()
}

func (n *node) candidate(player int) Candidate {
	stats := atomic.LoadUint64(&n.stats)
	c := Candidate{Move: n.move, Prior: n.prior, Visits: int(stats >> sumBits)}
	if c.Visits > 0 {
		c.Value = mean(stats)
		c.Margin = int32(atomic.LoadInt64(&n.margin) / int64(c.Visits))
	}
	if proof := atomic.LoadUint64(&n.proof); proof != 0 {
		c.Value, c.Margin, c.Proven = unpackValue(proof, player), atomic.LoadInt32(&n.exact), true
	}
	return c
}

// best returns the index of the final move. It compares the most visited of the moves without a
// proven value with the best of the moves with one, and returns the one of greater value.
func (t *Tree) best(sorted []Candidate) int {
	open, proven := -1, -1
	for i, c := range sorted {
		switch {
		case !c.Proven && open < 0:
			open = i
		case c.Proven && (proven < 0 || c.Value > sorted[proven].Value):
			proven = i
		}
	}
	solved := atomic.LoadUint64(&t.arena.nodes[0].proof) != 0
	if open < 0 || proven >= 0 && (solved || sorted[proven].Value >= sorted[open].Value) {
		return proven
	}
	return open
}

// Best returns the final move: the most visited move, with regard to proven values. ok is false if
// the root has no move.
func (t *Tree) Best() (c Candidate, ok bool) {
	var buf [MaxChildren]Candidate
	cs := t.Candidates(buf[:0])
	if len(cs) == 0 {
		return c, false
	}
	return cs[0], true
}

// Draw returns a move with a probability proportional to its visits: the first move that brings the
// cumulative visits above the given share of all visits, a fraction of 2^32. It never draws
// unvisited moves, except the first move if no move has a visit.
func (t *Tree) Draw(share uint32) (c Candidate, ok bool) {
	var buf [MaxChildren]Candidate
	cs := t.Candidates(buf[:0])
	if len(cs) == 0 {
		return c, false
	}
	all := 0
	for _, c := range cs {
		all += c.Visits
	}
	high, low := bits.Mul64(uint64(all), uint64(share))
	k := int(high<<32 | low>>32)
	for _, c := range cs {
		if k -= c.Visits; k < 0 {
			return c, true
		}
	}
	return cs[0], true
}

// Line appends to dst the moves that the search expects from a move at the root on, that move
// included: at each turn the most visited move, or the best one when all are proven.
func (t *Tree) Line(dst []Move, from Move) []Move {
	for i := range t.arena.children(0) {
		n := &t.arena.children(0)[i]
		if n.move != from {
			continue
		}
		for n != nil {
			dst = append(dst, n.move)
			n = t.follow(n)
		}
		break
	}
	return dst
}

func (t *Tree) follow(n *node) (next *node) {
	first := atomic.LoadUint32(&n.first)
	if first == unexpanded || first == expanding {
		return nil
	}
	proof, most := atomic.LoadUint64(&n.proof), uint32(0)
	children := t.arena.nodes[first : first+uint32(n.count)]
	for i := range children {
		c := &children[i]
		if proof != 0 && atomic.LoadUint64(&c.proof) == proof {
			return c
		}
		if v := c.visits(); v > most {
			next, most = c, v
		}
	}
	return next
}

// State is the state of a search.
type State struct {
	Leaves   int  // leaves of the latest search
	Visits   int  // visits of the root, including visits from earlier searches that still count
	Nodes    int  // nodes in use
	Expanded int  // nodes with children
	Full     bool // the memory has no room for more
	Solved   bool // the value of the root is proven
}

// State returns the state at the end of the latest search.
func (t *Tree) State() State {
	root := &t.arena.nodes[0]
	return State{
		Leaves:   t.leaves,
		Visits:   int(root.visits()),
		Nodes:    int(min(t.arena.used.Load(), uint32(len(t.arena.nodes)))),
		Expanded: min(int(t.arena.expanded.Load()), t.arena.limit),
		Full:     t.arena.full.Load(),
		Solved:   atomic.LoadUint64(&root.proof) != 0,
	}
}

// Contest returns the visits of the two most visited moves at the root. It may be called during a
// search.
func (t *Tree) Contest() (most, second int) {
	children := t.arena.children(0)
	for i := range children {
		v := int(children[i].visits())
		switch {
		case v == 0:
			return most, second // the moves after it are also unvisited
		case v > most:
			most, second = v, most
		case v > second:
			second = v
		}
	}
	return most, second
}
