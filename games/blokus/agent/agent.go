// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package agent has players of four-player Blokus: rebuilt players of the literature, and one of
// our own.
//
// The source of the rebuilt players is W. Davies, I. Marquardt, Blokus Artificial Intelligence,
// CSCI 4511W final project, University of Minnesota, 2020. One of its eight strategies is a person;
// the others are [Random], [Greedy], [DepthFirst], [Barasona], which can precede any other, and
// [MCTS] in three kinds. The package also implements two ideas that the source leaves for future
// work: other policies ([MCTSConfig.Policy]) and [Minimax] by depth. Our own player is [TreeGame],
// on top of package tree.
//
// All players do a fixed amount of work for a move. The same seed and the same work give the same
// moves.
package agent

import (
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/games/blokus/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Agent is a player. It may remember the position of its latest move, but can continue from any
// position.
type Agent interface {
	// Move chooses a legal move for the colour to move in a game that is not over. It leaves the
	// position unchanged. The agent calls stop, if not nil, now and then; when stop returns true,
	// the agent answers at once with its best move so far.
	Move(p *rules.Position, stop func() bool) rules.Move
	// Work is the work of the agent for all its moves, in its own unit: simulations or positions.
	Work() uint64
	// Reset restores the initial state of the agent, with a new seed of its random choices.
	Reset(seed uint64)
}

// playoutRNG returns the stream of random numbers of a seed.
func playoutRNG(seed uint64) playout.RNG { return playout.NewRNG(uint32(seed>>32), uint32(seed)) }

// byPolicy makes the moves of a playout policy.
type byPolicy struct {
	policy playout.Policy
	rng    playout.RNG
}

// Work implements Agent.
func (a *byPolicy) Work() uint64 { return 0 }

// Reset implements Agent.
func (a *byPolicy) Reset(seed uint64) { a.rng = playoutRNG(seed) }

// Move implements Agent.
func (a *byPolicy) Move(p *rules.Position, _ func() bool) rules.Move {
	m, _ := p.RandomMove(a.policy, &a.rng)
	return m
}

// Random makes any legal move (the source's section 3.1).
type Random struct{ byPolicy }

// NewRandom returns a Random.
func NewRandom(seed uint64) *Random { return &Random{byPolicy{playout.Uniform, playoutRNG(seed)}} }

// Greedy places a largest tile, anywhere (section 3.2). The source's program draws as many random
// moves as there are legal moves and keeps the best, and so sometimes misses the largest.
type Greedy struct{ byPolicy }

// NewGreedy returns a Greedy.
func NewGreedy(seed uint64) *Greedy { return &Greedy{byPolicy{playout.Largest, playoutRNG(seed)}} }

// DepthFirst places as many squares as it can with this move and its next one, as if the others did
// not move in between (section 3.3). Among equal moves it chooses at random. This agent follows the
// source's text. The source's program counts its depth wrongly and stops after a second, so that
// its strength is an accident.
type DepthFirst struct {
	rng  rand.PCG
	work uint64
}

// NewDepthFirst returns a DepthFirst.
func NewDepthFirst(seed uint64) *DepthFirst {
	a := &DepthFirst{}
	a.Reset(seed)
	return a
}

// Work implements Agent: it counts the positions looked at.
func (a *DepthFirst) Work() uint64 { return a.work }

// Reset implements Agent.
func (a *DepthFirst) Reset(seed uint64) { a.rng.Seed(seed, 0); a.work = 0 }

// Move implements Agent. Moves not reached before stop have no rank, as in the source.
func (a *DepthFirst) Move(p *rules.Position, stop func() bool) rules.Move {
	moves := p.Moves(nil)
	best, most := moves[0], 0
	bound := largestTwo(p.TilesLeft(p.ToMove()))
	var next []rules.Move
	for n := len(moves); n > 0 && most < bound; n-- {
		i := int(a.rng.Uint64() >> 33 % uint64(n))
		m := moves[i]
		moves[i] = moves[n-1]
		q := *p
		q.Play(m)
		next = q.MovesOf(p.ToMove(), next[:0])
		total := m.Size()
		for size, k := 0, 0; k < len(next); k++ {
			if s := next[k].Size(); s > size {
				total, size = m.Size()+s, s
			}
		}
		if total > most {
			best, most = m, total
		}
		if a.work++; a.work%64 == 0 && stop != nil && stop() {
			break
		}
	}
	return best
}

// largestTwo returns the squares of the two largest tiles of a set.
func largestTwo(tiles duo.TileSet) int {
	first, second := 0, 0
	for t := range duo.Tile(duo.NumTiles) {
		if tiles>>t&1 == 0 {
			continue
		}
		switch size := t.Size(); {
		case size > first:
			first, second = size, first
		case size > second:
			second = size
		}
	}
	return first + second
}
