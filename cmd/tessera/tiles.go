// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/golden/duo"
)

func newTiles() *cobra.Command {
	return &cobra.Command{
		Use:   "tiles [letter]",
		Short: "draw the tiles, or every orientation of one",
		Long: `tiles draws the 21 tiles with their letters, as rotation code 0 has them; @ marks the
reference square, which a move's column and row name. With a letter it draws every
distinct orientation of that tile, with its rotation code.`,
		Example: "  tessera tiles\n  tessera tiles l",
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				var all []duo.Orientation
				for t := range duo.Tile(duo.NumTiles) {
					o, _ := t.CanonicalRotation(0)
					all = append(all, o)
				}
				drawTiles(c, all, func(o duo.Orientation) string { return o.Tile().String() })
				return nil
			case len(args) > 1 || len(args[0]) != 1 || args[0][0] < 'a' || args[0][0] >= 'a'+duo.NumTiles:
				return badInputf("tiles: %q, want one letter a..u", strings.Join(args, " "))
			}
			var all []duo.Orientation
			rows := duo.Tile(args[0][0] - 'a').Rows()
			for i := range rows.Count {
				all = append(all, rows.First+duo.Orientation(i))
			}
			drawTiles(c, all, func(o duo.Orientation) string { return fmt.Sprintf("%s%d", o.Tile(), o.Rotation()) })
			return nil
		},
	}
}

// drawTiles draws orientations side by side, seven per row, each in 5x5 cells.
func drawTiles(c *cobra.Command, all []duo.Orientation, name func(duo.Orientation) string) {
	const perRow, reach = 7, 2
	for len(all) > 0 {
		n := min(perRow, len(all))
		var lines [2 + 2*reach]strings.Builder
		for _, o := range all[:n] {
			var grid [2*reach + 1][2*reach + 1]byte
			for i := range grid {
				copy(grid[i][:], ".....")
			}
			for _, cell := range o.Cells() {
				grid[cell.Row+reach][cell.Col+reach] = '#'
			}
			grid[reach][reach] = '@'
			fmt.Fprintf(&lines[0], "%-9s", name(o))
			for i, row := range grid {
				fmt.Fprintf(&lines[i+1], "%-9s", row[:])
			}
		}
		for i := range lines {
			fmt.Fprintln(c.OutOrStdout(), strings.TrimRight(lines[i].String(), " "))
		}
		if all = all[n:]; len(all) > 0 {
			fmt.Fprintln(c.OutOrStdout())
		}
	}
}
