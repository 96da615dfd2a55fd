// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Worker configures a worker.
type Worker struct {
	Version string // version of the engine; the worker does only tasks of this version
	Jobs    int    // tasks at a time
	Handler Handler
	// Progress receives each change of the worker's state, one call at a time; nil: no reports.
	Progress func(Progress)
}

// Progress is the state of a worker.
type Progress struct {
	Matches int // matches with tasks for the worker, now or lately
	Running int // tasks under way
	Done    int // tasks done
	Failed  int // failures of the handler
}

// ErrUnfit, returned by a handler, means that this worker cannot do the tasks of a match. The task
// goes back unchanged, and the worker takes no more tasks of the match.
var ErrUnfit = errors.New("this worker cannot do the task")

// ByKind returns a handler of tasks of several kinds. The payload of a task is a JSON object that
// says its "kind". A task of another kind is ErrUnfit.
func ByKind(handlers map[string]Handler) Handler {
	return func(ctx context.Context, payload []byte) ([]byte, error) {
		var task struct{ Kind string }
		if err := json.Unmarshal(payload, &task); err != nil {
			return nil, fmt.Errorf("%w: task: %w", ErrUnfit, err)
		}
		handler := handlers[task.Kind]
		if handler == nil {
			return nil, fmt.Errorf("%w: task of kind %.40q, want one of %s", ErrUnfit, task.Kind, strings.Join(slices.Sorted(maps.Keys(handlers)), ", "))
		}
		return handler(ctx, payload)
	}
}

// maxDeliveries is the number of workers that may take a task without finishing it. The task then
// counts as failed, because it must be killing them.
const maxDeliveries = 25

// Work does tasks of all matches on the server until ctx is done. It then hands back the tasks
// under way and returns ctx's error. Work needs the server only at the start: later it waits for
// the server to come back.
func Work(ctx context.Context, s Server, w Worker) error {
	host, _ := os.Hostname()
	host = cmp.Or(host, "unknown host")
	name := fmt.Sprintf("%s %08x", host, rand.Uint32())
	nc, js, err := s.connect("tessera worker "+host, func() {})
	if err != nil {
		return err
	}
	defer nc.Close()
	start, stop := s.starting(ctx)
	defer stop()
	if _, err := js.AccountInfo(start); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return s.explain(err)
	}
	wk := &worker{Worker: w, server: s, host: host, name: name, nc: nc, js: js, matches: map[string]*served{}, strange: map[string]bool{}}
	return wk.work(ctx)
}

type worker struct {
	Worker
	server Server
	host   string
	name   string // on this host, too, no other worker has it
	nc     *nats.Conn
	js     jetstream.JetStream

	strange map[string]bool // streams of other versions, each logged once

	mu       sync.Mutex         // guards the rest
	matches  map[string]*served // by the name of the stream of tasks
	order    []*served          // matches to serve
	progress Progress
}

// served is a match that the worker serves.
type served struct {
	ctx     context.Context // done when the match is over
	cancel  context.CancelFunc
	id      string
	names   names
	tasks   jetstream.Consumer
	ackWait time.Duration
	unfit   bool // guarded by worker.mu
	refusal refusal
}

func (w *worker) work(ctx context.Context) error {
	var jobs sync.WaitGroup
	for n := range w.Jobs {
		jobs.Go(func() { w.job(ctx, n) })
	}
	for ctx.Err() == nil && !w.nc.IsClosed() {
		if w.nc.IsConnected() {
			w.discover(ctx)
		}
		sleep(ctx, time.Second)
	}
	closed := w.nc.IsClosed()
	jobs.Wait()
	if closed {
		return fmt.Errorf("NATS server %s: the connection is closed: %w", Redacted(w.server.URL), w.nc.LastError())
	}
	if w.nc.IsConnected() {
		_ = w.nc.FlushTimeout(requestTimeout)
	}
	return ctx.Err()
}

