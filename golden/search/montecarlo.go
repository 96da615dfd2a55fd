// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package search

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// MaxCandidates is the most moves that a Monte Carlo search considers; of more moves it takes every
// second, or every fourth, and so on.
const MaxCandidates = 256

// ClipMargin bounds a playout's value for a player, in squares: the final margin (his score minus
// the rival's) cut to -ClipMargin..ClipMargin.
const ClipMargin = 63

// SumBits is the width of the sum of a candidate's values in hardware, two's
// complement.
const SumBits = 24

// MaxVisits bounds the visits of the first round, so that sums fit SumBits: a candidate gets fewer
// than MaxCandidates times as many visits in all rounds together.
const MaxVisits = (1<<(SumBits-1) - 1) / ((MaxCandidates - 1) * ClipMargin)

// MonteCarloConfig holds the parameters of a Monte Carlo search, the twin of the hardware's search.
// The search distributes playouts over the moves by sequential halving (Karnin, Koren, Somekh,
// Almost Optimal Exploration in Multi-Armed Bandits, ICML 2013), with sums that accumulate over all
// rounds:
//
//   - Candidates are the moves in the order of AnchorMoves. If there are more than MaxCandidates,
//     only every 2^n-th move is a candidate, with the least n that leaves at most MaxCandidates.
//   - Round r, counted from 0, makes Visits<<r playouts of each remaining candidate, in passes: one
//     playout of each, in the order of moves.
//   - After a round the better half stays, rounded up. Greater sums are better; among equal sums
//     the first in the order of moves. The last candidate left is the answer.
//
// Playout g of a search, counted from 0, is the playout of Root.Play with the candidate as first
// move and NewRNG(Seed, g). Playouts may end in any order: only sums count.
type MonteCarloConfig struct {
	Policy playout.Policy // policy of both players
	Visits int            // playouts of each candidate in the first round, 1..MaxVisits
	Seed   uint32         // seed of the playouts' streams
}

// Validate returns an error if the hardware cannot search with the configuration.
func (c MonteCarloConfig) Validate() error {
	if c.Policy >= playout.NumPolicies {
		return fmt.Errorf("search: %v, want 0..%d", c.Policy, playout.NumPolicies-1)
	}
	if c.Visits < 1 || c.Visits > MaxVisits {
		return fmt.Errorf("search: %d visits, want 1..%d", c.Visits, MaxVisits)
	}
	return nil
}

// MonteCarloResult is the answer of a Monte Carlo search.
type MonteCarloResult struct {
	Move   duo.Move           // Pass if the player has no placement; the other fields then have no meaning
	Anchor playout.AnchorMove // the same move in the anchor method's form
	Index  int                // place of the move in the order of AnchorMoves

	Moves      int // number of legal moves
	Candidates int // candidates of the first round
	Visits     int // playouts of the move
	Sum        int // sum of their values for the player to move
	Playouts   int // playouts of all candidates
}

// candidate is a move that is still in a Monte Carlo search.
type candidate struct{ index, sum int }

// better orders candidates, the best first.
func better(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(a.index, b.index))
}

func inMoveOrder(a, b candidate) int { return cmp.Compare(a.index, b.index) }

// CandidateShift returns the shift from a candidate's number to its index among that many moves.
func CandidateShift(moves int) (shift int) {
	for moves > MaxCandidates<<shift {
		shift++
	}
	return shift
}

// Search chooses a move for the player to move. An only move needs no playouts. The search calls
// stop, if not nil, after every pass with the number of playouts so far; if stop returns true, the
// search ends with the best candidate so far. The configuration must be valid.
func (c MonteCarloConfig) Search(p *duo.Position, stop func(playouts int) bool) MonteCarloResult {
	return c.search(p, stop, func([]PlayedMove) {})
}

// PlayedMove is a candidate with its statistics.
type PlayedMove struct {
	Move   duo.Move
	Visits int // playouts of the move
	Sum    int // sum of their values for the player to move
}

// Candidates searches like Search, and also returns the candidates: the answer first, then the
// others. Candidates that stayed longer come first, and of the candidates dropped in one round the
// better ones first.
func (c MonteCarloConfig) Candidates(p *duo.Position, stop func(playouts int) bool) (r MonteCarloResult, all []PlayedMove) {
	r = c.search(p, stop, func(out []PlayedMove) { all = slices.Concat(out, all) })
	return r, all
}

// search does the work of Search. It calls leave with the candidates that a round drops, and at the
// end with the answer.
func (c MonteCarloConfig) search(p *duo.Position, stop func(playouts int) bool, leave func([]PlayedMove)) MonteCarloResult {
	if err := c.Validate(); err != nil {
		panic(err)
	}
	moves := playout.AnchorMoves(p, nil)
	moves = moves[:min(len(moves), playout.MaxMoves)]
	if len(moves) == 0 {
		return MonteCarloResult{Move: duo.Pass}
	}
	var left []candidate
	for i := 0; i < len(moves); i += 1 << CandidateShift(len(moves)) {
		left = append(left, candidate{index: i})
	}
	r := MonteCarloResult{Moves: len(moves), Candidates: len(left)}
	games := playout.NewRoot(p)
	leaves := func(out []candidate) {
		all := make([]PlayedMove, len(out))
		for i, o := range out {
			all[i] = PlayedMove{moves[o.index].Move(), r.Visits, o.sum}
		}
		leave(all)
	}
	stopped := false
	for round := 0; len(left) > 1 && !stopped; round++ {
		for pass := 0; pass < c.Visits<<round && !stopped; pass++ {
			for i := range left {
				rng := playout.NewRNG(c.Seed, uint32(r.Playouts))
				margin := games.Play(c.Policy, left[i].index, rng, nil)
				if p.ToMove() == duo.Player2 {
					margin = -margin
				}
				left[i].sum += playoutValue(margin)
				r.Playouts++
			}
			r.Visits++
			stopped = stop != nil && stop(r.Playouts)
		}
		slices.SortFunc(left, better)
		stay := (len(left) + 1) / 2
		leaves(left[stay:])
		left = left[:stay]
		best := left[0]
		r.Index, r.Sum = best.index, best.sum
		slices.SortFunc(left, inMoveOrder)
	}
	slices.SortFunc(left, better)
	leaves(left)
	r.Anchor = moves[r.Index]
	r.Move = r.Anchor.Move()
	return r
}

// playoutValue returns a player's value of a playout, given its final margin for him.
func playoutValue(margin int) int { return min(max(margin, -ClipMargin), ClipMargin) }
