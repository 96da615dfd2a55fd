// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// goldenTime is the time for golden's playouts with each policy.
const goldenTime = 1 * time.Second

// The tree search's time for each number of threads, and the leaves of a search.
const (
	treeTime   = 3 * time.Second
	treeLeaves = 10_000
)

// loadAverage returns the average number of running programs during the last minute, if the system
// provides it.
func loadAverage() (load float64, ok bool) {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0, false
	}
	_, err = fmt.Sscan(string(text), &load)
	return load, err == nil
}

func (b *meter) measureGolden() error {
	b.begin("golden, this machine")
	b.add("machine.processors", float64(runtime.NumCPU()), 0, "", "processors")
	if load, ok := loadAverage(); ok {
		b.add("machine.load", load, 2, "", "load at the start, of the last minute")
	}
	b.progress("golden")
	start := time.Now()
	p := duo.NewPosition(duo.Player1)
	duo.Perft(&p, 3)
	b.add("golden.perft3", time.Since(start).Seconds(), 2, "s", "perft(3), one thread")
	from := playout.NewRoot(&p)
	for policy := range playout.Policy(playout.NumPolicies) {
		n, start := uint32(0), time.Now()
		var took time.Duration
		for took < goldenTime {
			for range 100 {
				from.Play(policy, playout.NoFirst, playout.NewRNG(twin.RateSeed, n), nil)
				n++
			}
			took = time.Since(start)
		}
		b.add(fmt.Sprintf("golden.playouts.%v", policy), float64(n)/took.Seconds(), 0, "playouts/s",
			"playouts, %v, opening, one thread", policy)
	}
	one, err := b.treeRate(1)
	if err != nil {
		return err
	}
	b.add("golden.tree", one, 0, "leaves/s", "leaves of the tree search, one playout each, middle games (8 to 20 plies), one thread")
	two, err := b.treeRate(2)
	if err != nil {
		return err
	}
	b.add("golden.tree.threads", two/one, 2, "", "speed of two threads by that of one")
	return nil
}

// treeRate returns the leaves per second of searches from an empty tree, on the benchmark positions
// of 8 to 20 plies.
func (b *meter) treeRate(threads int) (float64, error) {
	t, err := search.NewTree(search.TreeConfig{Threads: threads, Seed: twin.RateSeed}, func() search.Evaluator {
		return evaluation.New(&evaluation.Default)
	})
	if err != nil {
		return 0, err
	}
	positions := slices.DeleteFunc(duo.BenchPositions(), func(p duo.Position) bool { return p.Plies() < 8 || p.Plies() > 20 })
	leaves, took := 0, time.Duration(0)
	for took < treeTime { // each position equally often
		for i := range positions {
			if err := b.ctx.Err(); err != nil {
				return 0, err
			}
			t.Reset()
			t.SetRoot(&positions[i])
			start := time.Now()
			n, err := t.Search(treeLeaves, nil)
			if err != nil {
				return 0, err
			}
			leaves, took = leaves+n, took+time.Since(start)
		}
	}
	return float64(leaves) / took.Seconds(), nil
}
