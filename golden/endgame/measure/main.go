// Command measure solves the ends of the committed games, each from the position with a given
// number of placements still to come. It prints how many of them it solves within a second of
// processor time on one thread, and the nodes and time used: "make solver".
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/tessera-fpga/tessera/golden/endgame"
)

// entries of the solver's memory: 16 MB.
const entries = 1 << 20

func main() {
	placements := flag.String("placements", "6,8,10", "how many placements before the end, separated by commas")
	limit := flag.Duration("time", time.Second, "processor time for a position")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *placements, *limit); err != nil {
		fmt.Fprintln(os.Stderr, "solver:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, list string, limit time.Duration) error {
	fmt.Printf("| placements to come | positions | winner known | margin known | nodes, median | 90 %% | time, median | 90 %% | most |\n|---|---|---|---|---|---|---|---|---|\n")
	s := endgame.New(entries)
	for _, word := range strings.Split(list, ",") {
		placements, err := strconv.Atoi(word)
		if err != nil || placements < 1 {
			return fmt.Errorf("-placements %q, want numbers separated by commas", list)
		}
		var nodes []int
		var times []time.Duration
		winner, margin := 0, 0
		games := endgame.Games()
		for i, g := range games {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			fmt.Fprintf(os.Stderr, "\r%d placements: %d of %d ", placements, i+1, len(games))
			p := endgame.Before(g, placements)
			start := used()
			r := endgame.Result{Low: -1, High: 1}
			if err := s.Set(&p, 2*endgame.MaxPlacements); err == nil {
				r, err = s.Solve(endgame.Margin, endgame.Limit{Stop: func() bool { return ctx.Err() != nil || used()-start > limit }})
				if err != nil && !errors.Is(err, endgame.ErrLimit) {
					return err
				}
			} else if !errors.Is(err, endgame.ErrFar) {
				return err
			}
			times = append(times, used()-start)
			if r.Exact() {
				margin++
			}
			if r.Exact() || r.Low > 0 || r.High < 0 {
				winner++
			}
			if nodes = append(nodes, r.Nodes); !r.Exact() { // it would take more nodes
				nodes[i], times[i] = 1<<62, 1<<62
			}
		}
		slices.Sort(nodes)
		slices.Sort(times)
		n := len(games)
		show := func(i int) (string, string) {
			if times[i] == 1<<62 {
				return "more", "more"
			}
			return strconv.Itoa(nodes[i]), times[i].Round(100 * time.Microsecond).String()
		}
		medianNodes, medianTime := show(n / 2)
		mostNodes, mostTime := show(n * 9 / 10)
		_, longest := show(n - 1)
		fmt.Printf("| %d | %d | %d | %d | %s | %s | %s | %s | %s |\n", placements, n, winner, margin, medianNodes, mostNodes, medianTime, mostTime, longest)
	}
	fmt.Fprintln(os.Stderr)
	return nil
}

// used returns the processor time of this process, which does not depend on other processes.
func used() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err) // impossible: the time of the process itself is always known
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
