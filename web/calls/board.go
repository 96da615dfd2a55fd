package calls

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// The page talks to a board at its own serial port in the contest's protocol: the page sends and
// receives bytes, and golden encodes and decodes them.

// Line has the port's settings.
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

// askArgs are a position with the board to move, and the board's view of the game: up to the
// board's last move, null before the first.
type askArgs struct {
	Game
	Known *Game `json:"known"`
}

// Message asks a board to move.
type Message struct {
	Text  string `json:"text"`
	Begin bool   `json:"begin"` // the board must be told of a new game first
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

// answerArgs are the bytes from the board, in Latin-1, and the position in which they are a move;
// without a position they identify the board.
type answerArgs struct {
	Game     *Game  `json:"game"`
	Received string `json:"received"`
}

// Answer is a board's answer.
type Answer struct {
	Missing int    `json:"missing"` // bytes still to come; then the rest is not valid
	Team    string `json:"team"`
	Code    string `json:"code"` // code of the move
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
