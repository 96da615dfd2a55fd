// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/progress"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// core drives a simulated core and its golden twin.
type core interface {
	Load(*duo.Position) error
	Play(duo.Player, duo.Move) (legal bool, err error)
}

// chip is a simulated chip that follows a game. It starts with Prepare or its first search.
type chip[C core] struct {
	name  string
	model verilator.Model
	open  func(*verilator.Proc) (C, error)
	log   io.Writer

	proc  *verilator.Proc
	core  C
	first duo.Player // first player of the game on the core's board
	known []duo.Move // made on it
}

// tally counts the moves that a chip has searched, each found equal to golden's in every node and
// cycle.
type tally struct {
	moves         int
	nodes, cycles uint64
}

// add counts a move.
func (t *tally) add(nodes, cycles uint64) {
	t.moves++
	t.nodes += nodes
	t.cycles += cycles
}

// summary compares the chip with golden.
func (t *tally) summary(name string, depth int) string {
	return fmt.Sprintf("%s: %d of %d moves agree with golden, node by node and cycle by cycle; depth %d, %d nodes, %d cycles",
		name, t.moves, t.moves, depth, t.nodes, t.cycles)
}

func (c *chip[C]) Name() string { return c.name }

func (c *chip[C]) Close() error {
	if c.proc == nil {
		return nil
	}
	return c.proc.Close()
}

// Prepare builds the chip, unless that has been done, and starts it. It says so, as the first
// time takes up to a minute.
func (c *chip[C]) Prepare(ctx context.Context) (err error) {
	if c.proc != nil {
		return nil
	}
	done := progress.Announce(c.log, c.name+": building and starting the simulated chip (the first time takes a while)")
	defer done()
	if c.proc, err = verilator.Start(ctx, c.model); err != nil {
		return err
	}
	c.core, err = c.open(c.proc)
	return err
}

// at has the core search from the position. If it differs from golden the
// search is repeated on a fresh chip, which leaves a wave.
func (c *chip[C]) at(ctx context.Context, pos *duo.Position, search func(C) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := c.follow(ctx, pos)
	if err == nil {
		err = search(c.core)
	}
	if mismatch := (*verilator.Mismatch)(nil); !errors.As(err, &mismatch) {
		return err
	}
	fresh := verilator.Verify(ctx, c.model, 1, func(p *verilator.Proc, _ *rand.Rand) error {
		core, err := c.open(p)
		if err != nil {
			return err
		}
		if err := core.Load(pos); err != nil {
			return err
		}
		return search(core)
	})
	if fresh == nil {
		return fmt.Errorf("%w\nthe same search on a fresh chip agrees with golden", err)
	}
	return fresh
}

// follow brings the core's board to the position: by the moves that are new or,
// after a take-back or in a new game, from the start.
func (c *chip[C]) follow(ctx context.Context, pos *duo.Position) (err error) {
	if err := c.Prepare(ctx); err != nil {
		return err
	}
	if pos.IsSetUp() {
		return play.ErrSetup
	}
	moves, n := pos.History(), len(c.known)
	if n > len(moves) || c.first != pos.FirstToMove() || !slices.Equal(c.known, moves[:n]) {
		c.first, c.known = pos.FirstToMove(), slices.Clone(moves)
		return c.core.Load(pos)
	}
	mover := pos.FirstToMove()
	for i, m := range moves {
		if i >= n {
			legal, err := c.core.Play(mover, m)
			if err != nil {
				return err
			}
			if !legal {
				return fmt.Errorf("%s: move %d, %v, is refused", c.name, i+1, m)
			}
			c.known = append(c.known, m)
		}
		mover = mover.Rival()
	}
	return nil
}
