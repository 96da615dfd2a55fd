// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package release

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/gen/config"
)

// Boards returns the boards of a list of names with commas between them; "all" means all, "" none.
func Boards(names string) (boards []*board.Board, err error) {
	switch names {
	case "":
		return nil, nil
	case "all":
		return board.Boards(), nil
	}
	for name := range strings.SplitSeq(names, ",") {
		b, err := board.FindBoard(name)
		if err != nil {
			return nil, err
		}
		boards = append(boards, b)
	}
	return boards, nil
}

// Flow returns a function for Bitstreams that makes the bitstream of a design as "make bitstream" does, with the
// fastest of three seeds. One that has been made of the same sources takes no time.
func Flow(ctx context.Context, progress io.Writer) (func(d flow.Design) (path string, err error), error) {
	t, err := flow.FindToolchain()
	if err != nil {
		return nil, err
	}
	t.Progress = progress
	return func(d flow.Design) (string, error) {
		r, err := flow.Build(ctx, t, d, flow.BuildOptions{Seeds: 3})
		if err != nil {
			return "", err
		}
		return filepath.Join(t.Root, r.Bitstream), nil
	}, nil
}

// Bitstreams copies the bitstreams of the boards' strongest players into a folder, and returns the paths.
func Bitstreams(boards []*board.Board, folder string, build func(flow.Design) (path string, err error)) (files []string, err error) {
	for _, b := range boards {
		c, err := config.Find(b.Player, config.HasChip)
		if err != nil {
			return nil, err
		}
		d := flow.Design{Board: b, Config: c}
		made, err := build(d)
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(made)
		if err != nil {
			return nil, fmt.Errorf("release: %w", err)
		}
		path := filepath.Join(folder, fmt.Sprintf("tessera-%s-%s%s", gen.Version, d.Name(), filepath.Ext(d.BitstreamFile())))
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return nil, fmt.Errorf("release: %w", err)
		}
		files = append(files, path)
	}
	return files, nil
}
