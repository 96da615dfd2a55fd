package bench

import (
	"context"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// ExpansionSet is a position whose children the expansion unit found.
type ExpansionSet struct {
	Corners, Moves int
	// Cycles is how long the unit is at work on it, until it is ready for the next one. To
	// take the children is not in it: a cycle each.
	Cycles int
}

// The expansion unit that is measured.
const (
	ExpansionK    = 32
	expansionLog2 = 3
)

// Expansion has the expansion unit find the children of the benchmark positions in which there
// are moves, and values them without listing moves, too: StaticCycles is how long that takes.
// All is compared with golden, bit for bit and cycle for cycle.
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
	rng := rand.New(rand.NewPCG(1, 0)) // of what goes on at the inputs meanwhile
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
