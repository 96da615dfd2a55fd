// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"
	"sync/atomic"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/progress"
)

func newPerft() *cobra.Command {
	c := &cobra.Command{
		Use:   "perft N",
		Short: "count the move sequences of length N",
		Long: `perft counts the sequences of N legal moves from a position: the leaves of the game
tree at depth N. A player without a placement passes, which counts as a move; a
game that has ended has no continuation. The last line of the output is the count
alone. From the start the counts of Blokus Duo are 1, 414, 171396, 89204762 for N = 0..3.`,
		Example: `  tessera perft 3
  tessera perft 2 --from "55u0 aau0"
  tessera perft 2 --divide
  tessera perft --game dots:3x3 4`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return badInputf("perft: got %d arguments, want one, the depth (see %s --help)", len(args), c.CommandPath())
			}
			return nil
		},
	}
	first := firstFlag(c)
	game := gameFlag(c, "first")
	from := c.Flags().String("from", "", "`moves` that lead to the position to count from, separated by spaces")
	divide := c.Flags().Bool("divide", false, "before the count, list the first moves with their counts")
	var jobs int
	intFlag(c.Flags(), &jobs, "jobs", 1, math.MaxInt, runtime.NumCPU(), "how many first moves to count at a time, `N`; the result is the same")
	c.RunE = func(c *cobra.Command, args []string) error {
		depth, err := strconv.Atoi(args[0])
		if err != nil || depth < 0 {
			return badInputf("perft: depth %q, want a whole number, 0 or more", args[0])
		}
		g, err := game()
		if err != nil {
			return err
		}
		pos, err := g.ParseMoves(first(), *from)
		if err != nil {
			return badInputf("perft: --from: %w", err)
		}
		listing := io.Discard
		if *divide {
			listing = c.OutOrStdout()
		}
		var bar *progress.Bar
		if depth > 2 {
			bar = progress.Start(c.ErrOrStderr(), fmt.Sprintf("perft %d, first moves", depth))
		}
		n, err := countTree(c.Context(), g, pos, depth, jobs, listing, bar)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(c.OutOrStdout(), n)
		return err
	}
	return c
}

// countTree is Perft with several goroutines and cancellation. It lists the first moves with their
// counts and shows its progress.
func countTree(ctx context.Context, g *play.Game, p play.Position, depth, jobs int, listing io.Writer, bar *progress.Bar) (uint64, error) {
	if depth == 0 || p.Over() {
		bar.Done()
		return p.Perft(depth), ctx.Err()
	}
	moves := p.Moves()
	counts := make([]uint64, len(moves))
	var counted atomic.Int64
	group, branches := errgroup.WithContext(ctx)
	group.SetLimit(jobs)
	for i, m := range moves {
		group.Go(func() (err error) {
			q := p.Clone()
			if err := cmp.Or(branches.Err(), q.Play(m)); err != nil {
				return err
			}
			counts[i], err = countBranch(branches, q, depth-1)
			bar.Set(int(counted.Add(1)), len(moves))
			return err
		})
	}
	err := group.Wait()
	bar.Done()
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return 0, err
	}
	var sum uint64
	for i, m := range moves {
		sum += counts[i]
		if _, err := fmt.Fprintln(listing, g.Format(m), counts[i]); err != nil {
			return 0, err
		}
	}
	return sum, nil
}

// countBranch is Perft, but checks ctx every few milliseconds. After a cancellation its result has
// no meaning.
func countBranch(ctx context.Context, p play.Position, depth int) (n uint64, err error) {
	if depth <= 2 || p.Over() {
		return p.Perft(depth), nil
	}
	for _, m := range p.Moves() {
		if ctx.Err() != nil {
			break
		}
		q := p.Clone()
		if err := q.Play(m); err != nil {
			return 0, err
		}
		below, err := countBranch(ctx, q, depth-1)
		if err != nil {
			return 0, err
		}
		n += below
	}
	return n, nil
}
