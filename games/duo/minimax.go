// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"context"
	"fmt"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/play"
)

// defaultDepth lets the reference model answer within about a tenth of a second.
const defaultDepth = 2

const minimaxHelp = "minimax of the reference model; options depth=1..4, alphabeta=true|false, own=, rival=, square= (weights, 0..7); or evaluation=thesis|thesis-line|cai|altman|huang1|huang2 of the literature, then depth=1..8, time=1s, deepen=true|false, order=small|large, width=N (moves at the root, half as many with each ply)"

// minimaxPlayer plays the moves of the reference model's minimax core.
type minimaxPlayer struct {
	cfg      search.MinimaxConfig
	depth    int
	progress func(nodes int) // see play.Env; nil: none
	work     uint64          // in nodes
}

func newMinimax(env play.Env, o *play.Options) (play.Player, error) {
	words := append([]string{"hardware"}, evaluations()...)
	if name := o.Choice("evaluation", words[0], words...); name != words[0] {
		return newLiteratureMinimax(name, env, o)
	}
	cfg, depth := MinimaxOptions(env, o)
	return &minimaxPlayer{cfg: cfg, depth: depth, progress: env.Progress}, cfg.Validate()
}

// MinimaxOptions reads the options that the minimax core has in software and
// in hardware alike.
func MinimaxOptions(env play.Env, o *play.Options) (search.MinimaxConfig, int) {
	depth := defaultDepth
	if env.Depth != 0 {
		depth = env.Depth
	}
	if depth < 1 || depth > search.MaxSearchDepth {
		o.Wrong("depth", fmt.Sprint(depth), fmt.Sprintf("1..%d", search.MaxSearchDepth))
	}
	depth = o.Int("depth", depth, 1, search.MaxSearchDepth)
	w := search.DefaultWeights
	return search.MinimaxConfig{
		AlphaBeta: o.Bool("alphabeta", true),
		Weights: search.Weights{
			Own:    o.Int("own", w.Own, 0, search.MaxWeight),
			Rival:  o.Int("rival", w.Rival, 0, search.MaxWeight),
			Square: o.Int("square", w.Square, 0, search.MaxWeight),
		},
	}, depth
}

func (a *minimaxPlayer) Name() string { return "minimax" }

func (a *minimaxPlayer) Close() error { return nil }

// Move searches to the end: the search cannot be interrupted, so when ctx ends, Move returns and
// ignores the search's answer.
func (a *minimaxPlayer) Move(ctx context.Context, p play.Position) (play.Move, error) {
	pos := rules.At(p)
	core, err := search.NewMinimax(a.cfg)
	if err != nil {
		return 0, err
	}
	if err := core.Load(pos); err != nil {
		return 0, err
	}
	player, found := pos.ToMove(), make(chan search.MinimaxResult, 1)
	var each func(search.Node)
	if a.progress != nil {
		nodes := 0
		each = func(search.Node) {
			nodes++
			a.progress(nodes)
		}
	}
	go func() {
		found <- core.Search(player, a.depth, search.NeverStop, each)
	}()
	select {
	case r := <-found:
		a.work += r.Nodes
		return play.Move(r.Move), nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Work returns the nodes.
func (a *minimaxPlayer) Work() (uint64, string) { return a.work, "nodes" }
