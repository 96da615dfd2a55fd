// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package queue

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tessera-fpga/tessera/play/plural"
)

// Match identifies a match to the workers.
type Match struct {
	// ID identifies the match on the server. A Run with the same ID finds the results that an
	// earlier Run left there. The ID must therefore change with everything that the tasks depend
	// on.
	ID string
	// Version is the version of the engine. Only workers of the same version do the tasks.
	Version string
	// Jobs is the number of tasks under way at a time, over all workers; 0: no limit.
	Jobs int
	// AckWait is how long a worker may stay silent before another worker gets its task; 0: 10 s. It
	// does not limit the length of a task.
	AckWait time.Duration
	// Patience is how long the server may refuse the tasks before the Run ends; 0: 5 min.
	Patience time.Duration
}

const (
	ahead   = 512 // tasks taken before the first of them has a result
	senders = 8   // goroutines that send tasks

	dialTries = 5 // attempts of Dial while the server fails
)

// Remote is a queue whose tasks are done by workers on the same NATS server.
type Remote struct {
	server  Server
	match   Match
	names   names
	nc      *nats.Conn
	js      jetstream.JetStream
	changed chan struct{} // signals a reconnection
	unused  bool          // Dial has made the streams, and no Run has used them

	counted    map[string]bool // workers of which results have counted
	mu         sync.Mutex      // guards distrusted
	distrusted map[string]bool // workers of which a check has refused a result
}

// Dial connects to the server. Its error explains why the match cannot use the server.
func Dial(ctx context.Context, s Server, m Match) (*Remote, error) {
	if m.AckWait == 0 {
		m.AckWait = 10 * time.Second
	}
	if m.Patience == 0 {
		m.Patience = 5 * time.Minute
	}
	r := &Remote{server: s, match: m, names: namesOf(m.ID, m.Version), changed: make(chan struct{}, 1), counted: map[string]bool{}, distrusted: map[string]bool{}}
	var err error
	r.nc, r.js, err = r.server.connect("tessera match", func() {
		select {
		case r.changed <- struct{}{}:
		default:
		}
	})
	if err != nil {
		return nil, err
	}
	start, stop := s.starting(ctx)
	defer stop()
	_, err = r.js.Stream(start, r.names.tasks)
	r.unused = errors.Is(err, jetstream.ErrStreamNotFound)
	for try := range dialTries {
		if try > 0 {
			sleep(start, retryWait)
		}
		// A server may fail for a moment just after its start.
		if _, _, err = r.prepare(start); !isServerError(err) {
			break
		}
	}
	if err != nil {
		r.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, r.server.explain(err)
	}
	return r, nil
}

// isServerError reports whether the server failed internally (as opposed to refusing the request).
func isServerError(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == 500
}

// Close closes the connection. What Dial made on the server goes, too, if no Run has used it.
func (r *Remote) Close() {
	if r.unused {
		r.unused = false
		ctx, stop := context.WithTimeout(context.Background(), requestTimeout)
		defer stop()
		r.deleteStreams(ctx)
	}
	r.nc.Close()
}

// deleteStreams deletes the match's streams.
func (r *Remote) deleteStreams(ctx context.Context) {
	for _, name := range []string{r.names.tasks, r.names.results} {
		if e := r.js.DeleteStream(ctx, name); e != nil && !errors.Is(e, jetstream.ErrStreamNotFound) {
			r.server.log("the stream %s stays on the server: %v", name, e)
		}
	}
}

// prepare creates the streams and the workers' consumer, unless they exist.
func (r *Remote) prepare(ctx context.Context) (tasks jetstream.Consumer, results jetstream.Stream, err error) {
	meta := map[string]string{metaVersion: r.match.Version, metaMatch: r.match.ID, metaResults: r.names.results, metaPrefix: r.names.prefix}
	results, err = r.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:        r.names.results,
		Description: "results of the tasks of a tessera match",
		Subjects:    []string{r.names.prefix + "result.*", r.names.prefix + "failure.*", r.names.prefix + "unfit.*"},
		Storage:     jetstream.FileStorage,
		Metadata:    meta,
	})
	if err != nil {
		return nil, nil, err
	}
	// The stream of tasks comes last: a worker that sees it finds the rest.
	_, err = r.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:        r.names.tasks,
		Description: "tasks of a tessera match",
		Subjects:    []string{r.names.prefix + "task.*"},
		Retention:   jetstream.WorkQueuePolicy,
		Storage:     jetstream.FileStorage,
		Metadata:    meta,
	})
	if err != nil {
		return nil, nil, err
	}
	limit := r.match.Jobs
	if limit == 0 {
		limit = -1
	}
	tasks, err = r.js.CreateOrUpdateConsumer(ctx, r.names.tasks, jetstream.ConsumerConfig{
		Durable:       workers,
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       r.match.AckWait,
		MaxAckPending: limit,
		MaxDeliver:    -1, // workers themselves give up a task; see maxDeliveries
	})
	return tasks, results, err
}

