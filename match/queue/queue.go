// Package queue has tasks done, in no particular order, and returns each result once. [Local] does
// them in goroutines of the process; [Dial] hands them to workers ([Work]) on other machines, through
// a NATS server with JetStream. A [Handler] does a task; the queue knows nothing of its content.
//
// # Goroutines or a server
//
// A NATS server within the process could replace the goroutines. But "go test -bench .
// ./match/queue" finds that a task which takes no time itself costs 209 µs of processor time with the
// server and 1.4 µs with goroutines (10,000 tasks; a Xeon with two cores, shared with others). A
// server also needs a folder and a larger program. So the server is a program of its own; only the
// tests have it within them.
//
// # No result is lost or counted twice
//
// A match has two streams on the server, in files. A worker takes a task from the first, does it,
// stores the result in the second, and only then acknowledges the task. If the worker dies before,
// another one gets the task. A worker reports while it works; when nothing is heard of it for
// Match.AckWait, another worker gets the task as well, so two may do it. Each task's result has a
// subject of its own, and is stored on the condition that there is none yet. The first result counts,
// for good.
//
// The match keeps the tasks without a result. Whenever something looks wrong (the connection was
// lost, a stream is gone, nothing is under way and yet results are missing) the match makes the
// streams anew if need be. For each of these tasks it asks whether the result is there, and
// otherwise sends the task again, on the condition that it is not there. So a match survives even a
// server that comes back with nothing, or with less than it had.
//
// File queue.go (here) has the interface, local.go the goroutines, remote.go the side of the match,
// worker.go the side of the workers, server.go the server.
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
	ID      string // names the task among those of a Run
	Payload []byte // payload for the handler
}

// Result is the outcome of a task.
type Result struct {
	ID      string
	Payload []byte // payload that the handler returned
	// Err says that the task has failed for good, and how: the handler failed Attempts
	// times. Then there is no payload.
	Err error
}

// Handler does a task: it turns the task's payload into the result's. A task may be done more than
// once, on several machines even at the same time; the first result counts. When ctx is done the
// handler should soon return; the task is then done elsewhere or later. Any other error, or a
// panic, makes the task be tried again, up to Attempts times.
type Handler func(ctx context.Context, payload []byte) ([]byte, error)

// Attempts is how often a handler may fail at a task. A worker that dies or is stopped is no
// failure of the handler.
const Attempts = 3

// Stop, returned by done, ends a Run early and without an error.
var Stop = errors.New("stop") //lint:ignore ST1012 it is no failure, as fs.SkipAll is none

// Queue has tasks done.
type Queue interface {
	// Run has tasks done until all are, and calls done with the result of each, one at a time and
	// once for each ID. It takes tasks as it goes, a limited number ahead, in a goroutine other
	// than done's.
	//
	// Run ends early when done returns an error (with that error; with nil if it is Stop), an ID
	// comes twice, or ctx is done (with its error). By then it has called done with all results
	// that it had; the other tasks can be given to another Run.
	Run(ctx context.Context, tasks iter.Seq[Task], done func(Result) error) error
}

// call calls the handler, and makes an error of a panic.
func call(ctx context.Context, h Handler, payload []byte) (result []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return h(ctx, payload)
}

// once passes tasks on and stops with an error at an ID that has come before.
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
