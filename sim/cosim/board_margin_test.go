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

// TestBoardMargin weighs boards of random positions, in the view of either player, one while the rows of the
// next come. Some boards are aborted, some runs reset.
func TestBoardMargin(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("board_margin"), compareBoardMargin)
}

func compareBoardMargin(p *verilator.Proc, rng *rand.Rand) error {
	const (
		latency = 64
		next    = 44 // cycles until the next start
		period  = 16 // rows of a player, two of them empty
		abort   = 21 // the last cycle that can abort
		boards  = 5  // of a run
	)
	// Cycles from the start in which an input counts.
	type window struct{ from, to int }
	placedAt, openedAt, leadAt := window{19, 55}, window{24, 24}, window{27, 27}

	rst, start, minus := p.MustPort("rst_i"), p.MustPort("start_i"), p.MustPort("minus_i")
	allowed, corners, aborts := p.MustPort("allowed_i"), p.MustPort("corners_i"), p.MustPort("abort_i")
	placed, opened, lead := p.MustPort("placed_i"), p.MustPort("first_i"), p.MustPort("lead_i")
	done, margin := p.MustPort("done_o"), p.MustPort("margin_o")
	e := evaluation.New(&evaluation.Default)
	for n := range simtest.Times(200) {
		p.SetTransaction(n)
		b := p.NewBatch(boards*(next+4) + latency)
		for i := range b.Len() { // what does not count is arbitrary
			in := b.In(i)
			minus.Set(in, rng.Uint64N(2))
			placed.Set(in, rng.Uint64N(1<<placed.Width))
			opened.Set(in, rng.Uint64N(2))
			lead.Set(in, rng.Uint64N(1<<lead.Width))
		}
		set := func(port verilator.Port, at int, when window, value uint64) {
			for i := when.from; i <= when.to; i++ {
				port.Set(b.In(at+i), value)
			}
		}
		reset := -1
		if rng.IntN(8) == 0 {
			reset = rng.IntN(b.Len())
			rst.Set(b.In(reset), 1)
		}
		want, at := map[int]int64{}, rng.IntN(4) // by cycle
		for range boards {
			pos := duo.RandomGame(rng, rng.IntN(2+rng.IntN(40)))
			pl, opener := duo.Player(rng.IntN(2)), duo.Player(rng.IntN(2))
			pos.SetToMove(pl)
			terms := evaluation.Terms(&pos)
			terms[evaluation.FirstPlayer] = 1 - 2*int32(opener)
			value := int64(e.StaticMargin(evaluation.Placed(&pos), &terms))
			if pl == duo.Player2 {
				value = -value
			}
			start.Set(b.In(at), 1)
			var squares [2]int
			ends := latency
			if rng.IntN(6) == 0 {
				ends = 1 + rng.IntN(abort)
				aborts.Set(b.In(at+ends), 1)
			}
			for side, of := range []duo.Player{pl, pl.Rival()} {
				covered := pos.Squares(of)
				squares[side] = covered.Count()
				free, _ := pos.Anchors(of)
				from := evaluation.Reach(&pos, of, 0)
				for r := range duo.BoardSize {
					if i := 1 + side*period + r; i <= ends {
						minus.Set(b.In(at+i), uint64(side))
						allowed.Set(b.In(at+i), uint64(free.Row(r)))
						corners.Set(b.In(at+i), uint64(from.Row(r)))
					}
				}
			}
			if ends < latency {
				at += ends + 2 + rng.IntN(4)
				continue
			}
			set(opened, at, openedAt, flagBit(pl == opener))
			set(placed, at, placedAt, uint64(evaluation.Placed(&pos)))
			set(lead, at, leadAt, uint64(squares[0]-squares[1])&(1<<lead.Width-1))
			if reset < at || reset >= at+latency {
				want[at+latency] = value
			}
			at += next + rng.IntN(4)
		}
		if err := p.Step(b); err != nil {
			return err
		}
		var last *int64
		for i := range b.Len() {
			out := b.Out(i)
			value, ready := want[i]
			switch {
			case i == reset+1: // a sum may just have been there
				last = nil
			case ready:
				last = &value
			}
			if got := done.Bool(out); got != ready {
				return p.Mismatch("done_o", got, ready, "").At(b.Cycle(i))
			}
			if got := margin.Int(out); last != nil && got != *last {
				return p.Mismatch("margin_o", got, *last, "").At(b.Cycle(i))
			}
		}
	}
	return nil
}
