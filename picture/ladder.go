// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package picture

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"time"
)

// Rung is a player of the ladder.
type Rung struct {
	Family         string // players of a family differ in their effort; such as "tree"
	Label          string // within the family
	Seconds        float64
	Elo, Low, High float64
}

// familyColours are the colours of the families, in their order.
var familyColours = []color.RGBA{Grey, Green, Blue, Red, Orange, Purple, Ink}

// labelSides are the places of the labels. Families alternate between them, so that the labels of
// two near families do not overlap.
var labelSides = [2]struct {
	dx     float64
	anchor Anchor
}{{7, Start}, {-7, End}}

// Ladder draws the rating of players over the time that a move takes them, with its interval.
// The players of a family are joined by a line, in their order.
func Ladder(rungs []Rung) (*Canvas, error) {
	const (
		width, height            = 760.0, 520.0
		left, right, top, bottom = 64.0, 20.0, 44.0, 52.0
		step                     = 200 // Elo between lines
	)
	if len(rungs) == 0 {
		return nil, fmt.Errorf("picture: the ladder has no players")
	}
	low, high, quick, slow := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	var families []string
	for _, r := range rungs {
		if r.Seconds <= 0 {
			return nil, fmt.Errorf("picture: %s %s takes %v s a move, want more than 0", r.Family, r.Label, r.Seconds)
		}
		low, high = min(low, r.Low), max(high, r.High)
		quick, slow = min(quick, math.Log10(r.Seconds)), max(slow, math.Log10(r.Seconds))
		if !slices.Contains(families, r.Family) {
			families = append(families, r.Family)
		}
	}
	low, high = math.Floor(low/step)*step, math.Ceil(high/step)*step
	quick, slow = math.Floor(quick), math.Floor(slow)+1
	x := func(seconds float64) float64 {
		return left + (math.Log10(seconds)-quick)/(slow-quick)*(width-left-right)
	}
	y := func(elo float64) float64 { return height - bottom - (elo-low)/(high-low)*(height-top-bottom) }

	c := New(width, height)
	small := Font{Size: 12, Fill: Grey}
	for e := low; e <= high; e += step {
		c.Line(Line, 1, left, y(e), width-right, y(e))
		c.Text(left-8, y(e)+4, Font{Size: 12, Fill: Grey, Anchor: End}, "%.0f", e)
	}
	for decade := quick; decade <= slow; decade++ {
		at := x(math.Pow(10, decade))
		c.Line(Line, 1, at, top, at, height-bottom)
		c.Text(at, height-bottom+18, Font{Size: 12, Fill: Grey, Anchor: Middle}, "%v", time.Duration(math.Round(math.Pow(10, decade+9))))
	}
	c.Text((left+width-right)/2, height-12, Font{Size: 13, Anchor: Middle}, "time for a move, median")
	c.Text(left-8, top-12, Font{Size: 13, Anchor: End}, "Elo")
	legend := left + 12
	for i, family := range families {
		colour := familyColours[i%len(familyColours)]
		c.Circle(legend, top-16, 5, Filled(colour))
		c.Text(legend+10, top-12, small, "%s", family)
		legend += 30 + TextWidth(small, family)
		var members []Rung
		for _, r := range rungs {
			if r.Family == family {
				members = append(members, r)
			}
		}
		var line []float64
		for _, r := range members {
			line = append(line, x(r.Seconds), y(r.Elo))
		}
		if len(members) > 1 {
			c.Line(Mix(colour, 0.6), 1.5, line...)
		}
		for _, r := range members {
			at := x(r.Seconds)
			c.Line(colour, 1.5, at, y(r.Low), at, y(r.High))
			for _, end := range []float64{r.Low, r.High} {
				c.Line(colour, 1.5, at-3, y(end), at+3, y(end))
			}
			c.Circle(at, y(r.Elo), 4.5, Filled(colour))
			if r.Label != "" {
				c.Text(at+labelSides[i%2].dx, y(r.Elo)-6, Font{Size: 12, Bold: true, Fill: colour, Anchor: labelSides[i%2].anchor}, "%s", r.Label)
			}
		}
	}
	return c, nil
}
