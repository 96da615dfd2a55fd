// Command make puts the files of package chipwasm into the page's folder, where they are committed.
// "make chip-wasm" runs it in the root of the repository.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/google/renameio/v2"

	"github.com/tessera-fpga/tessera/sim/chipwasm"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	files, err := chipwasm.Make(ctx)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := renameio.WriteFile(filepath.Join(chipwasm.Folder, name), text, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes\n", name, len(text))
	}
	return nil
}
