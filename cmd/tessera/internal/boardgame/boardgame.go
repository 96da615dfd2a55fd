// Package boardgame is what the commands ask of a game, whichever it is, and what they do with
// it: two players or more, moves in turn, and a winner. A game joins by an entry in package
// registry; Blokus Duo, with which all of this began, has rooms of its own (packages player, game,
// record and show).
//
// Moves are text here, in the game's notation: players look behind a Position if they need more.
//
// boardgame.go (here) has what a game must give, player.go the players and those that every game
// has, human.go the person at the terminal, search.go a player by package tree, play.go the game
// loop, record.go games on record.
package boardgame

import (
	"fmt"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/tree"
)

// Position is a position with the moves that led to it. Seats are numbered from 0 in the order in
// which they first move.
type Position interface {
	// Clone returns a copy that can go its own way.
	Clone() Position
	// History returns the moves so far, as Moves writes them. It is not to be changed.
	History() []string
	// ToMove returns the seat whose turn it is.
	ToMove() int
	// Over reports whether the game is at its end.
	Over() bool
	// Moves returns the legal moves: one at least, unless the game is over. A turn in which
	// nothing can be done but to pass has the pass for its move.
	Moves() []string
	// Play makes a move, in any of the ways in which it can be written. An error says what is
	// wrong with it, and leaves the position as it is.
	Play(move string) error
	// Shares returns the seats' shares of a game that is over, 1 in all: 1 for the winner,
	// equal parts after a draw.
	Shares() []float64
	// Standing says in a few words how the seats stand, such as "3 - 6"; "" if there is nothing
	// to say before the end.
	Standing() string
	// Perft returns the number of ways in which the game can go on for so many moves.
	Perft(depth int) uint64
	// Draw returns the position as lines of text for people, with escape sequences for a
	// terminal if color is true, and whose turn it is.
	Draw(color bool) string
}

// Coloured is a position of a game that has colours other than its seats: they share them out, or
// colours are skipped that have no move.
type Coloured interface {
	Position
	// Colour returns the colour to move, as it stands in Game.Colours.
	Colour() int
	// Skipped reports whether a colour has no move for the rest of the game.
	Skipped(colour int) bool
	// FinalScore is the answer to GTP's command final_score; it is given before the end, too.
	FinalScore() string
}

// Game is a game, with its size or variant settled.
type Game struct {
	Name  string // as --game takes it, such as "dots:3x3"
	Title string // for people
	// SetGame is the game's name for the command set_game of GTP; "": programs that play it have
	// no such command.
	SetGame string
	// Variant returns the game that GTP's command set_game names, if it is a variant of this one; nil if it
	// is none. It may be nil itself: there is this one only.
	Variant func(setGame string) *Game
	// Colours are the names of the colours in GTP: those of the seats, unless positions are Coloured.
	Colours []string
	// ColourNames are further names of the colours that GTP takes; none, or one for each.
	ColourNames []string
	// Players is the number of seats, if it is not that of Colours.
	Players int
	// Start returns the position at the start.
	Start func() Position
	// OpeningPlies is the number of random moves with which games of a match begin, so that
	// they differ.
	OpeningPlies int
	// Kinds are the players of this game besides those that every game has.
	Kinds []Kind
	// Search makes what package tree asks of the game; nil: there is no player tree. Each thread
	// has one of its own.
	Search func() Searchable
	// Tree holds what the search does otherwise than package tree by default.
	Tree tree.Config
	// MoveHelp says how a move is written: lines for a person who asks.
	MoveHelp string
}

// Seats returns the number of seats.
func (g *Game) Seats() int {
	if g.Players > 0 {
		return g.Players
	}
	return len(g.Colours)
}

// ToMove returns the colour to move, as it stands in Colours.
func (g *Game) ToMove(p Position) int {
	if c, ok := p.(Coloured); ok {
		return c.Colour()
	}
	return p.ToMove()
}

// Seat returns what a seat is called, such as "player 1".
func Seat(seat int) string { return fmt.Sprintf("player %d", seat+1) }

// Searchable is a game as package tree asks it, and what a player by it needs besides.
type Searchable interface {
	tree.Game
	// SetRoot makes a position, which is not over, the one that Reset goes back to.
	SetRoot(pos Position)
	// Text writes a move at the root.
	Text(m tree.Move) string
}

// Openings is the number of openings of a match.
const Openings = 1000

// Opening returns an opening of a match, numbered from 1: the first moves at random. They are the
// same for everybody.
func (g *Game) Opening(number int) Position { return g.RandomStart(g.OpeningPlies, uint64(number)) }

// RandomStart returns the position after so many moves at random, or at the end of the game.
func (g *Game) RandomStart(plies int, seed uint64) Position {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := g.Start()
	for range plies {
		if p.Over() {
			break
		}
		PlayRandom(p, rng)
	}
	return p
}

// PlayRandom makes a legal move, each as likely as any other.
func PlayRandom(p Position, rng *rand.Rand) {
	moves := p.Moves()
	if err := p.Play(moves[rng.IntN(len(moves))]); err != nil {
		panic(fmt.Sprintf("boardgame: a legal move: %v", err)) // a slip in the game
	}
}
