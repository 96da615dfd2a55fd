// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// PassCode is a pass in the contest's notation.
const PassCode = "0000"

// coordinates are the characters for 0..14 in the contest's codes.
const coordinates = "0123456789abcde"

// String returns the move in the contest's notation of four characters: column and row of the
// reference cell, 1..9 and a..e, row 1 at the top; then the tile's letter and its canonical
// rotation code. A pass is 0000.
func (m Move) String() string {
	if m == Pass {
		return PassCode
	}
	s, o := m.Square(), m.Orientation()
	return string([]byte{coordinates[s.Col()+1], coordinates[s.Row()+1], o.Tile().Letter(), '0' + byte(o.Rotation())})
}

// String draws the board, for messages: X and O are the squares of players 1 and 2. Below it says who
// is to move, and which tiles the players have left.
// Golden may not import the games, and so not rules.Board, which draws for people.
func (p *Position) String() string {
	var b strings.Builder
	for s := range Square(NumSquares) {
		switch {
		case p.squares[Player1].Has(s):
			b.WriteByte('X')
		case p.squares[Player2].Has(s):
			b.WriteByte('O')
		default:
			b.WriteByte('.')
		}
		if s.Col() == BoardSize-1 {
			b.WriteByte('\n')
		}
	}
	fmt.Fprintf(&b, "%v to move; left: X %v, O %v", p.toMove, p.left[Player1], p.left[Player2])
	return b.String()
}

// CellList returns the move in Pentobi's notation: the squares of the placement
// in reading order, separated by commas, columns a..n and rows 1..14 counted from
// the lower left corner. A pass is "pass".
func (m Move) CellList() string {
	if m == Pass {
		return "pass"
	}
	var points []string
	for row, col := range m.Cells {
		points = append(points, fmt.Sprintf("%c%d", 'a'+col, BoardSize-row))
	}
	return strings.Join(points, ",")
}

// ParseError reports a text that is no move.
type ParseError struct {
	Text string
	Err  error // what is wrong; ErrOffBoard if the text names a square off the board
}

// Error quotes the text and names its fault.
func (e *ParseError) Error() string { return fmt.Sprintf("duo: move %q: %v", e.Text, e.Err) }

// Unwrap returns the fault of the text.
func (e *ParseError) Unwrap() error { return e.Err }

// ParseMove reads a move in either notation: the contest's four-character code with any of the
// eight rotation codes, or Pentobi's list of squares in any order. A pass is 0000 or pass.
// ParseMove does not check the rules; see Position.Check. However, a Move cannot name a reference
// cell off the board: a well-formed code of such a placement gives an error that wraps ErrOffBoard.
func ParseMove(text string) (Move, error) {
	if text == PassCode || text == "pass" {
		return Pass, nil
	}
	if IsCode(text) {
		return parsePlacement(text)
	}
	return parseCellList(text)
}

// IsCode reports whether ParseMove reads a text as a code of the contest, not as a list of squares.
func IsCode(text string) bool { return !strings.Contains(text, ",") && len(text) >= 4 }

// ParseCode reads a move in the contest's notation only, a pass included.
func ParseCode(text string) (Move, error) {
	if text == PassCode {
		return Pass, nil
	}
	return parsePlacement(text)
}

// parsePlacement reads the four-character code of a placement.
func parsePlacement(text string) (Move, error) {
	fail := func(format string, args ...any) (Move, error) {
		return 0, &ParseError{text, fmt.Errorf(format, args...)}
	}
	if len(text) != 4 {
		return fail("%d characters, want 4 (column, row, tile, rotation) or squares separated by commas", len(text))
	}
	col := strings.IndexByte(coordinates, text[0]) - 1
	row := strings.IndexByte(coordinates, text[1]) - 1
	switch {
	case col < -1:
		return fail("column %q, want 1..9 or a..e", text[:1])
	case row < -1:
		return fail("row %q, want 1..9 or a..e", text[1:2])
	case text[2] < 'a' || text[2] >= 'a'+NumTiles:
		return fail("tile %q, want a..u", text[2:3])
	case text[3] < '0' || text[3] >= '0'+NumRotations:
		return fail("rotation %q, want 0..7", text[3:])
	}
	o, shift := Tile(text[2] - 'a').CanonicalRotation(Rotation(text[3] - '0'))
	row += int(shift.Row)
	col += int(shift.Col)
	if !OnBoard(row, col) {
		return 0, &ParseError{text, ErrOffBoard}
	}
	return NewMove(o, NewSquare(row, col)), nil
}

// parseCellList reads squares separated by commas.
func parseCellList(text string) (Move, error) {
	fail := func(format string, args ...any) (Move, error) {
		return 0, &ParseError{text, fmt.Errorf(format, args...)}
	}
	var squares []Square
	for _, point := range strings.Split(text, ",") {
		if point == "" || point[0] < 'a' || point[0] >= 'a'+BoardSize {
			return fail("square %q, want a column a..n and a row 1..14", point)
		}
		n, err := strconv.Atoi(point[1:])
		if err != nil || n < 1 || n > BoardSize || strconv.Itoa(n) != point[1:] {
			return fail("square %q, want a column a..n and a row 1..14", point)
		}
		s := NewSquare(BoardSize-n, int(point[0]-'a'))
		if slices.Contains(squares, s) {
			return fail("square %q stands twice", point)
		}
		squares = append(squares, s)
	}
	if len(squares) > 5 {
		return fail("%d squares, want at most 5", len(squares))
	}
	cells := make([]Cell, len(squares))
	for i, s := range squares {
		cells[i] = Cell{int8(s.Row()), int8(s.Col())}
	}
	o, ref, ok := FindOrientation(cells)
	if !ok {
		return fail("these squares are not a tile")
	}
	return NewMove(o, NewSquare(int(ref.Row), int(ref.Col))), nil
}

// ParseGame plays moves in either notation, separated by spaces, from the beginning of
// a game. An error names the move by its number, counted from 1.
func ParseGame(first Player, text string) (Position, error) {
	p := NewPosition(first)
	for i, code := range strings.Fields(text) {
		m, err := ParseMove(code)
		if err == nil {
			err = p.MakeMove(m)
		}
		if err != nil {
			return p, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return p, nil
}
