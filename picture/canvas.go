// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package picture draws positions of any game, and ladders. A picture is a list of shapes that can be
// written as SVG or as PNG; the same input gives the same bytes.
//
// File canvas.go holds the shapes and both writers, board.go what boards have in common, position.go
// the drawings that games register, ladder.go players by rating. The pictures of the documentation are
// listed in package pages; those of the hardware are drawn in its package hardware.
package picture

import (
	"fmt"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// The writers are our own: the libraries for Go write SVG only and have no releases
// (ajstarks/svgo), are no longer maintained (fogleman/gg), or write SVG without text-anchor
// (gonum.org/v1/plot/vg), so that a text in another font is not in the middle of its square.

// Colours that people with any kind of colour vision can tell apart (Okabe and Ito, Color
// Universal Design, 2008), and greys.
var (
	Blue   = rgb(0x0072b2)
	Orange = rgb(0xe69f00)
	Green  = rgb(0x009e73)
	Red    = rgb(0xd55e00)
	Purple = rgb(0xcc79a7)
	Sky    = rgb(0x56b4e9)
	Yellow = rgb(0xf0e442)

	Ink   = rgb(0x1f2328)
	Grey  = rgb(0x6e7781)
	Line  = rgb(0xc4cad0)
	Shade = rgb(0xeceff2)
	Paper = rgb(0xffffff)
)

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

// Mix returns a colour with that share of paper, 0..1, in it.
func Mix(c color.RGBA, paper float64) color.RGBA {
	part := func(v uint8) uint8 { return uint8(math.Round(float64(v)*(1-paper) + 255*paper)) }
	return color.RGBA{part(c.R), part(c.G), part(c.B), 0xff}
}

// Anchor selects the point of a text that lies at its place.
type Anchor string

// The anchors.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// Style is the look of a shape; a colour with A = 0 means none.
type Style struct {
	Fill   color.RGBA
	Stroke color.RGBA
	Width  float64 // width of the stroke, in pixels
}

// Filled returns the style of a shape without an outline.
func Filled(c color.RGBA) Style { return Style{Fill: c} }

// Outlined returns the style of a shape that is an outline only.
func Outlined(c color.RGBA, width float64) Style { return Style{Stroke: c, Width: width} }

// Font is how a text looks.
type Font struct {
	Size   float64 // in pixels; 0 means 13
	Bold   bool
	Mono   bool
	Anchor Anchor // "" means Start
	Fill   color.RGBA
}

// point is a place, in pixels from the upper left corner.
type point struct{ x, y float64 }

// shape is a polygon, an open line, a circle or a text.
type shape struct {
	points []point
	open   bool    // a line instead of a polygon
	radius float64 // radius of a circle around points[0]; 0: no circle
	style  Style
	text   string
	font   Font
}

// Canvas is a picture in the making. It has a background of paper, so that it can be read on
// a page of any colour.
type Canvas struct {
	width, height float64
	shapes        []shape
}

// New returns an empty picture of that size in pixels.
func New(width, height float64) *Canvas { return &Canvas{width: width, height: height} }

// Rect adds a rectangle.
func (c *Canvas) Rect(x, y, w, h float64, s Style) {
	c.Polygon(s, x, y, x+w, y, x+w, y+h, x, y+h)
}

// Polygon adds a polygon; xy are the coordinates of its corners in turn.
func (c *Canvas) Polygon(s Style, xy ...float64) {
	c.shapes = append(c.shapes, shape{points: pointsOf(xy), style: s})
}

// Line adds an open line through points; xy are their coordinates in turn.
func (c *Canvas) Line(stroke color.RGBA, width float64, xy ...float64) {
	c.shapes = append(c.shapes, shape{points: pointsOf(xy), open: true, style: Outlined(stroke, width)})
}

// Arrow adds a line with a head at its end.
func (c *Canvas) Arrow(stroke color.RGBA, width float64, xy ...float64) {
	const length, half = 7, 3.5
	p := pointsOf(xy)
	from, to := p[len(p)-2], p[len(p)-1]
	d := math.Hypot(to.x-from.x, to.y-from.y)
	ux, uy := (to.x-from.x)/d, (to.y-from.y)/d
	bx, by := to.x-length*ux, to.y-length*uy
	xy[len(xy)-2], xy[len(xy)-1] = bx, by
	c.Line(stroke, width, xy...)
	c.Polygon(Filled(stroke), to.x, to.y, bx-half*uy, by+half*ux, bx+half*uy, by-half*ux)
}

// Circle adds a circle.
func (c *Canvas) Circle(x, y, radius float64, s Style) {
	c.shapes = append(c.shapes, shape{points: []point{{x, y}}, radius: radius, style: s})
}

// Text adds a line of text; y is its base line.
func (c *Canvas) Text(x, y float64, f Font, format string, args ...any) {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	if f.Size == 0 {
		f.Size = 13
	}
	if f.Anchor == "" {
		f.Anchor = Start
	}
	if f.Fill.A == 0 {
		f.Fill = Ink
	}
	c.shapes = append(c.shapes, shape{points: []point{{x, y}}, text: format, font: f})
}

func pointsOf(xy []float64) (p []point) {
	for i := 0; i+1 < len(xy); i += 2 {
		p = append(p, point{xy[i], xy[i+1]})
	}
	return p
}

// ---- SVG ---------------------------------------------------------------------

// number returns a coordinate with at most two digits after the point.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100+0, 'f', -1, 64)
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// WriteSVG writes the picture as SVG.
func (c *Canvas) WriteSVG(w io.Writer) error {
	var b strings.Builder
	size := number(c.width) + " " + number(c.height)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s" font-family="Go, Arial, Helvetica, sans-serif">`+"\n",
		number(c.width), number(c.height), size)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", hex(Paper))
	for _, s := range c.shapes {
		s.writeSVG(&b)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *shape) writeSVG(b *strings.Builder) {
	at := s.points[0]
	if s.text != "" {
		fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s" fill="%s"`, number(at.x), number(at.y), number(s.font.Size), hex(s.font.Fill))
		if s.font.Anchor != Start {
			fmt.Fprintf(b, ` text-anchor="%s"`, s.font.Anchor)
		}
		if s.font.Bold {
			b.WriteString(` font-weight="bold"`)
		}
		if s.font.Mono {
			b.WriteString(` font-family="Go Mono, Consolas, DejaVu Sans Mono, monospace" xml:space="preserve"`)
		}
		fmt.Fprintf(b, ">%s</text>\n", html.EscapeString(s.text))
		return
	}
	fill := "none"
	if s.style.Fill.A != 0 {
		fill = hex(s.style.Fill)
	}
	stroke := ""
	if s.style.Stroke.A != 0 {
		stroke = fmt.Sprintf(` stroke="%s" stroke-width="%s" stroke-linejoin="round"`, hex(s.style.Stroke), number(s.style.Width))
	}
	switch {
	case s.radius != 0:
		fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="%s" fill="%s"%s/>`+"\n", number(at.x), number(at.y), number(s.radius), fill, stroke)
	case !s.open && isRect(s.points):
		fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"%s/>`+"\n", number(at.x), number(at.y),
			number(s.points[2].x-at.x), number(s.points[2].y-at.y), fill, stroke)
	default:
		name := "polygon"
		if s.open {
			name = "polyline"
		}
		var xy []string
		for _, p := range s.points {
			xy = append(xy, number(p.x)+","+number(p.y))
		}
		fmt.Fprintf(b, `<%s points="%s" fill="%s"%s/>`+"\n", name, strings.Join(xy, " "), fill, stroke)
	}
}

