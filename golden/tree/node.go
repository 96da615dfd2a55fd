// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import (
	"slices"
	"sync/atomic"
)

// node is a move with its results from the search. Threads share nodes: fields marked * need atomic
// operations once the node is reachable. The other fields do not change then, except count and
// complete, which change before first does.
//
//	 63        40 39                     0
//	+------------+------------------------+
//	|   visits   |     sum of values      |   stats
//	+------------+------------------------+
//
// The values count for the player who made the move. The search counts a visit on the way down, and
// adds its value on the way up: until then the visit counts as lost (virtual loss: Chaslot,
// Winands, van den Herik, Parallel Monte-Carlo Tree Search, 2008), so that other threads look
// elsewhere.
type node struct {
	stats    uint64 // *
	margin   int64  // * sum of margins
	proof    uint64 // * the proven values, or 0
	first    uint32 // * index of the first child, or unexpanded or expanding
	move     Move
	exact    int32 // * the margin of proof; written before it
	prior    uint16
	count    uint8 // number of children
	complete bool  // every legal move has a child
}

const (
	sumBits = VisitBits + ValueBits
	sumMask = 1<<sumBits - 1
	visit   = 1 << sumBits // one visit, in stats
)

// VisitBits is the width of the number of visits.
const VisitBits = 24

// MaxVisits bounds the visits of the root: a search that reaches it ends.
const MaxVisits = 1<<VisitBits - 1

// Values of node.first that are not indices: the root is never a child.
const (
	unexpanded = 0
	expanding  = 1<<32 - 1
)

func (n *node) visits() uint32 { return uint32(atomic.LoadUint64(&n.stats) >> sumBits) }

// mean returns the mean value of the visits in stats.
func mean(stats uint64) Value { return Value((stats & sumMask) / (stats >> sumBits)) }

// arena is the memory of a tree: the root is node 0, and the children of a node are adjacent, in
// descending order of priors.
type arena struct {
	nodes, spare []node
	used         atomic.Uint32
	expanded     atomic.Int32 // nodes with children
	limit        int          // bound of expanded
	full         atomic.Bool
}

func (a *arena) init(nodes, expanded int) {
	a.nodes, a.limit = make([]node, nodes), expanded
	a.reset()
}

func (a *arena) reset() {
	a.nodes[0] = node{}
	a.used.Store(1)
	a.expanded.Store(0)
	a.full.Store(false)
}

// children returns the children of a node, or none before its expansion.
func (a *arena) children(i uint32) []node {
	n := &a.nodes[i]
	first := atomic.LoadUint32(&n.first)
	if first == unexpanded || first == expanding {
		return nil
	}
	return a.nodes[first : first+uint32(n.count)]
}

// keep makes a node the root and keeps the nodes below it, level by level, up to half of the
// memory, which leaves room for the search. It forgets deeper levels.
func (a *arena) keep(n *node) {
	if a.spare == nil { // a tree that is kept in place needs no spare memory
		a.spare = make([]node, len(a.nodes))
	}
	to := a.spare
	to[0] = *n
	used, expanded := uint32(1), 0
	for i := uint32(0); i < used; i++ {
		n := &to[i]
		if n.first == unexpanded {
			continue
		}
		if int(used)+int(n.count) > len(to)/2 || expanded >= (a.limit+1)/2 {
			n.first = unexpanded
			continue
		}
		copy(to[used:], a.nodes[n.first:n.first+uint32(n.count)])
		n.first = used
		used += uint32(n.count)
		expanded++
	}
	a.nodes, a.spare = to, a.nodes
	a.used.Store(used)
	a.expanded.Store(int32(expanded))
	a.full.Store(false)
}

// keepInPlace makes a node the root and leaves its children where they are, if it has children and
// enough memory is free. It reports whether it did.
func (a *arena) keepInPlace(n *node) bool {
	if n.first == unexpanded || a.limit-int(a.expanded.Load()) < a.limit/4 {
		return false
	}
	a.nodes[0] = *n
	return true
}

// adopt gives an expanding node its children, in descending order of priors, if the memory has room.
// It reports whether it had.
func (a *arena) adopt(n *node, children []Child, complete bool) bool {
	k := uint32(len(children))
	end, expanded := a.used.Add(k), a.expanded.Add(1)
	if int(end) > len(a.nodes) || end < k || int(expanded) > a.limit {
		a.used.Add(-k)
		a.expanded.Add(-1)
		a.full.Store(true)
		atomic.StoreUint32(&n.first, unexpanded)
		return false
	}
	first := end - k
	for i, c := range children {
		a.nodes[first+uint32(i)] = node{move: c.Move, prior: c.Prior}
	}
	n.count, n.complete = uint8(k), complete
	atomic.StoreUint32(&n.first, first)
	return true
}

// bestChildren appends the best of the choices, at most limit, in order, with their priors.
func bestChildren(dst []Child, choices []Choice, limit int, keys []uint64) []Child {
	best := bestChoices(choices, limit, keys)
	most, sum := choices[best[0]&indexMask].Logit, uint64(0)
	for _, key := range best {
		sum += uint64(Exp(most - choices[key&indexMask].Logit))
	}
	for _, key := range best {
		c := &choices[key&indexMask]
		e := uint64(Exp(most - c.Logit))
		dst = append(dst, Child{c.Move, uint16(max(1, e*MaxValue/sum))})
	}
	return dst
}

// A key orders choices by descending logit, then by ascending index.
const indexMask = 1<<32 - 1

func keyOf(c Choice, index int) uint64 {
	return uint64(uint32(int64(1<<31-1)-int64(c.Logit)))<<32 | uint64(index)
}

// bestChoices returns the keys of the best choices, in order, at most limit. A heap (the worst at
// the top) holds them until all choices have been seen.
func bestChoices(choices []Choice, limit int, keys []uint64) []uint64 {
	keys = keys[:0]
	for i, c := range choices {
		k := keyOf(c, i)
		switch {
		case len(keys) < limit:
			keys = append(keys, k)
			if len(keys) == limit {
				for j := limit/2 - 1; j >= 0; j-- {
					sink(keys, j)
				}
			}
		case k < keys[0]:
			keys[0] = k
			sink(keys, 0)
		}
	}
	slices.Sort(keys)
	return keys
}

// sink restores the heap below i.
func sink(keys []uint64, i int) {
	for {
		child := 2*i + 1
		if child >= len(keys) {
			return
		}
		if child+1 < len(keys) && keys[child+1] > keys[child] {
			child++
		}
		if keys[child] <= keys[i] {
			return
		}
		keys[i], keys[child] = keys[child], keys[i]
		i = child
	}
}