// Run implements [Queue]. It survives a restart of the server, even without the server's files.
func (r *Remote) Run(ctx context.Context, tasks iter.Seq[Task], done func(Result) error) error {
	r.unused = false
	running, cancel := context.WithCancelCause(ctx)
	run := &run{
		Remote: r, untaken: refusal{server: &r.server, what: "a task in stream " + r.names.tasks},
		unstored: refusal{server: &r.server, what: "a result in stream " + r.names.results}, ctx: running, done: done, fail: cancel,
		room: make(chan struct{}, ahead), waiting: map[string]Task{}, taken: make(chan struct{}),
		fresh: make(chan Task), again: make(chan sending), found: make(chan Result),
		checked: make(chan verdict), checking: map[string]bool{}, refused: map[string]map[string]bool{},
	}
	err := run.run(running, tasks)
	switch {
	case ctx.Err() != nil:
		err = ctx.Err() // the cause may differ, such as a signal
	case errors.Is(err, Stop):
		err = nil
	}

	ending, stop := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout)
	defer stop()
	if err != nil {
		// Workers may finish their tasks; the next Run finds the results.
		if s, e := r.js.Stream(ending, r.names.tasks); e == nil {
			_ = s.Purge(ending)
		}
		// The next Run tries failed tasks again.
		if s, e := r.js.Stream(ending, r.names.results); e == nil {
			for _, h := range run.failed {
				_ = s.Purge(ending, jetstream.WithPurgeSubject(r.names.prefix+"result."+h))
				_ = s.Purge(ending, jetstream.WithPurgeSubject(r.names.prefix+"failure."+h))
			}
		}
		return err
	}
	r.deleteStreams(ending)
	return nil
}

// run is the state of a Run. Tasks flow from take through send to the server. Results come back
// through session, the only caller of done.
type run struct {
	*Remote
	ctx               context.Context // done at the end of the Run
	done              func(Result) error
	fail              context.CancelCauseFunc
	failed            []string       // hashes of the IDs of failed tasks
	untaken, unstored refusal        // tasks and results that the server does not store
	others            sync.WaitGroup // all goroutines but the caller's

	room    chan struct{} // one element per task in waiting
	mu      sync.Mutex    // guards waiting
	waiting map[string]Task
	taken   chan struct{} // closed when the caller has no more tasks

	fresh   chan Task    // tasks to send
	again   chan sending // tasks to send again, as they may be lost
	found   chan Result  // results left by an earlier Run or session
	resumed atomic.Bool  // found may receive results

	// The checks of results, for session alone.
	checked  chan verdict
	checking map[string]bool            // tasks, by the hashes of their IDs
	refused  map[string]map[string]bool // workers whose results were set aside, by the task's hash
}

// sending is a task to send. With withdraw, the server first forgets the task and its result.
type sending struct {
	Task
	withdraw bool
}

// verdict is a result that was checked.
type verdict struct {
	Result
	refusal error // nil: the result is good
}

func (r *run) run(ctx context.Context, tasks iter.Seq[Task]) error {
	defer r.others.Wait()
	defer r.fail(nil)
	start := sync.OnceFunc(func() {
		r.others.Go(func() { r.take(ctx, tasks) })
		for range senders {
			r.others.Go(func() { r.send(ctx) })
		}
	})
	for {
		finished, err := r.session(ctx, start)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case finished:
			return err
		case r.nc.IsClosed():
			return fmt.Errorf("NATS server %s: the connection is closed: %w", Redacted(r.server.URL), r.nc.LastError())
		}
		if err != nil {
			r.server.log("%v; trying again", err)
		}
		sleep(ctx, retryWait)
	}
}

