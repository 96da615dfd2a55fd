// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package calls

import (
	"errors"
	"fmt"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

func init() { Register(rules.Name, sketchDuo{}) }

// sketchDuo is the sketch of Blokus Duo.
type sketchDuo struct{}

func (sketchDuo) Tables(_ *play.Game, t *Tables) {
	single := duo.Tile(0).Rows().First
	for s := range duo.Square(duo.NumSquares) {
		t.Squares = append(t.Squares, duo.NewMove(single, s).CellList())
	}
	for pl := range duo.Player(2) {
		t.Start = append(t.Start, int(pl.Start()))
		t.Owners = append(t.Owners, int(pl))
	}
	t.SetTiles(duo.BoardSize)
	line := newLine()
	t.Line, t.Chip = &line, true
	t.Levels = append(t.Levels, []Level{
		{ID: "minimax:depth=1", Name: "Minimax, 1 ply", About: "the minimax core's search, one ply"},
		{ID: "minimax:depth=2", Name: "Minimax, 2 plies", About: "the minimax core's search, two plies"},
		{ID: "montecarlo:visits=1", Name: "Monte Carlo", About: "the Monte Carlo core's search, some thousand playouts a move"},
		{ID: "montecarlo:visits=4", Name: "Monte Carlo, long", About: "the same with four times as many playouts"},
	}...)
}

func (sketchDuo) Place(m play.Move) (orientation, square int) {
	return int(duo.Move(m).Orientation()), int(duo.Move(m).Square())
}

func (sketchDuo) Move(orientation, square int) (play.Move, error) {
	if err := InRange(orientation, square, duo.NumSquares); err != nil {
		return 0, err
	}
	return play.Move(duo.NewMove(duo.Orientation(orientation), duo.Square(square))), nil
}

func (sketchDuo) Covers(m play.Move) (tile int, squares []int) {
	for row, col := range duo.Move(m).Cells {
		squares = append(squares, int(duo.NewSquare(row, col)))
	}
	return int(duo.Move(m).Tile()), squares
}

func (sketchDuo) Position(pos play.Position, out *Position) {
	p := rules.At(pos)
	for pl := range duo.Player(2) {
		_, anchors := p.Anchors(pl)
		corners := []int{}
		for s := range duo.Square(duo.NumSquares) {
			if anchors.Has(s) {
				corners = append(corners, int(s))
			}
		}
		out.Corners = append(out.Corners, corners)
		out.TilesLeft = append(out.TilesLeft, Tiles(p.TilesLeft(pl)))
		out.Points[pl] += duo.NumCells // counted from the empty board, as people count
		out.Rest = append(out.Rest, plural.Count(p.SquaresLeft(pl), "square left", "squares left"))
	}
}

func (sketchDuo) Fault(err error) (string, int) {
	var bad *duo.MoveError
	if !errors.As(err, &bad) {
		return play.Reason(err), -1
	}
	if bad.Square && duo.OnBoard(bad.Row, bad.Col) {
		return bad.Rule.Error(), int(duo.NewSquare(bad.Row, bad.Col))
	}
	return bad.Rule.Error(), -1
}

// DuoPlace returns a move of Blokus Duo in the page's forms.
func DuoPlace(m duo.Move) Place {
	at := Place{Code: m.String(), Orientation: -1, Square: -1}
	if m != duo.Pass {
		at.Orientation, at.Square = sketchDuo{}.Place(play.Move(m))
	}
	return at
}

// InRange returns an error unless the orientation and the square exist.
func InRange(orientation, square, squares int) error {
	switch {
	case orientation < 0 || orientation >= duo.NumOrientations:
		return fmt.Errorf("orientation %d, want 0..%d", orientation, duo.NumOrientations-1)
	case square < 0 || square >= squares:
		return fmt.Errorf("square %d, want 0..%d", square, squares-1)
	}
	return nil
}

// Tiles returns the tiles of a set.
func Tiles(set duo.TileSet) []int {
	tiles := []int{}
	for t := range duo.Tile(duo.NumTiles) {
		if set.Has(t) {
			tiles = append(tiles, int(t))
		}
	}
	return tiles
}
