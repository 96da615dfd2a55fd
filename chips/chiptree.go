// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips

import (
	"context"
	"fmt"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// chipTreeLeaves lets the simulated tree core answer within seconds.
const chipTreeLeaves = 200

// chipTree plays the moves of the simulated tree core, without the SDRAM that the chip of the board
// has: its model stands outside the core, in sim/testbench, which no program for release holds. The
// golden search runs beside it. The answer
// and every node of the tree are compared: a difference is an error.
type chipTree struct {
	chip[*cosim.TreeCore]
	leaves int
	seed   uint32

	moves        int // searched and found equal to golden's
	work, cycles uint64
}

func newChipTree(env play.Env, o *play.Options) (play.Player, error) {
	limits := search.ULX3SBRAM.Config
	return &chipTree{
		leaves: o.Int("leaves", chipTreeLeaves, 1, 1<<limits.VisitBits-1), seed: uint32(o.Uint64("seed", env.Seed)),
		chip: chip[*cosim.TreeCore]{
			name: "chip-tree", model: cosim.TreeCoreModel(limits, chipLanes), log: env.Log,
			open: func(p *verilator.Proc) (*cosim.TreeCore, error) { return cosim.NewTreeCore(p, limits, chipLanes) },
		},
	}, nil
}

// Summary compares the chip with golden. The cycles are the searches'.
func (a *chipTree) Summary() string {
	s := fmt.Sprintf("chip-tree: %d of %d moves agree with golden, node for node; %d leaves, %d cycles", a.moves, a.moves, a.work, a.cycles)
	if a.work > 0 {
		s += fmt.Sprintf(", %.0f cycles a leaf", float64(a.cycles)/float64(a.work))
	}
	return s
}

func (a *chipTree) Move(ctx context.Context, p play.Position) (play.Move, error) {
	pos := rules.At(p)
	var r search.TreeCoreResult
	var cycles uint64
	err := a.at(ctx, pos, func(core *cosim.TreeCore) (err error) {
		r, cycles, err = core.Search(a.leaves, a.seed, 0)
		return err
	})
	if err != nil {
		return 0, err
	}
	a.moves++
	a.work += uint64(r.Leaves)
	a.cycles += cycles
	return play.Move(r.Move), nil
}
