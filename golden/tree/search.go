// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// pollLeaves is the number of leaves between checks whether to stop.
const pollLeaves = 8

// budget is the shared state of a search's threads.
type budget struct {
	leaves  int64
	begun   atomic.Int64
	stopped atomic.Bool
}

// Search grows the tree by at most that many leaves, and returns their number. It ends early when
// the root is solved, when the root's visits reach the bound of VisitBits, or when stop returns
// true. Search calls stop, which may be nil, now and then with the number of leaves so far. With
// one thread, equal searches give equal trees.
func (t *Tree) Search(leaves int, stop func(leaves int) bool) int {
	if t.cfg.InPlace {
		t.number = 0
	}
	b := &budget{leaves: int64(leaves)}
	room := int64(1)<<t.cfg.VisitBits - 1 - int64(t.arena.nodes[0].visits())
	b.leaves = min(b.leaves, max(0, room))
	t.workers[0].expandRoot()
	var others sync.WaitGroup
	for _, w := range t.workers[1:] {
		others.Add(1)
		go func() {
			defer others.Done()
			w.run(b, nil)
		}()
	}
	t.workers[0].run(b, stop)
	others.Wait()
	t.leaves = int(min(b.begun.Load(), b.leaves))
	t.number += uint32(t.leaves)
	return t.leaves
}

// step is a node of a path with the player who made its move.
type step struct {
	index  uint32
	player uint8
}

// flight is a leaf under way: its path without the root, its value, and the children that its node
// gets with the backup.
type flight struct {
	path     []step
	leaf     Leaf
	parent   *node // the node that gets the children, which is expanding; nil: none
	children []Child
	complete bool // children has all legal moves
}

// worker is a thread of the search.
type worker struct {
	tree    *Tree
	game    Game
	choices []Choice
	keys    [MaxChildren]uint64
	flights []flight // flights under way, a ring
	begun   int      // number of all flights
	descent Descent  // reported to the trace
	moves   []Move   // moves on the path to a leaf service's leaf
}

func newWorker(t *Tree, g Game) *worker {
	w := &worker{tree: t, game: g, flights: make([]flight, t.cfg.InFlight)}
	for i := range w.flights {
		w.flights[i].path = make([]step, 0, 128)
	}
	return w
}

// run searches until the budget is used up.
func (w *worker) run(b *budget, stop func(leaves int) bool) {
	root := &w.tree.arena.nodes[0]
	w.begun = 0
	for !b.stopped.Load() && atomic.LoadUint64(&root.proof) == 0 {
		n := b.begun.Add(1) - 1
		if n >= b.leaves {
			break
		}
		f := &w.flights[w.begun%len(w.flights)]
		if w.begun >= len(w.flights) {
			w.tree.backUp(f)
		}
		w.descend(f, w.tree.number+uint32(n))
		w.begun++
		if stop != nil && w.begun%pollLeaves == 0 && stop(int(min(n+1, b.leaves))) {
			b.stopped.Store(true)
		}
	}
	for i := max(0, w.begun-len(w.flights)); i < w.begun; i++ {
		w.tree.backUp(&w.flights[i%len(w.flights)])
	}
}

// expandRoot gives the root children, regardless of its visits.
func (w *worker) expandRoot() {
	root := &w.tree.arena.nodes[0]
	w.game.Reset()
	if leaf, over := w.game.Over(); over {
		prove(root, leaf.Values.pack(), leaf.Margin)
		return
	}
	f := &w.flights[0]
	if w.list(f, root) {
		w.tree.arena.adopt(root, f.children, f.complete)
	}
}

// list lists the children of the node of the game's position, unless the node has children, another
// leaf has asked for them, or the memory is full. It reports whether it did. The node is expanding
// then.
func (w *worker) list(f *flight, n *node) bool {
	a := &w.tree.arena
	if a.full.Load() || !atomic.CompareAndSwapUint32(&n.first, unexpanded, expanding) {
		return false
	}
	w.choices = w.game.Moves(w.choices[:0])
	f.children = bestChildren(f.children[:0], w.choices, w.tree.cfg.Children, w.keys[:])
	f.complete = len(f.children) == len(w.choices)
	return true
}