// isRect reports whether the points make a rectangle in Rect's order.
func isRect(p []point) bool {
	return len(p) == 4 && p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x
}

// ---- PNG ---------------------------------------------------------------------

// WritePNG writes the picture as PNG, with that many pixels for each of the picture.
func (c *Canvas) WritePNG(w io.Writer, scale float64) error {
	m := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(c.width*scale)), int(math.Ceil(c.height*scale))))
	draw.Draw(m, m.Bounds(), image.NewUniform(Paper), image.Point{}, draw.Src)
	for _, s := range c.shapes {
		if s.text != "" {
			if err := s.drawText(m, scale); err != nil {
				return fmt.Errorf("picture: %w", err)
			}
			continue
		}
		if s.style.Fill.A != 0 && !s.open {
			fill(m, scale, s.style.Fill, s.outline())
		}
		if s.style.Stroke.A != 0 {
			s.drawStroke(m, scale)
		}
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	return encoder.Encode(w, m)
}

// circleSides is the number of sides of the polygon that stands for a circle.
const circleSides = 40

// outline returns the polygon of a shape.
func (s *shape) outline() []point {
	if s.radius == 0 {
		return s.points
	}
	p := make([]point, circleSides)
	for i := range p {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / circleSides)
		p[i] = point{s.points[0].x + s.radius*cos, s.points[0].y + s.radius*sin}
	}
	return p
}

