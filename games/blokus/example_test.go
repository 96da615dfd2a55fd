// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package blokus_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/play"
)

// Three players and four colours: the players take turns with the fourth one.
func Example() {
	fmt.Println(blokus.VariantNames())
	g, err := play.Find("blokus:three")
	if err != nil {
		log.Fatal(err)
	}
	p := g.Start()
	fmt.Println(g.Colours, g.Seats(), "seats,", len(p.Moves()), "legal moves")

	var players []play.Player
	for seat, spec := range []string{"random", "tree:leaves=10", "random"} {
		player, err := g.New(spec, play.Env{Seat: seat, Seed: 1})
		if err != nil {
			log.Fatal(err)
		}
		defer player.Close()
		players = append(players, player)
	}
	r, err := play.Run(context.Background(), players, play.Rules{Game: g, Start: p}, play.Events{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("after %d moves %s: %v\n", len(r.Position.History()), r.Position.Standing(), r)
	// Output:
	// [two three squares]
	// [1 2 3 4] 3 seats, 58 legal moves
	// after 60 moves 62 - 82 - 48: player 2 wins
}
