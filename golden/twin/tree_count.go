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
func CoreOfChip(chip *search.TreeChip, lanes int) TreeCoreConfig {
	return TreeCoreConfig{TreeLeafConfig{
		Lanes: lanes, Children: chip.Config.Children, Flights: chip.Config.InFlight,
		Log2Playouts: bits.Len(uint(chip.Config.Playouts)) - 1,
	}}
}

// CountedCore is a tree core whose cycles are counted for the documents.
type CountedCore struct {
	Chip  *search.TreeChip
	Lanes int
}

// CountedCores are the counted cores: the ULX3S's core with several numbers of lanes. The core with
// an SDRAM takes the same cycles as the one without, until the block RAM is full.
func CountedCores() (cores []CountedCore) {
	for _, n := range []int{4, 6, 8, 12} {
		cores = append(cores, CountedCore{&search.TreeChips[0], n})
	}
	return cores
}

// CountedPositions returns the positions from which the counted cores search.
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

// CountTreeCore searches a position in golden with the limits of a board, and counts the cycles of
// a core with that many lanes. It returns an error if the twin of tree_leaf disagrees with golden
// on children or leaves, or when ctx is done.
func CountTreeCore(ctx context.Context, chip *search.TreeChip, lanes int, pos *duo.Position, leaves int) (TreeCoreReport, error) {
	cfg := chip.Config
	cfg.Seed = RateSeed
	tr, err := search.NewTree(cfg, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	if err != nil {
		return TreeCoreReport{}, fmt.Errorf("twin: %w", err)
	}
	tr.SetRoot(pos)
	root := search.PlaceOf(pos)
	core := NewTreeCore(CoreOfChip(chip, lanes), &root)
	var failed error
	differs := func(what string, number uint32, got, want any) {
		if failed == nil {
			failed = fmt.Errorf("twin: tree core of %s, %s of leaf %d: got %v, want %v", chip.Name, what, number, got, want)
		}
	}
	known := map[uint32]bool{}
	values := map[uint32]tree.Leaf{}
	core.OnValue = func(number uint32, v *LeafValue) {
		if want := values[number]; want.Values[0] != v.Value || want.Margin != v.Margin {
			differs("value and margin", number, []any{v.Value, v.Margin}, []any{want.Values[0], want.Margin})
		}
		delete(values, number)
	}
	tr.Trace(func(d *tree.Descent) {
		if ctx.Err() != nil {
			return
		}
		values[d.Number] = d.Leaf
		var expanded []bool
		for _, l := range d.Levels {
			expanded = append(expanded, !known[l.Node])
			known[l.Node] = true
		}
		core.OnChildren = func(level int, children []LeafChild) {
			var got []tree.Child
			for _, c := range children {
				got = append(got, c.Child)
				if int(c.Player) != int(d.Levels[level].Player) {
					differs("player", d.Number, c.Player, d.Levels[level].Player)
				}
			}
			if want := tr.ChildrenOf(&d.Levels[level]); !slices.Equal(got, want) {
				differs("children", d.Number, got, want)
			}
		}
		asked := d.Over && int(d.Visits) >= tree.DefaultConfig.ExpandVisits && len(known) < cfg.Expanded
		core.Leaf(d, expanded, asked, cfg.Seed+d.Number*uint32(cfg.Playouts)*playout.SeedStep)
	})
	if _, err := tr.Search(leaves, nil); err != nil {
		return TreeCoreReport{}, fmt.Errorf("twin: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return TreeCoreReport{}, fmt.Errorf("twin: %w", err)
	}
	core.Finish()
	if failed == nil && len(values) > 0 {
		failed = fmt.Errorf("twin: tree core of %s: %d leaves have no value", chip.Name, len(values))
	}
	return core.Report, failed
}
