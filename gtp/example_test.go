// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gtp_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"testing"
	"time"

	"github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/gtp/engine"
	"github.com/tessera-fpga/tessera/play"

	_ "github.com/tessera-fpga/tessera/games/duo"
)

// asEngine is the environment variable that turns the test program into a GTP engine, for the
// examples.
const asEngine = "TESSERA_EXAMPLE_ENGINE"

func TestMain(m *testing.M) {
	if os.Getenv(asEngine) != "" {
		serve()
		return
	}
	os.Exit(m.Run())
}

// serve is a complete engine: it reads commands from standard input and writes answers to standard
// output.
func serve() {
	g, err := play.Find("duo")
	if err != nil {
		log.Fatal(err)
	}
	e := engine.New("example", "1.0", g, "tree:level=3", 1, os.Stderr)
	defer e.Close()
	if err := e.Serve(context.Background(), play.NewLines(os.Stdin), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// command returns the command of an engine, such as "pentobi-gtp --level 5".
func command() string { return fmt.Sprintf("env %s=1 '%s'", asEngine, os.Args[0]) }

// A client starts an engine, sends it moves, asks for the engine's own move, and sends any other
// command.
func ExampleClient() {
	ctx := context.Background()
	g, err := play.Find("duo")
	if err != nil {
		log.Fatal(err)
	}
	client, err := gtp.StartClient(ctx, command(), time.Minute, g.SetGame)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	p, err := g.ParseMoves(0, "55u0")
	if err != nil {
		log.Fatal(err)
	}
	if err := client.Play(ctx, g, 0, p.History()[0]); err != nil {
		log.Fatal(err)
	}
	move, resigned, err := client.GenMove(ctx, g, 1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(resigned, p.Play(move) == nil)
	answer, err := client.Ask(ctx, "name")
	fmt.Println(answer, err)
	_, err = client.Ask(ctx, "play b a1")
	fmt.Println(errors.Is(err, gtp.ErrRefused))
	// Output:
	// false true
	// example <nil>
	// true
}

// Another program can be a player of every game. This one plays random moves.
func Example() {
	g, err := play.Find("duo")
	if err != nil {
		log.Fatal(err)
	}
	var players []play.Player
	for seat, spec := range []string{"random", "gtp:timeout=10s," + command()} {
		p, err := g.New(spec, play.Env{Seat: seat, Seed: 1})
		if err != nil {
			log.Fatal(err)
		}
		defer p.Close()
		players = append(players, p)
	}
	r, err := play.Run(context.Background(), players, play.Rules{Game: g, Start: g.Start()}, play.Events{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	// Output:
	// player 2 wins
}
