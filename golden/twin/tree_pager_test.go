// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

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

// pagerCount counts a search's requests to its memory.
type pagerCount struct {
	twin.TreePagerReport
	leaves, blocks, steps int
}

// countPager searches a position in golden with the limits of a chip and that many searches in all:
// after the first one it plays the best move and the best reply and searches again in the same
// tree. It counts the requests of the last search's walk to an SDRAM, with places for that many
// blocks in block RAM.
func countPager(t testing.TB, chip *search.TreeChip, places int, pos duo.Position, leaves, searches int) (c pagerCount) {
	cfg := chip.Config
	cfg.Seed = twin.RateSeed
	tr, err := search.NewTree(cfg, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	require.NoError(t, err)
	cycles, err := twin.SlowestSDRAM().Cycles(int64(chip.Hertz))
	require.NoError(t, err)
	memory := twin.NewSDRAM(cycles)
	walk := twin.TreeWalk{
		Pager: twin.NewTreePager(twin.NewTreePagerConfig(places, cfg.Children, cfg.VisitBits), memory),
		Nodes: twin.NewTreeNodes(places, cfg.Expanded),
	}
	backs := make([]twin.TreeBack, cfg.InFlight) // of the leaves under way
	nodes := make([]uint32, cfg.InFlight)        // their last nodes
	at := 0
	backUp := func(flight int) {
		b := &backs[flight]
		at = walk.Back(at, b, false)
		if l, ok := tr.Nodes().At(nodes[flight]); ok && b.Gives {
			at = walk.Give(at, b.Path, &l)
		}
		*b = twin.TreeBack{}
	}
	tr.Trace(func(d *tree.Descent) {
		flight := int(d.Number) % cfg.InFlight
		backUp(flight)
		at = walk.Begin(at) + 1
		if walk.Nodes.Made() == 0 {
			at = walk.Give(at, nil, &d.Levels[0])
		}
		backs[flight], nodes[flight] = twin.TreeBack{Valued: 1, Gives: len(d.Late) > 0}, d.Node
		for i, l := range d.Levels {
			_, known := walk.Nodes.Block(l.Node)
			require.True(t, known)
			s := walk.Nodes.Step(&l)
			require.Equal(t, l.Visited, s.Visited)
			read := walk.Reach(at, &s)
			queued, _ := walk.Down(read, s, l.Scanned(), &backs[(flight+1)%cfg.InFlight], 0)
			at = walk.Go(queued, i+1 < len(d.Levels))
			require.True(t, walk.Pager.Here(s.Block, s.Way, s.Visited, l.Count))
			walk.Nodes.Visit(s)
			backs[flight].Path = append(backs[flight].Path, s)
			c.steps++
		}
		memory.Commands = memory.Commands[:0]
		c.leaves++
	})
	for n := range searches {
		if n > 0 {
			line := tr.Line(tr.Candidates()[0].Move)
			pos.Play(line[0])
			pos.Play(line[1])
		}
		c, walk.Pager.Report = pagerCount{}, twin.TreePagerReport{}
		tr.SetRoot(&pos)
		require.Equal(t, n > 0, tr.State().Visits > 0)
		_, err = tr.Search(leaves, nil)
		require.NoError(t, err)
		for n := range backs { // from the leaf that began first on
			backUp((c.leaves + n) % cfg.InFlight)
		}
	}
	c.TreePagerReport, c.blocks = walk.Pager.Report, walk.Nodes.Made()
	return c
}

// BenchmarkTreePager counts the requests of the ULX3S's tree core to its SDRAM, leaf by leaf of
// long searches. One of them is the third search in the same tree.
//
//	go test ./golden/twin -run XXX -bench TreePager -benchtime 1x
func BenchmarkTreePager(b *testing.B) {
	chip := search.ULX3S
	for _, k := range []struct{ leaves, searches int }{{80_000, 1}, {180_000, 1}, {80_000, 3}} {
		for _, i := range []int{0, 8, 15, 22} {
			pos := duo.BenchPositions()[i]
			b.Run(fmt.Sprintf("plies=%d/leaves=%d/searches=%d", pos.Plies(), k.leaves, k.searches), func(b *testing.B) {
				var c pagerCount
				for b.Loop() {
					c = countPager(b, chip, chip.Places, pos, k.leaves, k.searches)
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

// TestTreePager: with places for all nodes the pager asks nothing of the memory, and with fewer
// places it asks more.
func TestTreePager(t *testing.T) {
	t.Parallel()
	chip := search.ULX3S
	pos := duo.BenchPositions()[22]
	const leaves = 1500
	before := countPager(t, chip, 1<<14, pos, leaves, 1)
	assert.Zero(t, before.TreePagerReport)
	for _, places := range []int{64, 16} {
		c := countPager(t, chip, places, pos, leaves, 1)
		assert.Equal(t, before.blocks, c.blocks)
		assert.Greater(t, c.Brought, before.Brought)
		assert.Greater(t, c.Cycles, before.Cycles)
		// One block leaves for each that comes, and for each new one once no place is left.
		assert.Equal(t, c.blocks-places, c.Out-c.Brought)
		before = c
	}
}
