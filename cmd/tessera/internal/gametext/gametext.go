// Package gametext reads and writes games as text: one a line, moves in either notation,
// separated by spaces, in the order in which they were made.
package gametext

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// BrokenMove says which move of a game is wrong and why.
type BrokenMove struct {
	Number int // from 1
	Player duo.Player
	Text   string // the move as it was written
	Reason string
}

func (b *BrokenMove) Error() string {
	return fmt.Sprintf("move %d (%v): %s: %s", b.Number, b.Player, b.Text, b.Reason)
}

// Parse plays the moves of a line. If one of them is wrong it returns the
// position before it and a *BrokenMove.
func Parse(first duo.Player, line string) (duo.Position, error) {
	p := duo.NewPosition(first)
	for text := range strings.FieldsSeq(line) {
		if err := Play(&p, text); err != nil {
			return p, err
		}
	}
	return p, nil
}

// Play plays a move in either notation. If it is wrong, the position stays and the error is
// a *BrokenMove.
func Play(p *duo.Position, text string) error {
	if err := playMove(p, text); err != nil {
		return &BrokenMove{p.Plies() + 1, p.ToMove(), clip(text), err.Error()}
	}
	return nil
}

// Format returns the codes of the moves that led to a position, separated by spaces.
func Format(p *duo.Position) string {
	var codes []string
	for _, m := range p.History() {
		codes = append(codes, m.String())
	}
	return strings.Join(codes, " ")
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
