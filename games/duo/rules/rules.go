// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package rules is Blokus Duo for package play without players: positions, notations, drawing, and
// the contest's judgement. Package games/duo adds the players and registers the game. A program
// without players, such as the page's part in the browser, imports this package alone.
package rules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/games/tiles"
	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

// Name is the name of the game in the registry.
const Name = "duo"

const (
	moveForm = "the squares to cover, such as e11,d10,e10,f10,e9, or as the contest's code, such as 55u0"
	moveHelp = `e10,e11,d10  the squares to cover, in any order, with the coordinates below the board (columns a to n) and on its right (rows 1 to 14)
55u0         the contest's code, with the coordinates above the board and on its left: column and row of the reference square, 1..9 a..e; tile a..u; rotation 0..7 ("tessera tiles" draws tiles and rotations)
pass         is made for you, when you have no legal move
`
)

// New returns the game without players; it has no variants.
func New(variant string) (*play.Game, error) {
	if variant != "" {
		return nil, fmt.Errorf("variant %q, want none", variant)
	}
	return &play.Game{
		Name:        Name,
		Title:       "Blokus Duo",
		SetGame:     "Blokus Duo",
		Colours:     []string{"b", "w"},
		ColourNames: []string{"blue", "green"},
		SGF:         true,
		ByPoints:    true,
		Margins:     margins,
		Start:       func() play.Position { return Start(duo.Player1) },
		StartBy:     func(first int) play.Position { return Start(duo.Player(first)) },
		SetUp:       setUp,
		HasPass:     true,
		Pass:        play.Move(duo.Pass),
		Parse:       parse,
		Format:      func(m play.Move) string { return duo.Move(m).String() },
		Long:        func(m play.Move) string { return duo.Move(m).CellList() },
		Reword:      reword,
		Squares:     func(m play.Move) string { return Squares(duo.Move(m)) },
		Judge:       judge,
		MoveForm:    moveForm,
		MoveHelp:    moveHelp,
		ListMoves:   listMoves,
		Levels:      play.Levels,
	}, nil
}

// Position is a position of Blokus Duo for package play.
type Position struct {
	duo.Position
	setup *play.Setup
}

// Start returns the empty board with a player to move.
func Start(first duo.Player) *Position { return &Position{Position: duo.NewPosition(first)} }

// setUp returns a set-up position. An error has the squares of the tile.
func setUp(s *play.Setup) (play.Position, error) {
	var placed [2][]duo.Move
	for pl, moves := range s.Placed {
		for _, m := range moves {
			own, err := play.Narrow[duo.Move](m)
			if err != nil {
				return nil, err
			}
			placed[pl] = append(placed[pl], own)
		}
	}
	p, err := duo.PlaceTiles(placed, duo.Player(s.Turn))
	if e := (*duo.MoveError)(nil); errors.As(err, &e) {
		return nil, &refusal{e, Squares(e.Move)}
	}
	return &Position{p, s.Clone()}, err
}

// Setup returns the set-up position that the game began from.
func (p *Position) Setup() *play.Setup { return p.setup }

// At returns golden's position inside a position of package play.
func At(p play.Position) *duo.Position { return &p.(*Position).Position }

// Clone returns a copy.
func (p *Position) Clone() play.Position { return &Position{p.Position, p.setup} }

// First returns the player who moves first.
func (p *Position) First() int { return int(p.FirstToMove()) }

// ToMove returns the player to move.
func (p *Position) ToMove() int { return int(p.Position.ToMove()) }

// History returns the moves so far.
func (p *Position) History() []play.Move { return play.Widen(p.Position.History()) }

// Moves returns the legal placements, or the pass of a player without one.
func (p *Position) Moves() []play.Move {
	if legal := p.LegalMoves(nil); len(legal) > 0 {
		return play.Widen(legal)
	}
	return []play.Move{play.Move(duo.Pass)}
}

// Play makes a move. A pass is legal at any turn but a player's first, as in the contest.
func (p *Position) Play(m play.Move) error {
	own, err := play.Narrow[duo.Move](m)
	if err != nil {
		return err
	}
	return p.MakeMove(own)
}

