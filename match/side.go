package match

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/play"
)

// side is a player in a game, watched: its time is limited, and a failure loses the game and no
// more.
type side struct {
	play.Player
	game           *play.Game
	timeout, grace time.Duration // time for a move; no limit if timeout is 0
	clock          *play.Clock   // clock of the next move; nil: the game has none

	// broken says that the player is of no more use. Its last call may not have returned yet;
	// idle is closed when it has.
	broken bool
	idle   chan struct{}
}

// Thoughts returns the player's.
func (s *side) Thoughts() []play.Thought {
	if t, ok := s.Player.(play.Thinker); ok {
		return t.Thoughts()
	}
	return nil
}

// SetClock keeps the clock of the next move.
func (s *side) SetClock(c *play.Clock) { s.clock = c }

// limit returns the time after which the side has lost, and a description of the limit; 0: none.
func (s *side) limit() (limit time.Duration, text string) {
	if s.timeout > 0 {
		limit, text = s.timeout+s.grace, fmt.Sprintf("more than %v and %v of grace", s.timeout, s.grace)
	}
	if c := s.clock; c != nil && (limit == 0 || c.Left+s.grace < limit) {
		limit, text = c.Left+s.grace, fmt.Sprintf("more than the %v that were left and %v of grace", c.Left, s.grace)
	}
	return max(limit, 0), text
}

// Move asks the player for a move. Its error is play.ErrResign, play.ErrLate, a *play.Forfeit or,
// if the match cannot go on, another one.
func (s *side) Move(ctx context.Context, p play.Position) (none play.Move, err error) {
	own := p.Clone() // a player that is late may look at it when the game has gone on
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
		m, err := s.Player.Move(limited, own)
		answered <- answer{m, err}
	}(s.idle)
	var a answer
	select {
	case a = <-answered:
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
		s.broken = true // a program starts afresh, so that its identity must be asked again
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
