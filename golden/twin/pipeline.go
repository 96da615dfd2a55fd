package twin

import "github.com/tessera-fpga/tessera/golden/playout"

// SelectGap is the least number of cycles between two chosen corners in a
// lane: the longest that it takes to pick a pattern from a set.
const SelectGap = PickCycles + (playout.NumPatterns-1)/pickStep

type tokenKind uint8

const (
	tokenNone   tokenKind = iota
	tokenOpen             // a scan begins: what is counted is of the next game
	tokenCorner           // the corners of a row, one of them in each cycle
	tokenSelect           // a chosen corner
)

// token is what passes through a lane's pipeline, one in each cycle.
type token struct {
	kind    tokenKind
	game    int       // whose it is
	corners uint8     // of tokenCorner, in cornerScan: those of the row
	scan    *laneScan // the one that begins with tokenOpen, else nil
	move    *laneMove // the one of tokenSelect, else nil
}

// The stages of the pipeline whose tokens others see. A token is in stage 0 at the outputs
// of cornerScan.
const (
	stageWindow = 1 // anchor_window, which has it for four cycles, gets the corner
	stageFits   = 5 // pattern_fit has found the patterns that fit: pattern_pick sees them
	stageSize   = 8 // pattern_count has counted them: move_choice sees their number
)

// Stage is what a stage of a lane's pipeline holds: a token of gen's kinds, 0 for none, and whose
// it is.
type Stage struct {
	Kind int
	Game int
}

// Stages are those of a lane, from the outputs of corner_scan on.
type Stages [stageSize + 1]Stage

// Stages returns what the stages hold in the coming cycle.
func (l *Lane) Stages() (s Stages) {
	s[0] = Stage{int(l.scan.out.kind), l.scan.out.game}
	for i := stageWindow; i <= stageSize; i++ {
		s[i] = Stage{int(l.pipe[i].kind), l.pipe[i].game}
	}
	return s
}

// pipeline holds the token of each stage, from 1.
type pipeline [stageSize + 1]token

// step moves all tokens to the next stage.
func (p *pipeline) step(in token) {
	copy(p[stageWindow+1:], p[stageWindow:stageSize])
	p[stageWindow] = in
}

// laneFlow counts what is under way in a lane, and holds up what would come too early.
type laneFlow struct {
	scans     int  // games scanned whose corner has not been chosen
	moves     int  // moves chosen and not yet on their way to the board
	selecting bool // a chosen corner is in cornerScan, where it may be held up,
	gap       int  // cycles until the next one may be chosen, once it has left
	wasIdle   bool // no game was on in the cycle before
}

const (
	// maxScans: a game that is being scanned, one whose corners are being counted, and one
	// being chosen for.
	maxScans = 3
	// maxMoves: one may be picked from its corner's patterns while another waits for the
	// board.
	maxMoves = 2
	// scanCycles is how long a chosen corner is on its way to stageWindow, if nothing
	// holds it up.
	scanCycles = 3
)

// roomForMove reports whether a corner may be chosen.
func (f *laneFlow) roomForMove() bool { return f.moves < maxMoves && !f.selecting && f.gap == 0 }

// roomForScan reports whether the scan of a game may begin. A lane that is idle begins none
// until a job comes.
func (f *laneFlow) roomForScan(jobComes bool) bool {
	return f.scans < maxScans && (!f.wasIdle || jobComes)
}

// step notes what happened in a cycle: the token that left cornerScan, whether a scan began
// (opened), a corner was chosen (selected), a move was accepted for its board, and whether
// no game was on.
func (f *laneFlow) step(left tokenKind, opened, selected, accepted, idle bool) {
	switch {
	case left == tokenSelect:
		f.selecting, f.gap = false, SelectGap-scanCycles
	case f.gap > 0:
		f.gap--
	}
	if opened {
		f.scans++
	}
	if selected {
		f.scans--
		f.moves++
		f.selecting = true
	}
	if accepted {
		f.moves--
	}
	f.wasIdle = idle
}
