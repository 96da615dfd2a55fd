// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command run writes the Python package into build/python. "make wheel" runs it in the root of the
// repository.
package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/tessera-fpga/tessera/internal/command"
	"github.com/tessera-fpga/tessera/python/wheel"
)

func main() {
	command.Main("", func(ctx context.Context) error {
		root, err := filepath.Abs(".")
		if err != nil {
			return err
		}
		path, err := wheel.Build(ctx, root, filepath.Join("build", "python"))
		if err == nil {
			fmt.Println(path)
		}
		return err
	})
}
