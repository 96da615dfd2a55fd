// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package contest

import (
	"errors"
	"strings"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Code is the number that the host prints for a violation, which loses the game at once.
type Code int

// Violations, in the order that the host tests them.
const (
	TimedOut  Code = -10
	Malformed Code = -11
	FirstPass Code = 0 // the host has no number for this
	TileUsed  Code = -1
	Occupied  Code = -2 // or off the board
	Edge      Code = -3
	NoCorner  Code = -4
	NoStart1  Code = -5 // player 1's first tile is not on (5,5)
	NoStart2  Code = -6 // player 2's first tile is not on (a,a)
)

// Judge decodes an answer of four characters as a move of the player to move. Its error, a
// *Violation, is the reason why the answer loses the game.
func Judge(pos *duo.Position, text string) (duo.Move, error) {
	m, err := duo.ParseMove(text)
	switch {
	case errors.Is(err, duo.ErrOffBoard):
		// The host looks first whether the tile has been used.
		code := Occupied
		if !pos.TilesLeft(pos.ToMove()).Has(duo.Tile(text[2] - 'a')) {
			code = TileUsed
		}
		return m, &Violation{code, err}
	case err != nil:
		return m, &Violation{Malformed, err}
	case len(text) != MoveLength || strings.Contains(text, ",") || text == "pass":
		return m, &Violation{Malformed, errors.New("the contest takes moves of four characters only")}
	}
	return m, Check(pos, m)
}

// Check reports whether the player to move may make the move: nil, or a *Violation.
func Check(pos *duo.Position, m duo.Move) error {
	err := pos.Check(m)
	if err == nil {
		return nil
	}
	code := Occupied // or off the board
	switch {
	case errors.Is(err, duo.ErrFirstPass):
		code = FirstPass
	case errors.Is(err, duo.ErrTileUsed):
		code = TileUsed
	case errors.Is(err, duo.ErrEdge):
		code = Edge
	case errors.Is(err, duo.ErrCorner):
		code = NoCorner
	case errors.Is(err, duo.ErrStart) && pos.ToMove() == duo.Player1:
		code = NoStart1
	case errors.Is(err, duo.ErrStart):
		code = NoStart2
	}
	return &Violation{code, err}
}

// Violation is an answer that loses the game.
type Violation struct {
	Code Code
	Rule error // the broken rule, in words
}

func (v *Violation) Error() string { return v.Rule.Error() }

func (v *Violation) Unwrap() error { return v.Rule }
