// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package engine

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

// timeSettings are the settings of GTP 2: the main time, followed by repeated byo-yomi periods for
// a number of moves each. The zero value sets no limit.
type timeSettings struct {
	main, period time.Duration
	moves        int // per period
}

// seatClock is a seat's clock.
type seatClock struct {
	left  time.Duration
	moves int // moves left in the period; 0: main time
}

// clocks keep the time of the seats; nil: no limit. The controller may correct them with time_left.
type clocks struct {
	settings timeSettings
	seats    []seatClock
}

func newClocks(s timeSettings, seats int) *clocks {
	c := &clocks{s, make([]seatClock, seats)}
	for seat := range c.seats {
		c.seats[seat] = seatClock{left: s.main}
		if s.main == 0 {
			c.seats[seat] = seatClock{s.period, s.moves}
		}
	}
	return c
}

// clock returns the clock of a seat's player.
func (c *clocks) clock(seat int) *play.Clock {
	now := c.seats[seat]
	k := &play.Clock{Left: now.left, Moves: now.moves}
	if now.moves == 0 && c.settings.moves > 0 { // byo-yomi follows, and each move has a share of it
		k.Increment = c.settings.period / time.Duration(c.settings.moves)
		k.Left += k.Increment
	}
	return k
}

// press subtracts the time of a move from a seat's clock.
func (c *clocks) press(seat int, took time.Duration) {
	now := &c.seats[seat]
	now.left -= took
	switch period := (seatClock{c.settings.period, c.settings.moves}); {
	case now.moves == 0 && now.left <= 0 && period.moves > 0: // the main time has run out
		*now = seatClock{max(0, period.left+now.left), period.moves}
	case now.moves == 1:
		*now = period
	case now.moves > 1:
		now.moves--
	}
	now.left = max(0, now.left)
}

// seatOf returns the seat of a colour.
func (e *Engine) seatOf(colour int) int {
	if e.game.ToMove(e.pos) == colour {
		return e.pos.ToMove()
	}
	return colour % e.game.Seats()
}

// timeSettings implements time_settings MAIN PERIOD MOVES.
func (e *Engine) timeSettings(_ context.Context, args []string) (string, error) {
	s := timeSettings{}
	var err error
	if s.main, err = seconds(args, 0, "the main time"); err != nil {
		return "", err
	}
	if s.period, err = seconds(args, 1, "the time of byo-yomi"); err != nil {
		return "", err
	}
	if s.moves, err = count(args, 2, "the moves of byo-yomi"); err != nil {
		return "", err
	}
	switch {
	case s.moves > 0 && s.period == 0:
		return "", failf("%s in no time, want some", plural.Count(s.moves, "move", "moves"))
	case s.moves == 0 && s.period > 0: // GTP's way to set no limit
		s = timeSettings{}
	}
	e.settings = s
	return "", e.resetClocks()
}

// timeLeft implements time_left COLOUR TIME MOVES.
func (e *Engine) timeLeft(_ context.Context, args []string) (string, error) {
	colour, err := e.colour(args)
	if err != nil {
		return "", err
	}
	left, err := seconds(args, 1, "a time")
	if err != nil {
		return "", err
	}
	moves, err := count(args, 2, "a number of moves")
	if err != nil {
		return "", err
	}
	if e.clocks == nil {
		if err := e.Close(); err != nil { // a player with a clock must be created anew
			return "", err
		}
		e.clocks = newClocks(timeSettings{}, e.game.Seats())
		for seat := range e.clocks.seats {
			e.clocks.seats[seat] = seatClock{left, moves}
		}
	}
	e.clocks.seats[e.seatOf(colour)] = seatClock{left, moves}
	return "", nil
}

// resetClocks sets the clocks for the start of a game.
func (e *Engine) resetClocks() error {
	was := e.clocks
	e.clocks = nil
	if e.settings != (timeSettings{}) {
		e.clocks = newClocks(e.settings, e.game.Seats())
	}
	if (was == nil) != (e.clocks == nil) {
		return e.Close() // a player with a clock must be created anew
	}
	return nil
}

// seconds parses an argument as a time.
func seconds(args []string, i int, what string) (time.Duration, error) {
	text, err := arg(args, i, what+" in seconds")
	if err != nil {
		return 0, err
	}
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s >= 0 && s <= math.MaxInt32) {
		return 0, failf("%s %q, want seconds, 0 or more", what, text)
	}
	return time.Duration(s * float64(time.Second)), nil
}

// count parses an argument as a number of moves.
func count(args []string, i int, what string) (int, error) {
	text, err := arg(args, i, what)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > math.MaxInt32 {
		return 0, failf("%s %q, want a whole number, 0 or more", what, text)
	}
	return n, nil
}
