package boardgame

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/golden/tree"
)

const (
	defaultLeaves = 10_000
	maxThreads    = 256
)

var searchHelp = fmt.Sprintf("tree search with a prior; options leaves=N (a move, %d unless given) or time=1s (a move); threads=1..%d; nodes=N (memory of the tree)", defaultLeaves, maxThreads)

// searcher plays what a tree search finds.
type searcher struct {
	tree     *tree.Tree
	games    []Searchable
	leaves   int           // a move; 0: no bound
	each     time.Duration // a move; 0: no bound
	moves    []string      // that led to the root
	rooted   bool
	root     Position
	work     uint64
	thoughts []Thought
	limit    time.Duration   // see Timed; 0: leaves and each hold
	stop     <-chan struct{} // see Timed; nil: never
}

// Limit gives the search a time for each move and a way to end it.
func (a *searcher) Limit(each time.Duration, stop <-chan struct{}) {
	a.limit, a.stop = each, stop
}

func newSearcher(env Env, o *player.Options) (Player, error) {
	a := &searcher{leaves: o.Int("leaves", 0, 1, tree.MaxVisits), each: o.Duration("time")}
	threads := o.Int("threads", 1, 1, maxThreads)
	nodes := o.Int("nodes", 0, 2*tree.MaxChildren, tree.MaxNodes)
	switch {
	case a.leaves > 0 && a.each > 0:
		o.Fail("leaves and time exclude each other, want one of them")
	case a.leaves == 0 && a.each == 0:
		a.leaves = defaultLeaves
	}
	if nodes == 0 {
		nodes = 1 << 20
		if a.leaves > 0 {
			nodes = min(max(1<<12, 16*a.leaves), 1<<22)
		}
	}
	if err := o.Err(); err != nil {
		return nil, err
	}
	games := make([]tree.Game, threads)
	for i := range games {
		g := env.Game.Search()
		g.SetRoot(env.Game.Start())
		games[i], a.games = g, append(a.games, g)
	}
	var err error
	cfg := env.Game.Tree
	cfg.Nodes = nodes
	a.tree, err = tree.New(cfg, games)
	return a, err
}

func (a *searcher) Name() string { return "tree" }

func (a *searcher) Close() error { return nil }

// Start begins a game: it forgets the one before.
func (a *searcher) Start(context.Context) (string, error) {
	a.rooted = false
	return a.Name(), nil
}

// End ends a game.
func (a *searcher) End(context.Context) error { return nil }

// Work returns the leaves.
func (a *searcher) Work() (uint64, string) { return a.work, "leaves" }

// Thoughts returns the moves that have been looked at.
func (a *searcher) Thoughts() []Thought { return a.thoughts }

// setRoot makes a position the root, and keeps what the tree knows of it if it has come about by
// moves of the tree.
func (a *searcher) setRoot(pos Position) {
	h := pos.History()
	kept := a.rooted && len(h) >= len(a.moves) && slices.Equal(a.moves, h[:len(a.moves)])
	if kept {
		for _, m := range h[len(a.moves):] {
			if kept = a.tree.Advance(func(c tree.Move) bool { return a.games[0].Text(c) == m }); !kept {
				break
			}
			if err := a.root.Play(m); err != nil {
				kept = false
				break
			}
			a.place(a.root)
		}
	}
	if !kept {
		a.tree.Reset()
		a.root = pos.Clone()
		a.place(a.root)
	}
	a.moves, a.rooted = slices.Clone(h), true
}

// place tells every thread of the root.
func (a *searcher) place(pos Position) {
	for _, g := range a.games {
		g.SetRoot(pos.Clone())
	}
}

// Move searches from where it has already searched the position before.
func (a *searcher) Move(ctx context.Context, pos Position) (string, error) {
	begun := time.Now()
	a.thoughts = nil
	moves := pos.Moves()
	if len(moves) == 1 {
		return moves[0], ctx.Err()
	}
	a.setRoot(pos)
	leaves, each := a.leaves, a.each
	if a.limit > 0 {
		leaves, each = 0, a.limit
	}
	timer := tree.PerMove(each)
	if leaves == 0 {
		leaves = tree.MaxVisits
	}
	a.work += uint64(a.tree.Search(leaves, func(done int) bool {
		select {
		case <-ctx.Done():
			return true
		case <-a.stop:
			return true
		default:
		}
		if each == 0 {
			return false
		}
		most, second := a.tree.Contest()
		return timer.Done(time.Since(begun), done, most, second)
	}))
	if err := ctx.Err(); err != nil {
		return "", err
	}
	for _, c := range a.tree.Candidates(nil) {
		if c.Visits > 0 || c.Proven || len(a.thoughts) == 0 {
			a.thoughts = append(a.thoughts, Thought{
				Move: a.games[0].Text(c.Move), Visits: c.Visits, Value: float64(c.Value) / tree.MaxValue, Proven: c.Proven,
			})
		}
	}
	if len(a.thoughts) == 0 {
		return "", fmt.Errorf("tree: %d legal moves, but the search has none", len(moves))
	}
	return a.thoughts[0].Move, nil
}
