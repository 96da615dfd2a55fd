// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package agent

import "github.com/tessera-fpga/tessera/games/quoridor/rules"

// Play has two agents play from a position until the game is over, has plies plies in all, or stop
// returns true; stop may be nil. The first agent is player 1. Play changes the position.
func Play(p *rules.Position, agents [2]Agent, plies int, stop func() bool) {
	for !p.Over() && p.Plies() < plies && !asked(stop) {
		p.Play(agents[p.ToMove()].Move(p, stop))
	}
}
