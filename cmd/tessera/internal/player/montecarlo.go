package player

import (
	"context"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
)

// defaultVisits lets the reference model answer within about a second in the
// opening, and a quarter of a second on average.
const defaultVisits = 16

// monteCarloPlayer plays what the Monte Carlo search of the reference model finds.
type monteCarloPlayer struct {
	cfg    search.MonteCarloConfig
	latest search.MonteCarloResult
	work   uint64 // in playouts
}

func newMonteCarlo(env Env, o *Options) (Player, error) {
	cfg := monteCarloOptions(env, o, defaultVisits)
	return &monteCarloPlayer{cfg: cfg}, cfg.Validate()
}

// monteCarloOptions reads the options that the Monte Carlo search has in
// software and in hardware alike. Of the seed the low 32 bits count.
func monteCarloOptions(env Env, o *Options, visits int) search.MonteCarloConfig {
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

// Move gives the search up after the pass in which ctx is done.
func (a *monteCarloPlayer) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	r := a.cfg.Search(pos, func(int) bool { return ctx.Err() != nil })
	a.latest = r
	a.work += uint64(r.Playouts)
	return r.Move, ctx.Err()
}

// Work returns the playouts.
func (a *monteCarloPlayer) Work() (uint64, string) { return a.work, "playouts" }

// Thoughts returns the move chosen: the search forgets the others. Its value is the mean of
// the margins that count, -search.ClipMargin to search.ClipMargin; it is the margin, too.
func (a *monteCarloPlayer) Thoughts() []Thought {
	r := a.latest
	if r.Visits == 0 {
		return nil
	}
	mean := float64(r.Sum) / float64(r.Visits)
	return []Thought{{Move: r.Move, Visits: r.Visits, Value: 0.5 + mean/(2*search.ClipMargin), Margin: &mean}}
}
