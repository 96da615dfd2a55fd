// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"context"
	"errors"
	"io"
	"time"
)

// Player is a player. It plays all games of one side of a match, one after another.
type Player interface {
	// Name returns a short name for results, such as "minimax".
	Name() string

	// Move chooses a move for the seat to move in p, which is not over. Every turn calls it, forced
	// passes included. The player must leave p unchanged and not keep it. A player with its own
	// board must compare p.History with it: since the last call, moves may have been taken back or
	// a new game begun.
	//
	// An error is a failure that ends the match, or ErrResign, ErrQuit, ErrLate or a *Jump, or
	// ctx.Err() when ctx is done.
	Move(ctx context.Context, p Position) (Move, error)

	// Close frees the player's resources. It is called once.
	Close() error
}

// A Summarizer is a player with a summary for the end of a match.
type Summarizer interface {
	// Summary returns one line.
	Summary() string
}

// A Preparer is a player that needs time before the match, for example to build a model.
type Preparer interface {
	Prepare(ctx context.Context) error
}

// A Starter is a player that learns of the beginning and the end of each game.
type Starter interface {
	// Start begins a game. It returns the player's name in it.
	Start(ctx context.Context) (name string, err error)
	// End ends the game, finished or not.
	End(ctx context.Context) error
}

// A Writer is a player that exchanges moves as text, word for word: the contest has several codes
// for one move, and its host does not correct them.
type Writer interface {
	Player
	// MoveText is Move in text. rival is the rival's latest move, "" in the first turn of a
	// game. The answer need not be a move.
	MoveText(ctx context.Context, p Position, rival string) (text string, err error)
}

// A Reseeder is a player that is costly to make, and therefore plays several games. Reseed gives it
// the seed of its random choices in the next game, and has it forget the games before.
type Reseeder interface {
	Reseed(seed uint64)
}

// A WorkCounter is a player that counts its work in a unit that depends on no other load of the
// machine.
type WorkCounter interface {
	// Work returns the work since the player was made or reseeded, and its unit, such as "leaves".
	Work() (done uint64, unit string)
}

// ProcessorTime is the unit of a WorkCounter that counts the processor time of another program.
const ProcessorTime = "ms of processor time"

// A Timed player takes a given time for each move, and can be stopped.
type Timed interface {
	// Limit sets the time for each of the next moves; 0 stands for the player's usual amount of
	// work. When stop is closed, the player answers with the best move so far.
	Limit(each time.Duration, stop <-chan struct{})
}

// A Reviewer is a player that looks at a game that is over, a person.
type Reviewer interface {
	// Review returns a *Jump to go on from another position, and nil or ErrQuit to leave.
	Review(ctx context.Context, p Position) error
}

// A Thinker is a player that can report its evaluation of the moves at its latest turn.
type Thinker interface {
	// Thoughts returns the best move first; none if there was nothing to choose.
	Thoughts() []Thought
}

// Thought is a player's evaluation of a move.
type Thought struct {
	Move   Move
	Visits int      // playouts, or leaves
	Value  float64  // the mover's prospect, 0 (loss) to 1 (win)
	Margin *float64 // the points expected, the mover's less the rival's; nil: not known
	Line   []Move   // the expected moves, starting with Move; nil: not known
	Proven bool     // Value and Margin are certain
}

// Errors that a player may return from Move instead of a move.
var (
	ErrResign = errors.New("the player resigns") // the seat loses the game
	ErrQuit   = errors.New("the player leaves")  // the match ends
	ErrLate   = errors.New("no answer in time")  // the seat loses the game on time
)

// A Jump asks to go on from another position: one of the same game, with moves taken back, or
// another game's.
type Jump struct{ Position Position }

func (*Jump) Error() string { return "the player goes on from another position" }

// A Forfeit is a failure of a player that loses the game and does not end the match, such as an
// engine's crash. Players do not return it; a judge makes it of their errors.
type Forfeit struct{ Err error }

func (f *Forfeit) Error() string { return f.Err.Error() }

// Unwrap returns the failure.
func (f *Forfeit) Unwrap() error { return f.Err }

// ErrStart reports that a player, such as another program, does not start. It ends a match: no game
// can be played.
var ErrStart = errors.New("does not start")

// LineReader reads lines of text, for example from the keyboard.
type LineReader interface {
	// Next returns the next line without its end. At the end of the input it
	// returns io.EOF, and when ctx is done ctx.Err().
	Next(ctx context.Context) (string, error)
}

// Env is the surroundings of a player. The zero value suffices for a player that does not talk.
type Env struct {
	Game *Game
	Seat int        // the player's seat
	Seed uint64     // seed of the random choices, unless the options set one
	In   LineReader // the person at the terminal; several players may share it
	Out  io.Writer  // where to talk to that person
	Log  io.Writer  // for reports of slow work
	Draw DrawOptions
	// Depth is the depth of a search in plies, unless the options say otherwise; 0: the
	// player's own choice.
	Depth int
	// Seats are the specifications of all seats' players; nil: not known. A person gets hints
	// of the engine of another seat.
	Seats []string
	// Clocked reports that the player gets a clock; see the function Clocked.
	Clocked bool
	// Replace gives another seat a player of another specification, from its next turn on, and
	// changes Seats; nil: players stay.
	Replace func(seat int, spec string) error
	// Progress hears of the work of a search while it goes on, in the unit of WorkCounter; nil: no
	// one listens.
	Progress func(work int)
	// NoWayBack reports that the player cannot take back moves or load another game.
	NoWayBack bool
}

// Kind is a sort of player that a specification can name.
type Kind struct {
	Name string
	Help string // one line about the player and its options
	// Varies reports whether a player with these options may make other moves in the same game
	// again; nil: it never does.
	Varies func(o *Options) bool
	// Opens returns the resources outside the program that a player with these options opens; nil:
	// none.
	Opens func(o *Options) []Resource
	// Raw reports that the text after the colon is a single value, not a list of options: see
	// Options.Raw.
	Raw bool
	// New makes the player. Its error reports a failure; o reports wrong options, and New may then
	// return anything.
	New func(env Env, o *Options) (Player, error)
}

// Always returns true. It is the Kind.Varies of players that draw their moves.
func Always(*Options) bool { return true }
