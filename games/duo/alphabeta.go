// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"context"
	"fmt"
	"time"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/play"
)

// defaultAlphaBetaDepth lets the reference model answer within about a tenth of a second.
const defaultAlphaBetaDepth = 3

var alphaBetaHelp = fmt.Sprintf("alpha-beta of the reference model, depth by depth; options depth=1..%d (%d unless given or bounded), time=1s, nodes=N, cycles=N (of the chip), evaluation=moves|margin (a line's moves, or the margin to expect of its last position; moves unless given), ends=true|false (exact values of ended games, true unless given), own=, rival=, square= (weights, 0..%d), units=1..%d (leaf units that share the search, 1 unless given), banks=1..%d (rows that the chip reads in a cycle, 1 unless given)", alphabeta.MaxDepth, defaultAlphaBetaDepth, search.MaxWeight, alphabeta.MaxUnits, alphabeta.MaxBanks)

// AlphaBetaLimits bound a search for a move; 0: no bound.
type AlphaBetaLimits struct {
	Depth  int
	Cycles uint64 // of the chip
}

// AlphaBetaOptions reads the options that the alpha-beta core has in software and in hardware
// alike. bounded reports a further bound.
func AlphaBetaOptions(env play.Env, o *play.Options, bounded bool) (alphabeta.Config, AlphaBetaLimits) {
	l := AlphaBetaLimits{Cycles: o.Uint64("cycles", 0)}
	w := alphabeta.DefaultConfig.Weights
	cfg := alphabeta.Config{
		Margin: o.Choice("evaluation", "moves", "moves", "margin") == "margin",
		Ends:   o.Bool("ends", alphabeta.DefaultConfig.Ends),
		Units:  o.Int("units", alphabeta.DefaultConfig.Units, 1, alphabeta.MaxUnits),
		Banks:  o.Int("banks", alphabeta.DefaultConfig.Banks, 1, alphabeta.MaxBanks),
		Weights: search.Weights{
			Own:    o.Int("own", w.Own, 0, search.MaxWeight),
			Rival:  o.Int("rival", w.Rival, 0, search.MaxWeight),
			Square: o.Int("square", w.Square, 0, search.MaxWeight),
		},
	}
	depth := defaultAlphaBetaDepth
	switch {
	case env.Depth != 0:
		depth = env.Depth
	case bounded || l.Cycles > 0:
		depth = cfg.MaxDepth()
	}
	if most := cfg.MaxDepth(); depth < 1 || depth > most {
		o.Wrong("depth", fmt.Sprint(depth), fmt.Sprintf("1..%d", most))
	}
	l.Depth = o.Int("depth", depth, 1, cfg.MaxDepth())
	return cfg, l
}

// Stop returns the cycle of the stop signal.
func (l AlphaBetaLimits) Stop() uint64 {
	if l.Cycles == 0 {
		return alphabeta.NeverStop
	}
	return l.Cycles
}

// alphaBetaPlayer plays the moves of the reference model's alpha-beta core.
type alphaBetaPlayer struct {
	search *alphabeta.Search
	limits AlphaBetaLimits
	each   time.Duration // a move; 0: no bound
	nodes  uint64        // a move; 0: no bound
	work   uint64        // in nodes
}

func newAlphaBeta(env play.Env, o *play.Options) (play.Player, error) {
	a := &alphaBetaPlayer{each: o.Duration("time"), nodes: o.Uint64("nodes", 0)}
	var cfg alphabeta.Config
	cfg, a.limits = AlphaBetaOptions(env, o, a.each > 0 || a.nodes > 0)
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	a.search = alphabeta.New(cfg)
	return a, nil
}

func (a *alphaBetaPlayer) Name() string { return "alphabeta" }

func (a *alphaBetaPlayer) Close() error { return nil }

// Move ends the search soon after the time, the nodes or ctx have ended, but never before depth 1.
func (a *alphaBetaPlayer) Move(ctx context.Context, p play.Position) (play.Move, error) {
	var late time.Time
	if a.each > 0 {
		late = time.Now().Add(a.each)
	}
	r := a.search.Search(rules.At(p), a.limits.Depth, a.limits.Stop(), nil, func(nodes uint64) bool {
		return ctx.Err() != nil || a.nodes > 0 && nodes >= a.nodes || a.each > 0 && time.Now().After(late)
	})
	a.work += r.Nodes
	return play.Move(r.Move), ctx.Err()
}

// Work returns the nodes.
func (a *alphaBetaPlayer) Work() (uint64, string) { return a.work, "nodes" }
