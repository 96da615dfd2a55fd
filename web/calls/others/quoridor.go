// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package others

import (
	"fmt"

	game "github.com/tessera-fpga/tessera/games/quoridor"
	"github.com/tessera-fpga/tessera/games/quoridor/rules"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
	"github.com/tessera-fpga/tessera/web/calls"
)

// The board of Quoridor in units of a square's side.
const (
	gap   = 0.3 // between squares: the place of fences
	pitch = 1 + gap
)

// sketchQuoridor is the sketch of Quoridor: the spots are squares, then fences above and fences to
// the right.
type sketchQuoridor struct{}

var quoridorSpots = func() spots {
	var moves []play.Move
	for s := range rules.Square(rules.Squares) {
		moves = append(moves, play.Move(rules.Step(s)))
	}
	for s := range rules.Slot(rules.Slots) {
		moves = append(moves, play.Move(rules.Horizontal(s)))
	}
	for s := range rules.Slot(rules.Slots) {
		moves = append(moves, play.Move(rules.Vertical(s)))
	}
	return newSpots(moves)
}()

// quoridorBox returns the place of a move on the board, whose first row is the lowest.
func quoridorBox(m rules.Move) calls.Spot {
	at := func(s rules.Square) (x, y float64) {
		return float64(s.Column()) * pitch, float64(rules.Size-1-s.Row()) * pitch
	}
	if m.IsStep() {
		x, y := at(m.To())
		return calls.Spot{Kind: "square", Box: [4]float64{x, y, 1, 1}}
	}
	slot, vertical := m.Fence()
	x, y := at(slot.Square())
	if vertical {
		return calls.Spot{Kind: "bar", Box: [4]float64{x + 1, y - pitch, gap, 2 + gap}}
	}
	return calls.Spot{Kind: "bar", Box: [4]float64{x, y - gap, 2 + gap, gap}}
}

func (sketchQuoridor) Tables(_ *play.Game, t *calls.Tables) {
	const side = rules.Size*pitch - gap
	t.Bounds, t.Ask = [4]float64{0, 0, side, side}, "step to a square or place a fence"
	for _, m := range quoridorSpots.moves {
		own := rules.Move(m)
		t.Squares = append(t.Squares, own.String())
		t.Spots = append(t.Spots, quoridorBox(own))
		if own.IsStep() {
			t.Ground = append(t.Ground, quoridorBox(own))
		}
	}
	// Each player's goal is the far row.
	t.Ground = append(t.Ground,
		calls.Spot{Kind: "goal", Box: [4]float64{0, -0.2, side, 0.1}},
		calls.Spot{Kind: "goal", Box: [4]float64{0, side + 0.1, side, 0.1}, Colour: 1})
	for i := range rules.Size {
		t.Labels = append(t.Labels,
			calls.Label{X: float64(i)*pitch + 0.5, Y: side + 0.75, Text: string(rune('a' + i))},
			calls.Label{X: -0.5, Y: float64(rules.Size-1-i)*pitch + 0.6, Text: fmt.Sprint(i + 1)})
	}
}

func (sketchQuoridor) Place(m play.Move) (orientation, square int) { return quoridorSpots.place(m) }

func (sketchQuoridor) Move(_, square int) (play.Move, error) { return quoridorSpots.move(square) }

func (sketchQuoridor) Covers(m play.Move) (tile int, squares []int) { return quoridorSpots.covers(m) }

func (sketchQuoridor) Position(pos play.Position, out *calls.Position) {
	p := pos.(*game.Position)
	for _, m := range out.Moves {
		own, err := rules.ParseMove(m.Code)
		if err == nil && own.IsFence() {
			out.Pieces = append(out.Pieces, calls.Piece{Kind: "bar", Colour: m.Player, Box: quoridorBox(own).Box})
		}
	}
	for pl := range rules.Player(2) {
		out.Pieces = append(out.Pieces, calls.Piece{Kind: "pawn", Colour: int(pl), Box: quoridorBox(rules.Step(p.Pawn(pl))).Box})
		out.Rest = append(out.Rest, fmt.Sprintf("%s to go, %s", plural.Count(p.Distance(pl), "step", "steps"), plural.Count(p.FencesLeft(pl), "fence", "fences")))
	}
}

func (sketchQuoridor) Fault(err error) (string, int) { return fault(err) }
