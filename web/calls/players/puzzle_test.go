// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package players

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/puzzles"
	"github.com/tessera-fpga/tessera/web/calls"
)

// TestPuzzle asks for puzzles by number and by day, and for numbers that no puzzle has.
func TestPuzzle(t *testing.T) {
	t.Parallel()
	n := len(puzzles.List())
	for day, number := range map[int]int{0: 1, 1: 2, n - 1: n, n: 1} {
		assert.Equal(t, number, ask[Puzzle](t, "puzzle", puzzleArgs{Day: day}).Number)
	}
	first := ask[Puzzle](t, "puzzle", puzzleArgs{Number: 1})
	assert.Equal(t, n, first.Count)
	assert.Equal(t, puzzles.List()[0].Move.String(), first.Move)
	for _, number := range []int{-1, n + 1} {
		assert.Equal(t, Puzzle{Game: calls.Game{Moves: []string{}}, Count: n}, ask[Puzzle](t, "puzzle", puzzleArgs{Number: number, Day: -1}))
	}
}

// TestJudge judges every move of a puzzle: only that of the list wins, and the line of each leads to
// the margin that the solver gives.
func TestJudge(t *testing.T) {
	t.Parallel()
	p := puzzles.List()[0]
	game := ask[Puzzle](t, "puzzle", puzzleArgs{Number: 1}).Game
	mover := p.Game.ToMove()
	for _, m := range p.Game.LegalMoves(nil) {
		j := ask[Judgement](t, "judge", judgeArgs{game, m.String()})
		assert.Equal(t, m == p.Move, j.Margin > 0, "%v", m)
		end := calls.Game{First: 1, Moves: append(append([]string{}, game.Moves...), j.Line...)}
		pos, err := end.Position()
		require.NoError(t, err)
		assert.True(t, pos.Over())
		assert.Equal(t, m.String(), j.Line[0])
		assert.Equal(t, j.Margin, pos.Score(mover)-pos.Score(mover.Rival()), "%v", m)
	}
}
