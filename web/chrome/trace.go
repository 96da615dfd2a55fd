// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chrome

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// rendererMain is the name of the thread that runs a page's scripts, layout and drawing.
const rendererMain = "CrRendererMain"

// Tasks runs do and returns the CPU times of the tasks of the page's own thread: other load on the
// machine does not affect CPU time. There is at least one.
func (t *Tab) Tasks(do func() error) (tasks []time.Duration, err error) {
	ctx, cancel := context.WithTimeout(t.ctx, openTime)
	defer cancel()
	type event struct {
		Name, Ph string
		Pid, Tid int64
		Tdur     float64 // in microseconds
		Args     struct{ Name string }
	}
	var events []event
	var bad error
	complete := make(chan struct{})
	// Calls of the function do not overlap.
	err = chromedp.Listen(ctx, func(ev any) {
		switch ev := ev.(type) {
		case *tracing.EventDataCollected:
			for _, value := range ev.Value {
				var e event
				if err := json.Unmarshal(value, &e); err != nil {
					bad = err
				}
				if e.Name == "thread_name" || e.Ph == "X" {
					events = append(events, e)
				}
			}
		case *tracing.EventTracingComplete:
			close(complete)
		}
	})
	if err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(ctx, tracing.Start, tracing.StartParams{
		TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"toplevel"}},
	}); err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	if err := do(); err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(ctx, tracing.End, cdp.Empty{}); err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	select {
	case <-complete:
	case <-ctx.Done():
		return nil, fmt.Errorf("trace: %w", ctx.Err())
	}
	if bad != nil {
		return nil, fmt.Errorf("trace: %w", bad)
	}
	main := map[[2]int64]bool{}
	for _, e := range events {
		if e.Name == "thread_name" && e.Args.Name == rendererMain {
			main[[2]int64{e.Pid, e.Tid}] = true
		}
	}
	for _, e := range events {
		if e.Ph == "X" && main[[2]int64{e.Pid, e.Tid}] {
			tasks = append(tasks, time.Duration(e.Tdur*float64(time.Microsecond)))
		}
	}
	if len(tasks) == 0 {
		return nil, fmt.Errorf("trace: no task of a page among %d events", len(events))
	}
	return tasks, nil
}
