// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package multiplayer

import (
	"math"
	"math/rand/v2"
)

// MinimaxConfig holds the parameters of a Minimax.
type MinimaxConfig struct {
	Policy Policy
	Depth  int // plies; 0: no limit
	Nodes  int // positions of a search; 0: no limit
}

// maxDepth bounds a search without a limit.
const maxDepth = 128

// Minimax searches by depth, with iterative deepening and, except for MaxN, alpha-beta. An
// unfinished last depth counts once its first move, the best one of the previous depth, is done. It
// chooses randomly among equal moves.
type Minimax struct {
	cfg   MinimaxConfig
	rng   rand.PCG
	root  int // player at the root
	nodes int
	stop  func() bool
	ended bool
	// deeper reports that some valued positions were not ends of the game.
	deeper bool
	// levels are buffers by depth.
	levels []level
}

type level struct {
	options []option
	moves   []Move
	values  []float64
	best    []float64
}

// NewMinimax returns a Minimax. Without a limit on depth or nodes it searches until stopped.
func NewMinimax(cfg MinimaxConfig, seed uint64) *Minimax {
	s := &Minimax{cfg: cfg, levels: make([]level, maxDepth+2)}
	s.Reset(seed)
	return s
}

// Reset restarts the random numbers with a seed.
func (s *Minimax) Reset(seed uint64) { s.rng.Seed(seed, 0) }

// Nodes returns the number of positions visited by the latest search.
func (s *Minimax) Nodes() int { return s.nodes }

// Search returns the final move and its value for the player to move, in a game that is not over.
// It calls stop, if not nil, now and then. If no node was searched, the value is minus infinity.
func (s *Minimax) Search(g Valued, stop func() bool) (best Move, value float64) {
	s.root, s.nodes, s.stop, s.ended = g.ToMove(), 0, stop, false
	for i := range s.levels {
		if s.levels[i].values == nil {
			s.levels[i].values = make([]float64, g.Players())
			s.levels[i].best = make([]float64, g.Players())
		}
	}
	moves := g.Moves(nil)
	below := func(n int) int { return int(s.rng.Uint64() >> 33 % uint64(n)) }
	for i := len(moves) - 1; i > 0; i-- {
		j := below(i + 1)
		moves[i], moves[j] = moves[j], moves[i]
	}
	limit := s.cfg.Depth
	if limit == 0 || limit > maxDepth {
		limit = maxDepth
	}
	value = math.Inf(-1)
	for depth := 1; depth <= limit; depth++ {
		at, most := 0, math.Inf(-1)
		s.deeper = false
		for i, m := range moves {
			g.Push()
			g.Play(m)
			v := s.value(g, depth-1, most)
			g.Pop()
			if s.ended {
				break
			}
			if v > most {
				at, most = i, v
			}
		}
		if s.ended && math.IsInf(most, -1) {
			break
		}
		value = most
		m := moves[at]
		copy(moves[1:at+1], moves[:at]) // the other moves keep their order
		moves[0] = m
		if s.ended || !s.deeper {
			break
		}
	}
	return moves[0], value
}

// value returns the value of the position for the player at the root, or, at or below alpha, a
// bound of it.
func (s *Minimax) value(g Valued, depth int, alpha float64) float64 {
	if s.cfg.Policy == MaxN {
		return s.maxN(g, depth)[s.root]
	}
	return s.alphaBeta(g, depth, alpha, math.Inf(1), s.cfg.Policy == BestReply)
}

// enter counts a node and reports whether to continue.
func (s *Minimax) enter() bool {
	s.nodes++
	if s.cfg.Nodes > 0 && s.nodes > s.cfg.Nodes || s.nodes%256 == 0 && asked(s.stop) {
		s.ended = true
	}
	return !s.ended
}

// leaf reports whether to value a position without a deeper search.
func (s *Minimax) leaf(g Valued, depth int) bool {
	over := g.Over()
	s.deeper = s.deeper || depth == 0 && !over
	return over || depth == 0
}

// maxN returns the values of the position for all players. The result is invalid once s.ended is
// set.
func (s *Minimax) maxN(g Valued, depth int) []float64 {
	l := &s.levels[depth]
	if !s.enter() {
		return l.best
	}
	if s.leaf(g, depth) {
		g.Values(l.best)
		return l.best
	}
	player := g.ToMove()
	l.moves = g.Moves(l.moves[:0])
	for i, m := range l.moves {
		g.Push()
		g.Play(m)
		v := s.maxN(g, depth-1)
		g.Pop()
		if s.ended {
			break
		}
		if i == 0 || v[player] > l.best[player] {
			copy(l.best, v)
		}
	}
	return l.best
}

// alphaBeta returns the value of a position for the player at the root, within the bounds. The
// result is invalid once s.ended is set. With others set, the reply is the best over all other
// players; otherwise players move in the game's turn order.
func (s *Minimax) alphaBeta(g Valued, depth int, alpha, beta float64, others bool) float64 {
	l := &s.levels[depth]
	if !s.enter() {
		return 0
	}
	if s.leaf(g, depth) {
		g.Values(l.values)
		return l.values[s.root]
	}
	if s.cfg.Policy == BestReply && !others {
		g.Turn(s.root)
	}
	if l.options, l.moves = options(g, l.options[:0], l.moves, others, s.root); len(l.options) == 0 {
		return s.alphaBeta(g, depth-1, alpha, beta, !others) // a pass
	}
	maximize := l.options[0].player == s.root
	value := math.Inf(1)
	if maximize {
		value = math.Inf(-1)
	}
	for _, o := range l.options {
		g.Push()
		if others {
			g.Turn(o.player)
		}
		g.Play(o.move)
		v := s.alphaBeta(g, depth-1, alpha, beta, s.cfg.Policy == BestReply && !others)
		g.Pop()
		if s.ended {
			return 0
		}
		if maximize {
			value, alpha = max(value, v), max(alpha, v)
		} else {
			value, beta = min(value, v), min(beta, v)
		}
		if alpha >= beta {
			break
		}
	}
	return value
}
