// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// gamesHelp is the part of the help that legal and replay share.
const gamesHelp = `Games are read from standard input, one a line: moves in either notation, separated
by spaces, in the order in which they were made. An empty line is the position
at the start of a game. A pass is accepted as the contest's host accepts it:
at any turn but a player's first. Records are taken, too, and told by what they begin
with: a line of JSON, as play --record and match write it, or a file of Pentobi's
(.blksgf), which says itself who moves first. A line of JSON can be of a game other than
Blokus Duo, which it names; --game names the game of moves. Every game is answered,
or one of them with --only.`

// gamesFlags are the flags of legal and replay.
type gamesFlags struct {
	game  func() (*play.Game, error)
	first func() int
	only  int
}

func (f *gamesFlags) add(c *cobra.Command) {
	f.game = gameFlag(c)
	f.first = firstFlag(c)
	intFlag(c.Flags(), &f.only, "only", 0, math.MaxInt, 0, "answer only this game of the input, by its `number` from 1 (0: all)")
}

// answer is a command's answer to a game. It receives the position after the moves. For a wrong
// game it receives the error, and the position before the wrong move.
type answer func(g *record.Game, p play.Position, broken error) error

// each answers every game of standard input, or the requested one. It reports an error in a game
// before the answer and goes on to the next game. It returns errReported at the end if a game was
// wrong.
func (f *gamesFlags) each(c *cobra.Command, answer answer) error {
	of, err := f.game()
	if err != nil {
		return err
	}
	first := f.first()
	in := record.NewReader(play.NewLines(c.InOrStdin()), of, first)
	var result error
	for number := 1; f.only == 0 || number <= f.only; number++ {
		g, err := in.Next(c.Context())
		var broken *record.PlaceError
		switch {
		case errors.Is(err, io.EOF) && f.only > 0:
			return badInputf("%s: --only %d, the input has %d", c.Name(), f.only, number-1)
		case errors.Is(err, io.EOF):
			return result
		case err != nil && !errors.As(err, &broken):
			return err
		case number < f.only && g != nil:
			continue
		}
		if broken != nil {
			fmt.Fprintf(c.ErrOrStderr(), "%s: %v\n", broken.Place(), broken.Err)
			result, err = errReported, broken.Err
		}
		if g == nil || g.Of == nil { // an unknown game
			g = &record.Game{Of: of, First: first}
		}
		p, _ := g.Position() // the moves before the wrong one are legal
		if g.Dropped.String() != "" {
			fmt.Fprintf(c.ErrOrStderr(), "line %d: not read: %v\n", in.Line(), g.Dropped)
		}
		if err := answer(g, p, err); err != nil {
			return fmt.Errorf("write the answer to line %d: %w", in.Line(), err)
		}
	}
	return result
}
