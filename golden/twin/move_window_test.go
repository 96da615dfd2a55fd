// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// TestMoveWindowFeatures compares the features from windows with the features that package
// evaluation finds on the board.
func TestMoveWindowFeatures(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	positions := []duo.Position{
		duo.NewPosition(duo.Player1), duo.NewPosition(duo.Player2),
		duo.ScatteredPosition(duo.Player1, 3), duo.ScatteredPosition(duo.Player2, 4),
	}
	for len(positions) < 60 {
		positions = append(positions, duo.RandomGame(rng, rng.IntN(38)))
	}
	for _, p := range positions {
		levels := twin.LevelsOf(&p)
		anchors := playout.AnchorMoves(&p, nil)
		moves := make([]duo.Move, len(anchors))
		for i, m := range anchors {
			moves[i] = m.Move()
		}
		want := evaluation.MoveFeatures(&p, moves, nil)
		for i, m := range anchors {
			w := twin.MoveWindowAt(&levels, m.Anchor, m.Flip)
			require.Equal(t, want[i], w.Features(m.Pattern), "%v after %v", moves[i], p.History())
		}
	}
}
