// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package tiles lists legal moves by tile, for a person, in the games with the tiles of Blokus.
package tiles

import (
	"fmt"
	"strings"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// List returns the moves of a position, large tiles first, a line for each tile with its letter and
// the number of its moves. filter is the letter of a tile to list, or "" for all; left are the
// mover's remaining tiles. each calls list for every legal move.
func List(left duo.TileSet, filter string, each func(list func(t duo.Tile, move string))) string {
	only := -1
	if filter != "" {
		w := strings.ToLower(filter)
		if len(w) != 1 || w[0] < 'a' || w[0] >= 'a'+duo.NumTiles {
			return fmt.Sprintf("tile %q, want a..u\n", w)
		}
		only = int(w[0] - 'a')
	}
	var moves [duo.NumTiles][]string
	each(func(t duo.Tile, move string) { moves[t] = append(moves[t], move) })
	var b strings.Builder
	for t := duo.NumTiles - 1; t >= 0; t-- {
		switch {
		case only >= 0 && t != only:
		case len(moves[t]) > 0:
			fmt.Fprintf(&b, "%v (%d): %s\n", duo.Tile(t), len(moves[t]), strings.Join(moves[t], " "))
		case only >= 0 && !left.Has(duo.Tile(t)):
			fmt.Fprintf(&b, "%v: the tile has been used\n", duo.Tile(t))
		case only >= 0:
			fmt.Fprintf(&b, "%v: no legal placement\n", duo.Tile(t))
		}
	}
	return b.String()
}
