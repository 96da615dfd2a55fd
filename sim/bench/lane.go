// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package bench counts the cycles that the cores, the lanes and the service take on the benchmark
// positions, and compares their results with golden.
package bench

import (
	"context"
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// LaneFigures holds the cycles of a playout lane, measured on the simulated hardware while every
// cycle is compared with twin.Lane.
type LaneFigures struct {
	// Rates holds the rate of playouts from the opening with jobs for all games, by policy.
	Rates [playout.NumPolicies]LaneUse

	// Sets are the legal-move sets of the benchmark positions.
	Sets []LaneSet
}

// LaneUse is the speed of a lane and the load of its pipeline. A scan finds a legal-move set, or
// that there is no legal move. The slots of a scan are its cycles in the pipeline: one to begin,
// one for each corner, and one for the chosen corner.
type LaneUse struct {
	twin.Rate    // without the share of games that have a job
	Scans, Slots int
}

// LaneSet is a legal-move set as found by a lane.
type LaneSet struct {
	Corners, Moves int
	// Slots is the part of the pipeline's time that the set takes.
	Slots int
	// Latency counts the cycles from the beginning of the game's scan until the placements of its
	// last corner are out, with no other game in the lane; 0 without corners.
	Latency int
}

// Lane measures a playout lane: its speed over that many playouts, and the
// legal-move sets of the benchmark positions.
func Lane(ctx context.Context, playouts int, progress func(done, of int)) (*LaneFigures, error) {
	p, err := verilator.Start(ctx, cosim.LaneModel())
	if err != nil {
		return nil, err
	}
	defer p.Close()
	positions := duo.BenchPositions()
	steps, of := 0, playout.NumPolicies+len(positions)
	next := func() {
		steps++
		if progress != nil {
			progress(steps, of)
		}
	}
	b := &LaneFigures{}
	for policy := range playout.Policy(playout.NumPolicies) {
		if b.Rates[policy], err = laneRate(p, policy, playouts); err != nil {
			return nil, fmt.Errorf("playouts, policy %v: %w", policy, err)
		}
		next()
	}
	for i := range positions {
		p.SetTransaction(i)
		set, err := laneSet(p, &positions[i])
		if err != nil {
			return nil, fmt.Errorf("position %d: %w", i+1, err)
		}
		b.Sets = append(b.Sets, set)
		next()
	}
	return b, nil
}

// freshLane resets the lane, so that a measurement can be repeated to the cycle,
// and loads a position.
func freshLane(p *verilator.Proc, pos *duo.Position) (*cosim.Lane, error) {
	if err := p.Reset(); err != nil {
		return nil, err
	}
	l, err := cosim.NewLane(p)
	if err != nil {
		return nil, err
	}
	return l, l.Load(0, playout.NewRoot(pos))
}

func laneRate(p *verilator.Proc, policy playout.Policy, playouts int) (u LaneUse, err error) {
	pos := duo.NewPosition(duo.Player1)
	l, err := freshLane(p, &pos)
	if err != nil {
		return u, err
	}
	meter := twin.NewMeter(1, playouts)
	l.OnTrace = func(t cosim.LaneTrace) {
		if meter.Running() {
			if t.Take {
				u.Scans++
				u.Slots++
			}
			if t.Fits {
				u.Slots++
			}
			if t.Chosen {
				u.Slots++
			}
		}
		if t.Result { // the result is taken at once
			meter.Result(int(t.Cycle))
		}
	}
	started := uint32(0)
	for !meter.Done() {
		if err := l.Run(2000, func(_ twin.LaneOut, taken bool) cosim.Offer {
			if taken {
				started++
			}
			job := twin.Job{Policy: policy, Stream: playout.NewRNG(twin.RateSeed, started), First: playout.NoFirst}
			return cosim.Offer{Wait: true, Job: &job, Ready: true}
		}); err != nil {
			return u, err
		}
	}
	u.Rate = meter.Rate()
	return u, nil
}

// maxSetCycles bounds the time of a set from its job on.
const maxSetCycles = 1000

func laneSet(p *verilator.Proc, pos *duo.Position) (s LaneSet, err error) {
	l, err := freshLane(p, pos)
	if err != nil {
		return s, err
	}
	var takes [twin.LaneGames]uint64 // cycle of the beginning of each game's last scan
	var begin, end uint64
	shown, done := 0, false
	l.OnTrace = func(t cosim.LaneTrace) {
		if done {
			return
		}
		if t.Take {
			takes[t.TakeGame] = t.Cycle
		}
		if t.Fits { // idle games have no corners
			if s.Corners == 0 {
				begin = takes[t.FitsGame]
			}
			s.Corners++
			end = t.Cycle
			shown += t.Placements
		}
		if t.Chosen && !t.None {
			s.Moves = t.Moves
			done = true
		}
	}
	job := &twin.Job{Stream: 1, First: 0, Pick: true}
	if err := l.Run(maxSetCycles, func(_ twin.LaneOut, taken bool) cosim.Offer {
		if taken {
			job = nil
		}
		return cosim.Offer{Wait: job != nil, Job: job, Ready: true}
	}); err != nil {
		return s, err
	}
	legal := pos.CountLegalMoves()
	if done != (legal > 0) || shown != legal || s.Moves != legal {
		return s, p.Mismatch("trace_fits_o", fmt.Sprintf("%d moves, %d counted", shown, s.Moves), legal, "")
	}
	s.Slots = s.Corners + 2
	if s.Corners > 0 {
		s.Latency = int(end - begin)
	}
	return s, nil
}

// Search is a search of the Monte Carlo core on the simulated hardware.
type Search struct {
	Position int // number among the benchmark positions, from 1
	Plies    int
	Cycles   uint64
	search.MonteCarloResult
}

// MonteCarlo runs the Monte Carlo core with that many lanes on some of the benchmark positions,
// numbered from 1. It compares each answer with golden's: the move, the sum of its values, its
// visits, and the playouts in all.
func MonteCarlo(ctx context.Context, lanes int, cfg search.MonteCarloConfig, numbers []int, progress func(done, of int)) ([]Search, error) {
	p, err := verilator.Start(ctx, cosim.MonteCarloModel(lanes, cfg.Policy))
	if err != nil {
		return nil, err
	}
	defer p.Close()
	core, err := cosim.NewMonteCarlo(p)
	if err != nil {
		return nil, err
	}
	positions := duo.BenchPositions()
	var out []Search
	for i, n := range numbers {
		p.SetTransaction(i)
		pos := &positions[n-1]
		if err := core.Load(pos); err != nil {
			return nil, fmt.Errorf("position %d: %w", n, err)
		}
		r, cycles, err := core.Search(cfg, 0)
		if err != nil {
			return nil, fmt.Errorf("position %d: %w", n, err)
		}
		out = append(out, Search{Position: n, Plies: pos.Plies(), Cycles: cycles, MonteCarloResult: r})
		if progress != nil {
			progress(i+1, len(numbers))
		}
	}
	return out, nil
}
