// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2/maybe"
	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/lab/pages"
	"github.com/tessera-fpga/tessera/rtl"
)

func newDocs() *cobra.Command {
	c := &cobra.Command{
		Use:   "docs",
		Short: "bring the pictures and figures of the documentation up to date",
		Long: `docs draws the pictures in ` + pages.PicturesDir + ` afresh, and fills in the tables of figures of
README.md and the pages in docs. The figures come from the records of the boards and from
` + pages.BenchFile + `; --bench replaces the latter by what "tessera bench" has written, less
what depends on the machine, and from what "tessera lab" and "tessera train" have written.
A test fails as long as something is out of date.`,
		Example: "  tessera docs\n  tessera docs --bench build/bench.json",
		Args:    noArgs,
	}
	bench := c.Flags().String("bench", "", "take the figures of this `file`, which tessera bench has written")
	c.RunE = func(c *cobra.Command, _ []string) error {
		root, err := rtl.Root()
		if err != nil {
			return err
		}
		if *bench != "" {
			f, err := os.Open(*bench)
			if err != nil {
				return badInputf("docs: --bench: %w", err)
			}
			text, err := pages.DesignFigures(f)
			f.Close()
			if err != nil {
				return badInputf("docs: --bench %s: %w", *bench, err)
			}
			if err := maybe.WriteFile(filepath.Join(root, pages.BenchFile), text, 0o666); err != nil {
				return err
			}
		}
		files, err := pages.Files(root)
		if err != nil {
			return err
		}
		for _, path := range slices.Sorted(maps.Keys(files)) {
			full := filepath.Join(root, path)
			if old, err := os.ReadFile(full); err == nil && string(old) == files[path] {
				continue
			}
			if err := maybe.WriteFile(full, []byte(files[path]), 0o666); err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), full)
		}
		return nil
	}
	return c
}
