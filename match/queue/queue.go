// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package queue distributes the tasks of a match and returns one result for each task, in no
// particular order. [Local] runs the tasks in goroutines; [Dial] hands them to workers ([Work]) on
// other machines through a NATS server with JetStream. A [Handler] does a task; the queue never
// looks into the payload.
//
// A task that itself takes no time costs 209 µs of CPU time with a server in the process and 1.4 µs
// with goroutines ("go test -bench . ./match/queue"; 10,000 tasks; a shared two-core Xeon).
//
// Every task gets exactly one result. A worker stores the result on the server before it
// acknowledges the task. If a worker dies, or stays silent for Match.AckWait, another worker gets
// the task as well. Two workers may do the same task; the first stored result counts. After a
// lost connection or a lost stream, the match sends every task without a result again. A match
// even survives a server that comes back without its files.
//
// A match need not believe its workers: Task.Check checks each result before it counts.
package queue

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"
)

// Task is a piece of work.
type Task struct {
	ID      string // unique within a Run
	Payload []byte // input of the handler
	// Check checks a worker's result before it counts; nil: all results are good. Several checks
	// may run at once, and beside done. After an error the result is set aside, the worker gets no
	// more tasks, and none of its results count; another worker gets the task. The error of a done
	// ctx says nothing about the result. A queue in this process checks nothing.
	Check func(ctx context.Context, payload []byte) error
}

// Result is the outcome of a task.
type Result struct {
	ID      string
	Payload []byte // output of the handler
	// Err is set if the task failed for good: the handler failed Attempts times, or the results of
	// as many workers were set aside. A failed task has no payload.
	Err error
	// Worker names the worker that did the task, as it named itself; "": this process did it.
	Worker string
}

// Handler does a task: it turns the task's payload into the result's. A task may be done more than
// once, even on several machines at the same time; the first result counts. The handler should
// return soon after ctx is done; the task is then done elsewhere or later. After any other error,
// or a panic, the task is tried again, up to Attempts times.
type Handler func(ctx context.Context, payload []byte) ([]byte, error)

// Attempts is how often a handler may fail at a task. The death or the stop of a worker does not
// count as a failure.
const Attempts = 3

// DistrustError ends a Run after a check has refused a result of a worker of which earlier results
// have counted. The next Run of the same queue does without this worker.
type DistrustError struct {
	Worker string
	Err    error // of the check
}

func (e *DistrustError) Error() string { return fmt.Sprintf("worker %s: %v", e.Worker, e.Err) }

// Unwrap returns the error of the check.
func (e *DistrustError) Unwrap() error { return e.Err }

// Stop, returned by done, ends a Run early without an error.
var Stop = errors.New("stop") //lint:ignore ST1012 it is no failure, as fs.SkipAll is none

// Queue runs tasks.
type Queue interface {
	// Run runs all tasks and calls done with the result of each, one at a time and once per ID. A
	// goroutine other than done's reads the tasks as it goes, a limited number ahead.
	//
	// Run ends early with done's error if done returns one (with nil if the error is Stop), with an
	// error if an ID comes twice, and with ctx's error if ctx is done. By then it has called done
	// with all results that it had. A further Run can take the other tasks.
	Run(ctx context.Context, tasks iter.Seq[Task], done func(Result) error) error
}

// call calls the handler and turns a panic into an error.
func call(ctx context.Context, h Handler, payload []byte) (result []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return h(ctx, payload)
}

// once yields the tasks and stops with an error at a repeated ID.
func once(tasks iter.Seq[Task], err *error) iter.Seq[Task] {
	return func(yield func(Task) bool) {
		seen := map[string]bool{}
		for t := range tasks {
			if seen[t.ID] {
				*err = fmt.Errorf("queue: two tasks have the ID %q", t.ID)
				return
			}
			seen[t.ID] = true
			if !yield(t) {
				return
			}
		}
	}
}
