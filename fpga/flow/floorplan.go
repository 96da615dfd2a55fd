// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"cmp"
	"encoding/json"
	"fmt"
	"image/color"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/picture"
)

// Floorplan is a placed design as a picture: every cell at its place, in the colour of its
// instance, with block RAMs framed. Every playout lane has a separate colour.
type Floorplan struct {
	Title, Subtitle string
	// Columns and Rows are the device's tiles. Row 0 is drawn at the tool's place for it, at the
	// bottom on iCE40 and at the top on the others.
	Columns, Rows int
	BottomUp      bool
	Cells         []PlacedCell
	// Groups are the instances, lanes first, then in descending order of size; PlacedCell.Group is
	// an index.
	Groups []Group
	// Path holds the tiles that a line joins.
	Path [][2]int

	ram [2]int // size of a block RAM, in columns and rows
}

// PlacedCell is a cell at its place.
type PlacedCell struct {
	Column, Row int
	// Slot is the place in the tile: 0 to 7 for logic, -1 for a cell that fills its tile.
	Slot  int
	Group int
	RAM   bool // the cell is a block RAM
}

// Group is an instance of the design.
type Group struct {
	Name  string
	Label string // name for people
	Lane  int    // number of the lane, or -1
	Cells int    // cells without block RAMs
	RAMs  int
}

// label returns the name for people of the group of these paths: the name of the innermost instance
// that holds them all.
func (g *Group) label(paths []string) string {
	switch {
	case g.Lane >= 0:
		return fmt.Sprintf("lane %d", g.Lane)
	case strings.HasPrefix(g.Name, "("):
		return strings.Trim(g.Name, "()")
	}
	common := strings.Split(paths[0], ".")
	for _, path := range paths[1:] {
		parts := strings.Split(path, ".")
		n := 0
		for n < min(len(common), len(parts)) && common[n] == parts[n] {
			n++
		}
		common = common[:n]
	}
	return strings.TrimPrefix(common[len(common)-1], "u_")
}

// maxGroups is the number of instances with a separate colour, lanes aside.
const maxGroups = 8

// grids holds the columns and rows of devices, by nextpnr's option.
var grids = map[string][2]int{"hx8k": {34, 34}, "85k": {127, 96}, "GW2A-18C": {56, 55}}

// placedNetlist is the part of nextpnr's --write that we read.
type placedNetlist struct {
	Modules map[string]struct {
		Cells map[string]struct {
			Type       string                     `json:"type"`
			Attributes map[string]json.RawMessage `json:"attributes"`
		} `json:"cells"`
	} `json:"modules"`
}

// ramTypes are the types of block RAMs in placed netlists: with Gowin those of their bels, since the cells
// have a type for every use of the ports. ramSize is the size of a block RAM on
// each family in tiles, columns and rows, from its own tile on.
var (
	ramTypes = []string{"ICESTORM_RAM", "DP16KD", "BSRAM"}
	ramSize  = map[board.Family][2]int{board.ICE40: {1, 2}, board.ECP5: {2, 1}, board.Gowin: {3, 1}}
)

var belPattern = regexp.MustCompile(`^X([0-9]+)/?Y([0-9]+)/(.*)$`)

var gowinSlot = regexp.MustCompile(`^(?:LUT|DFF|ALU|MUX)([0-7])$`)

// ReadFloorplan reads the places out of a netlist that nextpnr has written.
func ReadFloorplan(file string, b *board.Board) (*Floorplan, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	var net placedNetlist
	if err := json.Unmarshal(text, &net); err != nil {
		return nil, fmt.Errorf("fpga: %s: %w", file, err)
	}
	p := &Floorplan{BottomUp: b.Family == board.ICE40, ram: ramSize[b.Family]}
	p.Columns, p.Rows = grids[b.Device][0], grids[b.Device][1]
	var paths []string
	for _, module := range slices.Sorted(maps.Keys(net.Modules)) {
		cells := net.Modules[module].Cells
		for _, name := range slices.Sorted(maps.Keys(cells)) {
			var bel string
			if json.Unmarshal(cells[name].Attributes["NEXTPNR_BEL"], &bel) != nil {
				continue
			}
			m := belPattern.FindStringSubmatch(bel)
			if m == nil {
				continue
			}
			x, _ := strconv.Atoi(m[1])
			y, _ := strconv.Atoi(m[2])
			p.Columns, p.Rows = max(p.Columns, x+1), max(p.Rows, y+1)
			p.Cells = append(p.Cells, PlacedCell{Column: x, Row: y, Slot: slot(m[3]), RAM: slices.Contains(ramTypes, cells[name].Type) || slices.Contains(ramTypes, m[3])})
			paths = append(paths, instance(name))
		}
	}
	if len(p.Cells) == 0 {
		return nil, fmt.Errorf("fpga: %s: no placed cells", file)
	}
	p.group(paths)
	return p, nil
}

