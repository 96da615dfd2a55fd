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
// a core with that many lanes. It makes that many searches with a report each, and plays the best move
// and the best reply between them: the tree is kept. In no search a leaf begins after the budget's
// cycles. It returns an error if ctx is done, if the twin of tree_leaf and golden disagree about
// children or leaves, or if the game ends before the last search.
func CountTreeCore(ctx context.Context, chip *search.TreeChip, lanes int, pos *duo.Position, budget CountBudget, searches int) ([]TreeCoreReport, error) {
	fail := func(err error) ([]TreeCoreReport, error) { return nil, fmt.Errorf("twin: %w", err) }
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
	root := search.PlaceOf(pos)
	core := NewTreeCore(coreConfig, &root, tr.Nodes())
	kept := false // the search goes on with the tree of the one before
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
	// Golden asks only now and then whether to stop: the leaves until then are in the tree, not in the report.
	var report *TreeCoreReport
	stopped := func() bool {
		if report == nil && core.Report.Cycles >= budget.Cycles {
			now := core.Report
			report = &now
		}
		return report != nil || ctx.Err() != nil || failed != nil
	}
	tr.Trace(func(d *tree.Descent) {
		if stopped() && report == nil {
			return
		}
		if core.Report.Leaves == 0 && !kept {
			root := &d.Levels[0]
			lists[d.Number] = []list{{tr.ChildrenOf(root), root.Player}}
			core.forget()
		}
		values[d.Number] = d.Leaf
		if len(d.Late) > 0 {
			lists[d.Number] = append(lists[d.Number], list{slices.Clone(d.Late), d.Player})
		}
		core.Leaf(d, cfg.Seed+d.Number*uint32(cfg.Playouts)*playout.SeedStep)
	})
	at := *pos
	var reports []TreeCoreReport
	for n := range searches {
		if n > 0 {
			if !goOn(tr, &at, chip.Weights) {
				return fail(fmt.Errorf("tree core of %s: the game is over after search %d of ply %d", chip.Name, n, pos.Plies()))
			}
			core.next(&at)
			report = nil
			clear(lists) // those of leaves that found no room for children
		}
		tr.SetRoot(&at)
		kept = tr.State().Visits > 0
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
		if failed != nil {
			return nil, failed
		}
		if report == nil {
			report = &core.Report
		}
		report.Pager = core.Report.Pager
		reports = append(reports, *report)
	}
	return reports, nil
}

// goOn plays the best move of a search and the best reply: that of the tree, or, if the tree has none, the
// legal move with the greatest prior. It reports whether the next player has a move.
func goOn(tr *search.Tree, pos *duo.Position, weights *evaluation.Weights) bool {
	line := tr.Line(tr.Candidates()[0].Move)
	pos.Play(line[0])
	if len(line) > 1 {
		pos.Play(line[1])
		return pos.HasLegalMove()
	}
	moves := pos.LegalMoves(nil)
	if len(moves) == 0 {
		return false
	}
	logits := make([]int32, len(moves))
	evaluation.New(weights).Prior(pos, moves, logits)
	best := 0
	for i, l := range logits {
		if l > logits[best] {
			best = i
		}
	}
	pos.Play(moves[best])
	return pos.HasLegalMove()
}
