package duo

import (
	"context"
	"fmt"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/play"
)

// defaultVisits lets the reference model answer within about a second in the
// opening, and a quarter of a second on average.
const defaultVisits = 16

var monteCarloHelp = fmt.Sprintf("Monte Carlo search of the reference model; options visits=1..%d (first-round playouts a move, %d unless given), policy=uniform|largest (of playouts, largest unless given), seed=N (its low 32 bits; the match's unless given)", search.MaxVisits, defaultVisits)

// monteCarloPlayer plays the moves of the reference model's Monte Carlo search.
type monteCarloPlayer struct {
	cfg    search.MonteCarloConfig
	latest search.MonteCarloResult
	work   uint64 // in playouts
}

func newMonteCarlo(env play.Env, o *play.Options) (play.Player, error) {
	cfg := MonteCarloOptions(env, o, defaultVisits)
	return &monteCarloPlayer{cfg: cfg}, cfg.Validate()
}

// MonteCarloOptions reads the options that the Monte Carlo search has in
// software and in hardware alike. Of the seed the low 32 bits count.
func MonteCarloOptions(env play.Env, o *play.Options, visits int) search.MonteCarloConfig {
	policy := playout.Largest
	if o.Choice("policy", "largest", "uniform", "largest") == "uniform" {
		policy = playout.Uniform
	}
	return search.MonteCarloConfig{
		Policy: policy,
		Visits: o.Int("visits", visits, 1, search.MaxVisits),
		Seed:   uint32(o.Uint64("seed", env.Seed)),
	}
}

func (a *monteCarloPlayer) Name() string { return "montecarlo" }

func (a *monteCarloPlayer) Close() error { return nil }

// Move ends the search after the pass during which ctx ends.
func (a *monteCarloPlayer) Move(ctx context.Context, p play.Position) (play.Move, error) {
	pos := rules.At(p)
	r := a.cfg.Search(pos, func(int) bool { return ctx.Err() != nil })
	a.latest = r
	a.work += uint64(r.Playouts)
	return play.Move(r.Move), ctx.Err()
}

// Work returns the playouts.
func (a *monteCarloPlayer) Work() (uint64, string) { return a.work, "playouts" }

// Thoughts returns the move chosen: the search forgets the others. Its value is the mean of
// the margins that count, -search.ClipMargin to search.ClipMargin; it is the margin, too.
func (a *monteCarloPlayer) Thoughts() []play.Thought {
	r := a.latest
	if r.Visits == 0 {
		return nil
	}
	mean := float64(r.Sum) / float64(r.Visits)
	return []play.Thought{{Move: play.Move(r.Move), Visits: r.Visits, Value: 0.5 + mean/(2*search.ClipMargin), Margin: &mean}}
}
