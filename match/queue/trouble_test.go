// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package queue

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	crand "crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// lines collects log lines.
type lines struct {
	mu   sync.Mutex
	text []string
}

func (l *lines) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, line)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.text, "\n")
}

// The server is killed again and again. The last kill also loses its files.
func TestKilledServer(t *testing.T) {
	t.Parallel()
	tasks, kills := 300, 3
	if simtest.All() {
		tasks, kills = 5000, 30
	}
	rng := seedtest.Rand(t)
	c := child{Port: freePort(t), Store: t.TempDir()}
	srv := c.start(t)
	s := Server{URL: fmt.Sprintf("nats://127.0.0.1:%d", c.Port), start: 5 * time.Minute, Log: func(line string) { t.Log("log:", line) }}
	stopWorker := work(t, s, Worker{Jobs: 3, Handler: slowReply})
	r, results := dial(t, s, Match{AckWait: 2 * time.Second}), collect(t)
	ended := make(chan error, 1)
	go func() { ended <- r.Run(t.Context(), numbered(tasks), results.done) }()
	for n := range kills {
		// Each kill comes midway, after some more results.
		assert.Eventually(t, func() bool { return results.count() >= n*tasks/(kills+1)+1 }, 5*time.Minute, time.Millisecond)
		time.Sleep(time.Duration(rng.IntN(50)) * time.Millisecond)
		kill(srv)
		assert.Less(t, results.count(), tasks, "the server was killed too late")
		if n == kills-1 {
			c.Store = t.TempDir()
		}
		srv = c.start(t)
	}
	require.NoError(t, <-ended)
	results.each(tasks)

	// A worker can stop without a server; it does not wait for the server to return.
	kill(srv)
	stopped := make(chan struct{})
	go func() { stopWorker(); close(stopped) }()
	select {
	case <-stopped:
	case <-time.After(time.Minute):
		t.Error("a worker does not end without a server")
	}
}

// A worker of another version logs the mismatch and does nothing. The match logs that it waits for
// workers of its version.
func TestOtherVersion(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	var atMatch, atOther lines
	other := s
	other.Log = atOther.add
	work(t, other, Worker{Version: "version 2", Jobs: 1, Handler: func(context.Context, []byte) ([]byte, error) {
		t.Error("a worker of another version has been given a task")
		return nil, nil
	}})
	s.Log = atMatch.add
	r, c := dial(t, s, Match{}), collect(t)
	ended := make(chan error, 1)
	go func() { ended <- r.Run(t.Context(), numbered(20), c.done) }()
	assert.Eventually(t, func() bool { return atOther.String() != "" && atMatch.String() != "" }, time.Minute, 10*time.Millisecond)
	assert.Equal(t, "match TestOtherVersion is for version version 1 of tessera, this is version 2: none of its tasks are done here", atOther.String())
	assert.Equal(t, "20 tasks wait for workers: run tessera worker --nats "+s.URL+", of the same version version 1", atMatch.String())
	assert.Zero(t, c.count())
	work(t, s, Worker{Jobs: 1, Handler: reply})
	require.NoError(t, <-ended)
	c.each(20)
}

