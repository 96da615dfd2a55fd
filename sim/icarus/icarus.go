// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package icarus

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tessera-fpga/tessera/rtl"
)

// Bench is a testbench: a module without ports that ends by itself.
type Bench struct {
	File   string // source of the testbench; the module has the name of the file
	Params map[string]int
	Args   map[string]string // arguments for $value$plusargs
	// Folders, from the root of the repository, hold modules outside the RTL.
	Folders []string
}

// Run compiles a testbench with its modules, in folder dir, and runs it. It returns the testbench's
// output.
func (b Bench) Run(ctx context.Context, dir string) (string, error) {
	root, err := rtl.Root()
	if err != nil {
		return "", fmt.Errorf("icarus: %w", err)
	}
	top := strings.TrimSuffix(filepath.Base(b.File), ".v")
	program := filepath.Join(dir, top+".vvp")
	args := []string{"-g2005", "-Wall", "-s", top, "-o", program}
	for name, value := range b.Params {
		args = append(args, fmt.Sprintf("-P%s.%s=%d", top, name, value))
	}
	rooms, err := filepath.Glob(filepath.Join(root, "rtl", "*/"))
	if err != nil {
		return "", fmt.Errorf("icarus: %w", err)
	}
	for _, folder := range b.Folders {
		rooms = append(rooms, filepath.Join(root, folder))
	}
	for _, room := range rooms {
		args = append(args, "-I", room, "-y", room)
	}
	if _, err := run(ctx, root, "iverilog", append(args, b.File)); err != nil {
		return "", err
	}
	args = []string{"-n", program}
	for name, value := range b.Args {
		args = append(args, fmt.Sprintf("+%s=%s", name, value))
	}
	return run(ctx, root, "vvp", args)
}

// run runs a program of the folder .tools.
func run(ctx context.Context, root, tool string, args []string) (string, error) {
	path := filepath.Join(root, ".tools", "bin", tool)
	if _, err := exec.LookPath(path); err != nil {
		return "", fmt.Errorf(`icarus: no %s in .tools/bin: run "make tools-lint"`, tool)
	}
	out, err := exec.CommandContext(ctx, path, args...).CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("icarus: %s: %w\n%s", tool, err, out)
	}
	return string(out), nil
}
