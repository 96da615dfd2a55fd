// Package tree searches a game by a tree: PUCT with a prior (Silver et al., Mastering the
// Game of Go without Human Knowledge, Nature 550, 2017; Rosin, Multi-armed Bandits with
// Episode Context, 2011), in integers throughout, so that hardware can do the same. It knows
// no game; what it asks of one is [Game].
//
// fixed.go has the numbers and their tables, node.go the memory, tree.go (here) what goes in,
// search.go the search, report.go what comes out, clock.go how long to think.
package tree

import "fmt"

// Move names a move. What it means is the game's affair; in hardware a move of Blokus Duo has
// 17 bits.
type Move uint32

// Choice is a legal move with its prior weight.
type Choice struct {
	Move  Move
	Logit int32 // the logarithm of its weight, in 1/Nat; only differences count
}

// Leaf is what a position is worth.
type Leaf struct {
	Values Values
	// Margin is a quantity of which the search reports the mean, such as the expected margin
	// in points of the first player. The search does not depend on it.
	Margin int32
}

// Game is a game with a position that moves. Each thread of a search has one of its own.
type Game interface {
	// Reset goes back to the position at the root.
	Reset()
	// ToMove returns the player to move, 0..MaxPlayers-1. Players need not alternate.
	ToMove() int
	// Over returns what the game's end is worth, and whether it is at its end.
	Over() (Leaf, bool)
	// Moves appends the legal moves to dst and returns it: one at least, while the game is
	// not over. A player who has no other move has a pass.
	Moves(dst []Choice) []Choice
	// Play makes one of them.
	Play(Move)
	// Leaf values the position. Chance in it comes from the number alone, another one for
	// each leaf of a search. The position may be lost: Reset comes next.
	Leaf(number uint32) Leaf
}

// Bounds of Config.
const (
	MaxChildren = 64
	MaxInFlight = 1024
	MaxNodes    = 1 << 30
)

// Config holds the parameters of a search. The zero value of each stands for the default.
type Config struct {
	// Exploration is the weight of the exploration term, in 1/256.
	Exploration int
	// Reduction is by how much less than the mean of its visited siblings a move is worth
	// that has not been visited.
	Reduction int
	// ExpandVisits is the number of visits with which a node gets children: 1..255.
	ExpandVisits int
	// Children bounds the number of children of a node, those with the greatest priors:
	// 1..MaxChildren.
	Children int
	// Nodes is the memory: 2 x 40 bytes each, or, in place, 40. When all are in use, the search goes on in the
	// tree as it is.
	Nodes int
	// InFlight is the number of leaves of each thread that are under way at a time, as where
	// another device values them: a leaf's value counts when that many others have been
	// chosen. 1..MaxInFlight.
	InFlight int
	// Expanded bounds the number of nodes with children, as in a memory with a block of Children
	// words for each: beyond, the search goes on as when Nodes are in use. 0: no bound.
	Expanded int
	// VisitBits is the width of the number of visits: a search ends with 2^VisitBits - 1 visits
	// of its root. 8..VisitBits.
	VisitBits int
	// InPlace keeps a tree as a memory does in which nothing moves: Advance makes a child the root where it
	// is, and what lies beside it stays in use. When less than a quarter of Expanded is free then, or the child
	// has no children, everything is forgotten. Each search counts its leaves from 0. Nodes must be enough for
	// Expanded.
	InPlace bool
	// NoProofs takes the end of a game for a leaf like others, of the value that it has: nothing
	// is proven above it.
	NoProofs bool
}

// MaxExpanded bounds Config.Expanded.
const MaxExpanded = MaxNodes

// DefaultConfig holds the defaults.
var DefaultConfig = Config{
	Exploration:  256,           // 1
	Reduction:    MaxValue / 20, // 0.05
	ExpandVisits: 8,
	Children:     MaxChildren,
	Nodes:        1 << 21,
	InFlight:     1,
	VisitBits:    VisitBits,
}

func (c *Config) setDefaults() error {
	for _, f := range []struct {
		name      string
		value     *int
		otherwise int
		low, high int
	}{
		{"exploration", &c.Exploration, DefaultConfig.Exploration, 1, 1 << 12},
		{"reduction", &c.Reduction, DefaultConfig.Reduction, 1, MaxValue},
		{"visits to expand", &c.ExpandVisits, DefaultConfig.ExpandVisits, 1, 255},
		{"children", &c.Children, DefaultConfig.Children, 1, MaxChildren},
		{"nodes", &c.Nodes, DefaultConfig.Nodes, 2 * MaxChildren, MaxNodes},
		{"leaves in flight", &c.InFlight, DefaultConfig.InFlight, 1, MaxInFlight},
		{"expanded nodes", &c.Expanded, MaxExpanded, 1, MaxExpanded},
		{"bits of visits", &c.VisitBits, DefaultConfig.VisitBits, 8, VisitBits},
	} {
		if *f.value == 0 {
			*f.value = f.otherwise
		}
		if *f.value < f.low || *f.value > f.high {
			return fmt.Errorf("tree: %s %d, want %d..%d", f.name, *f.value, f.low, f.high)
		}
	}
	if c.InPlace && (c.Nodes-1)/c.Children < c.Expanded {
		return fmt.Errorf("tree: %d nodes, want %d: in place there must be %d for each of %d with children", c.Nodes, 1+c.Expanded*c.Children, c.Children, c.Expanded)
	}
	return nil
}

// Tree is a tree that grows by searches and is kept from move to move. Its methods are for one
// goroutine at a time.
type Tree struct {
	cfg     Config
	arena   arena
	workers []*worker
	number  uint32 // of the next leaf
	leaves  int    // of the latest search
	trace   func(*Descent)
}

// New returns a tree with one thread for each of the games, all of which stand at the root.
func New(cfg Config, games []Game) (*Tree, error) {
	if err := cfg.setDefaults(); err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("tree: no game, want one for each thread")
	}
	t := &Tree{cfg: cfg}
	t.arena.init(cfg.Nodes, cfg.Expanded)
	for _, g := range games {
		t.workers = append(t.workers, newWorker(t, g))
	}
	return t, nil
}

// Reset forgets everything: the games stand at another root.
func (t *Tree) Reset() {
	t.arena.reset()
	t.number, t.leaves = 0, 0
}

// Advance makes a child of the root the root and keeps what has been found below it, see also
// Config.InPlace; the games must be set to that position, too. It reports whether something is kept. is
// says which child it is: the first one for which it does. If there is none, the tree is as after Reset but
// for the numbers of leaves.
func (t *Tree) Advance(is func(Move) bool) bool {
	t.leaves = 0
	for _, c := range t.arena.children(0) {
		if !is(c.move) {
			continue
		}
		if !t.cfg.InPlace {
			t.arena.keep(&c)
			return true
		}
		if t.arena.keepInPlace(&c) {
			return true
		}
		break
	}
	t.arena.reset()
	return false
}