// A task done twice counts once, in either order and even after the end of the match.
func TestDuplicateDelivery(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	r, c := dial(t, s, Match{AckWait: time.Second}), collect(t)
	ended := make(chan error, 1)
	go func() { ended <- r.Run(t.Context(), numbered(2), c.done) }()

	// This worker takes both tasks and stays silent until another has begun the first.
	var late []*delivery
	nc, js, err := s.connect("late", func() {})
	require.NoError(t, err)
	defer nc.Close()
	w := &worker{Worker: Worker{Version: version}, server: s, nc: nc, js: js}
	m := &served{ctx: t.Context(), names: r.names}
	m.tasks, err = js.Consumer(t.Context(), r.names.tasks, workers)
	require.NoError(t, err)
	for len(late) < 2 {
		batch, err := m.tasks.Fetch(1, jetstream.FetchMaxWait(time.Second))
		require.NoError(t, err)
		for msg := range batch.Messages() {
			late = append(late, newDelivery(w, m, msg))
		}
	}
	// It does the second task late, but before the others get it.
	assert.True(t, late[1].store(t.Context(), append([]byte("done: "), late[1].msg.Data()...), ""))
	var calls atomic.Int32
	release := make(chan struct{})
	work(t, s, Worker{Jobs: 1, Handler: func(ctx context.Context, payload []byte) ([]byte, error) {
		calls.Add(1)
		// The late result of the first task arrives while the other worker thinks. It counts.
		assert.True(t, late[0].store(ctx, append([]byte("done: "), late[0].msg.Data()...), ""))
		<-release
		return []byte("of the second worker"), nil
	}})
	assert.Eventually(t, func() bool { return c.count() == 2 }, 5*time.Minute, time.Millisecond)
	assert.NoError(t, <-ended)
	close(release)
	assert.EqualValues(t, 1, calls.Load())
	c.each(2)
}

// A gap in the results begins a new session, which asks the server again.
func TestMissedResult(t *testing.T) {
	t.Parallel()
	const many = 1000 // more than a session asks for ahead
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	var log lines
	logged := s
	logged.Log = log.add
	r, c := dial(t, logged, Match{}), collect(t)
	blocked, release := make(chan struct{}), make(chan struct{})
	block := sync.OnceFunc(func() { close(blocked); <-release })
	ended := make(chan error, 1)
	go func() {
		ended <- r.Run(t.Context(), numbered(2), func(result Result) error { block(); return c.done(result) })
	}()
	second := make(chan struct{})
	work(t, s, Worker{Jobs: 2, Handler: func(ctx context.Context, payload []byte) ([]byte, error) {
		if string(payload) == "task 1" {
			<-second
		}
		return reply(ctx, payload)
	}})
	<-blocked
	// The session stands still behind the first result, while others come in and one is lost.
	var lost uint64
	for range many {
		ack, err := r.js.Publish(t.Context(), r.names.prefix+"result.unknown", nil)
		require.NoError(t, err)
		lost = ack.Sequence - 1
	}
	results, err := r.js.Stream(t.Context(), r.names.results)
	require.NoError(t, err)
	require.NoError(t, results.DeleteMsg(t.Context(), lost))
	close(release)
	assert.Eventually(t, func() bool { return log.String() == "a result was missed; trying again" }, 5*time.Minute, time.Millisecond)
	close(second)
	require.NoError(t, <-ended)
	c.each(2)
}

// A task may take longer than a worker may be silent, and is still done once.
func TestLongTask(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	var calls atomic.Int32
	long := func(ctx context.Context, payload []byte) ([]byte, error) {
		calls.Add(1)
		sleep(ctx, 4*time.Second)
		return reply(ctx, payload)
	}
	for range 2 {
		work(t, s, Worker{Jobs: 1, Handler: long})
	}
	r, c := dial(t, s, Match{AckWait: time.Second}), collect(t)
	require.NoError(t, r.Run(t.Context(), numbered(1), c.done))
	c.each(1)
	assert.EqualValues(t, 1, calls.Load())
}

// A handler that always fails at a task gets a few attempts. The other tasks are done.
func TestRemoteFailure(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	var calls atomic.Int32
	for range 2 {
		work(t, s, Worker{Jobs: 1, Handler: func(_ context.Context, payload []byte) ([]byte, error) {
			switch string(payload) {
			case "task 3":
				calls.Add(1)
				return nil, errors.New("no\nengine")
			case "task 4":
				panic("lost its mind")
			case "task 5":
				return make([]byte, 2<<20), nil
			}
			return payload, nil
		}})
	}
	results := map[string]Result{}
	r := dial(t, s, Match{})
	require.NoError(t, r.Run(t.Context(), numbered(20), func(r Result) error {
		results[r.ID] = r
		return nil
	}))
	assert.Len(t, results, 20)
	host, err := os.Hostname()
	require.NoError(t, err)
	assert.EqualError(t, results["task 3"].Err, "failed 3 times, the last on "+host+": no\nengine")
	assert.ErrorContains(t, results["task 4"].Err, "failed 3 times, the last on "+host+": panic: lost its mind")
	assert.EqualError(t, results["task 5"].Err, "the result has 2097152 bytes, want 1047552 at most, as the NATS server has it")
	assert.EqualValues(t, Attempts, calls.Load())
	for id, r := range results {
		if id != "task 3" && id != "task 4" && id != "task 5" {
			assert.NoError(t, r.Err, id)
			assert.Equal(t, id, string(r.Payload))
		}
	}
}

