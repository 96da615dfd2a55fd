// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package tictactoe is an example of a custom game: one folder, and importing it registers the
// game. It then has the players that all games have (random moves, a tree search of nine levels
// with analysis, other programs over GTP, a person), records, matches and GTP.
//
// tictactoe.go (here) has the game and its text, search.go its interface to the tree search.
package tictactoe

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play"
)

func init() {
	play.Register(play.Entry{
		Name: "tictactoe", Help: "tic-tac-toe on 3x3 squares",
		New: func(variant string) (*play.Game, error) {
			if variant != "" {
				return nil, fmt.Errorf("variant %q, want none", variant)
			}
			return New(), nil
		},
	})
}

// New returns the game. A move is the number of a square, 0..8, row by row; in text it is a1..c3,
// a column from the left and a row from below.
func New() *play.Game {
	return &play.Game{
		Name: "tictactoe", Title: "tic-tac-toe", SetGame: "Tic-Tac-Toe",
		Colours:  []string{"x", "o"},
		Start:    func() play.Position { return &Position{} },
		Parse:    parse,
		Format:   format,
		MoveHelp: "b2           take a square: column a..c, row 1..3 from below\n",
		// Games of a match begin with a random move, so that they differ.
		OpeningPlies:  1,
		DefaultPlayer: "tree",
		Search:        play.TreeSearch(func() play.Searchable { return &searchable{} }, tree.Config{}),
		Levels:        play.Levels,
		Clock:         clock,
	}
}

func parse(text string) (play.Move, error) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '3' {
		return 0, fmt.Errorf("move %.20q, want a square a1..c3", text)
	}
	return play.Move('3'-text[1])*3 + play.Move(text[0]-'a'), nil
}

func format(m play.Move) string {
	return string([]byte{'a' + byte(m%3), '3' - byte(m/3)})
}

// clock gives each move that a player may still make the same time.
func clock(p play.Position) []int {
	return slices.Repeat([]int{1}, (len(p.Moves())+1)/2)
}

// lines are the rows, columns and diagonals, as sets of squares: bit m for square m.
var lines = [...]uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

const full = 1<<9 - 1

// board has the marks on the squares. The seat to move follows from the number of marks.
type board struct {
	squares [2]uint16 // by seat: bit m for square m
	mover   int
}

func (b *board) play(m play.Move) {
	b.squares[b.mover] |= 1 << m
	b.mover ^= 1
}

func (b *board) free() uint16 { return full &^ (b.squares[0] | b.squares[1]) }

// winner returns the seat with a line; -1: none.
func (b *board) winner() int {
	for seat, s := range b.squares {
		for _, l := range lines {
			if s&l == l {
				return seat
			}
		}
	}
	return -1
}

func (b *board) over() bool { return b.free() == 0 || b.winner() >= 0 }

// Position is a position with the moves that led to it.
type Position struct {
	board   board
	history []play.Move
}

// Clone returns a copy.
func (p *Position) Clone() play.Position { return &Position{p.board, slices.Clone(p.history)} }

// History returns the moves so far.
func (p *Position) History() []play.Move { return p.history }

// ToMove returns the seat to move.
func (p *Position) ToMove() int { return p.board.mover }

// Over reports whether the game has ended.
func (p *Position) Over() bool { return p.board.over() }

// Moves returns the free squares.
func (p *Position) Moves() (moves []play.Move) {
	if p.Over() {
		return nil
	}
	for m := range play.Move(9) {
		if p.board.free()>>m&1 == 1 {
			moves = append(moves, m)
		}
	}
	return moves
}

// Play takes a square.
func (p *Position) Play(m play.Move) error {
	switch {
	case p.Over():
		return errors.New("the game is over")
	case m > 8:
		return fmt.Errorf("move %d, want 0..8", m)
	case p.board.free()>>m&1 == 0:
		return fmt.Errorf("move %s: the square is taken", format(m))
	}
	p.board.play(m)
	p.history = append(p.history, m)
	return nil
}

// Shares returns the seats' shares of a game that is over.
func (p *Position) Shares() []float64 {
	switch p.board.winner() {
	case 0:
		return []float64{1, 0}
	case 1:
		return []float64{0, 1}
	}
	return []float64{0.5, 0.5}
}

// Standing is empty: tic-tac-toe has no score.
func (p *Position) Standing() string { return "" }

// Perft returns the number of sequences of depth moves.
func (p *Position) Perft(depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	for _, m := range p.Moves() {
		next := p.Clone()
		next.Play(m) // a legal move
		n += next.Perft(depth - 1)
	}
	return n
}

// Draw returns the board, row 3 at the top:
//
//	3 . . X
//	2 . X O
//	1 O . .
//	  a b c
//	player 1 to move
func (p *Position) Draw(play.DrawOptions) string {
	var b strings.Builder
	for m := range 9 {
		if m%3 == 0 {
			fmt.Fprint(&b, 3-m/3)
		}
		mark := "."
		for seat, s := range p.board.squares {
			if s>>m&1 == 1 {
				mark = "XO"[seat : seat+1]
			}
		}
		b.WriteString(" " + mark)
		if m%3 == 2 {
			b.WriteString("\n")
		}
	}
	b.WriteString("  a b c\n")
	if p.Over() {
		return b.String() + "the game is over\n"
	}
	return b.String() + play.Seat(p.ToMove()) + " to move\n"
}
