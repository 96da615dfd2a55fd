package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/show"
	"github.com/tessera-fpga/tessera/golden/duo"
)

func newReplay() *cobra.Command {
	c := &cobra.Command{
		Use:   "replay",
		Short: "score and check each game read from standard input",
		Long: `replay answers every line with one line: the scores of player 1 and player 2 after
its moves, whether or not the game is over by then. If a move is wrong, the scores
are those before it, and what is wrong follows:

  -84 -84 broken: move 3 (player 1): 66a0: a square shares an edge with one of the player's tiles: (6,6)

` + gamesHelp + `

A wrong line is reported on standard error, too, with its number; the other lines
are answered all the same. Then the exit code is 2.`,
		Example: `  tessera replay < games.txt
  echo "55u0 aau0" | tessera replay --verbose`,
		Args: noArgs,
	}
	first := firstFlag(c)
	verbose := c.Flags().BoolP("verbose", "v", false, "draw the last position of each game below its line")
	c.RunE = func(c *cobra.Command, _ []string) error {
		first, err := first()
		if err != nil {
			return err
		}
		out := c.OutOrStdout()
		options := show.Options{Color: colourful(out)}
		return eachGame(c, first, func(p *duo.Position, broken error) error {
			answer := fmt.Sprintf("%d %d", p.Score(duo.Player1), p.Score(duo.Player2))
			if broken != nil {
				answer += " broken: " + broken.Error()
			}
			answer += "\n"
			if *verbose {
				answer += show.Board(p, options) + show.Status(p, options) + "\n"
			}
			_, err := io.WriteString(out, answer)
			return err
		})
	}
	return c
}
