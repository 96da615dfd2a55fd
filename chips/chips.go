// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package chips has the players of Blokus Duo that are hardware. Importing it registers the
// simulated chips "chip-alphabeta", "chip-minimax", "chip-montecarlo" and "chip-tree": Verilator runs them, and
// golden checks every answer. It also lets players in software use leaf services and playout lanes
// ("engine=" and "lanes="). [NewBoard] makes a player of a board at a line.
//
// File chip.go runs a simulated chip, and one file for each core has its player. File board.go has
// the board, leaves.go the leaf service, lanes.go the playout lanes.
package chips

import (
	"fmt"
	"io"

	game "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/play"
)

func init() {
	play.RegisterKinds(game.Name,
		play.Kind{Name: "chip-alphabeta", Help: "alpha-beta of the simulated hardware, checked against the reference model as it plays; options as alphabeta's, but without time= and nodes=", New: newChipAlphaBeta},
		play.Kind{Name: "chip-minimax", Help: "minimax of the simulated hardware, checked against the reference model as it plays; options as minimax's", New: newChipMinimax},
		play.Kind{Name: "chip-montecarlo", Help: fmt.Sprintf("Monte Carlo search of the simulated hardware, %d lanes, checked against the reference model as it plays; options as montecarlo's, but visits=%d unless given", chipLanes, chipVisits), New: newChipMonteCarlo},
		play.Kind{Name: "chip-tree", Help: fmt.Sprintf("tree search of the simulated ULX3S without its SDRAM, as tree:chip=ulx3s-bram, %d lanes, checked against the reference model as it plays, every node; options leaves=N (a move, %d unless given), seed=N (as montecarlo's)", chipLanes, chipTreeLeaves), New: newChipTree},
	)
	game.RegisterHardware(game.Hardware{
		LeafService: openLeafService,
		Lanes:       func(place string, log io.Writer) game.Lanes { return &lanes{where: place, log: log} },
	})
}
