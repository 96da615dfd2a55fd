// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package verilator

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// WaveLead and WaveTail are the numbers of cycles before and after a failure in its wave.
const (
	WaveLead = 200
	WaveTail = 20
)

// Failure is the error of Verify for a failed comparison: the reason, and the means to look into
// it.
type Failure struct {
	Err    error  // a *Mismatch, *TimeoutError, *CrashError, or another error of the comparison
	Wave   string // path of the FST file from the repository root, or ""
	Note   string // an oddity of the second run, or ""
	Seed   uint64
	Repeat string // the command that repeats the failure, or ""; the caller of Verify knows it
}

func (f *Failure) Unwrap() error { return f.Err }

func (f *Failure) Error() string {
	var s strings.Builder
	s.WriteString(f.Err.Error())
	for _, line := range [][2]string{
		{"wave: ", f.Wave}, {"note: ", f.Note}, {"seed: ", fmt.Sprint(f.Seed)}, {"again: ", f.Repeat},
	} {
		if line[1] != "" {
			s.WriteString("\n" + line[0] + line[1])
		}
	}
	return s.String()
}

// Verify runs fn, which compares the model with a golden reference and draws all its random choices
// from rng. If fn returns a *Mismatch, a *TimeoutError or a *CrashError, Verify runs it once more
// with the same seed on the traced model and writes build/waves/<top>-<seed>.fst. The error is a
// *Failure, except where the model cannot be built or ctx ends. The seed also fills the registers
// that have no reset.
func Verify(ctx context.Context, m Model, seed uint64, fn func(p *Proc, rng *rand.Rand) error) error {
	p, err := start(ctx, m, seed, nil)
	if err == nil {
		err = compare(p, seed, fn)
	} else if _, crash := isFailure(err); !crash {
		return err
	}
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return fmt.Errorf("sim: %s: %w", m.Top, context.Cause(ctx))
	}
	f := &Failure{Err: err, Seed: seed}
	if at, ok := isFailure(err); ok {
		from, to := max(at.tick(), WaveLead)-WaveLead, at.tick()+WaveTail
		path, again := Wave(ctx, m, seed, from, to, fn)
		f.Wave = path
		if other, ok := isFailure(again); !ok || other.tick() != at.tick() {
			f.Note = fmt.Sprintf("the run with waves ended otherwise: %v", again)
		}
	}
	return f
}

// Try is Verify without the second run: it returns fn's result.
func Try(ctx context.Context, m Model, seed uint64, fn func(p *Proc, rng *rand.Rand) error) error {
	p, err := start(ctx, m, seed, nil)
	if err != nil {
		return err
	}
	return compare(p, seed, fn)
}

// Wave runs fn on the traced model and writes a wave of the cycles from..to, counted from the start
// with all resets (Start's own takes two). It returns the path from the repository root, regardless
// of fn's error, or "" if it wrote no wave. In the wave a cycle lasts 10 time units, and the clock
// rises in its middle.
func Wave(ctx context.Context, m Model, seed, from, to uint64, fn func(p *Proc, rng *rand.Rand) error) (path string, err error) {
	root, _, err := home()
	if err != nil {
		return "", err
	}
	path = filepath.Join("build", "waves", fmt.Sprintf("%s-%d.fst", m.Top, seed))
	full := filepath.Join(root, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		return "", fmt.Errorf("sim: %w", err)
	}
	if err := os.Remove(full); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("sim: %w", err)
	}
	p, err := start(ctx, m, seed, &waveSpec{full, from, to})
	if err == nil {
		err = compare(p, seed, fn)
	}
	if !isFile(full) {
		path = ""
	}
	return path, err
}

// compare runs fn and closes the process.
func compare(p *Proc, seed uint64, fn func(p *Proc, rng *rand.Rand) error) (err error) {
	defer p.Close()
	defer func() {
		if r := recover(); r != nil {
			port, ok := r.(*PortError)
			if !ok {
				panic(r)
			}
			err = port
		}
	}()
	return fn(p, rand.New(rand.NewPCG(seed, 0)))
}