// A failed task that ended a match is tried again when the match resumes.
func TestFailedTaskInNextRun(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	var well atomic.Bool
	work(t, s, Worker{Jobs: 2, Handler: func(ctx context.Context, payload []byte) ([]byte, error) {
		if string(payload) == "task 3" && !well.Load() {
			return nil, errors.New("no engine")
		}
		return reply(ctx, payload)
	}})
	r, c := dial(t, s, Match{}), collect(t)
	err := r.Run(t.Context(), numbered(20), func(r Result) error {
		if r.Err != nil {
			return r.Err
		}
		return c.done(r)
	})
	assert.ErrorContains(t, err, "no engine")
	well.Store(true)
	require.NoError(t, r.Run(t.Context(), func(yield func(Task) bool) {
		for task := range numbered(20) {
			if !c.has(task.ID) && !yield(task) {
				return
			}
		}
	}, c.done))
	c.each(20)
}

func TestTooLongTask(t *testing.T) {
	t.Parallel()
	r := dial(t, serve(t, &server.Options{StoreDir: t.TempDir()}), Match{})
	err := r.Run(t.Context(), func(yield func(Task) bool) { yield(Task{ID: "a", Payload: make([]byte, 2<<20)}) }, nil)
	assert.EqualError(t, err, `queue: task "a" has 2097152 bytes, want 1048576 at most, as the NATS server has it`)
}

// The match gives up a task that kills its workers.
func TestDeadlyTask(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	r := dial(t, s, Match{})
	ended := make(chan Result, 1)
	go func() {
		_ = r.Run(t.Context(), numbered(1), func(r Result) error { ended <- r; return nil })
	}()
	tasks, err := r.js.Consumer(t.Context(), r.names.tasks, workers)
	require.NoError(t, err)
	for n := 0; n < maxDeliveries; {
		batch, err := tasks.Fetch(1, jetstream.FetchMaxWait(time.Second))
		require.NoError(t, err)
		for msg := range batch.Messages() {
			n++
			require.NoError(t, msg.Nak())
		}
	}
	work(t, s, Worker{Jobs: 1, Handler: reply})
	assert.EqualError(t, (<-ended).Err, "25 workers have taken it, and died or were stopped")
}

// A worker that lacks a program leaves the match to others.
func TestUnfitWorker(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	var calls atomic.Int32
	unfit := s
	var log lines
	unfit.Log = log.add
	work(t, unfit, Worker{Jobs: 1, Handler: func(context.Context, []byte) ([]byte, error) {
		calls.Add(1)
		return nil, fmt.Errorf("%w: no program pentobi-gtp", ErrUnfit)
	}})
	var atMatch lines
	told := s
	told.Log = atMatch.add
	r, c := dial(t, told, Match{}), collect(t)
	ended := make(chan error, 1)
	go func() { ended <- r.Run(t.Context(), numbered(20), c.done) }()
	assert.Eventually(t, func() bool { return strings.Contains(log.String(), "no more") && atMatch.String() != "" }, 5*time.Minute, time.Millisecond)
	host, err := os.Hostname()
	require.NoError(t, err)
	assert.Equal(t, "a worker does no tasks of this match: "+host+": this worker cannot do the task: no program pentobi-gtp", atMatch.String())
	assert.Contains(t, log.String(), "match TestUnfitWorker: no more of its tasks are done here: this worker cannot do the task: no program pentobi-gtp")
	work(t, s, Worker{Jobs: 1, Handler: reply})
	require.NoError(t, <-ended)
	c.each(20)
	assert.EqualValues(t, 1, calls.Load())
}

