package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Code is the number that the contest's host prints for a violation, which
// loses the game at once.
type Code int

// The violations, in the order in which the host tests them.
const (
	TimedOut  Code = -10
	Malformed Code = -11
	FirstPass Code = 0 // the host has no number for it
	TileUsed  Code = -1
	Occupied  Code = -2 // or off the board
	Edge      Code = -3
	NoCorner  Code = -4
	NoStart1  Code = -5 // player 1's first tile is not on (5,5)
	NoStart2  Code = -6 // player 2's first tile is not on (a,a)
)

// Judge returns the move that four characters mean to the player to move.
// ok is false if the move loses the game, and code says why.
func Judge(pos *duo.Position, text string) (m duo.Move, code Code, ok bool) {
	m, err := duo.ParseMove(text)
	switch {
	case errors.Is(err, duo.ErrOffBoard):
		// The host looks first whether the tile has been used.
		if !pos.TilesLeft(pos.ToMove()).Has(duo.Tile(text[2] - 'a')) {
			return m, TileUsed, false
		}
		return m, Occupied, false
	case err != nil || len(text) != 4 || strings.Contains(text, ",") || text == "pass":
		return m, Malformed, false
	}
	err = pos.Check(m)
	switch {
	case err == nil:
		return m, 0, true
	case errors.Is(err, duo.ErrFirstPass):
		return m, FirstPass, false
	case errors.Is(err, duo.ErrTileUsed):
		return m, TileUsed, false
	case errors.Is(err, duo.ErrEdge):
		return m, Edge, false
	case errors.Is(err, duo.ErrCorner):
		return m, NoCorner, false
	case errors.Is(err, duo.ErrStart) && pos.ToMove() == duo.Player1:
		return m, NoStart1, false
	case errors.Is(err, duo.ErrStart):
		return m, NoStart2, false
	}
	return m, Occupied, false // or off the board
}

// Turn is what a player is asked.
type Turn struct {
	Message  string        // as it stands on the line
	Position *duo.Position // the player must leave it as it is
}

// Player is one side of a game as the host sees it.
type Player interface {
	// Identify begins a game and returns the name of the player's team.
	Identify(ctx context.Context) (string, error)
	// Move answers a turn in four characters. An error that is ErrTimeout
	// loses the game, any other one ends it without a result.
	Move(ctx context.Context, t Turn) (string, error)
	// Over ends the game, however it ended.
	Over(ctx context.Context) error
}

// Board is a player at the other end of a line.
type Board struct {
	Line    *Line
	Timeout time.Duration // for a move; also the time after which 0 is sent again
	Start   time.Duration // for the answer to 0 in all; 0: no limit
}

// Identify sends 0, again after each time-out, and reads the team's name.
func (b *Board) Identify(ctx context.Context) (string, error) {
	began := time.Now()
	for {
		if err := b.Line.Write("0"); err != nil {
			return "", err
		}
		team, err := b.Line.Read(ctx, 3, b.Timeout)
		if err == nil {
			return team[1:], nil
		}
		if !errors.Is(err, ErrTimeout) {
			return "", err
		}
		if b.Start > 0 && time.Since(began) >= b.Start {
			return "", fmt.Errorf("wire: the board has not said who it is within %v", b.Start)
		}
	}
}

// Move sends the message and reads the answer.
func (b *Board) Move(ctx context.Context, t Turn) (string, error) {
	if err := b.Line.Write(t.Message); err != nil {
		return "", err
	}
	return b.Line.Read(ctx, 4, b.Timeout)
}

// Over sends 9.
func (b *Board) Over(context.Context) error { return b.Line.Write("9") }

// Result is the end of a game.
type Result struct {
	Position duo.Position
	Teams    [2]string
	Violated bool // a player broke a rule
	Loser    duo.Player
	Code     Code
	Answer   string // the one that broke it; "" if there was none in time
}

// Winner returns who won; ok is false after a draw. It is decided on squares
// left, whatever the scores.
func (r *Result) Winner() (winner duo.Player, ok bool) {
	if r.Violated {
		return r.Loser.Rival(), true
	}
	left1, left2 := r.Position.SquaresLeft(duo.Player1), r.Position.SquaresLeft(duo.Player2)
	if left1 > left2 {
		return duo.Player2, true
	}
	return duo.Player1, left1 < left2
}

// String returns the line that the contest's host prints at the end.
func (r *Result) String() string {
	left1, left2 := r.Position.SquaresLeft(duo.Player1), r.Position.SquaresLeft(duo.Player2)
	if r.Violated {
		return fmt.Sprintf("** Player %d lost the game by violation (code %d). Tiles: %d / %d, Score: %d / %d",
			r.Loser+1, r.Code, left1, left2, -left1, -left2)
	}
	outcome := "Draw game."
	if w, ok := r.Winner(); ok {
		outcome = fmt.Sprintf("Player %d won the game!", w+1)
	}
	return fmt.Sprintf("** Tiles: %d / %d, Score: %d / %d. %s", left1, left2,
		r.Position.Score(duo.Player1), r.Position.Score(duo.Player2), outcome)
}

// StartLine is the line that the contest's host prints at the beginning: the
// teams, with a star behind the one that moves first.
func StartLine(teams [2]string, first duo.Player) string {
	teams[first] += " *"
	return fmt.Sprintf(">> %s vs %s", teams[0], teams[1])
}

// Events are told as a game goes on; any of them may be nil.
type Events struct {
	Begun func(teams [2]string)
	Moved func(pos *duo.Position, answer string)
}

// Play plays a game: it asks both players who they are, then for their moves
// in turn, and tells both when it is over. An error is a failure of a player or
// of its line, or ctx.Err(); then there is no result.
func Play(ctx context.Context, players [2]Player, first duo.Player, on Events) (r *Result, err error) {
	r = &Result{Position: duo.NewPosition(first)}
	defer func() {
		for i, p := range players {
			if e := p.Over(context.WithoutCancel(ctx)); e != nil && err == nil {
				err = fmt.Errorf("player %d: %w", i+1, e)
			}
		}
	}()
	for i, p := range players {
		if r.Teams[i], err = p.Identify(ctx); err != nil {
			return nil, fmt.Errorf("player %d: %w", i+1, err)
		}
	}
	if on.Begun != nil {
		on.Begun(r.Teams)
	}
	latest := "" // the answer to the latest turn, as it was given
	for pos := &r.Position; !pos.Over(); {
		pl := pos.ToMove()
		side := "5"
		if pl == duo.Player2 {
			side = "A"
		}
		t := Turn{"4" + latest, pos}
		switch pos.Plies() {
		case 0:
			t.Message = "2" + side
		case 1:
			t.Message = "3" + side + latest
		}
		answer, err := players[pl].Move(ctx, t)
		if errors.Is(err, ErrTimeout) {
			r.Violated, r.Loser, r.Code = true, pl, TimedOut
			return r, nil
		}
		if err != nil {
			return nil, fmt.Errorf("player %d: move %d: %w", pl+1, pos.Plies()+1, err)
		}
		m, code, ok := Judge(pos, answer)
		if !ok {
			r.Violated, r.Loser, r.Code, r.Answer = true, pl, code, answer
			return r, nil
		}
		pos.Play(m)
		latest = answer
		if on.Moved != nil {
			on.Moved(pos, answer)
		}
	}
	return r, nil
}
