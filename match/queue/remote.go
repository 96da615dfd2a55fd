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
)

// Match says whose tasks are given to workers.
type Match struct {
	// ID identifies the match on the server. A Run with the same ID finds results that an earlier
	// one had computed but not received. So the ID must change with whatever the tasks depend on.
	ID string
	// Version of the engine. Only workers of the same version do the tasks.
	Version string
	// Jobs is the number of tasks under way at a time, over all workers; 0: no limit.
	Jobs int
	// AckWait is how long nothing may be heard of a worker until its task is given to
	// another; 0: 10 s. It does not limit how long a task may take.
	AckWait time.Duration
}

const (
	ahead   = 512 // how many tasks are taken before the first of them has a result
	senders = 8   // goroutines that send them

	dialTries = 5 // how often Dial asks a server that fails
)

// Remote is a queue whose tasks are done by workers that share a NATS server with it.
type Remote struct {
	server  Server
	match   Match
	names   names
	nc      *nats.Conn
	js      jetstream.JetStream
	changed chan struct{} // the connection was made anew
}

// Dial connects to the server. The error explains why the match cannot use it.
func Dial(ctx context.Context, s Server, m Match) (*Remote, error) {
	if m.AckWait == 0 {
		m.AckWait = 10 * time.Second
	}
	r := &Remote{server: s, match: m, names: namesOf(m.ID, m.Version), changed: make(chan struct{}, 1)}
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
	for try := range dialTries {
		if try > 0 {
			sleep(ctx, retryWait)
		}
		// A server that has just been started may fail for a moment.
		if _, _, err = r.prepare(ctx); !isServerError(err) {
			break
		}
	}
	if err != nil {
		r.nc.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, r.server.explain(err)
	}
	return r, nil
}

// isServerError reports whether a server has failed at what it was asked for, rather than refused.
func isServerError(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == 500
}

// Close closes the connection.
func (r *Remote) Close() { r.nc.Close() }

// prepare makes the streams and the workers' consumer, unless they are there.
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
	// The tasks come last: a worker that sees their stream finds the rest.
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
		MaxDeliver:    -1, // workers give tasks up and say so; see maxDeliveries
	})
	return tasks, results, err
}

// Run implements [Queue]. It survives the server's end and return, even without its files.
func (r *Remote) Run(ctx context.Context, tasks iter.Seq[Task], done func(Result) error) error {
	running, cancel := context.WithCancelCause(ctx)
	run := &run{
		Remote: r, done: done, fail: cancel,
		room: make(chan struct{}, ahead), waiting: map[string]Task{}, taken: make(chan struct{}),
		fresh: make(chan Task), again: make(chan Task), found: make(chan Result),
	}
	err := run.run(running, tasks)
	switch {
	case ctx.Err() != nil:
		err = ctx.Err() // its cause may be another, such as a signal
	case errors.Is(err, Stop):
		err = nil
	}

	ending, stop := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout)
	defer stop()
	if err != nil {
		// Workers may finish their tasks; the results are there for the next Run.
		if s, e := r.js.Stream(ending, r.names.tasks); e == nil {
			_ = s.Purge(ending)
		}
		// Failed tasks are tried again.
		if s, e := r.js.Stream(ending, r.names.results); e == nil {
			for _, h := range run.failed {
				_ = s.Purge(ending, jetstream.WithPurgeSubject(r.names.prefix+"result."+h))
				_ = s.Purge(ending, jetstream.WithPurgeSubject(r.names.prefix+"failure."+h))
			}
		}
		return err
	}
	for _, name := range []string{r.names.tasks, r.names.results} {
		if e := r.js.DeleteStream(ending, name); e != nil && !errors.Is(e, jetstream.ErrStreamNotFound) {
			r.server.log("all is done, but the stream %s stays on the server: %v", name, e)
		}
	}
	return nil
}

// run is the state of a Run. Tasks go from take through send to the server, and results come
// back through session, which alone calls done.
type run struct {
	*Remote
	done   func(Result) error
	fail   context.CancelCauseFunc
	failed []string // hashes of the IDs of tasks that have

	room    chan struct{} // holds as many as there are in waiting
	mu      sync.Mutex    // guards waiting
	waiting map[string]Task
	taken   chan struct{} // closed when there are no more tasks to take

	fresh   chan Task   // tasks to send
	again   chan Task   // tasks to send again, for they may be lost
	found   chan Result // results that an earlier Run or session left
	resumed atomic.Bool // there may be some
}

