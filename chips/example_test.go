// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips_test

import (
	"context"
	"fmt"
	"io"
	"log"

	_ "github.com/tessera-fpga/tessera/chips"
	"github.com/tessera-fpga/tessera/play"
)

// A simulated chip makes a move, and golden checks each of its cycles. The first run builds the
// simulation, which takes up to a minute.
func Example() {
	g, err := play.Find("duo")
	if err != nil {
		log.Fatal(err)
	}
	chip, err := g.New("chip-minimax:depth=1", play.Env{Log: io.Discard})
	if err != nil {
		log.Fatal(err)
	}
	defer chip.Close()
	p, err := g.ParseMoves(0, "55u0 aau0")
	if err != nil {
		log.Fatal(err)
	}
	move, err := chip.Move(context.Background(), p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Format(move))
	fmt.Println(chip.(play.Summarizer).Summary())
	// Output:
	// 87r0
	// chip-minimax: 1 of 1 moves agree with golden, node by node and cycle by cycle; depth 1, 800 nodes, 27246 cycles
}
