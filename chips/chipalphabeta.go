// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips

import (
	"context"

	game "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// chipAlphaBeta plays the moves of the simulated alpha-beta core. The golden twin runs beside it,
// and every node, score, move and cycle is compared: a difference is an error.
type chipAlphaBeta struct {
	chip[*cosim.AlphaBeta]
	limits game.AlphaBetaLimits
	tally
}

func newChipAlphaBeta(env play.Env, o *play.Options) (play.Player, error) {
	cfg, limits := game.AlphaBetaOptions(env, o, false)
	return &chipAlphaBeta{limits: limits, chip: chip[*cosim.AlphaBeta]{
		name: "chip-alphabeta", model: cosim.AlphaBetaModel(cfg), log: env.Log,
		open: func(p *verilator.Proc) (*cosim.AlphaBeta, error) { return cosim.NewAlphaBeta(p, cfg) },
	}}, cfg.Validate()
}

// Summary compares the chip with golden.
func (a *chipAlphaBeta) Summary() string {
	return a.summary(a.name, a.limits.Depth)
}

func (a *chipAlphaBeta) Move(ctx context.Context, p play.Position) (play.Move, error) {
	pos := rules.At(p)
	var r alphabeta.Result
	err := a.at(ctx, pos, func(core *cosim.AlphaBeta) (err error) {
		r, err = core.Search(pos.ToMove(), a.limits.Depth, a.limits.Stop())
		return err
	})
	if err != nil {
		return 0, err
	}
	a.add(r.Nodes, r.Cycles)
	return play.Move(r.Move), nil
}
