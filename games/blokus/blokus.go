// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package blokus is Blokus of four colours for package play. Importing it registers the game,
// "blokus" for four players, "blokus:two" and "blokus:three", and its players. The rules are in
// games/blokus/rules, the players in games/blokus/agent.
package blokus

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fatih/color"

	"github.com/tessera-fpga/tessera/games/blokus/agent"
	"github.com/tessera-fpga/tessera/games/blokus/rules"
	"github.com/tessera-fpga/tessera/games/tiles"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

func init() {
	play.Register(play.Entry{
		Name: "blokus", New: New,
		Help: "Blokus of four colours; blokus:two and blokus:three for so many players, blokus:squares counts squares placed and no bonus",
	})
}

const (
	moveForm = "the squares to cover, such as a20,b20,b19"
	moveHelp = `a20,b20,b19  the squares to cover, in any order: column a to t and row 1 to 20 of each; one of them must be a + of the board. "tessera tiles" draws the tiles and their letters
`
)

// openingPlies is the number of random moves at the start of a match's games: one for each colour.
const openingPlies = rules.NumColours

// levels are package play's except the second, which is no stronger than the first in this game.
// The second level here draws no moves, but has the first level's weak prior and few leaves.
var levels = func() []play.Level {
	own := slices.Clone(play.Levels)
	own[1].Leaves, own[1].Flatten, own[1].ByChance = 20, 4, false
	return own
}()

// Rules is the game with its settings.
type Rules struct {
	Variant rules.Variant
	// Squares counts only the squares placed, without a bonus.
	Squares bool
}

// variants are the variants of the game's name, after the colon.
var variants = []struct {
	name  string
	rules Rules
}{
	{"", Rules{Variant: rules.Classic}},
	{"two", Rules{Variant: rules.TwoPlayer}},
	{"three", Rules{Variant: rules.ThreePlayer}},
	{"squares", Rules{Variant: rules.Classic, Squares: true}},
}

// VariantNames returns the names of the variants, which follow the colon of the game's name.
func VariantNames() (names []string) {
	for _, v := range variants[1:] {
		names = append(names, v.name)
	}
	return names
}

// New returns the game of a variant; "" is the game of four players.
func New(variant string) (*play.Game, error) {
	for _, v := range variants {
		if v.name == variant {
			return v.rules.game(variant), nil
		}
	}
	return nil, fmt.Errorf("variant %q, want none or one of %s", variant, strings.Join(VariantNames(), ", "))
}

func (r Rules) game(name string) *play.Game {
	g := &play.Game{
		Name:         "blokus",
		Title:        r.Variant.String(),
		SetGame:      r.Variant.String(),
		Colours:      []string{"1", "2", "3", "4"},
		Players:      r.Variant.Seats(),
		Variant:      ByTitle,
		Variants:     titles(),
		Start:        func() play.Position { return NewPosition(r) },
		SetUp:        r.setUp,
		OpeningPlies: openingPlies,
		Kinds:        kinds(),
		Parse: func(text string) (play.Move, error) {
			m, err := rules.ParseMove(strings.ToLower(text))
			return play.Move(m), err
		},
		Format:        func(m play.Move) string { return rules.Move(m).String() },
		SGF:           !r.Squares,
		DefaultPlayer: "tree",
		Search:        play.TreeSearch(func() play.Searchable { return newSearchable(r.Variant) }, agent.TreeConfig),
		Levels:        levels,
		Clock:         clock,
		ListMoves:     listMoves,
		MoveForm:      moveForm,
		MoveHelp:      moveHelp,
	}
	for c := range rules.Colour(rules.NumColours) {
		g.ColourNames = append(g.ColourNames, c.String())
	}
	if name != "" {
		g.Name += ":" + name
	}
	return g
}

// clock shares the time out equally among the tiles that the seat to move has left, in all its
// colours that still have a move. Of a colour shared by three seats, a third of the tiles counts.
func clock(p play.Position) []int {
	b := p.(*Position)
	seat, variant, tiles := b.ToMove(), b.Rules.Variant, 0
	for c := range rules.Colour(rules.NumColours) {
		left := b.TilesLeft(c).Count()
		switch {
		case b.Skipped(int(c)):
		case variant == rules.ThreePlayer && c == rules.Green:
			tiles += (left + 2) / 3
		case variant.Seat(&b.Position, c) == seat:
			tiles += left
		}
	}
	return slices.Repeat([]int{1}, max(1, tiles))
}

