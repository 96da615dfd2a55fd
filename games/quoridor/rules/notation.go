// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"fmt"
	"strings"
)

// String returns the square's name, a1 to i9.
func (s Square) String() string { return string([]byte{'a' + byte(s.Column()), '1' + byte(s.Row())}) }

// String returns the move in the notation of the source and of today's engines: e3 is a step, e3h
// and e3v are fences.
func (m Move) String() string {
	switch {
	case m.IsFence():
		s, upright := m.Fence()
		if upright {
			return s.Square().String() + "v"
		}
		return s.Square().String() + "h"
	case m.IsStep():
		return m.To().String()
	}
	return fmt.Sprintf("move %d", uint8(m))
}

func squares(a set) string {
	var out []string
	for !a.empty() {
		out = append(out, a.next().String())
	}
	return strings.Join(out, " ")
}

// ParseError reports a text that is no move.
type ParseError struct {
	Text string
	Want string // instead
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("quoridor: move %q, %s", e.Text, e.Reason())
}

// Reason returns the fault without the text.
func (e *ParseError) Reason() string { return "want " + e.Want }

// ParseMove reads a move in its notation, also with capitals. It does not check the rules; see
// Position.Check.
func ParseMove(text string) (Move, error) {
	t := strings.ToLower(text)
	bad := func(want string) (Move, error) {
		return 0, &ParseError{text, want}
	}
	if len(t) < 2 || len(t) > 3 || t[0] < 'a' || t[0] > 'i' || t[1] < '1' || t[1] > '9' {
		return bad("a square, a1..i9 (a step), or with h or v behind it (a fence)")
	}
	column, row := Square(t[0]-'a'), Square(t[1]-'1')
	if len(t) == 2 {
		return Step(row*Size + column), nil
	}
	if t[2] != 'h' && t[2] != 'v' {
		return bad("h or v behind the square (a fence)")
	}
	if column >= SlotSize || row >= SlotSize {
		return bad("a fence's square within a1..h8, the lower left of the four that it touches")
	}
	s := Slot(row)*SlotSize + Slot(column)
	if t[2] == 'v' {
		return Vertical(s), nil
	}
	return Horizontal(s), nil
}

// PlayText plays moves in their notation, separated by spaces. An error names the first move that
// cannot be played; the earlier moves have been played.
func (p *Position) PlayText(text string) error {
	for i, word := range strings.Fields(text) {
		m, err := ParseMove(word)
		if err == nil {
			err = p.Check(m)
		}
		if err != nil {
			return fmt.Errorf("%w (move %d of the list)", err, i+1)
		}
		p.Play(m)
	}
	return nil
}

// String draws the board, row 9 at the top: 1 and 2 are the pawns, with the fences between the
// squares. The line below it has the player to move and the numbers of fences left.
//
//	9   .   .   .   .   2   .   .   .   .
//
//	8   .   . | .   .   .   .   .   .   .
//	          |        -------
//	7   .   . | .   .   .   .   .   .   .
func (p *Position) String() string {
	var b strings.Builder
	for row := Size - 1; row >= 0; row-- {
		fmt.Fprintf(&b, "%d  ", row+1)
		for column := range Size {
			s := Square(row*Size + column)
			mark := " ."
			switch s {
			case p.pawns[0]:
				mark = " 1"
			case p.pawns[1]:
				mark = " 2"
			}
			b.WriteString(mark)
			if column < Size-1 {
				b.WriteString(map[bool]string{true: "  ", false: " |"}[p.east.has(s)])
			}
		}
		if row > 0 {
			b.WriteString("\n")
			b.WriteString(p.between(row - 1))
		}
		b.WriteString("\n")
	}
	b.WriteString("    a   b   c   d   e   f   g   h   i\n")
	fmt.Fprintf(&b, "fences left: player 1 %d, player 2 %d; ", p.left[0], p.left[1])
	switch pl, won := p.Winner(); {
	case won:
		fmt.Fprintf(&b, "player %d has won\n", pl+1)
	case p.Over():
		b.WriteString("a draw\n")
	default:
		fmt.Fprintf(&b, "player %d to move\n", p.ToMove()+1)
	}
	return b.String()
}

// between draws the line above a row of squares: four characters a square, the last of them for the
// gap between two columns.
func (p *Position) between(row int) string {
	line := []byte(strings.Repeat(" ", 4*Size))
	for column := range SlotSize {
		bit := uint64(1) << (row*SlotSize + column)
		if p.fences[horizontal]&bit != 0 {
			copy(line[4*column:], "-------")
		}
		if p.fences[vertical]&bit != 0 {
			line[4*column+3] = '|'
		}
	}
	return strings.TrimRight("   "+string(line), " ")
}
