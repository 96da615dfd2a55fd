// Package multiplayer searches games of two players or more, each of whom is out for himself. It
// knows no game; what it asks of one is [Game] and, by search, [Valued] or [Simulated].
//
// A search must say what a player expects of the others (J. A. M. Nijssen, Monte-Carlo Tree
// Search for Multi-Player Games, Maastricht University, 2013, chapter 4, has all three, for
// minimax and for Monte Carlo tree search): see [Policy].
//
// multiplayer.go (here) has what goes in, minimax.go the searches by depth, mcts.go Monte Carlo tree
// search. Package tree is the other search of any game: in integers, with priors, and max^n only.
package multiplayer

import "fmt"

// Move names a move; what it means is the game's affair.
type Move uint32

// Game is a game with a position that moves.
type Game interface {
	// Players returns the number of players, 2 or more.
	Players() int
	// Actions bounds the moves: they are less.
	Actions() int
	// ToMove returns the player to move, 0..Players()-1. Players need not alternate.
	ToMove() int
	// Over reports whether the game is at its end: nobody can move.
	Over() bool
	// Moves appends the legal moves of the player to move to dst and returns it, those first that are
	// likely to be good. There is one at least, unless the game is over or Turn has given
	// the turn to a player who has none.
	Moves(dst []Move) []Move
	// Play makes one of them. The turn goes to the next player who can move.
	Play(Move)
	// Turn makes it a player's turn, whether or not there is a move.
	Turn(player int)
	// Push keeps the position, Pop goes back to the one kept last and forgets it.
	Push()
	Pop()
}

// Valued is a game whose positions have values.
type Valued interface {
	Game
	// Values puts what the position is worth to each player into values, the more the better.
	Values(values []float64)
}

// Simulated is a game that can be played out.
type Simulated interface {
	Game
	// Playout plays to the end. Chance in it comes from the seed alone. moved, unless it is nil, is
	// told each move.
	Playout(seed uint64, moved func(player int, m Move))
	// Rewards puts what the end is worth to each player into rewards.
	Rewards(rewards []float64)
	// Bias returns what is known of the position without a playout in favour of a player, who
	// has made the latest move: H of progressive bias, on the scale of the rewards.
	Bias(player int) float64
}

// Policy is what a search expects of the other players.
type Policy int

// The policies.
const (
	// MaxN: each player is out for his own good (C. Luckhardt, K. Irani, An Algorithmic Solution
	// of N-Person Games, AAAI 1986).
	MaxN Policy = iota
	// Paranoid: all others are against the player at the root (N. Sturtevant, R. Korf, On Pruning
	// Techniques for Multi-Player Games, AAAI 2000).
	Paranoid
	// BestReply: as Paranoid, but of all the others only one moves between two moves of the
	// player at the root, the one who can do the most harm (M. Schadd, M. Winands, Best Reply
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

// options appends the moves to look at: those of the player to move or, where best reply has the
// others move, those of all others.
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