// Score returns the score of a player.
func (p *Position) Score(seat int) int { return p.Position.Score(duo.Player(seat)) }

// Shares returns the players' shares by score.
func (p *Position) Shares() []float64 { return play.SharesOf(p.Score(0) - p.Score(1)) }

// BySquaresLeft returns the players' shares under the contest's scoring: by squares left, without a
// bonus.
func BySquaresLeft(p play.Position) []float64 { return play.SharesOf(margins(p)[1]) }

// margins returns player 1's margin by score, and by squares left.
func margins(p play.Position) []int {
	pos := At(p)
	return []int{pos.Score(duo.Player1) - pos.Score(duo.Player2), pos.SquaresLeft(duo.Player2) - pos.SquaresLeft(duo.Player1)}
}

// Standing returns the scores.
func (p *Position) Standing() string { return fmt.Sprintf("%d %d", p.Score(0), p.Score(1)) }

// Perft counts the sequences of depth moves.
func (p *Position) Perft(depth int) uint64 { return duo.Perft(&p.Position, depth) }

// parse reads a move in either notation.
func parse(text string) (play.Move, error) {
	m, err := duo.ParseMove(strings.ToLower(text))
	if err != nil {
		_, err = duo.ParseMove(text) // ToLower changes the length of a text that is no UTF-8
		err = errors.Unwrap(err)     // the text is named already
	}
	return play.Move(m), err
}

// reword names the move, and the square of the fault, in the notation of the text.
func reword(text string, err error) error {
	if e := (*duo.MoveError)(nil); errors.As(err, &e) {
		return &refusal{e, text}
	}
	return err
}

// refusal is a duo.MoveError in the notation of the move's text.
type refusal struct {
	*duo.MoveError
	text string
}

// Error names player, move, rule and square.
func (r *refusal) Error() string { return fmt.Sprintf("%v: %s: %s", r.Player, r.text, r.Reason()) }

// Reason returns the rule and the square, without player and move.
func (r *refusal) Reason() string {
	if duo.IsCode(r.text) {
		return r.MoveError.Reason()
	}
	return r.ReasonAt(squareName(r.Row, r.Col))
}

// Unwrap returns the error in the contest's notation.
func (r *refusal) Unwrap() error { return r.MoveError }

// judge judges an answer as the contest's host does.
func judge(p play.Position, text string) (play.Move, error) {
	m, err := contest.Judge(At(p), text)
	if v := (*contest.Violation)(nil); errors.As(err, &v) && v.Code == contest.Malformed {
		err = malformed{v}
	}
	return play.Move(m), err
}

// malformed is a violation by an answer that is no move.
type malformed struct{ *contest.Violation }

func (m malformed) Unwrap() []error { return []error{m.Violation, play.ErrMalformed} }

// squareName returns the name of a square in a list, such as e10.
func squareName(row, col int) string {
	return string(rune('a'+col)) + strconv.Itoa(duo.BoardSize-row)
}

// Squares returns a placement as the list of its squares in Pentobi's order: a1, b1, .., a2,
// and so on. A pass is "pass".
func Squares(m duo.Move) string {
	if m == duo.Pass {
		return "pass"
	}
	var rows [][]string // top row first
	last := -1
	for row, col := range m.Cells {
		if row != last {
			rows = append(rows, nil)
			last = row
		}
		i := len(rows) - 1
		rows[i] = append(rows[i], squareName(row, col))
	}
	var all []string
	for i := len(rows) - 1; i >= 0; i-- {
		all = append(all, rows[i]...)
	}
	return strings.Join(all, ",")
}

// listMoves lists the moves of one tile, if filter is its letter, or of all tiles.
func listMoves(p play.Position, filter string, write func(play.Move) string) string {
	pos := At(p)
	return tiles.List(pos.TilesLeft(pos.ToMove()), filter, func(list func(t duo.Tile, text string)) {
		for _, m := range pos.LegalMoves(nil) {
			list(m.Tile(), write(play.Move(m)))
		}
	})
}
