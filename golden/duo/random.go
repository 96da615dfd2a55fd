// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import "math/rand/v2"

// RandomGame plays up to the given number of plies at random, uniformly among
// the legal moves, either player first.
func RandomGame(rng *rand.Rand, plies int) Position {
	p := NewPosition(Player(rng.IntN(2)))
	var buf [1024]Move
	for range plies {
		if p.Over() {
			break
		}
		if moves := p.LegalMoves(buf[:0]); len(moves) == 0 {
			p.Play(Pass)
		} else {
			p.Play(moves[rng.IntN(len(moves))])
		}
	}
	return p
}

// ScatteredPosition returns an unreachable position: the player to move has single squares in every
// distance-th row and column, and all tiles except the smallest. With distances of 3 to 5 it has
// more corners or more moves than a playout considers.
func ScatteredPosition(toMove Player, distance int) Position {
	var squares [2]Bitboard
	for s := range Square(NumSquares) {
		if s.Row()%distance == 2 && s.Col()%distance == 2 {
			squares[toMove].Set(s)
		}
	}
	left := [2]TileSet{AllTiles, AllTiles}
	left[toMove] &^= 1
	return SetupPosition(squares, left, toMove)
}
