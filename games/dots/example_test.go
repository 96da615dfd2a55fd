// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package dots_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tessera-fpga/tessera/play"

	_ "github.com/tessera-fpga/tessera/games/dots"
)

// The solver knows the value of every position of a small board, and never gives it away. Here it
// is two boxes behind at best play, but level 3 does not play best.
func Example() {
	g, err := play.Find("dots:2x3")
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.ParseMoves(0, "0 16")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(p.Moves()), "legal moves")

	var players []play.Player
	for seat, spec := range []string{"perfect", "tree:level=3"} {
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
	fmt.Printf("expected at first: %+.0f boxes; result %s: %v\n", *r.Notes[2].Margin, r.Position.Standing(), r)
	// Output:
	// 15 legal moves
	// expected at first: -2 boxes; result 4 - 2: player 1 wins
}
