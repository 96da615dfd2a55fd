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
	"math/big"
	"net"
	"os"
	"path/filepath"
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

// lines keeps what was logged.
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

// The server is killed again and again, and the last time loses its files.
func TestKilledServer(t *testing.T) {
	t.Parallel()
	tasks, kills := 300, 3
	if simtest.All() {
		tasks, kills = 5000, 30
	}
	rng := seedtest.Rand(t)
	c := child{Port: freePort(t), Store: t.TempDir()}
	srv := c.start(t)
	s := Server{URL: fmt.Sprintf("nats://127.0.0.1:%d", c.Port), Log: func(line string) { t.Log("log:", line) }}
	stopWorker := work(t, s, Worker{Jobs: 3, Handler: slowReply})
	r, results := dial(t, s, Match{AckWait: 2 * time.Second}), collect(t)
	ended := make(chan error, 1)
	go func() { ended <- r.Run(t.Context(), numbered(tasks), results.done) }()
	for n := range kills {
		// In the middle of it: some more tasks are done first.
		assert.Eventually(t, func() bool { return results.count() >= n*tasks/(kills+1)+1 }, time.Minute, time.Millisecond)
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

	// Without a server a worker ends, too, and does not wait for it to come back.
	kill(srv)
	stopped := make(chan struct{})
	go func() { stopWorker(); close(stopped) }()
	select {
	case <-stopped:
	case <-time.After(time.Minute):
		t.Error("a worker does not end without a server")
	}
}

// A worker of another version says so and does nothing, and the match says what it waits for.
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

// A task that is done twice counts once, in either order and even after the match's end.
func TestDuplicateDelivery(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	r, c := dial(t, s, Match{AckWait: time.Second}), collect(t)
	ended := make(chan error, 1)
	go func() { ended <- r.Run(t.Context(), numbered(2), c.done) }()

	// A worker that takes both tasks and is not heard of until others have done the first.
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
	// The second is done late, but before the others get at it.
	assert.True(t, late[1].store(t.Context(), append([]byte("done: "), late[1].msg.Data()...), ""))
	var calls atomic.Int32
	release := make(chan struct{})
	work(t, s, Worker{Jobs: 1, Handler: func(ctx context.Context, payload []byte) ([]byte, error) {
		calls.Add(1)
		// While the others think, here comes the late one: its result counts.
		assert.True(t, late[0].store(ctx, append([]byte("done: "), late[0].msg.Data()...), ""))
		<-release
		return []byte("of the second worker"), nil
	}})
	assert.Eventually(t, func() bool { return c.count() == 2 }, time.Minute, time.Millisecond)
	assert.NoError(t, <-ended)
	close(release)
	assert.EqualValues(t, 1, calls.Load())
	c.each(2)
}

// A task takes longer than a worker may be silent: it is done once.
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

// A handler that always fails at a task does so a few times only, and the others are done.
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

// A failed task that has ended a match is tried again when the match goes on.
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
	err := r.Run(t.Context(), func(yield func(Task) bool) { yield(Task{"a", make([]byte, 2<<20)}) }, nil)
	assert.EqualError(t, err, `queue: task "a" has 2097152 bytes, want 1048576 at most, as the NATS server has it`)
}

// A task that kills its workers is given up in the end.
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

// A worker that lacks something leaves a match to others.
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
	assert.Eventually(t, func() bool { return strings.Contains(log.String(), "no more") && atMatch.String() != "" }, time.Minute, time.Millisecond)
	host, err := os.Hostname()
	require.NoError(t, err)
	assert.Equal(t, "a worker does no tasks of this match: "+host+": this worker cannot do the task: no program pentobi-gtp", atMatch.String())
	assert.Contains(t, log.String(), "match TestUnfitWorker: no more of its tasks are done here: this worker cannot do the task: no program pentobi-gtp")
	work(t, s, Worker{Jobs: 1, Handler: reply})
	require.NoError(t, <-ended)
	c.each(20)
	assert.EqualValues(t, 1, calls.Load())
}

// A worker that is stopped hands its task back at once; a match that is interrupted goes on
// where it was.
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
					<-eleventh // or it might be withdrawn before a worker has it
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
			// The match is interrupted now, and this task done when there is nobody to see.
			close(eleventh)
			<-ended
		}
		return reply(ctx, payload)
	}})
	assert.Eventually(t, func() bool {
		results, err := r.js.Stream(t.Context(), r.names.results)
		return err == nil && ctx.Err() != nil && results.CachedInfo().State.Msgs >= 11
	}, time.Minute, 10*time.Millisecond)

	// The same match once more, with the tasks that it has no result of.
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
	// A worker may store a result between the match's look for it and the task that is sent
	// for want of it: what is under way at that moment may be done twice, and counts once.
	assert.Contains(t, []int32{40, 41}, calls.Load(), "what was done is not done again (%d results had been seen, %d stored)", had, stored)
}

// A match that is decided ends at once, and its workers leave their tasks.
func TestRemoteStop(t *testing.T) {
	t.Parallel()
	s := serve(t, &server.Options{StoreDir: t.TempDir()})
	var calls, stopped atomic.Int32
	stopWorker := work(t, s, Worker{Jobs: 2, Handler: func(ctx context.Context, payload []byte) ([]byte, error) {
		if calls.Add(1) == 30 { // whichever task it is: they may come in another order
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
	assert.Eventually(t, func() bool { return stopped.Load() == 1 }, time.Minute, time.Millisecond)
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
	// The worker's reports on matches are no complaints.
	atWorker := ok
	atWorker.Log = nil
	work(t, atWorker, Worker{Jobs: 1, Handler: reply})
	r, c := dial(t, ok, Match{}), collect(t)
	require.NoError(t, r.Run(t.Context(), numbered(10), c.done))
	c.each(10)
}

// The server asks for TLS on both sides and for a user's credentials file.
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

// certificate makes a certificate of 127.0.0.1, signed by itself.
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

// credentials makes an operator, an account with JetStream, and a user, whom the server
// trusts then, and writes the user's file.
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
