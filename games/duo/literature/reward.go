// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import (
	"math"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Ending is the result of a game.
type Ending struct {
	Margin int    // score of player 1 less score of player 2, bonuses included
	Left   [2]int // squares left
}

func endingOf(st *playout.State) Ending {
	left := func(pl duo.Player) (n int) {
		for t := range duo.Tile(duo.NumTiles) {
			if st.Tiles(pl).Has(t) {
				n += t.Size()
			}
		}
		return n
	}
	return Ending{st.Margin(), [2]int{left(duo.Player1), left(duo.Player2)}}
}

// Reward values a game's end for each player, in -1..1. The thesis has rewards in [0,1] in its text
// and in [-1,1] in its code. Here they are in [-1,1], and mapped where a formula needs the other
// range.
type Reward struct {
	Kind RewardKind
	// Slope is Sigmoid's k. The source gives no values; it is only "chosen by phase".
	Slope float64
}

// RewardKind names a reward.
type RewardKind uint8

// The rewards.
const (
	// WinLoss is 1, 0 or -1 (2.7.4).
	WinLoss RewardKind = iota
	// Sigmoid is 2 / (1 + exp(-k margin)) - 1 (Shibahara, Kotani, Combining Final Score with
	// Winning Percentage by Sigmoid Function in Monte-Carlo Simulations, CIG 2008), mapped from
	// [0,1].
	Sigmoid
	// BonusA is margin / 45, cut to -1..1. The thesis leaves its family A blank; the formula is
	// ours.
	BonusA
	// BonusB is +-(0.75 + 0.25 |margin| / 45), with the margin cut to 45, and 0 for a draw. The
	// thesis leaves its family B blank; the formula is ours.
	BonusB
	// SquaresLeft is 1 - 2 x own squares left / 89; the sum over both players is not 0.
	SquaresLeft
)

// bonusMargin is the least margin with the full bonus, in points.
const bonusMargin = 45

// of returns the rewards of both players for an outcome.
func (r Reward) of(e Ending) [2]float64 {
	m := float64(e.Margin)
	var v float64
	switch r.Kind {
	case WinLoss:
		v = sign(m)
	case Sigmoid:
		v = 2/(1+math.Exp(-r.Slope*m)) - 1
	case BonusA:
		v = max(-1, min(1, m/bonusMargin))
	case BonusB:
		v = sign(m) * (0.75 + 0.25*min(math.Abs(m), bonusMargin)/bonusMargin)
	case SquaresLeft:
		return [2]float64{1 - 2*float64(e.Left[0])/duo.NumCells, 1 - 2*float64(e.Left[1])/duo.NumCells}
	}
	return [2]float64{v, -v}
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
