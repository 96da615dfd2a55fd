package chips

import (
	"context"
	"fmt"

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

	moves         int // searched and found equal to golden's
	nodes, cycles uint64
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
	return fmt.Sprintf("chip-minimax: %d of %d moves agree with golden, node by node and cycle by cycle; depth %d, %d nodes, %d cycles",
		a.moves, a.moves, a.depth, a.nodes, a.cycles)
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
	a.moves++
	a.nodes += r.Nodes
	a.cycles += r.Cycles
	return play.Move(r.Move), nil
}
