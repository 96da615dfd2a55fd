// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/gen/config"
)

func newBitstream() *cobra.Command {
	c := &cobra.Command{
		Use:   "bitstream",
		Short: "build the bitstream of a board",
		Long: `bitstream emits a board's top module, synthesises it, places and routes it once per
seed, and packs the fastest. It ends with a table of cells, frequencies and slowest
paths; the folder build/BOARD-CONFIG has that table (report.txt, report.json), the
bitstream, a picture of the placed design (floorplan.png, .svg) and all logs. Steps
whose inputs have not changed are not repeated. It fails if no seed reaches the clock.

The tools are those of "make tools-fpga"; with TESSERA_TOOLS=native, yosys, nextpnr,
icepack, ecppack and gowin_pack on PATH. The configurations:

` + config.Help(config.HasChip),
		Example: `  tessera bitstream --board ulx3s
  tessera bitstream --board hx8k --config loopback --clock 60 --seeds 3`,
		Args: noArgs,
	}
	flags := addDesignFlags(c)
	flags.addBuildFlags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		d, err := flags.design("bitstream")
		if err != nil {
			return err
		}
		r, err := flags.build(c, d)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "bitstream: %s\n", r.Bitstream)
		return err
	}
	return c
}
