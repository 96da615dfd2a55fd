// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package others

import (
	"errors"
	"fmt"

	game "github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/games/blokus/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
	"github.com/tessera-fpga/tessera/web/calls"
)

func noSpot(square, spots int) error {
	return fmt.Errorf("spot %d, want 0..%d", square, spots-1)
}

// sketchBlokus is the sketch of Blokus of four colours.
type sketchBlokus struct{}

func (sketchBlokus) Tables(of *play.Game, t *calls.Tables) {
	for s := range rules.Square(rules.NumSquares) {
		t.Squares = append(t.Squares, s.String())
	}
	start := of.Start().(*game.Position)
	for c := range rules.Colour(rules.NumColours) {
		t.Start = append(t.Start, int(c.Start()))
		t.Colours = append(t.Colours, c.String())
		t.Owners = append(t.Owners, owner(start, c))
	}
	t.SetTiles(rules.BoardSize)
}

// owner returns the seat of a colour, -1 if the seats play it in turn.
func owner(p *game.Position, c rules.Colour) int {
	if p.Rules.Variant == rules.ThreePlayer && c == rules.Green {
		return -1
	}
	return p.Rules.Variant.Seat(&p.Position, c)
}

func (sketchBlokus) Place(m play.Move) (orientation, square int) {
	return int(rules.Move(m).Orientation()), int(rules.Move(m).Square())
}

func (sketchBlokus) Move(orientation, square int) (play.Move, error) {
	if err := calls.InRange(orientation, square, rules.NumSquares); err != nil {
		return 0, err
	}
	return play.Move(rules.NewMove(duo.Orientation(orientation), rules.Square(square))), nil
}

func (sketchBlokus) Covers(m play.Move) (tile int, squares []int) {
	for row, col := range rules.Move(m).Cells {
		squares = append(squares, int(rules.NewSquare(row, col)))
	}
	return int(rules.Move(m).Tile()), squares
}

func (sketchBlokus) Position(pos play.Position, out *calls.Position) {
	p := pos.(*game.Position)
	left := make([]int, p.Rules.Variant.Seats())
	for c := range rules.Colour(rules.NumColours) {
		corners := []int{}
		for s := range rules.Square(rules.NumSquares) {
			if p.Anchors(c, s.Row())>>s.Col()&1 != 0 {
				corners = append(corners, int(s))
			}
		}
		out.Corners = append(out.Corners, corners)
		out.TilesLeft = append(out.TilesLeft, calls.Tiles(p.TilesLeft(c)))
		if seat := owner(p, c); seat >= 0 {
			left[seat] += p.TilesLeft(c).Count()
		}
	}
	for _, n := range left {
		out.Rest = append(out.Rest, plural.Count(n, "tile left", "tiles left"))
	}
}

func (sketchBlokus) Fault(err error) (string, int) {
	var bad *rules.MoveError
	if !errors.As(err, &bad) {
		return play.Reason(err), -1
	}
	if bad.At {
		return bad.Rule.Error(), int(bad.Square)
	}
	return bad.Rule.Error(), -1
}
