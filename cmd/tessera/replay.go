package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/show"
	"github.com/tessera-fpga/tessera/golden/duo"
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
  tessera replay --verbose --game 2 < match.json
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
		if err := records.open("replay"); err != nil {
			return err
		}
		defer func() {
			if e := records.close(); err == nil && e != nil {
				err = fmt.Errorf("replay: --record: %w", e)
			}
		}()
		out := c.OutOrStdout()
		options := show.Options{Color: colourful(out)}
		// answer writes the line, and below it the board if it is asked for.
		answer := func(line string, broken error, board func() string) error {
			if broken != nil {
				line += " broken: " + broken.Error()
			}
			line += "\n"
			if *verbose {
				line += board() + "\n"
			}
			_, err := io.WriteString(out, line)
			return err
		}
		return games.each(c, answers{
			duo: func(g *record.Game, p *duo.Position, broken error) error {
				if records.file != nil && broken == nil {
					if err := records.file.Add(g); err != nil {
						return err
					}
				}
				line := fmt.Sprintf("%d %d", p.Score(duo.Player1), p.Score(duo.Player2))
				return answer(line, broken, func() string { return show.Board(p, options) + show.Status(p, options) })
			},
			board: func(r *boardRecord, broken error) error {
				if records.file != nil && broken == nil {
					if err := records.addBoard("replay", r); err != nil {
						return err
					}
				}
				line := r.game.Name
				if standing := r.position.Standing(); standing != "" {
					line += " " + standing
				}
				if broken == nil {
					line += ": " + r.Outcome(r.position)
				}
				return answer(line, broken, func() string { return r.position.Draw(options.Color) })
			},
		})
	}
	return c
}
