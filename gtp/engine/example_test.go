// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package engine_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/tessera-fpga/tessera/gtp/engine"
	"github.com/tessera-fpga/tessera/play"

	_ "github.com/tessera-fpga/tessera/games/dots"
)

// An engine answers commands. Serve does this for a program at the other end of a pipe.
func Example() {
	g, err := play.Find("dots:2x2")
	if err != nil {
		log.Fatal(err)
	}
	e := engine.New("my engine", "1.0", g, "tree:level=3", 1, os.Stderr)
	defer e.Close()
	for _, command := range []string{"1 name", "2 play b 0", "3 play b 1", "4 genmove w", "5 undo", "6 all_legal w"} {
		answer, _, err := e.Do(context.Background(), command)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(strings.TrimSpace(answer))
	}
	// Output:
	// =1 my engine
	// =2
	// ?3 it is not the turn of b but of w
	// =4 5
	// =5
	// =6 1
	// 2
	// 3
	// 4
	// 5
	// 6
	// 7
	// 8
	// 9
	// 10
	// 11
}
