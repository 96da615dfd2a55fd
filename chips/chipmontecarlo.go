// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips

import (
	"context"
	"fmt"

	game "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/sim/cosim"
)

const (
	// chipLanes is the number of lanes of the simulated engine.
	chipLanes = 2
	// chipVisits lets the simulated engine, which does less than half a million
	// cycles a second, answer within seconds in the opening.
	chipVisits = 1
)

// chipMonteCarlo plays the moves of the simulated Monte Carlo engine. The golden search runs beside
// it. The move, the sum of its values, its visits and the total of playouts are compared: a
// difference is an error.
type chipMonteCarlo struct {
	chip[*cosim.MonteCarlo]
	cfg search.MonteCarloConfig

	moves            int // searched and found equal to golden's
	playouts, cycles uint64
}

func newChipMonteCarlo(env play.Env, o *play.Options) (play.Player, error) {
	cfg := game.MonteCarloOptions(env, o, chipVisits)
	return &chipMonteCarlo{cfg: cfg, chip: chip[*cosim.MonteCarlo]{
		name: "chip-montecarlo", model: cosim.MonteCarloModel(chipLanes, cfg.Policy), open: cosim.NewMonteCarlo, log: env.Log,
	}}, cfg.Validate()
}

// Summary compares the chip with golden. The cycles are the searches'.
func (a *chipMonteCarlo) Summary() string {
	s := fmt.Sprintf("chip-montecarlo: %d of %d moves agree with golden; %d playouts, %d cycles", a.moves, a.moves, a.playouts, a.cycles)
	if a.playouts > 0 {
		s += fmt.Sprintf(", %.0f cycles per playout and lane", float64(a.cycles)*chipLanes/float64(a.playouts))
	}
	return s
}

func (a *chipMonteCarlo) Move(ctx context.Context, p play.Position) (play.Move, error) {
	pos := rules.At(p)
	var r search.MonteCarloResult
	var cycles uint64
	err := a.at(ctx, pos, func(core *cosim.MonteCarlo) (err error) {
		r, cycles, err = core.Search(a.cfg, 0)
		return err
	})
	if err != nil {
		return 0, err
	}
	a.moves++
	a.playouts += uint64(r.Playouts)
	a.cycles += cycles
	return play.Move(r.Move), nil
}
