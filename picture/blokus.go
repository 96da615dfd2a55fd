package picture

import (
	"fmt"
	"image/color"

	"github.com/tessera-fpga/tessera/golden/blokus"
)

// fourColours are those of the tiles of Blokus, and of the writing on them.
var fourColours = [blokus.NumColours]struct{ tile, ink color.RGBA }{
	{Blue, Paper}, {rgb(0xf2c230), Ink}, {rgb(0xc8402f), Paper}, {rgb(0x3f9a55), Ink},
}

// Blokus draws a game of Blokus of four colours: the tiles with their outlines and the numbers of their
// moves, the last one framed, the coordinates of moves on the right and below, and the points.
func Blokus(moves []blokus.Move) (*Canvas, error) {
	side := float64(cellSize * blokus.BoardSize)
	c := New(side+2*labelSpace, side+2*labelSpace+3.5*textSpace)
	b := boardPicture{c: c, x: labelSpace, y: labelSpace, size: blokus.BoardSize}
	b.grid()
	b.coordinates("")
	for colour := range blokus.Colour(blokus.NumColours) {
		x, y := b.at(colour.Start().Row(), colour.Start().Col())
		c.Circle(x+cellSize/2, y+cellSize/2, 6, Outlined(fourColours[colour].tile, 2.5))
	}
	p := blokus.New()
	for i, m := range moves {
		if err := p.Check(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		colour := fourColours[p.ToMove()]
		b.tile(cellsOf(m.Cells), colour.tile, 1.5)
		b.number(m.Cells, i+1, colour.ink)
		p.Play(m)
	}
	if len(moves) > 0 {
		b.frameLast(cellsOf(moves[len(moves)-1].Cells))
	}
	y := side + 2*labelSpace + 14
	for colour := range blokus.Colour(blokus.NumColours) {
		x, line := b.x+float64(colour/2)*side/2, y+float64(colour%2)*textSpace
		c.Rect(x, line-11, 12, 12, Style{Fill: fourColours[colour].tile, Stroke: Ink, Width: 1})
		c.Text(x+20, line, Font{}, "%v  %d", colour, p.Points(colour))
		left := "all tiles placed"
		if letters := tileLetters(p.TilesLeft(colour)); letters != "" {
			left = "left: " + letters
		}
		c.Text(x+95, line, Font{Mono: true, Size: 12, Fill: Grey}, left)
	}
	turn := fmt.Sprintf("%v to move", p.ToMove())
	if p.Over() {
		turn = "the game is over"
	}
	c.Text(b.x, y+2*textSpace, Font{Size: 12, Fill: Grey}, fmt.Sprintf("after %d moves; %s", len(moves), turn))
	return c, nil
}
