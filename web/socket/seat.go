package socket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tessera-fpga/tessera/chips"
	"github.com/tessera-fpga/tessera/fpga/wire"
	duogame "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/web/calls"
)

// thinkArgs name the player and the position. The seed is for the random choices of a new player,
// unless the player's specification sets one; later calls ignore it.
type thinkArgs struct {
	calls.Game
	Player string `json:"player"`
	Seed   uint32 `json:"seed"`
}

// report is the message to the page while a player gets ready.
type report struct {
	Text string `json:"text"`
}

// errStopped ends a call that has been given up.
var errStopped = errors.New("stopped")

// startTime is the time that a board has to identify itself.
const startTime = 10 * time.Second

// maxSpec is the longest specification of a player in bytes.
const maxSpec = 1000

// seat is where a player sits: it is made when it is first to move, and kept from move to move,
// so that a program goes on running and a board remembers its game.
type seat struct {
	spec string
	side duo.Player
	ctx  context.Context // context of the player's work
	end  context.CancelFunc
	busy chan struct{} // holds one while the player is used
	uses int           // calls that use it, or wait for it; the client's mu guards it
	// ended is closed when the player is closed. It is so after end, when no one uses it.
	ended chan struct{}

	// board: the player is at a line, where nothing can be given up, and a game must be played
	// from its start.
	board bool
	// Only the holder of busy uses the fields below.
	player play.Player   // nil before the first use
	known  *duo.Position // by a board: after its last answer; nil before that
	log    logs
}

// isBoard reports whether a specification names a board at a port.
func isBoard(spec string) bool { return strings.HasPrefix(spec, serialKind.Name+":") }

// open makes a player.
func open(env play.Env, spec string) (play.Player, error) {
	switch kind, rest, _ := strings.Cut(spec, ":"); kind {
	case people:
		return nil, errors.New("a person sits at the page, not at the server")
	case serialKind.Name:
		line, err := wire.OpenSerial(rest)
		if err != nil {
			return nil, err
		}
		return chips.NewBoard(&wire.Board{Line: line, Timeout: contest.MoveTime, Start: startTime}), nil
	}
	g, err := play.Find(duogame.Name)
	if err != nil {
		return nil, err
	}
	return g.New(spec, env)
}

// seat returns where a player sits, and keeps it from being taken away until it is left.
func (c *client) seat(spec string, side duo.Player) (*seat, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.seats, func(s *seat) bool {
		// A port has one board, whichever side it plays.
		return s.ctx.Err() == nil && s.spec == spec && (s.side == side || s.board)
	})
	if at >= 0 {
		s := c.seats[at]
		c.seats = append(slices.Delete(c.seats, at, at+1), s)
		s.uses++
		return s, nil
	}
	c.seats = slices.DeleteFunc(c.seats, func(s *seat) bool { return s.ctx.Err() != nil && isClosed(s.ended) })
	if len(c.seats) >= maxSeats {
		idle := slices.IndexFunc(c.seats, func(s *seat) bool { return s.uses == 0 })
		if idle < 0 {
			return nil, fmt.Errorf("%d players are at work, and no more can be", maxSeats)
		}
		c.seats[idle].end()
		c.seats = slices.Delete(c.seats, idle, idle+1)
	}
	s := &seat{spec: spec, side: side, board: isBoard(spec), uses: 1, busy: make(chan struct{}, 1), ended: make(chan struct{})}
	s.ctx, s.end = context.WithCancel(c.ctx)
	context.AfterFunc(s.ctx, func() {
		s.busy <- struct{}{} // busy for good: nobody uses the seat again
		if s.player != nil {
			s.player.Close()
		}
		close(s.ended)
	})
	c.seats = append(c.seats, s)
	return s, nil
}

