// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package release builds what a version of tessera offers for download: the program for each
// system, with the page and the Verilog inside, the Python package, bitstreams for boards, and the list
// of their SHA-256 sums.
package release

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/web/pack"
)

// Target is a system that a program runs on, in Go's names.
type Target struct{ OS, Arch string }

// Targets are the systems of a release.
var Targets = []Target{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"},
}

// File is the name of the program for a system.
func (t Target) File() string {
	name := fmt.Sprintf("tessera-%s-%s-%s", gen.Version, t.OS, t.Arch)
	if t.OS == "windows" {
		name += ".exe"
	}
	return name
}

// Sums is the name of the list of sums, in the form of sha256sum.
const Sums = "SHA256SUMS"

// Page builds the uncommitted files of the page into a folder. It returns the path of an overlay for
// Go's compiler, which puts them in their places without a change to the repository at root.
func Page(ctx context.Context, root, folder string) (overlay string, err error) {
	files, err := pack.Make(ctx)
	if err != nil {
		return "", fmt.Errorf("release: %w", err)
	}
	var layers struct{ Replace map[string]string }
	layers.Replace = map[string]string{}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return "", fmt.Errorf("release: %w", err)
		}
		layers.Replace[filepath.Join(root, "web", "page", name)] = path
	}
	text, err := json.Marshal(layers)
	if err != nil {
		return "", fmt.Errorf("release: %w", err)
	}
	overlay = filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o644); err != nil {
		return "", fmt.Errorf("release: %w", err)
	}
	return overlay, nil
}

// Program builds the program for a system into a folder, with further flags of "go build", and returns
// its path. The same commit and the same Go give the same file: it holds the commit, and whether the
// work tree differs from it.
func Program(ctx context.Context, root, overlay, folder string, t Target, flags ...string) (path string, err error) {
	path = filepath.Join(folder, t.File())
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-overlay", overlay, "-ldflags=-s -w", "-o", path)
	build.Args = append(append(build.Args, flags...), "./cmd/tessera")
	build.Dir = root
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.OS, "GOARCH="+t.Arch)
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("release: %s: %w\n%s", strings.Join(build.Args, " "), err, out)
	}
	return path, nil
}

// List writes the sums of files into their folder, and returns a line for each with its size.
func List(folder string, files []string) (lines []string, err error) {
	var sums strings.Builder
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("release: %w", err)
		}
		name, sum := filepath.Base(path), sha256.Sum256(text)
		fmt.Fprintf(&sums, "%x  %s\n", sum, name)
		lines = append(lines, fmt.Sprintf("%-42s %5.1f MB  %x", name, float64(len(text))/1e6, sum))
	}
	if err := os.WriteFile(filepath.Join(folder, Sums), []byte(sums.String()), 0o644); err != nil {
		return nil, fmt.Errorf("release: %w", err)
	}
	return lines, nil
}