// take takes tasks from the caller while there is room.
func (r *run) take(ctx context.Context, tasks iter.Seq[Task]) {
	var err error
	for t := range once(tasks, &err) {
		select {
		case r.room <- struct{}{}:
		case <-ctx.Done():
			return
		}
		r.mu.Lock()
		r.waiting[hash(t.ID)] = t
		r.mu.Unlock()
		select {
		case r.fresh <- t:
		case <-ctx.Done():
			return
		}
	}
	if err != nil {
		r.fail(err)
	}
	close(r.taken)
}

// send sends tasks to the server.
func (r *run) send(ctx context.Context) {
	for {
		var t sending
		look := true
		select {
		case t.Task = <-r.fresh:
			look = r.resumed.Load()
		case t = <-r.again:
		case <-ctx.Done():
			return
		}
		for ctx.Err() == nil {
			result, err := r.put(ctx, t, look)
			if err == nil {
				r.untaken.over()
				if result != nil {
					select {
					case r.found <- *result:
					case <-ctx.Done():
					}
				}
				break
			}
			if errors.Is(err, nats.ErrMaxPayload) {
				r.fail(fmt.Errorf("queue: task %q has %d bytes, want %d at most, as the NATS server has it", t.ID, len(t.Payload), r.nc.MaxPayload()))
				return
			}
			if ctx.Err() == nil && r.nc.IsConnected() && r.untaken.lasts(err) > r.match.Patience {
				r.fail(fmt.Errorf("NATS server %s: it has not stored %s for %v: %w", Redacted(r.server.URL), r.untaken.what, r.match.Patience, err))
				return
			}
			sleep(ctx, retryWait)
		}
	}
}

// put sends a task to the server, unless the server has it. With look, put first looks for the
// result and returns it if it exists.
func (r *run) put(ctx context.Context, t sending, look bool) (*Result, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	h := hash(t.ID)
	if t.withdraw {
		if err := r.withdraw(ctx, h); err != nil {
			return nil, err
		}
	} else if look {
		results, err := r.js.Stream(ctx, r.names.results)
		if err != nil {
			return nil, err
		}
		msg, err := results.GetLastMsgForSubject(ctx, r.names.prefix+"result."+h)
		if err == nil {
			result := resultOf(t.ID, msg.Header, msg.Data)
			return &result, nil
		}
		if !errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil, err
		}
	}
	msg := nats.NewMsg(r.names.prefix + "task." + h)
	msg.Header.Set(headerTask, strconv.QuoteToASCII(t.ID))
	for _, worker := range r.without() {
		msg.Header.Add(headerWithout, worker)
	}
	msg.Data = t.Payload
	_, err := r.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequencePerSubject(0))
	if isStored(err) {
		err = nil
	}
	return nil, err
}

// withdraw removes a task and its result from the server.
func (r *run) withdraw(ctx context.Context, h string) error {
	for stream, kind := range map[string]string{r.names.results: "result.", r.names.tasks: "task."} {
		s, err := r.js.Stream(ctx, stream)
		if err == nil {
			err = s.Purge(ctx, jetstream.WithPurgeSubject(r.names.prefix+kind+h))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// without returns the distrusted workers.
func (r *Remote) without() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.distrusted))
}

// distrusts reports whether a worker is distrusted already.
func (r *Remote) distrusts(worker string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.distrusted[worker]
}

// tooLong marks a result that was too long for the server.
const tooLong = "too long"

func resultOf(id string, header nats.Header, data []byte) Result {
	r := Result{ID: id, Payload: data, Worker: header.Get(headerWorker)}
	switch header.Get(headerFailed) {
	case "":
	case tooLong:
		r.Payload, r.Err = nil, &tooLongError{string(data)}
	default:
		r.Payload, r.Err = nil, errors.New(string(data))
	}
	return r
}

// tooLongError is the error of a result that was too long for the server. No honest worker has one,
// unless all have.
type tooLongError struct{ text string }

func (e *tooLongError) Error() string { return e.text }

