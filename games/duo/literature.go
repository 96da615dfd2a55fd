// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build !js

package duo

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/tessera-fpga/tessera/games/duo/literature"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

// literatureKinds are the players of the literature.
func literatureKinds() []play.Kind {
	return []play.Kind{
		{Name: "mc", Help: mcHelp, Varies: timed, Opens: lanesOpen, New: newMC},
		{Name: "uct", Help: uctHelp, Varies: timed, Opens: lanesOpen, New: newUCT},
		{Name: "uct-enhanced", Help: "uct with formula=tuned, fpu=size, bias=function and rollout=units unless given; options as uct's", Varies: timed, Opens: lanesOpen, New: newEnhancedUCT},
	}
}

// evaluations names the evaluations of the literature, for player minimax.
func evaluations() (names []string) {
	for _, e := range literature.Evaluations() {
		names = append(names, e.Name)
	}
	return names
}

// Lanes are playout lanes outside the program.
type Lanes interface {
	// Prepare opens the board's port, or builds and starts the simulated chip.
	Prepare(ctx context.Context) error
	// During returns the lanes for the time of a search.
	During(ctx context.Context) literature.Lanes
	Close() error
}

// defaultPlayouts lets the players of the literature answer within about a tenth of a second.
const (
	defaultPlayouts = 2_000
	maxPlayouts     = 1 << 30
)

// literaturePlayer is a player of the literature: its budget, and how it searches.
type literaturePlayer struct {
	name, unit string
	each       time.Duration // a move; 0: no bound
	seed       uint64
	lanes      Lanes // nil: playouts are played here
	search     func(pos *duo.Position, lanes literature.Lanes, seed uint32, stop func() bool) (literature.Result, error)

	latest literature.Result
	work   uint64
}

func (a *literaturePlayer) Name() string { return a.name }

func (a *literaturePlayer) Close() error {
	if a.lanes == nil {
		return nil
	}
	return a.lanes.Close()
}

// Prepare starts the lanes, if there are any.
func (a *literaturePlayer) Prepare(ctx context.Context) error {
	if a.lanes == nil {
		return nil
	}
	return a.lanes.Prepare(ctx)
}

// during returns the lanes for the time of a search; nil without lanes.
func (a *literaturePlayer) during(ctx context.Context) literature.Lanes {
	if a.lanes == nil {
		return nil
	}
	return a.lanes.During(ctx)
}

// Move searches anew: the players of the literature keep nothing from move to move. Each ply has
// its own seeds.
func (a *literaturePlayer) Move(ctx context.Context, p play.Position) (play.Move, error) {
	pos := rules.At(p)
	if pos.CountLegalMoves() == 0 {
		return play.Move(duo.Pass), nil
	}
	if err := a.Prepare(ctx); err != nil {
		return 0, err
	}
	var late atomic.Bool
	if a.each > 0 {
		timer := time.AfterFunc(a.each, func() { late.Store(true) })
		defer timer.Stop()
	}
	r, err := a.search(pos, a.during(ctx), plySeed(a.seed, pos.Plies()), func() bool { return late.Load() || ctx.Err() != nil })
	if err != nil {
		return 0, cmp.Or(ctx.Err(), err)
	}
	a.latest = r
	if a.unit == "nodes" {
		a.work += uint64(r.Nodes)
	} else {
		a.work += uint64(r.Playouts)
	}
	return play.Move(r.Move), ctx.Err()
}

// plySeed returns the seed of a ply's search. Its lowest bit does not count (playout.NewRNG).
func plySeed(seed uint64, ply int) uint32 {
	const odd = 0x9e3779b97f4a7c15
	return uint32((seed + 1 + uint64(ply)) * odd >> 32)
}

// Work returns the playouts, or minimax's nodes.
func (a *literaturePlayer) Work() (uint64, string) { return a.work, a.unit }

// Reseed gives the random choices another seed.
func (a *literaturePlayer) Reseed(seed uint64) { a.seed = seed }

