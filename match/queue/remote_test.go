// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package queue

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/internal/process"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// childVariable makes the test binary a child process: a server or a worker that a test can kill.
// Its value is a child in JSON.
const childVariable = "TESSERA_QUEUE_CHILD"

type child struct {
	Port  int    // port of the server
	Store string // the server's folder; "" for a worker
	Begun string // file that gains a byte whenever a worker begins a task
}

func TestMain(m *testing.M) {
	text := os.Getenv(childVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var c child
	err := json.Unmarshal([]byte(text), &c)
	switch {
	case err != nil:
	case c.Store != "":
		_, err = startServer(&server.Options{Port: c.Port, StoreDir: c.Store})
		if err == nil {
			fmt.Println("ready")
			select {}
		}
	default:
		err = Work(context.Background(), Server{URL: fmt.Sprintf("nats://127.0.0.1:%d", c.Port)},
			Worker{Version: version, Jobs: 2, Handler: c.handle})
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// handle records the start of a task and does it.
func (c child) handle(ctx context.Context, payload []byte) ([]byte, error) {
	f, err := os.OpenFile(c.Begun, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	if _, err := f.Write([]byte{'.'}); err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	return slowReply(ctx, payload)
}

// start starts a child and kills it at the end of the test. A server is ready when start returns.
func (c child) start(t *testing.T) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(c)
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childVariable+"="+string(text))
	process.EndWithParent(cmd)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { kill(cmd) })
	if c.Store != "" {
		line, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err, "the server's first line is %q", line)
	}
	return cmd
}

// kill kills a child with SIGKILL, if it still runs.
func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// freePort returns a TCP port that is not in use.
func freePort(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// startServer starts a server in this process, on the loopback interface.
func startServer(o *server.Options) (*server.Server, error) {
	o.Host, o.JetStream, o.NoSigs = "127.0.0.1", o.StoreDir != "", true
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(2 * time.Minute) {
		return nil, errors.New("the server does not start")
	}
	return s, nil
}

// serve starts a server for a test and returns how to reach it. A busy machine may keep the tests' many servers
// from their disk for long.
func serve(t testing.TB, o *server.Options) Server {
	t.Helper()
	o.Port = server.RANDOM_PORT
	s, err := startServer(o)
	require.NoError(t, err)
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return Server{URL: s.ClientURL(), Log: func(line string) { t.Log("log:", line) }, start: 5 * time.Minute}
}

const version = "version 1"

// slowReply takes a few milliseconds, depending on the task.
func slowReply(ctx context.Context, payload []byte) ([]byte, error) {
	sleep(ctx, time.Duration(hash(string(payload))[0]%16)*3*time.Millisecond)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return reply(ctx, payload)
}

// dial makes a queue for a test.
func dial(t testing.TB, s Server, m Match) *Remote {
	t.Helper()
	m.ID, m.Version = t.Name(), version
	r, err := Dial(t.Context(), s, m)
	require.NoError(t, err)
	t.Cleanup(r.Close)
	return r
}

// work starts a worker, and returns a function that stops it.
func work(t testing.TB, s Server, w Worker) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	if w.Version == "" {
		w.Version = version
	}
	go func() { ended <- Work(ctx, s, w) }()
	stop = sync.OnceFunc(func() {
		cancel()
		assert.ErrorIs(t, <-ended, context.Canceled)
	})
	t.Cleanup(stop)
	return stop
}

// streams returns the names of the streams on the server.
func streams(t testing.TB, r *Remote) (names []string) {
	list := r.js.StreamNames(t.Context())
	for name := range list.Name() {
		names = append(names, name)
	}
	require.NoError(t, list.Err())
	return names
}

