// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/golden/duo"
)

func itoa(n int) string { return strconv.Itoa(n) }

// TileCells returns an orientation's conditions on the 7x7 cells around its reference cell: one
// code a cell, rows top first.
func TileCells(o duo.Orientation) [WindowSize][WindowSize]uint8 {
	var cells [WindowSize][WindowSize]uint8
	for _, c := range o.Cells() {
		row, col := int(c.Row)+WindowReach, int(c.Col)+WindowReach
		cells[row][col] = tileSquare
	}
	for _, c := range o.Cells() {
		for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			row, col := int(c.Row)+WindowReach+d[0], int(c.Col)+WindowReach+d[1]
			if cells[row][col] == tileAny {
				cells[row][col] = tileBeside
			}
		}
	}
	return cells
}

// TileROMBits returns the cells of a row of the tile ROM as binary digits, from the highest bit,
// the lower right cell, down.
func TileROMBits(o duo.Orientation) string {
	cells := TileCells(o)
	var b strings.Builder
	for row := WindowSize - 1; row >= 0; row-- {
		for col := WindowSize - 1; col >= 0; col-- {
			code := cells[row][col]
			b.WriteByte('0' + code>>1)
			b.WriteByte('0' + code&1)
		}
	}
	return b.String()
}

// tileROM writes the contents of module tile_rom.
func tileROM(w *writer) {
	w.line("// Tile ROM: one row an orientation, in search order.")
	w.line("// A row, highest bits first: last orientation of its tile (1), size (3), tile (5),")
	w.line("// 7x7 cells of 2 bits, lower right cell first: 01 square, 10 beside, 00 any.")
	for o := range duo.Orientation(duo.NumOrientations) {
		t := o.Tile()
		rows := t.Rows()
		last := uint64(0)
		if int(o) == int(rows.First)+rows.Count-1 {
			last = 1
		}
		w.line("")
		w.line("// %s%d", t, o.Rotation())
		for _, line := range drawing(o) {
			w.line("//   %s", line)
		}
		w.line("rows[%d] = {%s, %s, %s, %d'b%s};", o, w.bits(1, last), w.number(3, uint64(t.Size())),
			w.number(TileBits, uint64(t)), WindowBits, TileROMBits(o))
	}
	w.line("")
	w.line("// No orientation: no squares, which fits nowhere.")
	for o := duo.NumOrientations; o < 1<<OrientBits; o++ {
		w.line("rows[%d] = %d'd0;", o, 1+3+TileBits+WindowBits)
	}
}

// drawing shows an orientation's conditions on the cells around it: # for its squares, + for the
// cells that must not be own squares.
func drawing(o duo.Orientation) []string {
	var lines []string
	for _, row := range TileCells(o) {
		line := ""
		for _, code := range row {
			line += string(".#+"[code])
		}
		if strings.Trim(line, ".") != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
