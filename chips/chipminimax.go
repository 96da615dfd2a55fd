// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips

import (
	"context"

	game "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// chipMinimax plays the moves of the simulated minimax core. The golden twin runs beside it, and
// every node, score, move and cycle is compared: a difference is an error.
type chipMinimax struct {
	chip[*cosim.Minimax]
	depth int
	tally
}

func newChipMinimax(env play.Env, o *play.Options) (play.Player, error) {
	cfg, depth := game.MinimaxOptions(env, o)
	return &chipMinimax{depth: depth, chip: chip[*cosim.Minimax]{
		name: "chip-minimax", model: cosim.MinimaxModel(cfg), log: env.Log,
		open: func(p *verilator.Proc) (*cosim.Minimax, error) { return cosim.NewMinimax(p, cfg) },
	}}, cfg.Validate()
}

// Summary compares the chip with golden.
func (a *chipMinimax) Summary() string {
	return a.summary(a.name, a.depth)
}

func (a *chipMinimax) Move(ctx context.Context, p play.Position) (play.Move, error) {
	pos := rules.At(p)
	var r search.MinimaxResult
	err := a.at(ctx, pos, func(core *cosim.Minimax) (err error) {
		r, err = core.Search(pos.ToMove(), a.depth, search.NeverStop)
		return err
	})
	if err != nil {
		return 0, err
	}
	a.add(r.Nodes, r.Cycles)
	return play.Move(r.Move), nil
}