// descend goes down from the root to a leaf, counts the visits on the path, and values the leaf.
func (w *worker) descend(f *flight, number uint32) {
	a := &w.tree.arena
	f.path, f.parent = f.path[:0], nil
	w.game.Reset()
	w.descent.begin(number)
	n := &a.nodes[0]
	visits := uint32(atomic.AddUint64(&n.stats, visit) >> sumBits)
	for {
		first := atomic.LoadUint32(&n.first)
		if first == unexpanded || first == expanding {
			leaf, over := w.game.Over()
			if over && !w.tree.cfg.NoProofs {
				prove(n, leaf.Values.pack(), leaf.Margin)
				w.tree.propagate(f.path)
			}
			grown := false
			if !over && int(visits) >= w.tree.cfg.ExpandVisits && w.list(f, n) {
				w.descent.Player = w.game.ToMove()
				if w.tree.cfg.LateChildren {
					f.parent = n
				} else {
					grown = a.adopt(n, f.children, f.complete)
				}
			}
			if !grown {
				if !over {
					leaf = w.game.Leaf(number)
				}
				f.leaf = leaf
				w.traceLeaf(f, visits, over)
				return
			}
			first = atomic.LoadUint32(&n.first)
		}
		player := w.game.ToMove()
		children := a.nodes[first : first+uint32(n.count)]
		i := w.tree.cfg.choose(children, visits, player, len(f.path) == 0)
		w.traceLevel(first, visits, player, children, i)
		n = &children[i]
		f.path = append(f.path, step{first + uint32(i), uint8(player)})
		visits = uint32(atomic.AddUint64(&n.stats, visit) >> sumBits)
		if proof := atomic.LoadUint64(&n.proof); proof != 0 {
			f.leaf = Leaf{Values: unpack(proof), Margin: atomic.LoadInt32(&n.exact)}
			w.traceLeaf(f, visits, true)
			return
		}
		w.game.Play(n.move)
	}
}

// ScalePoint is the number of fractional bits of a scale.
const ScalePoint = 8

// Scale returns the factor of the shares of a node's children for a node with that many visits: their
// square root x (Exploration + Growth x log2((visits + 512) / 512)), with 8 fractional bits. The
// logarithm is linear between powers of two. (KataGo's search has such a term since 2020, and
// AlphaZero's had one: Silver et al., Science 362, 2018.)
func (c *Config) Scale(visits uint32) uint32 {
	weight := uint64(c.Exploration)
	if c.Growth > 0 {
		weight += uint64(c.Growth) * uint64(doublings(visits)) >> doublingPoint
	}
	return uint32(uint64(Sqrt(visits)) * weight >> SqrtPoint)
}

// doublingPoint is the number of fractional bits of doublings.
const doublingPoint = 8

// doublings returns log2((visits + 512) / 512), linear between powers of two.
func doublings(visits uint32) uint32 {
	const base = 9
	n := visits + 1<<base
	whole := bits.Len32(n) - 1
	fraction := n << (31 - whole) >> (31 - doublingPoint) & (1<<doublingPoint - 1)
	return uint32(whole-base)<<doublingPoint | fraction
}

// choose returns the child to visit for the player to move: the child with the greatest
//
//	mean value + Scale(visits of the parent) x (prior / (1 + visits))
//
// in 1/65,536, with the mean, the product and the bracket (see Share) rounded down, or the first of
// equal children. The value of a child without visits is the mean of its siblings' visits less
// Reduction. Only the first unvisited child matters, because the ones after it have lesser priors.
// A child with a proven value needs no exploration. At the root it needs no visit: choose takes it
// only if there is no other.
func (c *Config) choose(children []node, parentVisits uint32, player int, root bool) int {
	scale := uint64(c.Scale(parentVisits))
	best, most := 0, int64(-1)
	sum, count := uint64(0), uint64(0)
	for i := range children {
		n := &children[i]
		stats := atomic.LoadUint64(&n.stats)
		visits := stats >> sumBits
		explore := int64(uint64(Share(n.prior, uint32(visits))) * scale >> (ScalePoint + SharePoint))
		if visits == 0 {
			if count > 0 {
				explore += int64(sum/count) - int64(c.Reduction)
			}
			if explore > most {
				best = i
			}
			break
		}
		sum += stats & sumMask
		count += visits
		score := explore + int64(mean(stats))
		if proof := atomic.LoadUint64(&n.proof); proof != 0 {
			if root {
				continue
			}
			score = int64(unpackValue(proof, player))
		}
		if score > most {
			best, most = i, score
		}
	}
	return best
}

// backUp adds the value of a leaf to the nodes of its path, and gives its node the late children.
func (t *Tree) backUp(f *flight) {
	atomic.AddInt64(&t.arena.nodes[0].margin, int64(f.leaf.Margin))
	for _, s := range f.path {
		n := &t.arena.nodes[s.index]
		atomic.AddUint64(&n.stats, uint64(f.leaf.Values[s.player&3]))
		atomic.AddInt64(&n.margin, int64(f.leaf.Margin))
	}
	if f.parent != nil {
		t.arena.adopt(f.parent, f.children, f.complete)
	}
}
