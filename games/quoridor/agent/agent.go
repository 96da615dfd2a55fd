// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package agent has players of Quoridor: rebuilt players of the literature, and one of our own.
//
// The source of the rebuilt players is V. Massagué Respall, Quoridor Agent using Monte Carlo Tree
// Search, graduate thesis, Innopolis University. Its agent is [MCTS]. Its opponents are [Negamax],
// with weights that [Evolve] finds, and [Brain1] and [Brain2] of M. van Steenbergen (2006), which
// the source describes in words. Our own player is [TreeGame], on top of package tree.
//
// All players do a fixed amount of work for a move. The same seed and the same work give the same
// moves.
package agent

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/games/quoridor/rules"
)

// Agent is a player. It may remember the position of its latest move, but can continue from any
// position.
type Agent interface {
	// Move chooses a legal move for the player to move in a game that is not over. It leaves the
	// position unchanged. The agent calls stop, if not nil, now and then; when stop returns true,
	// the agent answers at once with its best move so far.
	Move(p *rules.Position, stop func() bool) rules.Move
	// Work is the work of the agent for all its moves, in its own unit: simulations, nodes or
	// leaves.
	Work() uint64
	// Reset restores the initial state of the agent, with a new seed of its random choices.
	Reset(seed uint64)
}

func asked(stop func() bool) bool { return stop != nil && stop() }

// Brain1 only walks along a shortest way. It chooses randomly among equal steps.
type Brain1 struct{ rng rules.RNG }

// NewBrain1 returns a Brain1.
func NewBrain1(seed uint64) *Brain1 { return &Brain1{rules.RNG(seed)} }

// Move implements Agent.
func (a *Brain1) Move(p *rules.Position, _ func() bool) rules.Move {
	return p.RandomShortest(&a.rng)
}

// Work implements Agent.
func (a *Brain1) Work() uint64 { return 0 }

// Reset implements Agent.
func (a *Brain1) Reset(seed uint64) { a.rng = rules.RNG(seed) }

// Brain2 first spends all its fences, and then walks like Brain1. The source says of Brain3 only
// that it places fences better: here each fence cuts a shortest way of the rival, at any place, or
// goes anywhere if no fence can cut one.
type Brain2 struct{ rng rules.RNG }

// NewBrain2 returns a Brain2.
func NewBrain2(seed uint64) *Brain2 { return &Brain2{rules.RNG(seed)} }

// Move implements Agent.
func (a *Brain2) Move(p *rules.Position, _ func() bool) rules.Move {
	h, v := p.LegalFences()
	way := p.Way(p.ToMove().Rival())
	if cutH, cutV := h&way.CutH, v&way.CutV; cutH|cutV != 0 {
		h, v = cutH, cutV
	}
	n := bits.OnesCount64(h) + bits.OnesCount64(v)
	if n == 0 {
		return p.RandomShortest(&a.rng)
	}
	return fence(h, v, a.rng.Below(n))
}

// Work implements Agent.
func (a *Brain2) Work() uint64 { return 0 }

// Reset implements Agent.
func (a *Brain2) Reset(seed uint64) { a.rng = rules.RNG(seed) }

// fence returns the k-th fence of two sets of slots, horizontal ones first.
func fence(h, v uint64, k int) rules.Move {
	n := bits.OnesCount64(h)
	if k < n {
		return rules.Horizontal(nth(h, k))
	}
	return rules.Vertical(nth(v, k-n))
}

func nth(a uint64, k int) rules.Slot {
	for ; k > 0; k-- {
		a &= a - 1
	}
	return rules.Slot(bits.TrailingZeros64(a))
}
