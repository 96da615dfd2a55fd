// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"

	_ "github.com/tessera-fpga/tessera/games/dots"
)

// Two players meet in 20 games from 10 openings. The match stops half-way and then resumes from its
// file.
func Example() {
	folder, err := os.MkdirTemp("", "match")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "games.jsonl")

	terms := func() *match.Terms {
		return &match.Terms{
			Game: "dots:3x3", Players: []string{"tree:leaves=100", "tree:leaves=10"}, Games: 20, Seed: 1,
			Digest: match.OpeningsDigest("dots:3x3"), Version: "1.0",
		}
	}
	pool := match.NewPool("1.0")
	defer pool.Close()
	options := match.Options{File: file, Queue: queue.Local(1, pool.Play), Log: io.Discard}

	ctx, stop := context.WithCancel(context.Background())
	options.Progress = func(p match.Progress) {
		if p.Games == 10 {
			stop()
		}
	}
	_, err = match.Run(ctx, terms(), pool, options)
	fmt.Println(err)

	first := 0
	options.Progress = func(p match.Progress) {
		if first == 0 {
			first = p.Games
		}
	}
	s, err := match.Run(context.Background(), terms(), pool, options)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the first 10 games were not played again:", first >= 10)
	fmt.Println(s.Score)
	// Output:
	// context canceled
	// the first 10 games were not played again: true
	// won 18, drawn 0, lost 2: Elo +381.7 (+107.7 to +614.1)
}

// first is a custom player: it makes the first legal move.
type first struct{}

func (first) Name() string { return "first" }

func (first) Close() error { return nil }

func (first) Move(ctx context.Context, p play.Position) (play.Move, error) {
	return p.Moves()[0], ctx.Err()
}

// A custom player can play a match once its kind is registered. Without a file, the games are not
// kept.
func ExampleRun() {
	play.RegisterKinds("dots", play.Kind{
		Name: "first", Help: "the first legal move; no options",
		New: func(play.Env, *play.Options) (play.Player, error) { return first{}, nil },
	})
	pool := match.NewPool("1.0")
	defer pool.Close()
	s, err := match.Run(context.Background(), &match.Terms{
		Game: "dots:3x3", Players: []string{"tree:level=1", "first"}, Games: 20, Seed: 1,
		Digest: match.OpeningsDigest("dots:3x3"), Version: "1.0",
	}, pool, match.Options{Queue: queue.Local(2, pool.Play), Log: io.Discard})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Score)
	// Output:
	// won 16, drawn 0, lost 4: Elo +240.8 (+17.0 to +447.8)
}