// slot returns the place within the tile that a BEL's name stands for: lc0 to lc7 on iCE40;
// SLICEA.COMB0 to SLICED.FF1 on ECP5, where look-up table and flip-flop of one number share a slot
// (RAMW lies beside SLICEC); LUT0 to LUT7 on Gowin, and DFF, ALU and MUX beside the look-up table of that
// number.
func slot(bel string) int {
	if m := gowinSlot.FindStringSubmatch(bel); m != nil {
		return int(m[1][0] - '0')
	}
	if n, ok := strings.CutPrefix(bel, "lc"); ok {
		if i, err := strconv.Atoi(n); err == nil {
			return i % 8
		}
	}
	if s, ok := strings.CutPrefix(bel, "SLICE"); ok && len(s) >= 3 {
		if slice, index := s[0]-'A', s[len(s)-1]-'0'; slice < 4 && index < 2 {
			return int(slice)*2 + int(index)
		}
	}
	return -1
}

// instance returns the instance path in a cell's name: "u_chip.u_rx" for
// "u_chip.u_rx.bit_q_SB_DFF_Q". Cells of the top module have the empty path. Cells that a tool has
// added or renamed have "(tools)".
func instance(cell string) string {
	if strings.HasPrefix(cell, "$gbuf") || strings.HasPrefix(cell, "$nextpnr") || strings.HasPrefix(cell, "$PACKER") {
		return "(tools)"
	}
	// Names such as $abc$123$u_chip.x have the real name after the last dollar.
	if strings.HasPrefix(cell, "$") {
		cell = cell[strings.LastIndexByte(cell, '$')+1:]
		if !strings.HasPrefix(cell, "u_") {
			return "(tools)"
		}
	}
	parts := strings.Split(cell, ".")
	n := 0
	for n < len(parts)-1 && (strings.HasPrefix(parts[n], "u_") || strings.HasPrefix(parts[n], "gen_")) {
		n++
	}
	if n == 0 {
		if strings.HasPrefix(cell, "u_") {
			return instanceOnly.FindString(cell) // the instance is itself a cell, such as u_pll
		}
		return "(top)"
	}
	return strings.Join(parts[:n], ".")
}

var instanceOnly = regexp.MustCompile(`^u_[a-z0-9]+`)

// laneOf returns the number of the lane in an instance path, and the path as far as the lane; or
// -1.
func laneOf(path string) (lane int, prefix string) {
	at := lanePattern.FindStringSubmatchIndex(path)
	if at == nil {
		return -1, ""
	}
	lane, err := strconv.Atoi(path[at[2]:at[3]])
	if err != nil {
		return -1, ""
	}
	return lane, path[:at[1]]
}

// group chooses the instances that get a colour. Every lane has one. The rest starts with the top
// module's instances; the largest is split as long as there are colours for its parts.
func (p *Floorplan) group(paths []string) {
	split := map[string]bool{}
	name := func(path string) string {
		if lane, prefix := laneOf(path); lane >= 0 {
			return prefix
		}
		for i := 0; i < len(path); i++ {
			if path[i] == '.' && !split[path[:i]] {
				return path[:i]
			}
		}
		return path
	}
	var rest []string // paths outside the lanes
	for _, path := range paths {
		if lane, _ := laneOf(path); lane < 0 {
			rest = append(rest, path)
		}
	}
	count := func() map[string]int {
		n := map[string]int{}
		for _, path := range rest {
			n[name(path)]++
		}
		return n
	}
	for {
		now := count()
		largest := ""
		for _, g := range slices.Sorted(maps.Keys(now)) {
			if !split[g] && (largest == "" || now[g] > now[largest]) && hasParts(rest, g) {
				largest = g
			}
		}
		if largest == "" {
			break
		}
		split[largest] = true
		if len(count()) > maxGroups {
			// There are too many parts. The split pays only if most of the rest would otherwise
			// have one colour.
			if 2*now[largest] < len(rest) {
				delete(split, largest)
			}
			break
		}
	}
	groups, members := map[string]*Group{}, map[string][]string{}
	for i, path := range paths {
		members[name(path)] = append(members[name(path)], path)
		g := groups[name(path)]
		if g == nil {
			lane, _ := laneOf(path)
			g = &Group{Name: name(path), Lane: lane}
			groups[g.Name] = g
		}
		if p.Cells[i].RAM {
			g.RAMs++
		} else {
			g.Cells++
		}
	}
	for _, g := range groups {
		g.Label = g.label(members[g.Name])
		p.Groups = append(p.Groups, *g)
	}
	slices.SortFunc(p.Groups, func(a, b Group) int {
		if a.Lane >= 0 || b.Lane >= 0 {
			return cmp.Compare(uint(a.Lane), uint(b.Lane)) // -1 sorts last
		}
		return cmp.Or(cmp.Compare(b.Cells+b.RAMs, a.Cells+a.RAMs), cmp.Compare(a.Name, b.Name))
	})
	lanes := 0
	for lanes < len(p.Groups) && p.Groups[lanes].Lane >= 0 {
		lanes++
	}
	if last := lanes + maxGroups; len(p.Groups) > last {
		others := Group{Name: "(others)", Label: "others", Lane: -1}
		for _, g := range p.Groups[last-1:] {
			others.Cells += g.Cells
			others.RAMs += g.RAMs
		}
		p.Groups = append(p.Groups[:last-1], others)
	}
	index := map[string]int{}
	for i, g := range p.Groups {
		index[g.Name] = i
	}
	for i, path := range paths {
		g, ok := index[name(path)]
		if !ok {
			g = len(p.Groups) - 1
		}
		p.Cells[i].Group = g
	}
}

