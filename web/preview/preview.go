// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package preview draws the picture that messengers and forums show beside a link to the page: a
// position of Blokus Duo and the page's name. "make page-pictures" writes it to web/preview.png.
package preview

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	_ "github.com/tessera-fpga/tessera/games/duo/draw" // the drawing of the board
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/picture"
)

// File is the committed picture.
const File = "web/preview.png"

// Size of the picture in pixels, as the common forms of previews have it.
const Width, Height = 1200, 630

// scale is the number of pixels per unit of the drawing. The board, without coordinates, just fits.
const scale = 1.5

// Shown is the game of the docs' pictures of the page, in the form of the page's link.
var Shown = []string{"54u0", "aau0", "86t0", "78r0", "b8r3", "dbo4", "47s3", "59k6", "28o1", "4cp4", "b4p0", "d7l0", "e3m0", "c2q3", "b1j2"}

// Draw returns the picture as PNG.
func Draw() ([]byte, error) {
	of, err := rules.New("")
	if err != nil {
		return nil, err
	}
	p, err := of.Begin(0)
	if err != nil {
		return nil, err
	}
	for _, text := range Shown {
		if err := of.MakeMove(p, text); err != nil {
			return nil, fmt.Errorf("preview: %w", err)
		}
	}
	board, err := picture.Position(of, p, picture.PositionOptions{Bare: true})
	if err != nil {
		return nil, err
	}
	side, err := pixels(board)
	if err != nil {
		return nil, err
	}
	words := picture.New(Width/scale, Height/scale)
	const left, top = 452, 190
	words.Text(left, top, picture.Font{Size: 72, Bold: true, Fill: picture.Ink}, "tessera")
	for i, line := range []string{"Play Blokus Duo in your browser,", "against engines and friends,", "and solve a puzzle every day."} {
		words.Text(left, top+48+float64(i)*30, picture.Font{Size: 20, Fill: picture.Grey}, "%s", line)
	}
	whole, err := pixels(words)
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(image.Rect(0, 0, Width, Height))
	draw.Draw(out, out.Bounds(), whole, image.Point{}, draw.Src)
	at := image.Pt((Height-side.Bounds().Dy())/2, (Height-side.Bounds().Dy())/2)
	draw.Draw(out, side.Bounds().Add(at), side, image.Point{}, draw.Src)
	var text bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err = encoder.Encode(&text, out)
	return text.Bytes(), err
}

// pixels draws a canvas.
func pixels(c *picture.Canvas) (image.Image, error) {
	var text bytes.Buffer
	if err := c.WritePNG(&text, scale); err != nil {
		return nil, err
	}
	return png.Decode(&text)
}
