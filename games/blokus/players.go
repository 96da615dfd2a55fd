// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package blokus

import (
	"fmt"
	"math"

	"github.com/tessera-fpga/tessera/games/blokus/agent"
	"github.com/tessera-fpga/tessera/games/blokus/multiplayer"
	"github.com/tessera-fpga/tessera/games/blokus/rules"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/play"
)

// Bounds of the options.
const (
	maxSims      = 1_000_000
	defaultSims  = 1000
	defaultNodes = 10_000
	maxDepth     = 84
)

// kinds are the players of the literature; every game has the players for random moves and for the
// tree search.
func kinds() []play.Kind {
	mctsHelp := fmt.Sprintf("options sims=1..%d (a move), c=X (exploration, %v), reward=win, share or squares (the source's), policy=maxn, paranoid or bestreply, playout=uniform or largest, barasona=true", maxSims, agent.Exploration)
	return []play.Kind{
		{Name: "greedy", Help: "places a largest tile anywhere; option barasona=true (begin with that opening)", New: newSimple("greedy", func(seed uint64) agent.Agent { return agent.NewGreedy(seed) })},
		{Name: "depthfirst", Help: "most squares with its next two moves; option barasona=true", New: newSimple("depthfirst", func(seed uint64) agent.Agent { return agent.NewDepthFirst(seed) })},
		{Name: "mcts", Help: "Monte Carlo tree search, MCTS-max^n of the source; " + mctsHelp, New: newMCTS("mcts", false, 0)},
		{Name: "pb-mcts", Help: "the same with progressive bias; options as mcts", New: newMCTS("pb-mcts", true, 0)},
		{Name: "ph-mcts", Help: "the same with progressive history; options as mcts", New: newMCTS("ph-mcts", false, agent.HistoryWeight)},
		{Name: "minimax", Help: fmt.Sprintf("search by depth; options policy=maxn, paranoid or bestreply, nodes=N (positions a move, %d unless depth is given), depth=1..%d", defaultNodes, maxDepth), New: newMinimax},
	}
}

// opened puts Barasona's opening before an agent, if the options say so.
func opened(o *play.Options) func(agent.Agent) agent.Agent {
	if o.Bool("barasona", false) {
		return func(a agent.Agent) agent.Agent { return agent.Barasona{Agent: a} }
	}
	return func(a agent.Agent) agent.Agent { return a }
}

func newSimple(name string, make func(seed uint64) agent.Agent) func(play.Env, *play.Options) (play.Player, error) {
	return func(env play.Env, o *play.Options) (play.Player, error) {
		return agentPlayer(name, "", opened(o)(make(env.Seed)), nil), o.Err()
	}
}

func parsed[T any](o *play.Options, name, otherwise string, parse func(string) (T, error)) T {
	v, err := parse(o.Text(name, otherwise))
	if err != nil {
		o.Fail(err.Error())
	}
	return v
}

func newMCTS(name string, bias bool, history float64) func(play.Env, *play.Options) (play.Player, error) {
	return func(env play.Env, o *play.Options) (play.Player, error) {
		cfg := agent.MCTSConfig{
			MCTSConfig: multiplayer.MCTSConfig{
				Simulations: o.Int("sims", defaultSims, 1, maxSims),
				Exploration: o.Float("c", agent.Exploration, 0, 1000),
				Policy:      parsed(o, "policy", multiplayer.MaxN.String(), multiplayer.ParsePolicy),
				Bias:        bias,
				History:     history,
			},
			Reward: parsed(o, "reward", agent.Win.String(), agent.ParseReward),
		}
		if o.Choice("playout", "uniform", "uniform", "largest") == "largest" {
			cfg.Playout = playout.Largest
		}
		if cfg.Reward == agent.Squares && cfg.Policy != multiplayer.MaxN {
			o.Fail(fmt.Sprintf("reward squares with policy %v, want rewards from 0 to 1 (win, share)", cfg.Policy))
		}
		begin := opened(o)
		if err := o.Err(); err != nil {
			return nil, err
		}
		limited := func(n int) agent.Agent {
			c := cfg
			c.Simulations = n
			return begin(agent.NewMCTS(c, env.Seed))
		}
		return agentPlayer(name, "simulations", limited(cfg.Simulations), func() gameAgent { return limited(math.MaxInt32) }), nil
	}
}

func newMinimax(env play.Env, o *play.Options) (play.Player, error) {
	cfg := multiplayer.MinimaxConfig{
		Policy: parsed(o, "policy", multiplayer.MaxN.String(), multiplayer.ParsePolicy),
		Depth:  o.Int("depth", 0, 1, maxDepth),
		Nodes:  o.Int("nodes", 0, 1, math.MaxInt32),
	}
	if cfg.Depth == 0 && cfg.Nodes == 0 {
		cfg.Nodes = defaultNodes
	}
	begin := opened(o)
	return agentPlayer("minimax", "positions", begin(agent.NewMinimax(cfg, env.Seed)), func() gameAgent {
		return begin(agent.NewMinimax(multiplayer.MinimaxConfig{Policy: cfg.Policy}, env.Seed))
	}), o.Err()
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

// searchable is the game for package tree.
type searchable struct{ *agent.TreeGame }

func newSearchable(v rules.Variant) play.Searchable {
	start := rules.New()
	return &searchable{agent.NewTreeGame(&start, v)}
}

// SetRoot makes a position the root.
func (s *searchable) SetRoot(pos play.Position) { s.TreeGame.SetRoot(&pos.(*Position).Position) }
