package wire_test

import (
	"context"
	"fmt"
	"net"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
)

// ExampleService plays out the first moves of a game, 40 games each, and keeps all requests in
// flight. With a board, wire.OpenService("/dev/ttyUSB0", wire.Limits{}) takes the place of the pipe
// to golden's twin.
func ExampleService() {
	near, far := net.Pipe()
	go serveGolden(far)
	client := wire.NewService(near, wire.Limits{})
	defer client.Close()

	ctx := context.Background()
	pos := duo.NewPosition(duo.Player1)
	load := client.Send(ctx, service.NewLoad(0, &pos))
	var runs []*wire.Call
	for move := range 3 {
		runs = append(runs, client.Send(ctx, service.Run{
			Policy: playout.Largest, First: move, Seed: 1, Playouts: 40,
		}))
	}
	if _, err := load.Wait(ctx); err != nil {
		fmt.Println(err)
		return
	}
	for move, run := range runs {
		r, err := run.Wait(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("move %d: %d games, player 1 wins %d, mean margin %+.1f\n",
			move, r.Sums.Playouts, r.Sums.Wins[duo.Player1], float64(r.Sums.Margin)/float64(r.Sums.Playouts))
	}
	// Output:
	// move 0: 40 games, player 1 wins 23, mean margin +1.1
	// move 1: 40 games, player 1 wins 24, mean margin +1.2
	// move 2: 40 games, player 1 wins 25, mean margin +2.5
}
