// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package prompt_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/tessera-fpga/tessera/play"

	_ "github.com/tessera-fpga/tessera/games/dots"
	_ "github.com/tessera-fpga/tessera/play/prompt"
)

// A person types moves and commands. This example reads them from a text; play.NewLines(os.Stdin)
// reads the keyboard.
func Example() {
	g, err := play.Find("dots:1x2")
	if err != nil {
		log.Fatal(err)
	}
	typed := play.NewLines(strings.NewReader("moves\n9\n5\n"))
	human, err := g.New("human", play.Env{In: typed, Out: os.Stdout})
	if err != nil {
		log.Fatal(err)
	}
	defer human.Close()
	move, err := human.Move(context.Background(), g.Start())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the move is", g.Format(move))
	// Output:
	// player 1, your move (or help): 0 1 2 3 4 5 6
	// player 1, your move (or help): move 9: there is no such edge, want 0..6
	// player 1, your move (or help): the move is 5
}
