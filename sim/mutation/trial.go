// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package mutation

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/sim/verilator"
)

// Comparison compares a model with golden, as for [verilator.Verify].
type Comparison func(p *verilator.Proc, rng *rand.Rand) error

// errLimit ends a comparison that takes too long.
var errLimit = errors.New("mutation: the time limit")

// Try runs the comparison with an active mutant, or without one for 0. It returns the failure of
// the comparison, for example "mismatch of fits_o", or "" if it did not fail. A comparison that
// exceeds the limit also fails. The error means that the trial was impossible.
func (d *Design) Try(ctx context.Context, value int, seed uint64, limit time.Duration, fn Comparison) (caught string, err error) {
	if _, err := verilator.Build(ctx, d.With(value), false); err != nil {
		return "", err
	}
	timed, cancel := context.WithTimeoutCause(ctx, limit, errLimit)
	defer cancel()
	err = verilator.Try(timed, d.With(value), seed, func(p *verilator.Proc, rng *rand.Rand) (err error) {
		defer func() {
			if r := recover(); r != nil { // a golden function that got nonsense
				err = panicError{r}
			}
		}()
		return fn(p, rng)
	})
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	var (
		mismatch *verilator.Mismatch
		timeout  *verilator.TimeoutError
		crash    *verilator.CrashError
		panicked panicError
	)
	switch {
	case err == nil:
		return "", nil
	case errors.As(err, &mismatch):
		return "mismatch of " + oneLine(mismatch.Signal), nil
	case errors.Is(err, verilator.ErrLimit):
		return "the limit of cycles", nil
	case errors.As(err, &timeout):
		return "no " + timeout.Signal + " in time", nil
	case timed.Err() != nil:
		return "the time limit", nil
	case errors.As(err, &crash):
		return "end of the model", nil
	case errors.As(err, &panicked):
		return "panic: " + oneLine(fmt.Sprint(panicked.value)), nil
	}
	return "error: " + oneLine(err.Error()), nil
}

type panicError struct{ value any }

func (p panicError) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// oneLine returns the beginning of a text, fit for a field of a table.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 80 {
		text = string(r[:79]) + "…"
	}
	return text
}
