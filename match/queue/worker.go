package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Worker configures a worker.
type Worker struct {
	Version string // version of the engine: the worker does only tasks of matches of the same version
	Jobs    int    // tasks at a time
	Handler Handler
	// Progress receives each change of the worker's state; nil: none. Calls come one at a time.
	Progress func(Progress)
}

// Progress is the state of a worker.
type Progress struct {
	Matches int // number of matches that have, or had lately, tasks for the worker
	Running int // tasks under way
	Done    int // tasks done
	Failed  int // failures of the handler
}

// ErrUnfit, returned by a handler, says that this worker cannot do the tasks of a match. The task
// goes back unchanged, and the worker takes no more tasks of that match.
var ErrUnfit = errors.New("this worker cannot do the task")

// maxDeliveries is the number of workers that may take a task without finishing it before the task
// counts as failed: by then the task itself must be killing them.
const maxDeliveries = 25

// Work does tasks of all matches on the server until ctx is done, and then hands back the tasks
// under way and returns ctx's error. Work needs the server only at the start: later it waits for
// the server to come back.
func Work(ctx context.Context, s Server, w Worker) error {
	host, _ := os.Hostname()
	host = cmp.Or(host, "unknown host")
	nc, js, err := s.connect("tessera worker "+host, func() {})
	if err != nil {
		return err
	}
	defer nc.Close()
	if _, err := js.AccountInfo(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return s.explain(err)
	}
	wk := &worker{Worker: w, server: s, host: host, nc: nc, js: js, matches: map[string]*served{}, strange: map[string]bool{}}
	return wk.work(ctx)
}

type worker struct {
	Worker
	server Server
	host   string
	nc     *nats.Conn
	js     jetstream.JetStream

	strange map[string]bool // streams of other versions, which have been told of

	mu       sync.Mutex         // guards the rest
	matches  map[string]*served // by the name of their stream of tasks
	order    []*served          // matches to serve
	progress Progress
}

// served is a match that the worker serves.
type served struct {
	ctx     context.Context // done when the match is
	cancel  context.CancelFunc
	id      string
	names   names
	tasks   jetstream.Consumer
	ackWait time.Duration
	unfit   bool // guarded by worker.mu
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
		return fmt.Errorf("NATS server %s: the connection is closed: %w", redacted(w.server.URL), w.nc.LastError())
	}
	if w.nc.IsConnected() {
		_ = w.nc.FlushTimeout(requestTimeout)
	}
	return ctx.Err()
}

// discover finds out which matches there are.
func (w *worker) discover(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	there := map[string]bool{}
	list := w.js.ListStreams(ctx, jetstream.WithStreamListSubject(allTasks))
	for info := range list.Info() {
		meta := info.Config.Metadata
		if meta[metaVersion] == "" {
			continue // somebody else's
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
		return // the server went away: its contents are unknown
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
		return // not there yet
	}
	m := &served{
		id: meta[metaMatch], names: names{stream, meta[metaResults], meta[metaPrefix]},
		tasks: tasks, ackWait: tasks.CachedInfo().Config.AckWait,
	}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	w.mu.Lock()
	defer w.mu.Unlock()
	w.matches[stream] = m
	w.reorder()
	w.server.log("match %s has tasks", m.id)
}

// reorder lists the matches to serve. w.mu is held.
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

// tell tells the progress. w.mu is held.
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

// job does tasks, one at a time. n numbers the jobs: of several matches, not all begin
// with the same.
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
		// Perhaps it is not the task but this machine: leave the next ones to others.
		failures++
		sleep(ctx, min(100*time.Millisecond<<min(failures, 10), 30*time.Second))
	}
}

// next returns a task and its match, or none for now.
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
			break // the request below does; unlike this one it has a limit if the server dies
		}
		m := order[(n+i)%len(order)]
		if batch, err := m.tasks.FetchNoWait(1); err == nil {
			for msg := range batch.Messages() {
				return m, msg
			}
		}
	}
	m := order[n%len(order)]
	// Not ended by ctx: the server might have sent a task by then.
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

// do does a task. It reports whether the handler did not fail.
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
		return true // cannot be: no message of a stream
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
			t.store(ctx, fmt.Appendf(nil, "the result has %d bytes, want %d at most, as the NATS server has it", len(payload), limit), "too long")
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
		w.mu.Lock()
		first := !m.unfit
		m.unfit = true
		w.reorder()
		w.mu.Unlock()
		if first {
			_, _ = t.note(ctx, "unfit", err)
			w.server.log("match %s: no more of its tasks are done here: %v", m.id, err)
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

// delivery is a task that a worker has been given.
type delivery struct {
	worker *worker
	match  *served
	msg    jetstream.Msg
	task   string // ID, quoted
	hash   string // hash of the ID
}

func newDelivery(w *worker, m *served, msg jetstream.Msg) *delivery {
	_, h, _ := strings.Cut(strings.TrimPrefix(msg.Subject(), m.names.prefix), ".")
	return &delivery{worker: w, match: m, msg: msg, task: msg.Headers().Get(headerTask), hash: h}
}

// stored reports whether the task is known to have a result.
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

// store stores the result, unless there is one, and then acknowledges the task. It tries for
// as long as the match is there and, once ctx is done, once more if the server is there. It reports
// whether the task has a result now.
func (t *delivery) store(ctx context.Context, data []byte, failed string) bool {
	msg := nats.NewMsg(t.match.names.prefix + "result." + t.hash)
	msg.Header.Set(headerTask, t.task)
	if failed != "" {
		msg.Header.Set(headerFailed, failed)
	}
	msg.Data = data
	for {
		late := ctx.Err() != nil
		if late && !t.worker.nc.IsConnected() {
			return false // the task is given to another
		}
		request, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout)
		_, err := t.worker.js.PublishMsg(request, msg, jetstream.WithExpectLastSequencePerSubject(0))
		cancel()
		if err == nil || isStored(err) {
			_ = t.msg.Ack()
			return true
		}
		if late || t.match.ctx.Err() != nil || t.worker.nc.IsClosed() {
			_ = t.msg.Nak()
			return false
		}
		sleep(t.match.ctx, retryWait)
	}
}

// note tells the match why the task could not be done, and returns how often that has been
// noted.
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
