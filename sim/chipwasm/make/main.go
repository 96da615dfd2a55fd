// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command make puts the files of package chipwasm into the page's folder, where they are committed.
// "make chip-wasm" runs it in the root of the repository.
package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/internal/command"
	"github.com/tessera-fpga/tessera/sim/chipwasm"
)

func main() { command.Main("", run) }

func run(ctx context.Context) error {
	for _, chip := range chipwasm.Chips {
		files, err := chip.Make(ctx)
		if err != nil {
			return err
		}
		for name, text := range files {
			if err := maybe.WriteFile(filepath.Join(chipwasm.Folder, name), text, 0o644); err != nil {
				return err
			}
			fmt.Printf("%s: %d bytes\n", name, len(text))
		}
	}
	return nil
}
