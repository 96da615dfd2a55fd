// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/games/duo/openings"
	list "github.com/tessera-fpga/tessera/games/duo/puzzles"
	"github.com/tessera-fpga/tessera/games/duo/weights"
	"github.com/tessera-fpga/tessera/games/quoridor/agent"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/gtp/compare"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/book"
	"github.com/tessera-fpga/tessera/lab/dots"
	"github.com/tessera-fpga/tessera/lab/endings"
	"github.com/tessera-fpga/tessera/lab/leafvalue"
	"github.com/tessera-fpga/tessera/lab/puzzles"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/progress"
)

// labTools are the commands of the laboratory that are not experiments. They make committed data,
// or compare the program with others.
func labTools() []*cobra.Command {
	all := []*cobra.Command{newBlokusRules(), newEvolve(), newSolveDots(), newOpenings(), newBook(), newEndings(), newPuzzles(), newSolver(), newLeafValues()}
	for _, c := range all {
		c.Args = noArgs
	}
	return all
}

func newBlokusRules() *cobra.Command {
	var engine, only string
	var games int
	var seed uint64
	c := &cobra.Command{
		Use:   "blokus-rules",
		Short: "compare the rules of Blokus with Pentobi's",
		Long: `blokus-rules compares the rules of Blokus with Pentobi's: legal moves and scores in every position of
games of random moves, in each variant.`,
		Example: "  tessera lab blokus-rules --games 100 --only blokus:two",
	}
	flags := c.Flags()
	flags.StringVar(&engine, "engine", lab.PentobiProgram+" --level 1 --nobook --threads 1 --quiet", "the `command` that starts Pentobi")
	intFlag(flags, &games, "games", 1, math.MaxInt32, 100, "number of `games` of each variant")
	flags.StringVar(&only, "only", "", "compare this `game` only, such as blokus:two")
	flags.Uint64Var(&seed, "seed", 1, "seed of the random moves")
	c.RunE = func(c *cobra.Command, _ []string) error {
		same, compared := true, false
		for _, variant := range slices.Concat([]string{""}, blokus.VariantNames()) {
			g, err := blokus.New(variant)
			if err != nil {
				return err
			}
			if only != "" && g.Name != only || blokus.ByTitle(g.SetGame).Name != g.Name { // Pentobi lacks the other counts
				continue
			}
			compared = true
			r, err := compareRules(c.Context(), g, engine, games, seed, c.ErrOrStderr())
			if r != nil {
				fmt.Fprintf(c.OutOrStdout(), "%s: %v\n", g.Title, r)
				same = same && len(r.Differences) == 0
			}
			if err != nil {
				return fmt.Errorf("blokus-rules: %w", err)
			}
		}
		switch {
		case !compared:
			return badInputf("blokus-rules: --only %q, want blokus, blokus:two or blokus:three", only)
		case !same:
			return fmt.Errorf("blokus-rules: the rules differ")
		}
		return nil
	}
	return c
}

func compareRules(ctx context.Context, g *play.Game, engine string, games int, seed uint64, log io.Writer) (*compare.Report, error) {
	client, err := gtp.StartClient(ctx, engine, 0, g.SetGame)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	bar := progress.Start(log, g.Title+", games")
	defer bar.Done()
	return compare.Rules(ctx, g, client, games, seed, func(n int) { bar.Set(n, games) })
}

func newEvolve() *cobra.Command {
	c := &cobra.Command{
		Use:   "quoridor-evolve",
		Short: "search weights for Quoridor's player negamax by evolution",
		Long: `quoridor-evolve searches weights for the player negamax of Quoridor, as the literature did, and prints
every generation. The last one stands in games/quoridor/agent as Evolved, all of them in
docs/figures/quoridor-evolution.txt. It takes a minute.`,
	}
	cfg := agent.DefaultEvolve
	c.Flags().Uint64Var(&cfg.Seed, "seed", cfg.Seed, "seed of the weights and the games")
	intFlag(c.Flags(), &cfg.Generations, "generations", 1, 1<<20, cfg.Generations, "`number` of generations, each of which plays all against all")
	c.RunE = func(c *cobra.Command, _ []string) error {
		out := c.OutOrStdout()
		fmt.Fprintf(out, "%+v\n", cfg)
		agent.Evolve(cfg, func(generation int, all []agent.Chromosome) bool {
			fmt.Fprintf(out, "generation %d\n", generation+1)
			for _, chromosome := range all {
				fmt.Fprintf(out, "  %2d of %d  %v\n", chromosome.Wins, 2*(len(all)-1), chromosome.Weights)
			}
			return c.Context().Err() == nil
		})
		return c.Context().Err()
	}
	return c
}

