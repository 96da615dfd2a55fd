// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"fmt"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// ExpansionModel is the expansion unit that keeps k children and takes the sums of 2^log2 playouts.
func ExpansionModel(k, log2 int) verilator.Model {
	return verilator.Model{Top: "expansion", Params: map[string]int{"K": k, "LOG2_PLAYOUTS": log2}}
}

// ExpansionUnit is a simulated expansion unit beside its twin.
type ExpansionUnit struct {
	p         *verilator.Proc
	k, log2   int
	evaluator *evaluation.Evaluator

	rst, we, waddr, wallowed, wcorners                           verilator.Port
	start, slot, player, firstPlayer, moves, playouts, sum, take verilator.Port
	ready, moveValid, move, logit, done, count, margin, spread   verilator.Port
	bestLogit, childValid, childMove, childLogit                 verilator.Port
}

// NewExpansionUnit returns the unit, ready for work.
func NewExpansionUnit(p *verilator.Proc, k, log2 int) (*ExpansionUnit, error) {
	u := &ExpansionUnit{p: p, k: k, log2: log2, evaluator: evaluation.New(&evaluation.Default)}
	if err := p.Bind(map[string]*verilator.Port{
		"rst_i": &u.rst, "we_i": &u.we, "waddr_i": &u.waddr, "wallowed_i": &u.wallowed, "wcorners_i": &u.wcorners,
		"start_i": &u.start, "slot_i": &u.slot, "player_i": &u.player, "first_player_i": &u.firstPlayer,
		"moves_i": &u.moves, "playouts_i": &u.playouts, "sum_i": &u.sum, "take_i": &u.take,
		"ready_o": &u.ready, "move_valid_o": &u.moveValid, "move_o": &u.move, "logit_o": &u.logit, "done_o": &u.done,
		"count_o": &u.count, "margin_o": &u.margin, "spread_o": &u.spread,
		"best_logit_o": &u.bestLogit, "child_valid_o": &u.childValid, "child_move_o": &u.childMove, "child_logit_o": &u.childLogit,
	}); err != nil {
		return nil, err
	}
	return u, u.rest()
}

// quietCycles is the number of cycles after a reset before the unit is ready.
const quietCycles = 31

// rest checks that the unit becomes ready in the right cycle after a reset.
func (u *ExpansionUnit) rest() error {
	b := u.p.NewBatch(quietCycles + 2)
	if err := u.p.Step(b); err != nil {
		return err
	}
	for i := range b.Len() {
		if got, want := u.ready.Bool(b.Out(i)), i >= quietCycles; got != want {
			return u.p.Mismatch("ready_o", got, want, "%d cycles after a reset", i).At(b.Cycle(i))
		}
	}
	return nil
}

// load writes the rows of a position to a slot, in any order.
func (u *ExpansionUnit) load(pos *duo.Position, slot int, rng *rand.Rand) error {
	root := playout.NewRoot(pos)
	order := rng.Perm(2 * twin.NumRows)
	b := u.p.NewBatch(len(order))
	rows := [2][twin.NumRows]twin.Row{twin.RowsOf(root, duo.Player1), twin.RowsOf(root, duo.Player2)}
	for i, at := range order {
		u.we.Set(b.In(i), 1)
		u.waddr.Set(b.In(i), uint64(slot<<5|at))
		row := rows[at/twin.NumRows][at%twin.NumRows]
		u.wallowed.Set(b.In(i), uint64(row.Allowed))
		u.wcorners.Set(b.In(i), uint64(row.Corners))
	}
	return u.p.Step(b)
}

// ask sets the inputs that begin the work on a position.
func (u *ExpansionUnit) ask(in verilator.Inputs, pos *duo.Position, cfg twin.ExpansionConfig, slot int) {
	u.start.Set(in, 1)
	u.slot.Set(in, uint64(slot))
	u.player.Set(in, uint64(pos.ToMove()))
	u.firstPlayer.Set(in, uint64(pos.FirstToMove()))
	if cfg.Moves {
		u.moves.Set(in, 1)
	}
	if cfg.Playouts > 0 {
		u.playouts.Set(in, 1)
		u.sum.Set(in, uint64(cfg.Sum)&(1<<u.sum.Width-1))
	}
}

// Reset begins with a position and resets the unit during its work.
func (u *ExpansionUnit) Reset(pos *duo.Position, cfg twin.ExpansionConfig, after int) error {
	b := u.p.NewBatch(after + 2)
	u.ask(b.In(0), pos, cfg, 0)
	u.rst.Set(b.In(after+1), 1)
	if err := u.p.Step(b); err != nil {
		return err
	}
	return u.rest()
}

