package agent

import "github.com/tessera-fpga/tessera/golden/quoridor"

// Play has two agents play from a position until the game is over, has that many plies in all, or
// stop, which may be nil, returns true. The first agent is player 1. Play changes the position.
func Play(p *quoridor.Position, agents [2]Agent, plies int, stop func() bool) {
	for !p.Over() && p.Plies() < plies && !asked(stop) {
		p.Play(agents[p.ToMove()].Move(p, stop))
	}
}
