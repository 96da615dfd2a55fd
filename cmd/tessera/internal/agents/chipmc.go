package agents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden"
	"github.com/tessera-fpga/tessera/sim"
)

const (
	// chipLanes is the number of lanes of the simulated engine.
	chipLanes = 2
	// chipVisits lets the simulated engine, which does less than half a million
	// cycles a second, answer within seconds in the opening.
	chipVisits = 1
)

// chipMonteCarlo plays what the simulated Monte Carlo engine finds. The golden
// search runs beside it: the move, the sum of its values, its visits and the
// playouts in all are compared, and a difference is an error.
type chipMonteCarlo struct {
	cfg golden.MonteCarloConfig
	log io.Writer

	proc  *sim.Proc
	core  *sim.MonteCarlo
	board chipBoard

	moves            int // searched and found equal to golden's
	playouts, cycles uint64
}

func newChipMonteCarlo(env Env, o *Options) (Agent, error) {
	cfg := monteCarloOptions(env, o, chipVisits)
	return &chipMonteCarlo{cfg: cfg, log: env.Log}, cfg.Validate()
}

func (a *chipMonteCarlo) Name() string { return "chip-mc" }

func (a *chipMonteCarlo) Close() error {
	if a.proc == nil {
		return nil
	}
	return a.proc.Close()
}

// Summary says how the chip fared against golden. The cycles are those of the
// searches.
func (a *chipMonteCarlo) Summary() string {
	s := fmt.Sprintf("chip-mc: %d of %d moves agree with golden; %d playouts, %d cycles", a.moves, a.moves, a.playouts, a.cycles)
	if a.playouts > 0 {
		s += fmt.Sprintf(", %.0f cycles per playout and lane", float64(a.cycles)*chipLanes/float64(a.playouts))
	}
	return s
}

func (a *chipMonteCarlo) model() sim.Model { return sim.MonteCarloModel(chipLanes, a.cfg.Policy) }

func (a *chipMonteCarlo) Move(ctx context.Context, pos *golden.Position) (golden.Move, error) {
	r, cycles, err := a.search(ctx, pos)
	if mismatch := (*sim.Mismatch)(nil); errors.As(err, &mismatch) {
		return 0, a.explain(ctx, pos, err)
	}
	if err != nil {
		return 0, err
	}
	a.moves++
	a.playouts += uint64(r.Playouts)
	a.cycles += cycles
	return r.Move, nil
}

func (a *chipMonteCarlo) search(ctx context.Context, pos *golden.Position) (r golden.MonteCarloResult, cycles uint64, err error) {
	if err := ctx.Err(); err != nil {
		return r, 0, err
	}
	if a.proc == nil {
		fmt.Fprintln(a.log, "chip-mc: starting the simulated chip (its first use builds it)")
		if a.proc, err = sim.Start(ctx, a.model()); err != nil {
			return r, 0, err
		}
		if a.core, err = sim.NewMonteCarlo(a.proc); err != nil {
			return r, 0, err
		}
	}
	play := func(_ golden.Player, m golden.Move) (bool, error) { return a.core.Play(m) }
	if err := a.board.follow(pos, a.core.Reset, play); err != nil {
		return r, 0, err
	}
	return a.core.Search(a.cfg, 0)
}

// explain repeats the search that differed on a fresh chip, which leaves a wave.
func (a *chipMonteCarlo) explain(ctx context.Context, pos *golden.Position, first error) error {
	err := sim.Verify(ctx, a.model(), 1, func(p *sim.Proc, _ *rand.Rand) error {
		core, err := sim.NewMonteCarlo(p)
		if err != nil {
			return err
		}
		if err := core.Load(pos); err != nil {
			return err
		}
		_, _, err = core.Search(a.cfg, 0)
		return err
	})
	if err == nil {
		return fmt.Errorf("%w\nthe same search on a fresh chip agrees with golden", first)
	}
	return err
}
