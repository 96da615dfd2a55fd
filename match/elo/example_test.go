// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package elo_test

import (
	"fmt"

	"github.com/tessera-fpga/tessera/match/elo"
)

// A player scores both points of 30 pairs, 1.5 points of 25, 1 point of 35, half a point of 8 and
// none of 2.
func ExamplePairs() {
	p := elo.Pairs{2, 8, 35, 25, 30}
	fmt.Printf("%.0f pairs, %.1f %% of the points, Elo %v\n", p.Count(), 100*p.Mean(), p.Estimate())
	// Output:
	// 100 pairs, 68.2 % of the points, Elo +132.9 (+92.2 to +174.5)
}

// A test ends when its log-likelihood ratio leaves its bounds. Check it after every pair.
func ExampleSPRT() {
	test := elo.SPRT{Elo0: 0, Elo1: 30, Alpha: 0.05, Beta: 0.05}
	lower, upper := test.Bounds()
	fmt.Printf("bounds %.2f and %.2f\n", lower, upper)
	var p elo.Pairs
	for n := 1; ; n++ {
		p.Add([]int{2, 3, 2, 4, 1}[n%5]) // half points of the first player
		if v := test.Verdict(p); v != elo.Open {
			fmt.Printf("after %d pairs %s, LLR %.2f\n", n, v, test.LLR(p))
			return
		}
	}
	// Output:
	// bounds -2.94 and 2.94
	// after 48 pairs elo1, LLR 3.07
}

// Three players get ratings although two of them never met.
func ExampleRate() {
	links := []elo.Link{
		{Players: [2]int{0, 1}, Pairs: elo.Pairs{5, 10, 40, 25, 20}},
		{Players: [2]int{1, 2}, Pairs: elo.Pairs{0, 5, 30, 35, 30}},
	}
	ratings, err := elo.Rate(3, 2, links) // player 2 has rating 0
	if err != nil {
		fmt.Println(err)
		return
	}
	for player, r := range ratings {
		fmt.Println(player, r)
	}
	// Output:
	// 0 +247.9 (+174.8 to +321.1)
	// 1 +168.4 (+114.5 to +222.3)
	// 2 +0.0 (+0.0 to +0.0)
}

// The 95 % interval of a share: 14 wins in 20 games.
func ExampleWilson() {
	i := elo.Wilson(14, 20)
	fmt.Printf("%.0f %% to %.0f %%\n", 100*i.Low, 100*i.High)
	// Output: 48 % to 85 %
}
