package games_test

import (
	"fmt"

	"github.com/tessera-fpga/tessera/play"

	_ "github.com/tessera-fpga/tessera/games"
)

// The registry names the games that a program has imported.
func Example() {
	for _, e := range play.Entries() {
		fmt.Printf("%-9s %s\n", e.Name, e.Help)
	}
	// Output:
	// blokus    Blokus of four colours; blokus:two and blokus:three for so many players, blokus:squares counts squares placed and no bonus
	// dots      dots and boxes; dots:HxW for a board of that many boxes, 4x4 unless given
	// duo       Blokus Duo
	// quoridor  Quoridor; quoridor:start for matches without openings: all games begin at the start
}
