package flow

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/tessera-fpga/tessera/fpga/board"
)

// Floorplan is a placed design as a picture: every cell at its place, coloured
// by the instance that it belongs to.
type Floorplan struct {
	Title, Subtitle string
	// Columns and Rows are the device's tiles; row 0 is drawn where the tool has it, at the bottom on
	// iCE40 and at the top on ECP5.
	Columns, Rows int
	BottomUp      bool
	Cells         []PlacedCell
	// Groups are the instances, largest first; PlacedCell.Group is an index.
	Groups []Group
	// Path are tiles to join with a line.
	Path [][2]int
}

// PlacedCell is a cell at its place.
type PlacedCell struct {
	Column, Row int
	// Slot is where in the tile: 0 to 7 for logic, -1 for what fills its tile.
	Slot  int
	Group int
}

// Group is an instance of the design.
type Group struct {
	Name  string
	Cells int
}

// maxGroups is how many instances get a colour of their own.
const maxGroups = 11

// grids are the columns and rows of devices, by nextpnr's option.
var grids = map[string][2]int{"hx8k": {34, 34}, "85k": {127, 96}}

// placedNetlist is the part of nextpnr's --write that we read.
type placedNetlist struct {
	Modules map[string]struct {
		Cells map[string]struct {
			Type       string                     `json:"type"`
			Attributes map[string]json.RawMessage `json:"attributes"`
		} `json:"cells"`
	} `json:"modules"`
}

var belPattern = regexp.MustCompile(`^X([0-9]+)/Y([0-9]+)/(.*)$`)

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
	p := &Floorplan{BottomUp: b.Family == board.ICE40}
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
			p.Cells = append(p.Cells, PlacedCell{Column: x, Row: y, Slot: slot(m[3])})
			paths = append(paths, instance(name))
		}
	}
	if len(p.Cells) == 0 {
		return nil, fmt.Errorf("fpga: %s: no placed cells", file)
	}
	p.group(paths)
	return p, nil
}

// slot returns the place within the tile that a BEL's name means: lc0 to lc7 on
// iCE40; SLICEA.COMB0 to SLICED.FF1 on ECP5, where look-up table and flip-flop
// of one number share a slot (RAMW lies beside SLICEC).
func slot(bel string) int {
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
// "u_chip.u_rx.bit_q_SB_DFF_Q". Cells of the top module have none; those that a
// tool has added, or lost the name of, are "(tools)".
func instance(cell string) string {
	if strings.HasPrefix(cell, "$gbuf") || strings.HasPrefix(cell, "$nextpnr") || strings.HasPrefix(cell, "$PACKER") {
		return "(tools)"
	}
	// Names such as $abc$123$u_chip.x carry the real name behind the last dollar.
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
			return instanceOnly.FindString(cell) // an instance that is itself a cell, such as u_pll
		}
		return "(top)"
	}
	return strings.Join(parts[:n], ".")
}

var instanceOnly = regexp.MustCompile(`^u_[a-z0-9]+`)

