// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips

import (
	"context"
	"errors"
	"fmt"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/play"
)

// boardPlayer is a board at the other end of a line, which speaks the contest's protocol.
type boardPlayer struct {
	board *wire.Board
	team  string
}

var (
	_ play.Writer  = (*boardPlayer)(nil)
	_ play.Starter = (*boardPlayer)(nil)
)

// NewBoard returns the board as a player of Blokus Duo, which closes the line in the end.
func NewBoard(b *wire.Board) play.Player { return &boardPlayer{board: b, team: "board"} }

// Name returns the team's name of the latest game.
func (a *boardPlayer) Name() string { return a.team }

func (a *boardPlayer) Close() error { return a.board.Line.Close() }

// Start asks the board who it is.
func (a *boardPlayer) Start(ctx context.Context) (name string, err error) {
	a.team, err = a.board.Identify(ctx)
	return a.team, err
}

// End tells the board that the game is over.
func (a *boardPlayer) End(context.Context) error { return a.board.Over() }

// MoveText asks the board for a move, within its time.
func (a *boardPlayer) MoveText(ctx context.Context, p play.Position, rival string) (string, error) {
	if play.SetupOf(p) != nil {
		return "", play.ErrSetup
	}
	text, err := a.board.Move(ctx, contest.Turn(rules.At(p), rival))
	if errors.Is(err, wire.ErrTimeout) {
		return "", play.ErrLate
	}
	return text, err
}

// Move is MoveText for a rival whose text is not known. An answer that is no legal move is
// an error.
func (a *boardPlayer) Move(ctx context.Context, p play.Position) (play.Move, error) {
	pos := rules.At(p)
	rival := ""
	if h := pos.History(); len(h) > 0 {
		rival = h[len(h)-1].String()
	}
	text, err := a.MoveText(ctx, p, rival)
	if err != nil {
		return 0, err
	}
	m, err := contest.Judge(pos, text)
	if err != nil {
		return 0, fmt.Errorf("answer %q: %w", text, err)
	}
	return play.Move(m), nil
}