// listMoves lists the moves of one tile, if filter is its letter, or of all tiles.
func listMoves(p play.Position, filter string, write func(play.Move) string) string {
	b := p.(*Position)
	left := b.TilesLeft(b.Position.ToMove())
	return tiles.List(left, filter, func(list func(t duo.Tile, text string)) {
		for _, m := range b.Position.Moves(nil) {
			list(m.Tile(), write(play.Move(m)))
		}
	})
}

// titles returns the titles of the variants.
func titles() (all []string) {
	for _, v := range variants {
		if title := v.rules.Variant.String(); !slices.Contains(all, title) {
			all = append(all, title)
		}
	}
	return all
}

// ByTitle returns the variant with a title of Pentobi's, in any letter case; nil if unknown.
func ByTitle(title string) *play.Game {
	for _, v := range variants {
		if strings.EqualFold(v.rules.Variant.String(), title) {
			return v.rules.game(v.name)
		}
	}
	return nil
}

// Position is a position for package play.
type Position struct {
	rules.Position
	Rules   Rules
	history []play.Move
	setup   *play.Setup
	start   rules.Position // that the game began from, if setup is not nil
	first   int            // the seat that moves first
}

// NewPosition returns the position at the start.
func NewPosition(r Rules) *Position { return &Position{Position: rules.New(), Rules: r} }

// Clone returns a copy.
func (p *Position) Clone() play.Position {
	q := *p
	q.history = slices.Clip(slices.Clone(p.history))
	return &q
}

// setUp returns a set-up position.
func (r Rules) setUp(s *play.Setup) (play.Position, error) {
	var placed [rules.NumColours][]rules.Move
	for c, moves := range s.Placed {
		for _, m := range moves {
			own, err := play.Narrow[rules.Move](m)
			if err != nil {
				return nil, err
			}
			placed[c] = append(placed[c], own)
		}
	}
	own, err := rules.PlaceTiles(placed, rules.Colour(s.Turn))
	if err != nil {
		return nil, err
	}
	p := &Position{Position: own, Rules: r, setup: s.Clone(), start: own}
	p.setup.Turn, p.first = p.Colour(), p.ToMove()
	return p, nil
}

// Setup returns the set-up position that the game began from.
func (p *Position) Setup() *play.Setup { return p.setup }

// Start returns the position that the game began from.
func (p *Position) Start() rules.Position {
	if p.setup == nil {
		return rules.New()
	}
	return p.start
}

// First returns the seat that moves first.
func (p *Position) First() int { return p.first }

// ToMove returns the seat to move.
func (p *Position) ToMove() int { return p.Rules.Variant.Seat(&p.Position, p.Position.ToMove()) }

// Colour returns the colour to move.
func (p *Position) Colour() int { return int(p.Position.ToMove()) }

// Skipped reports whether a colour has no move for the rest of the game.
func (p *Position) Skipped(colour int) bool { return p.CountMovesOf(rules.Colour(colour)) == 0 }

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

// Score returns the points of a seat.
func (p *Position) Score(seat int) int { return p.Points()[seat] }

// Points returns the seats' points, by the rules.
func (p *Position) Points() []int {
	if !p.Rules.Squares {
		return p.Rules.Variant.Points(&p.Position)
	}
	var points []int
	for c := range rules.Colour(rules.NumColours) {
		points = append(points, p.SquaresPlaced(c))
	}
	return points
}

// Shares returns the players' shares of a game that is over.
func (p *Position) Shares() []float64 { return rules.Shares(p.Points()) }

// Standing returns the points of the players.
func (p *Position) Standing() string { return joined(p.Points(), " - ") }

// FinalScore returns the points in Pentobi's form: the points of the four colours or, with two
// players, the leader's margin.
func (p *Position) FinalScore() string {
	if p.Rules.Variant == rules.TwoPlayer {
		points := p.Points()
		switch d := points[0] - points[1]; {
		case d > 0:
			return fmt.Sprintf("B+%d", d)
		case d < 0:
			return fmt.Sprintf("W+%d", -d)
		}
		return "0"
	}
	var points []int
	for c := range rules.Colour(rules.NumColours) {
		points = append(points, p.PointsOf(c))
	}
	return joined(points, " ")
}

func joined(numbers []int, between string) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = fmt.Sprint(n)
	}
	return strings.Join(texts, between)
}

// Perft counts the sequences of depth moves.
func (p *Position) Perft(depth int) uint64 { return rules.Perft(&p.Position, depth) }

