// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package agent

import (
	"fmt"
	"math/bits"

	"github.com/tessera-fpga/tessera/games/quoridor/rules"
)

// Playout is a rule for playing a game to its end.
type Playout int

// The playouts.
const (
	// Race is the source's playout (figure 4.9). A player who is not behind in the race to the goal
	// rows, or has no fence left, steps along a shortest way; a player who is behind makes a
	// uniformly random move. From the start the first player is rarely behind, and nearly always
	// wins.
	Race Playout = iota
	// Uniform makes uniformly random moves.
	Uniform
	// Path is our playout: it steps along a shortest way with a probability of 7/10, and otherwise
	// puts a random fence across a shortest way of the rival, if possible. Neither player is sure
	// to win before the end. The idea and the probability come from the public program quoridor-ai.
	Path
)

var playoutNames = []string{"race", "uniform", "path"}

func (k Playout) String() string { return playoutNames[k] }

// ParsePlayout reads the name of a playout.
func ParsePlayout(name string) (Playout, error) {
	for i, n := range playoutNames {
		if n == name {
			return Playout(i), nil
		}
	}
	return 0, fmt.Errorf("playout %q, want one of %v", name, playoutNames)
}

// Play plays the game to its end and returns the reward: 2 for a win of player 1, 0 for a win of
// player 2, 1 for a draw.
func (k Playout) Play(p *rules.Position, r *rules.RNG) (reward int) {
	if k == Race {
		race(p, r)
	}
	for !p.Over() {
		p.Play(k.move(p, r))
	}
	switch pl, won := p.Winner(); {
	case !won:
		return 1
	case pl == rules.Player1:
		return 2
	}
	return 0
}

// race plays to the end by Race. It keeps the distances: a step changes one player's distance, and
// only a fence changes both.
func race(p *rules.Position, r *rules.RNG) {
	const unknown = -1
	left := [2]int{unknown, unknown}
	for !p.Over() {
		pl := p.ToMove()
		if p.FencesLeft(pl) > 0 {
			for i := range left {
				if left[i] == unknown {
					left[i] = p.Distance(rules.Player(i))
				}
			}
			if left[pl] > left[pl.Rival()] {
				m := p.RandomMove(r)
				left[pl] = unknown
				if m.IsFence() {
					left[pl.Rival()] = unknown
				}
				p.Play(m)
				continue
			}
		}
		m, after := p.RandomNearest(r)
		left[pl] = after
		p.Play(m)
	}
}

func (k Playout) move(p *rules.Position, r *rules.RNG) rules.Move {
	pl := p.ToMove()
	switch k {
	case Uniform:
		return p.RandomMove(r)
	case Path:
		if p.FencesLeft(pl) > 0 && r.Below(10) >= 7 {
			way := p.Way(pl.Rival())
			if m, ok := p.RandomFence(r, way.CutH, way.CutV); ok {
				return m
			}
		}
	}
	return p.RandomShortest(r)
}

func count(h, v uint64) int { return bits.OnesCount64(h) + bits.OnesCount64(v) }
