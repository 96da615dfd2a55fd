// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package agent

import (
	"math"

	"github.com/tessera-fpga/tessera/games/quoridor/rules"
)

// MCTSConfig holds the parameters of the source's agent.
type MCTSConfig struct {
	Simulations int // simulations of a move: 120,000 and 60,000 in the source
	// Score is the number that a win adds to a node: 10 in the source, which makes the exploration
	// constant c = sqrt 2 as small as 0.14 on the scale from 0 to 1. The usual reading is 1.
	Score     float64
	Playout   Playout
	Expansion Expansion
}

// Expansion is what a simulation does at a child without a visit.
type Expansion uint8

const (
	// ExpandOne plays the child out.
	ExpandOne Expansion = iota
	// ExpandLeaf makes all children of the child and plays a random one of them out, as the source
	// does (figures 4.4 to 4.6). Its simulation therefore goes on with one more random move, mostly
	// a fence.
	ExpandLeaf
)

// The two readings of the reward.
const (
	ScoreOfSource = 10
	ScoreUnit     = 1
)

// MCTS is the agent of the source (chapters 3 and 4): UCT with w/n + c sqrt(ln t / n), children
// without a visit first, a playout by a rule. The move is the child of the root with the highest
// total score. A player without fences walks along a shortest way and does not search. Each move
// gets a new tree.
type MCTS struct {
	cfg   MCTSConfig
	rng   rules.RNG
	nodes []mctsNode
	kids  []kid
	which []int32 // node of each kid
	work  uint64
}

// exploration is the source's constant c.
const exploration = math.Sqrt2

// mctsNode is a node of the tree. The source makes all children of a node at once and visits one of
// them at random. Here only visited children are made, and the others are sets of moves.
type mctsNode struct {
	reward   int32 // reward of the player who made the move, in half wins
	visits   int32
	child    int32 // the last child made; 0: none
	sibling  int32 // the sibling made before; 0: none
	kids     int32 // place of the children in MCTS.kids when all are made; 0: not yet
	nKids    int32 // number of kids
	kid      int32 // place of this node in MCTS.kids; 0: none
	h, v     uint64
	steps    [rules.MaxSteps]rules.Move
	nSteps   int8
	expanded bool // h, v and steps are the moves without a child
	move     rules.Move
}

// kid holds a child's data for the choice among a node's children. The kids of a node are adjacent
// in memory. Otherwise a walk over a hundred scattered nodes, with a division and a root for each,
// would take most of the time.
type kid struct {
	mean float64 // w / n
	root float64 // sqrt (1 / n)
}

// NewMCTS returns an MCTS.
func NewMCTS(cfg MCTSConfig, seed uint64) *MCTS {
	return &MCTS{cfg: cfg, rng: rules.RNG(seed)}
}

// Work implements Agent: it counts the simulations.
func (a *MCTS) Work() uint64 { return a.work }

// Reset implements Agent.
func (a *MCTS) Reset(seed uint64) { a.rng, a.work = rules.RNG(seed), 0 }

// Move implements Agent.
func (a *MCTS) Move(p *rules.Position, stop func() bool) rules.Move {
	if p.FencesLeft(p.ToMove()) == 0 {
		return p.RandomShortest(&a.rng)
	}
	a.nodes, a.kids, a.which = append(a.nodes[:0], mctsNode{}), append(a.kids[:0], kid{}), append(a.which[:0], 0)
	for i := range max(1, a.cfg.Simulations) {
		if i%256 == 255 && asked(stop) {
			break
		}
		q := *p
		a.simulate(&q)
		a.work++
	}
	best, most, equal := rules.Move(0), int32(-1), 0
	for i := a.nodes[0].child; i != 0; i = a.nodes[i].sibling {
		switch n := &a.nodes[i]; {
		case n.reward > most:
			best, most, equal = n.move, n.reward, 1
		case n.reward == most:
			if equal++; a.rng.Below(equal) == 0 {
				best = n.move
			}
		}
	}
	return best
}

// simulate goes down the tree, adds a node or two, plays the game out and counts its result.
func (a *MCTS) simulate(p *rules.Position) {
	var path [rules.MaxPlies + 1]int32
	depth, first := 0, p.ToMove()
	for at := int32(0); !p.Over(); {
		n := &a.nodes[at]
		leaf := !n.expanded
		if leaf {
			n.h, n.v = p.LegalFences()
			n.nSteps = int8(len(p.Steps(n.steps[:0])))
			n.expanded = true
		}
		added := false
		if left := int(n.nSteps) + count(n.h, n.v); left > 0 {
			m := n.take(a.rng.Below(left))
			a.nodes = append(a.nodes, mctsNode{move: m, sibling: n.child})
			at, added = int32(len(a.nodes)-1), true
			a.nodes[path[depth]].child = at // the node may have moved
		} else {
			at = a.choose(n)
		}
		depth++
		path[depth] = at
		p.Play(a.nodes[at].move)
		if added && (leaf || a.cfg.Expansion == ExpandOne) {
			break
		}
	}
	reward := int32(a.cfg.Playout.Play(p, &a.rng))
	for d := range depth + 1 {
		n := &a.nodes[path[d]]
		n.visits++
		if mover := first ^ rules.Player(d+1)&1; mover == rules.Player1 {
			n.reward += reward
		} else {
			n.reward += 2 - reward
		}
		if n.kid != 0 {
			a.kids[n.kid] = a.kidOf(n)
		}
	}
}

// take removes the k-th move without a child and returns it.
func (n *mctsNode) take(k int) rules.Move {
	if k < int(n.nSteps) {
		m := n.steps[k]
		n.nSteps--
		n.steps[k] = n.steps[n.nSteps]
		return m
	}
	m := fence(n.h, n.v, k-int(n.nSteps))
	if s, upright := m.Fence(); upright {
		n.v &^= 1 << s
	} else {
		n.h &^= 1 << s
	}
	return m
}

func (a *MCTS) kidOf(n *mctsNode) kid {
	inverse := 1 / float64(n.visits)
	return kid{a.cfg.Score / 2 * float64(n.reward) * inverse, math.Sqrt(inverse)}
}

// choose returns the child with the greatest upper bound; all children have been visited.
func (a *MCTS) choose(n *mctsNode) int32 {
	if n.kids == 0 {
		n.kids = int32(len(a.kids))
		for i := n.child; i != 0; i = a.nodes[i].sibling {
			c := &a.nodes[i]
			c.kid = int32(len(a.kids))
			a.kids, a.which = append(a.kids, a.kidOf(c)), append(a.which, i)
			n.nKids++
		}
	}
	spread := exploration * math.Sqrt(math.Log(float64(n.visits)))
	best, most := 0, math.Inf(-1)
	for i, k := range a.kids[n.kids : n.kids+n.nKids] {
		// The conversion keeps the compiler from fusing operations, which would change the
		// rounding.
		if bound := k.mean + float64(spread*k.root); bound > most {
			best, most = i, bound
		}
	}
	return a.which[int(n.kids)+best]
}
