// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/rtl"
)

func newGen() *cobra.Command {
	var name, dir string
	c := &cobra.Command{
		Use:   "gen",
		Short: "generate the Verilog tables, or a bundle for other tools",
		Long: `gen writes the generated tables of the repository afresh, beside the modules that use
them. With -o it writes a bundle instead: all modules and tables, a file list, and a
FuseSoC core file that has the top module and the parameters of a configuration; any
Verilog flow can take it without Go.

Configurations:
` + config.Help(config.HasCore),
		Example: "  tessera gen\n  tessera gen --config minimax -o build/minimax",
		Args:    noArgs,
	}
	c.Flags().StringVar(&name, "config", "minimax", "`configuration` of the bundle")
	complete(c, "config", config.Names(config.HasCore)...)
	c.Flags().StringVarP(&dir, "out", "o", "", "`folder` of the bundle")
	c.RunE = func(c *cobra.Command, _ []string) error {
		var files map[string]string
		var err error
		if dir == "" && c.Flags().Changed("out") {
			return badInputf("gen: --out \"\", want a folder")
		}
		if dir == "" {
			if c.Flags().Changed("config") {
				return badInputf("gen: --config makes a bundle: name its folder with -o")
			}
			if dir, err = rtl.Root(); err != nil {
				return err
			}
			files, err = gen.Files()
		} else {
			files, err = gen.Bundle(name)
			if err != nil {
				return badInput{err}
			}
		}
		if err != nil {
			return err
		}
		for _, path := range slices.Sorted(maps.Keys(files)) {
			full := filepath.Join(dir, path)
			if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
				return fmt.Errorf("gen: %w", err)
			}
			if err := os.WriteFile(full, []byte(files[path]), 0o666); err != nil {
				return fmt.Errorf("gen: %w", err)
			}
			fmt.Fprintln(c.OutOrStdout(), full)
		}
		return nil
	}
	return c
}
