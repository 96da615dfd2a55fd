// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Row is a row of a player's board as a lane keeps it; see module board_update. Bit 0 is
// the left column.
type Row struct {
	Allowed uint16 // squares that a placement may cover
	Corners uint16 // allowed squares that are visited
}

// Rows 0 to 13 are the rows of the board, from the top. Two further rows follow.
const (
	TilesRow = duo.BoardSize     // tiles 0..15 that are left; the rows that hold corners
	ValueRow = duo.BoardSize + 1 // tiles 16..20 that are left, and from bit 5 on the value of the placed tiles
	NumRows  = duo.BoardSize + 2 // number of all rows
)

// RowsOf returns the rows of a player that a lane needs to play from the root.
func RowsOf(g *playout.Root, pl duo.Player) (out [NumRows]Row) {
	s := g.State()
	for row := range duo.BoardSize {
		out[row].Allowed, out[row].Corners = s.Row(pl, row)
		if out[row].Corners != 0 {
			out[TilesRow].Corners |= 1 << row
		}
	}
	tiles := s.Tiles(pl)
	out[TilesRow].Allowed = uint16(tiles)
	out[ValueRow].Allowed = uint16(tiles>>16) | uint16(s.Value(pl))<<5
	return out
}