func TestRemote(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	var done [2]atomic.Int64 // tasks of each worker; either may have none
	var matches atomic.Int64
	for i := range done {
		work(t, s, Worker{Jobs: 1 + i, Handler: reply, Progress: func(p Progress) {
			done[i].Store(int64(p.Done))
			matches.Store(max(matches.Load(), int64(p.Matches)))
		}})
	}
	r, c := dial(t, s, Match{}), collect(t)
	require.NoError(t, r.Run(t.Context(), numbered(500), c.done))
	c.each(500)
	assert.Empty(t, streams(t, r), "nothing stays on the server")
	assert.Eventually(t, func() bool { return done[0].Load()+done[1].Load() == 500 }, 5*time.Minute, time.Millisecond)
	assert.EqualValues(t, 1, matches.Load())

	require.NoError(t, r.Run(t.Context(), numbered(0), c.done), "no tasks at all")
}

// Two matches of one version share a worker.
func TestRemoteTwoMatches(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	work(t, s, Worker{Jobs: 2, Handler: reply})
	var matches sync.WaitGroup
	for n := range 2 {
		matches.Go(func() {
			r, err := Dial(t.Context(), s, Match{ID: fmt.Sprint(n), Version: version})
			if !assert.NoError(t, err) {
				return
			}
			defer r.Close()
			c := collect(t)
			assert.NoError(t, r.Run(t.Context(), numbered(300), c.done))
			c.each(300)
		})
	}
	matches.Wait()
}

// begun returns how many tasks the children have begun.
func begun(t *testing.T, c child) int {
	info, err := os.Stat(c.Begun)
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	require.NoError(t, err)
	return int(info.Size())
}

// Workers are killed at random moments. Each task still has exactly one result.
func TestKilledWorkers(t *testing.T) {
	t.Parallel()
	tasks, kills, workers := 200, 100, 3
	if simtest.All() {
		tasks, kills = 2000, 1000
	}
	rng := seedtest.Rand(t)
	c := child{Port: freePort(t), Store: t.TempDir()}
	c.start(t)
	s := Server{URL: fmt.Sprintf("nats://127.0.0.1:%d", c.Port), start: 5 * time.Minute, Log: func(line string) { t.Log("log:", line) }}
	c = child{Port: c.Port, Begun: filepath.Join(t.TempDir(), "begun")}
	r, results := dial(t, s, Match{AckWait: time.Second}), collect(t)

	// The test hands out tasks as it kills workers, so that the kills hit work.
	more := make(chan struct{}, tasks)
	ended := make(chan error, 1)
	go func() {
		ended <- r.Run(t.Context(), func(yield func(Task) bool) {
			for task := range numbered(tasks) {
				<-more
				if !yield(task) {
					return
				}
			}
		}, results.done)
	}()
	procs := make([]*exec.Cmd, workers)
	for i := range procs {
		procs[i] = c.start(t)
	}
	given := 0
	give := func(n int) {
		for ; given < n; given++ {
			more <- struct{}{}
		}
	}
	for n := range kills {
		// There are always tasks left: enough for one more kill, and a few more.
		give(min(tasks, (n+1)*tasks/kills+2*workers))
		// A new worker takes a while to begin a task.
		for before := begun(t, c); begun(t, c) == before && results.count() < given; {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(rng.IntN(20)) * time.Millisecond)
		i := rng.IntN(workers)
		kill(procs[i])
		procs[i] = c.start(t)
	}
	give(tasks)
	require.NoError(t, <-ended)
	results.each(tasks)
	again := begun(t, c) - tasks
	t.Logf("%d kills, %d tasks, %d of them begun again", kills, tasks, again)
	assert.Greater(t, again, kills/5, "too few kills have hit a task")
}

// TestUnusedMatch: a match that ends before it has begun leaves nothing on the server, but neither does
// it take away what an earlier run of it left there.
func TestUnusedMatch(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	nc, js, err := s.connect("test", func() {})
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	streams := func() (names []string) {
		for name := range js.StreamNames(t.Context()).Name() {
			names = append(names, name)
		}
		return names
	}
	dial(t, s, Match{}).Close()
	assert.Empty(t, streams())

	r := dial(t, s, Match{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.ErrorIs(t, r.Run(ctx, numbered(1), func(Result) error { return nil }), context.Canceled)
	r.Close()
	assert.Len(t, streams(), 2)
	dial(t, s, Match{}).Close()
	assert.Len(t, streams(), 2)
}