// discover updates the list of matches from the server.
func (w *worker) discover(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	there := map[string]bool{}
	list := w.js.ListStreams(ctx, jetstream.WithStreamListSubject(allTasks))
	for info := range list.Info() {
		meta := info.Config.Metadata
		if meta[metaVersion] == "" {
			continue // a stream of another application
		}
		name := info.Config.Name
		there[name] = true
		w.mu.Lock()
		known := w.matches[name] != nil
		w.mu.Unlock()
		switch {
		case known:
		case meta[metaVersion] != w.Version:
			if !w.strange[name] && info.State.Msgs > 0 {
				w.strange[name] = true
				w.server.log("match %s is for version %s of tessera, this is %s: none of its tasks are done here", meta[metaMatch], meta[metaVersion], w.Version)
			}
		default:
			w.join(ctx, name, meta)
		}
	}
	if list.Err() != nil {
		return // the server is gone, and its streams are unknown
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for name, m := range w.matches {
		if !there[name] {
			m.cancel()
			delete(w.matches, name)
			w.server.log("match %s is over", m.id)
		}
	}
	for name := range w.strange {
		if !there[name] {
			delete(w.strange, name)
		}
	}
	w.reorder()
}

// join begins to serve a match.
func (w *worker) join(ctx context.Context, stream string, meta map[string]string) {
	tasks, err := w.js.Consumer(ctx, stream, workers)
	if err != nil {
		return // not created yet
	}
	m := &served{
		id: meta[metaMatch], names: names{stream, meta[metaResults], meta[metaPrefix]},
		tasks: tasks, ackWait: tasks.CachedInfo().Config.AckWait,
	}
	m.refusal = refusal{server: &w.server, what: "a result in stream " + m.names.results}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	w.mu.Lock()
	defer w.mu.Unlock()
	w.matches[stream] = m
	w.reorder()
	w.server.log("match %s has tasks", m.id)
}

// reorder lists the matches to serve. The caller holds w.mu.
func (w *worker) reorder() {
	w.order = w.order[:0:0]
	for _, m := range w.matches {
		if !m.unfit {
			w.order = append(w.order, m)
		}
	}
	if w.progress.Matches != len(w.order) {
		w.progress.Matches = len(w.order)
		w.tell()
	}
}

// tell reports the progress. The caller holds w.mu.
func (w *worker) tell() {
	if w.Progress != nil {
		w.Progress(w.progress)
	}
}

func (w *worker) update(change func(*Progress)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.progress)
	w.tell()
}

// job does tasks, one at a time. Each job has its own n and therefore starts with a different
// match.
func (w *worker) job(ctx context.Context, n int) {
	failures := 0
	for ; ctx.Err() == nil && !w.nc.IsClosed(); n++ {
		m, msg := w.next(ctx, n)
		if msg == nil {
			continue
		}
		if w.do(ctx, m, msg) {
			failures = 0
			continue
		}
		// The fault may be in this machine, so a pause leaves the next tasks to other workers.
		failures++
		sleep(ctx, min(100*time.Millisecond<<min(failures, 10), 30*time.Second))
	}
}

// next returns a task and its match, or nil if no task is available yet.
func (w *worker) next(ctx context.Context, n int) (*served, jetstream.Msg) {
	w.mu.Lock()
	order := w.order
	w.mu.Unlock()
	if len(order) == 0 || !w.nc.IsConnected() {
		sleep(ctx, retryWait)
		return nil, nil
	}
	for i := range order {
		if len(order) == 1 {
			break // Fetch below suffices and, unlike FetchNoWait, has a timeout if the server dies
		}
		m := order[(n+i)%len(order)]
		if batch, err := m.tasks.FetchNoWait(1); err == nil {
			for msg := range batch.Messages() {
				return m, msg
			}
		}
	}
	m := order[n%len(order)]
	// The request ignores ctx: the server might already have sent a task.
	batch, err := m.tasks.Fetch(1, jetstream.FetchMaxWait(time.Second))
	if err == nil {
		for msg := range batch.Messages() {
			return m, msg
		}
		err = batch.Error()
	}
	if err != nil {
		sleep(ctx, retryWait)
	}
	return nil, nil
}

