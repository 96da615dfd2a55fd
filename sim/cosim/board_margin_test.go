// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// TestBoardMargin weighs boards of random positions, in the view of either player. Some runs end in a reset.
func TestBoardMargin(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("board_margin"), compareBoardMargin)
}

func compareBoardMargin(p *verilator.Proc, rng *rand.Rand) error {
	const (
		latency = 66
		quiet   = 18 // cycles after a reset until no row is under way
		first   = 2  // cycles from the start until the first row comes
		period  = 16 // rows of a player, two of them empty
	)
	rst, start, player, opened := p.MustPort("rst_i"), p.MustPort("start_i"), p.MustPort("player_i"), p.MustPort("first_i")
	all, placed, lead := p.MustPort("all_i"), p.MustPort("placed_i"), p.MustPort("lead_i")
	row, view, allowed, corners := p.MustPort("row_o"), p.MustPort("view_o"), p.MustPort("allowed_i"), p.MustPort("corners_i")
	done, margin := p.MustPort("done_o"), p.MustPort("margin_o")
	if err := p.Step(p.NewBatch(quiet)); err != nil {
		return err
	}
	e := evaluation.New(&evaluation.Default)
	for n := range simtest.Times(400) {
		p.SetTransaction(n)
		pos := duo.RandomGame(rng, rng.IntN(2+rng.IntN(40)))
		pl, opener := duo.Player(rng.IntN(2)), duo.Player(rng.IntN(2))
		pos.SetToMove(pl)
		terms := evaluation.Terms(&pos)
		terms[evaluation.FirstPlayer] = 1 - 2*int32(opener)
		want := int64(e.StaticMargin(evaluation.Placed(&pos), &terms))
		if pl == duo.Player2 {
			want = -want
		}
		var squares [2]int
		var free, anchors [2]duo.Bitboard
		have := uint64(0) // players with all tiles
		for of := range duo.Player(2) {
			covered := pos.Squares(of)
			squares[of] = covered.Count()
			free[of], anchors[of] = pos.Anchors(of)
			if pos.TilesLeft(of) == duo.AllTiles {
				have |= 1 << of
			}
		}
		reset := -1
		if rng.IntN(20) == 0 {
			reset = rng.IntN(latency)
		}
		b := p.NewBatch(latency + 1 + quiet + rng.IntN(3))
		rowOf := func(s *duo.Bitboard, row int) (out uint64) {
			for col := range duo.BoardSize {
				if s.Has(duo.NewSquare(row, col)) {
					out |= 1 << col
				}
			}
			return out
		}
		for i := range b.Len() {
			in := b.In(i)
			start.Set(in, flagBit(i == 0))
			rst.Set(in, flagBit(i == reset))
			player.Set(in, uint64(pl))
			opened.Set(in, flagBit(pl == opener))
			all.Set(in, have)
			placed.Set(in, uint64(evaluation.Placed(&pos)))
			lead.Set(in, uint64(squares[pl]-squares[pl.Rival()])&(1<<lead.Width-1))
			// Rows that do not count, and corners before the first placement, are arbitrary.
			a, c := rng.Uint64N(1<<duo.BoardSize), rng.Uint64N(1<<duo.BoardSize)
			if index := i - first; index >= 0 && index < 2*period && index%period < duo.BoardSize {
				of := pl
				if index >= period {
					of = pl.Rival()
				}
				a = rowOf(&free[of], index%period)
				if have>>of&1 == 0 {
					c = rowOf(&anchors[of], index%period)
				}
			}
			allowed.Set(in, a)
			corners.Set(in, c)
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i := range b.Len() {
			out := b.Out(i)
			running := reset < 0 || i <= reset
			if index := i - first; running && index >= 0 && index < 2*period {
				of := pl
				if index >= period {
					of = pl.Rival()
				}
				if got := view.Uint(out); got != uint64(of) {
					return p.Mismatch("view_o", got, of, "").At(b.Cycle(i))
				}
				if got := row.Uint(b.Out(i - 1)); got != uint64(index%period) {
					return p.Mismatch("row_o", got, index%period, "").At(b.Cycle(i - 1))
				}
			}
			if got, want := done.Bool(out), i == latency && reset < 0; got != want {
				return p.Mismatch("done_o", got, want, "").At(b.Cycle(i))
			}
			if got := margin.Int(out); reset < 0 && i >= latency && got != want {
				return p.Mismatch("margin_o", got, want, "%v to move", pl).At(b.Cycle(i))
			}
		}
	}
	return nil
}
