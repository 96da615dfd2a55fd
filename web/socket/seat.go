// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

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

// thinkArgs select the player and the position. The seed initializes a new player, unless the
// player's specification sets one; later calls ignore it.
type thinkArgs struct {
	calls.Game
	Player string `json:"player"`
	Seed   uint32 `json:"seed"`
}

// report is the message to the page while a player starts.
type report struct {
	Text string `json:"text"`
}

// errStopped ends a stopped call.
var errStopped = errors.New("stopped")

// startTime is the time limit for a board to identify itself.
const startTime = 10 * time.Second

// maxSpec is the maximal length of a player's specification in bytes.
const maxSpec = 1000

// seat holds a player. The player starts with its first move and stays from move to move, so that a
// program keeps running and a board remembers its game.
type seat struct {
	spec string
	side duo.Player
	ctx  context.Context // context of the player's work
	end  context.CancelFunc
	busy chan struct{} // holds an element while the player is in use
	uses int           // calls that use the seat or wait for it; guarded by the client's mu
	// ended is closed once the player is closed: after end, when no call uses the player.
	ended chan struct{}

	// board means that the player is at a serial line. Its move cannot be stopped, and its game
	// must be played from the start.
	board bool
	// Only the holder of busy uses the fields below.
	player play.Player   // nil before the first move
	known  *duo.Position // position after the board's last answer; nil before that
	log    logs
}

// isBoard reports whether a specification is a board at a serial port.
func isBoard(spec string) bool { return strings.HasPrefix(spec, serialKind.Name+":") }

// open creates a player.
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

// seat returns the seat of a player. The client keeps the seat until left is called.
func (c *client) seat(spec string, side duo.Player) (*seat, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.seats, func(s *seat) bool {
		// A board plays both sides, because there is one board at a port.
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
		s.busy <- struct{}{} // never released, so no call uses the seat again
		if s.player != nil {
			s.player.Close()
		}
		close(s.ended)
	})
	c.seats = append(c.seats, s)
	return s, nil
}

// left releases a seat.
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

// think asks a player for a move.
func (c *client) think(ctx context.Context, a thinkArgs, tell func(string)) (*calls.Thought, error) {
	pos, err := a.Duo()
	if err != nil {
		return nil, err
	}
	if pos.Over() {
		return nil, duo.ErrGameOver
	}
	if len(a.Player) > maxSpec {
		return nil, fmt.Errorf("player %.20q...: %d characters, want at most %d", a.Player, len(a.Player), maxSpec)
	}
	s, err := c.seat(a.Player, pos.Position.ToMove())
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
			s.end() // the player's state is unknown: the next search starts a new player
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
		// A player that ignores the cancellation is stopped.
		stop := time.AfterFunc(endTime, s.end)
		go func() {
			<-done
			stop.Stop()
		}()
	}
	return nil, errStopped
}

// think asks the seat's player for a move.
func (s *seat) think(ctx context.Context, open func(play.Env, string) (play.Player, error), pos *rules.Position, seed uint32) (t *calls.Thought, err error) {
	defer func() {
		if r := recover(); r != nil { // a panic ends this game only
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
		if err := s.meet(&pos.Position); err != nil {
			return nil, err
		}
	}
	var before uint64
	if counter, ok := s.player.(play.WorkCounter); ok {
		before, _ = counter.Work()
	}
	made, err := s.player.Move(ctx, pos)
	m := duo.Move(made)
	switch {
	case errors.Is(err, play.ErrResign):
		return &calls.Thought{Resigned: true, Candidates: []calls.Candidate{}}, nil
	case ctx.Err() != nil:
		return nil, errStopped
	case err != nil:
		return nil, err
	}
	after := pos.Position
	if err := after.MakeMove(m); err != nil {
		return nil, fmt.Errorf("player %q makes a move that is none: %w", s.spec, err)
	}
	s.known = &after
	of, err := play.Find(duogame.Name)
	if err != nil {
		return nil, err
	}
	return calls.NewThought(of, s.player, made, before), nil
}

// meet announces a new game to a board, if one begins.
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

// logs forwards a player's messages while it starts.
type logs struct {
	mu   sync.Mutex
	tell func(string)
}

func (l *logs) to(tell func(string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tell = tell
}

// Write forwards a text without line ends.
func (l *logs) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if line := strings.TrimSpace(string(text)); line != "" && l.tell != nil {
		l.tell(line)
	}
	return len(text), nil
}