// session prepares the server for the match and receives results. It returns when the match is
// finished or something looks wrong; the caller then starts a new session. An error along with
// finished comes from done. session calls start once it can receive results.
func (r *run) session(ctx context.Context, start func()) (finished bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tasks, results, err := r.prepare(ctx)
	if err != nil {
		return false, r.server.explain(err)
	}
	// The session receives results stored from now on. Earlier results turn up when sendAgain sends
	// their tasks.
	last := results.CachedInfo().State.LastSeq
	consumer, err := results.CreateConsumer(ctx, jetstream.ConsumerConfig{
		DeliverPolicy:     jetstream.DeliverByStartSequencePolicy,
		OptStartSeq:       last + 1,
		AckPolicy:         jetstream.AckNonePolicy,
		InactiveThreshold: time.Minute,
		MemoryStorage:     true,
	})
	if err != nil {
		return false, r.server.explain(err)
	}
	messages, err := consumer.Messages(jetstream.PullMaxMessages(256), jetstream.PullExpiry(4*time.Second), jetstream.PullHeartbeat(time.Second))
	if err != nil {
		return false, r.server.explain(err)
	}
	defer messages.Stop()
	received, broken := make(chan jetstream.Msg), make(chan error, 1)
	go func() {
		for {
			msg, err := messages.Next()
			if err != nil {
				broken <- err
				return
			}
			select {
			case received <- msg:
			case <-ctx.Done():
				return
			}
		}
	}()
	if last > 0 {
		r.resumed.Store(true)
	}
	go r.sendAgain(ctx)
	start()

	look := time.NewTicker(2 * time.Second)
	defer look.Stop()
	watch := watch{run: r, latest: time.Now()}
	taken := r.taken
	for {
		select {
		case <-ctx.Done():
			return false, nil
		case <-r.changed:
			return false, nil
		case err := <-broken:
			return false, fmt.Errorf("results do not come in: %w", err)
		case <-taken:
			taken = nil
			if r.left() == 0 {
				return true, nil
			}
		case result := <-r.found:
			if finished, err := r.check(result, taken == nil); finished {
				return true, err
			}
		case v := <-r.checked:
			delete(r.checking, hash(v.ID))
			if v.refusal == nil {
				finished, err = r.count(v.Result, taken == nil)
			} else {
				finished, err = r.refuse(v.Result, v.refusal, taken == nil)
			}
			if finished {
				return true, err
			}
		case msg := <-received:
			meta, err := msg.Metadata()
			if err != nil || meta.Sequence.Stream != last+1 {
				return false, errors.New("a result was missed")
			}
			last++
			kind, h, _ := strings.Cut(strings.TrimPrefix(msg.Subject(), r.names.prefix), ".")
			if h == probed {
				continue
			}
			watch.quiet, watch.latest, watch.warned = 0, time.Now(), false
			switch kind {
			case "failure":
				r.server.log("task %s: %s", msg.Headers().Get(headerTask), firstLine(msg.Data()))
				continue
			case "unfit":
				r.server.log("a worker does no tasks of this match: %s", firstLine(msg.Data()))
				continue
			}
			r.mu.Lock()
			t, ok := r.waiting[h]
			r.mu.Unlock()
			if !ok {
				continue
			}
			if finished, err := r.check(resultOf(t.ID, msg.Headers(), msg.Data()), taken == nil); finished {
				return true, err
			}
		case <-look.C:
			if err := watch.look(ctx, tasks); err != nil {
				return false, err
			}
		}
	}
}

// sendAgain sends every task without a result again, as it may be lost.
func (r *run) sendAgain(ctx context.Context) {
	r.mu.Lock()
	tasks := slices.Collect(maps.Values(r.waiting))
	r.mu.Unlock()
	for _, t := range tasks {
		select {
		case r.again <- sending{Task: t}:
		case <-ctx.Done():
			return
		}
	}
}

// left returns the number of tasks without a result.
func (r *run) left() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.waiting)
}

// check begins the check of a result, or lets it count if there is nothing to check. It reports
// whether the Run is finished, as count does.
func (r *run) check(result Result, taken bool) (finished bool, err error) {
	h := hash(result.ID)
	r.mu.Lock()
	t, ok := r.waiting[h]
	r.mu.Unlock()
	long := (*tooLongError)(nil)
	switch {
	case !ok || r.checking[h]:
		return false, nil
	case r.distrusts(result.Worker):
		return r.refuse(result, errors.New("an earlier result of this worker was wrong"), taken)
	case t.Check == nil || result.Err != nil && !errors.As(result.Err, &long):
		return r.count(result, taken)
	case long != nil:
		return r.refuse(result, long, taken)
	}
	r.checking[h] = true
	r.others.Go(func() {
		err := t.Check(r.ctx, result.Payload)
		select {
		case r.checked <- verdict{result, err}:
		case <-r.ctx.Done():
		}
	})
	return false, nil
}

