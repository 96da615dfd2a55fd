// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// TreeLeafModel is the model of module tree_leaf.
func TreeLeafModel(cfg twin.TreeLeafConfig) verilator.Model {
	return verilator.Model{Top: "tree_leaf", Params: map[string]int{
		"LANES": cfg.Lanes, "CHILDREN": cfg.Children, "FLIGHTS": cfg.Flights, "LOG2_PLAYOUTS": cfg.Log2Playouts,
	}}
}

// TreeLeaf drives a tree_leaf and its twin side by side: the inputs follow from the twin's outputs,
// and all outputs of the module are compared with the twin's, cycle by cycle, some cycles later.
type TreeLeaf struct {
	p    *verilator.Proc
	cfg  twin.TreeLeafConfig
	twin *twin.TreeLeaf
	root search.Place

	b     *verilator.Batch
	wants []twin.TreeLeafOut
	asks  []twin.TreeLeafIn

	// Noise, if not nil, drives inputs that have no meaning in a cycle.
	Noise *rand.Rand

	player, firstPlayer, open, load, loadPlayer, loadRow, loadAllowed, loadCorners, rootMoveValid, rootMove verilator.Port
	path, moveValid, move, expand, leafValid, leafSlot, leafSeed, leafList, rst                             verilator.Port

	idle, loadReady, rootMoveReady, moveReady, over                           verilator.Port
	childValid, childLast, childSlot, childPlayer, childMove, childPrior      verilator.Port
	legalValid, legalMove, legalLogit, legalCount, staticMargin               verilator.Port
	leafReady, valueValid, valueSlot, value, valueOver, valueMargin, valueSum verilator.Port
}

// leafBatch is the number of cycles in a batch.
const leafBatch = 1000

// NewTreeLeaf returns the pair for a running model after reset.
func NewTreeLeaf(p *verilator.Proc, cfg twin.TreeLeafConfig) (*TreeLeaf, error) {
	u := &TreeLeaf{p: p, cfg: cfg, b: p.NewBatch(leafBatch)}
	u.begin()
	return u, p.Bind(map[string]*verilator.Port{
		"rst_i": &u.rst, "player_i": &u.player, "first_player_i": &u.firstPlayer, "open_i": &u.open,
		"load_valid_i": &u.load, "load_player_i": &u.loadPlayer, "load_row_i": &u.loadRow,
		"load_allowed_i": &u.loadAllowed, "load_corners_i": &u.loadCorners,
		"root_move_valid_i": &u.rootMoveValid, "root_move_i": &u.rootMove,
		"path_i": &u.path, "move_valid_i": &u.moveValid, "move_i": &u.move, "expand_valid_i": &u.expand,
		"leaf_valid_i": &u.leafValid, "leaf_slot_i": &u.leafSlot, "leaf_seed_i": &u.leafSeed, "leaf_list_i": &u.leafList,
		"idle_o": &u.idle, "load_ready_o": &u.loadReady, "root_move_ready_o": &u.rootMoveReady,
		"move_ready_o": &u.moveReady, "expand_over_o": &u.over,
		"child_valid_o": &u.childValid, "child_last_o": &u.childLast, "child_slot_o": &u.childSlot, "child_player_o": &u.childPlayer,
		"child_move_o": &u.childMove, "child_prior_o": &u.childPrior,
		"legal_valid_o": &u.legalValid, "legal_move_o": &u.legalMove, "legal_logit_o": &u.legalLogit,
		"legal_count_o": &u.legalCount, "static_margin_o": &u.staticMargin,
		"leaf_ready_o": &u.leafReady, "value_valid_o": &u.valueValid, "value_slot_o": &u.valueSlot, "value_o": &u.value,
		"value_over_o": &u.valueOver, "value_margin_o": &u.valueMargin, "value_sum_o": &u.valueSum,
	})
}

// begin follows a reset: the root is the empty board.
func (u *TreeLeaf) begin() {
	u.twin = twin.NewTreeLeaf(u.cfg)
	pos := duo.NewPosition(duo.Player1)
	u.root = search.PlaceOf(&pos)
}

// Reset resets the unit.
func (u *TreeLeaf) Reset() error {
	if err := u.Flush(); err != nil {
		return err
	}
	b := u.p.NewBatch(1)
	u.rst.Set(b.In(0), 1)
	if err := u.p.Step(b); err != nil {
		return err
	}
	u.begin()
	return nil
}

// placementOf returns a move of a tree in the hardware's coding.
func placementOf(m tree.Move) uint64 {
	if m == search.PassMove {
		return uint64(m)
	}
	return Placement(search.AnchorMove(m))
}

// Cycle does a cycle.
func (u *TreeLeaf) Cycle(in twin.TreeLeafIn) (twin.TreeLeafOut, error) {
	return u.cycle(in, nil)
}

func (u *TreeLeaf) cycle(in twin.TreeLeafIn, set func(v verilator.Inputs)) (twin.TreeLeafOut, error) {
	if len(u.wants) == leafBatch {
		if err := u.Flush(); err != nil {
			return twin.TreeLeafOut{}, err
		}
	}
	v := u.b.In(len(u.wants))
	u.player.Set(v, uint64(u.root.Pos().ToMove()))
	u.firstPlayer.Set(v, uint64(u.root.Pos().FirstToMove()))
	if rng := u.Noise; rng != nil {
		for _, p := range []verilator.Port{u.loadPlayer, u.loadRow, u.loadAllowed, u.loadCorners, u.rootMove, u.move, u.leafSlot, u.leafSeed, u.leafList} {
			p.Set(v, rng.Uint64()&(1<<p.Width-1))
		}
	}
	u.open.Set(v, bit(in.Open))
	u.path.Set(v, bit(in.Path))
	u.expand.Set(v, bit(in.Expand))
	u.rootMoveValid.Set(v, bit(in.RootMove != nil))
	if in.Move != nil {
		u.moveValid.Set(v, 1)
		u.move.Set(v, placementOf(*in.Move))
	}
	if in.Leaf != nil {
		u.leafValid.Set(v, 1)
		u.leafSlot.Set(v, uint64(in.Leaf.Flight))
		u.leafSeed.Set(v, uint64(in.Leaf.Seed))
		u.leafList.Set(v, bit(in.Leaf.List))
	}
	if set != nil {
		set(v)
	}
	out := u.twin.Step(in)
	u.wants, u.asks = append(u.wants, out), append(u.asks, in)
	return out, nil
}

