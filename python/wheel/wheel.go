// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package wheel builds the Python package: golden for WebAssembly with the Python sources around it.
package wheel

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Paths in the repository.
const (
	sources  = "python"
	engine   = "./python/engine"
	python   = ".tools/py/bin/python"
	packages = ".tools/python/wheels" // what "make tools-python" has downloaded
)

// Build writes the wheel into a folder, and returns its path. root is the root of the repository.
// The same sources, the same Go and the same tools give the same file.
func Build(ctx context.Context, root, folder string) (path string, err error) {
	tmp, err := os.MkdirTemp("", "tessera-wheel-")
	if err != nil {
		return "", fmt.Errorf("wheel: %w", err)
	}
	defer os.RemoveAll(tmp)
	for _, name := range []string{"pyproject.toml", "README.md"} {
		if err := copyFile(filepath.Join(root, sources, name), filepath.Join(tmp, name)); err != nil {
			return "", fmt.Errorf("wheel: %w", err)
		}
	}
	if err := copyFile(filepath.Join(root, "LICENSE"), filepath.Join(tmp, "LICENSE")); err != nil {
		return "", fmt.Errorf("wheel: %w", err)
	}
	modules, err := filepath.Glob(filepath.Join(root, sources, "tessera", "*.py*"))
	if err != nil {
		return "", fmt.Errorf("wheel: %w", err)
	}
	if err := os.Mkdir(filepath.Join(tmp, "tessera"), 0o755); err != nil {
		return "", fmt.Errorf("wheel: %w", err)
	}
	for _, from := range append(modules, filepath.Join(root, sources, "tessera", "py.typed")) {
		if info, err := os.Stat(from); err != nil || info.IsDir() {
			return "", fmt.Errorf("wheel: %s: want a file", from)
		}
		if err := copyFile(from, filepath.Join(tmp, "tessera", filepath.Base(from))); err != nil {
			return "", fmt.Errorf("wheel: %w", err)
		}
	}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w",
		"-buildmode=c-shared", "-o", filepath.Join(tmp, "tessera", "tessera.wasm"), engine)
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if err := run(build); err != nil {
		return "", err
	}
	made := filepath.Join(tmp, "made")
	pip := exec.CommandContext(ctx, filepath.Join(root, python), "-m", "pip", "--disable-pip-version-check", "wheel", "-q",
		"--no-index", "--find-links", filepath.Join(root, packages), "--no-deps", "-w", made, tmp)
	// The earliest time that a ZIP file can state, and the files' modes of every machine.
	pip.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=315532800")
	if err := run(pip); err != nil {
		return "", err
	}
	wheels, err := filepath.Glob(filepath.Join(made, "*.whl"))
	if err != nil || len(wheels) != 1 {
		return "", fmt.Errorf("wheel: pip made %d wheels, want 1", len(wheels))
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("wheel: %w", err)
	}
	path = filepath.Join(folder, filepath.Base(wheels[0]))
	if err := copyFile(wheels[0], path); err != nil {
		return "", fmt.Errorf("wheel: %w", err)
	}
	return path, nil
}

func run(c *exec.Cmd) error {
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("wheel: %v: %w\n%s(\"make tools-python\" installs the tools)", c.Args, err, out)
	}
	return nil
}

// copyFile copies a file. The copy has the same mode everywhere.
func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
