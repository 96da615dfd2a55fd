package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
	"github.com/tessera-fpga/tessera/golden/duo"
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
		list := func(broken error, moves func() string) error {
			answer := "\n"
			if broken == nil {
				answer = moves() + "\n"
			}
			_, err := io.WriteString(c.OutOrStdout(), answer)
			return err
		}
		return games.each(c, answers{
			duo: func(_ *record.Game, p *duo.Position, broken error) error {
				return list(broken, func() string { return legalCodes(p) })
			},
			board: func(r *boardRecord, broken error) error {
				return list(broken, func() string {
					if r.position.Over() {
						return ""
					}
					return strings.Join(slices.Sorted(slices.Values(r.position.Moves())), " ")
				})
			},
		})
	}
	return c
}

// legalCodes returns the codes of the legal moves, sorted and separated by spaces.
func legalCodes(p *duo.Position) string {
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		return duo.PassCode
	}
	codes := make([]string, len(moves))
	for i, m := range moves {
		codes[i] = m.String()
	}
	slices.Sort(codes)
	return strings.Join(codes, " ")
}