// Flush has the module do the cycles that the twin has done, and compares them.
func (u *TreeLeaf) Flush() error {
	u.b.SetLen(len(u.wants))
	if err := u.p.Step(u.b); err != nil {
		return err
	}
	for i := range u.wants {
		if err := u.compare(u.b.Out(i), &u.asks[i], &u.wants[i], u.b.Cycle(i)); err != nil {
			return err
		}
	}
	u.wants, u.asks = u.wants[:0], u.asks[:0]
	u.b = u.p.NewBatch(leafBatch)
	return nil
}

func (u *TreeLeaf) compare(out verilator.Outputs, in *twin.TreeLeafIn, want *twin.TreeLeafOut, cycle uint64) error {
	c := comparison{p: u.p, out: out, cycle: cycle}
	c.flag(u.idle, want.Idle)
	c.flag(u.loadReady, want.Idle)
	c.flag(u.rootMoveReady, want.Idle)
	c.flag(u.moveReady, want.MoveReady)
	c.flag(u.leafReady, want.LeafReady)
	c.flag(u.over, want.Over)
	c.flag(u.legalValid, want.Legal != nil)
	if l := want.Legal; l != nil {
		c.number(u.legalMove, int(Placement(l.Move)))
		c.signed(u.legalLogit, int(l.Logit))
	}
	c.flag(u.childValid, want.Child != nil)
	if w := want.Child; w != nil {
		c.number(u.childMove, int(placementOf(w.Move)))
		c.number(u.childPrior, int(w.Prior))
		c.flag(u.childLast, w.Last)
		c.number(u.childPlayer, int(w.Player))
		if w.Flight >= 0 {
			c.number(u.childSlot, w.Flight)
		}
		c.number(u.legalCount, w.Legal)
		c.signed(u.staticMargin, int(w.StaticMargin))
	}
	c.flag(u.valueValid, want.Value != nil)
	if w := want.Value; w != nil {
		c.number(u.valueSlot, w.Flight)
		c.signed(u.valueSum, int(w.Sum))
		c.signed(u.valueMargin, int(w.Margin))
		c.number(u.value, int(w.Value))
		c.flag(u.valueOver, w.Over)
	}
	return c.err
}

// leafPatience bounds the cycles of any wait.
const leafPatience = 1_000_000

// until does cycles with the same inputs until a condition holds, and returns the last one.
func (u *TreeLeaf) until(what string, in twin.TreeLeafIn, so func(*twin.TreeLeafOut) bool) (twin.TreeLeafOut, error) {
	for range leafPatience {
		out, err := u.Cycle(in)
		if err != nil || so(&out) {
			return out, err
		}
	}
	return twin.TreeLeafOut{}, u.p.Mismatch(what, "not", "in 1,000,000 cycles", "")
}

// Rest waits until nothing is under way.
func (u *TreeLeaf) Rest() error {
	_, err := u.until("idle_o", twin.TreeLeafIn{}, func(o *twin.TreeLeafOut) bool { return o.Idle })
	return err
}

// setRoot sets the twin's root.
func (u *TreeLeaf) setRoot(root search.Place) {
	u.root = root
	u.twin.SetRoot(root)
}

// Open makes the empty board the root.
func (u *TreeLeaf) Open(first duo.Player) error {
	if err := u.Rest(); err != nil {
		return err
	}
	_, err := u.Cycle(twin.TreeLeafIn{Open: true})
	pos := duo.NewPosition(first)
	u.setRoot(search.PlaceOf(&pos))
	return err
}

// Load makes a position the root, row by row.
func (u *TreeLeaf) Load(pos *duo.Position) error {
	if err := u.Rest(); err != nil {
		return err
	}
	place := search.PlaceOf(pos)
	from := place.Root()
	for i := range 2 * twin.NumRows {
		pl, row := duo.Player(i/twin.NumRows), i%twin.NumRows
		r := twin.RowsOf(from, pl)[row]
		if _, err := u.cycle(twin.TreeLeafIn{}, func(v verilator.Inputs) {
			u.load.Set(v, 1)
			u.loadPlayer.Set(v, uint64(pl))
			u.loadRow.Set(v, uint64(row))
			u.loadAllowed.Set(v, uint64(r.Allowed))
			if row < duo.BoardSize {
				u.loadCorners.Set(v, uint64(r.Corners))
			}
		}); err != nil {
			return err
		}
	}
	u.setRoot(place)
	return nil
}

// RootMove makes a legal move on the root.
func (u *TreeLeaf) RootMove(m playout.AnchorMove) error {
	if err := u.Rest(); err != nil {
		return err
	}
	pos := u.root.Pos()
	first := pos.TilesLeft(pos.ToMove()) == duo.AllTiles
	_, err := u.cycle(twin.TreeLeafIn{RootMove: &twin.RootMove{Height: m.Height(), First: first}}, func(v verilator.Inputs) {
		u.rootMove.Set(v, Placement(m))
	})
	place := u.root
	place.Play(search.MoveOf(m))
	u.setRoot(place)
	return err
}