// A stopped worker hands its task back at once. An interrupted match resumes where it was.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	started := make(chan struct{}, 100)
	stopWorker := work(t, s, Worker{Jobs: 1, Handler: func(ctx context.Context, _ []byte) ([]byte, error) {
		started <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	r, c := dial(t, s, Match{AckWait: time.Hour}), collect(t)
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	eleventh := make(chan struct{})
	go func() {
		ended <- r.Run(ctx, numbered(40), func(r Result) error {
			defer func() {
				if c.count() == 10 {
					<-eleventh // otherwise the match might withdraw the task before a worker has it
					interrupt()
				}
			}()
			return c.done(r)
		})
	}()
	<-started
	stopWorker()
	var calls atomic.Int32
	work(t, s, Worker{Jobs: 1, Handler: func(ctx context.Context, payload []byte) ([]byte, error) {
		if calls.Add(1) == 11 {
			// The match is interrupted now. This task finishes after the Run has ended.
			close(eleventh)
			<-ended
		}
		return reply(ctx, payload)
	}})
	assert.Eventually(t, func() bool {
		results, err := r.js.Stream(t.Context(), r.names.results)
		return err == nil && ctx.Err() != nil && results.CachedInfo().State.Msgs >= 11
	}, time.Minute, 10*time.Millisecond)

	// The match resumes with the tasks that have no result yet.
	stored := int(calls.Load())
	had := c.count()
	require.NoError(t, r.Run(t.Context(), func(yield func(Task) bool) {
		for task := range numbered(40) {
			if c.has(task.ID) {
				continue
			}
			if !yield(task) {
				return
			}
		}
	}, c.done))
	c.each(40)
	// A worker may store a result just after the match looked for it and just before the match
	// sends the task. A task under way at that moment may be done twice, and counts once.
	assert.Contains(t, []int32{40, 41}, calls.Load(), "what was done is not done again (%d results had been seen, %d stored)", had, stored)
}

// A decided match ends at once, and its workers abandon their tasks.
func TestRemoteStop(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	var calls, stopped atomic.Int32
	stopWorker := work(t, s, Worker{Jobs: 2, Handler: func(ctx context.Context, payload []byte) ([]byte, error) {
		if calls.Add(1) == 30 { // any task: the order may vary
			<-ctx.Done()
			stopped.Add(1)
			return nil, ctx.Err()
		}
		return reply(ctx, payload)
	}})
	r, n := dial(t, s, Match{}), 0
	require.NoError(t, r.Run(t.Context(), numbered(1_000_000), func(Result) error {
		if n++; n == 100 {
			return Stop
		}
		return nil
	}))
	assert.Equal(t, 100, n)
	assert.Empty(t, streams(t, r))
	assert.Eventually(t, func() bool { return stopped.Load() == 1 }, 5*time.Minute, time.Millisecond)
	stopWorker()

	full := errors.New("disk is full")
	work(t, s, Worker{Jobs: 2, Handler: reply})
	assert.Equal(t, full, r.Run(t.Context(), numbered(1000), func(Result) error { return full }))
	assert.ErrorContains(t, r.Run(t.Context(), slices.Values([]Task{{ID: "a"}, {ID: "a"}}), func(Result) error { return nil }), `two tasks have the ID "a"`)
}

func TestServerErrors(t *testing.T) {
	t.Parallel()
	match := Match{ID: "m", Version: version}
	port := freePort(t)
	permissions := &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{"tessera.>", "$JS.API.>", "$JS.ACK.>"}},
		Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}},
	}
	plain := serve(t, &server.Options{})
	secret := serve(t, &server.Options{StoreDir: t.TempDir(), Users: []*server.User{{Username: "ada", Password: "right", Permissions: permissions}}})
	withUser := func(user string) string { return strings.Replace(secret.URL, "nats://", "nats://"+user+"@", 1) }
	for _, c := range []struct {
		name   string
		server Server
		want   string
	}{
		{"no URL", Server{}, "NATS: no URL, want one such as nats://localhost:4222"},
		{"nobody there", Server{URL: fmt.Sprintf("nats://127.0.0.1:%d", port)}, fmt.Sprintf("NATS server nats://127.0.0.1:%d: nats: no servers available for connection", port)},
		{"no JetStream", Server{URL: plain.URL}, "NATS server " + plain.URL + ": JetStream is not enabled, want a server that was started with -js"},
		{"wrong password", Server{URL: withUser("ada:wrong")}, "NATS server " + withUser("ada:xxxxx") + ": nats: Authorization Violation"},
		{"token", Server{URL: withUser("token")}, "NATS server " + withUser("xxxxx") + ": nats: Authorization Violation"},
		{"key alone", Server{URL: plain.URL, Key: "key.pem"}, "NATS: a certificate needs its key and a key its certificate, want both files"},
		{"no CA", Server{URL: plain.URL, CA: "none.pem"}, "NATS server " + plain.URL + ": nats: error loading or parsing rootCA file: open none.pem: no such file or directory"},
		{"no credentials", Server{URL: secret.URL, Creds: "none.creds"}, "NATS server " + secret.URL + ": nats: open none.creds: no such file or directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Dial(t.Context(), c.server, match)
			assert.EqualError(t, err, c.want)
			assert.EqualError(t, Work(t.Context(), c.server, Worker{Jobs: 1}), c.want)
		})
	}
	ok := Server{URL: withUser("ada:right"), Log: func(line string) { t.Error("the permissions should do: ", line) }}
	// The worker's log lines about matches are not errors.
	atWorker := ok
	atWorker.Log = nil
	work(t, atWorker, Worker{Jobs: 1, Handler: reply})
	r, c := dial(t, ok, Match{}), collect(t)
	require.NoError(t, r.Run(t.Context(), numbered(10), c.done))
	c.each(10)
}

