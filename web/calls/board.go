// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package calls

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// The page talks to a board at its own serial port in the contest's protocol. The page sends and
// receives bytes; golden encodes and decodes them.

// Line holds the port's settings.
type Line struct {
	Baud int `json:"baud"`
	// Hello asks the board for its identity. Over ends a game.
	Hello string `json:"hello"`
	Over  string `json:"over"`
	// Limit is the time limit for an answer in milliseconds.
	Limit int64 `json:"limit"`
}

func newLine() Line {
	return Line{
		Baud: contest.Baud, Hello: string(contest.Hello), Over: string(contest.Over),
		Limit: contest.MoveTime.Milliseconds(),
	}
}

// askArgs are a position with the board to move, and the board's view of the game: the game up to
// the board's last move, or null before its first move.
type askArgs struct {
	Game
	Known *Game `json:"known"`
}

// Message asks a board to move.
type Message struct {
	Text  string `json:"text"`
	Begin bool   `json:"begin"` // announce a new game to the board first
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

// answerArgs are the bytes from the board, in Latin-1. With a game they are a move in its final
// position; without a game they identify the board.
type answerArgs struct {
	Game     *Game  `json:"game"`
	Received string `json:"received"`
}

// Answer is a board's answer.
type Answer struct {
	Missing int    `json:"missing"` // bytes still to come; if not 0, the rest is invalid
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
