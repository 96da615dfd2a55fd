// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"time"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
)

// ExampleService plays out the first moves of a game, 40 games each, and keeps all requests in
// flight. With a board, wire.OpenService("/dev/ttyUSB0", wire.Limits{}) takes the place of the pipe
// to golden's twin.
func ExampleService() {
	near, far := net.Pipe()
	go serveGolden(far)
	client := wire.NewService(near, wire.Limits{})
	defer client.Close()

	ctx := context.Background()
	pos := duo.NewPosition(duo.Player1)
	load := client.Send(ctx, service.NewLoad(0, &pos))
	var runs []*wire.Call
	for move := range 3 {
		runs = append(runs, client.Send(ctx, service.Run{
			Policy: playout.Largest, First: move, Seed: 1, Playouts: 40,
		}))
	}
	if _, err := load.Wait(ctx); err != nil {
		fmt.Println(err)
		return
	}
	for move, run := range runs {
		r, err := run.Wait(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("move %d: %d games, player 1 wins %d, mean margin %+.1f\n",
			move, r.Sums.Playouts, r.Sums.Wins[duo.Player1], float64(r.Sums.Margin)/float64(r.Sums.Playouts))
	}
	// Output:
	// move 0: 40 games, player 1 wins 23, mean margin +1.1
	// move 1: 40 games, player 1 wins 24, mean margin +1.2
	// move 2: 40 games, player 1 wins 25, mean margin +2.5
}

// A tree search on a computer has its leaves valued by a board. With a real one,
// wire.OpenLeafService("/dev/ttyUSB1", wire.Limits{}) takes the place of the pipe.
func ExampleLeafService() {
	near, far := net.Pipe()
	go func() { // a board: golden's model of it
		model := service.Model{Lanes: 8, Leaves: service.NewLeafModel()}
		readFrames(far, func(request []byte) {
			if answer := model.Answer(request); answer != nil {
				far.Write(service.AppendFrame(nil, answer))
			}
		})
	}()
	board := wire.NewLeafService(near, wire.Limits{})
	defer board.Close()

	cfg := search.TreeConfig{Playouts: service.LeafPlayouts, Seed: 1}
	cfg.InFlight, cfg.Children, cfg.ExpandVisits = 160, service.LeafChildren, 8
	t, err := search.NewTreeBy(cfg, evaluation.New(&evaluation.Default), board)
	if err != nil {
		log.Fatal(err)
	}
	p := duo.NewPosition(duo.Player1)
	t.SetRoot(&p)
	leaves, err := t.Search(500, nil)
	if err != nil {
		log.Fatal(err)
	}
	best, _ := t.Best()
	fmt.Printf("%d leaves; best move %v with %d of them\n", leaves, best.Move, best.Visits)
	// Output:
	// 500 leaves; best move 65u0 with 127 of them
}

// A program takes the host's part in a game of the contest. The board here always answers with the
// same move; with a real one, wire.OpenSerial("/dev/ttyUSB0") takes the place of the pipe.
func ExampleBoard() {
	near, far := net.Pipe()
	go func() {
		for message := make([]byte, 2); ; {
			io.ReadFull(far, message[:1])
			io.WriteString(far, "1TS") // the board's team
			io.ReadFull(far, message)  // "25": make the first move as player 1
			io.WriteString(far, "55u0")
		}
	}()
	line := wire.NewLine(near)
	defer line.Close()
	board := wire.Board{Line: line, Timeout: contest.MoveTime, Start: 10 * time.Second}
	ctx := context.Background()
	team, err := board.Identify(ctx)
	if err != nil {
		log.Fatal(err)
	}
	p := duo.NewPosition(duo.Player1)
	answer, err := board.Move(ctx, contest.Turn(&p, ""))
	if err != nil {
		log.Fatal(err)
	}
	move, err := contest.Judge(&p, answer)
	fmt.Println(team, move, err)
	// Output:
	// TS 55u0 <nil>
}
