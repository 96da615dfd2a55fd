// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command engine is a GTP engine for dots and boxes. Its player draws the first legal edge.
package main

import (
	"context"
	"log"
	"os"

	_ "github.com/tessera-fpga/tessera/games/dots"
	"github.com/tessera-fpga/tessera/gtp/engine"
	"github.com/tessera-fpga/tessera/play"
)

type first struct{}

func (first) Name() string { return "first" }
func (first) Close() error { return nil }
func (first) Move(ctx context.Context, p play.Position) (play.Move, error) {
	return p.Moves()[0], ctx.Err()
}

func main() {
	play.RegisterKinds("dots", play.Kind{Name: "first", Help: "the first legal move",
		New: func(play.Env, *play.Options) (play.Player, error) { return first{}, nil }})
	game, _ := play.Find("dots:3x3")
	e := engine.New("first", "1.0", game, "first", 1, os.Stderr)
	if err := e.Serve(context.Background(), play.NewLines(os.Stdin), os.Stdout); err != nil {
		log.Fatal(err)
	}
}
