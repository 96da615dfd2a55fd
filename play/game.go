// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package play has the common parts of all games: positions, players, levels, a game loop, and a
// registry of games and players by name.
//
// Import the games that the program wants, such as games/dots, or games for all of them. [Find]
// returns a game by name. Its Start is the first [Position], its New makes a [Player] from a
// specification such as "tree:level=5", and [Run] has players play a game:
//
//	g, err := play.Find("dots:3x3")
//	p, err := g.New("tree:level=5", play.Env{Game: g})
//	move, err := p.Move(ctx, g.Start())
//
// Moves are small integers ([Move]), and seats are numbered from 0. Text stays at the edges:
// Game.Parse reads a move, Game.Format writes one. A player may implement more than [Player]: a
// [Thinker] reports its evaluation of the moves, a [Timed] player takes a time for each move.
//
// A game registers itself with [Register], a player with [RegisterKinds]; examples/tictactoe shows
// how to add a game. Package play imports no game and no hardware.
//
// File game.go (here) has the game and its positions, player.go the player, level.go the levels,
// options.go the options of a specification, registry.go the names, loop.go the loop. The players
// of all games are in random.go and tree.go; search.go lets package tree search a game, and
// agent.go makes players of the agents in golden. File lines.go reads lines of text.
//
// Package record keeps games on record, package prompt asks a person, and package gtp asks another
// program.
package play

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/fatih/color"

	"github.com/tessera-fpga/tessera/golden/tree"
)

// Move is a move. Its meaning is the game's own; Game.Format writes it.
type Move = tree.Move

// Narrow turns a move into a game's own type. A move with more bits is an error, because another
// move has the bits that are left.
func Narrow[T ~uint8 | ~uint16](m Move) (T, error) {
	if t := T(m); Move(t) == m {
		return t, nil
	}
	return 0, fmt.Errorf("move %d, want 0..%d", m, uint64(^T(0)))
}

// Widen turns moves of a game's own type into moves.
func Widen[T ~uint8 | ~uint16](own []T) []Move {
	all := make([]Move, len(own))
	for i, m := range own {
		all[i] = Move(m)
	}
	return all
}

// Position is a position with the moves that led to it. Seats are numbered from 0.
type Position interface {
	// Clone returns an independent copy.
	Clone() Position
	// History returns the moves so far. The caller must not change it.
	History() []Move
	// ToMove returns the seat to move.
	ToMove() int
	// Over reports whether the game has ended.
	Over() bool
	// Moves returns the legal moves: one at least, unless the game is over. The only move of a
	// turn without a choice may be Game.Pass.
	Moves() []Move
	// Play makes a move. An error names the broken rule and leaves the position unchanged.
	Play(m Move) error
	// Shares returns each seat's share of a game that is over, 1 in all: 1 for the winner,
	// equal parts after a draw.
	Shares() []float64
	// Standing describes the score or progress in a few words, such as "3 - 6"; "" if the game has
	// no score before its end.
	Standing() string
	// Perft counts the sequences of that many moves from the position.
	Perft(depth int) uint64
	// Draw returns the position as lines of text, and whose turn it is.
	Draw(o DrawOptions) string
}

// SharesOf returns the shares of two seats by the first seat's margin.
func SharesOf(margin int) []float64 {
	switch {
	case margin > 0:
		return []float64{1, 0}
	case margin < 0:
		return []float64{0, 1}
	}
	return []float64{0.5, 0.5}
}

// DrawOptions are the options for drawing a position.
type DrawOptions struct {
	Color   bool // with escape sequences for a terminal
	Corners bool // mark the corners where the next placement can attach, if the game has any
}

// Paint returns a text in a style for a terminal, or as it is if the drawing has no colours.
func (o DrawOptions) Paint(text string, style ...color.Attribute) string {
	if !o.Color {
		return text
	}
	c := color.New(style...)
	c.EnableColor()
	return c.Sprint(text)
}

// Coloured is a position of a game whose colours are not its seats: seats share colours, or a
// colour without a move is skipped.
type Coloured interface {
	Position
	// Colour returns the colour to move, an index into Game.Colours.
	Colour() int
	// Skipped reports whether a colour has no move for the rest of the game.
	Skipped(colour int) bool
	// FinalScore is the answer to GTP's command final_score, before the end, too.
	FinalScore() string
}

