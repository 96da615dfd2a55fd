package twin

// PickCycles is the number of cycles from a set of patterns to the one picked, if this is
// among the first pickStep patterns; each further pickStep patterns before it take one more.
const (
	PickCycles = 3
	pickStep   = 16
)

// patternPick is module pattern_pick with the registers of playout_lane around it: it finds
// the chosen move among the patterns that fit its corner, and holds it until boardUpdate
// has room.
type patternPick struct {
	move  laneMove
	timer int  // 1 in the cycle in which the pattern is found, counts down to it; 0: nothing is looked for
	held  bool // the move was found in an earlier cycle, or is none at all
}

// ready reports whether there is a move for boardUpdate.
func (p *patternPick) ready() bool { return p.held || p.timer == 1 }

// step does the end of a cycle: taken says that boardUpdate has taken the move; arrives, if
// not nil, is the next, whose corner's patterns have come.
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
