// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

// Perft counts the move sequences of the given length from the position: the leaves of the game
// tree at that depth. A player without a placement passes, which counts as one move; a finished
// game has no continuation.
func Perft(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if p.Over() {
		return 0
	}
	if depth == 1 {
		return uint64(max(p.CountLegalMoves(), 1))
	}
	var buf [1024]Move
	moves := p.LegalMoves(buf[:0])
	if len(moves) == 0 {
		moves = append(moves, Pass)
	}
	var n uint64
	for _, m := range moves {
		p.Play(m)
		n += Perft(p, depth-1)
		p.Undo()
	}
	return n
}