func (r *run) run(ctx context.Context, tasks iter.Seq[Task]) error {
	var others sync.WaitGroup
	defer others.Wait()
	defer r.fail(nil)
	start := sync.OnceFunc(func() {
		others.Go(func() { r.take(ctx, tasks) })
		for range senders {
			others.Go(func() { r.send(ctx) })
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
			return fmt.Errorf("NATS server %s: the connection is closed: %w", redacted(r.server.URL), r.nc.LastError())
		}
		if err != nil {
			r.server.log("%v; trying again", err)
		}
		sleep(ctx, retryWait)
	}
}

// take takes tasks while there is room.
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
		var t Task
		look := true
		select {
		case t = <-r.fresh:
			look = r.resumed.Load()
		case t = <-r.again:
		case <-ctx.Done():
			return
		}
		for ctx.Err() == nil {
			result, err := r.put(ctx, t, look)
			if err == nil {
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
			sleep(ctx, retryWait) // session says what is wrong
		}
	}
}

// put sends a task to the server, unless it is there already. With look, it looks first
// whether the result is there, and then returns that.
func (r *run) put(ctx context.Context, t Task, look bool) (*Result, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	h := hash(t.ID)
	if look {
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
	msg.Data = t.Payload
	_, err := r.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequencePerSubject(0))
	if isStored(err) {
		err = nil
	}
	return nil, err
}

func resultOf(id string, header nats.Header, data []byte) Result {
	if header.Get(headerFailed) != "" {
		return Result{ID: id, Err: errors.New(string(data))}
	}
	return Result{ID: id, Payload: data}
}

// session makes sure that the server is ready for the match, and receives results until the match
// is finished or something looks wrong; a new session must follow then. An error with finished
// comes from done. session calls start once results can come in.
func (r *run) session(ctx context.Context, start func()) (finished bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tasks, results, err := r.prepare(ctx)
	if err != nil {
		return false, r.server.explain(err)
	}
	// The session receives the results stored from now on. Sending the tasks finds the earlier
	// results, because the tasks of earlier sessions are sent again.
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
	watch := watch{run: r}
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
			if finished, err := r.count(result, taken == nil); finished {
				return true, err
			}
		case msg := <-received:
			meta, err := msg.Metadata()
			if err != nil || meta.Sequence.Stream != last+1 {
				return false, errors.New("a result was missed")
			}
			last++
			watch.quiet = 0
			kind, h, _ := strings.Cut(strings.TrimPrefix(msg.Subject(), r.names.prefix), ".")
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
			if finished, err := r.count(resultOf(t.ID, msg.Headers(), msg.Data()), taken == nil); finished {
				return true, err
			}
		case <-look.C:
			if err := watch.look(ctx, tasks); err != nil {
				return false, err
			}
		}
	}
}

// sendAgain sends the tasks without a result, for they may be lost.
func (r *run) sendAgain(ctx context.Context) {
	r.mu.Lock()
	tasks := slices.Collect(maps.Values(r.waiting))
	r.mu.Unlock()
	for _, t := range tasks {
		select {
		case r.again <- t:
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

// count hands on a result, unless it was before, and reports whether the Run is finished.
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
	}
	if err := r.done(result); err != nil {
		return true, err
	}
	return taken && left == 0, nil
}

// watch looks after the tasks on the server.
type watch struct {
	run   *run
	quiet int  // how often nothing was there or went on
	told  bool // whether the log has reported a lack of workers
}

// look returns an error if tasks have been lost.
func (w *watch) look(ctx context.Context, tasks jetstream.Consumer) error {
	info, err := tasks.Info(ctx)
	if err != nil {
		return fmt.Errorf("the server has lost the tasks: %w", err)
	}
	left := w.run.left()
	if left == 0 || info.NumAckPending > 0 || info.NumPending > 0 && info.NumWaiting > 0 {
		w.quiet, w.told = 0, false
		return nil
	}
	if w.quiet++; w.quiet < 2 {
		return nil
	}
	if info.NumPending == 0 {
		return fmt.Errorf("the server has lost %d tasks", left)
	}
	if !w.told {
		w.told = true
		w.run.server.log("%d tasks wait for workers: run tessera worker --nats %s, of the same version %s",
			left, redacted(w.run.server.URL), w.run.match.Version)
	}
	return nil
}

// firstLine returns the first line of a reason, which may go on with a stack.
func firstLine(reason []byte) string {
	line, _, _ := strings.Cut(string(reason), "\n")
	return line
}
