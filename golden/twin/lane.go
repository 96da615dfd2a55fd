// Package twin holds the cycle-exact twins of hardware that is more than a search: the
// playout lane, chains of lanes, and the contest player at its serial line.
package twin

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// LaneGames is the number of games that share a playout lane's pipeline.
const LaneGames = 6

// PickCycles is the number of cycles from a set of patterns to the one picked,
// but for one more for each pickStep patterns before it.
const (
	PickCycles = 3
	pickStep   = 16
)

// SelectGap is the least number of cycles between two chosen corners in a
// lane: the longest that it takes to pick a pattern from a set.
const SelectGap = PickCycles + (playout.NumPatterns-1)/pickStep

// Job is a game for a lane to play.
type Job struct {
	From   *playout.Root
	Policy playout.Policy
	Stream playout.RNG
	First  int  // number of the first move, or NoFirst
	Pick   bool // report the first move instead of playing
}

// Result is what a lane reports of a job: the margin, that is the score of player 1
// minus that of player 2, or, of a job with Pick, the move and the number of legal ones.
type Result struct {
	Job    Job
	Margin int
	None   bool // there is no move
	Move   playout.AnchorMove
	Moves  int
}

// Choice is a corner chosen: of Moves moves of the game, the K-th of the
// corner.
type Choice struct {
	Game  int
	None  bool // no moves
	Moves int
	K     int
}

// PickedMove is a move on its way to the board of its game; None: a pass, or the
// game is idle.
type PickedMove struct {
	Game int
	None bool
	Move playout.AnchorMove
}

// LaneIn is what a lane gets in a cycle.
type LaneIn struct {
	Wait        bool // a job is on its way: idle games wait for it
	Job         *Job // nil: none in this cycle
	ResultReady bool
}

// LaneOut is what a lane shows in a cycle; a nil pointer says that there is
// nothing. JobReady and Result hold before the cycle's end: with JobReady the
// lane takes the job, with LaneIn.ResultReady the result is gone.
type LaneOut struct {
	JobReady bool
	Result   *Result
	Take     int // game of which a scan begins, or -1
	Chosen   *Choice
	Move     *PickedMove
	Idle     bool
}

type tokenKind int

const (
	tokenNone tokenKind = iota
	tokenOpen
	tokenCorner
	tokenSelect
)

// token is what passes through a lane's pipeline.
type token struct {
	kind    tokenKind
	scan    *laneScan   // of tokenOpen
	corners int         // of tokenCorner: those of the row
	choice  *laneChoice // of tokenSelect
}

// laneGame is one of the games.
type laneGame struct {
	state  playout.State
	job    Job
	rng    playout.RNG
	ready  bool
	busy   bool
	forced bool
}

// laneScan is a game as a scan finds it.
type laneScan struct {
	game  int
	rows  []int // corners of the rows that have some
	moves int
	list  playout.List
}

// laneChoice is a move chosen.
type laneChoice struct {
	game  int
	none  bool
	moves int
	k     int // the move is the k-th of its corner
	move  playout.AnchorMove
}

// Lane is the cycle-exact twin of module playout_lane. Each unit of the module
// is a few counters here; the moves come from the playouts.
type Lane struct {
	games [LaneGames]laneGame

	// corner_scan
	scanGame           int
	scanning, fetching bool
	rows               []int // corners of the rows still to be read
	q1, q2             token
	left               int // corners left in q2's row

	// playout_lane: pipe[i] is the token of stage i, from 1
	pipe              [9]token
	scans, moves, gap int
	selecting         bool // a chosen corner is on its way to the pipe
	wasIdle           bool // no game was on in the cycle before

	// move_choice
	counted *laneScan // the game whose corners are being counted
	closed  *laneScan // waits for its choice
	chooser chooserState
	chosen  *laneScan
	choice  laneChoice
	corner  int // place of the choice's corner in the list
	drawn   int
	walked  int

	// the move picked, and the one that waits
	pickTimer int // cycles until the pattern is picked, plus 1
	arrived   laneChoice
	picked    bool
	waiting   *laneChoice
	fetch     int

	// board_update
	update     updateState
	board      int
	opening    bool
	height     int
	y, n       int
	over       bool
	timer      int
	pickReport bool
	settle     [4]int // settle[i]: the board whose last row is in stage i, plus 1
	result     Result
}

type chooserState int

const (
	chooseWait chooserState = iota
	chooseDraw
	chooseTest
	chooseWalk
	chooseDone
)

type updateState int

const (
	updateIdle updateState = iota
	updateOwn
	updateOwn14
	updateOwn15
	updateRival
	updateRival14
	updateValues
	updateResult
	updateCopy
)

// NewLane returns a lane after reset.
func NewLane() *Lane {
	l := &Lane{wasIdle: true}
	for g := range l.games {
		l.games[g].ready = true
	}
	return l
}

// ActiveGames returns the number of games that are on.
func (l *Lane) ActiveGames() (games int) {
	for g := range l.games {
		if l.games[g].busy {
			games++
		}
	}
	return games
}

