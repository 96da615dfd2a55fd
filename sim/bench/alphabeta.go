// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"context"
	"fmt"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// AlphaBetaFigures holds the cycles of the alpha-beta core on the benchmark positions, measured on
// the simulated hardware at depth 1: a parent, all of its moves valued.
type AlphaBetaFigures struct {
	Positions        int
	Leaves           uint64  // of all positions
	ParentCyclesMean float64 // a search
	LeafCyclesMean   float64 // cycles of the searches divided by leaves
}

// AlphaBeta runs the alpha-beta core, in a configuration, on the benchmark positions, and checks it against golden node
// by node.
func AlphaBeta(ctx context.Context, cfg alphabeta.Config) (*AlphaBetaFigures, error) {
	p, err := verilator.Start(ctx, cosim.AlphaBetaModel(cfg))
	if err != nil {
		return nil, err
	}
	defer p.Close()
	core, err := cosim.NewAlphaBeta(p, cfg)
	if err != nil {
		return nil, err
	}
	positions := duo.BenchPositions()
	f := &AlphaBetaFigures{Positions: len(positions)}
	cycles := uint64(0)
	for i := range positions {
		p.SetTransaction(i)
		pos := &positions[i]
		if err := core.Load(pos); err != nil {
			return nil, err
		}
		r, err := core.Search(pos.ToMove(), 1, alphabeta.NeverStop)
		if err != nil {
			return nil, fmt.Errorf("position %d: %w", i+1, err)
		}
		f.Leaves += r.Leaves
		cycles += r.Cycles
	}
	f.ParentCyclesMean = float64(cycles) / float64(f.Positions)
	f.LeafCyclesMean = float64(cycles) / float64(f.Leaves)
	return f, nil
}
