// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package chipwasm makes cores WebAssembly programs, for the page: Verilator turns the Verilog into
// C++, and Zig's compiler turns the C++ into WebAssembly, without a library and without imports. The
// package also makes a table for each core: its commands and answers, and the visible signals, with
// widths and places derived from the model.
package chipwasm

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"golang.org/x/sync/errgroup"

	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// Folder is the folder of the page, which has the files.
const Folder = "web/page"

// Program is the file of the chip's program, and TableFile that of its table, in the folder of the
// page.
func (c *Chip) Program() string   { return "chip-" + c.Name + ".wasm.gz" }
func (c *Chip) TableFile() string { return "chip-" + c.Name + ".json" }

var (
	//go:embed shim/chip.cpp
	chipSource []byte
	//go:embed shim/compat.h
	compatHeader []byte
)

// compileFlags are the flags of the C++ compiler: the program does not depend on the place of the
// build.
var compileFlags = []string{
	"-target", "wasm32-wasi", "-std=c++17", "-O2", "-g0", "-fno-exceptions", "-fno-ident", "-w", "-include", "compat.h",
	"-DVM_TRACE=0", "-I.",
}

// Make makes the files of a chip. The same sources and tools give the same files.
func (c *Chip) Make(ctx context.Context) (files map[string][]byte, err error) {
	root, err := rtl.Root()
	if err != nil {
		return nil, err
	}
	// The folder is always the same, for the compiler's cache.
	dir := filepath.Join(root, "build", "chipwasm", c.Name)
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return nil, fmt.Errorf("chipwasm: %w", err)
	}
	lock := flock.New(dir + ".lock")
	if _, err := lock.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		return nil, fmt.Errorf("chipwasm: waiting for another build: %w", err)
	}
	defer lock.Close()
	if err := os.RemoveAll(dir); err != nil {
		return nil, fmt.Errorf("chipwasm: %w", err)
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, fmt.Errorf("chipwasm: %w", err)
	}
	table, err := c.verilate(ctx, dir)
	if err != nil {
		return nil, err
	}
	program, err := compile(ctx, dir)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(program)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("chipwasm: %w", err)
	}
	text, err := json.Marshal(table)
	if err != nil {
		return nil, fmt.Errorf("chipwasm: %w", err)
	}
	return map[string][]byte{c.Program(): packed.Bytes(), c.TableFile(): append(text, '\n')}, nil
}

// verilate writes the C++ into the folder.
func (c *Chip) verilate(ctx context.Context, dir string) (*Table, error) {
	file := filepath.Join(dir, "keep.vlt")
	if err := os.WriteFile(file, []byte(c.keep()), 0o666); err != nil {
		return nil, fmt.Errorf("chipwasm: %w", err)
	}
	m := verilator.Model{Top: c.Top, Params: c.params(), Flags: []string{file}}
	// All registers begin with 0, which needs no generator of random numbers.
	if err := verilator.Verilate(ctx, m, dir, "--x-assign", "0", "--x-initial", "0"); err != nil {
		return nil, err
	}
	header, err := os.ReadFile(filepath.Join(dir, "Vdut.h"))
	if err != nil {
		return nil, fmt.Errorf("chipwasm: %w", err)
	}
	members, err := os.ReadFile(filepath.Join(dir, "Vdut___024root.h"))
	if err != nil {
		return nil, fmt.Errorf("chipwasm: %w", err)
	}
	table, source, err := c.newTable(string(header), string(members))
	if err != nil {
		return nil, err
	}
	table.Module, table.Params = c.Top, m.Params
	if table.Board.Hertz, err = c.hertz(); err != nil {
		return nil, err
	}
	for name, text := range map[string][]byte{"chip.cpp": chipSource, "compat.h": compatHeader, "signals.inc": []byte(source)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return nil, fmt.Errorf("chipwasm: %w", err)
		}
	}
	return table, nil
}

// compile compiles the C++ in the folder, and returns the program.
func compile(ctx context.Context, dir string) ([]byte, error) {
	root, err := rtl.Root()
	if err != nil {
		return nil, err
	}
	found, _ := filepath.Glob(filepath.Join(root, ".tools/py/lib/python*/site-packages/ziglang/zig"))
	if len(found) == 0 {
		return nil, errors.New(`chipwasm: no Zig in .tools/py: run "make tools-zig"`)
	}
	include, err := verilator.Include(ctx)
	if err != nil {
		return nil, err
	}
	zig := func(ctx context.Context, args ...string) error {
		cmd := exec.CommandContext(ctx, found[len(found)-1], args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "ZIG_GLOBAL_CACHE_DIR="+filepath.Join(root, "build/zig"), "ZIG_LOCAL_CACHE_DIR="+filepath.Join(root, "build/zig"))
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("chipwasm: zig %s: %w\n%s", strings.Join(args, " "), err, bytes.TrimSpace(out))
		}
		return nil
	}
	sources, err := filepath.Glob(filepath.Join(dir, "*.cpp"))
	if err != nil {
		return nil, fmt.Errorf("chipwasm: %w", err)
	}
	var objects []string
	jobs, compiling := errgroup.WithContext(ctx)
	jobs.SetLimit(2)
	for _, source := range sources { // in sorted order
		name := filepath.Base(source)
		objects = append(objects, name+".o")
		jobs.Go(func() error {
			return zig(compiling, slices.Concat([]string{"c++"}, compileFlags, []string{"-I" + include, "-I" + include + "/vltstd", "-c", name, "-o", name + ".o"})...)
		})
	}
	if err := jobs.Wait(); err != nil {
		return nil, err
	}
	if err := zig(ctx, slices.Concat([]string{"wasm-ld", "--no-entry", "--gc-sections", "--error-limit=0", "--strip-all", "-O2", "-o", "chip.wasm"}, objects)...); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, "chip.wasm"))
}