// The server requires TLS on both sides and a user's credentials file.
func TestTLSAndCredentials(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := certificate(t, dir)
	pair, err := tls.LoadX509KeyPair(cert, key)
	require.NoError(t, err)
	pool := x509.NewCertPool()
	pemText, err := os.ReadFile(cert)
	require.NoError(t, err)
	require.True(t, pool.AppendCertsFromPEM(pemText))

	o := &server.Options{
		StoreDir:  dir,
		TLS:       true,
		TLSVerify: true,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert},
	}
	creds := filepath.Join(dir, "user.creds")
	credentials(t, o, creds)
	s := serve(t, o)
	s.URL = strings.Replace(s.URL, "nats://", "tls://", 1)

	_, err = Dial(t.Context(), s, Match{})
	assert.ErrorContains(t, err, "certificate signed by unknown authority")
	s.CA, s.Cert, s.Key = cert, cert, key
	_, err = Dial(t.Context(), s, Match{})
	assert.ErrorContains(t, err, "Authorization Violation")
	s.Creds = creds
	work(t, s, Worker{Jobs: 1, Handler: reply})
	r, c := dial(t, s, Match{}), collect(t)
	require.NoError(t, r.Run(t.Context(), numbered(10), c.done))
	c.each(10)
}

// certificate makes a self-signed certificate for 127.0.0.1.
func certificate(t *testing.T, dir string) (cert, key string) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), crand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(crand.Reader, template, template, &private.PublicKey, private)
	require.NoError(t, err)
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	require.NoError(t, err)
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	require.NoError(t, os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	require.NoError(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}), 0o600))
	return cert, key
}

