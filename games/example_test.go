// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package games_test

import (
	"fmt"
	"log"

	"github.com/tessera-fpga/tessera/play"

	_ "github.com/tessera-fpga/tessera/games"
)

// The registry has the games that a program has imported.
func Example() {
	for _, name := range []string{"duo", "blokus", "blokus:three", "quoridor", "dots:3x4"} {
		g, err := play.Find(name)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %d seats, %d legal moves at the start\n", g.Title, g.Seats(), len(g.Start().Moves()))
	}
	// Output:
	// Blokus Duo: 2 seats, 414 legal moves at the start
	// Blokus: 4 seats, 58 legal moves at the start
	// Blokus Three-Player: 3 seats, 58 legal moves at the start
	// Quoridor: 2 seats, 131 legal moves at the start
	// dots and boxes, 3x4: 2 seats, 31 legal moves at the start
}
