// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package quoridor is Quoridor for package play. Importing it registers the game, "quoridor", and
// its players, whose agents are in games/quoridor/agent. The rules are in games/quoridor/rules.
package quoridor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fatih/color"

	"github.com/tessera-fpga/tessera/games/quoridor/agent"
	"github.com/tessera-fpga/tessera/games/quoridor/rules"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

func init() {
	play.Register(play.Entry{
		Name: "quoridor", Help: "Quoridor; quoridor:start for matches without openings: all games begin at the start", New: New,
	})
}

const (
	moveForm = "the square to step to, such as e2, or as a fence, such as e3h or e3v"
	moveHelp = `e3           step to that square (or jump, where the other pawn is next to yours)
e3h          fence above e3 and f3
e3v          fence to the right of e3 and e4: a fence is named by the lower left of its four squares
`
)

// openingPlies is the number of random moves at the start of a match's games: nearly always fences.
const openingPlies = 2

// levels are package play's except the second, which is no stronger than the first in this game.
// The second level here searches longer and so follows its weak prior less.
var levels = func() []play.Level {
	own := slices.Clone(play.Levels)
	own[1].Leaves = 300
	return own
}()

// atStart is the variant without openings in its matches, for players with random moves.
const atStart = "start"

// New returns the game. variant is "" or "start".
func New(variant string) (*play.Game, error) {
	g := &play.Game{
		Name:         "quoridor",
		Title:        "Quoridor",
		SetGame:      "Quoridor",
		Colours:      []string{"b", "w"},
		Start:        func() play.Position { return NewPosition() },
		OpeningPlies: openingPlies,
		Kinds:        kinds(),
		Parse: func(text string) (play.Move, error) {
			m, err := rules.ParseMove(text)
			return play.Move(m), err
		},
		Format:        func(m play.Move) string { return rules.Move(m).String() },
		DefaultPlayer: "tree",
		Search: play.TreeSearch(func() play.Searchable {
			start := rules.New()
			return &searchable{agent.NewTreeGame(&start)}
		}, agent.TreeConfig),
		Levels:   levels,
		Clock:    clock,
		MoveForm: moveForm,
		MoveHelp: moveHelp,
	}
	switch variant {
	case "":
	case atStart:
		g.Name, g.OpeningPlies = g.Name+":"+variant, 0
	default:
		return nil, fmt.Errorf("variant %q, want none or %s", variant, atStart)
	}
	return g, nil
}

// clock gives equal time to each move that a player may still make: a game of two
// searches takes some 35 moves of each.
func clock(p play.Position) []int {
	const usual, least = 35, 12
	return slices.Repeat([]int{1}, max(least, usual-len(p.History())/2))
}

// Position is a position for package play.
type Position struct {
	rules.Position
	history []play.Move
}

// NewPosition returns the position at the start.
func NewPosition() *Position { return &Position{Position: rules.New()} }

// Clone returns a copy.
func (p *Position) Clone() play.Position {
	return &Position{p.Position, slices.Clip(slices.Clone(p.history))}
}

// ToMove returns the seat to move.
func (p *Position) ToMove() int { return int(p.Position.ToMove()) }

// History returns the moves so far.
func (p *Position) History() []play.Move { return p.history }

// Moves returns the legal moves.
func (p *Position) Moves() []play.Move { return play.Widen(p.Position.Moves(nil)) }

// Play makes a move.
func (p *Position) Play(m play.Move) error {
	own, err := play.Narrow[rules.Move](m)
	if err == nil {
		err = p.Check(own)
	}
	if err != nil {
		return err
	}
	p.Position.Play(own)
	p.history = append(p.history, m)
	return nil
}

// Shares returns the players' shares of a game that is over.
func (p *Position) Shares() []float64 {
	pl, won := p.Winner()
	if !won {
		return play.SharesOf(0)
	}
	return play.SharesOf(1 - 2*int(pl))
}

// Standing returns the players' distances to their goals, in steps.
func (p *Position) Standing() string {
	return fmt.Sprintf("%s to go - %d", plural.Count(p.Distance(rules.Player1), "step", "steps"), p.Distance(rules.Player2))
}

// Perft counts the sequences of depth moves.
func (p *Position) Perft(depth int) uint64 { return rules.Perft(&p.Position, depth) }

