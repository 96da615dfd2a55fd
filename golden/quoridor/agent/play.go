package agent

import "github.com/tessera-fpga/tessera/golden/quoridor"

// Play lets two agents play on from a position, until the game is over, has so many plies in all, or
// stop, which may be nil, says so. The first is player 1. It changes the position.
func Play(p *quoridor.Position, agents [2]Agent, plies int, stop func() bool) {
	for !p.Over() && p.Plies() < plies && !asked(stop) {
		p.Play(agents[p.ToMove()].Move(p, stop))
	}
}

// Opening makes random moves, so that games of agents without chance differ: each a step along a
// shortest way or, once in four times, any fence.
func Opening(p *quoridor.Position, plies int, r *quoridor.RNG) {
	for range plies {
		if p.Over() {
			return
		}
		m := p.RandomShortest(r)
		if r.Below(4) == 0 {
			if f, ok := p.RandomFence(r, ^uint64(0), ^uint64(0)); ok {
				m = f
			}
		}
		p.Play(m)
	}
}
