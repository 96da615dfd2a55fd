// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package quoridor

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/games/quoridor/agent"
	"github.com/tessera-fpga/tessera/games/quoridor/rules"
	"github.com/tessera-fpga/tessera/play"
)

// kinds are the players of the literature; every game has the tree search.
func kinds() []play.Kind {
	return []play.Kind{
		{Name: "brain1", Help: "walks along a shortest way; no options", New: newBrain("brain1", func(seed uint64) agent.Agent { return agent.NewBrain1(seed) })},
		{Name: "brain2", Help: "spends all fences on the rival's way first, then walks; no options", New: newBrain("brain2", func(seed uint64) agent.Agent { return agent.NewBrain2(seed) })},
		{Name: "mcts", Help: fmt.Sprintf("UCT of the thesis; options sims=1..%d (a move), score=10 or 1 (what a win adds), playout=race, uniform or path, expand=one or leaf (the children that a simulation makes)", maxSims), New: newMCTS},
		{Name: "negamax", Help: "alpha-beta of the thesis over eight features; options nodes=N (a move), depth=1..64, chromosome=0..9 or weights=NAME:X/NAME:X of " + strings.Join(agent.FeatureNames(), ", ") + ", raw=true (the source's other reading of the signs)", New: newNegamax},
	}
}

const (
	maxSims      = 10_000_000
	defaultSims  = 120_000
	defaultNodes = 200_000
	maxDepth     = 64
)

func newBrain(kind string, make func(seed uint64) agent.Agent) func(play.Env, *play.Options) (play.Player, error) {
	return func(env play.Env, _ *play.Options) (play.Player, error) {
		return agentPlayer(kind, "", make(env.Seed), nil), nil
	}
}

func newMCTS(env play.Env, o *play.Options) (play.Player, error) {
	cfg := agent.MCTSConfig{Simulations: o.Int("sims", defaultSims, 1, maxSims), Score: agent.ScoreUnit}
	if o.Choice("score", "10", "10", "1") == "10" {
		cfg.Score = agent.ScoreOfSource
	}
	if o.Choice("expand", "one", "one", "leaf") == "leaf" {
		cfg.Expansion = agent.ExpandLeaf
	}
	var err error
	if cfg.Playout, err = agent.ParsePlayout(o.Text("playout", agent.Race.String())); err != nil {
		o.Fail(err.Error())
	}
	if err := o.Err(); err != nil {
		return nil, err
	}
	limited := func(n int) agent.Agent {
		c := cfg
		c.Simulations = n
		return agent.NewMCTS(c, env.Seed)
	}
	return agentPlayer("mcts", "simulations", limited(cfg.Simulations), func() gameAgent { return limited(maxSims) }), nil
}

func newNegamax(env play.Env, o *play.Options) (play.Player, error) {
	cfg := agent.NegamaxConfig{Nodes: o.Int("nodes", 0, 1, math.MaxInt32), Depth: o.Int("depth", 0, 1, maxDepth)}
	if cfg.Nodes == 0 && cfg.Depth == 0 {
		cfg.Nodes = defaultNodes
	}
	const none = -1
	chromosome, text := o.Int("chromosome", none, 0, len(agent.Chromosomes)-1), o.Text("weights", "")
	switch {
	case chromosome != none && text != "":
		o.Fail("chromosome and weights exclude each other, want one of them")
	case text != "":
		var err error
		if cfg.Weights, err = parseWeights(text); err != nil {
			o.Fail(err.Error())
		}
	case chromosome != none:
		cfg.Weights = agent.Chromosomes[chromosome]
	default:
		cfg.Weights = agent.Evolved
	}
	if o.Bool("raw", false) {
		cfg.Weights = cfg.Weights.Raw()
	}
	if err := o.Err(); err != nil {
		return nil, err
	}
	return agentPlayer("negamax", "nodes", agent.NewNegamax(cfg, env.Seed), func() gameAgent {
		return agent.NewNegamax(agent.NegamaxConfig{Weights: cfg.Weights}, env.Seed)
	}), nil
}

// parseWeights reads weights such as spp:1/spo:1/nfp:0.5.
func parseWeights(text string) (w agent.Weights, err error) {
	for _, part := range strings.Split(text, "/") {
		name, value, _ := strings.Cut(part, ":")
		at := -1
		for i, f := range agent.FeatureNames() {
			if f == name {
				at = i
			}
		}
		x, err := strconv.ParseFloat(value, 64)
		if at < 0 || err != nil || math.IsNaN(x) || math.Abs(x) > 1000 {
			return w, fmt.Errorf("weight %q, want NAME:X, a feature of %s and a number within -1000..1000", part, strings.Join(agent.FeatureNames(), ", "))
		}
		w[at] = x
	}
	return w, nil
}

// gameAgent is an agent of this game.
type gameAgent = play.Agent[rules.Position, rules.Move]

// agentPlayer returns a player of package agent; unlimited may be nil.
func agentPlayer(kind, unit string, a agent.Agent, unlimited func() gameAgent) play.Player {
	return &play.AgentPlayer[rules.Position, rules.Move]{
		Kind: kind, Agent: a, Unlimited: unlimited, Unit: unit,
		Of: func(p play.Position) *rules.Position { return &p.(*Position).Position },
	}
}

var _ play.Position = (*Position)(nil)
