package agent

import "github.com/tessera-fpga/tessera/golden/quoridor"

// Play lets two agents play on from a position, until the game is over, has so many plies in all, or
// stop, which may be nil, says so. The first is player 1. It changes the position.
func Play(p *quoridor.Position, agents [2]Agent, plies int, stop func() bool) {
	for !p.Over() && p.Plies() < plies && !asked(stop) {
		p.Play(agents[p.ToMove()].Move(p, stop))
	}
}
