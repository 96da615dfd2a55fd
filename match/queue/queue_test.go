// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package queue

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// numbered returns n tasks; the payload of each is its ID.
func numbered(n int) iter.Seq[Task] {
	return func(yield func(Task) bool) {
		for i := range n {
			id := fmt.Sprintf("task %d", i)
			if !yield(Task{ID: id, Payload: []byte(id)}) {
				return
			}
		}
	}
}

// reply is the handler of most tests.
func reply(_ context.Context, payload []byte) ([]byte, error) {
	return append([]byte("done: "), payload...), nil
}

// collector counts results, and fails the test at a wrong one.
type collector struct {
	t    testing.TB
	mu   sync.Mutex
	seen map[string]int
}

func collect(t testing.TB) *collector { return &collector{t: t, seen: map[string]int{}} }

func (c *collector) done(r Result) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[r.ID]++
	if assert.NoError(c.t, r.Err) {
		assert.Equal(c.t, "done: "+r.ID, string(r.Payload))
	}
	return nil
}

// count returns how many tasks have a result.
func (c *collector) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.seen)
}

// has reports whether a task has a result.
func (c *collector) has(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seen[id] > 0
}

// each asserts that there is one result of each of n tasks.
func (c *collector) each(n int) {
	c.t.Helper()
	for task := range numbered(n) {
		assert.Equal(c.t, 1, c.seen[task.ID], task.ID)
	}
	assert.Len(c.t, c.seen, n)
}

func TestLocal(t *testing.T) {
	t.Parallel()
	for _, jobs := range []int{1, 4} {
		c := collect(t)
		require.NoError(t, Local(jobs, reply).Run(t.Context(), numbered(500), c.done))
		c.each(500)
	}
}

func TestLocalEndsEarly(t *testing.T) {
	t.Parallel()
	full := errors.New("disk is full")
	for _, want := range []error{Stop, full} {
		n := 0
		err := Local(3, reply).Run(t.Context(), numbered(100_000), func(Result) error {
			if n++; n == 10 {
				return want
			}
			return nil
		})
		assert.Equal(t, 10, n, "done is not called again")
		if want == Stop {
			want = nil
		}
		assert.Equal(t, want, err)
	}

	err := Local(1, reply).Run(t.Context(), func(yield func(Task) bool) {
		_ = yield(Task{ID: "a"}) && yield(Task{ID: "b"}) && yield(Task{ID: "a"})
	}, func(Result) error { return nil })
	assert.EqualError(t, err, `queue: two tasks have the ID "a"`)
}

func TestLocalInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var finished atomic.Int32
	counted := int32(0)
	err := Local(2, func(ctx context.Context, payload []byte) ([]byte, error) {
		if string(payload) == "task 50" {
			<-ctx.Done() // interrupted in the middle: no result and no failure
			return nil, ctx.Err()
		}
		defer finished.Add(1)
		return payload, nil
	}).Run(ctx, numbered(100_000), func(r Result) error {
		require.NoError(t, r.Err)
		if counted++; counted == 60 {
			cancel()
		}
		return nil
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, finished.Load(), counted, "no result is thrown away")
}

func TestLocalFailure(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	results := map[string]Result{}
	err := Local(2, func(_ context.Context, payload []byte) ([]byte, error) {
		switch string(payload) {
		case "task 3":
			calls.Add(1)
			return nil, errors.New("no engine")
		case "task 4":
			panic("lost its mind")
		}
		return payload, nil
	}).Run(t.Context(), numbered(6), func(r Result) error {
		results[r.ID] = r
		return nil
	})
	require.NoError(t, err)
	assert.Len(t, results, 6)
	assert.EqualError(t, results["task 3"].Err, "failed 3 times: no engine")
	assert.ErrorContains(t, results["task 4"].Err, "failed 3 times: panic: lost its mind")
	assert.EqualValues(t, Attempts, calls.Load())
	assert.NoError(t, results["task 5"].Err)
}

// TestByKind gives each task to the handler of its kind.
func TestByKind(t *testing.T) {
	t.Parallel()
	of := func(name string) Handler {
		return func(context.Context, []byte) ([]byte, error) { return []byte(name), nil }
	}
	handle := ByKind(map[string]Handler{"match": of("a match"), "selfplay": of("a game")})
	for payload, want := range map[string]string{`{"kind":"match","selfplay":{}}`: "a match", `{"kind":"selfplay"}`: "a game"} {
		result, err := handle(t.Context(), []byte(payload))
		require.NoError(t, err)
		assert.Equal(t, want, string(result))
	}
	for payload, want := range map[string]string{`{"match":{}}`: `task of kind "", want one of match, selfplay`, `[]`: "task: json: "} {
		_, err := handle(t.Context(), []byte(payload))
		assert.ErrorIs(t, err, ErrUnfit)
		assert.ErrorContains(t, err, want)
	}
}
