// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package multiplayer searches games where each of two or more players plays for himself. It
// contains no game; a game implements [Game] and, depending on the search, [Valued] or [Simulated].
//
// A search must assume a behaviour of the other players; see [Policy]. J. A. M. Nijssen,
// Monte-Carlo Tree Search for Multi-Player Games, Maastricht University, 2013, chapter 4, has all
// three policies, for minimax and for Monte Carlo tree search.
//
// File multiplayer.go (here) has the interfaces, minimax.go the searches by depth, mcts.go Monte
// Carlo tree search. Package tree is the project's other search for any game: it uses integers,
// priors and only max^n.
package multiplayer

import "fmt"

// Move names a move; only the game knows its meaning.
type Move uint32

// Game is a game with a current position.
type Game interface {
	// Players returns the number of players, 2 or more.
	Players() int
	// Actions is greater than every move.
	Actions() int
	// ToMove returns the player to move, 0..Players()-1. Players need not alternate.
	ToMove() int
	// Over reports whether the game is over: no player can move.
	Over() bool
	// Moves appends the legal moves of the player to move to dst and returns it, with moves that
	// are likely to be good first. It appends at least one move, unless the game is over or Turn
	// has chosen a player without a move.
	Moves(dst []Move) []Move
	// Play makes a legal move. The turn goes to the next player who can move.
	Play(Move)
	// Turn makes any player the one to move, even one without a move.
	Turn(player int)
	// Push saves the position. Pop restores the last saved one and forgets it.
	Push()
	Pop()
}

// Valued is a game whose positions have values.
type Valued interface {
	Game
	// Values writes the value of the position for each player to values; more is better.
	Values(values []float64)
}

// Simulated is a game that can be played out.
type Simulated interface {
	Game
	// Playout plays to the end. Its randomness depends only on the seed. It calls moved, unless
	// nil, with each move.
	Playout(seed uint64, moved func(player int, m Move))
	// Rewards writes each player's value of the end to rewards.
	Rewards(rewards []float64)
	// Bias returns the heuristic value of the position for the player who made the latest move: H
	// of progressive bias, on the scale of the rewards.
	Bias(player int) float64
}

// Policy is a search's assumption about the other players.
type Policy int

// The policies.
const (
	// MaxN: each player plays for himself (C. Luckhardt, K. Irani, An Algorithmic Solution of
	// N-Person Games, AAAI 1986).
	MaxN Policy = iota
	// Paranoid: all others play against the player at the root (N. Sturtevant, R. Korf, On Pruning
	// Techniques for Multi-Player Games, AAAI 2000).
	Paranoid
	// BestReply: like Paranoid, but only one of the others moves between two moves of the player at
	// the root: the one player with the most damaging move (M. Schadd, M. Winands, Best Reply
	// Search for Multiplayer Games, IEEE TCIAIG 3(1), 2011).
	BestReply
)

var policyNames = []string{"maxn", "paranoid", "bestreply"}

// PolicyNames returns the names of the policies, in their order.
func PolicyNames() []string { return policyNames }

func (p Policy) String() string { return policyNames[p] }

// ParsePolicy reads the name of a policy.
func ParsePolicy(name string) (Policy, error) {
	for i, n := range policyNames {
		if n == name {
			return Policy(i), nil
		}
	}
	return 0, fmt.Errorf("policy %q, want one of %v", name, policyNames)
}

// option is a move of a player.
type option struct {
	player int
	move   Move
}

// options appends the moves to consider: the moves of the player to move, or, for the others' turn
// in best reply search, the moves of all others.
func options(g Game, dst []option, moves []Move, others bool, root int) ([]option, []Move) {
	add := func(player int) {
		moves = g.Moves(moves[:0])
		for _, m := range moves {
			dst = append(dst, option{player, m})
		}
	}
	if !others {
		add(g.ToMove())
		return dst, moves
	}
	for i := 1; i < g.Players(); i++ {
		player := (root + i) % g.Players()
		g.Turn(player)
		add(player)
	}
	return dst, moves
}

func asked(stop func() bool) bool { return stop != nil && stop() }