// credentials makes an operator, an account with JetStream and a user, makes the server trust them,
// and writes the user's credentials file.
func credentials(t *testing.T, o *server.Options, file string) {
	operator, err := nkeys.CreateOperator()
	require.NoError(t, err)
	account, err := nkeys.CreateAccount()
	require.NoError(t, err)
	user, err := nkeys.CreateUser()
	require.NoError(t, err)
	public := func(k nkeys.KeyPair) string {
		text, err := k.PublicKey()
		require.NoError(t, err)
		return text
	}

	accountClaims := jwt.NewAccountClaims(public(account))
	accountClaims.Limits.JetStreamLimits = jwt.JetStreamLimits{DiskStorage: jwt.NoLimit, MemoryStorage: jwt.NoLimit, Streams: jwt.NoLimit, Consumer: jwt.NoLimit}
	accountJWT, err := accountClaims.Encode(operator)
	require.NoError(t, err)
	userJWT, err := jwt.NewUserClaims(public(user)).Encode(account)
	require.NoError(t, err)
	seed, err := user.Seed()
	require.NoError(t, err)
	text, err := jwt.FormatUserConfig(userJWT, seed)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, text, 0o600))

	claims := jwt.NewOperatorClaims(public(operator))
	o.TrustedOperators = []*jwt.OperatorClaims{claims}
	resolver := &server.MemAccResolver{}
	require.NoError(t, resolver.Store(public(account), accountJWT))
	o.AccountResolver = resolver
	system, err := nkeys.CreateAccount()
	require.NoError(t, err)
	systemJWT, err := jwt.NewAccountClaims(public(system)).Encode(operator)
	require.NoError(t, err)
	require.NoError(t, resolver.Store(public(system), systemJWT))
	o.SystemAccount = public(system)
}

// checked returns numbered tasks whose results are checked.
func checked(n int) iter.Seq[Task] {
	return func(yield func(Task) bool) {
		for task := range numbered(n) {
			task.Check = func(_ context.Context, payload []byte) error {
				if string(payload) != "done: "+task.ID {
					return fmt.Errorf("%.10q is no answer", payload)
				}
				return nil
			}
			if !yield(task) {
				return
			}
		}
	}
}

// A wrong result is set aside, and another worker does the task. The worker gets no more tasks.
func TestWrongResult(t *testing.T) {
	t.Parallel()
	host, err := os.Hostname()
	require.NoError(t, err)
	for name, c := range map[string]struct{ lie, reason string }{
		"garbage":  {"rubbish", `"rubbish" is no answer`},
		"empty":    {"", `"" is no answer`},
		"too long": {strings.Repeat("x", 3<<20), "the result has 3145728 bytes, want 1047552 at most, as the NATS server has it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, &server.Options{StoreDir: t.TempDir()})
			var atMatch, atLiar lines
			liar := s
			liar.Log = atLiar.add
			var lies atomic.Int32
			work(t, liar, Worker{Jobs: 2, Handler: func(context.Context, []byte) ([]byte, error) {
				lies.Add(1)
				return []byte(c.lie), nil
			}})
			told := s
			told.Log = atMatch.add
			r, results := dial(t, told, Match{}), collect(t)
			ended := make(chan error, 1)
			go func() { ended <- r.Run(t.Context(), checked(40), results.done) }()
			assert.Eventually(t, func() bool { return strings.Contains(atLiar.String(), "no more") }, 5*time.Minute, time.Millisecond)
			assert.Contains(t, atLiar.String(), "no more of its tasks are done here: the match has refused a result of this worker")
			assert.Regexp(t, `^task "task \d+": the result of worker `+regexp.QuoteMeta(host)+` [0-9a-f]{8} is set aside: `+regexp.QuoteMeta(c.reason)+"; another worker gets the task", atMatch.String())
			assert.Zero(t, results.count())
			before := lies.Load()
			work(t, s, Worker{Jobs: 2, Handler: reply})
			require.NoError(t, <-ended)
			results.each(40)
			assert.LessOrEqual(t, lies.Load()-before, int32(1), "the liar's other job may have had a task in hand")
		})
	}
}

