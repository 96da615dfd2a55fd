// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import (
	"encoding/binary"
	"hash/fnv"
	"sync/atomic"
)

// Served is a game with leaf values from outside the search, for example from a board at the other
// end of a line. Many questions are under way at a time, and the answers come in the order of the
// questions.
type Served interface {
	Game
	// Ask requests the value of the game's current position, reached by these moves from the root,
	// and at most that many children, in order of greatest priors (0: none). Randomness depends
	// only on the number of the question. path belongs to the search.
	Ask(path []Move, number uint32, children int) error
	// Answer waits for the answer to the oldest unanswered question.
	Answer() (Answer, error)
}

// Answer is a leaf service's answer about a position.
type Answer struct {
	Leaf     Leaf
	Children []Child // if requested: in descending order of priors, at least one
	Complete bool    // Children has all legal moves
}

// asked is a leaf with its value under way in a leaf service.
type asked struct {
	flight
	open bool // the service has been asked; otherwise the value is known
}

// SearchBy is Search with a leaf service that values the leaves. The service is the game of the
// tree's only thread. As in Search, a leaf is chosen after the backup of the leaf Config.InFlight
// before it. Children always come late, as with Config.LateChildren: the service sends them with the
// value of the leaf that asks for them. The tree is a pure function of the answers: services with
// equal answers grow equal trees.
//
// SearchBy returns an error of the service. The tree then knows nothing, and Reset must come next.
func (t *Tree) SearchBy(e Served, leaves int, stop func(leaves int) bool) (int, error) {
	w := t.workers[0]
	a := &t.arena
	root := &a.nodes[0]
	e.Reset()
	if leaf, over := e.Over(); over {
		prove(root, leaf.Values.pack(), leaf.Margin)
		t.leaves = 0
		return 0, nil
	}
	if root.first == unexpanded {
		if err := t.askRoot(e); err != nil {
			return 0, err
		}
	}
	room := 1<<t.cfg.VisitBits - 1 - int(root.visits())
	leaves = min(leaves, max(0, room))
	ring := make([]asked, t.cfg.InFlight)
	begun, done := 0, 0
	for begun < leaves && root.proof == 0 {
		if begun-done == len(ring) {
			if err := t.settle(e, &ring[done%len(ring)]); err != nil {
				return begun, err
			}
			done++
		}
		if err := t.ask(e, w, &ring[begun%len(ring)]); err != nil {
			return begun, err
		}
		begun++
		if stop != nil && begun%pollLeaves == 0 && stop(begun) {
			break
		}
	}
	for ; done < begun; done++ {
		if err := t.settle(e, &ring[done%len(ring)]); err != nil {
			return begun, err
		}
	}
	t.leaves = begun
	return begun, nil
}

// askRoot gives the root children.
func (t *Tree) askRoot(e Served) error {
	if err := e.Ask(nil, t.question(), t.cfg.Children); err != nil {
		return err
	}
	answer, err := e.Answer()
	if err != nil {
		return err
	}
	t.arena.adopt(&t.arena.nodes[0], answer.Children, answer.Complete)
	return nil
}

// question returns the number of the next question.
func (t *Tree) question() uint32 {
	t.number++
	return t.number - 1
}

// ask goes down from the root to a leaf, counts the visits on the path, and requests the leaf's
// value.
func (t *Tree) ask(e Served, w *worker, f *asked) error {
	a := &t.arena
	f.path, f.open, f.parent = f.path[:0], false, nil
	w.moves = w.moves[:0]
	e.Reset()
	n := &a.nodes[0]
	n.stats += visit
	for n.first != unexpanded && n.first != expanding {
		player := e.ToMove()
		children := a.nodes[n.first : n.first+uint32(n.count)]
		i := t.cfg.choose(children, uint32(n.stats>>sumBits), player, len(f.path) == 0)
		f.path = append(f.path, step{n.first + uint32(i), uint8(player)})
		n = &children[i]
		w.moves = append(w.moves, n.move)
		n.stats += visit
		if n.proof != 0 {
			f.leaf = Leaf{Values: unpack(n.proof), Margin: n.exact}
			return nil
		}
		e.Play(n.move)
	}
	if leaf, over := e.Over(); over {
		f.leaf = leaf
		if !t.cfg.NoProofs {
			prove(n, leaf.Values.pack(), leaf.Margin)
			t.propagate(f.path)
		}
		return nil
	}
	children := 0
	if int(n.visits()) >= t.cfg.ExpandVisits && n.first == unexpanded && !a.full.Load() {
		children, f.parent = t.cfg.Children, n
		n.first = expanding
	}
	f.open = true
	return e.Ask(w.moves, t.question(), children)
}

// settle takes the answer for a leaf and backs it up.
func (t *Tree) settle(e Served, f *asked) error {
	if f.open {
		answer, err := e.Answer()
		if err != nil {
			return err
		}
		f.leaf, f.children, f.complete = answer.Leaf, answer.Children, answer.Complete
	}
	t.backUp(&f.flight)
	return nil
}

// BestChildren returns a search's children of a position with these choices, at most that many: a
// leaf service's answer. It changes choices.
func BestChildren(choices []Choice, limit int) (children []Child, complete bool) {
	var keys [MaxChildren]uint64
	children = bestChildren(nil, choices, limit, keys[:])
	return children, len(children) == len(choices)
}

// Digest returns a number that is equal for equal trees: it depends on the move, the prior, the
// visits, the values and the place of every node.
func (t *Tree) Digest() uint64 {
	h := fnv.New64a()
	used := t.arena.used.Load()
	for i := range t.arena.nodes[:used] {
		n := &t.arena.nodes[i]
		var b [48]byte
		for k, v := range []uint64{
			atomic.LoadUint64(&n.stats), uint64(n.margin), n.proof, uint64(n.first)<<32 | uint64(n.move),
			uint64(uint32(n.exact))<<32 | uint64(n.prior)<<16 | uint64(n.count),
		} {
			binary.LittleEndian.PutUint64(b[8*k:], v)
		}
		h.Write(b[:])
	}
	return h.Sum64()
}
