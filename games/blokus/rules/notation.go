// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// String returns the name of the square, a1 to t20: the column and the row, counted from the lower
// left corner of the board.
func (s Square) String() string {
	return string(rune('a'+s.Col())) + strconv.Itoa(BoardSize-s.Row())
}

// ParseSquare reads the name of a square.
func ParseSquare(text string) (Square, error) {
	if text != "" && text[0] >= 'a' && text[0] < 'a'+BoardSize {
		n, err := strconv.Atoi(text[1:])
		if err == nil && n >= 1 && n <= BoardSize && strconv.Itoa(n) == text[1:] {
			return NewSquare(BoardSize-n, int(text[0]-'a')), nil
		}
	}
	return 0, fmt.Errorf("square %q, want a column a..t and a row 1..20", text)
}

// String returns the move in Pentobi's notation: the squares of the placement, in rows from the
// bottom up, separated by commas. It omits squares off the board.
func (m Move) String() string {
	if m >= NumMoves {
		return fmt.Sprintf("move %d", uint16(m))
	}
	var squares []Square
	for row, col := range m.Cells {
		if OnBoard(row, col) {
			squares = append(squares, NewSquare(row, col))
		}
	}
	slices.SortFunc(squares, func(a, b Square) int {
		if a.Row() != b.Row() {
			return b.Row() - a.Row()
		}
		return a.Col() - b.Col()
	})
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = s.String()
	}
	return strings.Join(names, ",")
}

// ParseError reports a text that is no move.
type ParseError struct {
	Text string
	Err  error // what is wrong with the text
}

func (e *ParseError) Error() string { return fmt.Sprintf("blokus: move %q: %v", e.Text, e.Err) }

// Reason returns the fault without the text.
func (e *ParseError) Reason() string { return e.Err.Error() }

// Unwrap returns the fault.
func (e *ParseError) Unwrap() error { return e.Err }

// ParseMove reads a move in Pentobi's notation, with its squares in any order. It does not check
// the rules; see Position.Check.
func ParseMove(text string) (Move, error) {
	fail := func(format string, args ...any) (Move, error) {
		return 0, &ParseError{text, fmt.Errorf(format, args...)}
	}
	var cells []duo.Cell
	for _, name := range strings.Split(text, ",") {
		s, err := ParseSquare(name)
		if err != nil {
			return fail("%w", err)
		}
		cell := duo.Cell{Row: int8(s.Row()), Col: int8(s.Col())}
		if slices.Contains(cells, cell) {
			return fail("square %q stands twice", name)
		}
		cells = append(cells, cell)
	}
	if len(cells) > 5 {
		return fail("%d squares, want at most 5", len(cells))
	}
	o, ref, ok := duo.FindOrientation(cells)
	if !ok {
		return fail("these squares are not a tile")
	}
	return NewMove(o, NewSquare(int(ref.Row), int(ref.Col))), nil
}

// PlayText plays moves in Pentobi's notation, separated by spaces. An error names the first move
// that cannot be played; the earlier moves have been played.
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

// Turn returns the move turned clockwise around the middle of the board, by that many quarters. A
// move of blue in its corner becomes the corresponding move of yellow, red and green in their
// corners after 1, 2 and 3 quarters.
func (m Move) Turn(quarters int) Move {
	var cells []duo.Cell
	for row, col := range m.Cells {
		for range quarters & 3 {
			row, col = col, BoardSize-1-row
		}
		cells = append(cells, duo.Cell{Row: int8(row), Col: int8(col)})
	}
	o, ref, ok := duo.FindOrientation(cells)
	if !ok {
		panic("blokus: a turned tile is no image of it")
	}
	return NewMove(o, NewSquare(int(ref.Row), int(ref.Col)))
}

// String draws the board in letters, row 20 at the top: b, y, r and g are the colours' squares. The
// line below it has the points and the colour to move.
func (p *Position) String() string {
	var b strings.Builder
	for row := range BoardSize {
		fmt.Fprintf(&b, "%2d", BoardSize-row)
		for col := range BoardSize {
			mark := byte('.')
			if c, ok := p.At(NewSquare(row, col)); ok {
				mark = c.String()[0]
			}
			b.WriteByte(' ')
			b.WriteByte(mark)
		}
		b.WriteByte('\n')
	}
	b.WriteString("   a b c d e f g h i j k l m n o p q r s t\n")
	for c := range Colour(NumColours) {
		fmt.Fprintf(&b, "%v %d, ", c, p.Points(c))
	}
	if p.Over() {
		b.WriteString("the game is over\n")
	} else {
		fmt.Fprintf(&b, "%v to move\n", p.toMove)
	}
	return b.String()
}
