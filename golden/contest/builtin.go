// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package contest

import "github.com/tessera-fpga/tessera/golden/duo"

// HostMove returns the move of a player built into the contest's host (its option -a), or a pass if
// the player has no move. We rebuilt the players from the host's behaviour. Both take the first
// legal code:
//
//   - level 1: squares in reading order, then tiles a to u, then rotations 0 to 7;
//   - level 2: tiles u to a, then squares from the centre ring outwards, then rotations. The host's
//     order within a ring is unknown; HostMove uses reading order.
//
// The square of a code depends on the code's own rotation, and may differ from the square of Move.
func HostMove(pos *duo.Position, level int) duo.Move {
	legal := map[duo.Move]bool{}
	for _, m := range pos.LegalMoves(nil) {
		legal[m] = true
	}
	try := func(s duo.Square, t duo.Tile) (duo.Move, bool) {
		for r := range duo.Rotation(duo.NumRotations) {
			o, shift := t.CanonicalRotation(r)
			row, col := s.Row()+int(shift.Row), s.Col()+int(shift.Col)
			if !duo.OnBoard(row, col) {
				continue
			}
			if m := duo.NewMove(o, duo.NewSquare(row, col)); legal[m] {
				return m, true
			}
		}
		return 0, false
	}
	if level == 1 {
		for s := range duo.Square(duo.NumSquares) {
			for t := range duo.Tile(duo.NumTiles) {
				if m, ok := try(s, t); ok {
					return m
				}
			}
		}
		return duo.Pass
	}
	for t := duo.NumTiles - 1; t >= 0; t-- {
		for _, s := range ringOrder {
			if m, ok := try(s, duo.Tile(t)); ok {
				return m
			}
		}
	}
	return duo.Pass
}

// HostLevels is the number of the host's players.
const HostLevels = 2

// ringOrder holds the squares from the centre ring outwards.
var ringOrder = func() (out []duo.Square) {
	for ring := 1; ring <= duo.BoardSize; ring += 2 {
		for s := range duo.Square(duo.NumSquares) {
			row, col := 2*s.Row()-duo.BoardSize+1, 2*s.Col()-duo.BoardSize+1
			if max(row, -row, col, -col) == ring {
				out = append(out, s)
			}
		}
	}
	return out
}()