// Placement returns a move in the hardware's coding.
func Placement(m playout.AnchorMove) uint64 {
	return uint64(m.Pattern) | uint64(m.Flip)<<7 | uint64(m.Anchor.Row())<<9 | uint64(m.Anchor.Col())<<13
}

// Expand has the unit expand a position from a slot, and compares all outputs and their cycles with
// the twin, which it returns. Meanwhile rows are written to other slots.
func (u *ExpansionUnit) Expand(pos *duo.Position, cfg twin.ExpansionConfig, slot int, rng *rand.Rand) (*twin.Expansion, error) {
	if cfg.K != u.k || cfg.Playouts != 0 && cfg.Playouts != 1<<u.log2 {
		return nil, fmt.Errorf("sim: the unit keeps %d children and takes the sum of %d playouts, want %+v", u.k, 1<<u.log2, cfg)
	}
	if err := u.load(pos, slot, rng); err != nil {
		return nil, err
	}
	want := twin.Expand(pos, u.evaluator, cfg)
	pause := rng.IntN(3)
	b := u.p.NewBatch(want.Done + 1 + pause + u.k + u.k/2)
	u.ask(b.In(0), pos, cfg, slot)
	taken := make([]int, b.Len()) // children taken before the cycle
	for i := range b.Len() {
		in := b.In(i)
		if rng.IntN(4) > 0 {
			u.we.Set(in, 1)
			u.waddr.Set(in, uint64((slot+1+rng.IntN(7))%8<<5|rng.IntN(32)))
			u.wallowed.Set(in, rng.Uint64()&0xffff)
			u.wcorners.Set(in, rng.Uint64()&0xffff)
		}
		if i > 0 {
			taken[i] += taken[i-1]
		}
		if i > 0 && i <= want.Done { // the unit ignores requests during its work
			u.start.Set(in, uint64(rng.IntN(2)))
			u.slot.Set(in, rng.Uint64()&7)
			u.player.Set(in, rng.Uint64()&1)
			u.firstPlayer.Set(in, rng.Uint64()&1)
			u.moves.Set(in, rng.Uint64()&1)
			u.playouts.Set(in, rng.Uint64()&1)
			u.sum.Set(in, rng.Uint64()&0x3fff)
		}
		if i > want.Done+pause && i+1 < b.Len() && rng.IntN(4) > 0 {
			u.take.Set(in, 1)
			taken[i+1]++
		}
	}
	if err := u.p.Step(b); err != nil {
		return nil, err
	}
	next := 0
	for i := range b.Len() {
		out := b.Out(i)
		fail := func(name string, got, want any) error {
			return u.p.Mismatch(name, got, want, "in cycle %d of\n%v", i, pos).At(b.Cycle(i))
		}
		if got, want := u.ready.Bool(out), i == 0 || i > want.Done; got != want {
			return nil, fail("ready_o", got, want)
		}
		if got, want := u.done.Bool(out), i == want.Done; got != want {
			return nil, fail("done_o", got, want)
		}
		shown := next < len(want.Moves) && want.Moves[next].Cycle == i
		if got := u.moveValid.Bool(out); got != shown {
			return nil, fail("move_valid_o", got, shown)
		}
		if shown {
			m := want.Moves[next]
			next++
			if got, want := u.move.Uint(out), Placement(m.Move); got != want {
				return nil, fail("move_o", got, want)
			}
			if got, want := u.logit.Int(out), int64(m.Logit); got != want {
				return nil, fail("logit_o", got, want)
			}
		}
		if i < want.Done {
			continue
		}
		if got, want := int(u.count.Uint(out)), len(want.Moves); got != want {
			return nil, fail("count_o", got, want)
		}
		if got, want := u.margin.Int(out), int64(want.Margin); got != want {
			return nil, fail("margin_o", got, want)
		}
		if got, want := u.spread.Int(out), int64(want.Spread); got != want {
			return nil, fail("spread_o", got, want)
		}
		place := u.k - 1 - taken[i]
		valid := place >= 0 && place < len(want.Children)
		if got := u.childValid.Bool(out); got != valid {
			return nil, fail("child_valid_o", got, valid)
		}
		if valid {
			c := want.Children[place]
			if got, want := u.childMove.Uint(out), Placement(c.Move); got != want {
				return nil, fail("child_move_o", got, want)
			}
			if got, want := u.childLogit.Int(out), int64(c.Logit); got != want {
				return nil, fail("child_logit_o", got, want)
			}
		}
		if taken[i] == 0 && len(want.Children) > 0 {
			if got, want := u.bestLogit.Int(out), int64(want.Children[0].Logit); got != want {
				return nil, fail("best_logit_o", got, want)
			}
		}
	}
	return want, nil
}