// refuse sets a result aside and has another worker do the task. It reports whether the Run is
// finished.
func (r *run) refuse(result Result, reason error, taken bool) (finished bool, err error) {
	if r.ctx.Err() != nil {
		return false, nil // an interrupted check refuses nothing
	}
	h := hash(result.ID)
	r.mu.Lock()
	t, ok := r.waiting[h]
	r.mu.Unlock()
	if !ok {
		return false, nil
	}
	r.server.log("task %s: the result of worker %s is set aside: %v; another worker gets the task", strconv.QuoteToASCII(t.ID), result.Worker, reason)
	r.Remote.mu.Lock()
	again := r.distrusted[result.Worker]
	r.distrusted[result.Worker] = true
	r.Remote.mu.Unlock()
	if r.counted[result.Worker] && !again {
		r.failed = append(r.failed, h) // the next Run does not find the result
		return true, &DistrustError{result.Worker, reason}
	}
	if r.refused[h] == nil {
		r.refused[h] = map[string]bool{}
	}
	r.refused[h][result.Worker] = true
	if n := len(r.refused[h]); n >= Attempts {
		return r.count(Result{ID: t.ID, Err: fmt.Errorf("the results of %d workers were set aside, the last of worker %s: %w", n, result.Worker, reason)}, taken)
	}
	r.others.Go(func() {
		select {
		case r.again <- sending{t, true}:
		case <-r.ctx.Done():
		}
	})
	return false, nil
}

// count passes a result to done, unless the task already had one, and reports whether the Run is
// finished.
func (r *run) count(result Result, taken bool) (finished bool, err error) {
	h := hash(result.ID)
	r.mu.Lock()
	_, ok := r.waiting[h]
	delete(r.waiting, h)
	left := len(r.waiting)
	r.mu.Unlock()
	if !ok {
		return false, nil
	}
	<-r.room
	if result.Err != nil {
		r.failed = append(r.failed, h)
	} else {
		r.counted[result.Worker] = true
	}
	if err := r.done(result); err != nil {
		return true, err
	}
	return taken && left == 0, nil
}

// watch monitors the tasks on the server.
type watch struct {
	run   *run
	quiet int  // consecutive looks without progress
	told  bool // whether the log has reported a lack of workers

	latest time.Time // when the latest result came
	warned bool      // whether the log has reported a lack of results
}

// look returns an error if the server has lost tasks.
func (w *watch) look(ctx context.Context, tasks jetstream.Consumer) error {
	info, err := tasks.Info(ctx)
	if err != nil {
		return fmt.Errorf("the server has lost the tasks: %w", err)
	}
	left := w.run.left()
	if left == 0 || info.NumAckPending > 0 || info.NumPending > 0 && info.NumWaiting > 0 {
		w.quiet, w.told = 0, false
		if quiet := time.Since(w.latest); info.NumAckPending > 0 && quiet > probeAfter && quiet < w.run.match.Patience {
			w.probe(ctx)
		}
		if info.NumAckPending > 0 && time.Since(w.latest) > w.run.match.Patience && !w.warned {
			w.warned = true
			w.run.server.log("workers have %s, but none of them has stored a result for %v: what do they say about stream %s?",
				plural.Count(info.NumAckPending, "task", "tasks"), w.run.match.Patience, w.run.names.results)
		}
		return nil
	}
	if w.quiet++; w.quiet < 2 {
		return nil
	}
	if info.NumPending == 0 {
		return fmt.Errorf("the server has lost %s", plural.Count(left, "task", "tasks"))
	}
	if !w.told {
		w.told = true
		w.run.server.log("%s for workers: run tessera worker --nats %s, of the same version %s",
			plural.Count(left, "task waits", "tasks wait"), Redacted(w.run.server.URL), w.run.match.Version)
	}
	return nil
}

// probeAfter is the time without a result after which the match asks whether any can be stored.
const probeAfter = 4 * time.Second

// probe stores a message where results go, one at most, and tells what the server answers: workers
// cannot tell the match that their results are refused.
func (w *watch) probe(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	_, err := w.run.js.PublishMsg(ctx, nats.NewMsg(w.run.names.prefix+"failure."+probed), jetstream.WithExpectLastSequencePerSubject(0))
	if err == nil || isStored(err) {
		w.run.unstored.over()
	} else if w.run.nc.IsConnected() {
		w.run.unstored.lasts(err)
	}
}

// probed is the place of the probe among the hashes of tasks.
const probed = "probe"

// firstLine returns the first line of a reason, without the stack that may follow.
func firstLine(reason []byte) string {
	line, _, _ := strings.Cut(string(reason), "\n")
	return line
}
