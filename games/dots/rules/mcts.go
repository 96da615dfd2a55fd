// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/tessera-fpga/tessera/play"
)

// States selects the positions that share a node of a Monte Carlo tree.
type States int

// States of the thesis. Each of them makes the tree a graph without cycles.
const (
	Scored    States = iota // the same edges and the same net score
	Unscored                // the same edges
	Symmetric               // edges that are images of each other
)

var stateNames = [...]string{"scored", "unscored", "symmetric"}

// StateNames returns the names of the states, in their order.
func StateNames() []string { return stateNames[:] }

func (s States) String() string { return stateNames[s] }

// MCTSConfig holds the parameters of a Monte Carlo tree search.
type MCTSConfig struct {
	States States
	// Future makes the reward the share of the open boxes still to come, in place of -1, 0 or +1
	// for the end of the game. This reward does not depend on the boxes taken so far, so Unscored
	// and Symmetric merge nodes with equal expectations. Future is our addition to the thesis.
	Future bool
	// Exploration is c in Q(s,a) + c sqrt(ln N(s) / N(s,a)). The thesis does not state its value;
	// its figure 7 uses 1.
	Exploration float64
	// Nodes bounds the number of nodes. When all are in use, simulations end at leaves without a
	// node. 0 means 4,194,304.
	Nodes int
}

// defaultNodes is MCTSConfig.Nodes if it is 0; a node of a large board takes up to 1 kB.
const defaultNodes = 1 << 22

// maxNodes bounds MCTSConfig.Nodes by the width of node numbers in an action.
const maxNodes = 1 << 26

// MCTS is the Monte Carlo tree search of the thesis (its algorithm 1): each simulation adds one
// node at its first visit, playouts are uniform, nodes live in a hash table, and the final move has
// the highest mean. A simulation updates only the actions on its own path. The search keeps the
// tree through a game. The same seed and the same calls give the same moves.
type MCTS struct {
	board *Grid
	cfg   MCTSConfig
	rng   rand.PCG
	roots []float64 // see rootLogs

	index   []uint32 // a hash table with open addressing: numbers of nodes; 0: none
	nodes   []mctsNode
	actions []action
	bounds  []bound // bounds of the actions
	path    [MaxEdges]mctsStep
}

// mctsNode is a visited state. Its actions lie side by side, the tried ones first. A node gets
// actions when a simulation continues past it; most nodes never do.
type mctsNode struct {
	drawn  Edges
	first  uint32 // first of its actions
	visits uint32 // visits by simulations that continued
	count  uint8  // number of actions
	tried  uint8
	net    int8 // for a scored state: the mover's net score
}

// action is a move at a node. Symmetric moves share one action.
type action struct {
	sum    float64 // sum of the rewards for the mover
	visits uint32
	to     uint32 // edge (6 bits), child (26 bits); child 0: unknown, as the root is no node's child
}

// bound holds the data of a tried action's upper bound: the mean of its rewards, and the square
// root of its visits.
type bound struct{ mean, root float64 }

const childBits = 26

func (a *action) edge() Edge    { return Edge(a.to >> childBits) }
func (a *action) child() uint32 { return a.to & (1<<childBits - 1) }

// mctsStep is an action on the path of a simulation.
type mctsStep struct {
	action uint32
	mover  int8
	net    int8 // boxes of player 1 less boxes of player 2, before the action
	open   int8 // open boxes before the action
}

// NewMCTS returns a search with an empty tree.
func NewMCTS(b *Grid, cfg MCTSConfig, seed uint64) (*MCTS, error) {
	if cfg.Nodes == 0 {
		cfg.Nodes = defaultNodes
	}
	switch {
	case cfg.States < Scored || cfg.States > Symmetric:
		return nil, fmt.Errorf("dotsboxes: states %d, want %d..%d", cfg.States, Scored, Symmetric)
	case !(cfg.Exploration >= 0) || math.IsInf(cfg.Exploration, 0):
		return nil, fmt.Errorf("dotsboxes: exploration %v, want 0 or more", cfg.Exploration)
	case cfg.Nodes < 2 || cfg.Nodes > maxNodes:
		return nil, fmt.Errorf("dotsboxes: %d nodes, want 2..%d", cfg.Nodes, maxNodes)
	}
	m := &MCTS{board: b, cfg: cfg, roots: rootLogs()}
	m.Reset(seed)
	return m, nil
}

// Reset forgets the tree, and restarts the random numbers with a seed.
func (m *MCTS) Reset(seed uint64) {
	m.rng.Seed(seed, 0)
	if m.index == nil {
		m.index = make([]uint32, minIndex)
	}
	clear(m.index)
	m.nodes, m.actions, m.bounds = append(m.nodes[:0], mctsNode{}), m.actions[:0], m.bounds[:0] // node number 0 means none
}

