// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
)

// turns follows the game on the board of a core whose model counts the cycles from an accepted command
// to its answer: it adds the acceptance and keeps the turn.
type turns struct {
	pos duo.Position
	now uint64
}

// Begin sets the player who moves first in the opening. The core learns the mover only from
// commands.
func (t *turns) Begin(first duo.Player) { t.pos = duo.NewPosition(first) }

// Cycle returns the number of cycles of all commands.
func (t *turns) Cycle() uint64 { return t.now }

// Position returns the position on the board.
func (t *turns) Position() duo.Position { return t.pos }

// count counts a command, given its cycles after the acceptance.
func (t *turns) count(cycles uint64) uint64 {
	t.now += cycles + 1
	return cycles + 1
}

// Minimax is the twin of module minimax_core as a player of one game.
type Minimax struct {
	turns
	core *search.Minimax
}

// NewMinimax returns the core after reset, in the opening with player 1 to move.
func NewMinimax(cfg search.MinimaxConfig) (*Minimax, error) {
	core, err := search.NewMinimax(cfg)
	if err != nil {
		return nil, fmt.Errorf("twin: %w", err)
	}
	return &Minimax{turns{pos: duo.NewPosition(duo.Player1)}, core}, nil
}

// Reset is the command that goes back to the opening.
func (m *Minimax) Reset(first duo.Player) (cycles uint64) {
	m.Begin(first)
	return m.count(m.core.Reset())
}

// Play is the command that makes a move of the player to move. The error names the rule that the
// move breaks; the core then gets no command.
func (m *Minimax) Play(move duo.Move) (cycles uint64, err error) {
	mover := m.pos.ToMove()
	if err := m.pos.MakeMove(move); err != nil {
		return 0, fmt.Errorf("twin: %w", err)
	}
	_, cycles = m.core.Play(mover, move)
	return m.count(cycles), nil
}

// Search is the command to choose a move for the player to move, from the values that many plies on.
func (m *Minimax) Search(depth int) (r search.MinimaxResult, cycles uint64) {
	r = m.core.Search(m.pos.ToMove(), depth, search.NeverStop, nil)
	return r, m.count(r.Cycles)
}
