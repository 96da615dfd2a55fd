// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package endings

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/tessera-fpga/tessera/games/duo/endgame"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/play/progress"
)

// entries is the size of the solver's memory: 16 MB.
const entries = 1 << 20

// Measure solves positions of the committed games, some placements before the end of the recorded
// game. It prints how many of them the solver finishes on one thread within the limit of processor
// time, and the time it took.
func Measure(ctx context.Context, list []int, limit time.Duration, out, log io.Writer) error {
	fmt.Fprintf(out, "| placements to come | positions | winner known | margin known | nodes, median | 90 %% | time, median | 90 %% | most |\n|---|---|---|---|---|---|---|---|---|\n")
	bar := progress.Start(log, "solver")
	defer bar.Done()
	s := endgame.New(entries)
	for _, placements := range list {
		var nodes []int
		var times []time.Duration
		winner, margin := 0, 0
		games := endgame.Games()
		for i, g := range games {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			bar.Say(fmt.Sprintf("%d placements", placements))
			bar.Set(i+1, len(games))
			p := endgame.Before(g, placements)
			start := lab.ProcessTime()
			r := endgame.Result{Low: -1, High: 1}
			if err := s.Set(&p, 2*endgame.MaxPlacements); err == nil {
				r, err = s.Solve(endgame.Margin, endgame.Limit{Stop: func() bool { return ctx.Err() != nil || lab.ProcessTime()-start > limit }})
				if err != nil && !errors.Is(err, endgame.ErrLimit) {
					return err
				}
			} else if !errors.Is(err, endgame.ErrFar) {
				return err
			}
			times = append(times, lab.ProcessTime()-start)
			if r.Exact() {
				margin++
			}
			if r.Exact() || r.Low > 0 || r.High < 0 {
				winner++
			}
			if nodes = append(nodes, r.Nodes); !r.Exact() { // the solver needs more nodes
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
		fmt.Fprintf(out, "| %d | %d | %d | %d | %s | %s | %s | %s | %s |\n", placements, n, winner, margin, medianNodes, mostNodes, medianTime, mostTime, longest)
	}
	return nil
}
