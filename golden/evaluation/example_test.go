// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation_test

import (
	"fmt"
	"log"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// The prior of the legal moves and the margin to expect, without playouts.
func Example() {
	p, err := duo.ParseGame(duo.Player1, "55u0 aau0 87t0")
	if err != nil {
		log.Fatal(err)
	}
	e := evaluation.New(&evaluation.Default)

	moves := p.LegalMoves(nil)
	logits := make([]int32, len(moves))
	e.Prior(&p, moves, logits)
	best := 0
	for i, l := range logits {
		if l > logits[best] {
			best = i
		}
	}
	fmt.Printf("%d moves; the prior prefers %v\n", len(moves), moves[best])
	fmt.Printf("player 1 is to expect %+.1f points, give or take %.1f\n",
		float64(e.Margin(&p, 0, 0))/evaluation.One, float64(e.StaticSpread(&p))/evaluation.One)
	// Output:
	// 620 moves; the prior prefers b7t3
	// player 1 is to expect +6.3 points, give or take 12.8
}
