// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// leafUnitModel is the leaf unit of a configuration.
func leafUnitModel(cfg alphabeta.Config) verilator.Model {
	return verilator.Model{Top: "leaf_unit", Params: map[string]int{
		"OWN_WEIGHT": cfg.Weights.Own, "RIVAL_WEIGHT": cfg.Weights.Rival, "SQUARE_WEIGHT": cfg.Weights.Square,
		"BANKS": max(cfg.Banks, 1), "MARGIN": int(flagBit(cfg.Margin)),
	}}
}

// TestLeafUnit writes a position, makes a move or a pass from it, and lists the moves of the
// position reached, at all corners or at one square. Every move, its value and its cycle must equal
// golden's. Some lists are ended early or by a reset. A unit with MARGIN also has the boards behind
// moves weighed.
func TestLeafUnit(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]alphabeta.Config{
		"margin":         alphabeta.MarginConfig,
		"margin,banks=2": {Weights: search.DefaultWeights, Ends: true, Margin: true, Banks: 2},
		"extreme":        {Weights: search.Weights{Own: 7, Rival: 7, Square: 7}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			simtest.Cosim(t, leafUnitModel(cfg), func(p *verilator.Proc, rng *rand.Rand) error {
				for n := range simtest.Times(simtest.Long(120, 3000)) {
					p.SetTransaction(n)
					if err := compareLeafUnit(p, rng, cfg, expansionPosition(rng, n)); err != nil {
						return err
					}
					if !cfg.Margin {
						continue
					}
					if err := compareLeafMargins(p, rng, duo.RandomGame(rng, rng.IntN(2+rng.IntN(40)))); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}

func compareLeafUnit(p *verilator.Proc, rng *rand.Rand, cfg alphabeta.Config, pos duo.Position) error {
	moveCycles := int(cfg.MoveCycles()) // from make_i until the next list can begin
	in := func(name string) verilator.Port { return p.MustPort(name) }
	from, to := rng.IntN(16), rng.IntN(16)
	if err := writeRows(p, from, &pos); err != nil {
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
	rows, cols := uint64(visitedRows(&st)), uint64(1<<duo.BoardSize-1)
	leaves, done := alphabeta.Leaves(&st, cfg, nil)
	visited := rows
	if rng.IntN(3) == 0 { // one square, which most often has a corner
		at := duo.Square(rng.IntN(duo.NumSquares))
		if len(leaves) > 0 && rng.IntN(4) != 0 {
			at = leaves[rng.IntN(len(leaves))].Move.Anchor
		}
		visited, cols = rows&(1<<at.Row()), 1<<at.Col()
		leaves, done = alphabeta.LeavesAt(&st, at, cfg, nil)
	}

	stopAt := -1
	if rng.IntN(3) == 0 {
		stopAt = 1 + rng.IntN(done)
	}
	byReset := rng.IntN(2) == 0
	start := moveCycles
	b := p.NewBatch(start + done + 4)
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
		in("rows_i").Set(r, visited)
		in("cols_i").Set(r, cols)
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
		if got, want := p.MustPort("rows_o").Uint(out), rows; got != want {
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

// writeRows writes a position to a ply.
func writeRows(p *verilator.Proc, ply int, pos *duo.Position) error {
	b := p.NewBatch(duo.BoardSize)
	for row := range duo.BoardSize {
		in := b.In(row)
		p.MustPort("we_i").Set(in, 1)
		p.MustPort("waddr_i").Set(in, uint64(ply<<4|row))
		var allowed, corners uint64
		for pl := range duo.Player(2) {
			a, c := pos.Allowed(pl), pos.Corners(pl)
			allowed |= uint64(a.Row(row)) << (duo.BoardSize * int(pl))
			if pos.TilesLeft(pl) != duo.AllTiles {
				corners |= uint64(c.Row(row)) << (duo.BoardSize * int(pl))
			}
		}
		p.MustPort("wallowed_i").Set(in, allowed)
		p.MustPort("wcorners_i").Set(in, corners)
	}
	return p.Step(b)
}

// compareLeafMargins writes a position, and has the boards behind some of its moves, or behind a
// pass, weighed, one while the rows of the next flow. Every margin and its cycle must equal golden's.
// Some boards are abandoned.
func compareLeafMargins(p *verilator.Proc, rng *rand.Rand, pos duo.Position) error {
	const (
		latency = 68 // from weigh_i to weighed_o
		next    = 44 // until the next weigh_i
		flow    = 38 // cycles in which the move counts
		abandon = 25 // the last cycle that can abandon; the first one is 5
		boards  = 4
	)
	in := func(name string) verilator.Port { return p.MustPort(name) }
	ply := rng.IntN(16)
	if err := writeRows(p, ply, &pos); err != nil {
		return err
	}
	mover := pos.ToMove()
	moves := pos.LegalMoves(nil)
	st := playout.NewState(&pos)
	placements := st.Moves(nil)
	e := evaluation.New(&evaluation.Default)

	b := p.NewBatch(boards*(next+6) + latency)
	for i := range b.Len() { // what does not count is arbitrary
		for _, name := range []string{"placement_i", "mover_i", "from_i", "to_i", "next_i", "none_i", "next_first_i", "opened_i", "placed_i", "lead_i", "player_i", "ply_i"} {
			in(name).Set(b.In(i), rng.Uint64N(1<<in(name).Width))
		}
	}
	set := func(name string, at, from, to int, value uint64) {
		for i := from; i <= to; i++ {
			in(name).Set(b.In(at+i), value)
		}
	}
	want, at := map[int]int64{}, 0 // by cycle
	for range boards {
		after, none := pos, len(moves) == 0
		var m playout.AnchorMove
		if pos.TilesLeft(mover) != duo.AllTiles && rng.IntN(6) == 0 {
			none = true
		}
		if !none {
			m = placements[rng.IntN(len(placements))]
			after.Play(m.Move())
		}
		after.SetToMove(mover.Rival())
		opener := duo.Player(rng.IntN(2))
		terms := evaluation.Terms(&after)
		terms[evaluation.FirstPlayer] = 1 - 2*int32(opener)
		value := int64(e.StaticMargin(evaluation.Placed(&after), &terms))
		if after.ToMove() == duo.Player2 {
			value = -value
		}
		own, rival := after.Squares(after.ToMove()), after.Squares(mover)

		in("weigh_i").Set(b.In(at), 1)
		set("placement_i", at, 0, flow, cosim.Placement(m))
		set("mover_i", at, 0, flow, uint64(mover))
		set("from_i", at, 0, flow, uint64(ply))
		set("next_i", at, 0, flow, uint64(mover.Rival()))
		set("none_i", at, 0, flow, flagBit(none))
		set("next_first_i", at, 0, flow, flagBit(pos.TilesLeft(mover.Rival()) == duo.AllTiles))
		if rng.IntN(6) == 0 {
			ends := 5 + rng.IntN(abandon-4)
			in("abandon_i").Set(b.In(at+ends), 1)
			at += ends + 2 + rng.IntN(4)
			continue
		}
		set("placed_i", at, 23, 59, uint64(evaluation.Placed(&after)))
		set("opened_i", at, 28, 28, flagBit(after.ToMove() == opener))
		set("lead_i", at, 31, 31, uint64(own.Count()-rival.Count())&(1<<in("lead_i").Width-1))
		want[at+latency] = value
		at += next + rng.IntN(4)
	}
	if err := p.Step(b); err != nil {
		return err
	}
	for i := range b.Len() {
		out := b.Out(i)
		value, ready := want[i]
		if got := p.MustPort("weighed_o").Bool(out); got != ready {
			return p.Mismatch("weighed_o", got, ready, "").At(b.Cycle(i))
		}
		if got := p.MustPort("margin_o").Int(out); ready && got != value {
			return p.Mismatch("margin_o", got, value, "of\n%v", &pos).At(b.Cycle(i))
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
