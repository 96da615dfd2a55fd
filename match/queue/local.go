// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package queue

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
)

// Local returns a queue that runs up to jobs tasks at a time in this process.
func Local(jobs int, h Handler) Queue { return &local{jobs, h} }

type local struct {
	jobs    int
	handler Handler
}

func (l *local) Run(ctx context.Context, tasks iter.Seq[Task], done func(Result) error) error {
	running, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	work := make(chan Task)
	go func() {
		defer close(work)
		var err error
		for t := range once(tasks, &err) {
			select {
			case work <- t:
			case <-running.Done():
				return
			}
		}
		if err != nil {
			cancel(err)
		}
	}()

	results := make(chan Result)
	var jobs sync.WaitGroup
	for range l.jobs {
		jobs.Go(func() {
			for t := range work {
				if r, ok := l.try(running, t); ok {
					results <- r
				}
			}
		})
	}
	go func() { jobs.Wait(); close(results) }()

	stopped := false
	for r := range results {
		if stopped {
			continue
		}
		if err := done(r); err != nil {
			stopped = true
			cancel(err)
		}
	}
	switch err := context.Cause(running); {
	case ctx.Err() != nil:
		return ctx.Err() // the cause may differ, such as a signal
	case errors.Is(err, Stop):
		return nil
	default:
		return err
	}
}

// try does a task. It reports false if running ended before there was a result.
func (l *local) try(running context.Context, t Task) (Result, bool) {
	var err error
	for range Attempts {
		var payload []byte
		if payload, err = call(running, l.handler, t.Payload); err == nil {
			return Result{ID: t.ID, Payload: payload}, true
		}
		if running.Err() != nil {
			return Result{}, false
		}
	}
	return Result{ID: t.ID, Err: fmt.Errorf("failed %d times: %w", Attempts, err)}, true
}