// budget reads playouts= and time=.
func (a *literaturePlayer) budget(o *play.Options) (playouts int) {
	a.each = o.Duration("time")
	playouts = o.Int("playouts", 0, 1, maxPlayouts)
	switch {
	case a.each > 0 && playouts > 0:
		o.Fail("playouts and time exclude each other, want one of them")
	case a.each > 0:
		playouts = maxPlayouts
	case playouts == 0:
		playouts = defaultPlayouts
	}
	return playouts
}

var (
	mcHelp  = fmt.Sprintf("flat Monte Carlo search of the literature; options playouts=N (a move, %d unless given) or time=1s, score=sum|mean, rollout=uniform|units|units-first|function, reward=win|sigmoid|bonus-a|bonus-b|squares, slope= (sigmoid's), lanes=sim|PORT (playouts from the playout service: of a simulated chip, or of a board at a serial port), seed=N", defaultPlayouts)
	uctHelp = fmt.Sprintf("UCT of the literature; options playouts=N (a move, %d unless given) or time=1s, formula=ucb1|tuned|tuned-01|auer, c=, fpu=always|size|NUMBER, bias=none|units|function, bias-weight=, history=, rave=, rollout=, reward=, slope= (as mc's), final=robust|max|robust-max|robust-mean|secure, order=small|large, leaf=N (playouts of a leaf), parallel=leaf|root|tree, threads=N, lanes= (as mc's), seed=N", defaultPlayouts)
)

// newMC makes the thesis's flat Monte Carlo player.
func newMC(env play.Env, o *play.Options) (play.Player, error) {
	a := &literaturePlayer{name: "mc", unit: "playouts", seed: o.Uint64("seed", env.Seed)}
	playouts := a.budget(o)
	a.lanes = lanesOption(env, o)
	cfg := literature.FlatConfig{
		Lanes:   a.during(context.Background()), // for Validate to know
		Mean:    o.Choice("score", "sum", "sum", "mean") == "mean",
		Rollout: rolloutOption(o, literature.Uniform),
		Reward:  rewardOption(o),
	}
	a.search = func(pos *duo.Position, lanes literature.Lanes, seed uint32, stop func() bool) (literature.Result, error) {
		cfg := cfg
		cfg.Lanes = lanes
		return cfg.Search(pos, seed, playouts, stop)
	}
	return a, cfg.Validate()
}

func newUCT(env play.Env, o *play.Options) (play.Player, error) {
	return newUCTFrom("uct", literature.PlainUCT(), env, o)
}

func newEnhancedUCT(env play.Env, o *play.Options) (play.Player, error) {
	return newUCTFrom("uct-enhanced", literature.EnhancedUCT(), env, o)
}

// newUCTFrom makes a tree search; options override cfg.
func newUCTFrom(name string, cfg literature.UCTConfig, env play.Env, o *play.Options) (play.Player, error) {
	a := &literaturePlayer{name: name, unit: "playouts", seed: o.Uint64("seed", env.Seed)}
	playouts := a.budget(o)
	a.lanes = lanesOption(env, o)
	cfg.Lanes = a.during(context.Background()) // for Validate to know
	choose(o, "formula", &cfg.Formula, formulas)
	cfg.C = o.Float("c", cfg.C, 0, 100)
	firstPlayOption(o, &cfg.FirstPlay)
	choose(o, "bias", &cfg.Bias.Kind, biases)
	cfg.Bias.Weight = o.Float("bias-weight", 1, 0, 100)
	cfg.History = o.Float("history", 0, 0, 1000)
	cfg.RAVE = o.Float("rave", 0, 0, 1e6)
	cfg.Rollout = rolloutOption(o, cfg.Rollout)
	cfg.Reward = rewardOption(o)
	choose(o, "final", &cfg.Final, finals)
	choose(o, "order", &cfg.Order, orders)
	cfg.Leaf = o.Int("leaf", 1, 1, 4096)
	choose(o, "parallel", &cfg.Parallel, parallels)
	cfg.Threads = o.Int("threads", 1, 1, 256)
	a.search = func(pos *duo.Position, lanes literature.Lanes, seed uint32, stop func() bool) (literature.Result, error) {
		cfg := cfg
		cfg.Lanes = lanes
		return literature.NewUCT(cfg, pos, seed).Search(playouts, stop)
	}
	return a, cfg.Validate()
}