// Setup is a position to begin a game from, with tiles on the board that were placed without moves.
type Setup struct {
	Placed [][]Move // by colour, an index into Game.Colours
	Turn   int      // the colour to move
}

// Equal reports whether two games begin alike; nil: not from a set-up position.
func (s *Setup) Equal(t *Setup) bool {
	if s == nil || t == nil {
		return s == t
	}
	return s.Turn == t.Turn && slices.EqualFunc(s.Placed, t.Placed, slices.Equal[[]Move])
}

// Clone returns an independent copy.
func (s *Setup) Clone() *Setup {
	t := &Setup{make([][]Move, len(s.Placed)), s.Turn}
	for colour, moves := range s.Placed {
		t.Placed[colour] = slices.Clone(moves)
	}
	return t
}

// FromSetup is a position of a game that can begin from a set-up position.
type FromSetup interface {
	Position
	// Setup returns the position that the game began from, nil if it began as usual. The caller must
	// not change it.
	Setup() *Setup
}

// SetupOf returns the set-up position that a game began from, nil if it began as usual.
func SetupOf(p Position) *Setup {
	if s, ok := p.(FromSetup); ok {
		return s.Setup()
	}
	return nil
}

// SameStart reports whether two games of the same rules began from the same position.
func SameStart(p, q Position) bool {
	return First(p) == First(q) && SetupOf(p).Equal(SetupOf(q))
}

// ErrSetup reports that a player takes part in a game from its usual start only.
var ErrSetup = errors.New("the game began from a set-up position, and this player knows only games from the usual start")

// Scored is a position with points for each seat.
type Scored interface {
	Position
	// Score returns the points that a seat would have if the game ended here.
	Score(seat int) int
}

// Started is a position of a game that any seat can open.
type Started interface {
	Position
	// First returns the seat that made the first move, or is to make it.
	First() int
}

// First returns the seat that made the first move of a game.
func First(p Position) int {
	if s, ok := p.(Started); ok {
		return s.First()
	}
	return 0
}

