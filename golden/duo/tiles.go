// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// tileDrawings is the only description of the tiles in the project: everything else, the ROM bits
// and the documentation included, is computed from these drawings. Rows are separated by '/'. The
// mark '@' is the reference cell, which belongs to the tile and names the place of a move. The
// drawings and the letters come from the public Blokus Duo design contest.
var tileDrawings = [NumTiles]string{
	"@",
	"@/#",
	"#/@/#",
	"#./@#",
	"#/@/#/#",
	".#/.@/##",
	"#./@#/#.",
	"@#/##",
	"#@./.##",
	"#/#/@/#/#",
	".#/.#/.@/##",
	".#/.#/#@/#.",
	".#/#@/##",
	"##/.@/##",
	"#./@#/#./#.",
	".#./.@./###",
	"#../#../@##",
	"##./.@#/..#",
	"#../#@#/..#",
	"#../#@#/.#.",
	".#./#@#/.#.",
}

// tileNames are the usual names of the tiles.
var tileNames = [NumTiles]string{
	"1", "2", "I3", "V3", "I4", "L4", "T4", "O", "Z4",
	"I5", "L5", "N", "P", "U", "Y", "T5", "V5", "W", "Z5", "F", "X",
}

// Cell is a cell of a tile relative to the reference cell: rows downwards,
// columns to the right, -2..2 each, so that every image of every tile lies in
// the 5x5 cells around its reference cell.
type Cell struct{ Row, Col int8 }

// rotations gives the image of a cell under each of the eight codes.
var rotations = [NumRotations]func(Cell) Cell{
	func(c Cell) Cell { return Cell{c.Row, c.Col} },   // 0 as drawn
	func(c Cell) Cell { return Cell{c.Row, -c.Col} },  // 1 = 0 mirrored left-right
	func(c Cell) Cell { return Cell{c.Col, -c.Row} },  // 2 quarter turn clockwise
	func(c Cell) Cell { return Cell{c.Col, c.Row} },   // 3 = 2 mirrored left-right
	func(c Cell) Cell { return Cell{-c.Row, -c.Col} }, // 4 half turn
	func(c Cell) Cell { return Cell{-c.Row, c.Col} },  // 5 = 4 mirrored left-right
	func(c Cell) Cell { return Cell{-c.Col, c.Row} },  // 6 quarter turn anticlockwise
	func(c Cell) Cell { return Cell{-c.Col, -c.Row} }, // 7 = 6 mirrored left-right
}

// drawing is a parsed tile drawing.
type drawing struct {
	cells []Cell
}

// coding gives the canonical form of a (tile, rotation code) pair: an orientation with the
// reference cell moved by shift.
type coding struct {
	orientation Orientation
	shift       Cell
}

// orientation is one distinct image of a tile.
type orientation struct {
	tile     Tile
	rotation Rotation // the lowest code that gives this image
	cells    []Cell   // cells in reading order, relative to the reference cell
	top      int8     // least row of cells, 0 or less
	left     int8     // least column of cells, 0 or less
	offsets  []uint8  // cells as indices into shifted, relative to (top, left)
}

// The package's tables are variables with initializers, rather than filled by init, so that Go
// initializes tables computed from others after them.
var drawings, orientations, codings, tileRows = imagesOfTiles()

// TileRows is the range of a tile's orientations in search order.
type TileRows struct {
	First Orientation
	Count int
}

// imagesOfTiles computes all tables of the tiles from their drawings.
func imagesOfTiles() (
	drawings [NumTiles]drawing,
	orientations [NumOrientations]orientation,
	codings [NumTiles][NumRotations]coding,
	tileRows [NumTiles]TileRows,
) {
	for t, text := range tileDrawings {
		drawings[t] = parseDrawing(text)
	}
	n := 0
	for t := NumTiles - 1; t >= 0; t-- {
		tileRows[t].First = Orientation(n)
		for r := range NumRotations {
			cells := image(drawings[t].cells, Rotation(r))
			if known, shift, ok := findImage(orientations[tileRows[t].First:n], cells); ok {
				codings[t][r] = coding{tileRows[t].First + Orientation(known), shift}
				continue
			}
			if n == NumOrientations {
				panic("duo: the tile drawings have more orientations than NumOrientations")
			}
			orientations[n] = newOrientation(Tile(t), Rotation(r), cells)
			codings[t][r] = coding{Orientation(n), Cell{}}
			n++
		}
		tileRows[t].Count = n - int(tileRows[t].First)
	}
	if n != NumOrientations {
		panic(fmt.Sprintf("duo: the tile drawings have %d orientations, want %d", n, NumOrientations))
	}
	return drawings, orientations, codings, tileRows
}

