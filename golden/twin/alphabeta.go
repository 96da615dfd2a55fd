// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// AlphaBeta is the twin of module alphabeta_core as a player of one game.
type AlphaBeta struct {
	turns
	core *alphabeta.Search
}

// NewAlphaBeta returns the core after the command to reset, in the opening with player 1 to move.
func NewAlphaBeta(cfg alphabeta.Config) (*AlphaBeta, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("twin: %w", err)
	}
	return &AlphaBeta{turns{pos: duo.NewPosition(duo.Player1)}, alphabeta.New(cfg)}, nil
}

// Reset is the command that goes back to the opening.
func (a *AlphaBeta) Reset(first duo.Player) (cycles uint64) {
	a.Begin(first)
	return a.count(alphabeta.ResetCycles)
}

// Play is the command that makes a move of the player to move. The error names the rule that the
// move breaks; the core then gets no command.
func (a *AlphaBeta) Play(move duo.Move) (cycles uint64, err error) {
	before := a.pos
	if err := a.pos.MakeMove(move); err != nil {
		return 0, fmt.Errorf("twin: %w", err)
	}
	if move == duo.Pass {
		return a.count(alphabeta.PassCycles), nil
	}
	return a.count(a.core.Config().PlayCycles(&before, before.ToMove(), true)), nil
}

// Search is the command to choose a move for the player to move, from the values that many plies on.
func (a *AlphaBeta) Search(depth int) (r alphabeta.Result, cycles uint64) {
	r = a.core.Search(&a.pos, depth, alphabeta.NeverStop, nil, nil)
	return r, a.count(r.Cycles)
}