func newSolveDots() *cobra.Command {
	var jobs int
	c := &cobra.Command{
		Use:   "solve-dots",
		Short: "find the values of the boards of dots and boxes that are missing",
	}
	intFlag(c.Flags(), &jobs, "jobs", 1, 64, min(64, runtime.NumCPU()), "number of `threads` of the solver")
	large := c.Flags().Bool("large", false, "solve 4x4, too, which takes long")
	file := c.Flags().String("json", filepath.FromSlash(dots.ValuesFile), "`file` of the values")
	c.RunE = func(c *cobra.Command, _ []string) error {
		return dots.Solve(c.Context(), *file, *large, jobs, c.ErrOrStderr())
	}
	return c
}

func newOpenings() *cobra.Command {
	var size, jobs int
	var seed uint64
	c := &cobra.Command{
		Use:   "openings",
		Short: "make a list of openings for matches, and write it to standard output",
		Long: `openings makes a list of openings for matches of Blokus Duo: games/duo/openings/openings.txt, which are
even by playouts, or with --even even.txt, which are even by the tree search. Each takes a quarter of an
hour.`,
	}
	even := c.Flags().Bool("even", false, "openings that the tree search finds even")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the random choices")
	intFlag(c.Flags(), &size, "size", 0, 1<<20, 0, "`number` of openings; 0 means as many as the list has")
	intFlag(c.Flags(), &jobs, "jobs", 1, 1024, runtime.NumCPU(), "how many candidates to look at at a time, `N`; the result is the same")
	c.RunE = func(c *cobra.Command, _ []string) error {
		by, own, what := openings.ByPlayouts, openings.Size, "mean margin\n# of playouts, in squares"
		if *even {
			by, own, what = openings.BySearch, openings.EvenSize, "margin that\n# a search expects, in points"
		}
		if size == 0 {
			size = own
		}
		bar := progress.Start(c.ErrOrStderr(), "openings")
		list, looked, err := openings.Make(c.Context(), by, seed, size, jobs, func(found int) { bar.Set(found, size) })
		bar.Done()
		if err != nil {
			return fmt.Errorf("openings: %w", err)
		}
		out := c.OutOrStdout()
		fmt.Fprintf(out, `# Openings for matches: player 1 moves first. The number behind the moves is the %s for player 1. Made by "make openings", seed %d, of %d candidates.
`, what, seed, looked)
		for _, o := range list {
			fmt.Fprintln(out, o)
		}
		return nil
	}
	return c
}

func newBook() *cobra.Command {
	var o book.Options
	c := &cobra.Command{
		Use:   "book",
		Short: "make the opening book of the tree search, and write it to standard output",
		Long: `book makes the opening book, which stands in games/duo/book/book.txt. It takes a few minutes; with
--file a run that was stopped goes on.`,
	}
	flags := c.Flags()
	intFlag(flags, &o.Size, "size", 1, 1<<20, 300, "`number` of positions")
	intFlag(flags, &o.Leaves, "leaves", 1, 1<<20, 15_000, "`leaves` of the search for a move of the book")
	intFlag(flags, &o.Replies, "replies", 1, 1<<20, 3_000, "`leaves` of the search for the rival's replies")
	intFlag(flags, &o.Jobs, "jobs", 1, 1024, runtime.NumCPU(), "how many searches at a time, `N`; the result is the same")
	flags.StringVar(&o.File, "file", "", "`file` that keeps what the searches find")
	c.RunE = func(c *cobra.Command, _ []string) error {
		o.Log = c.ErrOrStderr()
		if err := book.Make(c.Context(), o, c.OutOrStdout()); err != nil {
			return fmt.Errorf("book: %w", err)
		}
		return nil
	}
	return c
}