// newLiteratureMinimax makes a minimax with an evaluation of the literature.
func newLiteratureMinimax(name string, env play.Env, o *play.Options) (play.Player, error) {
	a := &literaturePlayer{name: "minimax", unit: "nodes", each: o.Duration("time")}
	cfg := literature.ThesisMinimax()
	for _, e := range literature.Evaluations() {
		if e.Name == name {
			cfg.Evaluation = e
		}
	}
	cfg.Deepen = o.Bool("deepen", a.each > 0)
	depth := defaultDepth
	if a.each > 0 {
		depth = literature.MaxDepth
	}
	if env.Depth != 0 {
		depth = env.Depth
	}
	depth = o.Int("depth", depth, 1, literature.MaxDepth)
	choose(o, "order", &cfg.Order, orders)
	if first := o.Int("width", 0, 1, 1024); first > 0 {
		for w := first; w > 1; w /= 2 {
			cfg.Width = append(cfg.Width, w)
		}
	}
	a.search = func(pos *duo.Position, _ literature.Lanes, _ uint32, stop func() bool) (literature.Result, error) {
		return cfg.Search(pos, depth, stop), nil
	}
	return a, nil
}

// The words of options.
var (
	formulas  = []string{literature.UCB1: "ucb1", literature.TunedThesis: "tuned", literature.TunedAuer: "auer", literature.TunedMapped: "tuned-01"}
	biases    = []string{literature.NoBias: "none", literature.BiasUnits: "units", literature.BiasFunction: "function"}
	rollouts  = []string{literature.Uniform: "uniform", literature.Units: "units", literature.UnitsFirst: "units-first", literature.Function: "function"}
	rewards   = []string{literature.WinLoss: "win", literature.Sigmoid: "sigmoid", literature.BonusA: "bonus-a", literature.BonusB: "bonus-b", literature.SquaresLeft: "squares"}
	finals    = []string{literature.Robust: "robust", literature.Max: "max", literature.RobustMax: "robust-max", literature.Secure: "secure", literature.RobustMean: "robust-mean"}
	orders    = []string{literature.SmallFirst: "small", literature.LargeFirst: "large"}
	parallels = []string{literature.LeafParallel: "leaf", literature.RootParallel: "root", literature.TreeParallel: "tree"}
)

// choose reads an option with a fixed list of words, and returns the word's index.
func choose[T ~uint8](o *play.Options, key string, value *T, words []string) {
	word := o.Choice(key, words[*value], words...)
	for i, w := range words {
		if w == word {
			*value = T(i)
		}
	}
}

func rolloutOption(o *play.Options, otherwise literature.Rollout) literature.Rollout {
	choose(o, "rollout", &otherwise, rollouts)
	return otherwise
}

func rewardOption(o *play.Options) (r literature.Reward) {
	choose(o, "reward", &r.Kind, rewards)
	r.Slope = o.Float("slope", 0.1, 0, 100)
	return r
}

// firstPlayOption reads fpu=always, fpu=size, or a constant.
func firstPlayOption(o *play.Options, f *literature.FirstPlay) {
	switch v := o.Text("fpu", ""); {
	case v == "":
	case v == "always":
		*f = literature.FirstPlay{}
	case v == "size":
		*f = literature.FirstPlay{Kind: literature.BySize, Value: literature.FirstPlayUnit}
	default:
		*f = literature.FirstPlay{Kind: literature.Constant, Value: o.Float("fpu", 0, -1000, 10000)}
	}
}

// SimulatedLanes is the value of lanes= for the lanes of a simulated chip.
const SimulatedLanes = "sim"

// lanesOption reads lanes=; nil without the option.
func lanesOption(env play.Env, o *play.Options) Lanes {
	place := o.Text("lanes", "")
	switch {
	case place == "":
		return nil
	case hardware.Lanes == nil:
		o.Wrong("lanes", place, noHardware)
		return nil
	}
	return hardware.Lanes(place, env.Log)
}

// lanesOpen returns the serial port in lanes=, if the option is set.
func lanesOpen(o *play.Options) []play.Resource {
	if place := o.Value("lanes"); place != "" && place != SimulatedLanes {
		return []play.Resource{{Kind: play.Serial, Name: place}}
	}
	return nil
}
