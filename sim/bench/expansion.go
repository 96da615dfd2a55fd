// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"context"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// ExpansionSet is a position whose children the expansion unit has found.
type ExpansionSet struct {
	Corners, Moves int
	// Cycles is the time that the unit works on the position, until it is ready for the next one.
	// Taking the children, one a cycle, is not included.
	Cycles int
}

// Parameters of the measured expansion unit.
const (
	ExpansionK    = 32
	expansionLog2 = 3
)

// Expansion has the expansion unit find the children of the benchmark positions with moves to play.
// The unit can also value a position without listing moves; StaticCycles is the time of that.
// Expansion compares everything with golden, bit for bit and cycle for cycle.
func Expansion(ctx context.Context, progress func(done, of int)) (sets []ExpansionSet, staticCycles int, err error) {
	p, err := verilator.Start(ctx, cosim.ExpansionModel(ExpansionK, expansionLog2))
	if err != nil {
		return nil, 0, err
	}
	defer p.Close()
	unit, err := cosim.NewExpansionUnit(p, ExpansionK, expansionLog2)
	if err != nil {
		return nil, 0, err
	}
	rng := rand.New(rand.NewPCG(1, 0)) // for the inputs during the work
	positions := duo.BenchPositions()
	for i := range positions {
		p.SetTransaction(i)
		pos := &positions[i]
		if !pos.HasLegalMove() {
			continue
		}
		cfg := twin.ExpansionConfig{K: ExpansionK, Playouts: 1 << expansionLog2, Sum: 5}
		value, err := unit.Expand(pos, cfg, i%8, rng)
		if err != nil {
			return nil, 0, err
		}
		staticCycles = value.Done + 1
		cfg.Moves = true
		x, err := unit.Expand(pos, cfg, i%8, rng)
		if err != nil {
			return nil, 0, err
		}
		sets = append(sets, ExpansionSet{x.Corners, len(x.Moves), x.Done + 1})
		if progress != nil {
			progress(i+1, len(positions))
		}
	}
	return sets, staticCycles, nil
}
