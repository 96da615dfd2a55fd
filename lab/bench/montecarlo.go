// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/bench"
)

const (
	searchLanes  = 2
	searchVisits = 1
)

// searchPositions are the numbers, counted from 1, of the benchmark positions that the Monte Carlo
// core searches: an opening, a middle game and an endgame.
var searchPositions = []int{1, 16, 30}

func (b *meter) measureSearch() error {
	cfg := search.MonteCarloConfig{Policy: playout.Largest, Visits: searchVisits, Seed: 1}
	searches, err := bench.MonteCarlo(b.ctx, searchLanes, cfg, searchPositions, b.progress("Monte Carlo core"))
	if err != nil {
		return err
	}
	b.begin(fmt.Sprintf("Monte Carlo core, %d lanes, visits=%d, %v", searchLanes, searchVisits, cfg.Policy))
	for _, s := range searches {
		name := fmt.Sprintf("montecarlo.%d.", s.Position)
		b.add(name+"search", float64(s.Cycles), 0, "cycles", "position %d (%d plies, %d moves), search", s.Position, s.Plies, s.Moves)
		b.add(name+"playouts", float64(s.Playouts), 0, "playouts", "position %d, playouts a search", s.Position)
		if s.Playouts > 0 {
			b.add(name+"playout", float64(s.Cycles)*searchLanes/float64(s.Playouts), 1, "cycles", "position %d, playout and lane", s.Position)
		}
	}
	b.add("montecarlo.agree", float64(len(searches)), 0, "searches", "agree with golden, of %d", len(searchPositions))
	return nil
}
