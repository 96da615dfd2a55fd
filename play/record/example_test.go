// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	_ "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// A game is recorded from its position, checked, and written as a line of JSON and as Pentobi's
// SGF.
func Example() {
	g, err := play.Find("duo")
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.ParseMoves(0, "55u0 aau0")
	if err != nil {
		log.Fatal(err)
	}
	r := record.FromPosition(g, p, []string{"Ada", "Bob"})
	if _, err := r.Check(); err != nil {
		log.Fatal(err)
	}
	if err := record.WriteJSON(os.Stdout, r); err != nil {
		log.Fatal(err)
	}
	if err := r.WriteSGF(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"first":1,"players":["Ada","Bob"],"moves":["55u0","aau0"],"scores":[-84,-84]}
	// (;GM[Blokus Duo]CA[UTF-8]AP[tessera]PB[Ada]PW[Bob]
	// ;B[e9,d10,e10,f10,e11]
	// ;W[j4,i5,j5,k5,j6])
}

// A game of two players gets its record from the result, with times and thoughts of the moves.
func ExampleFromResult() {
	g, err := play.Find("duo")
	if err != nil {
		log.Fatal(err)
	}
	var players []play.Player
	for seat := range 2 {
		p, err := g.New("tree:leaves=10", play.Env{Seat: seat, Seed: 1})
		if err != nil {
			log.Fatal(err)
		}
		defer p.Close()
		players = append(players, p)
	}
	end, err := play.Run(context.Background(), players, play.Rules{Game: g, Start: g.Start()}, play.Events{})
	if err != nil {
		log.Fatal(err)
	}
	r := record.FromResult(end, 0)
	fmt.Printf("%d moves, %s; move 1: %d leaves, value %.2f\n", len(r.Moves), r.Result, r.Notes[0].Visits, *r.Notes[0].Value)
	// Output:
	// 31 moves, B+8; move 1: 4 leaves, value 0.73
}

// A reader takes all forms, one game after another, and reports the place of an error. The next
// game can still be read.
func ExampleReader() {
	text := `{"first": 1, "moves": ["55u0", "aau0"]}
{"first": 1, "moves": ["55u0", "55u0"]}
55u0 aau0 87t0
(;GM[Blokus Duo];B[e9,d10,e10,f10,e11])
`
	games := record.NewReader(play.NewLines(strings.NewReader(text)), nil, 0)
	for range 4 {
		g, err := games.Next(context.Background())
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(g.Of.FormatMoves(g.Moves))
	}
	// Output:
	// 55u0 aau0
	// record: line 2, column 32: move 2 (player 2): 55u0: a square is occupied: (5,4)
	// 55u0 aau0 87t0
	// 55u0
}
