// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// TestHiddenSums compares the sums of legal moves with golden's logarithms: in the window by the
// definition, and from the banks' entries on the board by the weights of the hardware.
func TestHiddenSums(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	weights := evaluation.Weights{Patterns: evaluation.Default.Patterns}
	e := evaluation.New(&weights)
	hidden := twin.HiddenWeightsOf(weights.Patterns)
	for range 40 {
		pos := duo.RandomGame(rng, rng.IntN(30))
		levels := twin.LevelsOf(&pos)
		codes := levels.Codes()
		out := e.PatternWeights(evaluation.TilesPlaced(&pos, pos.ToMove()))
		for _, m := range playout.AnchorMoves(&pos, nil) {
			var logit [1]int32
			e.Prior(&pos, []duo.Move{m.Move()}, logit[:])
			w := twin.MoveWindowAt(&levels, m.Anchor, m.Flip)
			sums := w.HiddenSums(m.Pattern, weights.Patterns)
			total := int32(0)
			for unit, sum := range sums {
				total += int32(sum) * out[unit]
			}
			require.Equal(t, logit[0], total>>5, "%v in\n%v", m.Move(), &pos)

			var banks [twin.HiddenBanks][twin.HiddenBanks]int // moves' squares in each bank
			got := hidden.Tiles[m.Pattern.Tile()]
			for _, c := range twin.TouchedCells(m.Pattern) {
				row, col := c.Row-playout.Reach, c.Col-playout.Reach
				if m.Flip&playout.FlipRows != 0 {
					row = -row
				}
				if m.Flip&playout.FlipCols != 0 {
					col = -col
				}
				if row, col = m.Anchor.Row()+row, m.Anchor.Col()+col; !duo.OnBoard(row, col) {
					continue
				}
				banks[row%twin.HiddenBanks][col%twin.HiddenBanks]++
				for unit, v := range hidden.Squares[c.Role][codes[duo.NewSquare(row, col)]] {
					got[unit] += v
				}
			}
			for unit := range got {
				got[unit] = max(0, got[unit])
			}
			require.Equal(t, sums, got)
			for _, row := range banks {
				for _, n := range row {
					require.LessOrEqual(t, n, 1, "%v", m.Move())
				}
			}
		}
	}
}

// TestTouchedCells checks that a window has all cells that a pattern touches.
func TestTouchedCells(t *testing.T) {
	t.Parallel()
	for p := range playout.Pattern(playout.NumPatterns) {
		var roles [evaluation.NumRoles]int
		for _, c := range twin.TouchedCells(p) {
			roles[c.Role]++
		}
		pos := duo.NewPosition(duo.Player1)
		evaluation.TouchedSquares(&pos, []duo.Move{duo.NewMove(p.Orientation(), duo.NewSquare(5, 5))}, func(_ int, squares []evaluation.Touched) {
			for _, s := range squares {
				roles[s.Role]--
			}
		})
		assert.Equal(t, [evaluation.NumRoles]int{}, roles, "pattern %d", p)
	}
}
