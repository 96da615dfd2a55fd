// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/lab/bench"
)

func newBench() *cobra.Command {
	var jsonPath string
	var options bench.Options
	c := &cobra.Command{
		Use:   "bench",
		Short: "measure golden and the simulated chip on the benchmark positions",
		Long: `bench measures golden in seconds of this machine, and the simulated chip in cycles,
which depend on nothing but the design, on the committed benchmark positions unless it
says "opening". All that the chip does is compared with golden meanwhile, and bench fails
at the first difference. What it prints:

  golden     wall time with one thread at work; other programs slow it down, so the
             processors and the load at the start stand beside it. A leaf of the tree search
             is a position with one playout and the static evaluation; each position is
             searched from an empty tree
  alphabeta  golden's processor time for searches of the alpha-beta core
  minimax    the core that scans all placements. Its legal-move set begins when the
             position is ready and ends with the last legal placement, evaluations taken
             off, or when it is known that there is none
  lane       cycles per playout with all games on and jobs at hand, as measured on the
             simulated lane, and as twin.Lane predicts them by itself: they must be equal.
             Then the minimax core's scan and the lane side by side, on the positions that
             have a move. Latency: from the cycle in which the lane begins to scan the position to
             that in which the placements of its last corner are out, with no other game
             on. Slots: the cycles that a set takes of the lane's pipeline when all games
             are on, one a corner, one to begin and one for the chosen corner; in playouts
             the lane also waits now and then: "pipeline in use" is slots by cycles.
             Ratios are means by means
  lanes      several lanes in a chain that always has a job, by twin.Lanes, which
             cosimulation compares with the module cycle by cycle. Games on: the mean
             share of the games of all lanes that are on. Speed: playouts a second by
             those of as many lanes that never wait for a job or to hand over a result,
             to about 0.5 %
  search     searches of the Monte Carlo core, from command to answer
  expansion  the tree core's unit that lists, rates and sorts the moves of a position
  tree       cycles of the tree core for each leaf, and where they go, by its twins
  processor  the same of the tree search as a program
  moves      the same in whole moves of the tree core, 0.8 s at the clock of the bitstream, with
             all nodes in block RAM and with an SDRAM. They take eight searches of a minute or
             two each
  service    requests of one playout each over the simulated serial line, many in flight;
             to about 1 %
  boards     derived, not measured: the slowest seed's frequency in ` + flow.MeasurementsFile + `,
             by the cycles above; only configurations measured

It also writes these figures as JSON, for programs: name, value, unit, and what it is. With
--only or --omit it measures some of these parts, and the file keeps its other figures.`,
		Example: `  tessera bench
  tessera bench --omit service,moves --json build/bench.json
  tessera bench --only alphabeta`,
		Args: noArgs,
	}
	c.Flags().StringVar(&jsonPath, "json", "bench.json", "write the figures to this `file`, in one step; \"\" for none")
	c.Flags().StringSliceVar(&options.Only, "only", nil, "measure these `parts` only, such as lane,lanes")
	c.Flags().StringSliceVar(&options.Omit, "omit", nil, "measure all but these `parts`; moves takes the longest")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if err := checkFolder("bench", "json", jsonPath); err != nil {
			return err
		}
		options.Log = c.ErrOrStderr()
		report, failed := bench.All(c.Context(), options)
		if failed != nil {
			failed = fmt.Errorf("bench: %w", failed)
		}
		// An incomplete report is shown but not written.
		if err := report.Print(c.OutOrStdout()); failed != nil || err != nil || jsonPath == "" {
			return cmp.Or(failed, err)
		}
		return report.Write(jsonPath)
	}
	return c
}