// The styles of the board on a terminal.
var (
	styles = [rules.NumColours][]color.Attribute{
		{color.FgHiWhite, color.BgBlue},
		{color.FgBlack, color.BgYellow},
		{color.FgHiWhite, color.BgRed},
		{color.FgBlack, color.BgGreen},
	}
	corner = []color.Attribute{color.FgHiGreen}
	label  = []color.Attribute{color.FgCyan}
	faint  = []color.Attribute{color.Faint}
)

// mark returns the letter of a colour's squares.
func mark(c rules.Colour) string { return strings.ToUpper(c.String()[:1]) }

// Draw returns the board, row 20 at the top. B, Y, R and G are squares of the colours, with a star
// before the squares of the last move. + marks the corners of the colour to move: its placement
// must cover one. Small letters are the start squares of colours without a move.
//
//	   a b c d e ..
//	20 B B B . . .. 20
//	19 . . .*B*B .. 19
//	18 . . . . .*B .. 18
//
// Beside it are the points and the tiles left, by colour; below, the last move and whose turn it is.
func (p *Position) Draw(o play.DrawOptions) string {
	last := map[rules.Square]bool{}
	if n := len(p.history); n > 0 {
		for row, col := range rules.Move(p.history[n-1]).Cells {
			last[rules.NewSquare(row, col)] = true
		}
	}
	starts := map[rules.Square]rules.Colour{}
	for c := range rules.Colour(rules.NumColours) {
		starts[c.Start()] = c
	}
	// The colours stand beside the board: with them below, a terminal of 24 lines has no room for its top.
	var beside []string
	for c := range rules.Colour(rules.NumColours) {
		part := []string{
			fmt.Sprintf("%s %v, %s", o.Paint(" "+mark(c)+" ", styles[c]...), c, p.Owner(c)),
			fmt.Sprintf("    %s, tiles left", plural.Count(p.PointsOf(c), "point", "points")),
			"    " + p.TilesLeft(c).String(),
			"", "",
		}
		if !p.Over() && p.TilesLeft(c) != 0 && p.Skipped(int(c)) {
			part[3] = "    has no move left"
		}
		beside = append(beside, part...)
	}
	var b strings.Builder
	columns := "  "
	for col := range rules.BoardSize {
		columns += " " + string(rune('a'+col))
	}
	columns = o.Paint(columns, label...) + "\n"
	b.WriteString(columns)
	mover := p.Position.ToMove()
	for row := range rules.BoardSize {
		b.WriteString(o.Paint(fmt.Sprintf("%2d", rules.BoardSize-row), label...))
		for col := range rules.BoardSize {
			s := rules.NewSquare(row, col)
			text, style := " .", faint
			start, isStart := starts[s]
			switch c, covered := p.At(s); {
			case covered && last[s]:
				text, style = "*"+mark(c), append(slices.Clone(styles[c]), color.Bold)
			case covered:
				text, style = " "+mark(c), styles[c]
			case !p.Over() && p.Anchors(mover, row)>>col&1 != 0:
				text, style = " +", corner
			case isStart:
				text = " " + strings.ToLower(mark(start))
			}
			b.WriteString(o.Paint(text, style...))
		}
		number := fmt.Sprintf(" %d", rules.BoardSize-row)
		b.WriteString(o.Paint(number, label...))
		if beside[row] != "" {
			b.WriteString(strings.Repeat(" ", len(" 20  ")-len(number)) + beside[row])
		}
		b.WriteString("\n")
	}
	b.WriteString(columns)
	if n := len(p.history); n > 0 {
		fmt.Fprintf(&b, "last move %v; ", rules.Move(p.history[n-1]))
	}
	if p.Over() {
		b.WriteString("the game is over: " + p.Standing() + "\n")
	} else {
		fmt.Fprintf(&b, "%v to move, %s\n", mover, play.Seat(p.ToMove()))
	}
	return b.String()
}

// PointsOf returns a colour's points, by the rules.
func (p *Position) PointsOf(c rules.Colour) int {
	if p.Rules.Squares {
		return p.SquaresPlaced(c)
	}
	return p.Position.Points(c)
}

// Owner names the owner of a colour.
func (p *Position) Owner(c rules.Colour) string {
	if p.Rules.Variant == rules.ThreePlayer && c == rules.Green {
		return "all, for nobody"
	}
	return play.Seat(p.Rules.Variant.Seat(&p.Position, c))
}
