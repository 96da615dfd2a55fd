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
)

// side is a player in a game, watched: its time is limited, and whatever goes wrong with it
// loses the game and no more.
type side struct {
	member
	timeout, grace time.Duration // for a move; no limit if timeout is 0

	// broken says that the player is of no more use. Its last call may not have returned yet;
	// idle is closed when it has.
	broken bool
	idle   chan struct{}
}

// ask asks the player of a side for a move. Its error is ErrResign, ErrLate, a *player.Forfeit or, if
// the match cannot go on, another one.
func ask[M any](ctx context.Context, s *side, move func(ctx context.Context) (M, error)) (none M, err error) {
	start, limit := time.Now(), s.timeout+s.grace
	limited, cancel := ctx, context.CancelFunc(func() {})
	if s.timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	type answer struct {
		move M
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
		m, err := move(limited)
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
		return none, fmt.Errorf("%w: more than %v and %v of grace", player.ErrLate, s.timeout, s.grace)
	case a.err == nil, errors.Is(a.err, player.ErrResign), errors.Is(a.err, player.ErrLate):
		return a.move, a.err
	}
	s.broken = true
	if errors.Is(a.err, gtp.ErrStart) {
		return none, a.err
	}
	return none, &player.Forfeit{Err: a.err}
}