// Step does one cycle.
func (l *Lane) Step(in LaneIn) LaneOut {
	out := LaneOut{Take: -1, Idle: l.ActiveGames() == 0}

	// ---- what holds in this cycle ----

	select_ := l.chooser == chooseDone && l.moves < 2 && !l.selecting && l.gap == 0
	next := l.q2.kind != tokenCorner || l.left <= 1
	selected := select_ && next
	hold := l.scans == 3 || l.wasIdle && !in.Wait
	open := !select_ && !l.scanning && l.games[l.scanGame].ready && !hold
	take := open && next

	pickDone := l.pickTimer == 1
	moveReady := l.waiting == nil
	arrives := l.pipe[5].kind == tokenSelect
	handOver := (l.picked || pickDone) && moveReady

	var moving *laneGame
	accept, idleGame, picking := false, false, false
	if l.waiting != nil && l.fetch == 3 {
		moving = &l.games[l.waiting.game]
		idleGame = !moving.busy
		picking = moving.busy && moving.job.Pick
		accept = (l.update == updateIdle || l.update == updateRival14) && !picking && (!idleGame || in.Job != nil || !in.Wait) ||
			l.update == updateResult && l.pickReport && in.ResultReady
	}
	out.JobReady = l.update != updateResult && accept && idleGame || l.update == updateResult && in.ResultReady
	if l.update == updateResult {
		result := l.result
		out.Result = &result
	}
	jobIn := in.Job != nil && out.JobReady
	jobGame := l.board
	if l.update != updateResult || l.pickReport {
		if l.waiting != nil {
			jobGame = l.waiting.game
		}
	}
	if take {
		out.Take = l.scanGame
	}
	if selected {
		out.Chosen = &Choice{l.choice.game, l.choice.none, l.choice.moves, l.choice.k}
	}
	if handOver {
		out.Move = &PickedMove{l.arrived.game, l.arrived.none, l.arrived.move}
	}

	// ---- board_update ----

	taken := accept
	settled := l.settle[3] // leaves stage 3 at the end of this cycle
	copy(l.settle[2:], l.settle[1:3])
	l.settle[1] = 0
	switch l.update {
	case updateIdle, updateRival14:
		if l.update == updateRival14 {
			l.settle[1] = l.board + 1
			l.update = updateIdle
		}
		switch {
		case accept && idleGame:
			if in.Job == nil {
				moving.ready = true
			}
		case accept:
			l.accept(moving)
		case picking:
			l.pickReport = true
			l.update = updateResult
			l.result = Result{Job: moving.job, None: l.waiting.none, Move: l.waiting.move, Moves: l.waiting.moves}
		}
	case updateOwn:
		if l.opening && l.y == duo.BoardSize-1 || !l.opening && l.n == l.height+1 {
			l.update = updateOwn14
		}
		l.y++
		l.n++
	case updateOwn14:
		l.update = updateOwn15
	case updateOwn15:
		l.update, l.n = updateRival, 0
	case updateRival:
		if l.n == l.height-1 {
			l.update = updateRival14
		}
		l.n++
	case updateValues:
		if l.timer--; l.timer == 0 {
			g := &l.games[l.board]
			l.update = updateResult
			l.result = Result{Job: g.job, Margin: g.state.Margin()}
		}
	case updateResult:
		if in.ResultReady {
			l.games[jobGame].busy = false
			l.games[jobGame].ready = in.Job == nil
			l.pickReport = false
			l.update = updateIdle
		}
	case updateCopy:
		if l.y == 31 {
			if l.over {
				l.update, l.timer = updateValues, copiedCycles+valueCycles
			} else {
				l.settle[1] = l.board + 1
				l.update = updateIdle
			}
		}
		l.y++
	}
	if jobIn {
		g := &l.games[jobGame]
		*g = laneGame{state: in.Job.From.State(), job: *in.Job, busy: true, forced: in.Job.First != playout.NoFirst}
		g.rng = in.Job.Stream.WithFirst(in.Job.First)
		l.board, l.y = jobGame, 0
		l.over = g.state.Over() && !in.Job.Pick
		l.update = updateCopy
	}
	if settled != 0 {
		l.games[settled-1].ready = true
	}

	// ---- the move that waits ----

	if l.waiting != nil && l.fetch < 3 {
		l.fetch++
	}
	if accept {
		l.waiting = nil
	}
	if handOver {
		move := l.arrived
		l.waiting, l.fetch = &move, 1
		l.picked = false
	} else if pickDone {
		l.picked = true
	}
	if l.pickTimer > 0 {
		l.pickTimer--
	}
	if arrives {
		c := l.pipe[5].choice
		l.arrived, l.picked = *c, c.none
		if !c.none {
			l.pickTimer = PickCycles + int(c.move.Pattern)/pickStep
		}
	}

	// ---- move_choice ----

	l.choose(selected)
	if l.pipe[8].kind == tokenOpen {
		if l.counted != nil {
			l.closed = l.counted
		}
		l.counted = l.pipe[8].scan
	}

	// ---- tokens ----

	copy(l.pipe[2:], l.pipe[1:8])
	l.pipe[1] = l.q2
	if next {
		l.q2, l.left = l.q1, l.q1.corners
		fetched := l.q1.kind == tokenOpen
		rows := l.rows // that can be sent
		if !l.scanning || l.fetching || select_ {
			rows = nil
		}
		l.q1 = token{}
		switch {
		case select_:
			choice := l.choice
			l.q1 = token{kind: tokenSelect, choice: &choice}
		case open:
			scan := l.games[l.scanGame].scan(l.scanGame)
			l.q1 = token{kind: tokenOpen, scan: scan}
			l.rows, l.scanning, l.fetching = scan.rows, true, true
		case len(rows) > 0:
			l.q1 = token{kind: tokenCorner, corners: rows[0]}
			l.rows = rows[1:]
		}
		if l.scanning && !l.fetching && !select_ && len(l.rows) == 0 {
			l.scanning = false
			l.scanGame = (l.scanGame + 1) % LaneGames
		}
		if fetched {
			l.fetching = false
		}
	} else {
		l.left--
	}

	// ---- playout_lane ----

	switch {
	case l.pipe[1].kind == tokenSelect:
		l.selecting, l.gap = false, SelectGap-3
	case l.gap > 0:
		l.gap--
	}
	if take {
		l.games[out.Take].ready = false
		l.scans++
	}
	if selected {
		l.scans--
		l.moves++
		l.selecting = true
	}
	if taken {
		l.moves--
	}
	l.wasIdle = out.Idle
	return out
}

