// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package search_test

import (
	"fmt"
	"log"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
)

// The tree search of Blokus Duo on a computer, with the weights learned by tessera.
func ExampleTree() {
	p, err := duo.ParseGame(duo.Player1, "55u0 aau0 87t0")
	if err != nil {
		log.Fatal(err)
	}
	t, err := search.NewTree(search.TreeConfig{}, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	if err != nil {
		log.Fatal(err)
	}
	t.SetRoot(&p)
	if _, err := t.Search(500, nil); err != nil {
		log.Fatal(err)
	}
	for _, c := range t.Candidates()[:3] {
		fmt.Printf("%v: %d leaves, margin %+.1f, then %v\n", c.Move, c.Visits, float64(c.Margin)/evaluation.One, t.Line(c.Move)[1:])
	}
	// Output:
	// b6l5: 343 leaves, margin -1.8, then [94l7 c4m1 7ar0 7co3]
	// b7t3: 29 leaves, margin -5.1, then [95o6 69o6]
	// a7l1: 27 leaves, margin -3.8, then [94l7 c4o0]
}

// A search with the limits of the HX8K's chip gives the chip's answers.
func ExampleTreeChip() {
	t, err := search.NewTree(search.HX8K.Config, func() search.Evaluator { return evaluation.New(&evaluation.Chip) })
	if err != nil {
		log.Fatal(err)
	}
	p := duo.NewPosition(duo.Player1)
	t.SetRoot(&p)
	if _, err := t.Search(200, nil); err != nil {
		log.Fatal(err)
	}
	best, _ := t.Best()
	fmt.Println(best.Move, best.Visits)
	// Output:
	// 56u0 62
}

// Minimax two plies deep, with the nodes and the cycles of the hardware.
func ExampleMinimax() {
	core, err := search.NewMinimax(search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true})
	if err != nil {
		log.Fatal(err)
	}
	p, err := duo.ParseGame(duo.Player1, "55u0 aau0 87t0")
	if err != nil {
		log.Fatal(err)
	}
	if err := core.Load(&p); err != nil {
		log.Fatal(err)
	}
	r := core.Search(p.ToMove(), 2, search.NeverStop, nil)
	fmt.Printf("%v: value %d, %d nodes, %d cycles\n", r.Move, r.Value, r.Nodes, r.Cycles)
	// Output:
	// b7t3: value 0, 6017 nodes, 289752 cycles
}