// hasParts reports whether any cells lie below the instance g.
func hasParts(paths []string, g string) bool {
	for _, path := range paths {
		if strings.HasPrefix(path, g+".") {
			return true
		}
	}
	return false
}

// Lanes have five colours in three shades, so that neighbours in the chain differ in hue. The rest
// has other colours, or the lanes' colours in a design without lanes.
var (
	brown       = color.RGBA{R: 0x7a, G: 0x4a, B: 0x1f, A: 0xff}
	laneColours = []color.RGBA{picture.Blue, picture.Orange, picture.Green, picture.Purple, picture.Sky}
	restColours = []color.RGBA{
		picture.Red, picture.Yellow, picture.Mix(picture.Red, 0.5), picture.Ink, picture.Mix(picture.Yellow, 0.5),
		brown, picture.Mix(brown, 0.5), picture.Mix(brown, 0.75),
	}
)

// Colour returns the colour of a group: grey tones for groups that are no instance.
func (p *Floorplan) Colour(group int) color.RGBA {
	g := p.Groups[group]
	switch {
	case g.Lane >= 0:
		shade := []float64{0, 0.35, 0.6}[g.Lane/len(laneColours)%3]
		return picture.Mix(laneColours[g.Lane%len(laneColours)], shade)
	case g.Name == "(top)":
		return picture.Mix(picture.Ink, 0.2)
	case g.Name == "(tools)":
		return picture.Mix(picture.Ink, 0.5)
	case g.Name == "(others)":
		return picture.Mix(picture.Ink, 0.65)
	}
	lanes := 0
	for lanes < len(p.Groups) && p.Groups[lanes].Lane >= 0 {
		lanes++
	}
	if lanes == 0 {
		return append(slices.Clone(laneColours), restColours...)[group%(len(laneColours)+len(restColours))]
	}
	return restColours[(group-lanes)%len(restColours)]
}

// Sizes of the picture in pixels.
const (
	planMargin = 14
	planHeader = 56
	lineStep   = 21
	wantWidth  = 1000 // width of the device; a tile gets the size that fits
	legendSize = 280
)

// tile returns the size of a tile: two pixels of frame, and slots of 2 x 4 equal parts.
func (p *Floorplan) tile() int { return max(2+8*((wantWidth/p.Columns-2)/8), 10) }

// width returns the width of the picture.
func (p *Floorplan) width() int {
	return planMargin + p.Columns*p.tile() + planMargin + legendSize + planMargin
}

// slotRect returns the place of a slot in a tile of that size.
func slotRect(tile, slot int) (x, y, w, h float64) {
	w, h = float64((tile-2)/2), float64((tile-2)/4)
	return 1 + float64(slot%2)*w, 1 + float64(slot/2)*h, w, h
}

