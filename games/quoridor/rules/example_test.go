// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules_test

import (
	"fmt"

	"github.com/tessera-fpga/tessera/games/quoridor/rules"
)

func ExamplePosition() {
	p := rules.New()
	if err := p.PlayText("e2 e8 e3 e7 e4 e6 e3h g6v"); err != nil {
		fmt.Println(err)
	}
	fmt.Print(&p)
	// Output:
	// 9   .   .   .   .   .   .   .   .   .
	//
	// 8   .   .   .   .   .   .   .   .   .
	//
	// 7   .   .   .   .   .   .   . | .   .
	//                               |
	// 6   .   .   .   .   2   .   . | .   .
	//
	// 5   .   .   .   .   .   .   .   .   .
	//
	// 4   .   .   .   .   1   .   .   .   .
	//                    -------
	// 3   .   .   .   .   .   .   .   .   .
	//
	// 2   .   .   .   .   .   .   .   .   .
	//
	// 1   .   .   .   .   .   .   .   .   .
	//     a   b   c   d   e   f   g   h   i
	// fences left: player 1 9, player 2 9; player 1 to move
}
