// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gocode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/sim/mutation"
)

// Order says which mutants to try.
type Order struct {
	Root   string
	Only   []string // packages; none: the whole plan
	N      int      // the number of mutants; 0: no limit
	Seed   uint64   // of the sample and of the tests
	Jobs   int      // mutants at a time
	Missed bool     // what the record has as missed, with the whole tests
	Log    io.Writer
}

// candidates are the mutants of a package that are still to be tried.
type candidates struct {
	Package
	next []Mutant
	left int // the number of them that the sample lacks
}

// Run tries mutants and writes each outcome to the record at once. Packages take turns, so that the
// record is balanced whenever Run ends.
func (o *Order) Run(ctx context.Context) error {
	r := &recorder{path: filepath.Join(o.Root, filepath.FromSlash(RecordFile))}
	if err := r.read(); err != nil {
		return err
	}
	queue, err := o.candidates(r.rows)
	if err != nil {
		return err
	}
	trial := &Trial{Root: o.Root, Short: !o.Missed, Seed: o.Seed}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu      sync.Mutex
		workers sync.WaitGroup
		turn    int
		tried   int
	)
	take := func() (*candidates, *Mutant) {
		mu.Lock()
		defer mu.Unlock()
		for range queue {
			c := queue[turn%len(queue)]
			if turn++; c.left > 0 && len(c.next) > 0 && (o.N == 0 || tried < o.N) {
				m := c.next[0]
				c.next, c.left, tried = c.next[1:], c.left-1, tried+1
				return c, &m
			}
		}
		return nil, nil
	}
	for range max(1, o.Jobs) {
		workers.Go(func() {
			for ctx.Err() == nil {
				c, m := take()
				if m == nil {
					return
				}
				start := time.Now()
				by, err := trial.Try(ctx, m, c.tests())
				switch {
				case ctx.Err() != nil:
					return
				case errors.Is(err, ErrInvalid):
					mu.Lock()
					c.left, tried = c.left+1, tried-1
					mu.Unlock()
					continue
				case err == nil:
					err = r.add(m.row(by))
				}
				if err != nil {
					cancel(err)
					return
				}
				mu.Lock()
				fmt.Fprintf(o.Log, "%4d %5.1f s %-8s %s:%d %s [%s] %s\n", tried, time.Since(start).Seconds(), m.row(by).Verdict, m.File, m.Line, m.Fault, m.Text, by)
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// row returns the row of a mutant that a test saw, or no test if by is "".
func (m *Mutant) row(by string) mutation.Row {
	row := mutation.Row{Module: m.Module, Params: m.Params, Fault: m.Fault, Place: fmt.Sprintf("%s:%d", m.File, m.Line), Text: m.Text,
		Verdict: mutation.Missed, By: by}
	if by != "" {
		row.Verdict = mutation.Caught
	}
	return row
}

// candidates returns the mutants to try, by package.
func (o *Order) candidates(rows []mutation.Row) (all []*candidates, err error) {
	judgements, err := mutation.ParseJudgements(judged)
	if err != nil {
		return nil, err
	}
	tried := map[mutation.Key]mutation.Verdict{}
	for _, r := range rows {
		tried[r.Key()] = r.Judge(judgements).Verdict
	}
	for _, p := range Plan {
		if len(o.Only) > 0 && !slices.Contains(o.Only, p.Path) {
			continue
		}
		mutants, err := Mutants(o.Root, p.Path)
		if err != nil {
			return nil, err
		}
		sample(mutants, o.Seed)
		c := &candidates{Package: p, left: p.Count}
		for _, m := range mutants {
			verdict, done := tried[m.Key]
			switch {
			case o.Missed && verdict == mutation.Missed, !o.Missed && !done:
				c.next = append(c.next, m)
			case done && !o.Missed:
				c.left--
			}
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("gocode: no package of the plan is named %q", o.Only)
	}
	return all, nil
}

// recorder keeps the record.
type recorder struct {
	path string
	mu   sync.Mutex
	rows []mutation.Row
}

func (r *recorder) read() error {
	text, err := os.ReadFile(r.path)
	if err != nil {
		return fmt.Errorf("gocode: %w", err)
	}
	r.rows, err = mutation.ParseResults(text)
	return err
}

// add appends a row, or replaces the row of the same mutant.
func (r *recorder) add(row mutation.Row) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.IndexFunc(r.rows, func(old mutation.Row) bool { return old.Key() == row.Key() }); i >= 0 {
		r.rows[i] = row
	} else {
		r.rows = append(r.rows, row)
	}
	if err := maybe.WriteFile(r.path, mutation.FormatResults(r.rows), 0o666); err != nil {
		return fmt.Errorf("gocode: %w", err)
	}
	return nil
}