// fill draws polygons, each given by its corners; overlapping polygons become one.
func fill(m *image.RGBA, scale float64, c color.RGBA, polygons ...[]point) {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, polygon := range polygons {
		for _, p := range polygon {
			low = point{min(low.x, p.x*scale), min(low.y, p.y*scale)}
			high = point{max(high.x, p.x*scale), max(high.y, p.y*scale)}
		}
	}
	box := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y)))
	if box.Empty() {
		return
	}
	if whole := float64(box.Min.X) == low.x && float64(box.Min.Y) == low.y && float64(box.Max.X) == high.x && float64(box.Max.Y) == high.y; whole && len(polygons) == 1 && isRect(polygons[0]) {
		draw.Draw(m, box, image.NewUniform(c), image.Point{}, draw.Src)
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, polygon := range polygons {
		for i, p := range polygon {
			x, y := float32(p.x*scale-float64(box.Min.X)), float32(p.y*scale-float64(box.Min.Y))
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	r.Draw(m, box, image.NewUniform(c), image.Point{})
}

// drawStroke draws the outline: a rectangle along each side, longer by half the width at
// both ends, so that the corners are whole.
func (s *shape) drawStroke(m *image.RGBA, scale float64) {
	p := s.outline()
	n := len(p)
	if s.open {
		n--
	}
	half := s.style.Width / 2
	for i := range n {
		a, b := p[i], p[(i+1)%len(p)]
		d := math.Hypot(b.x-a.x, b.y-a.y)
		if d == 0 {
			continue
		}
		ux, uy := half*(b.x-a.x)/d, half*(b.y-a.y)/d
		if s.radius == 0 && (!s.open || i > 0) {
			a = point{a.x - ux, a.y - uy}
		}
		if s.radius == 0 && (!s.open || i < n-1) {
			b = point{b.x + ux, b.y + uy}
		}
		fill(m, scale, s.style.Stroke, []point{{a.x - uy, a.y + ux}, {b.x - uy, b.y + ux}, {b.x + uy, b.y - ux}, {a.x + uy, a.y - ux}})
	}
}

// The fonts are parsed once. Goroutines may share a parsed font, but not a face: a face is a font
// at a size and has its own buffers. Every text therefore gets its own face.
var (
	regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })
	bold    = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })
	mono    = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gomono.TTF) })
)

func (f Font) face(scale float64) (font.Face, error) {
	parsed := regular
	switch {
	case f.Mono:
		parsed = mono
	case f.Bold:
		parsed = bold
	}
	ttf, err := parsed()
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(ttf, &opentype.FaceOptions{Size: f.Size * scale, DPI: 72, Hinting: font.HintingNone})
}

// textWidth returns the width of a text in pixels, as the PNG has it; other fonts are nearly
// as wide.
func textWidth(f Font, text string) float64 {
	face, err := f.face(1)
	if err != nil {
		panic(err) // the fonts are part of the program
	}
	return float64(font.MeasureString(face, text)) / 64
}

// TextWidth returns the width of a text in pixels.
func TextWidth(f Font, text string) float64 {
	if f.Size == 0 {
		f.Size = 13
	}
	return textWidth(f, text)
}

func (s *shape) drawText(m *image.RGBA, scale float64) error {
	face, err := s.font.face(scale)
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: m, Src: image.NewUniform(s.font.Fill), Face: face}
	x := s.points[0].x * scale
	switch width := float64(d.MeasureString(s.text)) / 64; s.font.Anchor {
	case Middle:
		x -= width / 2
	case End:
		x -= width
	}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(math.Round(x * 64)), Y: fixed.Int26_6(math.Round(s.points[0].y * scale * 64))}
	d.DrawString(s.text)
	return nil
}
