// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"strings"

	"github.com/tessera-fpga/tessera/golden/playout"
)

// patternROM writes the contents of module pattern_rom.
func patternROM(w *writer) {
	w.line("// Pattern ROM: two words a pattern. The first is the shape: the rows of the bounding")
	w.line("// box, the lower ones in higher bits, of 1, 2, 3, 4, and 5 bits. The second is")
	w.line("// rotation code (3), row (2) and column (2) of the reference cell in the box, tile (%d),", TileBits)
	w.line("// rows of the box above the corner (2) and columns to its left (2).")
	for p := range playout.Pattern(playout.NumPatterns) {
		up, left, rows := patternBox(p)
		w.line("")
		w.line("// %d: %s%d", p, p.Tile(), p.Orientation().Rotation())
		for _, line := range patternDrawing(p) {
			w.line("//   %s", line)
		}
		if len(rows) > playout.MaxTileSize {
			w.fail("pattern %d has %d rows, want at most %d", p, len(rows), playout.MaxTileSize)
			return
		}
		shape := ""
		for i := range playout.MaxTileSize {
			row := uint64(0)
			if i < len(rows) {
				row = rows[i]
			}
			if shape != "" {
				shape = ", " + shape
			}
			shape = w.bits(playout.MaxTileSize-i, row) + shape
		}
		w.line("words[%d] = {1'b0, %s};", 2*p, shape)
		_, ref := p.Flipped(0)
		w.line("words[%d] = {%s, %s, %s, %s, %s, %s};", 2*int(p)+1, w.number(3, uint64(p.Orientation().Rotation())),
			w.number(2, uint64(up+int(ref.Row))), w.number(2, uint64(left+int(ref.Col))),
			w.number(TileBits, uint64(p.Tile())), w.number(2, uint64(up)), w.number(2, uint64(left)))
	}
	w.line("")
	w.line("// No pattern.")
	for i := 2 * playout.NumPatterns; i < 2<<PatternBits; i++ {
		w.line("words[%d] = 16'd0;", i)
	}
}

// patternBox returns the bounding box of a pattern: the numbers of rows above the corner and of
// columns to its left, and its rows; bit i of a row is the i-th column of the box.
func patternBox(p playout.Pattern) (up, left int, rows []uint64) {
	for _, c := range p.Cells() {
		up, left = max(up, -int(c.Row)), max(left, -int(c.Col))
	}
	for _, c := range p.Cells() {
		for len(rows) <= int(c.Row)+up {
			rows = append(rows, 0)
		}
		rows[int(c.Row)+up] |= 1 << (int(c.Col) + left)
	}
	return up, left, rows
}

// patternDrawing shows a pattern: @ for the corner, # for the other squares.
func patternDrawing(p playout.Pattern) (lines []string) {
	up, left, rows := patternBox(p)
	for i, row := range rows {
		line := ""
		for col := 0; row>>col != 0; col++ {
			switch {
			case row>>col&1 == 0:
				line += "."
			case i == up && col == left:
				line += "@"
			default:
				line += "#"
			}
		}
		lines = append(lines, strings.TrimRight(line, "."))
	}
	return lines
}
