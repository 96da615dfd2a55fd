// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package quoridor_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tessera-fpga/tessera/play"

	_ "github.com/tessera-fpga/tessera/games/quoridor"
)

// A pawn's move is a square, a fence a square and a direction.
func Example() {
	g, err := play.Find("quoridor")
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.ParseMoves(0, "e2 e8 e3 e7 d6h")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Standing()+";", len(p.Moves()), "legal moves")

	var players []play.Player
	for seat, spec := range []string{"tree:level=4", "random"} {
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
	fmt.Println(r)
	fmt.Print(r.Position.Draw(play.DrawOptions{}))
	// Output:
	// 7 steps to go - 7; 127 legal moves
	// player 1 wins
	//     a   b   c   d   e   f   g   h   i
	// 9   ·   ·   ·   ·   ·  (1)  ·   · ┃ ·   9
	//                                   ┃
	// 8   ·   ·   · ┃ · ┃ · ┃ ·   ·   · ┃ ·   8
	//               ┃   ┃   ┃
	// 7   ·   ·   · ┃ · ┃ 2 ┃ · ┃ ·   ·   ·   7
	//                ━━━━━━━    ┃
	// 6   ·   ·   ·   ·   ·   · ┃ ·   ·   ·   6
	//
	// 5   ·   ·   ·   ·   ·   ·   ·   · ┃ ·   5
	//                            ━━━━━━━┃
	// 4   ·   ·   ·   ·   ·   ·   ·   · ┃ ·   4
	//
	// 3   ·   ·   ·   ·   ·   ·   ·   ·   ·   3
	//        ━━━━━━━ ━━━━━━━
	// 2   ·   ·   ·   ·   ·   ·   ·   ·   ·   2
	//
	// 1   ·   ·   ·   ·   ·   ·   ·   ·   ·   1
	//     a   b   c   d   e   f   g   h   i
	// player  1  to row 9:  8 fences left, 0 steps to go
	// player  2  to row 1:  2 fences left, 11 steps to go
	// player 1 has reached the goal
}
