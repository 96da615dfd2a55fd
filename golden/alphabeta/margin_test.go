// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package alphabeta

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// marginOf searches a position without bounds, move by move, and values it by package evaluation.
func marginOf(e *evaluation.Evaluator, pos *duo.Position, first duo.Player, passed bool, depth int) int {
	pl := pos.ToMove()
	sign := 1 - 2*int(pl)
	moves := pos.LegalMoves(nil)
	if depth == 0 {
		terms := evaluation.Terms(pos)
		terms[evaluation.FirstPlayer] = 1 - 2*int32(first)
		return sign * int(e.StaticMargin(evaluation.Placed(pos), &terms)) >> marginShift
	}
	if len(moves) == 0 {
		if passed {
			squares := [2]duo.Bitboard{pos.Squares(0), pos.Squares(1)}
			return sign * MarginUnit * (squares[0].Count() - squares[1].Count())
		}
		next := *pos
		next.SetToMove(pl.Rival())
		return -marginOf(e, &next, first, true, depth-1)
	}
	best := -ScoreLimit
	for _, m := range moves {
		next := *pos
		next.Play(m)
		value := 0
		if next.TilesLeft(pl) == 0 {
			squares := next.Squares(pl.Rival())
			value = duo.NumCells + 15 - squares.Count()
			if m.Orientation().Tile() == 0 {
				value += 5
			}
			value *= MarginUnit
		} else {
			next.SetToMove(pl.Rival())
			value = -marginOf(e, &next, first, false, depth-1)
		}
		best = max(best, value)
	}
	return best
}

// TestMargin compares searches by the margin, with bounds and without, with searches of positions.
func TestMargin(t *testing.T) {
	rng := seedtest.Rand(t)
	e := evaluation.New(&evaluation.Default)
	for range 60 {
		pos := duo.RandomGame(rng, 10+rng.IntN(30))
		for depth := 1; depth <= 3; depth++ {
			if depth == 3 && pos.CountLegalMoves() > 12 {
				continue
			}
			want := marginOf(e, &pos, pos.FirstToMove(), false, depth)
			for _, full := range []bool{false, true} {
				cfg := DefaultConfig
				cfg.Margin, cfg.Full = true, full
				require.Equal(t, want, New(cfg).Search(&pos, depth, NeverStop, nil, nil).Value, "depth %d, %v", depth, full)
			}
		}
	}
}

// TestMarginConfig checks the limits of searches by the margin.
func TestMarginConfig(t *testing.T) {
	require.NoError(t, MarginConfig.Validate())
	cfg := MarginConfig
	cfg.Ends = false
	require.EqualError(t, cfg.Validate(), "alphabeta: values by the margin need exact ends")
	pos := duo.NewPosition(duo.Player1)
	require.PanicsWithValue(t, "alphabeta: search depth 9, want 1..8", func() {
		New(MarginConfig).Search(&pos, MaxDepth, NeverStop, nil, nil)
	})
	// The largest margin is a score.
	require.Less(t, evaluation.MarginLimit>>marginShift, ScoreLimit)
	require.Less(t, MarginUnit*(duo.NumCells+20), ScoreLimit)
}
