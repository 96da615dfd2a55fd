// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"fmt"
	"image/color"
	"image/png"
	"io"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/picture"
)

// Regions are the places of a design's lanes and of the rest of its core, tile by tile, as a floorplan's
// picture shows them. Row 0 is at the top.
type Regions struct {
	Columns int      `json:"columns"`
	Rows    int      `json:"rows"`
	Lanes   []Region `json:"lanes"`
	Core    Region   `json:"core"`   // without the lanes
	Around  Region   `json:"around"` // all else: pins, protocol and the tools' cells
	// Borders are the edges between tiles of different regions, as the data of an SVG path.
	Borders string `json:"borders"`
}

// Region is a part of a design: the tiles that hold more of its cells than of another's.
type Region struct {
	Tiles int `json:"tiles"`
	// Path is the outline of its rows of tiles, as the data of an SVG path, one unit a tile.
	Path string `json:"path"`
	// X and Y are the middle of its tiles.
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// add adds the tiles of a row from one column up to another.
func (r *Region) add(row, from, to int) {
	r.Path += fmt.Sprintf("M%d %dh%dv1H%dz", from, row, to-from, from)
	for column := from; column < to; column++ {
		r.X += float64(column) + 0.5
		r.Y += float64(row) + 0.5
		r.Tiles++
	}
}

// ReadRegions reads the floorplan of a board's player, whose core has that many lanes, out of its picture.
// The core must be the largest instance beside the lanes, which has the first of the colours for those.
func ReadRegions(r io.Reader, b *board.Board, lanes int) (*Regions, error) {
	img, err := png.Decode(r)
	if err != nil {
		return nil, fmt.Errorf("fpga: floorplan: %w", err)
	}
	grid := grids[b.Device]
	p := &Floorplan{Columns: grid[0], Rows: grid[1]}
	for i := range lanes {
		p.Groups = append(p.Groups, Group{Lane: i})
	}
	p.Groups = append(p.Groups, Group{Name: "core", Lane: -1})
	tile := p.tile()
	if size := img.Bounds().Size(); size.X != p.width() || size.Y < planHeader+p.Rows*tile+planMargin {
		return nil, fmt.Errorf("fpga: the floorplan has %d x %d pixels, want %d x %d at least for the %d x %d tiles of %s",
			size.X, size.Y, p.width(), planHeader+p.Rows*tile+planMargin, p.Columns, p.Rows, b.Name)
	}
	const none, around = -1, -2
	groups := map[color.RGBA]int{picture.Shade: none, picture.Paper: none}
	for i := range p.Groups {
		groups[p.Colour(i)] = i
	}
	at := func(column, row int) int {
		// A cell is at the middle of its slot. What is drawn over the cells, such as the slowest path, takes
		// a few of the slots.
		count := map[int]int{}
		for slot := range 8 {
			x, y, w, h := slotRect(tile, slot)
			c := color.RGBAModel.Convert(img.At(planMargin+column*tile+int(x+w/2), planHeader+row*tile+int(y+h/2))).(color.RGBA)
			g, ok := groups[c]
			if !ok {
				g = around
			}
			count[g]++
		}
		best, most := none, 0
		for g := range p.Groups {
			if count[g] > most {
				best, most = g, count[g]
			}
		}
		if best == none && count[around] > 8/2 {
			return around
		}
		return best
	}
	all := &Regions{Columns: p.Columns, Rows: p.Rows, Lanes: make([]Region, lanes)}
	region := func(g int) *Region {
		switch {
		case g == around:
			return &all.Around
		case g == lanes:
			return &all.Core
		}
		return &all.Lanes[g]
	}
	tiles := make([][]int, p.Rows) // the group of each tile
	for row := range tiles {
		from, before := 0, none
		for column := range p.Columns {
			tiles[row] = append(tiles[row], at(column, row))
		}
		for column, g := range append(slices.Clone(tiles[row]), none) {
			if g == before {
				continue
			}
			if before != none {
				region(before).add(row, from, column)
			}
			from, before = column, g
		}
	}
	differ := func(a, b int) bool { return a != b && a != none && b != none }
	for row := range tiles {
		for column, g := range tiles[row] {
			if column > 0 && differ(g, tiles[row][column-1]) {
				all.Borders += fmt.Sprintf("M%d %dv1", column, row)
			}
			if row > 0 && differ(g, tiles[row-1][column]) {
				all.Borders += fmt.Sprintf("M%d %dh1", column, row)
			}
		}
	}
	var empty []string
	for g := range p.Groups {
		r := region(g)
		if r.Tiles == 0 {
			empty = append(empty, fmt.Sprint(g))
			continue
		}
		r.X, r.Y = r.X/float64(r.Tiles), r.Y/float64(r.Tiles)
	}
	if empty != nil {
		return nil, fmt.Errorf("fpga: the floorplan of %s has no tile of the parts %s of 0 to %d, the lanes and the core", b.Name, strings.Join(empty, ", "), lanes)
	}
	return all, nil
}
