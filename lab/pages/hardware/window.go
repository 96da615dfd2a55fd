// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package hardware draws the pictures of the hardware in the documentation: the window of the anchor
// method, the rows of a position in the memories, a playout lane at work.
package hardware

import (
	"fmt"
	"image/color"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/picture"
)

// rowSources describe the three kinds of rows in the window; see module anchor_window.
var rowSources = []struct {
	colour color.RGBA
	text   string
}{
	{picture.Mix(picture.Sky, 0.45), "row above: allowed, and no corner (all its corners were visited before)"},
	{picture.Mix(picture.Yellow, 0.35), "the corner's row: allowed, less the corners already visited"},
	{picture.Mix(picture.Green, 0.6), "row below: allowed"},
}

func rowSource(row int8) int {
	switch {
	case row < 0:
		return 0
	case row == 0:
		return 1
	}
	return 2
}

// flips are the mirrors in the pictures' order, two to a line.
var flips = []playout.Flip{0, playout.FlipCols, playout.FlipRows, playout.FlipRows | playout.FlipCols}

func flipped(c duo.Cell, f playout.Flip) duo.Cell {
	if f&playout.FlipRows != 0 {
		c.Row = -c.Row
	}
	if f&playout.FlipCols != 0 {
		c.Col = -c.Col
	}
	return c
}

// Window draws the window of the anchor method. On the left are the squares around a corner, as
// nine block RAMs show them; on the right are the cells that the 127 patterns look at after
// mirroring. Colours on both sides show their source.
func Window() *picture.Canvas {
	const (
		cell  = 44.0
		reach = playout.Reach
		side  = cell * (2*reach + 1)
		left  = 76.0
		top   = 64.0
		right = left + side + 90
	)
	c := picture.New(right+side+24, top+side+118)
	c.Text(left+side/2, 24, picture.Font{Bold: true, Size: 15, Anchor: picture.Middle}, "what the nine block RAMs show around a corner")
	c.Text(left+side/2, 44, picture.Font{Size: 12, Anchor: picture.Middle, Fill: picture.Grey}, "%d squares within %d steps; in each, the cells that it feeds", diamond(reach), reach)
	c.Text(right+side/2, 24, picture.Font{Bold: true, Size: 15, Anchor: picture.Middle}, "the window of the %d patterns", playout.NumPatterns)
	c.Text(right+side/2, 44, picture.Font{Size: 12, Anchor: picture.Middle, Fill: picture.Grey}, "number of the cell; below it, how many patterns cover it")

	at := func(x0 float64, k duo.Cell) (x, y float64) {
		return x0 + cell*float64(k.Col+reach), top + cell*float64(k.Row+reach)
	}
	covered := map[duo.Cell]int{}
	for p := range playout.Pattern(playout.NumPatterns) {
		for _, k := range p.Cells() {
			covered[k]++
		}
	}

	// Left: the squares, by row.
	for row := int8(-reach); row <= reach; row++ {
		x, y := at(left, duo.Cell{Row: row, Col: -reach})
		name := "row r"
		if row != 0 {
			name = fmt.Sprintf("row r%+d", row)
		}
		c.Text(x-12, y+20, picture.Font{Size: 12, Anchor: picture.End}, name)
		c.Text(x-12, y+34, picture.Font{Size: 10, Anchor: picture.End, Fill: picture.Grey}, "RAM %d", row+reach)
		for col := int8(-reach); col <= reach; col++ {
			k := duo.Cell{Row: row, Col: col}
			if steps(k) > reach {
				continue
			}
			x, y := at(left, k)
			c.Rect(x, y, cell, cell, picture.Style{Fill: rowSources[rowSource(row)].colour, Stroke: picture.Paper, Width: 2})
			if k == (duo.Cell{}) {
				cornerMark(c, x+cell/2, y+cell/2)
				continue
			}
			for i, f := range flips {
				if n := slices.Index(playout.WindowCells, flipped(k, f)); n >= 0 && !repeated(k, i) {
					c.Text(x+cell*(0.28+0.44*float64(i%2)), y+cell*(0.42+0.42*float64(i/2)), picture.Font{Size: 11, Anchor: picture.Middle}, fmt.Sprint(n))
				}
			}
		}
	}

	// Right: the window.
	for row := int8(-reach); row <= reach; row++ {
		for col := int8(-reach); col <= reach; col++ {
			k := duo.Cell{Row: row, Col: col}
			x, y := at(right, k)
			switch n := slices.Index(playout.WindowCells, k); {
			case k == (duo.Cell{}):
				c.Rect(x, y, cell, cell, picture.Style{Fill: picture.Shade, Stroke: picture.Paper, Width: 2})
				cornerMark(c, x+cell/2, y+cell/2)
			case n >= 0:
				c.Rect(x, y, cell, cell, picture.Style{Fill: picture.Mix(picture.Purple, 0.9-0.8*float64(covered[k])/float64(playout.NumPatterns)), Stroke: picture.Paper, Width: 2})
				c.Text(x+cell/2, y+20, picture.Font{Size: 14, Bold: true, Anchor: picture.Middle}, fmt.Sprint(n))
				c.Text(x+cell/2, y+36, picture.Font{Size: 11, Anchor: picture.Middle}, fmt.Sprint(covered[k]))
			case steps(k) == 1:
				c.Rect(x, y, cell, cell, picture.Style{Fill: picture.Mix(picture.Ink, 0.45), Stroke: picture.Paper, Width: 2})
				cross(c, x+cell/2, y+cell/2, 9, picture.Paper)
			case steps(k) <= reach:
				c.Rect(x, y, cell, cell, picture.Style{Stroke: picture.Line, Width: 1})
			}
		}
	}

	// Legend.
	y := top + side + 26
	for i, s := range rowSources {
		c.Rect(left, y+20*float64(i)-11, 13, 13, picture.Filled(s.colour))
		c.Text(left+20, y+20*float64(i), picture.Font{Size: 12}, s.text)
	}
	c.Text(left, y+64, picture.Font{Size: 12, Fill: picture.Grey}, "place in the square: upper left as it is, upper right columns mirrored,")
	c.Text(left, y+80, picture.Font{Size: 12, Fill: picture.Grey}, "lower left rows mirrored, lower right both")
	cornerMark(c, right+6, y-5)
	c.Text(right+20, y, picture.Font{Size: 12}, "the corner: every pattern covers it")
	c.Rect(right, y+9, 13, 13, picture.Filled(picture.Mix(picture.Ink, 0.45)))
	cross(c, right+6.5, y+15.5, 4, picture.Paper)
	c.Text(right+20, y+20, picture.Font{Size: 12}, "never allowed, after mirroring")
	c.Rect(right, y+29, 13, 13, picture.Style{Stroke: picture.Line, Width: 1})
	c.Text(right+20, y+40, picture.Font{Size: 12}, "in reach, but no pattern covers it")
	return c
}

