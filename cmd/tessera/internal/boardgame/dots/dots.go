// Package dots is dots and boxes as package boardgame asks it.
package dots

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/fatih/color"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame"
	"github.com/tessera-fpga/tessera/golden/dotsboxes"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// DefaultSize is the board of whoever names none.
const DefaultSize = "4x4"

const moveHelp = `a number     draw the edge that the board shows under it; who closes a box has it, and must
             move again
`

// openingPlies is the number of random edges with which games of a match begin.
const openingPlies = 3

// New returns the game on a board of a size such as "3x4"; "" for DefaultSize.
func New(size string) (*boardgame.Game, error) {
	if size == "" {
		size = DefaultSize
	}
	b, err := dotsboxes.ParseSize(size)
	if err != nil {
		return nil, err
	}
	start := func() *dotsboxes.Position { return dotsboxes.NewPosition(b) }
	return &boardgame.Game{
		Name:         "dots:" + b.String(),
		Title:        "dots and boxes, " + b.String(),
		SetGame:      "Dots and Boxes " + b.String(),
		Colours:      []string{"b", "w"},
		Start:        func() boardgame.Position { return &Position{Position: start()} },
		OpeningPlies: min(openingPlies, b.Edges/4),
		Search:       func() boardgame.Searchable { return &searchable{dotsboxes.NewTreeGame(start())} },
		Kinds:        kinds,
		MoveHelp:     moveHelp,
	}, nil
}

// Position is a position for package boardgame.
type Position struct{ *dotsboxes.Position }

// Clone returns a copy.
func (p *Position) Clone() boardgame.Position { return &Position{p.Position.Clone()} }

// ToMove returns the seat to move.
func (p *Position) ToMove() int { return int(p.Position.ToMove()) }

// History returns the moves so far.
func (p *Position) History() []string { return texts(p.Position.History()) }

// Moves returns the legal moves.
func (p *Position) Moves() []string { return texts(p.LegalMoves(nil)) }

func texts(edges []dotsboxes.Edge) []string {
	out := make([]string, len(edges))
	for i, e := range edges {
		out[i] = strconv.Itoa(int(e))
	}
	return out
}

// Play draws the edge of a number.
func (p *Position) Play(move string) error {
	n, err := strconv.Atoi(move)
	if err != nil {
		return fmt.Errorf("move %.20q, want the number of an edge, 0..%d", move, p.Board().Edges-1)
	}
	err = p.Position.Play(dotsboxes.Edge(n))
	switch {
	case errors.Is(err, dotsboxes.ErrDrawn):
		return fmt.Errorf("move %d: the edge is drawn already", n)
	case errors.Is(err, dotsboxes.ErrNoEdge):
		return fmt.Errorf("move %d: there is no such edge, want 0..%d", n, p.Board().Edges-1)
	}
	return err
}

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

// The marks of the players' boxes, and the styles of what is drawn for a terminal.
var (
	marks   = [2]string{"A", "B"}
	styles  = [2][]color.Attribute{{color.FgHiWhite, color.BgBlue}, {color.FgBlack, color.BgYellow}}
	latest  = []color.Attribute{color.FgHiGreen, color.Bold}
	numbers = []color.Attribute{color.Faint}
)

// Draw returns the board: dots, drawn edges as lines, the latest of them as a double line; the
// numbers of the other edges; and A and B in the players' boxes. Of 1x2:
//
//	+----+  1 +
//	2    3    4
//	+  5 +====+
//	player 1 A: 0 boxes, player 2 B: 0
//	player 1 to move
func (p *Position) Draw(colored bool) string {
	paint := func(text string, style []color.Attribute) string {
		if !colored {
			return text
		}
		c := color.New(style...)
		c.EnableColor()
		return c.Sprint(text)
	}
	board := p.Board()
	last := dotsboxes.Edge(-1)
	if h := p.Position.History(); len(h) > 0 {
		last = h[len(h)-1]
	}
	edge := func(e dotsboxes.Edge, free, drawn, new string) string {
		switch {
		case e == last:
			return paint(new, latest)
		case p.Drawn()&board.Bit(e) != 0:
			return drawn
		}
		return paint(free, numbers)
	}
	var b strings.Builder
	e := dotsboxes.Edge(0)
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
	fmt.Fprintf(&b, "player 1 %s: %d boxes, player 2 %s: %d\n", paint(marks[0], styles[0]), p.Score(0), paint(marks[1], styles[1]), p.Score(1))
	if p.Over() {
		b.WriteString("the game is over\n")
	} else {
		fmt.Fprintf(&b, "%v to move\n", p.Position.ToMove())
	}
	return b.String()
}

// searchable is the game for package tree.
type searchable struct{ *dotsboxes.TreeGame }

// SetRoot makes a position the root.
func (s *searchable) SetRoot(pos boardgame.Position) { s.TreeGame.SetRoot(pos.(*Position).Position) }

// Text writes a move.
func (s *searchable) Text(m tree.Move) string { return strconv.Itoa(int(m)) }
