// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/games/dots"
	"github.com/tessera-fpga/tessera/games/dots/rules"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
	"github.com/tessera-fpga/tessera/play/progress"
)

func newSolve() *cobra.Command {
	var from string
	var moves bool
	var jobs, memory int
	c := &cobra.Command{
		Use:   "solve SIZE",
		Short: "find the value of a dots-and-boxes board",
		Long: `solve finds how a game of dots and boxes on a board of that size ends when both players play
as well as can be. The last line of the output is the value for the first player: his boxes
less the other's.

Boards up to 2x3 are solved by a table of all positions, others by search: 3x4 takes seconds,
4x4 long; what has been found so far is said on the way. --method can have it the other way round, as far as 3x3 and 2x4.`,
		Example: `  tessera solve 3x3
  tessera solve 2x2 --moves
  tessera solve 4x4 --jobs 2 --memory 512
  tessera solve 2x3 --from "0 5 3"`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return badInputf("solve: got %d arguments, want one, the size of the board such as 3x3 (see %s --help)", len(args), c.CommandPath())
			}
			return nil
		},
	}
	flags := c.Flags()
	flags.StringVar(&from, "from", "", "`edges` drawn before, by number, separated by spaces")
	flags.BoolVar(&moves, "moves", false, "before the value, list the moves with theirs, best first")
	method := choiceFlag(c, "method", "`how`: table, search, or auto", "auto", "table", "search")
	intFlag(flags, &jobs, "jobs", 1, 64, min(64, runtime.NumCPU()), "searches side by side, `N`; the value is the same")
	intFlag(flags, &memory, "memory", 2, 1<<15, 256, "of the search, in `MB`")
	c.RunE = func(c *cobra.Command, args []string) error {
		b, err := rules.ParseSize(args[0])
		if err != nil {
			return badInputf("solve: %w", err)
		}
		g, err := dots.New(args[0])
		if err != nil {
			return badInputf("solve: %w", err)
		}
		start, err := g.ParseMoves(0, from)
		if err != nil {
			return badInputf("solve: --from: %w", err)
		}
		if *method == "table" && b.Edges > rules.MaxTableEdges {
			return badInputf("solve: --method table: a board of %v has %d edges, want at most %d", b, b.Edges, rules.MaxTableEdges)
		}
		tableEdges := map[string]int{"auto": dots.QuickTableEdges, "table": rules.MaxTableEdges, "search": 0}[*method]
		begun := time.Now()
		values, err := dots.NewValuer(c.Context(), b, tableEdges, memory, jobs)
		if err != nil {
			return badInputf("solve: %w", err)
		}
		bar := progress.Spin(c.ErrOrStderr(), "solve: searching")
		defer func() { bar.Done() }()
		known := "" // latest message about the position under search
		values.Tell(func(low, high int) {
			took := time.Since(begun)
			known = fmt.Sprintf("solve: %d..%d for the player to move, after %s in %v", low, high, plural.Count(values.Positions(), "position", "positions"), took.Round(time.Second))
			if took > tellAfter && low < high {
				bar.Print(c.ErrOrStderr(), known)
			}
		})
		err = solve(c, values, start.(*rules.Position), moves, func() {
			bar.Done()
			bar = nil
			fmt.Fprintf(c.ErrOrStderr(), "solve: %s in %v\n", plural.Count(values.Positions(), "position", "positions"), time.Since(begun).Round(time.Millisecond))
		})
		if err != nil && known != "" && !moves {
			bar.Print(c.ErrOrStderr(), known)
		}
		return err
	}
	return c
}

// tellAfter is the time until solve reports its results so far.
const tellAfter = 20 * time.Second

// solve prints the value of a position. It calls done before it prints.
func solve(c *cobra.Command, values *dots.Valuer, p *rules.Position, moves bool, done func()) error {
	// value for the first player, including the boxes taken so far
	value := func(p *rules.Position) (int, error) {
		v, err := values.Value(c.Context(), p.Drawn())
		if v += p.Net(); p.ToMove() == 1 {
			v = -v
		}
		return v, err
	}
	var lines strings.Builder
	if moves && !p.Over() {
		by := map[int][]play.Move{}
		for _, e := range p.Moves() {
			q := p.Clone()
			if err := q.Play(e); err != nil {
				return err
			}
			v, err := value(q.(*rules.Position))
			if err != nil {
				return err
			}
			by[v] = append(by[v], e)
		}
		order := slices.Sorted(maps.Keys(by))
		if p.ToMove() == 0 {
			slices.Reverse(order)
		}
		for _, v := range order {
			fmt.Fprintf(&lines, "%d: %s\n", v, strings.Trim(fmt.Sprint(by[v]), "[]"))
		}
	}
	v, err := value(p)
	if err != nil {
		return err
	}
	done()
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s%d\n", lines.String(), v)
	return err
}
