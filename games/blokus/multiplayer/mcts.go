// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package multiplayer

import (
	"math"
	"math/rand/v2"
)

// MCTSConfig holds the parameters of a Monte Carlo tree search.
type MCTSConfig struct {
	Policy      Policy
	Simulations int // simulations of a search
	// Exploration is C in
	//
	//	x + C sqrt(ln np / ni) + H / (ni + 1) + xa W / ((1 - x) ni + 1)
	//
	// where x is a child's mean reward for the player who moves, ni its visits and np its parent's.
	// Children without a visit come first.
	Exploration float64
	// Bias adds the third term, progressive bias (G. Chaslot and others, Progressive Strategies for
	// Monte-Carlo Tree Search, New Mathematics and Natural Computation 4(3), 2008): the game's
	// heuristic value of the child, which counts less with each visit.
	Bias bool
	// History is W, the weight of the fourth term, progressive history (J. A. M. Nijssen, M.
	// Winands, Enhancements for Multi-Player Monte-Carlo Tree Search, CG 2010); 0: none. xa is the
	// mean reward of the move for the player over all simulations of the search that contain this
	// move of his, anywhere in the game.
	History float64
}

// maxNodes bounds the memory, at 64 bytes a node. At the bound no node gets further children.
const maxNodes = 1 << 22

// MCTS is Monte Carlo tree search with a reward for each player. It backs up all rewards along the
// path (Sturtevant, An Analysis of UCT in Multi-Player Games, ICGA Journal 31(4), 2008). The final
// move has the highest mean. Each search makes a new tree; a node has children from its second
// visit on. With Paranoid and BestReply, whose other players want 1 less the reward of the player
// at the root, rewards are from 0 to 1.
type MCTS struct {
	cfg     MCTSConfig
	rng     rand.PCG
	root    int // player at the root
	nodes   []mctsNode
	path    []int32
	options []option
	moves   []Move
	rewards []float64
	history []tally // indexed by player and move
	actions int
	made    []int32 // moves made in this simulation: indices of history
}

// mctsNode is an option of its parent, with the results of its simulations. The children of a node
// are adjacent, the tried ones first.
type mctsNode struct {
	option
	sum    float64 // sum of the rewards
	bias   float64
	visits int32
	first  int32 // first child; 0: the node has no children yet
	count  int32
	tried  int32
	others bool // best reply: the other players move here
}

// tally holds the results of the simulations that made a move.
type tally struct {
	sum   float64
	count int32
	seen  int32 // the last simulation that counted the move
}

// NewMCTS returns an MCTS.
func NewMCTS(cfg MCTSConfig, seed uint64) *MCTS {
	s := &MCTS{cfg: cfg}
	s.Reset(seed)
	return s
}

// Reset restarts the random numbers with a seed.
func (s *MCTS) Reset(seed uint64) { s.rng.Seed(seed, 0) }

func (s *MCTS) below(n int) int { return int(s.rng.Uint64() >> 33 % uint64(n)) }

// Candidate is a tried move at the root.
type Candidate struct {
	Move   Move
	Visits int
	Value  float64 // mean reward of the player to move
}

// Search returns the tried moves, best first, in a game that is not over. It does at least one
// simulation. It calls stop, if not nil, now and then.
func (s *MCTS) Search(g Simulated, stop func() bool) []Candidate {
	s.root = g.ToMove()
	s.nodes = append(s.nodes[:0], mctsNode{visits: 1})
	s.rewards = make([]float64, g.Players())
	s.actions = g.Actions()
	if s.cfg.History > 0 {
		if n := g.Players() * s.actions; len(s.history) != n {
			s.history = make([]tally, n)
		} else {
			clear(s.history)
		}
	}
	for i := range max(1, s.cfg.Simulations) {
		if i%16 == 15 && asked(stop) {
			break
		}
		g.Push()
		s.simulate(g, int32(i+1))
		g.Pop()
	}
	n := &s.nodes[0]
	var out []Candidate
	best, equal := 0, 0
	for i := range n.tried {
		c := &s.nodes[n.first+i]
		v := c.sum / float64(c.visits)
		out = append(out, Candidate{c.move, int(c.visits), v})
		switch {
		case i == 0 || v > out[best].Value:
			best, equal = int(i), 1
		case v == out[best].Value:
			if equal++; s.below(equal) == 0 {
				best = int(i)
			}
		}
	}
	out[0], out[best] = out[best], out[0]
	return out
}

