package dotsboxes

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
)

// States says which positions share a node of a Monte Carlo tree.
type States int

// The states of the thesis. All of them make the tree a graph without cycles.
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
	// Future makes the reward the boxes still to come, as a share of those that are open, in place
	// of -1, 0 or +1 for the end of the game. It does not depend on the boxes taken so far, so that
	// Unscored and Symmetric merge nodes of the same expectation. This is ours, not the thesis's.
	Future bool
	// Exploration is c in Q(s,a) + c sqrt(ln N(s) / N(s,a)). The thesis does not say which it
	// used, but draws 1.
	Exploration float64
	// Nodes bounds the number of nodes; when all are in use, simulations end at leaves without
	// one. 0: 4,194,304.
	Nodes int
}

// defaultNodes is MCTSConfig.Nodes if it is 0; a node of a large board takes up to 1 kB.
const defaultNodes = 1 << 22

// maxNodes bounds MCTSConfig.Nodes: as many as an action can name.
const maxNodes = 1 << 26

// MCTS is the Monte Carlo tree search of the thesis (its algorithm 1): one new node a simulation, at
// its first visit; uniform playouts; nodes in a hash table, of which a simulation updates those
// actions that it has come along; the move with the highest mean in the end. The tree is kept
// through a game. The same seed and the same calls give the same moves.
type MCTS struct {
	board *Board
	cfg   MCTSConfig
	rng   rand.PCG

	index   map[stateKey]uint32
	nodes   []mctsNode
	actions []action
	path    []mctsStep
}

// stateKey names a state: its edges, and of scored ones the mover's net score.
type stateKey struct {
	drawn Edges
	net   int8
}

// mctsNode is a state that has been visited. Its actions lie side by side, those that have been
// tried first.
type mctsNode struct {
	drawn  Edges
	first  uint32 // of its actions
	count  uint8
	tried  uint8
	visits uint32
}

// action is a move at a node. Of symmetric moves there is one.
type action struct {
	sum    float64 // of the rewards for the mover
	visits uint32
	to     uint32 // edge (6 bits), child (26 bits); child 0: not known, as the root is nobody's child
}

const childBits = 26

func (a *action) edge() Edge    { return Edge(a.to >> childBits) }
func (a *action) child() uint32 { return a.to & (1<<childBits - 1) }

// mctsStep is an action on the way of a simulation.
type mctsStep struct {
	node, action uint32
	mover        Player
	net          int // before it: boxes of player 1 less those of player 2
	open         int // boxes before it
}

// NewMCTS returns a search with an empty tree.
func NewMCTS(b *Board, cfg MCTSConfig, seed uint64) (*MCTS, error) {
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
	m := &MCTS{board: b, cfg: cfg}
	m.Reset(seed)
	return m, nil
}

// Reset forgets the tree, and begins the random numbers of a seed.
func (m *MCTS) Reset(seed uint64) {
	m.rng.Seed(seed, 0)
	m.index = map[stateKey]uint32{}
	m.nodes, m.actions = append(m.nodes[:0], mctsNode{}), m.actions[:0] // node 0 is none
}

// Nodes returns the number of nodes of the tree.
func (m *MCTS) Nodes() int { return len(m.nodes) - 1 }

// below returns a random number below n, which is small.
func (m *MCTS) below(n int) int { return int(m.rng.Uint64() >> 32 * uint64(n) >> 32) }

// Candidate is a move and what a search found of it.
type Candidate struct {
	Edge   Edge
	Visits int
	Value  float64 // the mean reward for the player to move, -1..1
}

