package match

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gtp"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// side is a player in a game, watched: its time is measured and limited, and whatever goes wrong
// with it loses the game and no more.
type side struct {
	player.Player
	limit time.Duration // for a move, grace included; 0: none

	spent time.Duration
	notes map[int]record.Note // by ply
	// broken says that the player is of no more use. Its last call of Move may not have
	// returned yet; idle is closed when it has.
	broken bool
	idle   chan struct{}
}

// Move asks the player for a move. Its error is ErrResign, ErrLate, a *player.Forfeit or, if the
// match cannot go on, another one.
func (s *side) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	limited, cancel := ctx, context.CancelFunc(func() {})
	if s.limit > 0 {
		limited, cancel = context.WithTimeout(ctx, s.limit)
	}
	defer cancel()
	type answer struct {
		move duo.Move
		err  error
	}
	own := *pos // a player that is late may look at it when the game has gone on
	answered := make(chan answer, 1)
	s.idle = make(chan struct{})
	start := time.Now()
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
	took := time.Since(start)
	s.spent += took
	switch {
	case ctx.Err() != nil:
		s.broken = true
		return 0, ctx.Err()
	case s.limit > 0 && took > s.limit:
		s.broken = true
		return 0, player.ErrLate
	case a.err == nil:
		s.note(pos, a.move, took)
		return a.move, nil
	case errors.Is(a.err, player.ErrResign):
		return 0, a.err
	}
	s.broken = true
	if errors.Is(a.err, gtp.ErrStart) {
		return 0, a.err
	}
	return 0, &player.Forfeit{Err: a.err}
}

// note keeps the time of a move, to the millisecond, and what the player thought of it.
func (s *side) note(pos *duo.Position, m duo.Move, took time.Duration) {
	n := record.Note{Seconds: float64(took.Milliseconds()) / 1000}
	if t, ok := s.Player.(player.Thinker); ok {
		for _, thought := range t.Thoughts() {
			if thought.Move == m {
				value := math.Round(thought.Value*1e4) / 1e4
				n.Value, n.Visits = &value, thought.Visits
				break
			}
		}
	}
	if n != (record.Note{}) {
		s.notes[pos.Plies()] = n
	}
}
