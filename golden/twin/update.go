// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import "github.com/tessera-fpga/tessera/golden/duo"

// boardUpdate is module board_update: it makes the moves, ends games, reports their results and
// begins new ones. It works on one board, one row in each cycle. The states of a move are
//
//	updateOwn      rows of the mover: the rows of the tile, the one above and the one below
//	updateOwn14    the tiles that he has left, and which of his rows hold corners
//	updateOwn15    the value of his placed tiles
//	updateRival    rows of the rival: the rows of the tile
//	updateRival14  which of the rival's rows hold corners
//
// A row goes through three stages, so that a row is read while the row before is changed and the
// row before that is written. A tile with two rows goes through them from the cycle after the move
// was accepted on:
//
//	cycle        1     2     3     4     5     6     7     8     9    10    11    12    13
//	state        own   own   own   own   own14 own15 rival rival riv14 (the next move)
//	rowRead            above tile  tile  below 14    15    tile  tile  14
//	rowChanged               above tile  tile  below 14    15    tile  tile  14
//	rowWritten                     above tile  tile  below 14    15    tile  tile  14
//	                                                                                     the game is ready
type boardUpdate struct {
	waiting waitingMove
	state   updateState
	left    int                     // cycles left in the state, this one included, if more than one
	board   int                     // the game in work
	height  int                     // rows of the move's tile
	onRoot  bool                    // the current move is made on the root: no game waits for it
	over    bool                    // the game is over before it begins
	last    [numRowStages]*laneGame // the game whose last row is in that stage
	result  Result                  // the result in updateReport
}

type updateState int

const (
	updateIdle updateState = iota
	updateOwn
	updateOwn14
	updateOwn15
	updateRival
	updateRival14
	updateValues // the game is over: its score is added up
	updateReport // a result waits to be taken
	updateCopy   // a root is copied to the game's board
)

// The stages of a row. Stage 0 is the cycle of boardUpdate's request for the row.
const (
	rowRead = iota + 1
	rowChanged
	rowWritten // the board is ready at the end of this cycle
	numRowStages
)

// Cycles of the states.
const (
	openingCycles = duo.BoardSize + 1 // updateOwn of a player's first placement: all rows, and one before them
	aroundCycles  = 2                 // updateOwn of later placements, plus the rows of the tile
	copyCycles    = 2 * NumRows       // updateCopy
	valueCycles   = 5                 // updateValues
	copiedCycles  = 3                 // more for a game that is over before it begins, until its last row is written
)

// waitingMove is the move that waits for its board.
type waitingMove struct {
	valid bool
	laneMove
	root    *RootMove // a move made on the root; nil: a move in a game
	fetched int       // cycles since the move came, up to fetchCycles
}

// fetchCycles is the time to fetch a pattern's tile data from a ROM.
const fetchCycles = 2

// take takes the move.
func (w *waitingMove) take(m laneMove) { *w = waitingMove{valid: true, laneMove: m} }

// step does the end of a cycle. accepted: the move has gone to its board.
func (w *waitingMove) step(accepted bool) {
	w.fetched = min(w.fetched+1, fetchCycles)
	w.valid = w.valid && !accepted
}

// dueKind is the work due for the move that waits.
type dueKind int

const (
	dueNone dueKind = iota // none: no move waits, or its tile is still being fetched
	dueMove                // make the move
	duePick                // report the move
	dueIdle                // begin a job: the move's game is idle
)

// updateSignals holds the signals of a cycle.
type updateSignals struct {
	due      dueKind
	accept   bool // the move that waits goes to its board
	jobReady bool
}

