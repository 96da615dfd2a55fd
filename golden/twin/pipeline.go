// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import "github.com/tessera-fpga/tessera/golden/playout"

// SelectGap is the least number of cycles between two chosen corners in a lane: the longest time to
// pick a pattern from a set.
const SelectGap = PickCycles + (playout.NumPatterns-1)/pickStep

type tokenKind uint8

const (
	tokenNone   tokenKind = iota
	tokenOpen             // a scan begins: the following counts belong to the next game
	tokenCorner           // the corners of a row, one in each cycle
	tokenSelect           // a chosen corner
)

// token is an item in a lane's pipeline; one enters in each cycle.
type token struct {
	kind    tokenKind
	game    int       // the game of the token
	corners uint8     // for tokenCorner, in cornerScan: the corners of the row
	scan    *laneScan // the scan that begins with tokenOpen, else nil
	move    *laneMove // the move of tokenSelect, else nil
}

// Stages of the pipeline whose tokens other units see. A token at the outputs of cornerScan is in
// stage 0.
const (
	stageWindow = 1 // anchor_window gets the corner, and keeps it for four cycles
	stageFits   = 5 // pattern_fit has found the patterns that fit; pattern_pick sees them
	stageSize   = 8 // pattern_count has counted them; move_choice sees their number
)

// Stage holds the contents of a stage of a lane's pipeline: a token of gen's kinds, 0 for none, and
// its game.
type Stage struct {
	Kind int
	Game int
}

// Stages are a lane's stages, from the outputs of corner_scan on.
type Stages [stageSize + 1]Stage

// Stages returns the contents of the stages in the coming cycle.
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

// laneFlow counts the scans and moves under way in a lane, and holds up those ready too early.
type laneFlow struct {
	scans     int  // games scanned whose corner has not been chosen
	moves     int  // moves chosen that are not yet on their way to the board
	selecting bool // a chosen corner is in cornerScan, which may hold it up
	gap       int  // cycles until the choice of the next corner, once this one has left
	wasIdle   bool // no game had a job in the cycle before
}

const (
	// maxScans allows for three games: one in its scan, one in the count of its corners, and one in
	// the choice of its move.
	maxScans = 3
	// maxMoves allows for one move that is picked from its corner's patterns while another waits
	// for the board.
	maxMoves = 2
	// scanCycles is the time of a chosen corner from cornerScan to stageWindow, if nothing holds it
	// up.
	scanCycles = 3
)

// roomForMove reports whether a corner may be chosen.
func (f *laneFlow) roomForMove() bool { return f.moves < maxMoves && !f.selecting && f.gap == 0 }

// roomForScan reports whether the scan of a game may begin. An idle lane begins none until a job
// comes.
func (f *laneFlow) roomForScan(jobComes bool) bool {
	return f.scans < maxScans && (!f.wasIdle || jobComes)
}

// step notes the events of a cycle: the token that left cornerScan, whether a scan began (opened),
// a corner was chosen (selected), a move was accepted for its board, and whether no game had a job.
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