// Game is a game, with its size or variant settled. Name, Title, Start, Parse, Format and Colours are
// necessary, and Margins if the game is ByPoints; all other fields may be zero.
type Game struct {
	Name  string // as --game takes it, such as "dots:3x3"
	Title string // display name
	// Players is the number of seats; 0: as many as Colours.
	Players int

	// Start returns the starting position. The first seat moves, or the seat passed to StartBy.
	Start func() Position
	// StartBy returns the starting position with a seat to move; nil: the first seat always begins.
	StartBy func(first int) Position
	// SetUp returns a set-up position, or an error that names the tile that cannot lie there. It takes
	// tiles for every colour. nil: the game begins only as usual.
	SetUp func(s *Setup) (Position, error)
	// HasPass reports that Pass is a move of the game: the only move of a seat without another.
	HasPass bool
	Pass    Move

	// Parse reads a move in any of its notations. Position.Play decides whether the move is legal.
	Parse func(text string) (Move, error)
	// Format writes a move in the game's notation.
	Format func(Move) string
	// Long writes a move in another form, shown to people beside the notation; nil: none.
	Long func(Move) string
	// Reword puts an error of Position.Play into the notation of the move's text; nil: the game has
	// only one notation.
	Reword func(text string, err error) error
	// Squares writes a move as GTP and SGF have it; nil: as Format.
	Squares func(Move) string
	// Judge reads and checks a move that must be forwarded as written (see Writer); nil: Parse
	// reads it and Position.Play checks it.
	Judge func(p Position, text string) (Move, error)
	// MoveForm describes the notation in half a line, such as "the number of an edge".
	MoveForm string
	// MoveHelp explains the notation to a person: lines, each with an example or a name, two or
	// more blanks, and its meaning.
	MoveHelp string
	// ListMoves lists the legal moves for a person; filter is the text after the command, "" for
	// none, and write writes a move. nil: all moves on a line.
	ListMoves func(p Position, filter string, write func(Move) string) string

	// SetGame is the game's name for GTP's command set_game and for SGF; "": it has none.
	SetGame string
	// Variant returns the variant of this game with a name in GTP's set_game, nil if there is no
	// such variant. Variant is nil for games without variants.
	Variant func(setGame string) *Game
	// Variants are the names that Variant knows.
	Variants []string
	// Colours are the names of the colours in GTP: the seats', unless positions are Coloured.
	Colours []string
	// ColourNames are further names that GTP takes for the colours; none, or one for each.
	ColourNames []string
	// SGF reports that Pentobi's SGF covers the game: moves are lists of squares.
	SGF bool
	// ByPoints reports that a result is a margin in points, such as "B+5". A record holds the
	// result and the scores; records of other games hold the shares and the standing.
	ByPoints bool
	// Margins returns the first seat's possible margins in points for the result of a finished
	// game: records are written with the first one and read with any. nil: not ByPoints.
	Margins func(p Position) []int

	// OpeningPlies is the number of random moves at the start of a match's games, so that the games
	// differ. A game with a list of Openings ignores it.
	OpeningPlies int
	// Openings are the openings of matches; nil: random ones of OpeningPlies.
	Openings *Openings
	// EvenOpenings are others, fewer, that a search finds even; nil: there are none.
	EvenOpenings *Openings
	// RandomOpening returns a random move for an opening; nil: each legal one is as likely as
	// any other.
	RandomOpening func(p Position, rng *rand.Rand) Move

	// Kinds are the game's own players.
	Kinds []Kind
	// DefaultPlayer answers if no player is named, and gives hints: "tree", or "random" for a game
	// without a search.
	DefaultPlayer string
	// Search makes a search of the game for player tree; nil: the game has no player tree. It may
	// change the limits. o has the options that the game adds to player tree: SearchHelp describes
	// them, and SearchOpens returns the files that they open; both may be empty.
	Search      func(env Env, o *Options, limits *SearchLimits) (Search, error)
	SearchHelp  string
	SearchOpens func(o *Options) []Resource
	// Clock divides the time of a game among a seat's remaining moves, the next one first. Only
	// proportions count, and there must be at least one. nil: the game has no option clock.
	Clock func(p Position) []int
	// Levels are the levels of player tree, from 1.
	Levels []Level
}

// Openings are the openings for the games of a match.
type Openings struct {
	// Text is the list as text: its digest names it.
	Text string
	// Count is the number of openings.
	Count int
	// Position returns the position after an opening, numbered from 1.
	Position func(number int) Position
}

// check returns an error that names the first necessary field that is missing.
func (g *Game) check() error {
	for _, f := range []struct {
		name    string
		missing bool
	}{
		{"Name", g.Name == ""},
		{"Title", g.Title == ""},
		{"Start", g.Start == nil},
		{"Parse", g.Parse == nil},
		{"Format", g.Format == nil},
		{"Colours", len(g.Colours) == 0},
		{"Margins, of a game that is ByPoints,", g.ByPoints && g.Margins == nil},
	} {
		if f.missing {
			return fmt.Errorf("the game is incomplete: field %s is missing", f.name)
		}
	}
	return nil
}

// Seats returns the number of seats.
func (g *Game) Seats() int {
	if g.Players > 0 {
		return g.Players
	}
	return len(g.Colours)
}

// Begin returns the starting position with a seat to move, or an error if that seat cannot begin.
func (g *Game) Begin(first int) (Position, error) {
	switch {
	case g.StartBy != nil && first >= 0 && first < g.Seats():
		return g.StartBy(first), nil
	case first != 0:
		return g.Start(), fmt.Errorf("%s moves first, want %s in this game", Seat(first), Seat(0))
	}
	return g.Start(), nil
}

