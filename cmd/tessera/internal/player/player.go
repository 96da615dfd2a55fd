// Package player holds the players of Blokus Duo that can be set against each other,
// behind one small interface: a person, searches in software, simulated hardware, and
// boards at a line. Package game lets two of them play.
package player

import (
	"context"
	"errors"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Player is a player. A player serves one side of a match and plays all its
// games, one after another.
type Player interface {
	// Name returns a short name for results, such as "minimax".
	Name() string

	// Move chooses a move for the player to move in pos, which is not over.
	// It is called on every turn: duo.Pass is the answer when there is no
	// placement. The player must leave pos as it is and not keep it. A player
	// with a board of its own must compare pos.History with what it knows:
	// moves may have been taken back, or a new game begun, since the last call.
	//
	// Besides its own failures, which end the match, a player may return
	// ErrResign, ErrQuit, ErrLate or a *Jump, and ctx.Err() when ctx is done.
	Move(ctx context.Context, pos *duo.Position) (duo.Move, error)

	// Close frees what the player holds. It is called once.
	Close() error
}

// A Summarizer is a player that has something to say at the end of a match.
type Summarizer interface {
	// Summary returns one line.
	Summary() string
}

// A Preparer is a player that has something to do before the match that takes time, such as
// to build a model.
type Preparer interface {
	Prepare(ctx context.Context) error
}

// A Starter is a player that is told when a game begins and when it is over.
type Starter interface {
	// Start begins a game. It returns the name that the player goes by in it.
	Start(ctx context.Context) (name string, err error)
	// End ends the game, however it ended.
	End(ctx context.Context) error
}

// A Writer is a player whose moves, and whose rival's, must be forwarded as they were
// written: the contest's codes have several ways to write one move, and its host does not
// correct them.
type Writer interface {
	Player
	// MoveText is Move in text. rival is the rival's latest move, "" in the first turn of a
	// game. What MoveText returns need not be a move.
	MoveText(ctx context.Context, pos *duo.Position, rival string) (text string, err error)
}

// What a player may return from Move instead of a move.
var (
	ErrResign = errors.New("the player resigns")
	ErrQuit   = errors.New("the player leaves")
	ErrLate   = errors.New("no answer in time")
)

// A Jump asks to go on from another position: one of the same game, with moves taken back,
// or another game's.
type Jump struct{ Position duo.Position }

func (*Jump) Error() string { return "the player goes on from another position" }

// A Forfeit is a failure of a player that loses the game and does not end the match, such
// as an engine's crash. Players do not return it; what judges them makes it of their errors.
type Forfeit struct{ Err error }

func (f *Forfeit) Error() string { return f.Err.Error() }

// Unwrap returns what has gone wrong.
func (f *Forfeit) Unwrap() error { return f.Err }

// A Reseeder is a player that is costly to make and stays for other games: before each it is
// given the seed of its random choices, and then knows nothing of the games before.
type Reseeder interface {
	Reseed(seed uint64)
}

// LineReader reads lines of text, such as a person types.
type LineReader interface {
	// Next returns the next line without its end. At the end of the input it
	// returns io.EOF, and when ctx is done ctx.Err().
	Next(ctx context.Context) (string, error)
}
