// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// requireDrawing checks that the comments of a source file contain the drawing.
func requireDrawing(t *testing.T, file string, lines []string) {
	t.Helper()
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	var want strings.Builder
	for _, line := range lines {
		fmt.Fprintf(&want, "//\t%s\n", line)
	}
	assert.True(t, strings.Contains(string(source), want.String()), "%s does not have the drawing\n%s", file, want.String())
}

// drawWindow draws the window around an anchor with the label of each cell; no label: a dot.
func drawWindow(label map[duo.Cell]string) (lines []string) {
	head := "col   "
	for col := -3; col <= Reach; col++ {
		head += fmt.Sprintf(" %2d", col)
	}
	lines = append(lines, head)
	for row := int8(-3); row <= Reach; row++ {
		line := fmt.Sprintf("row %2d", row)
		for col := int8(-3); col <= Reach; col++ {
			text := label[duo.Cell{Row: row, Col: col}]
			if text == "" {
				text = "."
			}
			line += fmt.Sprintf(" %2s", text)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestWindowDrawing(t *testing.T) {
	t.Parallel()
	labels := map[duo.Cell]string{{}: "@", {Row: -1}: "#", {Col: -1}: "#"}
	for i, c := range WindowCells {
		labels[c] = fmt.Sprint(i)
	}
	assert.Len(t, labels, 29+2)
	requireDrawing(t, "pattern.go", drawWindow(labels))
}

func TestFitTablesDrawing(t *testing.T) {
	t.Parallel()
	labels := map[duo.Cell]string{{Row: -1}: "#"}
	for table, cells := range fitCells {
		for bit, c := range cells {
			labels[duo.Cell{Row: c[0], Col: c[1]}] = fmt.Sprintf("%c%d", 'a'+table, bit)
		}
	}
	requireDrawing(t, "fit.go", drawWindow(labels))

	for i := range fitTables[1] { // the bits that do not affect the entries
		assert.Equal(t, fitTables[1][i|1<<1|1<<2], fitTables[1][i])
	}
}

// TestFlipDrawing lays a pattern at an anchor with a square of the player in each direction.
func TestFlipDrawing(t *testing.T) {
	t.Parallel()
	const height, width, row, col = 5, 7, 2, 3 // size of the drawing, and place of the anchor
	corner := []duo.Cell{{}, {Col: 1}, {Row: 1}, {Row: 2}}
	var pattern Pattern
	for ; !assert.ObjectsAreEqual(corner, pattern.Cells()); pattern++ {
	}
	lines := make([]string, height+1)
	for flip, name := range []string{"Flip 0", "FlipCols", "FlipRows", "FlipRows|FlipCols"} {
		flip := []Flip{0, FlipCols, FlipRows, FlipRows | FlipCols}[flip]
		drawing := [height][width]byte{}
		for r := range drawing {
			drawing[r] = [width]byte([]byte(strings.Repeat(".", width)))
		}
		mark := func(c duo.Cell, b byte) {
			c = flip.apply(c)
			drawing[row+int(c.Row)][col+int(c.Col)] = b
		}
		for _, c := range corner {
			mark(c, 'x')
		}
		mark(duo.Cell{}, '@')
		mark(duo.Cell{Row: -1}, '#')
		mark(duo.Cell{Col: -1}, '#')
		mark(duo.Cell{Row: -1, Col: -1}, 'O')

		// The lists of moves must match the drawing.
		var allowed duo.Bitboard
		for r := range drawing {
			for c, b := range drawing[r] {
				if b == 'x' || b == '@' {
					allowed.Set(duo.NewSquare(r, c))
				}
			}
		}
		var anchor duo.Bitboard
		anchor.Set(duo.NewSquare(row, col))
		s, hope := side{allowed: boardOf(allowed, anchor)}, everywhere
		var list List
		require.Equal(t, 1, s.fit(&hope, ofTiles(duo.AllTiles), duo.Player1, &list), name)
		assert.Equal(t, flip, list[0].Flip(), name)
		assert.True(t, list[0].Patterns().Has(pattern), name)
		move := AnchorMove{duo.NewSquare(row, col), flip, pattern}.Move()
		assert.Equal(t, allowed, move.Cover(), name)

		lines[0] += fmt.Sprintf("%-17s", name)
		for r := range drawing {
			lines[1+r] += fmt.Sprintf("%-17s", strings.Join(strings.Split(string(drawing[r][:]), ""), " "))
		}
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	requireDrawing(t, "pattern.go", lines)
}

// TestPlayDrawing plays the drawn tile on an otherwise empty board.
func TestPlayDrawing(t *testing.T) {
	t.Parallel()
	const width, row, col = 6, 1, 2 // size of the drawing, and place of the tile in it
	tile := []duo.Cell{{}, {Col: 1}, {Row: 1, Col: 1}}
	var pattern Pattern
	for ; !assert.ObjectsAreEqual(tile, pattern.Cells()); pattern++ {
	}
	p := duo.NewPosition(duo.Player1)
	st := NewState(&p)
	st.sides[0].tiles &^= 1 // so that his next placement is not the first
	for f := range st.sides[0].allowed {
		st.sides[0].allowed[f][noAnchors] = st.sides[0].allowed[f][withAnchors]
	}
	before := st
	st.play(placeOf(row, col), 0, pattern)

	at := func(b *board, kind, row, col int) bool {
		is := b[0][kind].squares()
		for f := range Flip(len(b)) {
			m := placeOf(row, col).mirrored(f)
			assert.Equal(t, is.Has(duo.NewSquare(row, col)), b[f][kind].row(m.row())>>m.col()&1 != 0, "the pictures differ")
		}
		return is.Has(duo.NewSquare(row, col))
	}
	lines := []string{"the tile       allowed: - goes   anchors: + comes"}
	for r := range 4 {
		var covers, allowed, anchors []string
		for c := range width {
			pick := func(is bool, mark string) string {
				if is {
					return mark
				}
				return "."
			}
			was, own, his := &before.sides[0].allowed, &st.sides[0].allowed, &st.sides[1].allowed
			covers = append(covers, pick(!at(his, withAnchors, r, c), "x"))
			allowed = append(allowed, pick(at(was, withAnchors, r, c) && !at(own, withAnchors, r, c), "-"))
			anchors = append(anchors, pick(at(own, withAnchors, r, c) && !at(own, noAnchors, r, c), "+"))
		}
		lines = append(lines, strings.Join(covers, " ")+"    "+strings.Join(allowed, " ")+"       "+strings.Join(anchors, " "))
	}
	requireDrawing(t, "state.go", lines)
}
