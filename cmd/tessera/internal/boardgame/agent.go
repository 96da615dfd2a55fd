package boardgame

import (
	"context"
	"fmt"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
)

// Agent is who plays a game of golden, with positions P and moves M.
type Agent[P any, M fmt.Stringer] interface {
	// Move chooses a legal move in a game that is not over, and answers at once when stop says so.
	Move(p *P, stop func() bool) M
	// Work is what the agent has done for all its moves, in its own unit.
	Work() uint64
	// Reset makes the agent as it was when made, but for the seed of its random choices.
	Reset(seed uint64)
}

// AgentPlayer is an agent as a player.
type AgentPlayer[P any, M fmt.Stringer] struct {
	Kind  string // its name
	Agent Agent[P, M]
	// Unlimited makes one that goes on until it is stopped; nil: the player takes no time.
	Unlimited func() Agent[P, M]
	Unit      string // of its work
	// Of returns the position that an agent knows.
	Of func(Position) *P

	each  time.Duration
	stop  <-chan struct{}
	timed Agent[P, M]
}

// Name returns the name of its kind.
func (a *AgentPlayer[P, M]) Name() string { return a.Kind }

// Close frees nothing.
func (a *AgentPlayer[P, M]) Close() error { return nil }

// Reseed makes the player as it was when made.
func (a *AgentPlayer[P, M]) Reseed(seed uint64) {
	a.Agent.Reset(seed)
	a.timed = nil
}

// Work returns what the player has done.
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
func (a *AgentPlayer[P, M]) Move(ctx context.Context, pos Position) (string, error) {
	who := a.Agent
	if a.each > 0 && a.Unlimited != nil {
		if a.timed == nil {
			a.timed = a.Unlimited()
		}
		who = a.timed
	}
	begun := time.Now()
	m := who.Move(a.Of(pos), func() bool {
		select {
		case <-ctx.Done():
			return true
		case <-a.stop:
			return true
		default:
		}
		return a.each > 0 && time.Since(begun) >= a.each
	})
	return m.String(), ctx.Err()
}

var _ interface {
	Player
	Timed
	player.Reseeder
	player.WorkCounter
} = (*AgentPlayer[struct{}, time.Duration])(nil)
