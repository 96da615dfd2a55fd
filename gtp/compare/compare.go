// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package compare checks the rules of a game against another program's, over GTP.
package compare

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

// maxDifferences is the number of differences that ends a comparison.
const maxDifferences = 10

// Report is the result of a comparison.
type Report struct {
	Games, Positions int
	Moves            int // legal moves in both programs, summed over all positions
	Asked            int // moves chosen by the program
	Differences      []string
}

// String summarizes the report.
func (r *Report) String() string {
	text := fmt.Sprintf("%s, %s, %s, %s chosen by the program: %s",
		plural.Count(r.Games, "game", "games"), plural.Count(r.Positions, "position", "positions"),
		plural.Count(r.Moves, "legal move", "legal moves"), plural.Count(r.Asked, "move", "moves"),
		plural.Count(len(r.Differences), "difference", "differences"))
	return strings.Join(append([]string{text}, r.Differences...), "\n")
}

// Rules plays games on both boards. In each position it compares the score and the legal moves of
// the colour to move, and checks that skipped colours have no move. It then makes a random move or,
// every second time on average, asks the program for one. The report lists the differences. An
// error is a failure of the program, or ctx's error, and makes the report incomplete. Rules calls
// done after each game, unless it is nil.
func Rules(ctx context.Context, g *play.Game, client *gtp.Client, games int, seed uint64, done func(games int)) (*Report, error) {
	r := &Report{}
	rng := rand.New(rand.NewPCG(seed, 0))
	for r.Games < games && len(r.Differences) < maxDifferences {
		if err := r.game(ctx, g, client, rng); err != nil {
			return r, err
		}
		r.Games++
		if done != nil {
			done(r.Games)
		}
	}
	return r, nil
}

// game plays one game.
func (r *Report) game(ctx context.Context, g *play.Game, client *gtp.Client, rng *rand.Rand) error {
	differ := func(p play.Position, format string, args ...any) {
		r.Differences = append(r.Differences, fmt.Sprintf("after %q: ", g.FormatMoves(p.History()))+fmt.Sprintf(format, args...))
	}
	if _, err := client.Ask(ctx, "clear_board"); err != nil {
		return err
	}
	p := g.Start()
	for {
		r.Positions++
		if same, err := r.compare(ctx, g, client, p, differ); err != nil || !same || p.Over() {
			return err
		}
		colour := g.Colours[g.ToMove(p)]
		if rng.IntN(2) == 0 {
			m, err := client.Ask(ctx, "genmove "+colour)
			if err != nil {
				return err
			}
			r.Asked++
			if err := g.PlayText(p, strings.ToLower(m)); err != nil {
				differ(p, "the program plays %s %q: %v", colour, m, err)
				return nil
			}
			continue
		}
		before, m := p.Clone(), play.RandomMove(p, rng)
		if err := p.Play(m); err != nil {
			return err
		}
		if _, err := client.Ask(ctx, fmt.Sprintf("play %s %s", colour, g.External(m))); errors.Is(err, gtp.ErrRefused) {
			differ(before, "%v", err)
			return nil
		} else if err != nil {
			return err
		}
	}
}

// compare compares a position on both boards and reports whether they agree.
func (r *Report) compare(ctx context.Context, g *play.Game, client *gtp.Client, p play.Position, differ func(p play.Position, format string, args ...any)) (bool, error) {
	skips, _ := p.(play.Coloured)
	for colour, name := range g.Colours {
		var want []string
		switch {
		case !p.Over() && colour == g.ToMove(p):
			for _, m := range p.Moves() {
				want = append(want, g.External(m))
			}
		case skips == nil || !skips.Skipped(colour):
			continue
		}
		answer, err := client.Ask(ctx, "all_legal "+name)
		if err != nil {
			return false, err
		}
		got := strings.Fields(strings.ToLower(answer))
		r.Moves += len(got)
		if extra, missing := without(got, want), without(want, got); len(extra)+len(missing) > 0 {
			differ(p, "legal moves of %s: the program has %d more, %.100q, and misses %d, %.100q", name, len(extra), extra, len(missing), missing)
			return false, nil
		}
	}
	if skips == nil {
		return true, nil
	}
	answer, err := client.Ask(ctx, "final_score")
	if got, want := strings.Join(strings.Fields(answer), " "), skips.FinalScore(); err == nil && got != want {
		differ(p, "score %q, want %q", got, want)
		return false, nil
	}
	return err == nil, err
}

// without returns the texts of a that are not in b.
func without(a, b []string) (out []string) {
	b = slices.Sorted(slices.Values(b))
	for _, text := range a {
		if _, ok := slices.BinarySearch(b, text); !ok {
			out = append(out, text)
		}
	}
	return out
}