// draw puts the picture on a canvas.
func (p *Floorplan) draw() *picture.Canvas {
	tile := float64(p.tile())
	legendX := 2*planMargin + float64(p.Columns)*tile
	height := planHeader + max(float64(p.Rows)*tile, float64(len(p.Groups)+6)*lineStep) + planMargin
	c := picture.New(float64(p.width()), height)
	c.Text(planMargin, 22, picture.Font{Size: 17, Bold: true}, "%s", p.Title)
	c.Text(planMargin, 44, picture.Font{Size: 14, Fill: picture.Grey}, "%s", p.Subtitle)
	at := func(column, row int) (x, y float64) {
		if p.BottomUp {
			row = p.Rows - 1 - row
		}
		return planMargin + float64(column)*tile, planHeader + float64(row)*tile
	}
	c.Rect(planMargin, planHeader, float64(p.Columns)*tile, float64(p.Rows)*tile, picture.Filled(picture.Shade))
	for column := 1; column < p.Columns; column++ {
		x, _ := at(column, 0)
		c.Rect(x-1, planHeader, 1, float64(p.Rows)*tile, picture.Filled(picture.Paper))
	}
	for row := 1; row < p.Rows; row++ {
		c.Rect(planMargin, planHeader+float64(row)*tile-1, float64(p.Columns)*tile, 1, picture.Filled(picture.Paper))
	}

	// Cells that fill a tile lie below cells with a slot; block RAMs lie above both.
	for _, slots := range []bool{false, true} {
		for _, cell := range p.Cells {
			if slots != (cell.Slot >= 0) || cell.RAM {
				continue
			}
			x, y := at(cell.Column, cell.Row)
			if !slots {
				c.Rect(x, y, tile-1, tile-1, picture.Filled(p.Colour(cell.Group)))
				continue
			}
			dx, dy, w, h := slotRect(p.tile(), cell.Slot)
			c.Rect(x+dx, y+dy, w, h, picture.Filled(p.Colour(cell.Group)))
		}
	}
	for _, cell := range p.Cells {
		if !cell.RAM {
			continue
		}
		x, y := at(cell.Column, cell.Row)
		w, h := float64(p.ram[0])*tile, float64(p.ram[1])*tile
		if p.BottomUp {
			y += tile - h
		}
		drawRAM(c, x, y, w-1, h-1, p.Colour(cell.Group))
	}

	// Each lane's number is in a circle at the lane's centre.
	for i, g := range p.Groups {
		if g.Lane < 0 {
			continue
		}
		var sumX, sumY, n float64
		for _, cell := range p.Cells {
			if cell.Group == i && !cell.RAM {
				x, y := at(cell.Column, cell.Row)
				sumX, sumY, n = sumX+x+tile/2, sumY+y+tile/2, n+1
			}
		}
		if n > 0 {
			x, y := sumX/n, sumY/n
			c.Circle(x, y, 17, picture.Style{Fill: picture.Paper, Stroke: picture.Ink, Width: 1.5})
			c.Text(x, y+6, picture.Font{Size: 17, Bold: true, Anchor: picture.Middle}, "%d", g.Lane)
		}
	}
	var path []float64
	for _, t := range p.Path {
		x, y := at(t[0], t[1])
		path = append(path, x+tile/2, y+tile/2)
	}
	if len(path) >= 4 {
		c.Line(picture.Paper, 5, path...)
		c.Line(picture.Ink, 2.5, path...)
	}

	// The legend: name, cells, block RAMs.
	y := float64(planHeader + 12)
	small := picture.Font{Size: 13, Fill: picture.Grey, Anchor: picture.End}
	c.Text(legendX+210, y, small, "cells")
	c.Text(legendX+legendSize, y, small, "block RAM")
	number := picture.Font{Size: 14, Anchor: picture.End}
	for i, g := range p.Groups {
		y += lineStep
		c.Rect(legendX, y-12, 15, 15, picture.Style{Fill: p.Colour(i), Stroke: picture.Ink, Width: 0.8})
		c.Text(legendX+24, y, picture.Font{Size: 14}, "%s", g.Label)
		c.Text(legendX+210, y, number, "%d", g.Cells)
		if g.RAMs > 0 {
			c.Text(legendX+legendSize, y, number, "%d", g.RAMs)
		}
	}
	y += 2 * lineStep
	drawRAM(c, legendX, y-12, 15, 15, picture.Shade)
	c.Text(legendX+24, y, picture.Font{Size: 14}, "block RAM")
	if len(path) >= 4 {
		y += lineStep
		c.Line(picture.Ink, 2.5, legendX, y-2, legendX+8, y-9, legendX+16, y-4)
		c.Text(legendX+24, y, picture.Font{Size: 14}, "slowest path")
	}
	return c
}

// drawRAM draws a block RAM with a frame, which tells it from logic.
func drawRAM(c *picture.Canvas, x, y, w, h float64, colour color.RGBA) {
	c.Rect(x, y, w, h, picture.Filled(picture.Ink))
	c.Rect(x+2, y+2, w-4, h-4, picture.Filled(colour))
}

// WriteSVG writes the picture as SVG.
func (p *Floorplan) WriteSVG(w io.Writer) error { return p.draw().WriteSVG(w) }

// FloorplanFile is the documentation's picture of a board with its player, relative to the root of
// the repository.
func FloorplanFile(board string) string { return "fpga/floorplan-" + board + ".png" }

// WritePNG writes the picture as PNG.
func (p *Floorplan) WritePNG(w io.Writer) error { return p.draw().WritePNG(w, 1) }
