// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"
	"math"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/lab/training"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/rtl"
)

func newTrain() *cobra.Command {
	var cfg training.Config
	c := &cobra.Command{
		Use:   "train",
		Short: "learn the weights of the evaluation from self-play",
		Long: `train plays games of the program against itself, fits the weights of the prior and of
the expected margin to four fifths of them, prints how they fare on the others and in games
against the weights they are to replace, and, if they win more than they lose, writes them to
` + training.Folder + evaluation.DefaultFile + `, for the next build, and the figures to
` + training.File + `.
make gen puts them into the Verilog of the tree core.
With --for chip the weights are those of the processor's program, in ` + evaluation.ChipFile + ` there: they have
no patterns.
The games go to files in build/train as they end: a run that was stopped goes on there.

With --nats URL workers play the games of self-play, on other machines or this one; see tessera
worker. They are the same games. The games against the built-in weights are played here.`,
		Example: "  tessera train --search flat --effort 1 --games 400",
		Args:    noArgs,
	}
	flags := c.Flags()
	intFlag(flags, &cfg.Games, "games", 5, math.MaxInt, 400, "number of `games`")
	flags.Uint64Var(&cfg.Seed, "seed", 1, "seed of the games")
	search := choiceFlag(c, "search", "the `search` of self-play: tree (with the built-in weights) or flat (Monte Carlo, which needs none)", training.TreeSearch, training.FlatSearch)
	whose := choiceFlag(c, "for", "`whose` weights: program (the player tree, and the tree core) or chip (the processor's program, and its model)", training.ForProgram, training.ForChip)
	intFlag(flags, &cfg.Effort, "effort", 1, math.MaxInt, 1000, "of the search: leaves of a tree a move; visits of each move in the first round of the flat one")
	intFlag(flags, &cfg.Every, "every", 1, 1000, 4, "one ply in so `many` of the tree's games, at random, has --effort leaves and is learned from; 1: all")
	intFlag(flags, &cfg.Quick, "quick", 1, math.MaxInt, 80, "`leaves` of the other plies")
	intFlag(flags, &cfg.Pairs, "pairs", 0, math.MaxInt/2, 100, "`pairs` of games against the weights to replace, by tree search")
	intFlag(flags, &cfg.MatchLeaves, "match-leaves", 1, tree.MaxVisits, 1000, "`leaves` a move in these games")
	flags.BoolVar(&cfg.KeepMargin, "keep-margin", false, "keep the margin of the weights to replace, and fit those of the prior alone")
	flags.BoolVar(&cfg.KeepPrior, "keep-prior", false, "keep the prior of the weights to replace, and fit those of the margin alone")
	target := choiceFlag(c, "target", "`what` the margin is fitted to: games (their results) or searches (what the searches of --effort leaves expect)", training.TargetGames, training.TargetSearches)
	intFlag(flags, &cfg.Playouts, "playouts", 1, 1000, 16, "playouts from each position, whose mean margin the weights are fitted with")
	intFlag(flags, &cfg.Jobs, "jobs", 1, math.MaxInt, runtime.GOMAXPROCS(0), "games played side by side; the results do not depend on it")
	flags.BoolVar(&cfg.Ablate, "ablate", false, "also fit without each feature and term in turn, and print what is lost")
	flags.StringVar(&cfg.File, "file", "", "fit to the first games of this `file`, which a run has written, and play none")
	var server queue.Server
	natsFlags(flags, &server)
	dry := flags.Bool("dry", false, "print the figures only, and leave the weights as they are")
	force := flags.Bool("force", false, "write the weights even if they won no more games than they lost")
	c.RunE = func(c *cobra.Command, _ []string) error {
		cfg.Search, cfg.For, cfg.Target = *search, *whose, *target
		root, err := rtl.Root()
		if err != nil {
			return err
		}
		cfg.Dir, cfg.Log = filepath.Join(root, "build", "train"), c.ErrOrStderr()
		cfg.Command = fmt.Sprintf("tessera train --search %s --effort %d --every %d --quick %d --games %d --seed %d --playouts %d",
			cfg.Search, cfg.Effort, cfg.Every, cfg.Quick, cfg.Games, cfg.Seed, cfg.Playouts)
		if cfg.File != "" {
			cfg.Command = fmt.Sprintf("tessera train --file %s --games %d --playouts %d", filepath.Base(cfg.File), cfg.Games, cfg.Playouts)
			if _, _, err := training.ReadGames(cfg.File, cfg.Games); err != nil {
				return badInputf("train: --file: %w", err)
			}
		}
		if cfg.For != training.ForProgram {
			cfg.Command += " --for " + cfg.For
		}
		if cfg.Target != training.TargetGames {
			cfg.Command += " --target " + cfg.Target
		}
		if cfg.KeepMargin {
			cfg.Command += " --keep-margin"
		}
		if cfg.KeepPrior {
			if cfg.KeepMargin {
				return badInputf("train: --keep-margin and --keep-prior, want one of them, or there is nothing to fit")
			}
			cfg.Command += " --keep-prior"
		}
		if err := checkNATS("train", &server); err != nil {
			return err
		}
		if cfg.Version, err = engineVersion(); err != nil {
			return fmt.Errorf("train: version: %w", err)
		}
		cfg.Queue = queue.Local(cfg.Jobs, training.Handler(cfg.Version))
		cfg.Pool = match.NewPool(cfg.Version)
		defer cfg.Pool.Close()
		say := func(line string) { fmt.Fprintln(c.ErrOrStderr(), "train: "+line) }
		// The match is played here, because workers would need the file of the new weights.
		cfg.MatchQueue = matchQueues(c, queue.Server{}, cfg.Jobs, cfg.Pool, say)
		if server.URL != "" {
			server.Log = say
			remote, err := queue.Dial(c.Context(), server, cfg.QueueMatch())
			if err != nil {
				return fmt.Errorf("train: %w", err)
			}
			defer remote.Close()
			cfg.Queue = remote
		}
		w, report, err := training.Run(c.Context(), cfg)
		if err != nil {
			return err
		}
		report.Print(c.OutOrStdout())
		switch a := report.Against; {
		case *dry:
			return nil
		case a != nil && a.Won <= a.Lost && !*force:
			fmt.Fprintln(c.ErrOrStderr(), "train: no better than the weights to replace, which stay as they are (--force writes the new ones all the same)")
			return nil
		}
		return training.Write(root, w, report)
	}
	return c
}