// signals returns the signals of the cycle.
func (u *boardUpdate) signals(games *[LaneGames]laneGame, in LaneIn) (s updateSignals) {
	if u.waiting.valid && u.waiting.fetched == fetchCycles {
		switch g := &games[u.waiting.game]; {
		case u.waiting.root != nil:
			s.due = dueMove
		case !g.busy:
			s.due = dueIdle
		case g.job.Pick:
			s.due = duePick
		default:
			s.due = dueMove
		}
	}
	free := u.state == updateIdle || u.state == updateRival14
	reported := u.state == updateReport && in.ResultReady
	switch s.due {
	case dueMove:
		s.accept = free
	case duePick:
		s.accept = reported && u.result.Job.Pick
	case dueIdle:
		s.accept = free && (in.Job != nil || !in.Wait)
	}
	s.jobReady = reported || s.accept && s.due == dueIdle
	return s
}

// step ends a cycle with the given signals.
func (u *boardUpdate) step(now updateSignals, in LaneIn, games *[LaneGames]laneGame) {
	written := u.last[rowWritten]
	copy(u.last[rowRead+1:], u.last[rowRead:])
	u.last[rowRead] = nil

	u.left--
	switch u.state {
	case updateRival14:
		if !u.onRoot {
			u.last[rowRead] = &games[u.board]
		}
		u.state = updateIdle
		u.begin(now, games)
	case updateIdle:
		u.begin(now, games)
	case updateOwn:
		if u.left == 0 {
			u.state = updateOwn14
		}
	case updateOwn14:
		u.state = updateOwn15
	case updateOwn15:
		u.state, u.left = updateRival, u.height
	case updateRival:
		if u.left == 0 {
			u.state = updateRival14
		}
	case updateValues:
		if u.left == 0 {
			g := &games[u.board]
			u.state = updateReport
			u.result = Result{Job: g.job, Margin: g.state.Margin()}
		}
	case updateReport:
		if in.ResultReady {
			games[u.board].busy = false
			u.state = updateIdle
		}
	case updateCopy:
		switch {
		case u.left > 0:
		case u.over:
			u.state, u.left = updateValues, copiedCycles+valueCycles
		default:
			u.last[rowRead] = &games[u.board]
			u.state = updateIdle
		}
	}
	if now.jobReady {
		// The job goes to the game whose result is taken, or to the idle game. Without a job the
		// game is ready and waits in the loop for one.
		if in.Job != nil {
			u.copy(&games[u.board], in.Job)
		} else {
			games[u.board].ready = true
		}
	}
	if written != nil {
		written.ready = true
	}
	u.waiting.step(now.accept)
}

// begin begins the work due for the move that waits.
func (u *boardUpdate) begin(now updateSignals, games *[LaneGames]laneGame) {
	m := &u.waiting
	switch {
	case now.due == duePick:
		u.board = m.game
		u.state = updateReport
		u.result = Result{Job: games[m.game].job, None: m.none, Move: m.move, Moves: m.moves}
	case now.accept && m.root != nil:
		u.rows(m.root.Height, m.root.First)
		u.onRoot = true
	case now.accept:
		u.board = m.game
		if now.due == dueMove {
			u.move(&games[m.game])
		}
	}
}

// move begins to make the move that waits in its game, which has a job.
func (u *boardUpdate) move(g *laneGame) {
	m := &u.waiting
	g.given = false
	switch pl := g.state.ToMove(); {
	case g.state.Over() || m.none && g.state.Out(pl.Rival()):
		u.state, u.left = updateValues, valueCycles
	case m.none:
		g.state.Pass()
		g.ready = true
	default:
		u.rows(m.move.Height(), g.state.Tiles(pl) == duo.AllTiles)
		g.state.Play(m.move)
	}
}

// rows begins the work on the rows of a move with a tile of that height; first: the mover has
// placed no tile before.
func (u *boardUpdate) rows(height int, first bool) {
	u.onRoot = false
	u.height = height
	u.state, u.left = updateOwn, height+aroundCycles
	if first {
		u.left = openingCycles
	}
}

// copy begins the job in an idle game by copying the root to its board.
func (u *boardUpdate) copy(g *laneGame, job *Job) {
	g.start(job)
	u.over = g.state.Over() && !job.Pick
	u.state, u.left = updateCopy, copyCycles
}
