package quoridor

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/golden/quoridor/agent"
)

// kinds are the players of the literature; the tree search is every game's.
func kinds() []boardgame.Kind {
	return []boardgame.Kind{
		{Name: "brain1", Help: "walks along a shortest way; no options", New: newBrain(func(seed uint64) agent.Agent { return agent.NewBrain1(seed) })},
		{Name: "brain2", Help: "spends all fences on the rival's way first, then walks; no options", New: newBrain(func(seed uint64) agent.Agent { return agent.NewBrain2(seed) })},
		{Name: "mcts", Help: fmt.Sprintf("UCT of the thesis; options sims=1..%d (a move), score=10 or 1 (what a win adds), playout=race, uniform or path", maxSims), New: newMCTS},
		{Name: "negamax", Help: "alpha-beta of the thesis over eight features; options nodes=N (a move), depth=1..64, chromosome=0..9 or weights=NAME:X/NAME:X of " + strings.Join(agent.FeatureNames(), ", ") + ", raw=true (the source's other reading of the signs)", New: newNegamax},
	}
}

const (
	maxSims      = 10_000_000
	defaultSims  = 120_000
	defaultNodes = 200_000
	maxDepth     = 64
)

func newBrain(make func(seed uint64) agent.Agent) func(boardgame.Env, *player.Options) (boardgame.Player, error) {
	return func(env boardgame.Env, _ *player.Options) (boardgame.Player, error) {
		return &agentPlayer{agent: make(env.Seed), unit: ""}, nil
	}
}

func newMCTS(env boardgame.Env, o *player.Options) (boardgame.Player, error) {
	cfg := agent.MCTSConfig{Simulations: o.Int("sims", defaultSims, 1, maxSims), Score: agent.ScoreUnit}
	if o.Choice("score", "10", "10", "1") == "10" {
		cfg.Score = agent.ScoreOfSource
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
	return &agentPlayer{agent: limited(cfg.Simulations), unlimited: func() agent.Agent { return limited(maxSims) }, unit: "simulations"}, nil
}

func newNegamax(env boardgame.Env, o *player.Options) (boardgame.Player, error) {
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
	return &agentPlayer{
		agent:     agent.NewNegamax(cfg, env.Seed),
		unlimited: func() agent.Agent { return agent.NewNegamax(agent.NegamaxConfig{Weights: cfg.Weights}, env.Seed) },
		unit:      "nodes",
	}, nil
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

// agentPlayer is a player of package agent.
type agentPlayer struct {
	agent agent.Agent
	// unlimited makes one that goes on until it is stopped; nil: the player takes no time.
	unlimited func() agent.Agent
	unit      string
	each      time.Duration
	stop      <-chan struct{}
	timed     agent.Agent
}

// Name returns the name of its kind.
func (a *agentPlayer) Name() string {
	switch a.agent.(type) {
	case *agent.Brain1:
		return "brain1"
	case *agent.Brain2:
		return "brain2"
	case *agent.MCTS:
		return "mcts"
	}
	return "negamax"
}

// Close frees nothing.
func (a *agentPlayer) Close() error { return nil }

// Reseed makes the player as it was when made.
func (a *agentPlayer) Reseed(seed uint64) { a.agent.Reset(seed) }

// Work returns what the player has done.
func (a *agentPlayer) Work() (uint64, string) {
	if a.timed != nil {
		return a.agent.Work() + a.timed.Work(), a.unit
	}
	return a.agent.Work(), a.unit
}

// Limit gives the player a time for each move and a way to end its thinking.
func (a *agentPlayer) Limit(each time.Duration, stop <-chan struct{}) { a.each, a.stop = each, stop }

// Move asks the agent.
func (a *agentPlayer) Move(ctx context.Context, pos boardgame.Position) (string, error) {
	who := a.agent
	if a.each > 0 && a.unlimited != nil {
		if a.timed == nil {
			a.timed = a.unlimited()
		}
		who = a.timed
	}
	begun := time.Now()
	m := who.Move(&pos.(*Position).Position, func() bool {
		select {
		case <-ctx.Done():
			return true
		case <-a.stop:
			return true
		default:
		}
		return a.each > 0 && time.Since(begun) >= a.each
	})
	return m.String(), ctx.Err()
}

var _ interface {
	boardgame.Player
	boardgame.Timed
	player.Reseeder
	player.WorkCounter
} = (*agentPlayer)(nil)

var _ boardgame.Position = (*Position)(nil)
