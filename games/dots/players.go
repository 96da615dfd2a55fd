// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package dots

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/tessera-fpga/tessera/games/dots/rules"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/progress"
)

const (
	defaultSimulations = 10_000
	// entriesPerMB is the number of entries of the solver's table in a megabyte.
	entriesPerMB = 1 << 17
	defaultMB    = 256
	maxThreads   = 64
)

var kinds = []play.Kind{
	{Name: "mcts", Help: fmt.Sprintf("Monte Carlo tree search of Prince's thesis; options sims=N (a move, %d unless given), states=scored|unscored|symmetric (symmetric unless given), reward=result|future (the boxes still to come, unless given), c=X (exploration, 1 unless given), seed=N, nodes=N (memory), count=simulations|nodes (what it says of its work)", defaultSimulations), New: newMCTS},
	{Name: "perfect", Help: fmt.Sprintf("the solver, who never gives away what a position is worth; minutes for the first moves of 4x4; options threads=N, memory=N (MB, %d unless given, on boards larger than 2x3)", defaultMB), New: newPerfect},
}

// mctsPlayer plays the moves of a Monte Carlo tree search.
type mctsPlayer struct {
	search      *rules.MCTS
	simulations int
	seed        uint64
	plies       int // plies of the latest position
	work        uint64
	countNodes  bool // count nodes of the tree, in place of simulations
	thoughts    []play.Thought
}

func newMCTS(env play.Env, o *play.Options) (play.Player, error) {
	p := &mctsPlayer{simulations: o.Int("sims", defaultSimulations, 0, math.MaxInt32), seed: o.Uint64("seed", env.Seed)}
	cfg := rules.MCTSConfig{
		Future: o.Choice("reward", "future", "result", "future") == "future",
		Nodes:  o.Int("nodes", 0, 2, 1<<26),
	}
	p.countNodes = o.Choice("count", "simulations", "simulations", "nodes") == "nodes"
	states := o.Choice("states", "symmetric", rules.StateNames()...)
	for i, name := range rules.StateNames() {
		if name == states {
			cfg.States = rules.States(i)
		}
	}
	text := o.Text("c", "1")
	c, err := strconv.ParseFloat(text, 64)
	if err != nil || !(c >= 0) || math.IsInf(c, 0) {
		o.Fail(fmt.Sprintf("option c=%q, want a number, 0 or more", text))
	}
	cfg.Exploration = c
	if err := o.Err(); err != nil {
		return nil, err
	}
	p.search, err = rules.NewMCTS(env.Game.Start().(*rules.Position).Grid(), cfg, p.seed)
	return p, err
}

func (p *mctsPlayer) Name() string { return "mcts" }

func (p *mctsPlayer) Close() error { return nil }

// Work returns the simulations, or the nodes of the tree.
func (p *mctsPlayer) Work() (uint64, string) {
	if p.countNodes {
		return uint64(p.search.Nodes()), "nodes"
	}
	return p.work, "simulations"
}

// Move continues with the kept tree, which is of this game unless moves have been taken back.
func (p *mctsPlayer) Move(ctx context.Context, pos play.Position) (play.Move, error) {
	at := pos.(*rules.Position)
	if plies := len(at.History()); plies <= p.plies {
		p.search.Reset(p.seed)
	}
	p.plies = len(at.History())
	p.thoughts = nil
	all, err := p.search.Search(ctx, at, p.simulations)
	if err != nil {
		return 0, err
	}
	p.work += uint64(p.simulations)
	for _, c := range all {
		p.thoughts = append(p.thoughts, play.Thought{Move: c.Move, Visits: c.Visits, Value: (c.Value + 1) / 2})
	}
	return p.thoughts[0].Move, nil
}

// Thoughts returns the moves tried.
func (p *mctsPlayer) Thoughts() []play.Thought { return p.thoughts }

