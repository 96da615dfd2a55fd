package twin_test

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// coreConfig returns the core of a board with that many lanes. That of the HX8K has a choice that does not
// multiply at once, which is not built.
func coreConfig(chip *search.TreeChip, lanes int) twin.TreeCoreConfig {
	cfg := twin.TreeCoreConfig{TreeLeafConfig: twin.TreeLeafConfig{
		Lanes: lanes, Children: chip.Config.Children, Flights: chip.Config.InFlight,
		Log2Playouts: bits.Len(uint(chip.Config.Playouts)) - 1,
	}, Scan: 1}
	if chip.Board == "hx8k" {
		cfg.Scan = 20
	}
	return cfg
}

// countTreeCore searches a position with the limits of a board, and counts the cycles. What the twin of
// tree_leaf says of children and leaves must be what golden says.
func countTreeCore(t testing.TB, chip *search.TreeChip, lanes int, pos *duo.Position, leaves int) twin.TreeCoreReport {
	cfg := chip.Config
	cfg.Seed = twin.RateSeed
	tr, err := search.NewTree(cfg, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	require.NoError(t, err)
	tr.SetRoot(pos)
	root := search.PlaceOf(pos)
	core := twin.NewTreeCore(coreConfig(chip, lanes), &root)
	known := map[uint32]bool{}
	values := map[uint32]tree.Leaf{}
	core.OnValue = func(number uint32, v *twin.LeafValue) {
		want := values[number]
		require.Equal(t, want.Values[0], v.Value, "leaf %d", number)
		require.Equal(t, want.Margin, v.Margin, "leaf %d", number)
		delete(values, number)
	}
	tr.Trace(func(d *tree.Descent) {
		values[d.Number] = d.Leaf
		var expanded []bool
		for _, l := range d.Levels {
			expanded = append(expanded, !known[l.Node])
			known[l.Node] = true
		}
		core.OnChildren = func(level int, children []twin.LeafChild) {
			var got []tree.Child
			for _, c := range children {
				got = append(got, c.Child)
				require.EqualValues(t, d.Levels[level].Player, c.Player)
			}
			require.Equal(t, tr.ChildrenOf(&d.Levels[level]), got, "leaf %d, level %d", d.Number, level)
		}
		asked := d.Over && int(d.Visits) >= tree.DefaultConfig.ExpandVisits && len(known) < cfg.Expanded
		core.Leaf(d, expanded, asked, cfg.Seed+d.Number*uint32(cfg.Playouts)*playout.SeedStep)
	})
	_, err = tr.Search(leaves, nil)
	require.NoError(t, err)
	core.Finish()
	require.Empty(t, values)
	return core.Report
}

// BenchmarkTreeCore counts the cycles of tree cores, and prints where they go.
//
//	go test ./golden/twin -run XXX -bench TreeCore -benchtime 1x
func BenchmarkTreeCore(b *testing.B) {
	const leaves = 1500
	for i := range search.TreeChips {
		chip := &search.TreeChips[i]
		lanes := []int{chip.Lanes}
		if chip.Lanes > 1 {
			lanes = []int{4, 8, chip.Lanes}
		}
		for _, n := range lanes {
			for _, i := range []int{0, 8, 15, 22} {
				pos := duo.BenchPositions()[i]
				b.Run(fmt.Sprintf("%s/lanes=%d/plies=%d", chip.Board, n, pos.Plies()), func(b *testing.B) {
					var r twin.TreeCoreReport
					for b.Loop() {
						r = countTreeCore(b, chip, n, &pos, leaves)
					}
					per := func(x int, unit string) { b.ReportMetric(float64(x)/float64(r.Leaves), unit) }
					b.ReportMetric(0, "ns/op")
					b.ReportMetric(chip.Hertz*float64(r.Leaves)/float64(r.Cycles), "leaves/s")
					per(r.Cycles, "cycles/leaf")
					per(r.Down, "down/leaf")
					per(r.AwaitPosition, "await-position/leaf")
					per(r.Expand, "expand/leaf")
					per(r.Back, "back/leaf")
					per(r.AwaitValue, "await-value/leaf")
					per(r.AwaitRoom, "await-room/leaf")
					per(r.Steps, "steps/leaf")
					per(r.Scanned, "scanned/leaf")
					b.ReportMetric(float64(r.Leaves)/float64(max(1, r.Expansions)), "leaves/expansion")
					b.ReportMetric(float64(r.Moves)/float64(max(1, r.Expansions)), "moves/expansion")
					b.ReportMetric(100*r.Active, "%games-on")
				})
			}
		}
	}
}

// TestTreeCore: children and values are golden's, every cycle is accounted for, and more lanes are not
// slower.
func TestTreeCore(t *testing.T) {
	t.Parallel()
	chip := &search.TreeChips[0]
	for _, i := range []int{15, 22} {
		pos := duo.BenchPositions()[i]
		before := 0
		for _, lanes := range []int{6, 2} {
			r := countTreeCore(t, chip, lanes, &pos, 120)
			assert.Equal(t, 120, r.Leaves)
			assert.Equal(t, r.Cycles, r.Down+r.AwaitPosition+r.Expand+r.Back+r.AwaitValue+r.AwaitRoom)
			assert.Greater(t, r.Cycles, before)
			before = r.Cycles
		}
	}
}
