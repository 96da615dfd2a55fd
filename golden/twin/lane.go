// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package twin holds the cycle-exact twins of hardware other than the plain searches: the playout
// lane, chains of lanes, the Monte Carlo core, the units of the tree core, the SDRAM's controller,
// and the contest player at its serial line.
//
// A lane has one file for each unit: lane.go (inputs, outputs and the cycle as a whole),
// pipeline.go (module playout_lane), scan.go (corner_scan), choice.go (move_choice), pick.go
// (pattern_pick), update.go (board_update) and rows.go (the boards as the hardware keeps them).
package twin

import "github.com/tessera-fpga/tessera/golden/playout"

// LaneGames is the number of games that share a playout lane's pipeline.
const LaneGames = 6

// Job is a request to a lane: a playout from a root, or the pick of a move.
type Job struct {
	From   *playout.Root  // where the game begins
	Policy playout.Policy // policy of all moves except one named by First
	Stream playout.RNG    // not 0; First replaces its high bits, see playout.RNG.WithFirst
	First  int            // the number of the first move in move order, 0..playout.MaxMoves-1, or playout.NoFirst
	Pick   bool           // a pick: report the first move instead of playing
}

// Result is a lane's report of a job. The result of a playout is the margin: the score of player 1
// minus the score of player 2, bonuses included. The result of a pick is the move and the number of
// legal moves.
type Result struct {
	Job    Job                // the job of this result
	Margin int                // result of a playout
	None   bool               // result of a pick: the player has no move
	Move   playout.AnchorMove // result of a pick
	Moves  int                // number of legal moves of a pick
}

// Choice is a lane's choice for a game: among the Moves moves that the policy may choose, the K-th,
// counted from 0, at one corner.
type Choice struct {
	Game  int  // 0..LaneGames-1
	None  bool // the game has no moves
	Moves int
	K     int
}

// BoardMove is a move on its way to the board of its game; None: a pass, or the
// game is idle.
type BoardMove struct {
	Game int // 0..LaneGames-1
	None bool
	Move playout.AnchorMove
}

// LaneIn holds a lane's inputs in a cycle.
type LaneIn struct {
	Wait        bool      // a job is on its way: idle games wait at boardUpdate until it is offered
	Job         *Job      // offered in this cycle; nil: none
	ResultReady bool      // a result is taken, if there is one
	Apply       *RootMove // a move made on the root; nil: none. Only if ApplyReady
}

// RootMove is a move that is made on a root.
type RootMove struct {
	Height int  // rows of its tile
	First  bool // the mover has placed no tile before
}

// LaneOut holds a lane's outputs in a cycle; nil pointers stand for no output. JobReady and Result
// hold before the cycle's end: with JobReady the lane takes the job, with LaneIn.ResultReady the
// result is gone.
type LaneOut struct {
	JobReady bool
	Result   *Result
	Take     int        // the game whose scan begins, or -1
	Chosen   *Choice    // the choice that goes back to the pipeline
	Move     *BoardMove // the move that goes to the board
	Idle     bool       // no game is on
}

// Lane is the cycle-exact twin of module playout_lane. LaneGames games go round in this loop in
// turn, and none overtakes another:
//
//	+-> cornerScan --> pipeline, stages 1 to 5 -----> stages 6 to 8 --> moveChoice --+
//	|     ^ |            looks at a corner's window,    counts the        draws one  |
//	|     | |            5: the patterns that fit       patterns          of them    |
//	|     | +--- 5: of the chosen corner --+                                         |
//	|     +------------------------------- | ------- the chosen corner once more ----+
//	|                                      v
//	+-- game is ready -- boardUpdate <-- patternPick
//
// The moves come from package playout; a unit here only counts its module's cycles and tracks the
// games in it. ExampleLane has the cycles of a turn.
type Lane struct {
	games  [LaneGames]laneGame
	flow   laneFlow
	scan   cornerScan
	pipe   pipeline
	choice moveChoice
	pick   patternPick
	update boardUpdate

	applyReady bool // a move may be made on the root in this cycle
	rootRAM    bool // roots have a separate memory
}

