// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command playouts has the board at a serial port play out 1,000 games from a position.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
)

func main() {
	position, err := duo.ParseGame(duo.Player1, "55u0 aau0 87t0")
	if err != nil {
		log.Fatal(err)
	}
	board, err := wire.OpenService(os.Args[1], wire.Limits{})
	if err != nil {
		log.Fatal(err)
	}
	defer board.Close()
	ctx := context.Background()
	board.Send(ctx, service.NewLoad(0, &position)) // the answers come in order
	run := board.Send(ctx, service.Run{Policy: playout.Largest, First: playout.NoFirst, Seed: 1, Playouts: 1000})
	response, err := run.Wait(ctx)
	if err != nil {
		log.Fatal(err)
	}
	sums := response.Sums
	fmt.Printf("player 1 wins %d of %d, margins %+d in all\n", sums.Wins[duo.Player1], sums.Playouts, sums.Margin)
}