// Search adds simulations from a position, which is not over, and returns the moves that have been
// tried, the one to make first. Without a simulation that is a random one. Its error is ctx's.
func (m *MCTS) Search(ctx context.Context, p *Position, simulations int) ([]Candidate, error) {
	root := node{drawn: p.drawn, mover: p.mover, net: p.scores[0] - p.scores[1]}
	back := -1 // the symmetry that leads to the root's state
	if m.cfg.States == Symmetric {
		images := m.board.ImagesOf(p.drawn)
		root.drawn, back = images.Canonical()
	}
	at, ok := m.index[m.key(root)]
	if !ok {
		at = m.add(root)
	}
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
	all := m.actions[n.first : n.first+uint32(n.count)]
	if n.tried == 0 {
		return []Candidate{{Edge: m.real(all[m.below(len(all))].edge(), back)}}, nil
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

// real returns the edge of the position that an edge of the root's state stands for.
func (m *MCTS) real(e Edge, symmetry int) Edge {
	if symmetry < 0 {
		return e
	}
	for from, to := range m.board.maps[symmetry] {
		if to == e {
			return Edge(from)
		}
	}
	panic("dotsboxes: a symmetry is no permutation")
}

func (m *MCTS) key(n node) stateKey {
	k := stateKey{drawn: n.drawn}
	if m.cfg.States == Scored {
		k.net = int8(n.net * int(1-2*n.mover))
	}
	return k
}

// add makes the node of a state; 0 says that there is no room.
func (m *MCTS) add(n node) uint32 {
	if len(m.nodes) > m.cfg.Nodes {
		return 0
	}
	b, first := m.board, len(m.actions)
	if m.cfg.States == Symmetric {
		images := b.ImagesOf(n.drawn)
		var seen [2 * MaxEdges]Edges // boards that moves lead to, in a hash table
		for free := b.All &^ n.drawn; free != 0; {
			e := b.First(free)
			free &^= b.Bit(e)
			c := images.with(b, e)
			i := uint64(c) * 0x9e3779b97f4a7c15 >> 57
			for seen[i] != c && seen[i] != 0 {
				i = (i + 1) % uint64(len(seen))
			}
			if seen[i] == c {
				continue
			}
			seen[i] = c
			m.actions = append(m.actions, action{to: uint32(e) << childBits})
		}
	} else {
		for free := b.All &^ n.drawn; free != 0; {
			e := b.First(free)
			free &^= b.Bit(e)
			m.actions = append(m.actions, action{to: uint32(e) << childBits})
		}
	}
	at := uint32(len(m.nodes))
	m.nodes = append(m.nodes, mctsNode{drawn: n.drawn, first: uint32(first), count: uint8(len(m.actions) - first)})
	m.index[m.key(n)] = at
	return at
}

// simulate goes down from the root to a state without a node, or to the end of the game, makes the
// node, plays out, and adds the reward to the actions on the way.
func (m *MCTS) simulate(n node, at uint32, open int) {
	b := m.board
	m.path = m.path[:0]
	for at != 0 && n.drawn != b.All {
		s := &m.nodes[at]
		s.visits++
		i := m.choose(s)
		a := &m.actions[i]
		m.path = append(m.path, mctsStep{at, i, n.mover, n.net, open})
		e := a.edge()
		open -= b.Captures(n.drawn, e)
		b.play(&n, e)
		if at = a.child(); at == 0 {
			if m.cfg.States == Symmetric {
				n.drawn = b.Canonical(n.drawn)
			}
			known, ok := m.index[m.key(n)]
			if ok {
				at = known
			} else {
				at = m.add(n)
			}
			m.actions[i].to |= at // add may have moved the actions
			if !ok {
				break
			}
		} else {
			n.drawn = m.nodes[at].drawn
		}
	}
	net := n.net + m.playout(n)
	for _, step := range m.path {
		a := &m.actions[step.action]
		a.visits++
		sign := float64(1 - 2*step.mover)
		if m.cfg.Future {
			a.sum += sign * float64(net-step.net) / float64(step.open)
			continue
		}
		switch {
		case net > 0:
			a.sum += sign
		case net < 0:
			a.sum -= sign
		}
	}
}

// choose returns the index of an action of a node: one that has not been tried, by chance, or the
// one with the greatest upper bound.
func (m *MCTS) choose(s *mctsNode) uint32 {
	if s.tried < s.count {
		all := m.actions[s.first : s.first+uint32(s.count)]
		i := int(s.tried) + m.below(int(s.count-s.tried))
		all[s.tried], all[i] = all[i], all[s.tried]
		s.tried++
		return s.first + uint32(s.tried) - 1
	}
	scale := m.cfg.Exploration * math.Sqrt(math.Log(float64(s.visits)))
	best, most := s.first, math.Inf(-1)
	for i := s.first; i < s.first+uint32(s.count); i++ {
		a := &m.actions[i]
		visits := float64(a.visits)
		if v := a.sum/visits + scale/math.Sqrt(visits); v > most {
			best, most = i, v
		}
	}
	return best
}

// playout draws the edges that are left in random order, and returns by how many boxes player 1 does
// better than player 2.
func (m *MCTS) playout(n node) int {
	b, before := m.board, n.net
	var edges [MaxEdges]Edge
	left := 0
	for free := b.All &^ n.drawn; free != 0; left++ {
		edges[left] = b.First(free)
		free &^= b.Bit(edges[left])
	}
	for ; left > 0; left-- {
		i := m.below(left)
		e := edges[i]
		edges[i] = edges[left-1]
		b.play(&n, e)
	}
	return n.net - before
}
