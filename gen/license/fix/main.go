// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command fix writes the licence's line into the source files of the current folder, the root of the
// repository, that lack it.
package main

import (
	"fmt"
	"os"

	"github.com/tessera-fpga/tessera/gen/license"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "license:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	files, err := license.Sources(root)
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if license.Has(string(text)) {
			continue
		}
		fmt.Println(file)
		if err := os.WriteFile(file, []byte(license.Add(file, string(text))), 0o666); err != nil {
			return err
		}
	}
	return nil
}
