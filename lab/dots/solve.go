// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package dots

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/games/dots/rules"
	"github.com/tessera-fpga/tessera/lab"
)

// ValuesFile holds the values of the solved boards. The path is relative to the root of the
// repository.
const ValuesFile = "docs/figures/dots-values.json"

// Value is the value of a solved board.
type Value struct {
	Size    string  `json:"size"`
	Value   int     `json:"value"`   // for the first player
	Nodes   uint64  `json:"nodes"`   // positions searched
	Seconds float64 `json:"seconds"` // processor time
}

// Values reads a file of values. A missing file is empty.
func Values(file string) (all []Value, err error) {
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return all, nil
}

// tellTime is the interval between a search's reports of its progress.
const tellTime = 20 * time.Second

// Solve finds the values of the boards that a file lacks and adds them. With large it also solves
// 4x4, which takes long.
func Solve(ctx context.Context, file string, large bool, threads int, log io.Writer) error {
	sizes := solved
	if large {
		sizes = append(sizes[:len(sizes):len(sizes)], "4x4")
	}
	all, err := Values(file)
	if err != nil {
		return err
	}
	missing := slices.DeleteFunc(slices.Clone(sizes), func(size string) bool {
		return slices.ContainsFunc(all, func(v Value) bool { return v.Size == size })
	})
	fmt.Fprintf(log, "dots: %d of %d boards are missing: %s\n", len(missing), len(sizes), strings.Join(missing, ", "))
	for _, size := range missing {
		v, err := solve(ctx, size, threads, log)
		if err != nil {
			return err
		}
		all = append(all, v)
		text, err := json.MarshalIndent(all, "", "  ")
		if err != nil {
			return err
		}
		if err := maybe.WriteFile(file, append(text, '\n'), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// solved lists the boards to solve.
var solved = []string{"1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "2x2", "2x3", "2x4", "2x5", "3x3", "3x4"}

// solverEntries is the size of the solver's table: 512 MB.
const solverEntries = 1 << 26

// solve finds the value of a board by search. A small board takes one thread, a larger one all
// jobs.
func solve(ctx context.Context, size string, threads int, log io.Writer) (of Value, err error) {
	b, err := rules.ParseSize(size)
	if err != nil {
		return of, err
	}
	entries := solverEntries
	if b.Edges <= rules.MaxTableEdges {
		entries, threads = rules.MinSolverEntries, 1
	}
	v, err := rules.NewSolver(b, entries)
	if err != nil {
		return of, err
	}
	before := lab.ProcessTime().Seconds()
	if b.Edges > rules.MaxTableEdges {
		v.Told = func(low, high int) {
			fmt.Fprintf(log, "dots: %s is worth %d..%d, after %d positions and %.0f s\n", size, low, high, v.Nodes(), lab.ProcessTime().Seconds()-before)
		}
		defer lab.Every(tellTime, func() {
			fmt.Fprintf(log, "dots: %s: %d positions, %.0f s\n", size, v.Nodes(), lab.ProcessTime().Seconds()-before)
		})()
	}
	value, err := v.Value(ctx, 0, threads)
	if err != nil {
		return of, err
	}
	fmt.Fprintf(log, "dots: %s is worth %d\n", size, value)
	return Value{Size: size, Value: value, Nodes: v.Nodes(), Seconds: lab.ProcessTime().Seconds() - before}, nil
}
