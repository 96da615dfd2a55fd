// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command run writes the files of package pack into the page's folder, where the program embeds
// them. "make build" runs it in the root of the repository.
package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/internal/command"
	"github.com/tessera-fpga/tessera/web/pack"
)

const folder = "web/page"

func main() { command.Main("", run) }

func run(ctx context.Context) error {
	files, err := pack.Make(ctx)
	if err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
			continue // an unchanged file avoids a rebuild of the program
		}
		if err := maybe.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
