// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command faults puts the faults of package drawn into the page, one by one, and prints for each
// what the check finds. It fails if the check finds a fault in the sound page, or misses one. "make
// page-faults" runs it in the root of the repository; arguments select faults by a part of their
// names.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/tessera-fpga/tessera/internal/command"
	"github.com/tessera-fpga/tessera/web"
	"github.com/tessera-fpga/tessera/web/chrome"
	"github.com/tessera-fpga/tessera/web/drawn"
	"github.com/tessera-fpga/tessera/web/pack"
)

func main() {
	command.Main("faults: ", func(ctx context.Context) error { return run(ctx, os.Args[1:]) })
}

func run(ctx context.Context, chosen []string) error {
	made, err := pack.Make(ctx)
	if err != nil {
		return err
	}
	files, err := web.New(os.DirFS("web/page"), made)
	if err != nil {
		return err
	}
	b, err := chrome.Start(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := drawn.Check(b, files); err != nil {
		return fmt.Errorf("the page without a fault: %w", err)
	}
	tried, missed := 0, 0
	for _, f := range drawn.Faults {
		if !selected(f.Name, chosen) {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		faulty, err := f.In(files)
		if err != nil {
			return err
		}
		tried++
		if err := drawn.Check(b, faulty); err != nil {
			fmt.Printf("found   %s: %v\n", f.Name, err)
			continue
		}
		missed++
		fmt.Printf("missed  %s\n", f.Name)
	}
	fmt.Printf("%d of %d faults found\n", tried-missed, tried)
	if missed > 0 || tried == 0 {
		return errors.New("not all faults are found")
	}
	return nil
}

func selected(name string, chosen []string) bool {
	for _, c := range chosen {
		if strings.Contains(name, c) {
			return true
		}
	}
	return len(chosen) == 0
}