// repeated reports whether an earlier mirror has the same effect on the cell.
func repeated(k duo.Cell, i int) bool {
	for _, f := range flips[:i] {
		if flipped(k, f) == flipped(k, flips[i]) {
			return true
		}
	}
	return false
}

// steps returns the distance of a cell from the corner.
func steps(k duo.Cell) int { return int(max(k.Row, -k.Row) + max(k.Col, -k.Col)) }

// diamond returns the number of cells that are at most that many steps away.
func diamond(reach int) int { return 2*reach*(reach+1) + 1 }

func cornerMark(c *picture.Canvas, x, y float64) {
	const r = 6
	c.Polygon(picture.Style{Fill: picture.Blue, Stroke: picture.Ink, Width: 1}, x, y-r, x+r, y, x, y+r, x-r, y)
}

func cross(c *picture.Canvas, x, y, r float64, colour color.RGBA) {
	c.Line(colour, 2, x-r, y-r, x+r, y+r)
	c.Line(colour, 2, x-r, y+r, x+r, y-r)
}

// Mirror draws the mirroring of the window around a corner: one pattern at a corner of each of the
// four directions, and the one window that all four become. It returns an error if golden does not
// list one of those placements as legal.
func Mirror() (*picture.Canvas, error) {
	const (
		reach = 2
		cell  = 30.0
		side  = cell * (2*reach + 1)
		gap   = 46.0
		left  = 24.0
		top   = 62.0
	)
	pattern, err := chiralPattern()
	if err != nil {
		return nil, err
	}
	c := picture.New(left+5*side+4*gap+24, top+side+62)
	c.Text(left, 24, picture.Font{Bold: true, Size: 15}, "four corners, one pattern (number %d, tile %v)", pattern, pattern.Tile())
	for i, f := range flips {
		x0 := left + float64(i)*(side+gap)
		// Around the middle of the board, an own square at the corner's vertex.
		corner := duo.NewSquare(7, 7)
		own := flipped(duo.Cell{Row: -1, Col: -1}, f)
		move, code, err := mirrored(corner, own, f, pattern)
		if err != nil {
			return nil, err
		}
		at := func(k duo.Cell) (x, y float64) {
			return x0 + cell*float64(k.Col+reach), top + cell*float64(k.Row+reach)
		}
		name := []string{"nothing mirrored", "columns mirrored", "rows mirrored", "both mirrored"}[i]
		c.Text(x0+side/2, top-10, picture.Font{Size: 13, Anchor: picture.Middle}, name)
		c.Text(x0+side/2, top+side+20, picture.Font{Size: 12, Anchor: picture.Middle, Fill: picture.Grey}, "tile %v, rotation %s", pattern.Tile(), code[3:])
		drawMirror(c, at, reach, cell, own, move)
	}
	x0 := left + 4*(side+gap)
	y := top + side/2
	c.Arrow(picture.Ink, 2, x0-gap+8, y, x0-8, y)
	at := func(k duo.Cell) (x, y float64) {
		return x0 + cell*float64(k.Col+reach), top + cell*float64(k.Row+reach)
	}
	c.Text(x0+side/2, top-10, picture.Font{Size: 13, Bold: true, Anchor: picture.Middle}, "the window of all four")
	c.Text(x0+side/2, top+side+20, picture.Font{Size: 12, Anchor: picture.Middle, Fill: picture.Grey}, "pattern %d", pattern)
	drawMirror(c, at, reach, cell, duo.Cell{Row: -1, Col: -1}, pattern.Cells())
	y = top + side + 46
	c.Rect(left, y-11, 13, 13, picture.Style{Fill: picture.Blue, Stroke: picture.Ink, Width: 1})
	c.Text(left+20, y, picture.Font{Size: 12}, "own square")
	c.Rect(left+110, y-11, 13, 13, picture.Filled(picture.Mix(picture.Ink, 0.45)))
	cross(c, left+116.5, y-4.5, 4, picture.Paper)
	c.Text(left+130, y, picture.Font{Size: 12}, "shares an edge with it: not allowed")
	cornerMark(c, left+368, y-5)
	c.Text(left+380, y, picture.Font{Size: 12}, "the corner")
	c.Rect(left+470, y-11, 13, 13, picture.Style{Fill: picture.Mix(picture.Blue, 0.65), Stroke: picture.Ink, Width: 1})
	c.Text(left+490, y, picture.Font{Size: 12}, "the placement")
	return c, nil
}