// A worker lies after good results: Run ends, and the next Run does the tasks without it.
func TestDistrustedWorker(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	var calls, taken atomic.Int32
	work(t, s, Worker{Jobs: 1, Handler: func(ctx context.Context, payload []byte) ([]byte, error) {
		if calls.Add(1) > 5 {
			for taken.Load() < 5 && ctx.Err() == nil { // checks run side by side: a lie may overtake
				time.Sleep(time.Millisecond)
			}
			return []byte("a lie"), nil
		}
		return reply(ctx, payload)
	}})
	r := dial(t, s, Match{})
	workers := map[string]string{}
	take := func(result Result) error {
		workers[result.ID] = result.Worker
		taken.Add(1)
		return result.Err
	}
	err := r.Run(t.Context(), checked(40), take)
	var wrong *DistrustError
	require.ErrorAs(t, err, &wrong)
	assert.EqualError(t, err, "worker "+wrong.Worker+`: "a lie" is no answer`)
	assert.Len(t, workers, 5)
	for _, worker := range workers {
		assert.Equal(t, wrong.Worker, worker)
	}

	work(t, s, Worker{Jobs: 1, Handler: reply})
	require.NoError(t, r.Run(t.Context(), checked(40), take))
	assert.Len(t, workers, 40)
	for _, worker := range workers {
		assert.NotEqual(t, wrong.Worker, worker)
		assert.NotEmpty(t, worker)
	}
}

// If all lie, the match ends; the same match goes on with honest workers.
func TestLiarsAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	var stop []func()
	for range Attempts {
		stop = append(stop, work(t, s, Worker{Jobs: 1, Handler: func(context.Context, []byte) ([]byte, error) { return []byte("a lie"), nil }}))
	}
	first := dial(t, s, Match{})
	err := first.Run(t.Context(), checked(1), func(r Result) error { return r.Err })
	assert.Regexp(t, `^the results of 3 workers were set aside, the last of worker .*: "a lie" is no answer$`, err)
	for _, end := range stop {
		end()
	}
	work(t, s, Worker{Jobs: 1, Handler: reply})
	r, c := dial(t, s, Match{}), collect(t)
	require.NoError(t, r.Run(t.Context(), checked(1), c.done))
	c.each(1)
}

// A server whose storage is full: the match says what the server answers, and ends; the worker whose
// results are not stored says so.
func TestStorageFull(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir(), JetStreamMaxStore: 100_000, JetStreamMaxMemory: 10 << 20})
	var atMatch, atWorker lines
	s.Log = atWorker.add
	work(t, s, Worker{Jobs: 1, Handler: func(context.Context, []byte) ([]byte, error) { return make([]byte, 90_000), nil }})
	s.Log = atMatch.add
	r := dial(t, s, Match{Patience: 4 * time.Second})
	err := r.Run(t.Context(), func(yield func(Task) bool) {
		for n := range 100 {
			if !yield(Task{ID: fmt.Sprint(n), Payload: make([]byte, 5_000)}) {
				return
			}
		}
	}, collect(t).done)
	assert.ErrorContains(t, err, "it has not stored a task in stream TESSERA_TASKS_")
	assert.ErrorContains(t, err, "insufficient resources")
	assert.Contains(t, atMatch.String(), "the server does not store a task in stream TESSERA_TASKS_")
	assert.Contains(t, atWorker.String(), "the server does not store a result in stream TESSERA_RESULTS_")
}

// The tasks fit into the storage of a server, and no result does: the match says so, too.
func TestNoRoomForResults(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir(), JetStreamMaxStore: 10_000, JetStreamMaxMemory: 10 << 20})
	s.Log = func(string) {}
	work(t, s, Worker{Jobs: 1, Handler: func(context.Context, []byte) ([]byte, error) { return make([]byte, 90_000), nil }})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var full atomic.Bool
	s.Log = func(line string) {
		if strings.HasPrefix(line, "the server does not store a result in stream TESSERA_RESULTS_") {
			full.Store(true)
			cancel()
		}
	}
	r := dial(t, s, Match{})
	err := r.Run(ctx, func(yield func(Task) bool) {
		for n := range 3 { // the last one goes beyond the limit, as the server lets it
			if !yield(Task{ID: fmt.Sprint(n), Payload: make([]byte, 4_700)}) {
				return
			}
		}
	}, collect(t).done)
	assert.ErrorIs(t, err, context.Canceled)
	assert.True(t, full.Load())
}
