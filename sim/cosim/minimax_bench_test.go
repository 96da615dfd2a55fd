// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// BenchmarkMinimaxSearch reports the speed of the simulated core, including the check of every node
// against golden, on the first move at depth 2.
func BenchmarkMinimaxSearch(b *testing.B) {
	cfg := search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true}
	p, err := verilator.Start(b.Context(), cosim.MinimaxModel(cfg))
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	core, err := cosim.NewMinimax(p, cfg)
	if err != nil {
		b.Fatal(err)
	}
	var cycles uint64
	for b.Loop() {
		r, err := core.Search(duo.Player1, 2, search.NeverStop)
		if err != nil {
			b.Fatal(err)
		}
		cycles += r.Cycles
	}
	b.ReportMetric(float64(cycles)/b.Elapsed().Seconds()/1e6, "Mcycles/s")
}
