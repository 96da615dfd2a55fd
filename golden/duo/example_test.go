// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo_test

import (
	"errors"
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// A position records the moves of its game.
func Example() {
	p := duo.NewPosition(duo.Player1)
	for _, code := range []string{"55u0", "aau0", "87t0"} {
		m, err := duo.ParseMove(code)
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := p.MakeMove(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(&p)
	fmt.Println("scores", p.Score(duo.Player1), p.Score(duo.Player2))
	// Output:
	// ..............
	// ..............
	// ..............
	// ....X.........
	// ...XXX........
	// ....X.X.......
	// ......XXX.....
	// .......X......
	// .........O....
	// ........OOO...
	// .........O....
	// ..............
	// ..............
	// ..............
	// player 2 to move; left: X abcdefghijklmnopqrs, O abcdefghijklmnopqrst
	// scores -79 -84
}

// The reader accepts either notation, with any of the eight rotation codes; the writer uses the
// canonical code.
func ExampleParseMove() {
	for _, text := range []string{"55h4", "d11,e11,d10,e10", "0000", "55v0"} {
		m, err := duo.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(m, m.CellList())
	}
	// Output:
	// 44h0 d11,e11,d10,e10
	// 44h0 d11,e11,d10,e10
	// 0000 pass
	// duo: move "55v0": tile "v", want a..u
}

func ExamplePosition_LegalMoves() {
	p := duo.NewPosition(duo.Player1)
	moves := p.LegalMoves(nil)
	fmt.Println(len(moves), moves[0], moves[len(moves)-1])
	// Output: 414 54u0 55a0
}

func ExamplePosition_Check() {
	p := duo.NewPosition(duo.Player1)
	m, _ := duo.ParseMove("aau0")
	err := p.Check(m)
	fmt.Println(err)
	fmt.Println(errors.Is(err, duo.ErrStart))
	// Output:
	// player 1: aau0: the first placement must cover the start square (5,5)
	// true
}

func ExamplePerft() {
	p := duo.NewPosition(duo.Player1)
	for depth := range 3 {
		fmt.Println(duo.Perft(&p, depth))
	}
	// Output:
	// 1
	// 414
	// 171396
}
