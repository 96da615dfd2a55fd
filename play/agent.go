// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"context"
	"time"
)

// Agent chooses moves of a game of golden, with positions P and moves M.
type Agent[P any, M any] interface {
	// Move chooses a legal move in a game that is not over, and answers at once when stop says so.
	Move(p *P, stop func() bool) M
	// Work returns the work for all moves so far, in the agent's own unit.
	Work() uint64
	// Reset returns the agent to its initial state, except for the seed of its random choices.
	Reset(seed uint64)
}

// AgentPlayer is an agent as a player.
type AgentPlayer[P any, M ~uint8 | ~uint16 | ~uint32] struct {
	Kind  string // its name
	Agent Agent[P, M]
	// Unlimited makes an agent that goes on until it is stopped; nil: the player takes no time.
	Unlimited func() Agent[P, M]
	Unit      string // unit of the agent's work
	// Of returns the position that an agent knows.
	Of func(Position) *P

	each  time.Duration
	stop  <-chan struct{}
	timed Agent[P, M]
}

// Name returns the name of the kind.
func (a *AgentPlayer[P, M]) Name() string { return a.Kind }

// Close frees nothing.
func (a *AgentPlayer[P, M]) Close() error { return nil }

// Reseed returns the player to its initial state.
func (a *AgentPlayer[P, M]) Reseed(seed uint64) {
	a.Agent.Reset(seed)
	a.timed = nil
}

// Work returns the player's work.
func (a *AgentPlayer[P, M]) Work() (uint64, string) {
	if a.timed != nil {
		return a.Agent.Work() + a.timed.Work(), a.Unit
	}
	return a.Agent.Work(), a.Unit
}

// Limit gives the player a time for each move and a way to end its thinking.
func (a *AgentPlayer[P, M]) Limit(each time.Duration, stop <-chan struct{}) {
	a.each, a.stop = each, stop
}

// Move asks the agent.
func (a *AgentPlayer[P, M]) Move(ctx context.Context, p Position) (Move, error) {
	agent := a.Agent
	if a.each > 0 && a.Unlimited != nil {
		if a.timed == nil {
			a.timed = a.Unlimited()
		}
		agent = a.timed
	}
	begun := time.Now()
	m := agent.Move(a.Of(p), func() bool {
		select {
		case <-ctx.Done():
			return true
		case <-a.stop:
			return true
		default:
		}
		return a.each > 0 && time.Since(begun) >= a.each
	})
	return Move(m), ctx.Err()
}

var _ interface {
	Player
	Timed
	Reseeder
	WorkCounter
} = (*AgentPlayer[struct{}, uint8])(nil)