func newEndings() *cobra.Command {
	var games, leaves, seed int
	c := &cobra.Command{
		Use:   "endings",
		Short: "play the games whose ends the solver is measured on, and write them to standard output",
		Long:  `endings plays the games that stand in games/duo/endgame/games.txt. It takes minutes.`,
	}
	intFlag(c.Flags(), &games, "games", 1, 1<<20, 60, "number of `games`")
	intFlag(c.Flags(), &leaves, "leaves", 1, 1<<20, 2000, "`leaves` of the tree search, a move")
	intFlag(c.Flags(), &seed, "seed", 0, math.MaxInt32, 1, "`seed` of the first game; the next has the next one")
	c.RunE = func(c *cobra.Command, _ []string) error {
		return endings.Play(c.Context(), games, leaves, uint32(seed), c.OutOrStdout(), c.ErrOrStderr())
	}
	return c
}

func newPuzzles() *cobra.Command {
	var o puzzles.Options
	var seed int
	c := &cobra.Command{
		Use:   "puzzles",
		Short: "make the puzzles of the page, and write them to standard output",
		Long: `puzzles makes the puzzles that stand in games/duo/puzzles/puzzles.txt: positions of Blokus Duo with
exactly one move that wins, as the solver proves. It plays games of the levels and looks near their
ends. With --file a run that was stopped goes on. A longer list begins with the shorter one.`,
	}
	intFlag(c.Flags(), &o.Size, "size", 1, 1<<20, len(list.List()), "`number` of puzzles, by default as many as there are")
	intFlag(c.Flags(), &seed, "seed", 0, math.MaxInt32, 1, "`seed` of the first game; the next has the next one")
	c.Flags().StringVar(&o.File, "file", "", "`file` that keeps what was found in the games")
	c.RunE = func(c *cobra.Command, _ []string) error {
		o.Log, o.Seed = c.ErrOrStderr(), uint32(seed)
		if err := puzzles.Make(c.Context(), o, c.OutOrStdout()); err != nil {
			return fmt.Errorf("puzzles: %w", err)
		}
		return nil
	}
	return c
}

func newSolver() *cobra.Command {
	c := &cobra.Command{
		Use:   "solver",
		Short: "measure how near to the end of a game the solver must be",
		Long: `solver solves the ends of the games in games/duo/endgame/games.txt, so many placements before the end,
and prints how many of them within a second of processor time, on one thread, and what that took.`,
	}
	placements := c.Flags().IntSlice("placements", []int{6, 8, 10}, "how many placements before the end, `N,N`")
	limit := c.Flags().Duration("time", time.Second, "processor time for a position")
	c.RunE = func(c *cobra.Command, _ []string) error {
		for _, n := range *placements {
			if n < 1 {
				return badInputf("solver: --placements %d, want 1 or more", n)
			}
		}
		return endings.Measure(c.Context(), *placements, *limit, c.OutOrStdout(), c.ErrOrStderr())
	}
	return c
}

func newLeafValues() *cobra.Command {
	var leaves, every int
	var file string
	c := &cobra.Command{
		Use:   "leaf-values",
		Short: "measure the error of a leaf's value against deep searches",
		Long: `leaf-values compares estimates of the margin with deep searches, on positions of the games in
games/duo/endgame/games.txt: how far they are off, and, where the margin is small, whether they have
the right player ahead. It writes ` + leafvalue.File + `, and takes some 10 minutes.

With --every it takes fewer games, and only prints. With --weights it measures a file of weights
beside those of the program, and only prints: weights that do not pass are not worth games.`,
	}
	intFlag(c.Flags(), &leaves, "leaves", 1, 1<<24, 150_000, "`leaves` of a deep search")
	intFlag(c.Flags(), &every, "every", 1, 1<<10, 1, "take one `game` in so many; above 1 only print")
	c.Flags().StringVar(&file, "weights", "", "measure the weights of this `file`, too, and only print")
	c.RunE = func(c *cobra.Command, _ []string) error {
		var try *evaluation.Weights
		if file != "" {
			var err error
			if try, err = weights.Read(file); err != nil {
				return badInputf("leaf-values: --weights: %w", err)
			}
		}
		r, err := leafvalue.Measure(c.Context(), try, leaves, every, c.ErrOrStderr())
		if err != nil {
			return err
		}
		r.Print(c.OutOrStdout())
		if try != nil || every > 1 {
			_, err := fmt.Fprintf(c.ErrOrStderr(), "%s is left as it is: it has all games, and the program's weights alone\n", leafvalue.File)
			return err
		}
		return r.Write(".")
	}
	return c
}