// Nodes returns the number of nodes of the tree.
func (m *MCTS) Nodes() int { return len(m.nodes) - 1 }

// below returns a random number below n, for small n.
func (m *MCTS) below(n int) int { return int(m.rng.Uint64() >> 32 * uint64(n) >> 32) }

// Candidate is a move with its results from a search.
type Candidate struct {
	Move   play.Move
	Visits int
	Value  float64 // the mean reward for the player to move, -1..1
}

// Search adds simulations from a position that is not over, and returns the tried moves, best
// first. Without a simulation it returns a random move. Its error is ctx's.
func (m *MCTS) Search(ctx context.Context, p *Position, simulations int) ([]Candidate, error) {
	root := node{drawn: p.drawn, mover: p.mover, net: p.scores[0] - p.scores[1]}
	back := -1 // the symmetry back from the root's state
	if m.cfg.States == Symmetric {
		images := m.board.ImagesOf(p.drawn)
		root.drawn, back = images.Canonical()
	}
	at, _ := m.find(root)
	if at == 0 {
		return nil, fmt.Errorf("dotsboxes: %d nodes are not enough: none is left for the position", m.cfg.Nodes)
	}
	open := m.board.Boxes() - m.board.Taken(root.drawn)
	for i := range simulations {
		if i&63 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m.simulate(root, at, open)
	}
	n := &m.nodes[at]
	if n.count == 0 {
		m.expand(n)
	}
	all := m.actions[n.first : n.first+uint32(n.count)]
	if n.tried == 0 {
		return []Candidate{{Move: m.real(all[m.below(len(all))].edge(), back)}}, nil
	}
	var out []Candidate
	best, same := 0, 0
	for i := range all[:n.tried] {
		a := &all[i]
		out = append(out, Candidate{m.real(a.edge(), back), int(a.visits), a.sum / float64(a.visits)})
		switch v := out[i].Value; {
		case v > out[best].Value || i == 0:
			best, same = i, 1
		case v == out[best].Value:
			if same++; m.below(same) == 0 {
				best = i
			}
		}
	}
	out[0], out[best] = out[best], out[0]
	return out, nil
}

// real returns the move in the position for an edge of the root's state.
func (m *MCTS) real(e Edge, symmetry int) play.Move {
	if symmetry < 0 {
		return play.Move(e)
	}
	for from, to := range m.board.maps[symmetry] {
		if to == e {
			return play.Move(from)
		}
	}
	panic("dotsboxes: a symmetry is no permutation")
}

const (
	minIndex = 1 << 10 // first length of MCTS.index
	netShift = 56      // place of the net score in the hashed word
)

// find returns the node of a state, and adds it if necessary; 0 means that the memory is full.
func (m *MCTS) find(n node) (at uint32, made bool) {
	net := int8(0)
	if m.cfg.States == Scored {
		net = int8(n.net * (1 - 2*n.mover))
	}
	i := m.place(n.drawn, net)
	if at := m.index[i]; at != 0 {
		return at, false
	}
	if len(m.nodes) > m.cfg.Nodes {
		return 0, true
	}
	at = uint32(len(m.nodes))
	m.nodes = append(grown(m.nodes, 1), mctsNode{drawn: n.drawn, net: net})
	if 2*len(m.nodes) <= len(m.index) {
		m.index[i] = at
		return at, true
	}
	m.index = make([]uint32, 4*len(m.index))
	for at := range m.nodes[1:] {
		n := &m.nodes[at+1]
		m.index[m.place(n.drawn, n.net)] = uint32(at + 1)
	}
	return at, true
}

// place returns the index slot of a state, whether or not the state is in it.
func (m *MCTS) place(drawn Edges, net int8) int {
	last := len(m.index) - 1
	i := int(mix(uint64(drawn)^uint64(net)<<netShift)) & last
	for {
		n := &m.nodes[m.index[i]]
		if m.index[i] == 0 || n.drawn == drawn && n.net == net {
			return i
		}
		i = (i + 1) & last
	}
}

// expand gives a node its actions. The game must not be over there.
func (m *MCTS) expand(n *mctsNode) {
	b := m.board
	n.first = uint32(len(m.actions))
	m.actions, m.bounds = grown(m.actions, MaxEdges), grown(m.bounds, MaxEdges)
	var images Images
	merge := false // moves can be symmetric
	if m.cfg.States == Symmetric {
		images = b.ImagesOf(n.drawn)
		merge = images.near(b.Images())
	}
	var seen [2 * MaxEdges]Edges // boards after the moves, in a hash table
	for free := b.All &^ n.drawn; free != 0; {
		e := b.First(free)
		free &^= b.Bit(e)
		if merge {
			c := images.with(b, e)
			i := uint64(c) * 0x9e3779b97f4a7c15 >> 57
			for seen[i] != c && seen[i] != 0 {
				i = (i + 1) % uint64(len(seen))
			}
			if seen[i] == c {
				continue
			}
			seen[i] = c
		}
		m.actions = append(m.actions, action{to: uint32(e) << childBits})
		n.count++
	}
	m.bounds = append(m.bounds, make([]bound, n.count)...)
}

