// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

// Perft counts the move sequences of the given length from the position: the leaves of the game
// tree at that depth. Skipping a colour without a move does not count as a move; a finished game
// has no continuation.
func Perft(p *Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(p.CountMoves())
	}
	var buf [1024]Move
	n := uint64(0)
	for _, m := range p.Moves(buf[:0]) {
		q := *p
		q.Play(m)
		n += Perft(&q, depth-1)
	}
	return n
}
