// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package endings plays the games that package endgame's solver is measured on, and measures the
// solver.
package endings

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/play/progress"
)

// drawnPlies is the number of opening plies whose moves are drawn by their visits, so that games
// differ. Afterwards the best move is made.
const drawnPlies = 6

// Play plays games with this many leaves per move and writes them. The first game has the given
// seed, and each later game has the next seed.
func Play(ctx context.Context, games, leaves int, seed uint32, out, log io.Writer) error {
	bar := progress.Start(log, "endings")
	defer bar.Done()
	fmt.Fprintf(out, `# Games of the tree search against itself, player 1 first, %d leaves a move, weights %s; the
# first %d moves of a game are drawn by their visits. Made by "make endings" with seed %d.
`, leaves, evaluation.Default.Hash(), drawnPlies, seed)
	for i := range games {
		line, err := play(ctx, seed+uint32(i), leaves)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, line)
		bar.Set(i+1, games)
	}
	return nil
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