// BeginFrom returns a set-up position.
func (g *Game) BeginFrom(s *Setup) (Position, error) {
	switch {
	case g.SetUp == nil:
		return g.Start(), fmt.Errorf("%s begins from its usual start only, not from a set-up position", g.Title)
	case len(s.Placed) != len(g.Colours):
		return g.Start(), fmt.Errorf("tiles of %d colours, want %d", len(s.Placed), len(g.Colours))
	case s.Turn < 0 || s.Turn >= len(g.Colours):
		return g.Start(), fmt.Errorf("colour %d moves, want 0..%d", s.Turn, len(g.Colours)-1)
	}
	p, err := g.SetUp(s)
	if err != nil {
		return g.Start(), err
	}
	return p, nil
}

// StartOf returns the position that the game began from.
func (g *Game) StartOf(p Position) (Position, error) {
	if s := SetupOf(p); s != nil {
		return g.BeginFrom(s)
	}
	return g.Begin(First(p))
}

// ToMove returns the colour to move, an index into Colours.
func (g *Game) ToMove(p Position) int {
	if c, ok := p.(Coloured); ok {
		return c.Colour()
	}
	return p.ToMove()
}

// ParseColour returns the index of a colour in Colours, by any of its names in GTP and SGF.
func (g *Game) ParseColour(text string) (colour int, ok bool) {
	short := map[string]string{"black": "b", "white": "w"}[strings.ToLower(text)]
	for c, name := range g.Colours {
		if strings.EqualFold(name, text) || name == short ||
			c < len(g.ColourNames) && strings.EqualFold(g.ColourNames[c], text) {
			return c, true
		}
	}
	return 0, false
}

// External writes a move as GTP and SGF have it.
func (g *Game) External(m Move) string {
	if g.Squares != nil {
		return g.Squares(m)
	}
	return g.Format(m)
}

// Both writes a move in the game's notation and in the other form, if there is one.
func (g *Game) Both(m Move) string {
	if g.Long != nil {
		return g.Format(m) + " = " + g.Long(m)
	}
	return g.Format(m)
}

// OnlyPass reports whether a pass is the only move of the seat to move.
func (g *Game) OnlyPass(p Position) bool {
	if !g.HasPass || p.Over() {
		return false
	}
	moves := p.Moves()
	return len(moves) == 1 && moves[0] == g.Pass
}

// PlayText makes a move in any notation. An error leaves the position unchanged.
func (g *Game) PlayText(p Position, text string) error {
	m, err := g.Parse(text)
	if err != nil {
		return err
	}
	if p.Over() {
		return errors.New("the game is over")
	}
	err = p.Play(m)
	if err != nil && g.Reword != nil {
		return g.Reword(text, err)
	}
	return err
}

