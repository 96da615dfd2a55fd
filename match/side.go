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
	timeout, grace time.Duration // for a move; no limit if timeout is 0

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

// Move asks the player for a move. Its error is play.ErrResign, play.ErrLate, a *play.Forfeit or,
// if the match cannot go on, another one.
func (s *side) Move(ctx context.Context, p play.Position) (none play.Move, err error) {
	own := p.Clone() // a player that is late may look at it when the game has gone on
	start, limit := time.Now(), s.timeout+s.grace
	limited, cancel := ctx, context.CancelFunc(func() {})
	if s.timeout > 0 {
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
	case s.timeout > 0 && time.Since(start) >= limit:
		s.broken = true
		return none, fmt.Errorf("%w: more than %v and %v of grace", play.ErrLate, s.timeout, s.grace)
	case a.err == nil, errors.Is(a.err, play.ErrResign), errors.Is(a.err, play.ErrLate):
		return a.move, a.err
	}
	s.broken = true
	if errors.Is(a.err, play.ErrStart) {
		return none, a.err
	}
	return none, &play.Forfeit{Err: a.err}
}