// simulate goes down the tree to a node without a visit, plays out and counts the rewards.
func (s *MCTS) simulate(g Simulated, number int32) {
	s.path, s.made = append(s.path[:0], 0), s.made[:0]
	var moved func(player int, m Move)
	if s.cfg.History > 0 {
		moved = func(player int, m Move) { s.made = append(s.made, int32(player*s.actions)+int32(m)) }
	}
	for at := int32(0); !g.Over() && s.nodes[at].visits > 0; {
		n := &s.nodes[at]
		if s.cfg.Policy == BestReply {
			if n.others = at != 0 && n.player == s.root; !n.others {
				g.Turn(s.root)
			}
		}
		if n.first == 0 && len(s.nodes) < maxNodes {
			s.expand(g, at)
			n = &s.nodes[at] // expand may have moved the node
		}
		if n.count == 0 { // best reply: the other players cannot move
			break
		}
		at = s.choose(n)
		c := &s.nodes[at]
		s.path = append(s.path, at)
		if n.others {
			g.Turn(c.player)
		}
		g.Play(c.move)
		if moved != nil {
			moved(c.player, c.move)
		}
		if c.visits == 0 && s.cfg.Bias {
			c.bias = g.Bias(c.player)
		}
	}
	g.Playout(s.rng.Uint64(), moved)
	g.Rewards(s.rewards)
	for i, at := range s.path {
		n := &s.nodes[at]
		n.visits++
		if i > 0 {
			n.sum += s.reward(n.player)
		}
	}
	for _, i := range s.made {
		if t := &s.history[i]; t.seen != number {
			t.seen = number
			t.count++
			t.sum += s.reward(int(i) / s.actions)
		}
	}
}

// reward returns a player's value of the end of a simulation, by the policy.
func (s *MCTS) reward(player int) float64 {
	if s.cfg.Policy != MaxN && player != s.root {
		return 1 - s.rewards[s.root]
	}
	return s.rewards[player]
}

// expand gives a node its children.
func (s *MCTS) expand(g Game, at int32) {
	s.options, s.moves = options(g, s.options[:0], s.moves, s.nodes[at].others, s.root)
	first := int32(len(s.nodes))
	for _, o := range s.options {
		s.nodes = append(s.nodes, mctsNode{option: o})
	}
	n := &s.nodes[at]
	n.first, n.count = first, int32(len(s.options))
}

// choose returns the child to visit: a random unvisited one, or else the child with the greatest
// bound.
func (s *MCTS) choose(n *mctsNode) int32 {
	children := s.nodes[n.first : n.first+n.count]
	if n.tried < n.count {
		i := int(n.tried) + s.below(int(n.count-n.tried))
		children[n.tried], children[i] = children[i], children[n.tried]
		n.tried++
		return n.first + n.tried - 1
	}
	logN := math.Log(float64(n.visits))
	best, most := n.first, math.Inf(-1)
	for i := range children {
		if v := s.bound(&children[i], logN); v > most {
			best, most = n.first+int32(i), v
		}
	}
	return best
}

// bound returns the bound of MCTSConfig for a child, given the logarithm of its parent's visits.
func (s *MCTS) bound(c *mctsNode, logN float64) float64 {
	visits := float64(c.visits)
	mean := c.sum / visits
	// The conversions keep the compiler from fusing operations, which would change the rounding.
	v := mean + float64(s.cfg.Exploration*math.Sqrt(logN/visits))
	if s.cfg.Bias {
		v += c.bias / (visits + 1)
	}
	if s.cfg.History > 0 {
		if t := s.history[c.player*s.actions+int(c.move)]; t.count > 0 {
			lost := float64((1 - mean) * visits)
			v += float64(t.sum/float64(t.count)*s.cfg.History) / (lost + 1)
		}
	}
	return v
}
