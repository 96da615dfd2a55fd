// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"slices"

	"github.com/tessera-fpga/tessera/golden/tree"
)

// Searchable is a game's interface to package tree, with the moves of the game.
type Searchable interface {
	tree.Game
	// SetRoot sets the position that Reset goes back to. The position must not be over.
	SetRoot(p Position)
}

// TreeSearch returns a Game.Search that uses package tree. newGame makes the game of one thread.
func TreeSearch(newGame func() Searchable, cfg tree.Config) func(Env, *Options, *SearchLimits) (Search, error) {
	return func(env Env, o *Options, limits *SearchLimits) (Search, error) {
		if err := o.Err(); err != nil {
			return nil, err
		}
		if limits.Unbounded() {
			limits.Leaves = DefaultLeaves
		}
		s := &treeSearch{}
		games := make([]tree.Game, limits.Threads)
		for i := range games {
			g := newGame()
			g.SetRoot(env.Game.Start())
			s.games = append(s.games, g)
			if games[i] = g; limits.Level != nil && limits.Level.Flatten > 0 {
				games[i] = flattened{g, limits.Level.Flatten}
			}
		}
		cfg := cfg
		cfg.Nodes = limits.Nodes()
		var err error
		s.tree, err = tree.New(cfg, games)
		return s, err
	}
}

// treeSearch is the search of a Searchable by package tree.
type treeSearch struct {
	tree  *tree.Tree
	games []Searchable
	root  Position // nil: none
}

// flattened is a game with a weaker prior.
type flattened struct {
	Searchable
	by int
}

func (g flattened) Moves(dst []tree.Choice) []tree.Choice {
	n := len(dst)
	dst = g.Searchable.Moves(dst)
	for i := range dst[n:] {
		dst[n+i].Logit >>= g.by
	}
	return dst
}

func (s *treeSearch) Close() error { return nil }

func (s *treeSearch) Reset() { s.root = nil }

// SetRoot follows the moves from the root to the position, if the tree has them.
func (s *treeSearch) SetRoot(p Position) {
	if !s.follow(p) {
		s.tree.Reset()
		s.root = p.Clone()
		s.place()
	}
}

func (s *treeSearch) follow(p Position) bool {
	if s.root == nil {
		return false
	}
	was, h := s.root.History(), p.History()
	if len(h) < len(was) || !slices.Equal(was, h[:len(was)]) || !SameStart(s.root, p) {
		return false
	}
	for _, m := range h[len(was):] {
		if !s.tree.Advance(func(c tree.Move) bool { return c == m }) || s.root.Play(m) != nil {
			return false
		}
		s.place()
	}
	return true
}

// place sets all threads to the root.
func (s *treeSearch) place() {
	for _, g := range s.games {
		g.SetRoot(s.root.Clone())
	}
}

func (s *treeSearch) Search(leaves int, stop func(done int) bool) (int, error) {
	return s.tree.Search(leaves, stop), nil
}

func (s *treeSearch) Contest() (most, second int) { return s.tree.Contest() }

func (s *treeSearch) Thoughts() (out []Thought) {
	for _, c := range s.tree.Candidates(nil) {
		if c.Visits > 0 || c.Proven || len(out) == 0 {
			out = append(out, Thought{
				Move: c.Move, Visits: c.Visits, Value: float64(c.Value) / tree.MaxValue, Proven: c.Proven,
				Line: s.tree.Line(nil, c.Move),
			})
		}
	}
	return out
}

func (s *treeSearch) Pick(share uint32) (Move, bool) {
	c, ok := s.tree.Draw(share)
	return c.Move, ok
}
