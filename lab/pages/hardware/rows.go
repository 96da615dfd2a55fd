// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package hardware

import (
	"fmt"
	"image/color"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/picture"
)

// updateStep is a row in the pipeline of module board_update.
type updateStep struct {
	kind updateKind
	row  int // 0..13 on the board; 14 and 15 hold the tiles, value and corners
	name string
}

type updateKind int

const (
	ownRow updateKind = iota
	ownBook
	rivalRow
	rivalBook
)

// updateSteps returns the rows that enter the pipeline of module board_update, one a cycle, for a
// placement of height rows from row top on: the mover's rows, from the one above the placement to
// the one below; the mover's tiles and corners; the rival's rows; the rival's corners.
func updateSteps(top, height int) (steps []updateStep) {
	for row := top - 1; row <= top+height; row++ {
		steps = append(steps, updateStep{ownRow, row, fmt.Sprint(row)})
	}
	steps = append(steps, updateStep{ownBook, duo.BoardSize, "14"}, updateStep{ownBook, duo.BoardSize + 1, "15"})
	for row := top; row < top+height; row++ {
		steps = append(steps, updateStep{rivalRow, row, fmt.Sprint(row)})
	}
	return append(steps, updateStep{rivalBook, duo.BoardSize, "14"})
}

// UpdateCycles returns the number of those steps for a tile of that many rows. The head of module
// board_update states the same numbers.
func UpdateCycles(height int) int { return len(updateSteps(4, height)) }

var updateStyles = map[updateKind]struct {
	colour color.RGBA
	text   string
}{
	ownRow:    {picture.Mix(picture.Blue, 0.5), "row of the mover's board"},
	ownBook:   {picture.Mix(picture.Sky, 0.5), "mover's tiles, value, rows with corners"},
	rivalRow:  {picture.Mix(picture.Orange, 0.35), "row of the rival's board"},
	rivalBook: {picture.Mix(picture.Yellow, 0.2), "rival's rows with corners"},
}