// The styles of the board on a terminal.
var (
	pawns  = [2][]color.Attribute{{color.FgHiWhite, color.BgBlue}, {color.FgBlack, color.BgYellow}}
	fences = []color.Attribute{color.FgHiRed, color.Bold}
	latest = []color.Attribute{color.FgHiGreen, color.Bold}
	faint  = []color.Attribute{color.Faint}
)

// Draw returns the board, row 9 at the top. Pawns are 1 and 2, fences are heavy lines. The latest
// move is a fence of double lines or a pawn in parentheses:
//
//	9   ·   ·   ·
//	      ━━━━━━━
//	8   ·   · ┃(2)
//	          ┃
//	7   ·   · ┃ ·
func (p *Position) Draw(o play.DrawOptions) string {
	last := rules.Move(0)
	if n := len(p.history); n > 0 {
		last = rules.Move(p.history[n-1])
	}
	h, v := p.Fences()
	// at returns the line of a slot with a fence of a set; "" for a slot without one.
	at := func(set uint64, column, row int, m func(rules.Slot) rules.Move, plain, new string) string {
		if column < 0 || row < 0 || column >= rules.SlotSize || row >= rules.SlotSize {
			return ""
		}
		s := rules.Slot(row*rules.SlotSize + column)
		switch {
		case set>>s&1 == 0:
			return ""
		case m(s) == last:
			return o.Paint(new, latest...)
		}
		return o.Paint(plain, fences...)
	}
	upright := func(column, row int) string {
		return at(v, column, row, rules.Vertical, "┃", "‖")
	}
	flat := func(column, row, width int) string {
		return at(h, column, row, rules.Horizontal, strings.Repeat("━", width), strings.Repeat("═", width))
	}
	or := func(texts ...string) string {
		for _, t := range texts {
			if t != "" {
				return t
			}
		}
		return ""
	}
	files := o.Paint("    a   b   c   d   e   f   g   h   i", faint...) + "\n"
	var b strings.Builder
	b.WriteString(files)
	for row := rules.Size - 1; row >= 0; row-- {
		number := o.Paint(fmt.Sprint(row+1), faint...)
		b.WriteString(number + "  ")
		for column := range rules.Size {
			s := rules.Square(row*rules.Size + column)
			square := " " + o.Paint("·", faint...) + " "
			for pl := range rules.Player(2) {
				if p.Pawn(pl) != s {
					continue
				}
				mark := fmt.Sprintf(" %d ", pl+1)
				if len(p.history) > 0 && last == rules.Step(s) && pl != p.Position.ToMove() {
					mark = fmt.Sprintf("(%d)", pl+1)
				}
				square = o.Paint(mark, pawns[pl]...)
			}
			b.WriteString(square)
			if column < rules.Size-1 {
				b.WriteString(or(upright(column, row), upright(column, row-1), " "))
			}
		}
		b.WriteString("  " + number + "\n")
		if row == 0 {
			break
		}
		line := "   "
		for column := range rules.Size {
			line += or(flat(column, row-1, 3), flat(column-1, row-1, 3), "   ")
			if column < rules.Size-1 {
				line += or(flat(column, row-1, 1), upright(column, row-1), " ")
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString(files)
	for pl := range rules.Player(2) {
		goal := "9"
		if pl == rules.Player2 {
			goal = "1"
		}
		fmt.Fprintf(&b, "player %s to row %s: %15s %s to go\n", o.Paint(fmt.Sprintf(" %d ", pl+1), pawns[pl]...), goal,
			plural.Count(p.FencesLeft(pl), "fence left, ", "fences left,"), plural.Count(p.Distance(pl), "step", "steps"))
	}
	switch pl, won := p.Winner(); {
	case won:
		fmt.Fprintf(&b, "player %d has reached the goal\n", pl+1)
	case p.Over():
		fmt.Fprintf(&b, "a draw: %d plies\n", rules.MaxPlies)
	default:
		fmt.Fprintf(&b, "player %d to move\n", p.Position.ToMove()+1)
	}
	return b.String()
}

// searchable is the game for package tree.
type searchable struct{ *agent.TreeGame }

// SetRoot makes a position the root.
func (s *searchable) SetRoot(pos play.Position) { s.TreeGame.SetRoot(&pos.(*Position).Position) }
