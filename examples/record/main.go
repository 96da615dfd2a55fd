// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command record has two players play a game of Quoridor, and writes its record as JSON.
package main

import (
	"context"
	"log"
	"os"

	_ "github.com/tessera-fpga/tessera/games/quoridor"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

func main() {
	game, _ := play.Find("quoridor")
	var players []play.Player
	for seat, spec := range []string{"tree:leaves=200", "random"} {
		p, err := game.New(spec, play.Env{Seat: seat, Seed: 1})
		if err != nil {
			log.Fatal(err)
		}
		players = append(players, p)
	}
	result, err := play.Run(context.Background(), players, play.Rules{Game: game, Start: game.Start()}, play.Events{})
	if err != nil {
		log.Fatal(err)
	}
	r := record.FromResult(result, 0)
	r.Seconds, r.Notes = nil, nil // the times differ each time
	if err := record.WriteJSON(os.Stdout, r); err != nil {
		log.Fatal(err)
	}
}
