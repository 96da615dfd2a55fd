package golden

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
