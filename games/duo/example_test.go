// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo_test

import (
	"context"
	"fmt"
	"log"

	_ "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/play"
)

// The tree search plays a game against random moves.
func Example() {
	g, err := play.Find("duo")
	if err != nil {
		log.Fatal(err)
	}
	p := g.Start()
	fmt.Println(len(p.Moves()), "legal moves, such as", g.Both(p.Moves()[0]))

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
	fmt.Print(r.Position.Draw(play.DrawOptions{}))
	fmt.Println(r)
	// Output:
	// 414 legal moves, such as 54u0 = e12,d11,e11,f11,e10
	//   1 2 3 4 5 6 7 8 9 a b c d e
	// 1 . X X X . . . . . X X X . . 14
	// 2 . X . . X X X X X . X . X . 13
	// 3 . X . X . . . . . . . X X O 12
	// 4 . . X X . .*X*X . . . X X O 11
	// 5 . . X . X .*X*X . . X . O O 10
	// 6 . X . X X X . . X X X X O . 9
	// 7 . X . . X . X X . . O O X O 8
	// 8 . X . X . X . X X . O O X O 7
	// 9 . X . X . X . X . . . O X O 6
	// a X . X X . X X . X O O . O . 5
	// b X X . . X . X . X X X O O O 4
	// c . . X X X . . X . . X O X . 3
	// d X . . . X . X X . O O X O X 2
	// e X X X X . X X . X X O X X X 1
	//   a b c d e f g h i j k l m n
	// player 1 X  score  15  tiles left none
	// player 2 O  score -65  tiles left efghijknopqrsu
	// last move player 1  74h0 = g11,h11,g10,h10; the game is over
	// player 1 wins
}
