// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package dots is dots and boxes for package play. Importing it registers the game, "dots" or, for
// a board of HxW boxes, "dots:HxW", and its players. The rules, the searches and the solver are in
// games/dots/rules.
package dots

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fatih/color"

	"github.com/tessera-fpga/tessera/games/dots/rules"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

func init() {
	play.Register(play.Entry{
		Name: "dots", Help: "dots and boxes; dots:HxW for a board of that many boxes, " + defaultSize + " unless given", New: New,
	})
}

// defaultSize is the size of the board in game "dots".
const defaultSize = "4x4"

const (
	moveForm = "the number of an edge, such as 7"
	moveHelp = `7  draw the edge of that number on the board; who closes a box has it, and must move again
`
)

// openingPlies is the number of random edges at the start of a match's games.
const openingPlies = 3

// levels are package play's except the second, which is no stronger than the first in this game.
// The second level here has a less flat prior. Levels from the fifth on have more leaves: 100 to
// 200 leaves a move play no better than 60, since few random playouts of a move tell little about
// who must open the long chains.
var levels = func() []play.Level {
	own := slices.Clone(play.Levels)
	own[1].Flatten = 1
	for i, leaves := range []int{400, 1_500, 5_000, 15_000, 50_000} {
		own[4+i].Leaves = leaves
	}
	return own
}()

// New returns the game on a board of a size such as "3x4"; "" for defaultSize.
func New(size string) (*play.Game, error) {
	if size == "" {
		size = defaultSize
	}
	b, err := rules.ParseSize(size)
	if err != nil {
		return nil, err
	}
	start := func() *rules.Position { return rules.NewPosition(b) }
	return &play.Game{
		Name:          "dots:" + b.String(),
		Title:         "dots and boxes, " + b.String(),
		SetGame:       "Dots and Boxes " + b.String(),
		Colours:       []string{"b", "w"},
		Start:         func() play.Position { return &Position{start()} },
		Parse:         func(text string) (play.Move, error) { return parse(b, text) },
		Format:        func(m play.Move) string { return strconv.Itoa(int(m)) },
		OpeningPlies:  min(openingPlies, b.Edges/4),
		DefaultPlayer: "tree",
		Search:        play.TreeSearch(func() play.Searchable { return &searchable{rules.NewTreeGame(start())} }, tree.Config{}),
		Levels:        levels,
		Clock:         clock,
		Kinds:         kinds,
		MoveForm:      moveForm,
		MoveHelp:      moveHelp,
	}, nil
}

// parse reads the number of an edge.
func parse(b *rules.Grid, text string) (play.Move, error) {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("move %.20q, want the number of an edge, 0..%d", text, b.Edges-1)
	case n < 0 || n >= b.Edges:
		return 0, fmt.Errorf("move %d: there is no such edge, want 0..%d", n, b.Edges-1)
	}
	return play.Move(n), nil
}

// clock gives equal time to each edge that a player may still draw: half of the free edges.
func clock(p play.Position) []int {
	left := len(p.Moves())
	return slices.Repeat([]int{1}, (left+1)/2)
}

// Position is a position for package play.
type Position struct{ *rules.Position }

// Clone returns a copy.
func (p *Position) Clone() play.Position { return &Position{p.Position.Clone()} }

// ToMove returns the seat to move.
func (p *Position) ToMove() int { return int(p.Position.ToMove()) }

// History returns the moves so far.
func (p *Position) History() []play.Move { return moves(p.Position.History()) }

// Moves returns the legal moves.
func (p *Position) Moves() []play.Move { return moves(p.LegalMoves(nil)) }

func moves(edges []rules.Edge) []play.Move {
	out := make([]play.Move, len(edges))
	for i, e := range edges {
		out[i] = play.Move(e)
	}
	return out
}

// Play draws an edge.
func (p *Position) Play(m play.Move) error {
	err := p.Position.Play(rules.Edge(m))
	if bad := (*rules.MoveError)(nil); errors.As(err, &bad) {
		return moveError{bad}
	}
	return err
}

// moveError is an error of golden that calls an edge a move.
type moveError struct{ *rules.MoveError }

func (e moveError) Error() string { return fmt.Sprintf("move %d: %s", e.Edge, e.Reason()) }

// Score returns the boxes of a player.
func (p *Position) Score(seat int) int { return p.Position.Score(rules.Player(seat)) }

// Shares returns the players' shares of a game that is over.
func (p *Position) Shares() []float64 {
	winner, ok := p.Winner()
	switch {
	case !ok:
		return []float64{0.5, 0.5}
	case winner == 0:
		return []float64{1, 0}
	}
	return []float64{0, 1}
}

// Standing returns the boxes of both players.
func (p *Position) Standing() string { return fmt.Sprintf("%d - %d", p.Score(0), p.Score(1)) }

// The marks of the players' boxes, and the styles of the board on a terminal.
var (
	marks   = [2]string{"A", "B"}
	styles  = [2][]color.Attribute{{color.FgHiWhite, color.BgBlue}, {color.FgBlack, color.BgYellow}}
	latest  = []color.Attribute{color.FgHiGreen, color.Bold}
	numbers = []color.Attribute{color.Faint}
)

// Draw returns the board: dots, drawn edges as lines, the latest one as a double line, the numbers
// of the other edges, and A and B in the players' boxes. A board of 1x2:
//
//	+----+  1 +
//	2    3    4
//	+  5 +====+
//	player 1 A: 0 boxes, player 2 B: 0
//	player 1 to move
func (p *Position) Draw(o play.DrawOptions) string {
	paint := func(text string, style []color.Attribute) string {
		if !o.Color {
			return text
		}
		c := color.New(style...)
		c.EnableColor()
		return c.Sprint(text)
	}
	board := p.Grid()
	last := rules.Edge(-1)
	if h := p.Position.History(); len(h) > 0 {
		last = h[len(h)-1]
	}
	edge := func(e rules.Edge, free, drawn, new string) string {
		switch {
		case e == last:
			return paint(new, latest)
		case p.Drawn()&board.Bit(e) != 0:
			return drawn
		}
		return paint(free, numbers)
	}
	var b strings.Builder
	e := rules.Edge(0)
	for row := range board.H + 1 {
		b.WriteString("+")
		for range board.W {
			b.WriteString(edge(e, fmt.Sprintf(" %2d ", e), "----", "====") + "+")
			e++
		}
		b.WriteString("\n")
		if row == board.H {
			break
		}
		for col := range board.W + 1 {
			number := fmt.Sprint(e)
			b.WriteString(edge(e, number, "|", "‖"))
			if col == board.W {
				e++
				break
			}
			inside := "    "
			if p.Drawn()&board.Bit(e) == 0 {
				inside = inside[len(number)-1:]
			}
			e++
			if owner, ok := p.Owner(row*board.W + col); ok {
				inside = " " + paint(marks[owner], styles[owner]) + "  "
			}
			b.WriteString(inside)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "player 1 %s: %s, player 2 %s: %d\n",
		paint(marks[0], styles[0]), plural.Count(p.Score(0), "box", "boxes"), paint(marks[1], styles[1]), p.Score(1))
	if p.Over() {
		b.WriteString("the game is over\n")
	} else {
		fmt.Fprintf(&b, "%v to move\n", p.Position.ToMove())
	}
	return b.String()
}

// searchable is the game for package tree.
type searchable struct{ *rules.TreeGame }

// SetRoot makes a position the root.
func (s *searchable) SetRoot(pos play.Position) { s.TreeGame.SetRoot(pos.(*Position).Position) }
