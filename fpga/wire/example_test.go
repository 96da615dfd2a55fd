package wire_test

import (
	"context"
	"fmt"
	"net"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden"
)

// A program plays out the first moves of a game, 40 games each, and keeps all requests in flight.
// With a board, wire.OpenService("/dev/ttyUSB0") takes the place of the pipe to golden's twin.
func ExampleService() {
	near, far := net.Pipe()
	go serveGolden(far)
	service, line := wire.NewService(near), near
	defer line.Close()

	ctx := context.Background()
	pos := golden.NewPosition(golden.Player1)
	load := service.Send(ctx, golden.NewServiceLoad(0, &pos))
	var runs []*wire.ServiceCall
	for move := range 3 {
		runs = append(runs, service.Send(ctx, golden.ServiceRun{
			Policy: golden.LargestPolicy, First: move, Seed: 1, Playouts: 40,
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
		fmt.Printf("move %d: %d games, player 1 wins %d, mean lead %+.1f\n",
			move, r.Sums.Playouts, r.Sums.Wins[golden.Player1], float64(r.Sums.Score)/float64(r.Sums.Playouts))
	}
	// Output:
	// move 0: 40 games, player 1 wins 23, mean lead +1.1
	// move 1: 40 games, player 1 wins 24, mean lead +1.2
	// move 2: 40 games, player 1 wins 25, mean lead +2.5
}