// laneGame is one of the games.
type laneGame struct {
	state playout.State
	job   Job
	rng   playout.RNG
	ready bool // the game may be scanned: its board is up to date, or the game is idle
	busy  bool // the game has a job
	given bool // Job.First names the next move
}

// start begins the job.
func (g *laneGame) start(job *Job) {
	*g = laneGame{
		state: job.From.State(),
		job:   *job,
		rng:   job.Stream.WithFirst(job.First),
		busy:  true,
		given: job.First != playout.NoFirst,
	}
}

// laneMove is a move chosen for a game, on its way from moveChoice to the board.
type laneMove struct {
	game  int
	none  bool // the player passes, or the game is idle
	moves int  // the number of moves to choose from
	k     int  // the move is the k-th at its corner
	move  playout.AnchorMove
}

// NewLane returns a lane after reset.
func NewLane() *Lane {
	l := &Lane{flow: laneFlow{wasIdle: true}}
	for g := range l.games {
		l.games[g].ready = true
	}
	return l
}

// ActiveGames returns the number of games that have a job, 0..LaneGames.
func (l *Lane) ActiveGames() (games int) {
	for g := range l.games {
		if l.games[g].busy {
			games++
		}
	}
	return games
}

// ApplyReady reports whether in the coming cycle a move may be made on the root.
func (l *Lane) ApplyReady() bool { return l.applyReady }

// LoadReady reports whether in the coming cycle a row of the root may be loaded.
func (l *Lane) LoadReady() bool { return l.rootRAM || l.update.state == updateIdle }

// Step does one cycle: first its outputs, and then the changes at its end.
func (l *Lane) Step(in LaneIn) LaneOut {
	// A chosen corner goes before a new scan, and either waits for cornerScan.
	choosing := l.choice.done() && l.flow.roomForMove()
	opening := !choosing && l.scan.wants(&l.games) && l.flow.roomForScan(in.Wait)
	selected := choosing && l.scan.advances()
	opened := opening && l.scan.advances()
	leaving := l.scan.out.kind // the token that goes to the pipeline
	handed := l.pick.ready() && !l.update.waiting.valid
	board := l.update.signals(&l.games, in)

	out := LaneOut{JobReady: board.jobReady, Take: -1, Idle: l.ActiveGames() == 0}
	if l.update.state == updateReport {
		result := l.update.result
		out.Result = &result
	}
	if opened {
		out.Take = l.scan.game
	}
	var again *laneMove // the chosen corner, sent once more
	if selected {
		chosen := l.choice.move
		again = &chosen
		out.Chosen = &Choice{chosen.game, chosen.none, chosen.moves, chosen.k}
	}
	if handed {
		out.Move = &BoardMove{l.pick.move.game, l.pick.move.none, l.pick.move.move}
	}

	applyReady := !l.update.waiting.valid && out.Idle && l.flow.moves == 0 && in.Apply == nil
	ofGame := l.update.waiting.root == nil

	// The order of the units lets each leave to the next the state of the games that the next one
	// needs: a game that boardUpdate makes ready is not scanned before the next cycle.
	l.update.step(board, in, &l.games)
	if handed {
		l.update.waiting.take(l.pick.move)
	} else if in.Apply != nil {
		l.update.waiting = waitingMove{valid: true, root: in.Apply}
	}
	l.pick.step(handed, l.pipe[stageFits].move)
	l.choice.step(&l.games, selected, l.pipe[stageSize].scan)
	l.pipe.step(l.scan.out)
	l.scan.step(&l.games, again, opened)
	l.flow.step(leaving, opened, selected, board.accept && ofGame, out.Idle)
	l.applyReady = applyReady
	return out
}