// left undoes seat.
func (c *client) left(s *seat) {
	c.mu.Lock()
	s.uses--
	c.mu.Unlock()
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// think has a player choose a move.
func (c *client) think(ctx context.Context, a thinkArgs, tell func(string)) (*calls.Thought, error) {
	pos, err := a.Position()
	if err != nil {
		return nil, err
	}
	if pos.Over() {
		return nil, duo.ErrGameOver
	}
	if len(a.Player) > maxSpec {
		return nil, fmt.Errorf("player %.20q...: %d characters, want at most %d", a.Player, len(a.Player), maxSpec)
	}
	s, err := c.seat(a.Player, pos.ToMove())
	if err != nil {
		return nil, err
	}
	select {
	case s.busy <- struct{}{}:
	case <-ctx.Done():
		c.left(s)
		return nil, errStopped
	}
	select {
	case c.server.searches <- struct{}{}:
	case <-ctx.Done():
		<-s.busy
		c.left(s)
		return nil, errStopped
	}
	type outcome struct {
		thought *calls.Thought
		err     error
	}
	done := make(chan outcome, 1)
	go func() {
		s.log.to(tell)
		t, err := s.think(ctx, c.server.open, pos, a.Seed)
		s.log.to(nil)
		<-c.server.searches
		if err != nil && !errors.Is(err, play.ErrResign) && !(s.board && errors.Is(err, contest.ErrMidGame)) {
			s.end() // the player may be in any state: the next search starts a new one
		}
		<-s.busy
		c.left(s)
		done <- outcome{t, err}
	}()
	select {
	case o := <-done:
		return o.thought, o.err
	case <-ctx.Done():
	}
	if !s.board {
		// A player that does not end by itself is stopped.
		stop := time.AfterFunc(endTime, s.end)
		go func() {
			<-done
			stop.Stop()
		}()
	}
	return nil, errStopped
}

// think is the move of the seat's player.
func (s *seat) think(ctx context.Context, open func(play.Env, string) (play.Player, error), pos duo.Position, seed uint32) (t *calls.Thought, err error) {
	defer func() {
		if r := recover(); r != nil { // the panic ends one game; the others go on
			err = fmt.Errorf("player %q: %v", s.spec, r)
		}
	}()
	if err := s.ctx.Err(); err != nil {
		return nil, errStopped
	}
	if s.player == nil {
		if s.player, err = open(play.Env{Seat: int(s.side), Seed: uint64(seed), Log: &s.log, Out: io.Discard}, s.spec); err != nil {
			return nil, err
		}
	}
	if p, ok := s.player.(play.Preparer); ok {
		if err := p.Prepare(s.ctx); err != nil {
			return nil, err
		}
	}
	if s.board {
		ctx = s.ctx
		if err := s.meet(&pos); err != nil {
			return nil, err
		}
	}
	var before uint64
	counter, counts := s.player.(play.WorkCounter)
	if counts {
		before, _ = counter.Work()
	}
	made, err := s.player.Move(ctx, &rules.Position{Position: pos})
	m := duo.Move(made)
	t = &calls.Thought{Candidates: []calls.Candidate{}}
	switch {
	case errors.Is(err, play.ErrResign):
		t.Resigned = true
		return t, nil
	case ctx.Err() != nil:
		return nil, errStopped
	case err != nil:
		return nil, err
	}
	after := pos
	if err := after.MakeMove(m); err != nil {
		return nil, fmt.Errorf("player %q makes a move that is none: %w", s.spec, err)
	}
	s.known = &after
	t.Place = calls.NewPlace(m)
	if counts {
		work, unit := counter.Work()
		t.Work, t.Unit = int(work-before), unit
	}
	if thinker, ok := s.player.(play.Thinker); ok {
		for _, thought := range thinker.Thoughts() {
			value := thought.Value
			if thought.Move == made {
				t.Margin, t.Value, t.Visits = thought.Margin, &value, thought.Visits
			}
			if thought.Margin != nil {
				t.Candidates = append(t.Candidates, calls.Candidate{Place: calls.NewPlace(duo.Move(thought.Move)), Visits: thought.Visits, Margin: *thought.Margin, Value: &value})
			}
		}
		slices.SortStableFunc(t.Candidates, func(a, b calls.Candidate) int { return b.Visits - a.Visits })
	}
	return t, nil
}

// meet begins a new game with a board, if one begins.
func (s *seat) meet(pos *duo.Position) error {
	_, begin, err := contest.Ask(s.known, pos)
	if err != nil || !begin {
		return err
	}
	board := s.player.(play.Starter)
	if s.known != nil {
		if err := board.End(s.ctx); err != nil {
			return err
		}
		s.known = nil
	}
	_, err = board.Start(s.ctx)
	return err
}

// logs passes on a player's messages while it gets ready.
type logs struct {
	mu   sync.Mutex
	tell func(string)
}

func (l *logs) to(tell func(string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tell = tell
}

// Write tells a text, without the ends of lines.
func (l *logs) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if line := strings.TrimSpace(string(text)); line != "" && l.tell != nil {
		l.tell(line)
	}
	return len(text), nil
}