// do does a task. It reports false if the handler failed.
func (w *worker) do(ctx context.Context, m *served, msg jetstream.Msg) (ok bool) {
	w.update(func(p *Progress) { p.Running++ })
	defer w.update(func(p *Progress) { p.Running-- })

	running, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(m.ctx, cancel)()
	heart := time.NewTicker(m.ackWait / 3)
	defer heart.Stop()
	beating, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		for {
			select {
			case <-heart.C:
				_ = msg.InProgress()
			case <-beating.Done():
				return
			}
		}
	}()

	t := newDelivery(w, m, msg)
	meta, err := msg.Metadata()
	if err != nil {
		return true // impossible: every message comes from a stream
	}
	if slices.Contains(msg.Headers().Values(headerWithout), w.name) {
		// By then, all requests of this worker for tasks have ended.
		_ = msg.NakWithDelay(2 * time.Second)
		w.leave(m, errors.New("the match has refused a result of this worker"))
		return true
	}
	if meta.NumDelivered > 1 && t.stored(ctx) {
		_ = msg.Ack()
		return true
	}
	if meta.NumDelivered > maxDeliveries {
		t.store(ctx, fmt.Appendf(nil, "%d workers have taken it, and died or were stopped", meta.NumDelivered-1), "taken too often")
		return true
	}
	payload, err := call(running, w.Handler, msg.Data())
	switch {
	case err == nil:
		if limit := w.nc.MaxPayload() - 1024; int64(len(payload)) > limit {
			t.store(ctx, fmt.Appendf(nil, "the result has %d bytes, want %d at most, as the NATS server has it", len(payload), limit), tooLong)
			return true
		}
		if t.store(ctx, payload, "") {
			w.update(func(p *Progress) { p.Done++ })
		}
		return true
	case running.Err() != nil:
		_ = msg.Nak()
		return true
	case errors.Is(err, ErrUnfit):
		_ = msg.Nak()
		if w.leave(m, err) {
			_, _ = t.note(ctx, "unfit", err)
		}
		return true
	}
	w.update(func(p *Progress) { p.Failed++ })
	w.server.log("match %s, task %s: %s", m.id, t.task, firstLine([]byte(err.Error())))
	if n, known := t.note(ctx, "failure", err); known && n >= Attempts {
		t.store(ctx, fmt.Appendf(nil, "failed %d times, the last on %s: %v", n, w.host, err), strconv.Itoa(n))
	} else {
		_ = msg.Nak()
	}
	return false
}

// leave ends the work for a match, and reports whether the worker had not left it before.
func (w *worker) leave(m *served, reason error) (first bool) {
	w.mu.Lock()
	first, m.unfit = !m.unfit, true
	w.reorder()
	w.mu.Unlock()
	if first {
		w.server.log("match %s: no more of its tasks are done here: %v", m.id, reason)
	}
	return first
}

// delivery is a task delivered to a worker.
type delivery struct {
	worker *worker
	match  *served
	msg    jetstream.Msg
	task   string // quoted ID
	hash   string // hash of the ID
}

func newDelivery(w *worker, m *served, msg jetstream.Msg) *delivery {
	_, h, _ := strings.Cut(strings.TrimPrefix(msg.Subject(), m.names.prefix), ".")
	return &delivery{worker: w, match: m, msg: msg, task: msg.Headers().Get(headerTask), hash: h}
}

// stored reports whether the server is known to have the task's result.
func (t *delivery) stored(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	results, err := t.worker.js.Stream(ctx, t.match.names.results)
	if err != nil {
		return false
	}
	_, err = results.GetLastMsgForSubject(ctx, t.match.names.prefix+"result."+t.hash)
	return err == nil
}

// store stores the result, unless the task has one, and then acknowledges the task. It retries
// while the match exists. Once ctx is done, it tries once more if the server is connected. It
// reports whether the task now has a result.
func (t *delivery) store(ctx context.Context, data []byte, failed string) bool {
	msg := nats.NewMsg(t.match.names.prefix + "result." + t.hash)
	msg.Header.Set(headerTask, t.task)
	msg.Header.Set(headerWorker, t.worker.name)
	if failed != "" {
		msg.Header.Set(headerFailed, failed)
	}
	msg.Data = data
	for {
		late := ctx.Err() != nil
		if late && !t.worker.nc.IsConnected() {
			return false // another worker gets the task
		}
		request, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout)
		_, err := t.worker.js.PublishMsg(request, msg, jetstream.WithExpectLastSequencePerSubject(0))
		cancel()
		if err == nil || isStored(err) {
			t.match.refusal.over()
			_ = t.msg.Ack()
			return true
		}
		if late || t.match.ctx.Err() != nil || t.worker.nc.IsClosed() {
			_ = t.msg.Nak()
			return false
		}
		if t.worker.nc.IsConnected() {
			t.match.refusal.lasts(err)
		}
		sleep(t.match.ctx, retryWait)
	}
}

// note stores the reason for a failure on the server, and returns the number of reasons stored for
// the task.
func (t *delivery) note(ctx context.Context, kind string, reason error) (n int, known bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout)
	defer cancel()
	msg := nats.NewMsg(t.match.names.prefix + kind + "." + t.hash)
	msg.Header.Set(headerTask, t.task)
	text := fmt.Sprintf("%s: %v", t.worker.host, reason)
	msg.Data = []byte(text[:min(len(text), 16<<10)])
	ack, err := t.worker.js.PublishMsg(ctx, msg)
	if err != nil {
		return 0, false
	}
	results, err := t.worker.js.Stream(ctx, ack.Stream)
	if err != nil {
		return 0, false
	}
	info, err := results.Info(ctx, jetstream.WithSubjectFilter(msg.Subject))
	if err != nil {
		return 0, false
	}
	return int(info.State.Subjects[msg.Subject]), true
}
