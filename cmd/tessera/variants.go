package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/lab/variants"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play/progress"
)

func newVariants() *cobra.Command {
	var games, leaves, jobs int
	var folder, file, weights string
	var only []string
	c := &cobra.Command{
		Use:   "variants",
		Short: "find out by games what each choice of the tree search is worth",
		Long: `variants lets the player tree play with one parameter, or one part of its evaluation, changed,
against itself as it is: Elo with 95 % intervals, and the time that a leaf takes. The parts of the
evaluation are left out by weights that "tessera train --ablate" has fitted without them.

The games are in a folder, a file for each hundred of a variant. If it is interrupted, the same command
goes on, and with a larger --games it adds to what is there. The report has the variants that are over.
"tessera docs --variants FILE" takes it into the documentation.`,
		Example: "  tessera variants --only children,expand --games 400 --json build/variants.json",
		Args:    noArgs,
	}
	flags := c.Flags()
	intFlag(flags, &games, "games", 1, math.MaxInt32, 400, "number of `games` of each variant, rounded up to hundreds")
	intFlag(flags, &leaves, "leaves", 1, 1<<20, 1000, "`leaves` a move")
	intFlag(flags, &jobs, "jobs", 1, 1024, 1, "how many pairs of games to play at a time, `N`")
	flags.StringVar(&folder, "folder", "build/variants", "`folder` of the files of games")
	flags.StringVar(&file, "json", "", "write the report to `file`")
	flags.StringVar(&weights, "weights", "build/train/ablation-"+evaluation.Default.Hash(), "`folder` of the weights that tessera train --ablate has written")
	flags.StringSliceVar(&only, "only", nil, "these `studies` only, such as children,expand")
	c.RunE = func(c *cobra.Command, _ []string) error {
		log := c.ErrOrStderr()
		studies, err := variants.Only(variants.Studies(weights), only)
		if err != nil {
			return badInputf("variants: --only %w", err)
		}
		if err := checkFolder("variants", "json", file); err != nil {
			return err
		}
		engine, err := engineVersion()
		if err != nil {
			return fmt.Errorf("variants: version: %w", err)
		}
		pool := match.NewPool(engine)
		defer pool.Close()
		var so variants.Report // far, for those who interrupt it
		write := func() error {
			if file == "" {
				return nil
			}
			var text bytes.Buffer
			if err := so.Write(&text); err != nil {
				return err
			}
			return renameio.WriteFile(file, text.Bytes(), 0o666)
		}
		bar := progress.Start(log, "variants")
		defer bar.Done()
		err = variants.Run(c.Context(), variants.Options{
			Studies: studies,
			Games:   games,
			Round:   variants.RoundGames,
			Leaves:  leaves,
			Folder:  folder,
			Terms:   match.Terms{Book: match.BookDigest(""), Version: engine},
			Weights: evaluation.Default.Hash(),
			Pool:    pool,
			Queue:   queue.Local(jobs, pool.Play),
			Log:     log,
			Progress: func(name string, done, of int, score string) {
				bar.Say(name + ": " + score)
				bar.Set(done, of)
			},
			Played: func(r variants.Result) error {
				bar.Print(log, "variants: "+r.String())
				so.Results = append(so.Results, r)
				return write()
			},
		})
		bar.Done()
		var terms *match.TermsError
		var games *match.FileError
		switch {
		case err == nil:
		case errors.As(err, &games) && games.Input:
			return badInputf("variants: %w: name another folder by --folder, or remove %s to begin afresh", err, folder)
		case errors.As(err, &terms):
			return badInputf("variants: %w", err)
		default:
			fmt.Fprintf(log, "variants: the games so far are in %s; to go on:\n  %s\n", folder, commandLine(c))
			if c.Context().Err() != nil {
				return err
			}
			return fmt.Errorf("variants: %w", err)
		}
		for _, r := range so.Results {
			fmt.Fprintln(c.OutOrStdout(), r.String())
		}
		return nil
	}
	return c
}
