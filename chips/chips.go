// Package chips has the players of Blokus Duo that are hardware: simulated chips, each of them
// checked against its golden twin as it plays, and boards at a line. Importing the package
// registers the simulated chips as players, and lets players in software open leaf engines and
// playout lanes.
package chips

import (
	"fmt"
	"io"

	game "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/play"
)

func init() {
	play.RegisterKinds(game.Name,
		play.Kind{Name: "chip-minimax", Help: "minimax of the simulated hardware, checked against the reference model as it plays; options as minimax's", New: newChipMinimax},
		play.Kind{Name: "chip-montecarlo", Help: fmt.Sprintf("Monte Carlo search of the simulated hardware, %d lanes, checked against the reference model as it plays; options as montecarlo's, but visits=%d unless given", chipLanes, chipVisits), New: newChipMonteCarlo},
		play.Kind{Name: "chip-tree", Help: fmt.Sprintf("tree search of the simulated hardware, %d lanes, checked against the reference model as it plays, every node; options leaves=N (a move, %d unless given), seed=N (as montecarlo's)", chipLanes, chipTreeLeaves), New: newChipTree},
	)
	game.RegisterHardware(game.Hardware{
		LeafEngine: openLeafEngine,
		Lanes:      func(place string, log io.Writer) game.Lanes { return &lanes{where: place, log: log} },
	})
}
