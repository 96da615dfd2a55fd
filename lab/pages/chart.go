// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"bytes"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// chartWidth is the width of all charts.
const chartWidth = 18 * vg.Centimeter

// Colours of the charts.
var (
	chartGrey  = color.RGBA{0x88, 0x88, 0x88, 0xff}
	chartBlue  = color.RGBA{0x1f, 0x5f, 0xb0, 0xff}
	chartAmber = color.RGBA{0xd0, 0x8a, 0x10, 0xff}
	chartRed   = color.RGBA{0xc0, 0x30, 0x30, 0xff}
)

// chart returns an SVG of plots side by side. The padding leaves room for readers' fonts, which are
// wider than the one that the plots are laid out with.
func chart(height vg.Length, plots ...*plot.Plot) (string, error) {
	canvas := vgsvg.New(chartWidth, height)
	panels := draw.Tiles{Cols: len(plots), Rows: 1, PadX: 5 * vg.Millimeter, PadTop: 2 * vg.Millimeter, PadBottom: 2 * vg.Millimeter, PadLeft: 4 * vg.Millimeter, PadRight: 4 * vg.Millimeter}
	for i, p := range plots {
		p.Draw(panels.At(draw.New(canvas), i, 0))
	}
	var text bytes.Buffer
	_, err := canvas.WriteTo(&text)
	return text.String(), err
}
