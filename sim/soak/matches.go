// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	_ "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/internal/process"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play/record"
	"github.com/tessera-fpga/tessera/sim/soak/figures"
)

const (
	version    = "soak"
	workerWord = "worker" // the argument that makes the program a worker
	numWorkers = 2
	numGames   = 20
	lifetime   = 6 * time.Second // of a worker, at most
)

// work does the tasks of matches until it is killed.
func work(url string) error {
	pool := match.NewPool(version)
	return queue.Work(context.Background(), queue.Server{URL: url}, queue.Worker{Version: version, Jobs: 1, Handler: pool.Serve(nil)})
}

// matches plays matches over workers that are killed, and compares their games with those of the
// same matches without workers.
func matches(ctx context.Context, end time.Time, rng *rand.Rand, f *figures.Soak) error {
	dir, err := os.MkdirTemp("", "soak-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: dir, NoSigs: true})
	if err != nil {
		return err
	}
	s.Start()
	defer func() { s.Shutdown(); s.WaitForShutdown() }()
	if !s.ReadyForConnections(time.Minute) {
		return errors.New("the NATS server does not start")
	}
	working, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	var kills [numWorkers]int
	for n := range numWorkers {
		own := rand.New(rand.NewPCG(rng.Uint64(), uint64(n)))
		workers.Go(func() { kills[n] = killWorkers(working, s.ClientURL(), own) })
	}
	defer func() {
		stop()
		workers.Wait()
		for _, n := range kills {
			f.Kills += n
		}
	}()
	for round := 0; time.Now().Before(end); round++ {
		there, err := play(ctx, filepath.Join(dir, "there.json"), uint64(round), s.ClientURL())
		if err != nil {
			return fmt.Errorf("match over workers: %w", err)
		}
		here, err := play(ctx, filepath.Join(dir, "here.json"), uint64(round), "")
		if err != nil {
			return fmt.Errorf("match: %w", err)
		}
		if len(here) != numGames || !slices.Equal(here, there) {
			return fmt.Errorf("match %d: the games over workers are others: %d, want %d", round, len(there), len(here))
		}
		f.Matches++
		f.Games += len(there)
	}
	return nil
}

// play plays a match and returns its games, moves and result.
func play(ctx context.Context, file string, seed uint64, url string) (games []string, err error) {
	t := &match.Terms{
		Players: []string{"minimax:depth=1", "mc:playouts=300"}, Games: numGames, Seed: seed,
		Digest: match.OpeningsDigest(""), Version: version,
	}
	pool := match.NewPool(version)
	defer pool.Close()
	var q queue.Queue = queue.Local(1, pool.Play)
	if url != "" {
		remote, err := queue.Dial(ctx, queue.Server{URL: url}, queue.Match{ID: t.ID(), Version: version, AckWait: 2 * time.Second})
		if err != nil {
			return nil, err
		}
		defer remote.Close()
		q = remote
	}
	if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	if _, err := match.Run(ctx, t, pool, match.Options{File: file, Queue: q, Log: io.Discard, Audit: match.DefaultAudit}); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	all, err := record.ReadJSON(bytes.NewReader(text))
	for _, g := range all {
		games = append(games, fmt.Sprint(g.Moves, g.Result))
	}
	return games, err
}

// killWorkers keeps a worker going, and kills it again and again. It returns the number of kills.
func killWorkers(ctx context.Context, url string, rng *rand.Rand) (kills int) {
	self, err := os.Executable()
	for err == nil && ctx.Err() == nil {
		cmd := exec.Command(self, workerWord, url)
		process.EndWithParent(cmd)
		cmd.Stderr = os.Stderr
		if err = cmd.Start(); err != nil {
			break
		}
		select {
		case <-time.After(time.Duration(rng.Int64N(int64(lifetime)))):
			kills++
		case <-ctx.Done():
		}
		cmd.Process.Kill()
		cmd.Wait()
	}
	return kills
}
