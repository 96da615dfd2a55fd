// Package player holds the players of Blokus Duo that can be set against each
// other, behind one small interface, and the referee that lets them play.
package player

import (
	"context"
	"errors"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Player is a player. A player serves one side of a match and plays all its
// games, one after another.
type Player interface {
	// Name returns a short name for results, such as "golden".
	Name() string

	// Move chooses a move for the player to move in pos, which is not over.
	// It is called on every turn: duo.Pass is the answer when there is no
	// placement. The player must leave pos as it is and not keep it. A player
	// with a board of its own must compare pos.History with what it knows:
	// moves may have been taken back, or a new game begun, since the last call.
	//
	// Besides its own failures, which end the match, a player may return
	// ErrResign, ErrQuit or ErrUndo, and ctx.Err() when ctx is done.
	Move(ctx context.Context, pos *duo.Position) (duo.Move, error)

	// Close frees what the player holds. It is called once.
	Close() error
}

// A Summarizer is a player that has something to say at the end of a match.
type Summarizer interface {
	// Summary returns one line.
	Summary() string
}

// What a player may return from Move instead of a move.
var (
	ErrResign = errors.New("the player resigns")
	ErrQuit   = errors.New("the player leaves")
	// ErrUndo asks to take back moves until the player's last turn with a
	// choice. Only a player that has had a turn in this game may return it.
	ErrUndo = errors.New("the player takes a move back")
)

// LineReader reads lines of text, such as a person types.
type LineReader interface {
	// Next returns the next line without its end. At the end of the input it
	// returns io.EOF, and when ctx is done ctx.Err().
	Next(ctx context.Context) (string, error)
}