// grown returns a slice with room for that many further elements. It doubles a slice that is too
// small, where append would copy it more often.
func grown[T any](all []T, room int) []T {
	if len(all)+room <= cap(all) {
		return all
	}
	return slices.Grow(all, room+cap(all))
}

// near reports whether one more edge may make two boards images of each other. Their symmetry maps
// all edges except one to drawn edges.
func (m *Images) near(count int) bool {
	for _, image := range m[1:count] {
		if (image &^ m[0]).Count() <= 1 {
			return true
		}
	}
	return false
}

// simulate goes down from the root to a state without a node, or to the end of the game. It makes
// the node, plays out, and adds the reward to the actions on the path.
func (m *MCTS) simulate(n node, at uint32, open int) {
	b := m.board
	length := 0
	for at != 0 && n.drawn != b.All {
		s := &m.nodes[at]
		if s.count == 0 {
			m.expand(s)
		}
		s.visits++
		i := m.choose(s)
		a := &m.actions[i]
		m.path[length%MaxEdges] = mctsStep{i, int8(n.mover), int8(n.net), int8(open)}
		length++
		captured := b.play(&n, a.edge())
		open -= captured
		if at = a.child(); at == 0 {
			if m.cfg.States == Symmetric {
				n.drawn = b.Canonical(n.drawn)
			}
			made := false
			at, made = m.find(n)
			a.to |= at
			if made {
				break
			}
		} else {
			n.drawn = m.nodes[at].drawn
		}
	}
	net := n.net + m.playout(n)
	result := float64(cmp.Compare(net, 0))
	for _, step := range m.path[:length] {
		if m.cfg.Future {
			result = float64(net-int(step.net)) / float64(step.open)
		}
		a := &m.actions[step.action]
		a.sum += float64(1-2*step.mover) * result
		a.visits++
		visits := float64(a.visits)
		m.bounds[step.action] = bound{a.sum / visits, math.Sqrt(visits)}
	}
}

// rootLogs holds sqrt(ln n) for small n: a simulation needs one for each of its steps.
var rootLogs = sync.OnceValue(func() []float64 {
	all := make([]float64, 1<<16)
	for n := range all {
		all[n] = math.Sqrt(math.Log(float64(n)))
	}
	return all
})

// choose returns the index of an action of a node: a random untried action, or else the action with
// the greatest upper bound.
func (m *MCTS) choose(s *mctsNode) uint32 {
	all := m.actions[s.first : s.first+uint32(s.count)]
	if s.tried < s.count {
		i := int(s.tried) + m.below(int(s.count-s.tried))
		all[s.tried], all[i] = all[i], all[s.tried]
		s.tried++
		return s.first + uint32(s.tried) - 1
	}
	scale := m.cfg.Exploration
	if int(s.visits) < len(m.roots) {
		scale *= m.roots[s.visits]
	} else {
		scale *= math.Sqrt(math.Log(float64(s.visits)))
	}
	// Whole numbers in the same order: their maximum needs no unpredictable branch.
	best, most := 0, int64(math.MinInt64)
	for i, b := range m.bounds[s.first : s.first+uint32(s.count)] {
		v := int64(math.Float64bits(b.mean + scale/b.root))
		v ^= v >> 63 & math.MaxInt64
		if v > most {
			best = i
		}
		most = max(most, v)
	}
	return s.first + uint32(best)
}

// playout draws the remaining edges in random order, and returns the boxes of player 1 less the
// boxes of player 2.
func (m *MCTS) playout(n node) int {
	b, drawn, rng := m.board, n.drawn, m.rng
	var edges [MaxEdges]uint8
	left := uint64(0)
	for free := b.All &^ drawn; free != 0; left++ {
		e := b.First(free)
		free &^= b.Bit(e)
		edges[left%MaxEdges] = uint8(e)
	}
	net, sign := 0, 1-2*n.mover
	for ; left > 0; left-- {
		i := rng.Uint64() >> 32 * left >> 32
		s := &b.sets[edges[i%MaxEdges]%MaxEdges]
		edges[i%MaxEdges] = edges[(left-1)%MaxEdges]
		captured := s.captures(drawn)
		drawn |= s.bit
		net += sign * captured
		if captured == 0 {
			sign = -sign
		}
	}
	m.rng = rng
	return net
}
