// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

func newLegal() *cobra.Command {
	c := &cobra.Command{
		Use:   "legal",
		Short: "list the legal moves after each game read from standard input",
		Long: `legal answers every game with one line: the canonical codes of all legal moves
of the side to move, sorted as text and separated by spaces; 0000 if there is none
but to pass, and when the game is over. Of a game other than Blokus Duo these are its moves,
as it writes them, and none when it is over.

` + gamesHelp + `

A game with a wrong move, be it malformed, illegal, or after the end of the game,
is reported on standard error with its line, and answered with an empty line, so
that answers pair with questions; the other games are answered all the same. Then
the exit code is 2.`,
		Example: `  echo "" | tessera legal                  # the 414 first moves
  echo "55u0 aau0" | tessera legal
  echo "e11,d10,e10,f10,e9 pass" | tessera legal   # wrong: exit code 2`,
		Args: noArgs,
	}
	var games gamesFlags
	games.add(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		return games.each(c, func(g *record.Game, p play.Position, broken error) error {
			var moves []string
			if broken == nil && (!p.Over() || g.Of.HasPass) {
				for _, m := range p.Moves() {
					moves = append(moves, g.Of.Format(m))
				}
			}
			slices.Sort(moves)
			_, err := fmt.Fprintln(c.OutOrStdout(), strings.Join(moves, " "))
			return err
		})
	}
	return c
}