// chiralPattern returns a pattern whose four mirror images are four orientations of its tile, and
// that lies below and to the right of the corner.
func chiralPattern() (playout.Pattern, error) {
	for p := range playout.Pattern(playout.NumPatterns) {
		seen := map[duo.Orientation]bool{}
		for _, f := range flips {
			o, _ := p.Flipped(f)
			seen[o] = true
		}
		near := true
		for _, k := range p.Cells() {
			near = near && k.Row >= 0 && k.Row <= 2 && k.Col >= -1 && k.Col <= 2
		}
		if near && len(seen) == len(flips) {
			return p, nil
		}
	}
	return 0, fmt.Errorf("hardware: no pattern has four mirror images near the corner")
}

// mirrored returns the cells of the pattern in a mirrored window, relative to the corner, and
// the code of that move. It is an error if golden does not list the move, with an own square
// at the corner's vertex.
func mirrored(corner duo.Square, own duo.Cell, f playout.Flip, p playout.Pattern) ([]duo.Cell, string, error) {
	var squares [2]duo.Bitboard
	squares[duo.Player1].Set(duo.NewSquare(corner.Row()+int(own.Row), corner.Col()+int(own.Col)))
	const single = 1 // the tile at the corner
	pos := duo.SetupPosition(squares, [2]duo.TileSet{duo.AllTiles &^ single, duo.AllTiles}, duo.Player1)
	want := playout.AnchorMove{Anchor: corner, Flip: f, Pattern: p}
	if !slices.Contains(playout.AnchorMoves(&pos, nil), want) {
		return nil, "", fmt.Errorf("hardware: pattern %d with mirrors %d is no legal move", p, f)
	}
	var cells []duo.Cell
	for row, col := range want.Move().Cells {
		cells = append(cells, duo.Cell{Row: int8(row - corner.Row()), Col: int8(col - corner.Col())})
	}
	return cells, want.Move().String(), nil
}

func drawMirror(c *picture.Canvas, at func(duo.Cell) (x, y float64), reach int8, cell float64, own duo.Cell, placed []duo.Cell) {
	for row := -reach; row <= reach; row++ {
		for col := -reach; col <= reach; col++ {
			k := duo.Cell{Row: row, Col: col}
			x, y := at(k)
			beside := steps(duo.Cell{Row: k.Row - own.Row, Col: k.Col - own.Col}) == 1
			style := picture.Style{Fill: picture.Mix(picture.Shade, 0.35), Stroke: picture.Line, Width: 1}
			switch {
			case k == own:
				style.Fill = picture.Blue
			case beside:
				style.Fill = picture.Mix(picture.Ink, 0.45)
			case slices.Contains(placed, k):
				style.Fill = picture.Mix(picture.Blue, 0.65)
			}
			c.Rect(x, y, cell, cell, style)
			if beside {
				cross(c, x+cell/2, y+cell/2, 7, picture.Paper)
			}
		}
	}
	for _, k := range placed {
		x, y := at(k)
		for _, e := range []struct {
			next           duo.Cell
			x0, y0, x1, y1 float64
		}{
			{duo.Cell{Row: k.Row - 1, Col: k.Col}, x, y, x + cell, y},
			{duo.Cell{Row: k.Row + 1, Col: k.Col}, x, y + cell, x + cell, y + cell},
			{duo.Cell{Row: k.Row, Col: k.Col - 1}, x, y, x, y + cell},
			{duo.Cell{Row: k.Row, Col: k.Col + 1}, x + cell, y, x + cell, y + cell},
		} {
			if !slices.Contains(placed, e.next) {
				c.Line(picture.Ink, 2, e.x0, e.y0, e.x1, e.y1)
			}
		}
	}
	x, y := at(duo.Cell{})
	cornerMark(c, x+cell/2, y+cell/2)
}
