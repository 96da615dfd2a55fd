package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/lab/training"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// natsServer starts a server at loopback and returns its URL.
func natsServer(t *testing.T) string {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true})
	require.NoError(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	require.True(t, s.ReadyForConnections(30*time.Second))
	return s.ClientURL()
}

// lockedText is the output of a command that a test reads meanwhile.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// startWorker starts a worker, and returns its output and a function that stops it.
func startWorker(t *testing.T, url string, args ...string) (said *lockedText, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	said = &lockedText{}
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append([]string{"worker", "--nats", url, "--jobs", "1"}, args...), strings.NewReader(""), said, said)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		assert.Equal(t, exitInterrupted, <-ended, said)
	})
	t.Cleanup(stop)
	return said, stop
}

// TestMatchOverWorkers plays a match on workers and in the program itself, with the same games.
func TestMatchOverWorkers(t *testing.T) {
	t.Parallel()
	url := natsServer(t)
	dir := t.TempDir()
	play := func(file string, more ...string) string {
		file = filepath.Join(dir, file)
		args := append(strings.Fields("match --p1 random --p2 random:pick=largest --games 40 --seed 7 --json "+file), more...)
		code, stdout, stderr := tessera(t, "", args...)
		require.Zero(t, code, stderr)
		assert.Contains(t, stdout, "player 1 random: won ")
		games, err := os.ReadFile(file)
		require.NoError(t, err)
		times := regexp.MustCompile(`"(seconds|slowest)":(\[[^]]*\]|[\d.e-]+)|"date":"[^"]*"|"notes":\[[^]]*\],?`)
		return times.ReplaceAllString(string(games), "")
	}
	first, stopFirst := startWorker(t, url)
	second, stopSecond := startWorker(t, url)
	there := play("workers.json", "--nats", url)
	stopFirst()
	stopSecond()
	assert.Equal(t, play("here.json"), there)
	pairs := 0
	for _, said := range []*lockedText{first, second} {
		n := regexp.MustCompile(`worker: (\d+) tasks done\n`).FindStringSubmatch(said.String())
		if assert.Len(t, n, 2, said) {
			k, err := strconv.Atoi(n[1])
			assert.NoError(t, err)
			pairs += k
		}
	}
	assert.Equal(t, 20, pairs)
}

// TestKilledWorkers kills workers at random moments in the middle of games: the match has all
// games, each once, and the same as without workers.
func TestKilledWorkers(t *testing.T) {
	t.Parallel()
	games, least := 20, 5 // kills
	if simtest.All() {
		games, least = 2000, 1000
	}
	url, dir := natsServer(t), t.TempDir()
	args := func(file string) []string {
		return []string{"match", "--p1=montecarlo:visits=1", "--p2=minimax:depth=1", "--games=" + strconv.Itoa(games), "--json=" + filepath.Join(dir, file)}
	}
	var out, said lockedText
	pairs := func() int {
		text, err := os.ReadFile(filepath.Join(dir, "killed.json"))
		if err != nil {
			return 0
		}
		return bytes.Count(text, []byte("\n")) / 2
	}
	kills := killWorkers(t, url, pairs, func() {
		// Many at a time: a pair whose worker has died stands still for a while.
		assert.Zero(t, run(t.Context(), append(args("killed.json"), "--nats="+url, "--jobs=64"), strings.NewReader(""), &out, &said), &said)
	})
	t.Logf("%d workers killed in %d games", kills, games)
	assert.GreaterOrEqual(t, kills, least)
	code, _, stderr := tessera(t, "", args("whole.json")...)
	require.Zero(t, code, stderr)
	killed := moves(t, filepath.Join(dir, "killed.json"))
	assert.Equal(t, games+1, len(killed), "games, and the summary")
	assert.Empty(t, cmp.Diff(moves(t, filepath.Join(dir, "whole.json")), killed))
}

// killWorkers has workers at work while run runs, and kills one at a random moment for every
// task that is done: most of a task's time, somebody is at work on it. It returns how many.
func killWorkers(t *testing.T, url string, done func() int, run func()) (kills int) {
	t.Helper()
	rng := seedtest.Rand(t)
	var workers [3]*exec.Cmd
	start := func(i int) {
		workers[i] = program(t, "worker", "--nats="+url, "--jobs=1")
		workers[i].SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		require.NoError(t, workers[i].Start())
	}
	kill := func(i int) {
		workers[i].Process.Kill()
		workers[i].Wait()
	}
	for i := range workers {
		start(i)
		defer func() { kill(i) }()
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run()
	}()
	for {
		select {
		case <-ended:
			return kills
		case <-time.After(time.Duration(rng.IntN(40)) * time.Millisecond):
			if kills <= done() {
				i := rng.IntN(len(workers))
				kill(i)
				start(i)
				kills++
			}
		}
	}
}

