// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package tree is a tree search for any game: PUCT with a prior (Silver et al., Mastering the Game
// of Go without Human Knowledge, Nature 550, 2017; Rosin, Multi-armed Bandits with Episode Context,
// 2011), in integers throughout, so that hardware can do the same. The package contains no game; a
// game implements [Game].
//
// File fixed.go has the numbers and their tables, node.go the memory, tree.go (here) the
// configuration and the interface of a game, search.go the search, report.go its results, clock.go
// the time to think.
package tree

import "fmt"

// Move names a move. Only the game knows its meaning; a move of Blokus Duo has 17 bits in hardware.
type Move uint32

// Choice is a legal move with its prior weight.
type Choice struct {
	Move  Move
	Logit int32 // logarithm of the prior weight, in 1/Nat; only differences count
}

// Leaf is the value of a position.
type Leaf struct {
	Values Values
	// Margin is a quantity with a reported mean, such as the first player's expected margin in
	// points. The search does not depend on it.
	Margin int32
}

// Game is a game with a current position. Each thread of a search has its own game.
type Game interface {
	// Reset goes back to the position at the root.
	Reset()
	// ToMove returns the player to move, 0..MaxPlayers-1. Players need not alternate.
	ToMove() int
	// Over returns the value of the game's end, and whether the game is over.
	Over() (Leaf, bool)
	// Moves appends the legal moves to dst and returns it: at least one, until the game is over. A
	// player without other moves has a pass.
	Moves(dst []Choice) []Choice
	// Play makes a legal move.
	Play(Move)
	// Leaf values the position. Its randomness depends only on number, which is unique for each
	// leaf of a search. Leaf may destroy the position, because Reset comes next.
	Leaf(number uint32) Leaf
}

// Bounds of Config.
const (
	MaxChildren = 64
	MaxInFlight = 1024
	MaxNodes    = 1 << 30
)

// Config holds the parameters of a search. The zero value of each means its default.
type Config struct {
	// Exploration is the weight of the exploration term, in 1/256.
	Exploration int
	// Growth raises Exploration by this for each doubling of the parent's visits beyond some
	// hundreds, in 1/256; see Scale. 0: the weight is the same everywhere.
	Growth int
	// Reduction lowers an unvisited move's value below the mean of its visited siblings by this
	// amount.
	Reduction int
	// ExpandVisits is the number of visits that gives a node children: 1..255.
	ExpandVisits int
	// Children bounds the number of children of a node, which are the moves with the greatest
	// priors: 1..MaxChildren.
	Children int
	// Nodes is the size of the memory: 2 x 40 bytes for each node, or 40 in place. When all are in
	// use, the search continues without new nodes.
	Nodes int
	// InFlight is the number of leaves under way in each thread, for leaves that another device
	// values: a leaf's value counts after the choice of that many other leaves. 1..MaxInFlight.
	InFlight int
	// Expanded bounds the number of nodes with children, as in a memory with a block of Children
	// words for each such node. At the bound the search continues as when all Nodes are in use. 0:
	// no bound.
	Expanded int
	// VisitBits is the width of the number of visits: a search ends with 2^VisitBits - 1 visits of
	// its root. 8..VisitBits.
	VisitBits int
	// InPlace keeps a tree without moving nodes, as in a hardware memory: Advance makes a child the
	// root at its place, and the other nodes beside it stay in use. The tree forgets everything if
	// less than a quarter of Expanded would then be free, or if the child has no children. Each
	// search counts its leaves from 0. Nodes must be enough for Expanded.
	InPlace bool
	// LateChildren gives a node its children when the leaf that asks for them is backed up, so that
	// they can be listed while other leaves are chosen. Until then the node remains a leaf.
	LateChildren bool
	// NoProofs treats the end of a game as an ordinary leaf with its value: it proves no node above
	// it.
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
		{"growth of the exploration", &c.Growth, 0, 0, 1 << 12},
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

// Tree is a tree that searches grow. It lasts from move to move. Only one goroutine at a time may
// call its methods.
type Tree struct {
	cfg     Config
	arena   arena
	workers []*worker
	number  uint32 // number of the next leaf
	leaves  int    // leaves of the latest search
	trace   func(*Descent)
}

// New returns a tree with one thread for each of the games. All games must be at the root.
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

// Reset forgets everything, for games at another root.
func (t *Tree) Reset() {
	t.arena.reset()
	t.number, t.leaves = 0, 0
}

// Advance makes a child of the root the root and keeps the tree below it, see also Config.InPlace.
// The caller must then set the games to that position. is selects the child: the first one with the
// result true. If there is no such child, the tree is empty, as after Reset, except for the numbers
// of leaves. Advance reports whether it kept anything.
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
