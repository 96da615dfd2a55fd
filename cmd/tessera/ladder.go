package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/lab/ladder"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play/progress"
)

// ladderMoveTime is the time for a move, which no player is meant to need.
const ladderMoveTime = 10 * time.Minute

func newLadder() *cobra.Command {
	var games, jobs int
	var folder, file, pentobi string
	var omit []string
	c := &cobra.Command{
		Use:   "ladder",
		Short: "rate all players against each other",
		Long: `ladder lets all players, from random to the tree search's highest level, play those next to
them in strength, and rates them all together: Elo with 95 % intervals, and the work and the time
that a move takes. Pentobi's levels take part if the program is there ("make pentobi").

The games are in a folder, one file for each two players. If the ladder is interrupted, the same
command goes on with it. "tessera docs --ladder FILE" takes the report into the documentation.`,
		Example: "  tessera ladder --games 100 --json build/ladder.json\n  tessera ladder --games 2 --omit 'tree 9,tree 8'",
		Args:    noArgs,
	}
	flags := c.Flags()
	intFlag(flags, &games, "games", 1, math.MaxInt32, 100, "number of `games` of each two players who meet")
	intFlag(flags, &jobs, "jobs", 1, 1024, 1, "how many pairs of games to play at a time, `N`; more than one disturbs the times")
	flags.StringVar(&folder, "folder", "build/ladder", "`folder` of the files of games")
	flags.StringVar(&file, "json", "", "write the report to `file`")
	flags.StringVar(&pentobi, "pentobi", ladder.PentobiProgram, "Pentobi's `program`; if there is none, Pentobi does not take part")
	flags.StringSliceVar(&omit, "omit", nil, "do without these `players`, such as 'tree 9,tree 8'")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if err := checkFolder("ladder", "json", file); err != nil {
			return err
		}
		log := c.ErrOrStderr()
		if _, err := os.Stat(pentobi); err != nil {
			if flags.Changed("pentobi") {
				return badInputf("ladder: --pentobi: %w", err)
			}
			fmt.Fprintf(log, "ladder: %s is not there: without Pentobi (see make pentobi)\n", pentobi)
			pentobi = ""
		}
		players, err := ladder.Omit(ladder.Players(pentobi), omit)
		if err != nil {
			return badInputf("ladder: --omit %w", err)
		}
		if len(players) < 2 {
			return badInputf("ladder: --omit leaves %d players, want two or more", len(players))
		}
		engine, err := engineVersion()
		if err != nil {
			return fmt.Errorf("ladder: version: %w", err)
		}
		pool := match.NewPool(engine)
		defer pool.Close()
		bar := progress.Start(log, "ladder")
		defer bar.Done()
		report, err := ladder.Run(c.Context(), ladder.Options{
			Players: players,
			Folder:  folder,
			Terms: match.Terms{
				Games: games, Seed: 1, MoveTimeout: match.Duration(ladderMoveTime),
				Book: match.BookDigest(""), Version: engine,
			},
			Pool:  pool,
			Queue: queue.Local(jobs, pool.Play),
			Log:   log,
			Progress: func(link string, p match.Progress) {
				bar.Say(link + ": " + p.String())
				bar.Set(p.Games, p.Of)
			},
			Played: func(l ladder.Link) {
				bar.Print(log, fmt.Sprintf("ladder: %s - %s: won %d, drawn %d, lost %d", l.Players[0], l.Players[1], l.Wins, l.Draws, l.Losses))
			},
		})
		var terms *match.TermsError
		var games *match.FileError
		switch {
		case err == nil:
		case errors.As(err, &games) && games.Input:
			return badInputf("ladder: %w: name another folder by --folder, or remove %s to begin afresh", err, folder)
		case errors.As(err, &terms):
			return badInputf("ladder: %w", err)
		default:
			fmt.Fprintf(log, "ladder: the games so far are in %s; to go on:\n  %s\n", folder, commandLine(c))
			if c.Context().Err() != nil {
				return err
			}
			return fmt.Errorf("ladder: %w", err)
		}
		if err := report.Rate(); err != nil {
			return err
		}
		bar.Done()
		out := c.OutOrStdout()
		for _, p := range report.Players {
			fmt.Fprintf(out, "%-16s %+7.0f (%+.0f to %+.0f), %d games, %v a move\n", p.Name, p.Elo, p.Low, p.High, p.Games,
				time.Duration(p.Seconds*float64(time.Second)).Round(time.Microsecond))
		}
		if file == "" {
			return nil
		}
		var text bytes.Buffer
		if err := report.Write(&text); err != nil {
			return err
		}
		return renameio.WriteFile(file, text.Bytes(), 0o666)
	}
	return c
}