// Rows draws how the last move of the game changes the boards: which rows, how each row
// follows from three rows of the tile, and how the rows pass through the four stages of
// module board_update.
func Rows(p *duo.Position) (*picture.Canvas, error) {
	h := p.History()
	if len(h) == 0 || h[len(h)-1] == duo.Pass {
		return nil, fmt.Errorf("hardware: the game does not end with a placement")
	}
	move := h[len(h)-1]
	mover := p.ToMove().Rival()
	top, bottom := duo.BoardSize, -1
	tile := map[duo.Square]bool{}
	for row, col := range move.Cells {
		top, bottom = min(top, row), max(bottom, row)
		tile[duo.NewSquare(row, col)] = true
	}
	height := bottom - top + 1
	before := *p
	before.Undo()

	const (
		cell  = 18.0
		board = cell * duo.BoardSize
		left  = 84.0
		gap   = 26.0
		y0    = 84.0
	)
	rows := float64(height + 2)
	const pitch = 26.0
	chart := y0 + rows*cell + 104
	steps := updateSteps(top, height)
	c := picture.New(left+3*board+2*gap+44, chart+4*pitch+118)
	c.Text(left, 24, picture.Font{Bold: true, Size: 15}, "move %v of %v: a tile of %d rows changes %d rows of the mover and %d of the rival", move, mover, height, height+2, height)

	// The rows of the boards.
	strip := func(x float64, title string, pos *duo.Position, pl duo.Player, from, to int, wasPos *duo.Position) {
		c.Text(x, y0-28, picture.Font{Size: 13, Bold: true}, title)
		allowed, corners := pos.Allowed(pl), pos.Corners(pl)
		wasAllowed, wasCorners := wasPos.Allowed(pl), wasPos.Corners(pl)
		for row := from; row <= to; row++ {
			if row < 0 || row >= duo.BoardSize {
				continue
			}
			for col := range duo.BoardSize {
				s := duo.NewSquare(row, col)
				sx, sy := x+cell*float64(col), y0+cell*float64(row-(top-1))
				fill := picture.Mix(picture.Ink, 0.45)
				if allowed.Has(s) {
					fill = picture.Paper
				}
				c.Rect(sx, sy, cell, cell, picture.Style{Fill: fill, Stroke: picture.Line, Width: 1})
				if wasAllowed.Has(s) && !allowed.Has(s) {
					c.Rect(sx, sy, cell, cell, picture.Style{Fill: picture.Mix(picture.Red, 0.35), Stroke: picture.Line, Width: 1})
				}
				if tile[s] && wasPos != pos {
					c.Rect(sx+4, sy+4, cell-8, cell-8, picture.Filled(picture.PlayerColours[mover].Tile))
				}
				if corners.Has(s) {
					colour := picture.Grey
					if !wasCorners.Has(s) {
						colour = picture.Green
					}
					smallCorner(c, sx+cell/2, sy+cell/2, colour)
				}
			}
		}
	}
	for row := top - 1; row <= bottom+1; row++ {
		c.Text(left-10, y0+cell*float64(row-(top-1))+13, picture.Font{Size: 11, Anchor: picture.End, Fill: picture.Grey}, "row %d", row)
	}
	strip(left, "mover before", &before, mover, top-1, bottom+1, &before)
	strip(left+board+gap, "mover after", p, mover, top-1, bottom+1, &before)
	strip(left+2*(board+gap), "rival after", p, mover.Rival(), top, bottom, &before)
	c.Text(left, y0-11, picture.Font{Size: 12, Fill: picture.Grey}, "allowed: white; corners: diamonds")
	c.Text(left+board+gap, y0-11, picture.Font{Size: 12, Fill: picture.Grey}, "no longer allowed: red; new corners: green")
	c.Text(left+2*(board+gap), y0-11, picture.Font{Size: 12, Fill: picture.Grey}, "only the squares of the tile are lost")
	y := y0 + rows*cell + 22
	f := picture.Font{Size: 11, Mono: true}
	c.Text(left, y, f, "allowed' = allowed & ~(here | here << 1 | here >> 1 | above | below)     here, above, below: rows of the tile")
	c.Text(left, y+18, f, "corners' = (corners | (above|below) << 1 | (above|below) >> 1) & allowed'")

	// The rows in the pipeline.
	const stepWidth = 38.0
	c.Text(left, chart-24, picture.Font{Bold: true, Size: 13}, "stage by stage, a row a cycle: %d cycles until the next move, and %d more until the board is ready", len(steps), len(updateStages)-1)
	for i := range len(steps) + len(updateStages) - 1 {
		c.Text(left+stepWidth*(float64(i)+0.5), chart-6, picture.Font{Size: 11, Anchor: picture.Middle, Fill: picture.Grey}, fmt.Sprint(i))
	}
	for stage, name := range updateStages {
		y := chart + pitch*float64(stage)
		c.Text(left-10, y+17, picture.Font{Size: 12, Anchor: picture.End}, "stage %d", stage)
		for i, s := range steps {
			x := left + stepWidth*float64(i+stage)
			c.Rect(x, y, stepWidth, pitch-4, picture.Style{Fill: updateStyles[s.kind].colour, Stroke: picture.Paper, Width: 1})
			c.Text(x+stepWidth/2, y+15, picture.Font{Size: 11, Anchor: picture.Middle}, s.name)
		}
		c.Text(left+stepWidth*float64(len(steps)+len(updateStages)-1)+12, y+16, picture.Font{Size: 12, Fill: picture.Grey}, name)
	}
	y = chart + 4*pitch + 24
	for i, kind := range []updateKind{ownRow, ownBook, rivalRow, rivalBook} {
		x, line := left+float64(i%2)*360, y+20*float64(i/2)
		c.Rect(x, line-11, 13, 13, picture.Filled(updateStyles[kind].colour))
		c.Text(x+20, line, picture.Font{Size: 12}, updateStyles[kind].text)
	}
	c.Text(left, y+46, picture.Font{Size: 12, Fill: picture.Grey}, "A tile of h rows takes h + 2 cycles, then 2, then h, then 1, together 2h + 5. A player's first move takes 13 - h more:")
	c.Text(left, y+62, picture.Font{Size: 12, Fill: picture.Grey}, "it goes through all rows of the mover's board, to clear the anchors around the start square.")
	return c, nil
}

// updateStages are the stages of the pipeline.
var updateStages = []string{"row addressed", "read, tile shifted", "new row", "row written"}

func smallCorner(c *picture.Canvas, x, y float64, colour color.RGBA) {
	const r = 5
	c.Polygon(picture.Style{Fill: colour, Stroke: picture.Ink, Width: 0.8}, x, y-r, x+r, y, x, y+r, x-r, y)
}
