package firmware

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// Planes of moves.asm.
const (
	planesMargin = 3 // rows
	planeWords   = 8 // of a row
	planeRings   = 7
)

// ring returns the columns of the squares of a row that lie in so many rings.
func ring(row, rings int) (word uint16) {
	for col := range duo.BoardSize {
		if evaluation.Rings(duo.NewSquare(row, col)) >= rings {
			word |= 1 << col
		}
	}
	return word
}

// moveTables returns the tables of position.asm and moves.asm.
func moveTables() []table {
	// An orientation: five rows of the five columns around the reference cell, from bits 1, 6 and 11 of the first
	// word, and 1 and 6 of the second one, which has the tile in bits 15..11.
	var shapes []uint16
	for o := range duo.Orientation(duo.NumOrientations) {
		words := [2]uint16{1: uint16(o.Tile()) << 11}
		for _, c := range o.Cells() {
			row, col := int(c.Row)+2, int(c.Col)+2
			words[row/3] |= 1 << (1 + row%3*5 + col)
		}
		shapes = append(shapes, words[:]...)
	}
	var weights []uint16
	for _, knot := range evaluation.Default.Prior {
		for _, w := range knot {
			weights = append(weights, uint16(w))
		}
	}
	// Empty, but for the first ring: the program fills the rest of the board's rows, and the others stay.
	planes := make([]uint16, (planesMargin+duo.BoardSize+planesMargin)*planeWords)
	for row := range duo.BoardSize {
		word := ring(row, 1)
		if ring(row, 2) != 0 {
			word |= 1 << 15
		}
		if ring(row, 3) != 0 {
			word |= 1 << 14
		}
		planes[(planesMargin+row)*planeWords+planeRings] = word
	}
	return []table{{"shapes", shapes}, {"prior", weights}, {"planes", planes}}
}
