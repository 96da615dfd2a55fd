// Command run puts the files of package pack into the page's folder, from where the program
// embeds them. It is run in the root of the repository, by "make build".
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/google/renameio/v2"

	"github.com/tessera-fpga/tessera/web/pack"
)

const folder = "web/page"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	files, err := pack.Make(ctx)
	if err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
			continue // no need to build the program again
		}
		if err := renameio.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
