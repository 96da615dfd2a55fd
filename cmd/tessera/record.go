package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/measure"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/rtl"
)

func newRecord() *cobra.Command {
	c := &cobra.Command{
		Use:   "record",
		Short: "add a board's area and speed to the record",
		Long: `record builds like "tessera bitstream", but with three seeds unless --seeds says
otherwise, compares area and frequency of the slowest seed with the last row of
` + flow.RecordsFile + ` for the same board and configuration, and adds a row. It refuses a
row with more than 3 % more area or 3 % less frequency, unless --reason says why that
is right. A build that misses its clock is recorded too: the frequency is what counts.
Of configuration ` + config.Default + ` it also brings the floorplan in folder fpga up to date.`,
		Example: `  tessera record --board hx8k
  tessera record --board ulx3s --reason "two corner finders"`,
		Args: noArgs,
	}
	flags := addDesignFlags(c)
	flags.addBuildFlags(c)
	c.Flags().Lookup("seeds").DefValue = "3"
	flags.seeds = 3
	reason := c.Flags().String("reason", "", "why a change beyond the limits is right, as `text`")
	check := c.Flags().Bool("check", false, "only compare, add nothing")
	c.RunE = func(c *cobra.Command, args []string) error {
		d, err := flags.design("record")
		if err != nil {
			return err
		}
		r, err := flags.build(c, d)
		if late := new(flow.TimingError); err != nil && !errors.As(err, &late) {
			return err
		}
		root, err := rtl.Root()
		if err != nil {
			return err
		}
		table := filepath.Join(root, flow.RecordsFile)
		row, err := measure.Record(c.Context(), d, r, time.Now())
		if err != nil {
			return err
		}
		row.Reason = *reason
		if err := flow.CompareLast(table, row); err != nil {
			return err
		}
		if *check {
			_, err := fmt.Fprintf(c.OutOrStdout(), "no worse than the last row of %s\n", flow.RecordsFile)
			return err
		}
		if err := flow.AppendRecord(table, row); err != nil || d.Config.Name != config.Default {
			return err
		}
		plan, err := os.ReadFile(filepath.Join(root, "build", d.Name(), "floorplan.png"))
		if err != nil {
			return err
		}
		return renameio.WriteFile(filepath.Join(root, flow.FloorplanFile(d.Board.Name)), plan, 0o666)
	}
	return c
}
