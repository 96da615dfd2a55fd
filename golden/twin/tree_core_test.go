package twin_test

import (
	"fmt"
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

// treeCoreCosts are those of docs/tree-core.md.
var treeCoreCosts = map[string]twin.TreeCoreCosts{
	"ulx3s":       {Copy: 1, Play: 8, Scan: 1, Expand: 40, Load: 70, Value: 40, Playouts: 8},
	"ulx3s-sdram": {Copy: 1, Play: 8, Scan: 1, Expand: 40, Load: 70, Value: 40, Playouts: 8},
	"hx8k":        {Copy: 30, Play: 40, Scan: 20, Expand: 60, Load: 70, Value: 60, Playouts: 8},
}

// countTreeCore searches a position with the limits of a board, and counts the cycles.
func countTreeCore(t testing.TB, chip search.TreeChip, lanes int, costs twin.TreeCoreCosts, pos *duo.Position, leaves int) twin.TreeCoreReport {
	cfg := chip.Config
	cfg.Seed, cfg.Playouts = twin.RateSeed, 1 // the values do not matter here, but for where the search goes
	tr, err := search.NewTree(cfg, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	require.NoError(t, err)
	tr.SetRoot(pos)
	core := twin.NewTreeCore(lanes, cfg.InFlight, costs)
	known := map[uint32]bool{}
	tr.Trace(func(d *tree.Descent) {
		var at []playout.State
		var moves []int
		for level := range len(d.Levels) + 1 {
			at = append(at, tr.At(d, level))
			if level == len(d.Levels) {
				break
			}
			n := 0
			if node := d.Levels[level].Node; !known[node] {
				known[node] = true
				n = max(1, len(at[level].Moves(nil)))
			}
			moves = append(moves, n)
		}
		core.Leaf(d, at, moves)
	})
	_, err = tr.Search(leaves, nil)
	require.NoError(t, err)
	return core.Report
}

// BenchmarkTreeCore counts the cycles of tree cores, and prints where they go.
//
//	go test ./golden/twin -run XXX -bench TreeCore -benchtime 1x
func BenchmarkTreeCore(b *testing.B) {
	const leaves = 1500
	for _, chip := range search.TreeChips {
		lanes := []int{chip.Lanes}
		if chip.Lanes > 1 {
			lanes = []int{4, 8, 12}
		}
		for _, n := range lanes {
			for _, i := range []int{0, 8, 15, 22} {
				pos := duo.BenchPositions()[i]
				b.Run(fmt.Sprintf("%s/lanes=%d/plies=%d", chip.Name, n, pos.Plies()), func(b *testing.B) {
					var r twin.TreeCoreReport
					for b.Loop() {
						r = countTreeCore(b, chip, n, treeCoreCosts[chip.Name], &pos, leaves)
					}
					per := func(x int, unit string) { b.ReportMetric(float64(x)/float64(r.Leaves), unit) }
					b.ReportMetric(0, "ns/op")
					b.ReportMetric(chip.Hertz*float64(r.Leaves)/float64(r.Cycles), "leaves/s")
					per(r.Cycles, "cycles/leaf")
					per(r.Down, "down/leaf")
					per(r.Expand, "expand/leaf")
					per(r.Back, "back/leaf")
					per(r.AwaitValue, "await-value/leaf")
					per(r.AwaitLanes, "await-lanes/leaf")
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

// TestTreeCore: every cycle is accounted for, and more lanes are not slower.
func TestTreeCore(t *testing.T) {
	t.Parallel()
	chip := search.TreeChips[0]
	pos := duo.BenchPositions()[15]
	before := 0
	for _, lanes := range []int{6, 2} {
		r := countTreeCore(t, chip, lanes, treeCoreCosts[chip.Name], &pos, 120)
		assert.Equal(t, 120, r.Leaves)
		assert.LessOrEqual(t, r.Down+r.Expand+r.Back+r.AwaitValue+r.AwaitLanes, r.Cycles)
		assert.Greater(t, 20*(r.Down+r.Expand+r.Back+r.AwaitValue+r.AwaitLanes), 19*(r.Cycles-2*r.Leaves))
		assert.Greater(t, r.Cycles, before)
		before = r.Cycles
	}
}
