// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/internal/cputime"
	"github.com/tessera-fpga/tessera/play"
)

// side guards a player in a game. It limits the player's time, and turns a failure into the loss of
// a single game.
type side struct {
	play.Player
	game           *play.Game
	timeout, grace time.Duration // time for a move; no limit if timeout is 0
	clock          *play.Clock   // clock of the next move; nil: no clock

	// broken means that the player is no longer usable. Its last call may still be running; idle
	// is closed when the call returns.
	broken bool
	idle   chan struct{}
	cpu    time.Duration // processor time of the moves in the players' own threads
}

// Thoughts returns the player's thoughts, if it has any.
func (s *side) Thoughts() []play.Thought {
	if t, ok := s.Player.(play.Thinker); ok {
		return t.Thoughts()
	}
	return nil
}

// SetClock stores the clock of the next move.
func (s *side) SetClock(c *play.Clock) { s.clock = c }

// limit returns the time limit of a move and its description; 0 and "" for no limit.
func (s *side) limit() (limit time.Duration, text string) {
	if s.timeout > 0 {
		limit, text = s.timeout+s.grace, fmt.Sprintf("more than %v and %v of grace", s.timeout, s.grace)
	}
	if c := s.clock; c != nil && (limit == 0 || c.Left+s.grace < limit) {
		limit, text = c.Left+s.grace, fmt.Sprintf("more than the %v that were left and %v of grace", c.Left, s.grace)
	}
	return max(limit, 0), text
}

// resting reports whether the player's latest move has ended, also if it was late.
func (s *side) resting() bool {
	select {
	case <-s.idle:
		return true
	default:
		return s.idle == nil
	}
}

// Move asks the player for a move. Its error is play.ErrResign, play.ErrLate, a *play.Forfeit, or
// an error that ends the match.
func (s *side) Move(ctx context.Context, p play.Position) (none play.Move, err error) {
	own := p.Clone() // a late player may still read its position after the game has gone on
	if s.clock != nil {
		play.SetClock(s.game, s.Player, own, s.clock)
	}
	start := time.Now()
	limit, text := s.limit()
	limited, cancel := ctx, context.CancelFunc(func() {})
	if text != "" {
		limited, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	type answer struct {
		move play.Move
		err  error
		cpu  time.Duration
	}
	answered := make(chan answer, 1)
	s.idle = make(chan struct{})
	go func(idle chan struct{}) {
		defer close(idle)
		defer func() {
			if r := recover(); r != nil {
				where := strings.Join(strings.Fields(string(debug.Stack())), " ")
				answered <- answer{err: fmt.Errorf("panic: %v (%.300s)", r, where)}
			}
		}()
		runtime.LockOSThread() // the kernel counts the processor time of a thread
		defer runtime.UnlockOSThread()
		begun := cputime.Thread()
		m, err := s.Player.Move(limited, own)
		answered <- answer{m, err, cputime.Thread() - begun}
	}(s.idle)
	var a answer
	select {
	case a = <-answered:
		<-s.idle // the call has ended, so the player is resting
		s.cpu += a.cpu
	case <-limited.Done():
		a.err = limited.Err()
	}
	switch {
	case ctx.Err() != nil:
		s.broken = true
		return none, ctx.Err()
	case text != "" && time.Since(start) >= limit:
		s.broken = true
		return none, fmt.Errorf("%w: %s", play.ErrLate, text)
	case errors.Is(a.err, play.ErrLate):
		s.broken = true // a program restarts, so its identity must be checked again
		return none, a.err
	case a.err == nil, errors.Is(a.err, play.ErrResign):
		return a.move, a.err
	}
	s.broken = true
	if errors.Is(a.err, play.ErrStart) {
		return none, a.err
	}
	return none, &play.Forfeit{Err: a.err}
}
