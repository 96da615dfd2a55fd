// Command make plays the games whose ends measure the solver, and writes them to standard output:
// "make endings".
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
)

// drawnPlies is the number of plies, at the start of a game, whose moves are drawn by their visits,
// so that games differ; after them the best move is made.
const drawnPlies = 6

func main() {
	games := flag.Int("games", 60, "number of games")
	leaves := flag.Int("leaves", 2000, "leaves of the tree search, a move")
	seed := flag.Uint("seed", 1, "seed of the first game; the next has the next one")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	fmt.Printf(`# Games of the tree search against itself, player 1 first, %d leaves a move, weights %s; the
# first %d moves of a game are drawn by their visits. Made by "make endings" with seed %d.
`, *leaves, evaluation.Default.Hash(), drawnPlies, *seed)
	for i := range *games {
		line, err := play(ctx, uint32(*seed)+uint32(i), *leaves)
		if err != nil {
			fmt.Fprintln(os.Stderr, "endings:", err)
			os.Exit(1)
		}
		fmt.Println(line)
		fmt.Fprintf(os.Stderr, "\rendings: %d of %d games", i+1, *games)
	}
	fmt.Fprintln(os.Stderr)
}

// play plays a game and returns its moves.
func play(ctx context.Context, seed uint32, leaves int) (string, error) {
	t, err := search.NewTree(search.TreeConfig{Seed: seed}, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	if err != nil {
		return "", err
	}
	rng := rand.New(rand.NewPCG(uint64(seed), 0))
	var moves []string
	p := duo.NewPosition(duo.Player1)
	for !p.Over() {
		m := duo.Pass
		if p.HasLegalMove() {
			t.SetRoot(&p)
			if _, err := t.Search(leaves, func(int) bool { return ctx.Err() != nil }); err != nil {
				return "", err
			}
			c, _ := t.Best()
			if p.Plies() < drawnPlies {
				c, _ = t.Draw(rng.Uint32())
			}
			m = c.Move
		}
		if err := ctx.Err(); err != nil {
			return "", err
		}
		p.Play(m)
		moves = append(moves, m.String())
	}
	return strings.Join(moves, " "), nil
}
