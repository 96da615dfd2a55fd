package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// gamesHelp is the part of the help that legal and replay share.
const gamesHelp = `Games are read from standard input, one a line: moves in either notation, parted
by blanks, in the order in which they were made. An empty line is the position
at the start of a game. A pass is accepted as the contest's referee accepts it:
at any turn but a player's first.`

// brokenMove says which move of a game is wrong and why.
type brokenMove struct {
	number int // from 1
	player duo.Player
	text   string // the move as it was written
	reason string
}

func (b *brokenMove) Error() string {
	return fmt.Sprintf("move %d (%v): %s: %s", b.number, b.player, b.text, b.reason)
}

// playGame plays the moves of a line. If one of them is wrong it returns the
// position before it and a *brokenMove.
func playGame(first duo.Player, line string) (duo.Position, error) {
	p := duo.NewPosition(first)
	number := 0
	for text := range strings.FieldsSeq(line) {
		number++
		if err := playMove(&p, text); err != nil {
			return p, &brokenMove{number, p.ToMove(), clip(text), err.Error()}
		}
	}
	return p, nil
}

// longestMove is more than the length of any move in either notation.
const longestMove = 40

// playMove plays a move; its error tells the rule and the place, not the move.
func playMove(p *duo.Position, text string) error {
	if len(text) > longestMove {
		return fmt.Errorf("%d characters, want a move", len(text))
	}
	m, err := duo.ParseMove(text)
	if err != nil {
		return errors.Unwrap(err)
	}
	if bad := (*duo.MoveError)(nil); errors.As(p.MakeMove(m), &bad) {
		return errors.New(bad.Reason())
	}
	return nil
}

// clip returns the text of a move as it can stand in a message: of one line,
// and not much longer than a move.
func clip(text string) string {
	if len(text) > longestMove {
		text = text[:longestMove] + "..."
	}
	if quoted := strconv.Quote(text); quoted[1:len(quoted)-1] != text {
		return quoted
	}
	return text
}

// eachGame calls answer for every line of standard input, numbered from 1, with
// the position that its moves lead to; if one of them is wrong, with the position
// before it and what is wrong, after reporting that. It goes on to the next line
// in any case, and returns errReported in the end if a line was wrong.
func eachGame(c *cobra.Command, first duo.Player, answer func(p *duo.Position, broken error) error) error {
	in := newLines(c.InOrStdin())
	var result error
	for number := 1; ; number++ {
		line, err := in.Next(c.Context())
		if errors.Is(err, io.EOF) {
			return result
		}
		p := duo.NewPosition(first)
		var broken error
		switch {
		case errors.Is(err, errLongLine):
			broken = fmt.Errorf("the line has more than %d bytes, want a game", maxLine)
		case err != nil:
			return err
		default:
			p, broken = playGame(first, line)
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

// firstFlag adds the flag --first, and returns a function that reads it.
func firstFlag(c *cobra.Command) func() (duo.Player, error) {
	n := c.Flags().String("first", "1", "the player who moves first, 1 or 2")
	return func() (duo.Player, error) {
		switch *n {
		case "1":
			return duo.Player1, nil
		case "2":
			return duo.Player2, nil
		}
		return 0, badInputf("%s: --first %q, want 1 or 2", c.Name(), *n)
	}
}
