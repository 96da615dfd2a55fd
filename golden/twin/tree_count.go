// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// CoreOfChip returns the core of a board with that many lanes.
func CoreOfChip(chip *search.TreeChip, lanes int) (TreeCoreConfig, error) {
	memory, err := SlowestSDRAM().Cycles(int64(chip.Hertz))
	return TreeCoreConfig{
		TreeLeafConfig: TreeLeafConfig{
			Lanes: lanes, Children: chip.Config.Children, Flights: chip.Config.InFlight,
			Log2Playouts: bits.Len(uint(chip.Config.Playouts)) - 1,
		},
		VisitBits: chip.Config.VisitBits, Blocks: chip.Config.Expanded, Places: chip.Places, Memory: memory,
	}, err
}

// CountedCore is a tree core whose cycles are counted for the documents.
type CountedCore struct {
	Chip  *search.TreeChip
	Lanes int
}

// CountedCores are the counted cores: the ULX3S's core with several numbers of lanes. The core with
// an SDRAM takes the same cycles as the one without, until the block RAM is full.
func CountedCores() (cores []CountedCore) {
	for _, n := range []int{2, 4, 6, 8} {
		cores = append(cores, CountedCore{search.ULX3SBRAM, n})
	}
	return cores
}

// CountedChips are the tree cores with whole moves counted here; package firmware counts the moves
// of its program.
func CountedChips() []*search.TreeChip {
	return []*search.TreeChip{search.ULX3SBRAM, search.ULX3S, search.ULX3S45F}
}

// MoveFigure begins the names of the figures that are counted for a whole move of a chip.
func MoveFigure(chip *search.TreeChip, pos *duo.Position) string {
	return fmt.Sprintf("move.%s.%d.", chip.Name, pos.Plies())
}

// CountedPositions returns the roots of the counted searches.
func CountedPositions() (positions []duo.Position) {
	for _, i := range []int{0, 8, 15, 22} {
		positions = append(positions, duo.BenchPositions()[i])
	}
	return positions
}

// Figure returns the beginning of the names of a position's figures.
func (c CountedCore) Figure(pos *duo.Position) string {
	return fmt.Sprintf("tree.%s.%d.%d.", c.Chip.Name, c.Lanes, pos.Plies())
}

// CountBudget bounds a search that is counted.
type CountBudget struct{ Leaves, Cycles int }

// MoveBudget is a chip's budget for a move.
func MoveBudget(chip *search.TreeChip) CountBudget {
	return CountBudget{Leaves: 1<<chip.Config.VisitBits - 1, Cycles: int(chip.MoveCycles())}
}

// CountTreeCore searches a position in golden with the limits of a board, and counts the cycles of
// a core with that many lanes. No leaf begins after the budget's cycles. It returns an error if ctx
// is done, or if the twin of tree_leaf and golden disagree about children or leaves.
func CountTreeCore(ctx context.Context, chip *search.TreeChip, lanes int, pos *duo.Position, budget CountBudget) (TreeCoreReport, error) {
	fail := func(err error) (TreeCoreReport, error) { return TreeCoreReport{}, fmt.Errorf("twin: %w", err) }
	cfg := chip.Config
	cfg.Seed = RateSeed
	tr, err := search.NewTree(cfg, func() search.Evaluator { return evaluation.New(chip.Weights) })
	if err != nil {
		return fail(err)
	}
	coreConfig, err := CoreOfChip(chip, lanes)
	if err != nil {
		return fail(err)
	}
	tr.SetRoot(pos)
	root := search.PlaceOf(pos)
	core := NewTreeCore(coreConfig, &root, tr.Nodes())
	var failed error
	differs := func(what string, number uint32, got, want any) {
		if failed == nil {
			failed = fmt.Errorf("twin: tree core of %s, %s of leaf %d: got %v, want %v", chip.Name, what, number, got, want)
		}
	}
	values := map[uint32]tree.Leaf{}
	type list struct {
		children []tree.Child
		player   int
	}
	lists := map[uint32][]list{} // by leaf: before the first one's own children, the root's
	core.OnValue = func(number uint32, v *LeafValue) {
		if want := values[number]; want.Values[0] != v.Value || want.Margin != v.Margin {
			differs("value and margin", number, []any{v.Value, v.Margin}, []any{want.Values[0], want.Margin})
		}
		delete(values, number)
	}
	core.OnChildren = func(number uint32, children []LeafChild) {
		var got []tree.Child
		for _, c := range children {
			got = append(got, c.Child)
		}
		want := lists[number]
		if len(want) == 0 || !slices.Equal(got, want[0].children) {
			differs("children", number, got, want)
			return
		}
		for _, c := range children {
			if int(c.Player) != want[0].player {
				differs("player", number, c.Player, want[0].player)
			}
		}
		if lists[number] = want[1:]; len(want) == 1 {
			delete(lists, number)
		}
	}
	stopped := func() bool { return ctx.Err() != nil || failed != nil || core.Report.Cycles >= budget.Cycles }
	tr.Trace(func(d *tree.Descent) {
		if stopped() { // golden asks only now and then
			return
		}
		values[d.Number] = d.Leaf
		if core.Report.Leaves == 0 {
			root := &d.Levels[0]
			lists[d.Number] = []list{{tr.ChildrenOf(root), root.Player}}
		}
		if len(d.Late) > 0 {
			lists[d.Number] = append(lists[d.Number], list{slices.Clone(d.Late), d.Player})
		}
		core.Leaf(d, cfg.Seed+d.Number*uint32(cfg.Playouts)*playout.SeedStep)
	})
	if _, err := tr.Search(budget.Leaves, func(int) bool { return stopped() }); err != nil {
		return fail(err)
	}
	if err := ctx.Err(); err != nil {
		return fail(err)
	}
	core.Finish()
	if failed == nil && len(values) > 0 {
		failed = fmt.Errorf("twin: tree core of %s: %d leaves have no value", chip.Name, len(values))
	}
	return core.Report, failed
}
