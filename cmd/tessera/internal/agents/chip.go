package agents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/tessera-fpga/tessera/golden"
	"github.com/tessera-fpga/tessera/sim"
)

// chipAgent plays what the simulated hardware core finds. The golden twin runs
// beside it: every node, score, move and cycle is compared, and a difference is
// an error.
type chipAgent struct {
	cfg   golden.ClassicConfig
	depth int
	log   io.Writer

	proc  *sim.Proc
	core  *sim.Classic
	board chipBoard

	moves         int // searched and found equal to golden's
	nodes, cycles uint64
}

func newChip(env Env, o *Options) (Agent, error) {
	cfg, depth := classicOptions(env, o)
	return &chipAgent{cfg: cfg, depth: depth, log: env.Log}, cfg.Validate()
}

func (a *chipAgent) Name() string { return "chip" }

func (a *chipAgent) Close() error {
	if a.proc == nil {
		return nil
	}
	return a.proc.Close()
}

// Summary says how the chip fared against golden.
func (a *chipAgent) Summary() string {
	return fmt.Sprintf("chip: %d of %d moves agree with golden, node by node and cycle by cycle; depth %d, %d nodes, %d cycles",
		a.moves, a.moves, a.depth, a.nodes, a.cycles)
}

func (a *chipAgent) Move(ctx context.Context, pos *golden.Position) (golden.Move, error) {
	r, err := a.search(ctx, pos)
	if mismatch := (*sim.Mismatch)(nil); errors.As(err, &mismatch) {
		return 0, a.explain(ctx, pos, err)
	}
	if err != nil {
		return 0, err
	}
	a.moves++
	a.nodes += r.Nodes
	a.cycles += r.Cycles
	return r.Move, nil
}

func (a *chipAgent) search(ctx context.Context, pos *golden.Position) (r golden.SearchResult, err error) {
	if a.proc == nil {
		fmt.Fprintln(a.log, "chip: starting the simulated chip (its first use builds it)")
		if a.proc, err = sim.Start(ctx, sim.ClassicModel(a.cfg)); err != nil {
			return r, err
		}
		if a.core, err = sim.NewClassic(a.proc, a.cfg); err != nil {
			return r, err
		}
	}
	if err := a.follow(pos); err != nil {
		return r, err
	}
	return a.core.Search(pos.ToMove(), a.depth, golden.NeverStop)
}

// follow brings the core's board to the position.
func (a *chipAgent) follow(pos *golden.Position) error {
	return a.board.follow(pos, func(golden.Player) error { return a.core.Reset() }, a.core.Play)
}

// explain repeats the search that differed on a fresh chip, which leaves a wave.
func (a *chipAgent) explain(ctx context.Context, pos *golden.Position, first error) error {
	err := sim.Verify(ctx, sim.ClassicModel(a.cfg), 1, func(p *sim.Proc, _ *rand.Rand) error {
		core, err := sim.NewClassic(p, a.cfg)
		if err != nil {
			return err
		}
		if err := core.Load(pos); err != nil {
			return err
		}
		_, err = core.Search(pos.ToMove(), a.depth, golden.NeverStop)
		return err
	})
	if err == nil {
		return fmt.Errorf("%w\nthe same search on a fresh chip agrees with golden", first)
	}
	return err
}

// chipBoard is what stands on the board of a simulated chip.
type chipBoard struct {
	first golden.Player
	known []golden.Move
}

// follow brings a chip's board to the position: by the moves that are new or,
// after a take-back or in a new game, from the start.
func (b *chipBoard) follow(pos *golden.Position, reset func(first golden.Player) error,
	play func(golden.Player, golden.Move) (legal bool, err error)) error {
	moves, mover := pos.History(), pos.FirstToMove()
	n := len(b.known)
	if n > len(moves) || mover != b.first || !slices.Equal(b.known, moves[:n]) {
		if err := reset(mover); err != nil {
			return err
		}
		n = 0
	}
	b.first, b.known = mover, append(b.known[:0], moves[:n]...)
	for i, m := range moves {
		if i >= n {
			legal, err := play(mover, m)
			if err != nil {
				return err
			}
			if !legal {
				return fmt.Errorf("chip: move %d, %v, is refused", i+1, m)
			}
			b.known = append(b.known, m)
		}
		mover = mover.Rival()
	}
	return nil
}
