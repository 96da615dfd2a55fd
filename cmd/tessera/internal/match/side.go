package match

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gtp"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// side is a player in a game, watched: its time is limited, and whatever goes wrong with it
// loses the game and no more.
type side struct {
	player.Player
	timeout, grace time.Duration // for a move; no limit if timeout is 0

	// broken says that the player is of no more use. Its last call of Move may not have
	// returned yet; idle is closed when it has.
	broken bool
	idle   chan struct{}
}

// Thoughts returns those of the player.
func (s *side) Thoughts() []player.Thought {
	if t, ok := s.Player.(player.Thinker); ok {
		return t.Thoughts()
	}
	return nil
}

// Move asks the player for a move. Its error is ErrResign, ErrLate, a *player.Forfeit or, if the
// match cannot go on, another one.
func (s *side) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	start, limit := time.Now(), s.timeout+s.grace
	limited, cancel := ctx, context.CancelFunc(func() {})
	if s.timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	type answer struct {
		move duo.Move
		err  error
	}
	own := *pos // a player that is late may look at it when the game has gone on
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
		m, err := s.Player.Move(limited, &own)
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
		return 0, ctx.Err()
	case s.timeout > 0 && time.Since(start) >= limit:
		s.broken = true
		return 0, fmt.Errorf("%w: more than %v and %v of grace", player.ErrLate, s.timeout, s.grace)
	case a.err == nil, errors.Is(a.err, player.ErrResign), errors.Is(a.err, player.ErrLate):
		return a.move, a.err
	}
	s.broken = true
	if errors.Is(a.err, gtp.ErrStart) {
		return 0, a.err
	}
	return 0, &player.Forfeit{Err: a.err}
}
