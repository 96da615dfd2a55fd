// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
)

func newBoards() *cobra.Command {
	c := &cobra.Command{
		Use:   "boards [board]...",
		Short: "list the boards, and which configurations fit their devices",
		Long: `boards lists the boards, and for each the configurations, with the shares of the
device's logic cells and block RAMs that they take, and the clock that the slowest of
their placements has reached, of the one that they need. The star marks what
"tessera bitstream" builds: the strongest player. A configuration without a clock has
not been placed on this board; its size is known from another board of the family. One
that is too large may fit with other parameters, such as fewer lanes. A board may be a
file, such as my_board` + board.Extension + `.`,
		Example: `  tessera boards
  tessera boards ulx3s_12f colorlight_i5`,
	}
	c.ValidArgs = board.Names()
	c.RunE = func(c *cobra.Command, names []string) error {
		boards := board.Boards()
		if len(names) > 0 {
			boards = nil
		}
		for _, name := range names {
			b, err := board.FindBoard(name)
			if err != nil {
				return badInputf("boards: %w", err)
			}
			boards = append(boards, b)
		}
		recorded, err := flow.Recorded()
		if err != nil {
			return err
		}
		return listBoards(c.OutOrStdout(), recorded, boards)
	}
	return c
}

// listBoards writes a line for each board and configuration.
func listBoards(out io.Writer, recorded flow.Measurements, boards []*board.Board) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "board\tdevice\tconfiguration\tcells\tblock RAM\tclock")
	for _, b := range boards {
		name, chip := b.Name, b.Chip
		for _, configName := range config.Names(config.HasChip) {
			c, err := config.Find(configName, config.HasChip)
			if err != nil {
				return err
			}
			d := flow.Design{Board: b, Config: c}
			fit, ok := recorded.Fit(d)
			clock := ""
			switch {
			case !c.Builds(b.Family):
				continue
			case ok && !fit.Fits():
				clock = "too large"
			case !b.Builds(&c):
				continue
			case ok && fit.Placed:
				clock = fit.Last.Reached()
				former, err := fit.Last.Former(d)
				if err != nil {
					return err
				}
				if former {
					clock += ", a former design"
				}
			}
			cells, ram := "", ""
			if ok {
				cells, ram = fmt.Sprintf("%.0f %%", 100*fit.Cells), fmt.Sprintf("%.0f %%", 100*fit.BRAM)
			}
			if configName == b.Player {
				configName += " *"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", name, chip, configName, cells, ram, clock)
			name, chip = "", ""
		}
	}
	return w.Flush()
}