// Replay makes moves from a start, which it changes, and returns the position after them or, with an
// error, the one before the wrong move.
func (g *Game) Replay(p Position, moves []Move) (Position, error) {
	for i, m := range moves {
		if p.Over() {
			return p, fmt.Errorf("move %d: the game is over", i+1)
		}
		if err := p.Play(m); err != nil {
			return p, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return p, nil
}

// A BrokenMove reports a wrong move of a game and the reason.
type BrokenMove struct {
	Number int // from 1
	Seat   int
	Text   string // the move as written
	Reason string
}

func (b *BrokenMove) Error() string {
	return fmt.Sprintf("move %d (%s): %s: %s", b.Number, Seat(b.Seat), b.Text, b.Reason)
}

// MakeMove makes a move in any notation. If it is wrong, the position stays and the error is a
// *BrokenMove.
func (g *Game) MakeMove(p Position, text string) error {
	err := error(nil)
	if len(text) > longestMove {
		err = fmt.Errorf("%d characters, want a move", len(text))
	} else {
		err = g.PlayText(p, text)
	}
	if err == nil {
		return nil
	}
	return &BrokenMove{len(p.History()) + 1, p.ToMove(), clip(text), Reason(err)}
}

// ParseMoves plays a line of moves, separated by blanks. If one of them is wrong it returns the
// position before it and a *BrokenMove.
func (g *Game) ParseMoves(first int, line string) (Position, error) {
	p, err := g.Begin(first)
	if err != nil {
		return p, err
	}
	for text := range strings.FieldsSeq(line) {
		if err := g.MakeMove(p, text); err != nil {
			return p, err
		}
	}
	return p, nil
}

// FormatMoves writes moves, separated by blanks.
func (g *Game) FormatMoves(moves []Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = g.Format(m)
	}
	return strings.Join(texts, " ")
}

// Reason returns the reason in an error about a move, without the player and the move, if the error
// has one.
func Reason(err error) string {
	var r interface{ Reason() string }
	if errors.As(err, &r) {
		return r.Reason()
	}
	return err.Error()
}

// longestMove is more than the length of any move in any notation.
const longestMove = 40

// clip shortens the text of a move for a message: one line, not much longer than a move.
func clip(text string) string {
	if len(text) > longestMove {
		text = text[:longestMove] + "..."
	}
	if quoted := strconv.Quote(text); quoted[1:len(quoted)-1] != text {
		return quoted
	}
	return text
}

// Seat returns the name of a seat, such as "player 1".
func Seat(seat int) string { return "player " + strconv.Itoa(seat+1) }

// randomOpenings is the number of openings of a game without a list of them.
const randomOpenings = 1000

// MatchOpenings returns the openings of matches.
func (g *Game) MatchOpenings() *Openings {
	if g.Openings != nil {
		return g.Openings
	}
	return &Openings{
		Text:     fmt.Sprintf("%s: %d moves at random", g.Name, g.OpeningPlies),
		Count:    randomOpenings,
		Position: func(number int) Position { return g.RandomStart(g.Start(), g.OpeningPlies, uint64(number)) },
	}
}

// RandomStart plays a number of random moves from a position, or fewer if the game ends.
func (g *Game) RandomStart(p Position, plies int, seed uint64) Position {
	rng := rand.New(rand.NewPCG(seed, 0))
	choose := g.RandomOpening
	if choose == nil {
		choose = RandomMove
	}
	for range plies {
		if p.Over() {
			break
		}
		if err := p.Play(choose(p, rng)); err != nil {
			panic(fmt.Sprintf("play: %s: a legal move: %v", g.Name, err)) // a slip in the game
		}
	}
	return p
}

// RandomMove returns a legal move, each as likely as any other.
func RandomMove(p Position, rng *rand.Rand) Move {
	moves := p.Moves()
	return moves[rng.IntN(len(moves))]
}

// Outcome names the seat with the greatest share, such as "player 1 wins", or says "draw", with the
// seats that share the game if others have less.
func Outcome(shares []float64) string {
	if winner := Winner(shares); winner >= 0 {
		return Seat(winner) + " wins"
	}
	best := slices.Max(shares)
	var equal []string
	for seat, s := range shares {
		if s > best-sameShare {
			equal = append(equal, strconv.Itoa(seat+1))
		}
	}
	last := len(equal) - 1
	if last+1 == len(shares) {
		return "draw"
	}
	return "draw of players " + strings.Join(equal[:last], ", ") + " and " + equal[last]
}

// sameShare is less than the difference of shares that are not the same.
const sameShare = 1e-9

// Winner returns the seat with the largest share of the game, -1 if several have it.
func Winner(shares []float64) int {
	winner, best := -1, 0.0
	for seat, s := range shares {
		switch {
		case s > best+sameShare:
			winner, best = seat, s
		case s > best-sameShare:
			winner = -1
		}
	}
	return winner
}

// SharesWithout returns the shares of a game that a seat has lost before its end: nothing for
// it, equal parts for the others.
func (g *Game) SharesWithout(loser int) []float64 {
	shares := make([]float64, g.Seats())
	for seat := range shares {
		if seat != loser {
			shares[seat] = 1 / float64(len(shares)-1)
		}
	}
	return shares
}

// DrawnShares returns the shares of a game that is drawn: equal parts.
func (g *Game) DrawnShares() []float64 {
	shares := make([]float64, g.Seats())
	for seat := range shares {
		shares[seat] = 1 / float64(len(shares))
	}
	return shares
}

// FormatMargin returns the first seat's lead in points, as SGF and GTP write it: B+5, W+5 if it is
// behind, or 0.
func FormatMargin(points int) string {
	switch {
	case points > 0:
		return fmt.Sprintf("B+%d", points)
	case points < 0:
		return fmt.Sprintf("W+%d", -points)
	}
	return "0"
}
