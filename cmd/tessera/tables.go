package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/lab/thesis"
	"github.com/tessera-fpga/tessera/play/progress"
)

func newTables() *cobra.Command {
	o := thesis.Options{}
	var only []string
	var seconds int
	c := &cobra.Command{
		Use:   "tables",
		Short: "play the tables of the thesis again",
		Long: `tables plays the 129 cells of tables 5.2 to 6.10 of the thesis of S. M. Nikolakaki (Technical
University of Crete, 2014; see docs/literature.md), and ours that answer what it leaves open, with
the players of the literature: from the empty board, at so many playouts for each of the thesis's
seconds. The report has the verdict on each cell and on each conclusion; "tessera docs
--tables FILE" takes it into the documentation.

The report is written after each cell, and the same command goes on with it.`,
		Example: "  tessera tables --jobs 2 --json build/tables.json\n  tessera tables --only 5.3,6.1 --seconds 1 --games 10",
		Args:    noArgs,
	}
	flags := c.Flags()
	intFlag(flags, &o.Games, "games", 1, math.MaxInt32, 40, "number of `games` of a cell")
	intFlag(flags, &o.Small, "small-games", 1, math.MaxInt32, 200, "the same of a cell in which both players have 1 s, if it is more")
	intFlag(flags, &o.AtMost, "at-most", 0, math.MaxInt32, 0, "play no more than so many `games` of a cell now, 0: all of them; without it the rest is played later")
	intFlag(flags, &o.Playouts, "playouts", 1, 1<<24, thesis.Budget, "number of `playouts` for each of the thesis's seconds")
	intFlag(flags, &o.Jobs, "jobs", 1, 1024, 1, "how many games to play at a time, `N`")
	flags.StringVar(&o.File, "json", "build/tables.json", "`file` of the report")
	flags.StringSliceVar(&only, "only", nil, "play these `tables`, such as 5.3,6.1")
	intFlag(flags, &seconds, "seconds", 1, 1000, 1000, "play cells in which both players have at most so many of the thesis's `seconds`")
	c.RunE = func(c *cobra.Command, _ []string) error {
		cells, err := thesis.Cells()
		if err != nil {
			return err
		}
		if o.Cells, err = thesis.Select(cells, only); err != nil {
			return badInputf("tables: --only %w", err)
		}
		o.Cells = thesis.Within(o.Cells, seconds)
		if err := checkFolder("tables", "json", o.File); err != nil {
			return err
		}
		if o.Version, err = engineVersion(); err != nil {
			return fmt.Errorf("tables: version: %w", err)
		}
		log := c.ErrOrStderr()
		bar := progress.Start(log, "tables")
		defer bar.Done()
		o.Progress = func(cell string, done, of int) {
			bar.Say(cell)
			bar.Set(done, of)
		}
		o.Played = func(r thesis.Result) {
			bar.Print(log, fmt.Sprintf("tables: %s: won %d, lost %d of %d; squares left %.1f, %.1f; %s",
				r.ID(), r.Wins[0], r.Wins[1], r.Games, r.Left[0], r.Left[1], r.Agreement))
		}
		_, err = thesis.Run(c.Context(), o)
		var file *thesis.FileError
		switch {
		case errors.As(err, &file):
			return badInputf("%w: name another file by --json, or remove it to begin afresh", err)
		case err != nil:
			fmt.Fprintf(log, "tables: the cells so far are in %s; to go on:\n  %s\n", o.File, commandLine(c))
		}
		return err
	}
	return c
}
