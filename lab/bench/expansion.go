// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import "github.com/tessera-fpga/tessera/sim/bench"

func (b *meter) measureExpansion() error {
	sets, static, err := bench.Expansion(b.ctx, b.progress("expansion unit"))
	if err != nil {
		return err
	}
	var moves, cycles, corners stat
	for _, s := range sets {
		moves.add(s.Moves)
		cycles.add(s.Cycles)
		corners.add(s.Corners)
	}
	b.begin("expansion unit")
	b.add("expansion.corners", corners.mean(), 1, "corners", "corners a parent, mean")
	b.add("expansion.leaves", moves.mean(), 1, "leaves", "leaves a parent, mean")
	b.add("expansion.parent.mean", cycles.mean(), 1, "cycles", "parent, all its moves weighed, mean")
	b.add("expansion.parent.max", float64(cycles.max), 0, "cycles", "parent, max")
	b.add("expansion.leaf", float64(cycles.sum)/float64(moves.sum), 2, "cycles", "leaf")
	b.add("expansion.static", float64(static), 0, "cycles", "a position valued, no moves listed")
	return nil
}