// TestTrainingOverKilledWorkers has games of self-play played by workers, who are killed in the
// middle of games: they are the same as without workers, and each is there once.
func TestTrainingOverKilledWorkers(t *testing.T) {
	t.Parallel()
	games, least := 8, 3 // kills
	if simtest.All() {
		games, least = 1000, 300
	}
	url := natsServer(t)
	engine, err := engineVersion()
	require.NoError(t, err)
	config := func(q queue.Queue) *training.Config {
		return &training.Config{Search: training.TreeSearch, Effort: 50, Games: games, Seed: 3, Dir: t.TempDir(), Log: io.Discard, Version: engine, Queue: q}
	}
	here, run, err := config(queue.Local(1, training.Handler(engine))).Play(t.Context())
	require.NoError(t, err)
	assert.Contains(t, run, "tree effort=50 seed=3 weights=")

	there := config(nil)
	remote, err := queue.Dial(t.Context(), queue.Server{URL: url}, there.QueueMatch())
	require.NoError(t, err)
	defer remote.Close()
	there.Queue = remote
	file := func() string {
		files, err := filepath.Glob(filepath.Join(there.Dir, "*.jsonl"))
		require.NoError(t, err)
		if len(files) == 0 {
			return ""
		}
		text, err := os.ReadFile(files[0])
		require.NoError(t, err)
		return string(text)
	}
	var played []*training.Game
	kills := killWorkers(t, url, func() int { return strings.Count(file(), "\n") }, func() {
		played, _, err = there.Play(t.Context())
	})
	require.NoError(t, err)
	t.Logf("%d workers killed in %d games", kills, games)
	assert.GreaterOrEqual(t, kills, least)
	assert.Empty(t, cmp.Diff(here, played))
	assert.Equal(t, games+1, strings.Count(file(), "\n"), "games, and the header")
}

// TestWorkerRunsNoProgram gives workers a match whose player runs a program.
func TestWorkerRunsNoProgram(t *testing.T) {
	t.Parallel()
	url := natsServer(t)
	spec := "gtp:" + gtpCommand("--player random")
	wary, _ := startWorker(t, url)
	ended := make(chan int, 1)
	var out, said lockedText
	go func() {
		ended <- run(t.Context(), []string{"match", "--p1", "random", "--p2", spec, "--games", "4", "--nats", url}, strings.NewReader(""), &out, &said)
	}()
	assert.Eventually(t, func() bool { return strings.Contains(said.String(), "\n") }, time.Minute, time.Millisecond)
	assert.Regexp(t, `^match: a worker does no tasks of this match: .*: this worker cannot do the task: player "gtp:.*" runs a program, which is not allowed here\n`, said.String())
	assert.Eventually(t, func() bool { return strings.Contains(wary.String(), "no more of its tasks are done here") }, time.Minute, time.Millisecond)
	assert.Empty(t, out.String())
	startWorker(t, url, "--allow", spec)
	assert.Zero(t, <-ended, &said)
	assert.Contains(t, out.String(), "player 1 random: won ")
}

func TestWorkerFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, stderr string }{
		{"worker", "tessera: worker: want --nats URL (see tessera worker --help)\n"},
		{"worker --nats nats://127.0.0.1:1 --nats-cert x", "tessera: worker: --nats-cert and --nats-key, want both or none\n"},
		{"worker --nats nats://127.0.0.1:1 --nats-ca none.pem", "tessera: worker: --nats-ca: open none.pem: no such file or directory\n"},
		{"worker --nats nats://127.0.0.1:1 --jobs 0", "tessera: worker: --jobs 0, want 1..1024\n"},
		{"worker --nats nats://127.0.0.1:1 --allow minimax", "tessera: worker: --allow \"minimax\", want a player that opens something, such as gtp:COMMAND, or file:PATH, host:HOST:PORT or serial:PATH; other players need not be allowed\n"},
		{"match --p1 random --p2 random --nats-creds main.go", "tessera: match: --nats-creds without --nats URL\n"},
	} {
		code, stdout, stderr := tessera(t, "", strings.Fields(c.args)...)
		assert.Equal(t, exitBadInput, code, c.args)
		assert.Empty(t, stdout)
		assert.Equal(t, c.stderr, stderr)
	}
	for _, command := range []string{"worker", "match --p1 random --p2 random"} {
		code, _, stderr := tessera(t, "", strings.Fields(command+" --nats nats://ada:secret@127.0.0.1:1")...)
		assert.Equal(t, exitFailure, code)
		assert.Contains(t, stderr, "NATS server nats://ada:xxxxx@127.0.0.1:1: ")
		assert.NotContains(t, stderr, "secret")
	}
}
