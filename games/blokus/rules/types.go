// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package rules is the reference model of Blokus on the board of 20 x 20 squares: the rules of the
// game of four colours, and its variants for two and three players.
//
// Four colours own the tiles of package duo, which draws them, and place them in turn: blue,
// yellow, red, green. A placement is legal when all its squares are allowed (on the board, empty,
// not edge-adjacent to one of the colour's own squares) and at least one of them is a corner
// (allowed, and diagonally adjacent to one of them). A colour's first placement covers its corner
// square of the board instead. A colour without a legal placement is skipped for the rest of the
// game, since it never gets one again; the game ends when all colours are skipped.
//
// File types.go (here) defines the basic types of the game, position.go the board and its change by
// a placement. list.go lists moves, playout.go plays at random, score.go computes scores, check.go
// finds the rule that a move breaks, and notation.go reads and writes moves.
package rules

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// The size of the game.
const (
	BoardSize  = 20 // rows, and columns
	NumSquares = BoardSize * BoardSize
	// NumColours is the number of colours. All of them play in every variant.
	NumColours = 4
	// MaxPlies bounds the length of a game, which has no passes.
	MaxPlies = NumColours * duo.NumTiles
)

// Colour is one of the four colours, in the order of their turns.
type Colour uint8

// The colours.
const (
	Blue   Colour = iota // starts at the upper left corner
	Yellow               // upper right
	Red                  // lower right
	Green                // lower left
)

// Next returns the colour that plays after this one.
func (c Colour) Next() Colour { return (c + 1) % NumColours }

// String returns the name of the colour, "blue" to "green".
func (c Colour) String() string {
	if c >= NumColours {
		return fmt.Sprintf("colour %d", uint8(c))
	}
	return [NumColours]string{"blue", "yellow", "red", "green"}[c]
}

// Start returns the square that the colour's first placement must cover.
func (c Colour) Start() Square {
	const last = BoardSize - 1
	return [NumColours]Square{NewSquare(0, 0), NewSquare(0, last), NewSquare(last, last), NewSquare(last, 0)}[c]
}

// Square is a square of the board, row*20 + column, both counted from 0 at the upper left corner;
// the row grows downwards.
type Square uint16

// NewSquare returns the square in the given row and column, 0..19 each.
func NewSquare(row, col int) Square { return Square(row*BoardSize + col) }

// Row returns the row, 0 at the top.
func (s Square) Row() int { return int(s) / BoardSize }

// Col returns the column, 0 at the left.
func (s Square) Col() int { return int(s) % BoardSize }

// OnBoard reports whether a row and a column name a square of the board.
func OnBoard(row, col int) bool { return uint(row) < BoardSize && uint(col) < BoardSize }

// Move is a placement: an orientation and the square that its reference cell covers, as
// orientation*400 + square. It is less than NumMoves, so a table can have it as an index.
type Move uint16

// NumMoves bounds the moves; 30,433 of the numbers below it are placements on the board.
const NumMoves = duo.NumOrientations * NumSquares

// NewMove returns the placement of an orientation with its reference cell on the given square. The
// placement need not be on the board; see Position.Check.
func NewMove(o duo.Orientation, s Square) Move { return Move(o)*NumSquares + Move(s) }

// Orientation returns the placed orientation.
func (m Move) Orientation() duo.Orientation { return duo.Orientation(m / NumSquares) }

// Square returns the square of the reference cell.
func (m Move) Square() Square { return Square(m % NumSquares) }

// Tile returns the placed tile.
func (m Move) Tile() duo.Tile { return m.Orientation().Tile() }

// Size returns the number of squares that the placement covers.
func (m Move) Size() int { return m.Tile().Size() }

// Cells calls yield for the row and column of each square that the placement covers, in reading
// order, including squares off the board.
func (m Move) Cells(yield func(row, col int) bool) {
	s := m.Square()
	for _, c := range m.Orientation().Cells() {
		if !yield(s.Row()+int(c.Row), s.Col()+int(c.Col)) {
			return
		}
	}
}