// group chooses the instances that get a colour. It starts from the top module's
// and splits the largest as long as there are colours for its parts.
func (p *Floorplan) group(paths []string) {
	depth := map[string]bool{} // instances that are split
	name := func(path string) string {
		for i := 0; i < len(path); i++ {
			if path[i] == '.' && !depth[path[:i]] {
				return path[:i]
			}
		}
		return path
	}
	count := func() map[string]int {
		n := map[string]int{}
		for _, path := range paths {
			n[name(path)]++
		}
		return n
	}
	for {
		now := count()
		largest := ""
		for _, g := range slices.Sorted(maps.Keys(now)) {
			if !depth[g] && (largest == "" || now[g] > now[largest]) && hasParts(paths, g) {
				largest = g
			}
		}
		if largest == "" {
			break
		}
		depth[largest] = true
		if len(count()) > maxGroups {
			// Too many: worth it only if most of the design would have one colour else.
			if 2*now[largest] < len(paths) {
				delete(depth, largest)
			}
			break
		}
	}
	for g, n := range count() {
		p.Groups = append(p.Groups, Group{g, n})
	}
	slices.SortFunc(p.Groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Cells, a.Cells), cmp.Compare(a.Name, b.Name))
	})
	if len(p.Groups) > maxGroups {
		rest := Group{Name: "(others)"}
		for _, g := range p.Groups[maxGroups-1:] {
			rest.Cells += g.Cells
		}
		p.Groups = append(p.Groups[:maxGroups-1], rest)
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

// hasParts reports whether cells lie below the instance g.
func hasParts(paths []string, g string) bool {
	for _, path := range paths {
		if strings.HasPrefix(path, g+".") {
			return true
		}
	}
	return false
}

// palette are colours that differ in hue and lightness.
var palette = []color.RGBA{
	{0x1f, 0x77, 0xb4, 0xff}, {0xff, 0x7f, 0x0e, 0xff}, {0x2c, 0xa0, 0x2c, 0xff}, {0xd6, 0x27, 0x28, 0xff},
	{0x94, 0x67, 0xbd, 0xff}, {0x8c, 0x56, 0x4b, 0xff}, {0xe3, 0x77, 0xc2, 0xff}, {0xbc, 0xbd, 0x22, 0xff},
	{0x17, 0xbe, 0xcf, 0xff}, {0x0b, 0x3d, 0x6b, 0xff}, {0xf7, 0xb6, 0xd2, 0xff},
}

// colour returns the colour of a group: grey tones for what is no instance.
func (p *Floorplan) colour(group int) color.RGBA {
	switch p.Groups[group].Name {
	case "(top)":
		return color.RGBA{0x50, 0x50, 0x50, 0xff}
	case "(tools)":
		return color.RGBA{0x90, 0x90, 0x90, 0xff}
	case "(others)":
		return color.RGBA{0xb8, 0xb8, 0xb8, 0xff}
	}
	return palette[group%len(palette)]
}

// canvas is where a picture is drawn: a list of shapes in pixels.
type canvas interface {
	rect(x, y, w, h int, c color.RGBA)
	line(x0, y0, x1, y1 int, c color.RGBA)
	text(x, y int, s string)
}

// Sizes of the picture in pixels. The font's letters are 7 wide and 13 high.
const (
	margin    = 12
	header    = 48
	lineStep  = 18
	letter    = 7
	wantWidth = 1000 // of the device; a tile gets what fits
)

// layout returns the size of a tile and of the whole picture.
func (p *Floorplan) layout() (tile, width, height int) {
	// Two pixels of frame, and slots of 2 x 4 equal parts.
	tile = max(2+8*((wantWidth/p.Columns-2)/8), 10)
	longest := 0
	for _, g := range p.Groups {
		longest = max(longest, len(legend(g)))
	}
	width = 3*margin + p.Columns*tile + 24 + longest*letter
	width = max(width, 2*margin+letter*max(len(p.Title), len(p.Subtitle)))
	height = header + max(p.Rows*tile, len(p.Groups)*lineStep) + margin
	return tile, width, height
}

func legend(g Group) string { return fmt.Sprintf("%s  %d", g.Name, g.Cells) }

// draw puts the picture on a canvas.
func (p *Floorplan) draw(c canvas) {
	tile, _, _ := p.layout()
	free := color.RGBA{0xee, 0xee, 0xee, 0xff}
	ink := color.RGBA{0, 0, 0, 0xff}
	c.text(margin, 18, p.Title)
	c.text(margin, 36, p.Subtitle)
	at := func(column, row int) (x, y int) {
		if p.BottomUp {
			row = p.Rows - 1 - row
		}
		return margin + column*tile, header + row*tile
	}
	for row := range p.Rows {
		for column := range p.Columns {
			x, y := at(column, row)
			c.rect(x, y, tile-1, tile-1, free)
		}
	}
	// What fills a tile goes below what has a slot.
	for _, slots := range []bool{false, true} {
		for _, cell := range p.Cells {
			if slots != (cell.Slot >= 0) {
				continue
			}
			x, y := at(cell.Column, cell.Row)
			colour := p.colour(cell.Group)
			if !slots {
				c.rect(x, y, tile-1, tile-1, colour)
				continue
			}
			w, h := (tile-2)/2, (tile-2)/4
			c.rect(x+1+(cell.Slot%2)*w, y+1+(cell.Slot/2)*h, w, h, colour)
		}
	}
	for i := 1; i < len(p.Path); i++ {
		x0, y0 := at(p.Path[i-1][0], p.Path[i-1][1])
		x1, y1 := at(p.Path[i][0], p.Path[i][1])
		c.line(x0+tile/2, y0+tile/2, x1+tile/2, y1+tile/2, ink)
	}
	x := 2*margin + p.Columns*tile
	for i, g := range p.Groups {
		y := header + i*lineStep
		c.rect(x, y, 13, 13, p.colour(i))
		c.text(x+20, y+11, legend(g))
	}
}

// WriteSVG writes the picture as SVG.
func (p *Floorplan) WriteSVG(w io.Writer) error {
	_, width, height := p.layout()
	s := &svg{}
	fmt.Fprintf(&s.b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\" font-family=\"monospace\" font-size=\"12\" shape-rendering=\"crispEdges\">\n", width, height)
	s.rect(0, 0, width, height, color.RGBA{0xff, 0xff, 0xff, 0xff})
	p.draw(s)
	s.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, s.b.String())
	return err
}

// WritePNG writes the picture as PNG.
func (p *Floorplan) WritePNG(w io.Writer) error {
	_, width, height := p.layout()
	m := &raster{image.NewRGBA(image.Rect(0, 0, width, height))}
	m.rect(0, 0, width, height, color.RGBA{0xff, 0xff, 0xff, 0xff})
	p.draw(m)
	return png.Encode(w, m.RGBA)
}

// svg is a canvas of text.
type svg struct{ b strings.Builder }

func hex6(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (s *svg) rect(x, y, w, h int, c color.RGBA) {
	fmt.Fprintf(&s.b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x, y, w, h, hex6(c))
}

func (s *svg) line(x0, y0, x1, y1 int, c color.RGBA) {
	fmt.Fprintf(&s.b, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\" shape-rendering=\"auto\"/>\n", x0, y0, x1, y1, hex6(c))
}

func (s *svg) text(x, y int, t string) {
	fmt.Fprintf(&s.b, "<text x=\"%d\" y=\"%d\">%s</text>\n", x, y, html.EscapeString(t))
}

// raster is a canvas of pixels.
type raster struct{ *image.RGBA }

func (m *raster) rect(x, y, w, h int, c color.RGBA) {
	draw.Draw(m.RGBA, image.Rect(x, y, x+w, y+h), image.NewUniform(c), image.Point{}, draw.Src)
}

// line draws squares of two pixels at every step of the longer side.
func (m *raster) line(x0, y0, x1, y1 int, c color.RGBA) {
	n := max(x1-x0, x0-x1, y1-y0, y0-y1, 1)
	for i := 0; i <= n; i++ {
		m.rect(x0+(x1-x0)*i/n-1, y0+(y1-y0)*i/n-1, 2, 2, c)
	}
}

func (m *raster) text(x, y int, t string) {
	d := font.Drawer{Dst: m.RGBA, Src: image.Black, Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	d.DrawString(t)
}
