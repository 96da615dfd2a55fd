// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

// PickCycles is the number of cycles from a set of patterns to the picked one, if this is among the
// first pickStep patterns; each further pickStep patterns before it take one cycle more.
const (
	PickCycles = 3
	pickStep   = 16
)

// patternPick is module pattern_pick with the registers of playout_lane around it. It finds the
// chosen move among the patterns that fit its corner, and holds it until boardUpdate has room.
type patternPick struct {
	move  laneMove
	timer int  // counts down to 1, the cycle that finds the pattern; 0: no search
	held  bool // the move was found in an earlier cycle, or the game has none
}

// ready reports whether there is a move for boardUpdate.
func (p *patternPick) ready() bool { return p.held || p.timer == 1 }

// step ends a cycle. taken reports that boardUpdate has taken the move. arrives, if not nil, is the
// next move; the patterns of its corner have come.
func (p *patternPick) step(taken bool, arrives *laneMove) {
	p.held = p.ready() && !taken
	if p.timer > 0 {
		p.timer--
	}
	if arrives == nil {
		return
	}
	p.move, p.held = *arrives, arrives.none
	if !arrives.none {
		p.timer = PickCycles + int(arrives.move.Pattern)/pickStep
	}
}
