// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

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
	cfg      search.MonteCarloConfig
	progress func(playouts int) // see play.Env; nil: none
	latest   []search.PlayedMove
	work     uint64 // in playouts
}

func newMonteCarlo(env play.Env, o *play.Options) (play.Player, error) {
	cfg := MonteCarloOptions(env, o, defaultVisits)
	return &monteCarloPlayer{cfg: cfg, progress: env.Progress}, cfg.Validate()
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
	r, all := a.cfg.Candidates(pos, func(playouts int) bool {
		if a.progress != nil {
			a.progress(playouts)
		}
		return ctx.Err() != nil
	})
	a.latest = all
	a.work += uint64(r.Playouts)
	return play.Move(r.Move), ctx.Err()
}

// Work returns the playouts.
func (a *monteCarloPlayer) Work() (uint64, string) { return a.work, "playouts" }

// Thoughts returns the candidates, the move chosen first. A candidate's value is the mean of the
// margins that count, -search.ClipMargin to search.ClipMargin; it is the margin, too.
func (a *monteCarloPlayer) Thoughts() (all []play.Thought) {
	for _, c := range a.latest {
		if c.Visits == 0 {
			continue // a forced move has no value
		}
		mean := float64(c.Sum) / float64(c.Visits)
		all = append(all, play.Thought{Move: play.Move(c.Move), Visits: c.Visits, Value: 0.5 + mean/(2*search.ClipMargin), Margin: &mean})
	}
	return all
}
