// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command run writes a release into build/release and lists it. "make release" runs it in the root
// of the repository. The environment variable BITSTREAMS names boards whose bitstreams go in, too.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tessera-fpga/tessera/internal/command"
	"github.com/tessera-fpga/tessera/python/wheel"
	"github.com/tessera-fpga/tessera/release"
)

func main() { command.Main("", run) }

// bitstreams makes those of the boards that BITSTREAMS names.
func bitstreams(ctx context.Context, folder string) ([]string, error) {
	boards, err := release.Boards(os.Getenv("BITSTREAMS"))
	if err != nil || len(boards) == 0 {
		return nil, err
	}
	build, err := release.Flow(ctx, os.Stderr)
	if err != nil {
		return nil, err
	}
	return release.Bitstreams(boards, folder, build)
}

func run(ctx context.Context) error {
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	folder := filepath.Join(root, "build", "release")
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	page, err := os.MkdirTemp("", "tessera-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(page)
	overlay, err := release.Page(ctx, root, page)
	if err != nil {
		return err
	}
	files, err := bitstreams(ctx, folder)
	if err != nil {
		return err
	}
	for _, t := range release.Targets {
		path, err := release.Program(ctx, root, overlay, folder, t)
		if err != nil {
			return err
		}
		files = append(files, path)
	}
	path, err := wheel.Build(ctx, root, folder)
	if err != nil {
		return err
	}
	lines, err := release.List(folder, append(files, path))
	for _, line := range lines {
		fmt.Println(line)
	}
	return err
}
