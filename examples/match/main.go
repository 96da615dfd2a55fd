// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command match has two players meet in 40 games of dots and boxes, and prints the Elo of the
// result.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	_ "github.com/tessera-fpga/tessera/games/dots"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
)

func main() {
	terms := match.Terms{
		Game: "dots:3x3", Players: []string{"tree:leaves=100", "tree:leaves=10"}, Games: 40, Seed: 1,
		Digest: match.OpeningsDigest("dots:3x3"), Version: "1.0",
	}
	pool := match.NewPool(terms.Version)
	defer pool.Close()
	// With File: "games.jsonl" a match that is broken off goes on where it was.
	summary, err := match.Run(context.Background(), &terms, pool, match.Options{
		Queue: queue.Local(2, pool.Play), Log: os.Stderr,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(summary.Score)
}
