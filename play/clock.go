// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/golden/tree"
)

// TimeControl is a seat's time for its moves of a game. The zero value sets no limit.
type TimeControl struct {
	Time      time.Duration // time for the whole game
	Increment time.Duration // added after each move
}

// ParseTimeControl reads a time and perhaps an increment, such as "1m" or "1m+1s".
func ParseTimeControl(text string) (c TimeControl, err error) {
	first, increment, more := strings.Cut(text, "+")
	bad := fmt.Errorf("%q, want a time and perhaps an increment, such as 1m+1s", text)
	if c.Time, err = time.ParseDuration(first); err != nil || c.Time <= 0 {
		return TimeControl{}, bad
	}
	if more {
		if c.Increment, err = time.ParseDuration(increment); err != nil || c.Increment < 0 {
			return TimeControl{}, bad
		}
	}
	return c, nil
}

// String returns the text that ParseTimeControl reads; "" for no limit.
func (c TimeControl) String() string {
	switch {
	case c == TimeControl{}:
		return ""
	case c.Increment > 0:
		return c.Time.String() + "+" + c.Increment.String()
	}
	return c.Time.String()
}

// MarshalText returns the text.
func (c TimeControl) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the text.
func (c *TimeControl) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		return errors.New("no time, want one such as 1m+1s")
	}
	*c, err = ParseTimeControl(string(text))
	return err
}

// Clock is a seat's clock before a move.
type Clock struct {
	Left      time.Duration // time left for Moves moves, including the next one
	Moves     int           // 0: all moves that the seat still has
	Increment time.Duration // added after each move
}

// A Clocked player plans its time by the clock of its seat.
type Clocked interface {
	// SetClock passes the clock to the player before each move; nil removes it.
	SetClock(c *Clock)
}

// SetClock gives a player the clock of its seat for the next move in a position; nil: none. A
// player that is Timed, but not Clocked, gets its share of the time.
func SetClock(g *Game, player Player, p Position, c *Clock) {
	switch player := player.(type) {
	case Clocked:
		player.SetClock(c)
	case Timed:
		share := time.Duration(0)
		if c != nil {
			share = c.Share(g, p)
		}
		player.Limit(share, nil)
	}
}

// Share returns the time for the next move in a position by the clock of its seat.
func (c *Clock) Share(g *Game, p Position) time.Duration {
	return max(time.Millisecond, c.timer(g, p).Budget)
}

// clockReserve is the time that a player keeps in reserve for work other than thinking.
const clockReserve = 50 * time.Millisecond

// usualMoves is the assumed number of moves that a seat has left, for games that do not estimate
// it.
const usualMoves = 30

// timer returns the timer of the next move of a seat with this clock.
func (c *Clock) timer(g *Game, p Position) tree.Timer {
	var shares []int
	if g.Clock != nil {
		shares = g.Clock(p)
	} else {
		shares = make([]int, usualMoves)
		for i := range shares {
			shares[i] = 1
		}
	}
	if c.Moves > 0 && c.Moves < len(shares) {
		shares = shares[:c.Moves]
	}
	left := max(0, c.Left-clockReserve)
	t := tree.PerMove(left)
	if len(shares) > 1 {
		t = tree.OfGame(left, shares)
	}
	// A move may use the increment that follows it, if the time is there now.
	t.Limit = min(t.Limit+c.Increment, left)
	t.Budget = min(t.Budget+c.Increment, t.Limit)
	return t
}
