// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package uci_test

import (
	"context"
	"log"
	"os"
	"strings"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/uci"

	_ "github.com/tessera-fpga/tessera/games/quoridor"
)

// An engine of Quoridor for a program that speaks UCI.
func Example() {
	g, err := play.Find("quoridor")
	if err != nil {
		log.Fatal(err)
	}
	player, err := g.New("random", play.Env{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer player.Close()
	engine := &uci.UCI{Game: g, Player: player, Name: "my engine 1.0", Authors: "me"}
	commands := "uci\nisready\nposition startpos moves e2 e8\nposition startpos moves e9\nquit\n"
	if err := engine.Serve(context.Background(), play.NewLines(strings.NewReader(commands)), os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// id name my engine 1.0
	// id author me
	// uciok
	// readyok
	// info string error: position: move 1: quoridor: e9: the pawn on e1 cannot go there, want one of d1 f1 e2
}
