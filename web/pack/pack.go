// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package pack builds the page's uncommitted files: golden for WebAssembly, in a small part for the
// start and a whole with all games and players, Go's script that runs it, golden's first answers,
// with which the page draws its board before golden has loaded, and what the page shows of the chips' insides.
package pack

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	_ "github.com/tessera-fpga/tessera/games/duo" // the game of the start
	"github.com/tessera-fpga/tessera/sim/chipwasm"
	"github.com/tessera-fpga/tessera/web/calls"
)

// File names.
const (
	Program = "golden.wasm.gz"
	Players = "players.wasm.gz"
	Start   = "start.json"
	Runtime = "wasm_exec.js"
)

// Names are the names of the files.
var Names = append([]string{Program, Players, Start, Runtime}, insideNames()...)

// insideNames are the names of the files about the chips that the page shows from the inside.
func insideNames() (names []string) {
	for _, c := range chipwasm.Chips {
		names = append(names, c.InsideFile())
	}
	return names
}

// programs are the packages to compile, by file name.
var programs = map[string]string{
	Program: "github.com/tessera-fpga/tessera/web/wasm",
	Players: "github.com/tessera-fpga/tessera/web/wasm/players",
}

// Make returns the files by name. It runs Go's compiler and must be called within the module. The
// same source and the same Go produce the same files.
func Make(ctx context.Context) (map[string][]byte, error) {
	made := map[string][]byte{}
	for name, program := range programs {
		text, err := compile(ctx, program)
		if err != nil {
			return nil, err
		}
		made[name] = text
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("pack: go env GOROOT: %w", err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", Runtime))
	if err != nil {
		return nil, fmt.Errorf("pack: Go's own %s: %w", Runtime, err)
	}
	made[Runtime] = script
	if made[Start], err = start(); err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	for _, c := range chipwasm.Chips {
		if made[c.InsideFile()], err = c.MakeInside(); err != nil {
			return nil, fmt.Errorf("pack: %w", err)
		}
	}
	return made, nil
}

// start returns golden's answers about the start of a game of Blokus Duo.
func start() ([]byte, error) {
	var answers struct {
		Tables   json.RawMessage `json:"tables"`
		Position json.RawMessage `json:"position"`
	}
	var err error
	if answers.Tables, err = calls.Call("tables", []byte("{}"), nil); err != nil {
		return nil, err
	}
	if answers.Position, err = calls.Call("position", []byte(`{"first":1,"moves":[]}`), nil); err != nil {
		return nil, err
	}
	return json.Marshal(answers)
}

// compile returns a program for WebAssembly, compressed.
func compile(ctx context.Context, program string) ([]byte, error) {
	tmp, err := os.MkdirTemp("", "tessera-wasm-")
	if err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	defer os.RemoveAll(tmp)
	wasm := filepath.Join(tmp, "golden.wasm")
	// Inlining in Go's own packages makes the file a twentieth larger and no search faster.
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-gcflags=std=-l", "-ldflags=-s -w", "-o", wasm, program)
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
	return packed.Bytes(), nil
}
