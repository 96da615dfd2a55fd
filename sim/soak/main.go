// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command soak runs the parts that others rely on for a long time, with faults all the while, and
// compares every result with golden's or with that of a run without faults:
//
//   - board.go: a simulated board with playout lanes, on a line that damages and loses bytes. The
//     board is reset, and programs take the line over from each other, in the middle of requests.
//   - matches.go: matches over workers that are killed in the middle of games.
//
// "make soak" keeps the figures in docs/figures/soak.json. A wrong, lost or doubled result ends the
// run at once; so does memory that grows.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/soak/figures"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == workerWord {
		fail(work(os.Args[2]))
	}
	length := flag.Duration("time", 2*time.Hour, "how `long` to go on")
	seed := flag.Uint64("seed", rand.Uint64(), "`seed` of all faults")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	f, err := soak(ctx, *length, *seed)
	if err != nil {
		fail(fmt.Errorf("%w (again: go run ./sim/soak -time %v -seed %d)", err, *length, *seed))
	}
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		fail(err)
	}
	fmt.Printf("%s\n", text)
	root, err := rtl.Root()
	if err == nil {
		err = os.WriteFile(filepath.Join(root, filepath.FromSlash(figures.File)), append(text, '\n'), 0o666)
	}
	fail(err)
}

// fail ends the program.
func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// soak runs both parts side by side.
func soak(ctx context.Context, length time.Duration, seed uint64) (*figures.Soak, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	end := time.Now().Add(length)
	f := &figures.Soak{Seconds: length.Seconds(), Seed: seed}
	var parts sync.WaitGroup
	for n, part := range []func(context.Context, time.Time, *rand.Rand, *figures.Soak) error{boards, matches} {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		parts.Go(func() {
			if err := part(ctx, end, rng, f); err != nil {
				cancel(err)
			}
		})
	}
	heap := make(chan []float64)
	watched, unwatch := context.WithCancel(ctx)
	go func() { heap <- watch(watched, length/40) }()
	parts.Wait()
	unwatch()
	samples := <-heap
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	// The first quarter warms up.
	quarter := len(samples) / 4
	if quarter == 0 {
		return nil, errors.New("too short to watch the memory")
	}
	f.HeapEarly, f.HeapLate = mean(samples[quarter:2*quarter]), mean(samples[len(samples)-quarter:])
	if f.HeapLate > 1.25*f.HeapEarly+8 {
		return nil, fmt.Errorf("the heap has grown from %.1f to %.1f MB", f.HeapEarly, f.HeapLate)
	}
	return f, nil
}

// watch samples the megabytes of the heap that are in use.
func watch(ctx context.Context, every time.Duration) (samples []float64) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return samples
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		samples = append(samples, float64(m.HeapAlloc)/1e6)
	}
}

func mean(list []float64) (m float64) {
	for _, v := range list {
		m += v / float64(len(list))
	}
	return m
}
