package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gametext"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// gamesHelp is the part of the help that legal and replay share.
const gamesHelp = `Games are read from standard input, one a line: moves in either notation, separated
by spaces, in the order in which they were made. An empty line is the position
at the start of a game. A pass is accepted as the contest's host accepts it:
at any turn but a player's first.`

// eachGame calls answer for every line of standard input, numbered from 1, with
// the position that its moves lead to; if one of them is wrong, with the position
// before it and what is wrong, after reporting that. It goes on to the next line
// in any case, and returns errReported in the end if a line was wrong.
func eachGame(c *cobra.Command, first duo.Player, answer func(p *duo.Position, broken error) error) error {
	in := gametext.NewLines(c.InOrStdin())
	var result error
	for number := 1; ; number++ {
		line, err := in.Next(c.Context())
		if errors.Is(err, io.EOF) {
			return result
		}
		p := duo.NewPosition(first)
		var broken error
		switch {
		case errors.Is(err, gametext.ErrLongLine):
			broken = fmt.Errorf("the line has more than %d bytes, want a game", gametext.MaxLine)
		case err != nil:
			return err
		default:
			p, broken = gametext.Parse(first, line)
		}
		if broken != nil {
			fmt.Fprintf(c.ErrOrStderr(), "line %d: %v\n", number, broken)
			result = errReported
		}
		if err := answer(&p, broken); err != nil {
			return fmt.Errorf("write the answer to line %d: %w", number, err)
		}
	}
}
