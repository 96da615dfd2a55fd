// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/literature"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/lab"
)

// depthOfReport is the depth of the hardware report's search.
const depthOfReport = 3

// BenchmarkSoftwareMinimax measures the thesis's minimax in software at the depth of the hardware
// report, over the benchmark positions, in the processor time of one thread.
func BenchmarkSoftwareMinimax(b *testing.B) {
	cfg := literature.ThesisMinimax()
	nodes, searches, begun := 0, 0, lab.ProcessTime()
	for b.Loop() {
		for _, pos := range duo.BenchPositions() {
			if !pos.Over() {
				nodes += cfg.Search(&pos, depthOfReport, nil).Nodes
				searches++
			}
		}
	}
	used := (lab.ProcessTime() - begun).Seconds()
	b.ReportMetric(float64(nodes)/used, "nodes/s")
	b.ReportMetric(1000*used/float64(searches), "ms/search")
	b.ReportMetric(float64(nodes)/float64(searches), "nodes/search")
}

// BenchmarkCoreMinimax counts the nodes and the cycles of the minimax core at the same depth in the
// same positions. Cosimulation holds the hardware to these cycles.
func BenchmarkCoreMinimax(b *testing.B) {
	nodes, cycles, searches := uint64(0), uint64(0), 0
	for b.Loop() {
		for _, pos := range duo.BenchPositions() {
			if pos.Over() {
				continue
			}
			core, err := search.NewMinimax(search.SignatureConfig)
			require.NoError(b, err)
			require.NoError(b, core.Load(&pos))
			r := core.Search(pos.ToMove(), depthOfReport, search.NeverStop, nil)
			nodes, cycles = nodes+r.Nodes, cycles+r.Cycles
			searches++
		}
	}
	b.ReportMetric(float64(nodes)/float64(searches), "nodes/search")
	b.ReportMetric(float64(cycles)/float64(searches), "cycles/search")
	b.ReportMetric(float64(searches)/float64(b.N), "positions")
}
