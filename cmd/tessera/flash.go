// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/rtl"
)

func newFlash() *cobra.Command {
	c := &cobra.Command{
		Use:   "flash",
		Short: "load a bitstream into a board",
		Long: `flash loads a bitstream that "tessera bitstream" has built into the board at the USB
port, with openFPGALoader: into the device, which forgets it when the power goes, or
with --permanent into the board's flash memory.`,
		Example: `  tessera flash --board ulx3s
  tessera flash --board hx8k --config loopback --permanent`,
		Args: noArgs,
	}
	flags := addDesignFlags(c)
	permanent := c.Flags().Bool("permanent", false, "write the flash memory, which outlasts power")
	file := c.Flags().String("file", "", "load this `file` instead of the built one")
	c.RunE = func(c *cobra.Command, args []string) error {
		d, err := flags.design("flash")
		if err != nil {
			return err
		}
		if *file == "" {
			root, err := rtl.Root()
			if err != nil {
				return fmt.Errorf("flash: no --file, and no bitstream is built here: %w", err)
			}
			*file = filepath.Join(root, "build", d.Name(), d.BitstreamFile())
		} else if info, err := os.Stat(*file); err != nil || !info.Mode().IsRegular() {
			return badInputf("flash: --file %s is no file", *file)
		}
		return flow.Flash(c.Context(), d.Board, *file, *permanent, c.ErrOrStderr())
	}
	return c
}
