// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package calls

import "github.com/tessera-fpga/tessera/play"

// Sketch is how the page draws a game and its moves.
type Sketch interface {
	// Tables fills in the board.
	Tables(of *play.Game, t *Tables)
	// Place returns the orientation of the tile and the square of its reference cell, or -1 and the
	// spot in a game without tiles. The move is not a pass.
	Place(m play.Move) (orientation, square int)
	// Move is the inverse of Place, for any move, legal or not.
	Move(orientation, square int) (play.Move, error)
	// Covers returns the tile of a move (-1 in a game without tiles) and the squares that it covers.
	Covers(m play.Move) (tile int, squares []int)
	// Position fills in the corners, tiles, pieces and words of a position.
	Position(p play.Position, out *Position)
	// Fault returns the rule that an error of Position.Play names, and the square (-1: none).
	Fault(err error) (reason string, square int)
}

// sketches are the sketches by the base name of the game.
var sketches = map[string]Sketch{}

// Register adds the sketch of a game. Its package calls it in init.
func Register(game string, s Sketch) { sketches[game] = s }
