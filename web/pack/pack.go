// Package pack makes the files of the page that are not committed: golden for WebAssembly, and Go's
// program that runs it.
package pack

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The files.
const (
	Program = "golden.wasm.gz"
	Runtime = "wasm_exec.js"
)

// Names are the names of the files.
var Names = []string{Program, Runtime}

// program is the package that is compiled.
const program = "github.com/tessera-fpga/tessera/web/wasm"

// Make returns the files by name. It runs Go's compiler, from within the module. The same
// source and the same Go give the same files.
func Make(ctx context.Context) (map[string][]byte, error) {
	tmp, err := os.MkdirTemp("", "tessera-wasm-")
	if err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	defer os.RemoveAll(tmp)
	wasm := filepath.Join(tmp, "golden.wasm")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", wasm, program)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("pack: %s: %w\n%s", strings.Join(build.Args, " "), err, out)
	}
	text, err := os.ReadFile(wasm)
	if err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	if _, err := w.Write(text); err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("pack: go env GOROOT: %w", err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", Runtime))
	if err != nil {
		return nil, fmt.Errorf("pack: Go's own %s: %w", Runtime, err)
	}
	return map[string][]byte{Program: packed.Bytes(), Runtime: script}, nil
}