// A Valuer computes the value of every position of a board, with a Table or a Solver.
type Valuer struct {
	board   *rules.Grid
	table   *rules.Table
	solver  *rules.Solver
	threads int
}

// QuickTableEdges is the largest number of edges for which a table takes less time to make than a
// position takes to search.
const QuickTableEdges = 17

// NewValuer returns the valuer for a board: a table for a board of up to tableEdges edges,
// otherwise a solver with the given megabytes.
func NewValuer(ctx context.Context, b *rules.Grid, tableEdges, megabytes, threads int) (*Valuer, error) {
	v := &Valuer{board: b, threads: threads}
	var err error
	if b.Edges <= tableEdges {
		v.table, err = rules.MakeTable(ctx, b)
	} else {
		v.solver, err = rules.NewSolver(b, megabytes*entriesPerMB)
	}
	return v, err
}

// Tell sets the function that a search calls when it narrows the value to low..high.
func (v *Valuer) Tell(told func(low, high int)) {
	if v.solver != nil {
		v.solver.Told = told
	}
}

// Value returns the number of open boxes that the player to move will get, less the other player's.
func (v *Valuer) Value(ctx context.Context, drawn rules.Edges) (int, error) {
	if v.table != nil {
		return v.table.Value(drawn), ctx.Err()
	}
	return v.solver.Value(ctx, drawn, v.threads)
}

// Best returns a move that keeps the value, and the value.
func (v *Valuer) Best(ctx context.Context, drawn rules.Edges) (rules.Edge, int, error) {
	if v.table != nil {
		e, value := v.table.Best(drawn)
		return e, value, ctx.Err()
	}
	return v.solver.Best(ctx, drawn, v.threads)
}

// Positions returns the number of examined positions.
func (v *Valuer) Positions() uint64 {
	if v.table != nil {
		return uint64(v.board.All) + 1
	}
	return v.solver.Nodes()
}

// perfect plays moves that keep the value.
type perfect struct {
	board              *rules.Grid
	megabytes, threads int
	env                play.Env
	values             *Valuer
	thoughts           []play.Thought
}

func newPerfect(env play.Env, o *play.Options) (play.Player, error) {
	return &perfect{
		board:     env.Game.Start().(*rules.Position).Grid(),
		megabytes: o.Int("memory", defaultMB, rules.MinSolverEntries/entriesPerMB, 1<<14),
		threads:   o.Int("threads", 1, 1, maxThreads),
		env:       env,
	}, nil
}

func (p *perfect) Name() string { return "perfect" }

func (p *perfect) Close() error { return nil }

// Prepare makes the table.
func (p *perfect) Prepare(ctx context.Context) (err error) {
	if p.values == nil {
		p.values, err = NewValuer(ctx, p.board, QuickTableEdges, p.megabytes, p.threads)
	}
	return err
}

// Reseed changes nothing: the player makes the same moves in the same game, and keeps its
// knowledge.
func (p *perfect) Reseed(uint64) {}

// slow is the delay before a search is announced.
const slow = 2 * time.Second

func (p *perfect) Move(ctx context.Context, pos play.Position) (play.Move, error) {
	if err := p.Prepare(ctx); err != nil {
		return 0, err
	}
	if p.env.Log != nil {
		announce := time.AfterFunc(slow, func() { progress.Announce(p.env.Log, "perfect: solving the position")() })
		defer announce.Stop()
	}
	at := pos.(*rules.Position)
	e, value, err := p.values.Best(ctx, at.Drawn())
	if err != nil {
		return 0, err
	}
	margin := float64(at.Net() + value)
	t := play.Thought{Move: play.Move(e), Value: 0.5, Margin: &margin, Proven: true}
	switch {
	case margin > 0:
		t.Value = 1
	case margin < 0:
		t.Value = 0
	}
	p.thoughts = []play.Thought{t}
	return t.Move, nil
}

// Thoughts returns the move made.
func (p *perfect) Thoughts() []play.Thought { return p.thoughts }
