// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// leafUnitModel is the leaf unit with given weights.
func leafUnitModel(w search.Weights) verilator.Model {
	return verilator.Model{Top: "leaf_unit", Params: map[string]int{
		"OWN_WEIGHT": w.Own, "RIVAL_WEIGHT": w.Rival, "SQUARE_WEIGHT": w.Square,
	}}
}

// TestLeafUnit writes a position, makes a move or a pass from it, and lists the moves of the
// position reached. Every move, its value and its cycle must equal golden's. Some lists are ended
// early or by a reset.
func TestLeafUnit(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]search.Weights{"default": search.DefaultWeights, "extreme": {Own: 7, Rival: 7, Square: 7}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			simtest.Cosim(t, leafUnitModel(w), func(p *verilator.Proc, rng *rand.Rand) error {
				for n := range simtest.Times(simtest.Long(120, 3000)) {
					p.SetTransaction(n)
					if err := compareLeafUnit(p, rng, w, expansionPosition(rng, n)); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}

func compareLeafUnit(p *verilator.Proc, rng *rand.Rand, w search.Weights, pos duo.Position) error {
	const moveCycles = 18 // from make_i until the next list can begin
	in := func(name string) verilator.Port { return p.MustPort(name) }
	from, to := rng.IntN(16), rng.IntN(16)
	b := p.NewBatch(duo.BoardSize)
	for row := range duo.BoardSize {
		r := b.In(row)
		in("we_i").Set(r, 1)
		in("waddr_i").Set(r, uint64(from<<4|row))
		var allowed, corners uint64
		for pl := range duo.Player(2) {
			a, c := pos.Allowed(pl), pos.Corners(pl)
			allowed |= uint64(a.Row(row)) << (duo.BoardSize * int(pl))
			if pos.TilesLeft(pl) != duo.AllTiles {
				corners |= uint64(c.Row(row)) << (duo.BoardSize * int(pl))
			}
		}
		in("wallowed_i").Set(r, allowed)
		in("wcorners_i").Set(r, corners)
	}
	if err := p.Step(b); err != nil {
		return err
	}

	// A move, if there is one, or a pass. The rows may be wanted for either player.
	st := playout.NewState(&pos)
	mover := pos.ToMove()
	moves := st.Moves(nil)
	none := len(moves) == 0 || rng.IntN(4) == 0
	var m playout.AnchorMove
	if !none {
		m = moves[rng.IntN(len(moves))]
		st.Play(m)
	}
	next := mover.Rival()
	if rng.IntN(4) == 0 {
		next = mover
	}
	st.SetToMove(next)
	first := st.Tiles(next) == duo.AllTiles
	leaves, done := alphabeta.Leaves(&st, w, nil)

	stopAt := -1
	if rng.IntN(3) == 0 {
		stopAt = 1 + rng.IntN(done)
	}
	byReset := rng.IntN(2) == 0
	const start = moveCycles
	b = p.NewBatch(start + done + 4)
	for i := range b.Len() {
		r := b.In(i)
		in("placement_i").Set(r, cosim.Placement(m))
		in("mover_i").Set(r, uint64(mover))
		in("from_i").Set(r, uint64(from))
		in("to_i").Set(r, uint64(to))
		in("next_i").Set(r, uint64(next))
		in("none_i").Set(r, flagBit(none))
		in("next_first_i").Set(r, flagBit(first))
		in("ply_i").Set(r, uint64(to))
		in("player_i").Set(r, uint64(next))
		in("first_i").Set(r, flagBit(first))
		in("tiles_i").Set(r, uint64(st.Tiles(next)))
		in("rows_i").Set(r, uint64(visitedRows(&st)))
	}
	in("make_i").Set(b.In(0), 1)
	in("start_i").Set(b.In(start), 1)
	if stopAt > 0 {
		in(map[bool]string{true: "rst_i", false: "abort_i"}[byReset]).Set(b.In(start+stopAt), 1)
	}
	if err := p.Step(b); err != nil {
		return err
	}
	next1 := 0
	for i := range b.Len() {
		out := b.Out(i)
		fail := func(name string, got, want any) error {
			return p.Mismatch(name, got, want, "in cycle %d after the move %v of\n%v", i, m, &pos).At(b.Cycle(i))
		}
		if got, want := p.MustPort("done_o").Bool(out), i == moveCycles-1; got != want {
			return fail("done_o", got, want)
		}
		if i < start {
			continue
		}
		if got, want := p.MustPort("rows_o").Uint(out), uint64(visitedRows(&st)); got != want {
			return fail("rows_o", got, want)
		}
		at := i - start
		over := stopAt > 0 && at > stopAt
		if got, want := p.MustPort("busy_o").Bool(out), at > 0 && at < done && !over; got != want {
			return fail("busy_o", got, want)
		}
		shown := next1 < len(leaves) && leaves[next1].Cycle == at && !over
		if got := p.MustPort("move_valid_o").Bool(out); got != shown {
			return fail("move_valid_o", got, shown)
		}
		if shown {
			l := leaves[next1]
			next1++
			if got, want := p.MustPort("move_o").Uint(out), cosim.Placement(l.Move); got != want {
				return fail("move_o", got, want)
			}
			if got, want := p.MustPort("value_o").Int(out), int64(l.Value); got != want {
				return fail("value_o", got, want)
			}
			box := alphabeta.BoxOf(l.Move)
			if got, want := p.MustPort("box_o").Uint(out), uint64(box.Top|box.Bottom<<4|box.Left<<8|box.Right<<12); got != want {
				return fail("box_o", got, want)
			}
		}
	}
	return nil
}

// visitedRows returns the rows with squares that the player to move visits as corners.
func visitedRows(st *playout.State) (rows uint16) {
	for row := range duo.BoardSize {
		if _, corners := st.Row(st.ToMove(), row); corners != 0 {
			rows |= 1 << row
		}
	}
	return rows
}
