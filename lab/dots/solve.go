package dots

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/google/renameio/v2"

	"github.com/tessera-fpga/tessera/golden/dotsboxes"
	"github.com/tessera-fpga/tessera/lab"
)

// tellTime is the time after which a search says how far it is.
const tellTime = 20 * time.Second

// Solve finds the values of the boards that are missing in a file's record, and adds them; with
// large it also solves 4x4, which takes long.
func Solve(ctx context.Context, file string, large bool, threads int, log io.Writer) error {
	sizes := solved
	if large {
		sizes = append(sizes[:len(sizes):len(sizes)], "4x4")
	}
	for _, size := range sizes {
		text, err := os.ReadFile(file)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		r := new(Report)
		if err := lab.Read(text, r); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		known := len(r.Values)
		if err := solve(ctx, r, size, threads, log); err != nil {
			return err
		}
		if len(r.Values) == known {
			continue
		}
		if text, err = r.Text(); err != nil {
			return err
		}
		if err := renameio.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// solved are the boards whose values are found.
var solved = []string{"1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "2x2", "2x3", "2x4", "2x5", "3x3", "3x4"}

// solverEntries is the size of the solver's table: 512 MB.
const solverEntries = 1 << 26

// solve finds the value of a board by search, unless the report has it: of a small one in one thread, of
// others in so many as there are jobs.
func solve(ctx context.Context, r *Report, size string, threads int, log io.Writer) error {
	for _, v := range r.Values {
		if v.Size == size {
			return nil
		}
	}
	b, err := dotsboxes.ParseSize(size)
	if err != nil {
		return err
	}
	entries := solverEntries
	if b.Edges <= dotsboxes.MaxTableEdges {
		entries, threads = dotsboxes.MinSolverEntries, 1
	}
	v, err := dotsboxes.NewSolver(b, entries)
	if err != nil {
		return err
	}
	before := lab.ProcessTime().Seconds()
	if b.Edges > dotsboxes.MaxTableEdges {
		v.Told = func(low, high int) {
			fmt.Fprintf(log, "dots: %s is worth %d..%d, after %d positions and %.0f s\n", size, low, high, v.Nodes(), lab.ProcessTime().Seconds()-before)
		}
		defer every(tellTime, func() {
			fmt.Fprintf(log, "dots: %s: %d positions, %.0f s\n", size, v.Nodes(), lab.ProcessTime().Seconds()-before)
		})()
	}
	value, err := v.Value(ctx, 0, threads)
	if err != nil {
		return err
	}
	r.Values = append(r.Values, Value{Size: size, Value: value, Nodes: v.Nodes(), Seconds: lab.ProcessTime().Seconds() - before})
	fmt.Fprintf(log, "dots: %s is worth %d\n", size, value)
	return nil
}

// every calls a function at intervals until stop is called.
func every(interval time.Duration, f func()) (stop func()) {
	ticker, done := time.NewTicker(interval), make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				f()
			case <-done:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(done)
	}
}
