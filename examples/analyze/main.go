// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command analyze asks the tree search at level 5 for a move, and for its view of the best ones.
package main

import (
	"context"
	"fmt"
	"log"

	_ "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/play"
)

func main() {
	game, _ := play.Find("duo") // the import above has registered it
	position, err := game.ParseMoves(0, "55u0 aau0 87t0")
	if err != nil {
		log.Fatal(err)
	}
	player, err := game.New("tree:level=5", play.Env{})
	if err != nil {
		log.Fatal(err)
	}
	move, err := player.Move(context.Background(), position)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.Format(move), "of", len(position.Moves()), "legal moves")
	fmt.Print(play.FormatThoughts(player.(play.Thinker).Thoughts(), 3, game.Format))
}
