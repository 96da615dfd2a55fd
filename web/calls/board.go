package calls

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// The page talks to a board at a serial port of its own in the contest's protocol: it sends and
// receives bytes, and what they are golden says.

// Line is what the page needs to know to open the port.
type Line struct {
	Baud int `json:"baud"`
	// Hello asks the board who it is, and Over ends a game.
	Hello string `json:"hello"`
	Over  string `json:"over"`
	// Limit is the time for an answer in milliseconds.
	Limit int64 `json:"limit"`
}

func newLine() Line {
	return Line{
		Baud: contest.Baud, Hello: string(contest.Hello), Over: string(contest.Over),
		Limit: contest.MoveTime.Milliseconds(),
	}
}

// askArgs are a position in which the board is to move, and the game as the board knows it: up
// to its own last move, null before its first.
type askArgs struct {
	Game
	Known *Game `json:"known"`
}

// Message asks a board to move.
type Message struct {
	Text  string `json:"text"`
	Begin bool   `json:"begin"` // it must be told of a new game first
}

func askBoard(a askArgs) (any, error) {
	pos, err := a.Position()
	if err != nil {
		return nil, err
	}
	if pos.Over() {
		return nil, duo.ErrGameOver
	}
	var known *duo.Position
	if a.Known != nil {
		p, err := a.Known.Position()
		if err != nil {
			return nil, fmt.Errorf("known: %w", err)
		}
		known = &p
	}
	text, begin, err := contest.Ask(known, &pos)
	return Message{text, begin}, err
}

// answerArgs are the bytes that have come from the board, Latin-1, and in which position they
// are to be a move; without one they are to say who the board is.
type answerArgs struct {
	Game     *Game  `json:"game"`
	Received string `json:"received"`
}

// Answer is what a board says.
type Answer struct {
	Missing int    `json:"missing"` // bytes still to come; then the rest is not valid
	Team    string `json:"team"`
	Code    string `json:"code"` // of the move
}

func boardAnswer(a answerArgs) (any, error) {
	if a.Game == nil {
		text, missing := contest.Collect(a.Received, contest.IdentityLength)
		if missing > 0 {
			return Answer{Missing: missing}, nil
		}
		if text[0] != contest.Identity {
			return nil, fmt.Errorf("the board answers %q, want %c and its team", text, contest.Identity)
		}
		return Answer{Team: text[1:]}, nil
	}
	pos, err := a.Game.Position()
	if err != nil {
		return nil, err
	}
	text, missing := contest.Collect(a.Received, contest.MoveLength)
	if missing > 0 {
		return Answer{Missing: missing}, nil
	}
	m, err := contest.Judge(&pos, text)
	if err != nil {
		return nil, fmt.Errorf("the board answers %q: %w", text, err)
	}
	return Answer{Code: m.String()}, nil
}