// Cycles that board_update takes to add up a game's score, and more if the game
// was over before it began.
const (
	valueCycles  = 5
	copiedCycles = 3
)

// scan returns what a scan of the game finds; nothing if it is idle or over.
func (g *laneGame) scan(game int) *laneScan {
	s := &laneScan{game: game}
	if !g.busy || g.state.Over() {
		return s
	}
	for row := range duo.BoardSize {
		_, anchors := g.state.Row(g.state.ToMove(), row)
		if n := bits.OnesCount16(anchors); n > 0 {
			s.rows = append(s.rows, n)
		}
	}
	policy := g.job.Policy
	if g.forced {
		policy = playout.Uniform
	}
	_, s.moves = g.state.List(policy, &s.list)
	return s
}

// choose does a cycle of move_choice.
func (l *Lane) choose(selected bool) {
	switch l.chooser {
	case chooseWait:
		if l.closed == nil {
			return
		}
		l.chosen, l.closed = l.closed, nil
		l.choice = laneChoice{game: l.chosen.game, none: l.chosen.moves == 0, moves: l.chosen.moves}
		l.chooser = chooseDraw
		if l.choice.none {
			l.chooser = chooseDone
		}
	case chooseDraw:
		l.draw()
		l.chooser = chooseTest
	case chooseTest:
		if l.drawn >= l.choice.moves {
			l.draw()
			return
		}
		l.walked = 0
		l.corner, l.choice.k = l.chosen.list.Locate(l.drawn)
		l.choice.move = l.chosen.list[l.corner].Move(l.choice.k)
		l.chooser = chooseWalk
	case chooseWalk:
		if l.walked == l.corner {
			l.chooser = chooseDone
		}
		l.walked++
	case chooseDone:
		if selected {
			l.chooser = chooseWait
		}
	}
}

// draw draws the number of the move; the first move's is given, and nothing is
// drawn.
func (l *Lane) draw() {
	g := &l.games[l.choice.game]
	if l.chooser == chooseDraw && g.forced {
		l.drawn = g.job.First
		return
	}
	l.drawn = g.rng.Try(l.choice.moves)
}

// accept begins to make the move that waits in a game that is on.
func (l *Lane) accept(g *laneGame) {
	m := l.waiting
	l.board = m.game
	g.forced = false
	switch pl := g.state.ToMove(); {
	case g.state.Over() || m.none && g.state.Out(pl.Rival()):
		l.update, l.timer = updateValues, valueCycles
	case m.none:
		g.state.Pass()
		g.ready = true
	default:
		l.opening = g.state.Tiles(pl) == duo.AllTiles
		l.height = m.move.Height()
		l.y, l.n = -1, 0
		g.state.Play(m.move)
		l.update = updateOwn
	}
}

// Row is a row of a board as a lane keeps it; see module board_update.
type Row struct{ Allowed, Corners uint16 }

// The rows beyond the board's.
const (
	TilesRow = duo.BoardSize     // tiles left; rows that hold corners
	ValueRow = duo.BoardSize + 1 // value and tiles left
	NumRows  = duo.BoardSize + 2
)

// RowsOf returns what a lane needs to know of a player to play from the
// position.
func RowsOf(g *playout.Root, pl duo.Player) (out [NumRows]Row) {
	s := g.State()
	for row := range duo.BoardSize {
		out[row].Allowed, out[row].Corners = s.Row(pl, row)
		if out[row].Corners != 0 {
			out[TilesRow].Corners |= 1 << row
		}
	}
	tiles := s.Tiles(pl)
	out[TilesRow].Allowed = uint16(tiles)
	out[ValueRow].Allowed = uint16(tiles>>16) | uint16(s.Value(pl))<<5
	return out
}