// parseDrawing reads a drawing of tileDrawings.
func parseDrawing(text string) drawing {
	var d drawing
	var ref Cell
	for row, line := range strings.Split(text, "/") {
		for col, mark := range line {
			c := Cell{int8(row), int8(col)}
			if mark == '@' {
				ref = c
			}
			if mark != '.' {
				d.cells = append(d.cells, c)
			}
		}
	}
	for i := range d.cells {
		d.cells[i].Row -= ref.Row
		d.cells[i].Col -= ref.Col
	}
	return d
}

// image returns the cells under a rotation code, in reading order.
func image(cells []Cell, r Rotation) []Cell {
	out := make([]Cell, len(cells))
	for i, c := range cells {
		out[i] = rotations[r](c)
	}
	return sortCells(out)
}

// sortCells puts cells into reading order, in place, and returns them.
func sortCells(cells []Cell) []Cell {
	slices.SortFunc(cells, func(a, b Cell) int {
		return cmp.Or(int(a.Row)-int(b.Row), int(a.Col)-int(b.Col))
	})
	return cells
}

// findImage looks up the known orientation with the given cells, up to a translation. It returns
// its index, and the shift from the given reference square to the orientation's.
func findImage(known []orientation, cells []Cell) (index int, shift Cell, ok bool) {
	for i, o := range known {
		if len(o.cells) != len(cells) {
			continue
		}
		shift := Cell{cells[0].Row - o.cells[0].Row, cells[0].Col - o.cells[0].Col}
		same := true
		for k, c := range cells {
			same = same && c == Cell{o.cells[k].Row + shift.Row, o.cells[k].Col + shift.Col}
		}
		if same {
			return i, shift, true
		}
	}
	return 0, Cell{}, false
}

// FindOrientation returns the orientation with the given cells, up to a translation, and the cell
// under its reference cell. ok is false if the cells are no image of a tile.
func FindOrientation(cells []Cell) (o Orientation, ref Cell, ok bool) {
	index, ref, ok := findImage(orientations[:], sortCells(slices.Clone(cells)))
	return Orientation(index), ref, ok
}

func newOrientation(t Tile, r Rotation, cells []Cell) orientation {
	o := orientation{tile: t, rotation: r, cells: cells}
	for _, c := range cells {
		o.top = min(o.top, c.Row)
		o.left = min(o.left, c.Col)
	}
	for _, c := range cells {
		i := slices.Index(cellOffsets[:], Cell{c.Row - o.top, c.Col - o.left})
		if i < 0 {
			panic("duo: a tile reaches beyond cellOffsets")
		}
		o.offsets = append(o.offsets, uint8(i))
	}
	return o
}

// Tile returns the tile of the orientation.
func (o Orientation) Tile() Tile { return orientations[o].tile }

// Rotation returns the canonical, that is the lowest, rotation code of the
// orientation.
func (o Orientation) Rotation() Rotation { return orientations[o].rotation }

// Cells returns the cells of the orientation in reading order, relative to the
// reference cell. The caller must not change them.
func (o Orientation) Cells() []Cell { return orientations[o].cells }

// Rows returns the range of the tile's orientations in search order.
func (t Tile) Rows() TileRows { return tileRows[t] }

// CanonicalRotation returns the orientation of the tile under a rotation code, and the shift to add
// to the reference square so that the canonical code names the same squares.
func (t Tile) CanonicalRotation(r Rotation) (Orientation, Cell) {
	c := codings[t][r]
	return c.orientation, c.shift
}
