// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package alphabeta_test

import (
	"fmt"
	"testing"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/internal/cputime"
)

// BenchmarkSearch searches benchmark positions of four stages of the game to a depth. It reports
// the processor time, and the nodes and the cycles of the chip. Lines that end the game have no
// exact values, as in the table of docs/alphabeta.md, which has the minimax core beside these.
func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct{ position, depth int }{
		{0, 1}, {0, 2}, {0, 3}, {8, 2}, {8, 3}, {8, 4}, {14, 3}, {14, 4}, {14, 6}, {20, 4}, {20, 8},
	} {
		pos := duo.BenchPositions()[c.position]
		b.Run(fmt.Sprintf("ply=%d/depth=%d", pos.Plies(), c.depth), func(b *testing.B) {
			s := alphabeta.New(alphabeta.Config{Weights: search.DefaultWeights})
			var r alphabeta.Result
			begun := cputime.Process()
			for b.Loop() {
				r = s.Search(&pos, c.depth, alphabeta.NeverStop, nil, nil)
			}
			b.ReportMetric(float64((cputime.Process()-begun).Microseconds())/float64(b.N), "cpu-µs")
			b.ReportMetric(float64(r.Nodes), "nodes")
			b.ReportMetric(float64(r.Leaves), "leaves")
			b.ReportMetric(float64(r.Cycles), "cycles")
		})
	}
}
