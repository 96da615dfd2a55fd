// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2/maybe"
	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/lab/bench"
	"github.com/tessera-fpga/tessera/rtl"
)

// allBoards stands for one board after the other.
const allBoards = "all"

func newMeasure() *cobra.Command {
	c := &cobra.Command{
		Use:   "measure",
		Short: "measure a board's area and speed",
		Long: `measure builds like "tessera bitstream", but with three seeds unless --seeds says
otherwise, compares area and frequency of the slowest seed with the last row of
` + flow.MeasurementsFile + ` for the same board and configuration, and adds a row. It refuses a
row with more than 3 % more area or 3 % less frequency, unless --reason says why that
is right. A build that misses its clock is added too: the frequency is what counts.
With --check it adds nothing: it builds one seed, and all of them only if that one is
worse or misses the clock. Then their median is compared, since placements of one
netlist differ by a tenth, and one of them has to reach the clock.
Of the board's player it also brings the floorplan in folder fpga up to date.
With --board all it does so for one board after the other, less those that the
configuration does not fit, which takes hours.`,
		Example: `  tessera measure --board hx8k
  tessera measure --board all
  tessera measure --board ulx3s --reason "two corner finders"`,
		Args: noArgs,
	}
	flags := addDesignFlags(c)
	flags.addBuildFlags(c)
	c.Flags().Lookup("seeds").DefValue = "3"
	flags.seeds = 3
	reason := c.Flags().String("reason", "", "why a change beyond the limits is right, as `text`")
	check := c.Flags().Bool("check", false, "only compare, add nothing")
	c.RunE = func(c *cobra.Command, args []string) error {
		root, err := rtl.Root()
		if err != nil {
			return err
		}
		boards := []string{flags.board}
		if flags.board == allBoards {
			boards = flags.fitting()
		}
		for _, flags.board = range boards {
			d, err := flags.design("measure")
			if err != nil {
				return err
			}
			if *check {
				err = checkMeasurement(c, *flags, d, filepath.Join(root, flow.MeasurementsFile))
			} else {
				err = addMeasurement(c, flags, d, root, *reason)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return c
}

// addMeasurement builds a design and adds its row to the table. For the board's player it also
// updates the floorplan.
func addMeasurement(c *cobra.Command, flags *designFlags, d flow.Design, root, reason string) error {
	table := filepath.Join(root, flow.MeasurementsFile)
	row, err := newRow(c, flags, d)
	if late := new(flow.TimingError); err != nil && !errors.As(err, &late) {
		return err
	}
	row.Reason = reason
	if err := flow.CompareLast(table, row, row.FmaxMin); err != nil {
		return err
	}
	if err := flow.AppendMeasurement(table, row); err != nil || d.Config.Name != d.Board.Player {
		return err
	}
	plan, err := os.ReadFile(filepath.Join(root, "build", d.Name(), "floorplan.png"))
	if err != nil {
		return err
	}
	return maybe.WriteFile(filepath.Join(root, flow.FloorplanFile(d.Board.Name)), plan, 0o666)
}

// newRow builds a design and measures the figures of its measurement. The row is complete
// even with a *flow.TimingError.
func newRow(c *cobra.Command, flags *designFlags, d flow.Design) (flow.Measurement, error) {
	r, slow := flags.build(c, d)
	if late := new(flow.TimingError); slow != nil && !errors.As(slow, &late) {
		return flow.Measurement{}, slow
	}
	row, err := bench.Measure(c.Context(), d, r, time.Now())
	if err != nil {
		return row, err
	}
	return row, slow
}

// checkMeasurement compares a build of one seed with the last row of the table. Chance alone can
// make one placement slow. The netlist has become worse only if all seeds are placed, and their
// median is slower or none reaches the clock.
func checkMeasurement(c *cobra.Command, flags designFlags, d flow.Design, table string) error {
	seeds := flags.seeds
	flags.seeds = 1
	for {
		row, err := newRow(c, &flags, d)
		if err == nil {
			err = flow.CompareLast(table, row, row.FmaxMed)
		}
		worse, late := new(flow.RegressionError), new(flow.TimingError)
		switch {
		case err == nil:
			_, err := fmt.Fprintf(c.OutOrStdout(), "no worse than the last row of %s\n", flow.MeasurementsFile)
			return err
		case flags.seeds < seeds && (errors.As(err, &worse) || errors.As(err, &late)):
			fmt.Fprintf(c.ErrOrStderr(), "%v; the median of %d seeds decides\n", err, seeds)
			flags.seeds = seeds
		default:
			return err
		}
	}
}
