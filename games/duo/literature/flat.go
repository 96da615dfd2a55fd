// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import (
	"math/rand/v2"
	"sync"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// FlatConfig holds the parameters of a flat Monte Carlo search (4.4): playouts from the moves
// of the root, drawn uniformly at random.
type FlatConfig struct {
	// Mean selects the move with the highest mean reward. Without Mean the highest sum decides, as
	// in the thesis: visits differ by chance, and in a lost position rarely drawn moves look
	// better.
	Mean    bool
	Rollout Rollout
	Reward  Reward
	Lanes   Lanes // play the playouts, one at a time each; nil: played on this machine
}

// Validate returns an error if the parameters contradict each other.
func (c FlatConfig) Validate() error {
	if c.Lanes == nil {
		return nil
	}
	return lanesPlay(c.Rollout, c.Reward)
}

// Search plays that many playouts, or fewer if stop returns true, and returns the move. The game
// must not be over; a single move needs no playouts. Any error comes from the lanes.
func (c FlatConfig) Search(pos *duo.Position, seed uint32, playouts int, stop func() bool) (Result, error) {
	root := newBoard(pos)
	var buf []playout.AnchorMove
	s := flat{FlatConfig: c, root: root, moves: root.moves(nil, &buf), seed: seed}
	s.totals = make([]average, len(s.moves))
	done, err := 0, error(nil)
	if len(s.moves) > 1 {
		draw := rand.New(rand.NewPCG(uint64(seed), 0))
		next := func() (p flatPlayout, ok bool) {
			if done >= playouts || stop != nil && stop() {
				return p, false
			}
			p = flatPlayout{draw.IntN(len(s.moves)), uint32(done)}
			done++
			return p, true
		}
		if c.Lanes == nil {
			for p, ok := next(); ok; p, ok = next() {
				s.play(p)
			}
		} else {
			err = s.playOnLanes(next)
		}
	}
	best := 0
	for i := range s.totals {
		if c.value(s.totals[i]) > c.value(s.totals[best]) {
			best = i
		}
	}
	r := Result{Move: s.moves[best].Duo(), Playouts: done}
	if a := s.totals[best]; a.visits > 0 {
		r.Value = a.sum / float64(a.visits)
	}
	return r, err
}

// flat is the state of a search.
type flat struct {
	FlatConfig
	root   board
	moves  []Move
	totals []average
	seed   uint32
}

// flatPlayout is a playout with its number and its first move.
type flatPlayout struct {
	move   int
	number uint32
}

func (s *flat) play(p flatPlayout) {
	b := s.root
	b.play(s.moves[p.move])
	rng := playout.NewRNG(s.seed, p.number)
	me := s.root.state.ToMove()
	if policy, drawn := s.Rollout.policy(); drawn && s.Reward.Kind == WinLoss {
		winner := b.state.Winner(policy, rng)
		s.add(p, float64(winner*(1-2*int(me))))
		return
	}
	s.add(p, s.Reward.of(s.Rollout.play(&b, &rng, nil))[me])
}

func (s *flat) add(p flatPlayout, reward float64) {
	s.totals[p.move].sum += reward
	s.totals[p.move].visits++
}

// playoutsInFlight is enough to keep lanes from waiting for the line.
const playoutsInFlight = 8

// playOnLanes has lanes play the playouts of next. A playout does not depend on the results of
// others, so many are in flight. The rewards are whole numbers, and their sums do not depend on the
// order.
func (s *flat) playOnLanes(next func() (flatPlayout, bool)) error {
	var lock sync.Mutex
	var wait sync.WaitGroup
	var failure error
	for range playoutsInFlight {
		wait.Go(func() {
			lock.Lock()
			defer lock.Unlock()
			for failure == nil {
				p, ok := next()
				if !ok {
					return
				}
				lock.Unlock()
				b := s.root
				b.play(s.moves[p.move])
				reward, _, err := b.onLanes(s.Lanes, s.Rollout, s.seed, p.number, 1)
				lock.Lock()
				if err != nil {
					failure = err
					return
				}
				s.add(p, reward[s.root.state.ToMove()])
			}
		})
	}
	wait.Wait()
	return failure
}

// value returns the number that ranks moves. A move without a playout has a mean below all others,
// and the sum 0.
func (c FlatConfig) value(a average) float64 {
	switch {
	case !c.Mean:
		return a.sum
	case a.visits == 0:
		return -2
	}
	return a.sum / float64(a.visits)
}
