// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package verilator

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

// place is the time of a failure, for the window of the wave.
type place struct {
	at    uint64 // tick: cycles since the start, resets included
	reset uint64 // tick of cycle 0
}

func (p place) tick() uint64 { return p.at }

// placed are the errors that are worth a wave.
type placed interface {
	error
	tick() uint64
}

// isFailure reports whether err comes from the module under test and not from the harness.
func isFailure(err error) (placed, bool) {
	var f placed
	ok := errors.As(err, &f)
	return f, ok
}

// place of the last sampled cycle.
func (p *Proc) place() place {
	return place{max(p.tick, p.resetTick+1) - 1, p.resetTick}
}

// Mismatch reports that a module's output differs from the golden model's.
type Mismatch struct {
	Top         string
	Signal      string
	Got, Want   any
	Cycle       uint64 // cycle since reset
	Transaction int
	Details     string // free text, such as the boards drawn side by side
	unit        string // "cycle", or "vector" for modules without a clock
	place
}

// Mismatch describes a difference in the last sampled cycle; use At for another cycle. The format
// and its arguments make the details, which may have several lines or be empty.
func (p *Proc) Mismatch(signal string, got, want any, format string, args ...any) *Mismatch {
	m := &Mismatch{
		Top: p.top, Signal: signal, Got: got, Want: want, Transaction: p.transaction,
		Details: strings.TrimRight(fmt.Sprintf(format, args...), "\n"), unit: "cycle", place: p.place(),
	}
	if !p.clocked {
		m.unit = "vector"
	}
	m.Cycle = m.at - m.reset
	return m
}

// At moves the mismatch to a cycle since the last reset, such as the cycle of a Logged or of a
// vector in a Batch.
func (m *Mismatch) At(cycle uint64) *Mismatch {
	m.Cycle, m.at = cycle, m.reset+cycle
	return m
}

func (m *Mismatch) Error() string {
	s := fmt.Sprintf("%s: %s %d: %s = %v, want %v (transaction %d)",
		m.Top, m.unit, m.Cycle, m.Signal, m.Got, m.Want, m.Transaction)
	if m.Details != "" {
		s += "\n" + m.Details
	}
	return s
}

// TimeoutError reports that a run did not end in time.
type TimeoutError struct {
	Top    string
	Signal string // signal that should have become 1
	Cycles uint64 // cycles of the run
	Cycle  uint64 // cycle since reset at its end
	place
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s: cycle %d: %s did not become 1 in %d cycles", e.Top, e.Cycle, e.Signal, e.Cycles)
}

// ErrLimit is the error of a model that needs more cycles than Proc.Limit allows.
var ErrLimit = errors.New("sim: more cycles than the limit")

// CrashError reports that a model ended unexpectedly: by $finish, $stop, $fatal, an assertion, or a
// signal.
type CrashError struct {
	Top    string
	Cycle  uint64 // cycle since reset, if Known
	Known  bool
	Exit   string // exit status, as "exit status 3"
	Stderr string // output, only the last part if long
	place
}

func (e *CrashError) Error() string {
	when := ""
	if e.Known {
		when = fmt.Sprintf("cycle %d: ", e.Cycle)
	}
	return strings.TrimRight(fmt.Sprintf("%s: %sthe model ended (%s)\n%s", e.Top, when, e.Exit, e.Stderr), "\n")
}

// tail keeps the last part of a child's output.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 1 << 16

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if extra := len(t.text) - tailBytes; extra > tailBytes { // not after every write
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
