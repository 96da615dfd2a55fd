package bench

import "github.com/tessera-fpga/tessera/sim/bench"

func (b *meter) measureExpansion() error {
	sets, static, err := bench.Expansion(b.ctx, b.progress("expansion unit"))
	if err != nil {
		return err
	}
	moves, cycles, most, corners := 0, 0, 0, 0
	for _, s := range sets {
		moves += s.Moves
		cycles += s.Cycles
		corners += s.Corners
		most = max(most, s.Cycles)
	}
	n := float64(len(sets))
	b.begin("expansion unit")
	b.add("expansion.corners", float64(corners)/n, 1, "corners", "corners a parent, mean")
	b.add("expansion.leaves", float64(moves)/n, 1, "leaves", "leaves a parent, mean")
	b.add("expansion.parent.mean", float64(cycles)/n, 1, "cycles", "parent, all its moves weighed, mean")
	b.add("expansion.parent.max", float64(most), 0, "cycles", "parent, max")
	b.add("expansion.leaf", float64(cycles)/float64(moves), 2, "cycles", "leaf")
	b.add("expansion.static", float64(static), 0, "cycles", "a position valued, no moves listed")
	return nil
}
