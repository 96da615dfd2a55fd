// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package others

import (
	"strconv"

	_ "github.com/tessera-fpga/tessera/games/dots" // registers the game
	"github.com/tessera-fpga/tessera/games/dots/rules"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
	"github.com/tessera-fpga/tessera/web/calls"
)

// sketchDots is the sketch of dots and boxes: the spots are the edges. A box is one unit wide.
type sketchDots struct{}

// thick is the width of an edge.
const thick = 0.2

// edgeBoxes returns the places of the edges, in the order of their numbers.
func edgeBoxes(b *rules.Grid) (boxes [][4]float64) {
	for row := range b.H + 1 {
		y := float64(row)
		for col := range b.W {
			boxes = append(boxes, [4]float64{float64(col) + thick/2, y - thick/2, 1 - thick, thick})
		}
		if row == b.H {
			break
		}
		for col := range b.W + 1 {
			boxes = append(boxes, [4]float64{float64(col) - thick/2, y + thick/2, thick, 1 - thick})
		}
	}
	return boxes
}

func (sketchDots) Tables(of *play.Game, t *calls.Tables) {
	b := of.Start().(*rules.Position).Grid()
	t.Ask = "draw an edge"
	t.Bounds = [4]float64{-thick, -thick, float64(b.W) + 2*thick, float64(b.H) + 2*thick}
	for e, box := range edgeBoxes(b) {
		t.Squares = append(t.Squares, strconv.Itoa(e))
		t.Spots = append(t.Spots, calls.Spot{Kind: "bar", Box: box})
	}
	for row := range b.H + 1 {
		for col := range b.W + 1 {
			t.Ground = append(t.Ground, calls.Spot{Kind: "dot", Box: [4]float64{float64(col) - thick/2, float64(row) - thick/2, thick, thick}})
		}
	}
}

func (sketchDots) Place(m play.Move) (orientation, square int) { return -1, int(m) }

func (sketchDots) Move(_, square int) (play.Move, error) {
	if square < 0 || square >= rules.MaxEdges {
		return 0, noSpot(square, rules.MaxEdges)
	}
	return play.Move(square), nil
}

func (sketchDots) Covers(m play.Move) (tile int, squares []int) { return -1, []int{int(m)} }

func (sketchDots) Position(pos play.Position, out *calls.Position) {
	p := pos.(*rules.Position)
	b := p.Grid()
	boxes := edgeBoxes(b)
	for i := range b.Boxes() {
		if owner, ok := p.Owner(i); ok {
			x, y := float64(i%b.W)+thick, float64(i/b.W)+thick
			out.Pieces = append(out.Pieces, calls.Piece{Kind: "box", Colour: owner, Box: [4]float64{x, y, 1 - 2*thick, 1 - 2*thick}})
		}
	}
	for _, m := range out.Moves {
		out.Pieces = append(out.Pieces, calls.Piece{Kind: "bar", Colour: m.Player, Box: boxes[m.Square]})
	}
	for _, n := range out.Points {
		out.Rest = append(out.Rest, plural.Count(n, "box", "boxes"))
	}
}

func (sketchDots) Fault(err error) (string, int) { return fault(err) }
