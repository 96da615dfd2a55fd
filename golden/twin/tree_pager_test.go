package twin_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// pagerCount is what a search asks of its memory.
type pagerCount struct {
	twin.TreePagerReport
	leaves, blocks, steps int
}

// countPager searches a position in golden with the limits of a chip, and counts what its walk asks of an SDRAM,
// if so many blocks have places in block RAM.
func countPager(t testing.TB, chip *search.TreeChip, places int, pos *duo.Position, leaves int) (c pagerCount) {
	cfg := chip.Config
	cfg.Seed, cfg.Forget = twin.RateSeed, true
	tr, err := search.NewTree(cfg, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	require.NoError(t, err)
	tr.SetRoot(pos)
	cycles, err := twin.SlowestSDRAM().Cycles(int64(chip.Hertz))
	require.NoError(t, err)
	memory := twin.NewSDRAM(cycles)
	walk := twin.TreeWalk{Pager: twin.NewTreePager(twin.TreePagerConfig{Places: places, Children: cfg.Children}, memory)}
	numbers := map[uint32]int{}
	var visited, counts []int
	paths := make([][]int, cfg.InFlight) // blocks of the leaves under way
	at := 0
	step := func(block int) twin.TreeStep {
		return twin.TreeStep{Block: block, Visited: visited[block], Count: counts[block]}
	}
	tr.Trace(func(d *tree.Descent) {
		flight := int(d.Number) % cfg.InFlight
		var back []twin.TreeStep
		for _, block := range paths[flight] {
			back = append(back, step(block))
		}
		at = walk.Begin(walk.BackAlong(at, back)) + 1
		paths[flight] = paths[flight][:0]
		for _, l := range d.Levels {
			block, known := numbers[l.Node]
			if !known {
				block = len(counts)
				numbers[l.Node] = block
				visited, counts = append(visited, 0), append(counts, l.Count)
				at = walk.Room(at, block)
				walk.Pager.Made(block, l.Count)
				at = walk.Expanded(walk.Expand(at) + l.Count)
			}
			require.Equal(t, l.Visited, visited[block])
			at = walk.Down(walk.Reach(at, step(block)), l.Scanned()) + 1
			require.True(t, walk.Pager.Here(block, visited[block], l.Count))
			if l.Slot == l.Visited {
				visited[block]++
			}
			paths[flight] = append(paths[flight], block)
			c.steps++
		}
		memory.Commands = memory.Commands[:0]
		c.leaves++
	})
	_, err = tr.Search(leaves, nil)
	require.NoError(t, err)
	c.TreePagerReport, c.blocks = walk.Pager.Report, len(counts)
	return c
}

// BenchmarkTreePager counts what the tree core of the ULX3S asks of its SDRAM, leaf by leaf of long searches.
//
//	go test ./golden/twin -run XXX -bench TreePager -benchtime 1x
func BenchmarkTreePager(b *testing.B) {
	chip := &search.TreeChips[1]
	for _, leaves := range []int{80_000, 180_000} {
		for _, i := range []int{0, 8, 15, 22} {
			pos := duo.BenchPositions()[i]
			b.Run(fmt.Sprintf("plies=%d/leaves=%d", pos.Plies(), leaves), func(b *testing.B) {
				var c pagerCount
				for b.Loop() {
					c = countPager(b, chip, search.TreeChips[0].Config.Expanded, &pos, leaves)
				}
				per := func(x int, unit string) { b.ReportMetric(float64(x)/float64(c.leaves), unit) }
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(c.blocks), "nodes")
				per(c.steps, "steps/leaf")
				per(c.Brought, "brought/leaf")
				per(c.Grown, "grown/leaf")
				per(c.Out, "out/leaf")
				per(c.Words, "words/leaf")
				per(c.Cycles, "cycles/leaf")
			})
		}
	}
}

// TestTreePager: with places for all nodes nothing is asked of the memory, and with fewer places more.
func TestTreePager(t *testing.T) {
	t.Parallel()
	chip := &search.TreeChips[1]
	pos := duo.BenchPositions()[22]
	const leaves = 1500
	before := countPager(t, chip, 1<<14, &pos, leaves)
	assert.Zero(t, before.TreePagerReport)
	for _, places := range []int{64, 16} {
		c := countPager(t, chip, places, &pos, leaves)
		assert.Equal(t, before.blocks, c.blocks)
		assert.Greater(t, c.Brought, before.Brought)
		assert.Greater(t, c.Cycles, before.Cycles)
		// A block goes for each that comes, and for each that is made when there is no place left.
		assert.Equal(t, c.blocks-places, c.Out-c.Brought)
		before = c
	}
}
