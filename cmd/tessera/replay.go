// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

func newReplay() *cobra.Command {
	c := &cobra.Command{
		Use:   "replay",
		Short: "score and check each game read from standard input",
		Long: `replay answers every game with one line: the scores of player 1 and player 2 after
its moves, whether or not the game is over by then. If a move is wrong, the scores
are those before it, and what is wrong follows:

  -84 -84 broken: move 3 (player 1): 66a0: a square shares an edge with one of the player's tiles: (6,6)

A game other than Blokus Duo is answered with its name, how the players stand, and how it ended:

  dots:2x2 3 - 1: player 1 wins

` + gamesHelp + `

A wrong game is reported on standard error, too, with its line; the other games
are answered all the same. Then the exit code is 2.

--record writes the games that are not wrong in the form of a file's name, so that it
turns one form into another.`,
		Example: `  tessera replay < games.txt
  tessera replay --verbose --only 2 < match.json
  tessera replay --record games.blksgf < games.json
  echo "55u0 aau0" | tessera replay --verbose`,
		Args: noArgs,
	}
	var games gamesFlags
	games.add(c)
	var records recordFlags
	records.add(c)
	verbose := c.Flags().BoolP("verbose", "v", false, "draw the last position of each game below its line")
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		if err := records.open("replay", nil); err != nil {
			return err
		}
		defer records.close("replay", &err)
		out := c.OutOrStdout()
		return games.each(c, func(g *record.Game, p play.Position, broken error) error {
			if records.file != nil && broken == nil {
				form, err := record.FormOf(records.name)
				if err == nil {
					err = form.Holds(g)
				}
				if err != nil {
					return badInputf("replay: --record: %w", err)
				}
				if err := records.file.Add(g); err != nil {
					return err
				}
			}
			line := p.Standing()
			if !g.Of.IsDefault() {
				line = strings.TrimSpace(g.Of.Name + " " + line)
				if broken == nil {
					line += ": " + g.Outcome(p)
				}
			}
			if broken != nil {
				line += " broken: " + broken.Error()
			}
			line += "\n"
			if *verbose {
				line += p.Draw(play.DrawOptions{Color: colourful(out)}) + "\n"
			}
			_, err := io.WriteString(out, line)
			return err
		})
	}
	return c
}
