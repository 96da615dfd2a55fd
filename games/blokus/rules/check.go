// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"errors"
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Rules that a move can break, in the order that Check tests them. An error of Check wraps exactly
// one of them.
var (
	ErrGameOver = errors.New("the game is over")
	ErrTileUsed = errors.New("the tile has been used")
	ErrOffBoard = errors.New("a square lies off the board")
	ErrOccupied = errors.New("a square is occupied")
	ErrEdge     = errors.New("a square shares an edge with one of the colour's tiles")
	ErrStart    = errors.New("the first placement must cover the colour's corner of the board")
	ErrCorner   = errors.New("no square touches a corner of the colour's tiles")
)

// MoveError reports an illegal move.
type MoveError struct {
	Colour Colour // colour of the player
	Move   Move   // the illegal move
	Rule   error  // the broken rule: one of those above
	Square Square // place of the violation; none for rules of the whole move
	At     bool   // Square is valid
}

// Error names colour, move, rule and square.
func (e *MoveError) Error() string {
	return fmt.Sprintf("blokus: %v: %v: %s", e.Colour, e.Move, e.Reason())
}

// Reason returns the rule and the square, without colour and move.
func (e *MoveError) Reason() string {
	if e.At {
		return fmt.Sprintf("%v: %v", e.Rule, e.Square)
	}
	return e.Rule.Error()
}

// Unwrap returns the rule.
func (e *MoveError) Unwrap() error { return e.Rule }

// Check returns nil if the move is legal for the colour to move, else a [MoveError] with the first
// rule that it breaks.
func (p *Position) Check(m Move) error {
	broken := func(rule error) error { return &MoveError{Colour: p.toMove, Move: m, Rule: rule} }
	brokenAt := func(rule error, row, col int) error {
		return &MoveError{p.toMove, m, rule, NewSquare(row, col), true}
	}
	switch {
	case m >= NumMoves:
		return fmt.Errorf("blokus: move %d, want 0..%d", uint16(m), NumMoves-1)
	case p.Over():
		return broken(ErrGameOver)
	case !p.TilesLeft(p.toMove).Has(m.Tile()):
		return broken(ErrTileUsed)
	}
	for row, col := range m.Cells {
		if !OnBoard(row, col) {
			return broken(ErrOffBoard)
		}
		if _, ok := p.At(NewSquare(row, col)); ok {
			return brokenAt(ErrOccupied, row, col)
		}
	}
	touches := false
	for row, col := range m.Cells {
		if p.Allowed(p.toMove, row)>>col&1 == 0 {
			return brokenAt(ErrEdge, row, col)
		}
		touches = touches || p.corner(p.toMove, row, col)
	}
	switch {
	case touches:
		return nil
	case p.TilesLeft(p.toMove) == duo.AllTiles:
		s := p.toMove.Start()
		return brokenAt(ErrStart, s.Row(), s.Col())
	}
	return broken(ErrCorner)
}

// corner reports whether a square of the board touches one of the colour's squares at a vertex or,
// before its first placement, is its start square.
func (p *Position) corner(c Colour, row, col int) bool {
	if p.TilesLeft(c) == duo.AllTiles {
		return NewSquare(row, col) == c.Start()
	}
	for _, d := range [4][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		if OnBoard(row+d[0], col+d[1]) && p.Has(c, NewSquare(row+d[0], col+d[1])) {
			return true
		}
	}
	return false
}
