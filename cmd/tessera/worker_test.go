// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

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
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/internal/process"
	"github.com/tessera-fpga/tessera/lab/training"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// natsServer starts a server at loopback and returns its URL.
func natsServer(t *testing.T) string {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true})
	require.NoError(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	require.True(t, s.ReadyForConnections(2*time.Minute))
	return s.ClientURL()
}

// lockedText is the output of a command, which a test can read while the command runs.
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
		stdout := succeeds(t, "", args...)
		assert.Contains(t, stdout, "player 1 random: won ")
		games, err := os.ReadFile(file)
		require.NoError(t, err)
		times := regexp.MustCompile(`"(seconds|slowest|cpu)":(\[[^]]*\]|[\d.e-]+)|"date":"[^"]*"|"notes":\[[^]]*\],?`)
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
		n := regexp.MustCompile(`worker: (\d+) tasks? done\n`).FindStringSubmatch(said.String())
		if assert.Len(t, n, 2, said) {
			k, err := strconv.Atoi(n[1])
			assert.NoError(t, err)
			pairs += k
		}
	}
	assert.Equal(t, 20, pairs)
}

// TestKilledWorkers kills workers at random moments in the middle of games. The match has every
// game once, equal to the games of a match without workers.
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
		// With many jobs, a pair of a killed worker blocks no others while it waits for a new
		// worker.
		assert.Zero(t, run(t.Context(), append(args("killed.json"), "--nats="+url, "--jobs=64"), strings.NewReader(""), &out, &said), &said)
	})
	t.Logf("%d workers killed in %d games", kills, games)
	assert.GreaterOrEqual(t, kills, least)
	succeeds(t, "", args("whole.json")...)
	killed := moves(t, filepath.Join(dir, "killed.json"))
	assert.Equal(t, games+1, len(killed), "games, and the summary")
	assert.Empty(t, cmp.Diff(moves(t, filepath.Join(dir, "whole.json")), killed))
}

// killWorkers keeps workers running during run, and kills one at a random moment for every finished
// task. A task is usually under way at that moment. killWorkers returns the number of kills.
func killWorkers(t *testing.T, url string, done func() int, run func()) (kills int) {
	t.Helper()
	rng := seedtest.Rand(t)
	var workers [3]*exec.Cmd
	start := func(i int) {
		workers[i] = program(t, "worker", "--nats="+url, "--jobs=1")
		process.EndWithParent(workers[i])
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

// TestTrainingOverKilledWorkers kills workers during games of self-play. The result has every game
// once, equal to the games of a run without workers.
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

// TestNoServer: the error names the server without its password.
func TestNoServer(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"worker", "match --p1 random --p2 random"} {
		code, _, stderr := tessera(t, "", strings.Fields(command+" --nats nats://ada:secret@127.0.0.1:1")...)
		assert.Equal(t, exitFailure, code)
		assert.Contains(t, stderr, "NATS server nats://ada:xxxxx@127.0.0.1:1: ")
		assert.NotContains(t, stderr, "secret")
	}
}

// playedGames returns the number of games in a file, which need not be there yet.
func playedGames(file string) int {
	text, _ := os.ReadFile(file)
	return bytes.Count(text, []byte(`"moves":`))
}

// TestLyingWorkers plays a match with a worker that lies, first alone, then beside an honest one.
// The games are those of a match without workers.
func TestLyingWorkers(t *testing.T) {
	t.Parallel()
	engine, err := engineVersion()
	require.NoError(t, err)
	const games = 12
	args := func(file string) []string {
		return []string{"match", "--p1=minimax:depth=1", "--p2=mc:playouts=200", "--games=" + strconv.Itoa(games), "--json=" + file}
	}
	whole := filepath.Join(t.TempDir(), "whole.json")
	succeeds(t, "", args(whole)...)
	want := moves(t, whole)
	lines := regexp.MustCompile(`(?m)^.*\n`)
	for name, c := range map[string]struct {
		honest int // results before the lies
		lie    func(result []byte) []byte
		reason string // in the log
	}{
		"rubbish": {0, func([]byte) []byte { return []byte("rubbish") }, "no JSON"},
		"half":    {3, func(result []byte) []byte { return lines.Find(result) }, "are not whole"},
		"invented": {3, func(result []byte) []byte {
			return regexp.MustCompile(`"result":"[^"]*"`).ReplaceAll(result, []byte(`"result":"B+R","reason":"resigned"`))
		}, "has resigned, but only other programs resign"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, file := natsServer(t), filepath.Join(t.TempDir(), "games.json")
			pool := match.NewPool(engine)
			t.Cleanup(pool.Close)
			ctx, stop := context.WithCancel(context.Background())
			stopped := make(chan struct{})
			done, honest := 0, pool.Serve(nil)
			go func() {
				defer close(stopped)
				_ = queue.Work(ctx, queue.Server{URL: url}, queue.Worker{Version: engine, Jobs: 1,
					Handler: func(ctx context.Context, payload []byte) ([]byte, error) {
						result, err := honest(ctx, payload)
						if done++; err == nil && done > c.honest {
							// Results may overtake each other on their way: a lie waits for the honest ones.
							for ctx.Err() == nil && playedGames(file) < 2*c.honest {
								time.Sleep(time.Millisecond)
							}
							result = c.lie(result)
						}
						return result, err
					}})
			}()
			t.Cleanup(func() { stop(); <-stopped })
			var out, said lockedText
			ended := make(chan int, 1)
			go func() {
				ended <- run(t.Context(), append(args(file), "--nats="+url, "--audit=0"), strings.NewReader(""), &out, &said)
			}()
			assert.Eventually(t, func() bool { return strings.Contains(said.String(), "another worker gets the task") }, time.Minute, time.Millisecond)
			startWorker(t, url)
			assert.Zero(t, <-ended, &said)
			assert.Contains(t, said.String(), c.reason)
			if c.honest > 0 {
				assert.Contains(t, said.String(), "its other pairs, 3 so far, are played again by others\n")
			}
			assert.Empty(t, cmp.Diff(want, moves(t, file)))
		})
	}
}

// TestToGoOn: the command that goes on with a match does not show the password.
func TestToGoOn(t *testing.T) {
	t.Parallel()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, Username: "ada", Password: "secret"})
	require.NoError(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	require.True(t, s.ReadyForConnections(2*time.Minute))
	url := strings.Replace(s.ClientURL(), "nats://", "nats://ada:secret@", 1)
	ctx, cancel := context.WithCancel(t.Context())
	var out, said lockedText
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"match", "--p1=random", "--p2=random", "--nats=" + url, "--json=" + filepath.Join(t.TempDir(), "games.json")}, strings.NewReader(""), &out, &said)
	}()
	assert.Eventually(t, func() bool { return strings.Contains(said.String(), "for workers") }, time.Minute, time.Millisecond)
	cancel()
	assert.Equal(t, exitInterrupted, <-ended)
	assert.Contains(t, said.String(), "to go on:\n")
	assert.Contains(t, said.String(), " --nats="+strings.Replace(s.ClientURL(), "nats://", "nats://ada:xxxxx@", 1))
	assert.NotContains(t, said.String(), "secret")
}
