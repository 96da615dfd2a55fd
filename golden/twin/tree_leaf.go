// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// TreeLeafConfig holds the parameters of a tree_leaf.
type TreeLeafConfig struct {
	Lanes        int
	Children     int // children of a node, at most: 2..64
	Flights      int // leaves under way
	Log2Playouts int // log2 of a leaf's most playouts: 0..6
}

// TreeLeafIn holds a tree_leaf's inputs in a cycle.
type TreeLeafIn struct {
	Open     bool        // the root becomes the empty board
	RootMove *RootMove   // a move made on the root; nil: none
	Path     bool        // go back to the root
	Move     *tree.Move  // make a move; nil: none
	Expand   bool        // list the children
	Leaf     *LeafToPlay // value the position; nil: no
}

// LeafToPlay is a leaf with a request for its value.
type LeafToPlay struct {
	Flight int
	Seed   uint32 // seed of its playouts, see playout.NewRNG
	List   bool   // list the children, too
}

// TreeLeafOut holds a tree_leaf's outputs in a cycle.
type TreeLeafOut struct {
	Idle      bool       // nothing is under way
	MoveReady bool       // the unit makes the move
	LeafReady bool       // the unit takes the leaf
	Over      bool       // the game is over in the position
	Legal     *Leaf      // the legal move that is being listed; nil: none
	Child     *LeafChild // nil: none
	Value     *LeafValue // nil: none
}

// LeafChild is a child of the position, or of a leaf, best first.
type LeafChild struct {
	tree.Child
	Flight       int // of the leaf; -1: of the position
	Last         bool
	Player       duo.Player // player to move
	Legal        int        // number of legal moves
	StaticMargin int32      // evaluation.Evaluator.Margin with a sum of 0, of a position without playouts
}

// LeafValue is the value of a leaf.
type LeafValue struct {
	Flight int
	Value  tree.Value // value for player 1
	Over   bool
	Margin int32 // expected margin for player 1, in 1/256 point
	Sum    int32 // sum of the playouts' margins, or the margin of a game that is over
}

// TreeLeaf is the cycle-exact twin of module tree_leaf. The twin counts the cycles; the results are
// golden's: moves from package playout, priors and margins from package evaluation, values from
// package search.
type TreeLeaf struct {
	cfg       TreeLeafConfig
	evaluator *evaluation.Evaluator
	root      search.Place
	now       int // cycles since the reset

	// The position.
	place   search.Place
	update  boardUpdate
	games   [LaneGames]laneGame
	from    *playout.Root // job of the next position
	opening int           // rows of the empty board to be written
	path    bool
	begun   bool
	have    bool
	ending  bool
	keep    bool
	game    int
	margin  int32
	was     bool // the position was settled in the cycle before, and no work has begun since
	early   bool // the last move came while rows of the one before were written
	rested  int  // cycles that board_update has been at rest

	// Leaves that wait for the lanes, and leaves that wait for their terms, in order. A leaf keeps
	// its game until it has left both queues.
	unplayed, unweighed []*queuedLeaf
	queued              *queuedLeaf // taken in the cycle before, for both queues

	over  *queuedLeaf // leaf at the end of its game
	final bool        // the margin of that leaf is known

	// Children and terms.
	state    leafState
	began    int        // cycle of the request to the expansion unit
	work     *Expansion // expansion under way; nil: the unit is ready
	children []LeafChild
	listed   int         // cycle that would show a pass, if the player has no legal move
	lists    *queuedLeaf // leaf with the children; nil: the position

	playouts leafPlayouts

	// The value in the making.
	valued *LeafValue
	done   int // first cycle with the value

	leaves int
}

// Cycles of tree_leaf.
const (
	leafGames       = 4  // positions whose rows are kept
	leafValueCycles = 24 // cycles of leaf_value
	openCycles      = 2 * NumRows
	quietCycles     = 31 // after a reset the expansion unit rests this long
	priorFirst      = 26 // cycles of child_priors, plus one for each place and each earlier child
)

type leafState int

const (
	leafRest leafState = iota
	leafWeigh
	leafList
	leafListed
	leafChild
)

// queuedLeaf is a leaf on its way to its value.
type queuedLeaf struct {
	LeafToPlay
	place   search.Place
	sum     int32 // sum of the playouts' margins; of a game that is over, its margin
	left    int   // playouts without a result
	weighed bool  // its terms are known, and so are its children, if it has asked for them
}

// NewTreeLeaf returns the unit after a reset; it writes the empty board.
func NewTreeLeaf(cfg TreeLeafConfig) *TreeLeaf {
	u := &TreeLeaf{
		cfg: cfg, evaluator: evaluation.New(&evaluation.Default), opening: openCycles,
		playouts: leafPlayouts{lanes: NewLanes(cfg.Lanes).WithRootRAM(), count: 1 << cfg.Log2Playouts, flights: map[*playout.Root]*queuedLeaf{}},
	}
	for g := range u.games {
		u.games[g].ready = true
	}
	pos := duo.NewPosition(duo.Player1)
	u.SetRoot(search.PlaceOf(&pos))
	return u
}

// SetRoot sets the root position, at rest, after the inputs have brought the unit there.
func (u *TreeLeaf) SetRoot(root search.Place) { u.root = root }

// atRest reports whether board_update has no work, and settled whether the rows of the position are
// written.
func (u *TreeLeaf) atRest() bool {
	return !u.update.waiting.valid && u.update.state == updateIdle && u.opening == 0
}
func (u *TreeLeaf) settled() bool {
	return u.atRest() && u.games[u.game].ready && (!u.early || u.rested >= numRowStages-1)
}

// idleGames reports whether no game has a job.
func (u *TreeLeaf) idleGames() bool {
	for g := range u.games {
		if u.games[g].busy {
			return false
		}
	}
	return true
}

// full reports whether leaves have all games.
func (u *TreeLeaf) full() bool { return max(len(u.unplayed), len(u.unweighed)) == leafGames }

// Step does a cycle.
func (u *TreeLeaf) Step(in TreeLeafIn) (out TreeLeafOut) {
	// Outputs of the cycle.
	settled := u.was
	rest := settled && !u.path && !u.ending
	stands := rest && u.have
	g := &u.games[u.game]
	over := !g.busy || g.state.Over()
	ready := u.work == nil && u.now >= quietCycles // the expansion unit is ready
	out.Idle = rest && u.leaves == 0 && u.state == leafRest && ready
	out.MoveReady = u.atRest() && u.rested > 0 && u.have && !u.path && !u.ending
	out.LeafReady = stands && u.over == nil
	out.Over = stands && over
	leaf := in.Leaf != nil && out.LeafReady
	ends := settled && (u.ending || u.path) && !u.idleGames()
	begins := settled && !u.ending && u.path && u.idleGames() && !u.full()
	ended := settled && u.ending && u.idleGames()
	move := in.Move != nil && out.MoveReady

	summed := u.playouts.step(u.unplayed)

	// The value: of a game that is over, or of playouts.
	if u.valued != nil && u.now == u.done {
		out.Value = u.valued
		u.valued = nil
		u.leaves--
	}
	var sumTaken bool
	if u.valued == nil {
		switch {
		case u.final:
			margin := u.over.sum
			worth := search.FinalLeaf(int(margin))
			u.valued = &LeafValue{u.over.Flight, worth.Values[0], true, worth.Margin, margin}
			u.done = u.now + leafValueCycles
			u.over, u.final = nil, false
		case summed != nil:
			q := summed
			pos := q.place.Pos()
			margin := u.evaluator.Margin(pos, q.sum, u.playouts.count)
			worth := search.Expected(margin, u.evaluator.Spread(pos))
			u.valued = &LeafValue{q.Flight, worth.Values[0], false, worth.Margin, q.sum}
			u.done = u.now + leafValueCycles
			sumTaken = true
		}
	}
	u.playouts.settle(sumTaken)

	// Children and terms.
	u.expand(in, stands, over, ready, &out)

	// Leaves.
	if q := u.queued; q != nil {
		u.unplayed = append(u.unplayed, q)
		u.unweighed = append(u.unweighed, q)
		u.queued = nil
	}
	if leaf {
		q := &queuedLeaf{LeafToPlay: *in.Leaf, place: u.place, left: u.playouts.count}
		u.leaves++
		if over {
			u.over = q
		} else {
			u.queued = q
		}
	}
	if u.playouts.played {
		u.unplayed = u.unplayed[1:]
	}

	u.position(in, ends, begins, ended, move, leaf, over, out.Idle)
	u.now++
	return out
}

// position ends a cycle of tree_position.
func (u *TreeLeaf) position(in TreeLeafIn, ends, begins, ended, move, leaf, over, idle bool) {
	was := u.was
	u.was = u.settled() && !ends && !begins && !move && (in.RootMove == nil && !in.Open || !idle)
	if move {
		u.early = !was
	}
	u.rested++
	if !u.atRest() {
		u.rested = 0
	}
	lane := LaneIn{ResultReady: true}
	if u.begun {
		lane.Job = &Job{From: u.from, First: playout.NoFirst}
	}
	signals := u.update.signals(&u.games, lane)
	if u.update.state == updateReport {
		u.margin = int32(u.update.result.Margin)
	}
	u.update.step(signals, lane, &u.games)
	g := &u.games[u.game]
	switch {
	case ends, begins:
		u.update.waiting.take(laneMove{game: u.game, none: true})
		g.ready = false
	case move:
		m := laneMove{game: u.game, none: *in.Move == search.PassMove}
		if !m.none {
			m.move = search.AnchorMove(*in.Move)
		}
		u.update.waiting.take(m)
		g.ready = false
		u.place.Play(*in.Move)
	case in.RootMove != nil && idle:
		u.update.waiting = waitingMove{valid: true, root: in.RootMove}
	}
	if begins {
		state := u.root.State()
		u.from = playout.NewRootAt(&state)
		u.begun = true
	} else if u.begun && signals.jobReady {
		u.begun, u.path, u.have = false, false, true
		u.place = u.root
	}
	u.path = u.path || in.Path
	if leaf {
		u.ending, u.keep, u.have = true, !over, false
	}
	if ended {
		u.ending = false
		if u.keep {
			u.game = (u.game + 1) % leafGames
		}
		if u.over != nil {
			u.final = true
			u.over.sum = u.margin
		}
	}
	u.opening = max(0, u.opening-1)
	if in.Open && idle {
		u.opening = openCycles
	}
}

// expand does a cycle of the parts that list children and weigh terms.
func (u *TreeLeaf) expand(in TreeLeafIn, stands, over, ready bool, out *TreeLeafOut) {
	at := u.now - u.began
	if w := u.work; w != nil {
		for i := range w.Moves {
			if w.Moves[i].Cycle == at {
				out.Legal = &w.Moves[i]
			}
		}
	}
	done := u.work != nil && at == u.work.Done
	switch u.state {
	case leafRest:
		cfg := ExpansionConfig{K: u.cfg.Children}
		var place *search.Place
		switch {
		case in.Expand && stands && !over:
			cfg.Moves = true
			place, u.lists = &u.place, nil
		case len(u.unweighed) > 0:
			u.lists = u.unweighed[0]
			cfg.Moves, cfg.Playouts = u.lists.List, 1<<u.cfg.Log2Playouts
			place = &u.lists.place
		}
		if place == nil || !ready {
			return
		}
		u.work, u.began, u.state = Expand(place.Pos(), u.evaluator, cfg), u.now+1, leafWeigh
		if cfg.Moves {
			u.state = leafList
		}
		return
	case leafWeigh:
		if done {
			u.weighed()
		}
	case leafList:
		if done {
			u.state, u.listed = leafListed, u.now+2
			flight, place := -1, &u.place
			if u.lists != nil {
				flight, place = u.lists.Flight, &u.lists.place
			}
			u.children = leafChildren(u.work, flight, place.ToMove())
		}
	case leafListed, leafChild:
		u.state = leafChild
		n := u.now - u.listed
		if u.children[0].Legal > 0 {
			n -= u.cfg.Children + priorFirst
		}
		if n >= 0 {
			out.Child = &u.children[n]
			if out.Child.Last {
				u.weighed()
			}
		}
	}
	if done {
		u.work = nil
	}
}

// weighed ends the work of the expansion unit for a leaf, or for a position.
func (u *TreeLeaf) weighed() {
	u.state = leafRest
	if u.lists != nil {
		u.lists.weighed = true
		u.unweighed = u.unweighed[1:]
	}
}

// leafChildren returns the children of an expanded position: a pass, if the player has no legal
// move.
func leafChildren(x *Expansion, flight int, player duo.Player) (out []LeafChild) {
	child := LeafChild{Flight: flight, Player: player, Legal: len(x.Moves), StaticMargin: x.Margin}
	if len(x.Children) == 0 {
		child.Child, child.Last = tree.Child{Move: search.PassMove, Prior: tree.MaxValue}, true
		return []LeafChild{child}
	}
	sum := uint64(0)
	weights := make([]uint64, len(x.Children))
	for i, c := range x.Children {
		weights[i] = uint64(tree.Exp(x.Children[0].Logit - c.Logit))
		sum += weights[i]
	}
	for i, c := range x.Children {
		child.Child = tree.Child{Move: search.MoveOf(c.Move), Prior: uint16(max(1, weights[i]*tree.MaxValue/sum))}
		child.Last = i+1 == len(x.Children)
		out = append(out, child)
	}
	return out
}

// laneRoots is the number of positions that lanes hold.
const laneRoots = 2

// leafPlayouts is module leaf_playouts.
type leafPlayouts struct {
	lanes   *Lanes
	awake   bool // the lanes' reset is over
	count   int  // playouts of a leaf
	state   playoutsState
	row     int
	job     int
	root    int // root that is loaded, or will be next
	roots   [laneRoots]*playout.Root
	waits   [laneRoots]bool // a job from the root waited for a lane in the cycle before
	flights map[*playout.Root]*queuedLeaf

	played bool          // the lanes took the last playout of a leaf in this cycle
	done   []*queuedLeaf // leaves whose playouts have all come
	shown  *queuedLeaf   // leaf whose sum is shown
	next   *queuedLeaf   // leaf whose sum is shown in the next cycle
}

type playoutsState int

const (
	playoutsRest  playoutsState = iota
	playoutsFetch               // fetches the first row
	playoutsRows
	playoutsTurn
	playoutsJobs
)

// step does a cycle without the changes of settle, and returns the leaf whose sum is shown, or nil.
func (p *leafPlayouts) step(queue []*queuedLeaf) *queuedLeaf {
	p.played, p.next = false, p.shown
	waits := p.waits[p.root]
	for i, root := range p.roots {
		p.waits[i] = p.lanes.Waits(root)
	}
	var in LanesIn
	switch p.state {
	case playoutsRows:
		in.Command = &Command{Kind: CommandLoad}
	case playoutsTurn:
		in.Command = &Command{Kind: CommandTurn}
	case playoutsJobs:
		in.Job = &Job{
			From: p.roots[p.root], Policy: playout.Largest, First: playout.NoFirst,
			Stream: playout.NewRNG(queue[0].Seed, uint32(p.job)),
		}
	}
	var out LanesOut
	if p.awake {
		out = p.lanes.Step(in)
	}
	p.awake = true
	switch p.state {
	case playoutsRest:
		if len(queue) > 0 && !waits {
			p.state, p.row = playoutsFetch, 0
		}
	case playoutsFetch:
		p.state = playoutsRows
	case playoutsRows:
		if out.CommandReady {
			p.row++
		}
		if p.row == 2*NumRows {
			p.state = playoutsTurn
		}
	case playoutsTurn:
		if out.CommandReady {
			p.state, p.job = playoutsJobs, 0
			p.roots[p.root] = queue[0].place.Root()
			p.flights[p.roots[p.root]] = queue[0]
		}
	case playoutsJobs:
		if out.JobReady {
			p.job++
		}
		if p.job == p.count {
			p.played = true
			p.state, p.root = playoutsRest, 1-p.root
		}
	}
	if p.shown == nil {
		lowest := -1
		for i, q := range p.done {
			if q.weighed && (lowest < 0 || q.Flight < p.done[lowest].Flight) {
				lowest = i
			}
		}
		if lowest >= 0 {
			p.next = p.done[lowest]
			p.done = slices.Delete(p.done, lowest, lowest+1)
		}
	}
	if r := out.Result; r != nil {
		q := p.flights[r.Job.From]
		q.sum += int32(r.Margin)
		if q.left--; q.left == 0 {
			p.done = append(p.done, q)
			delete(p.flights, r.Job.From)
		}
	}
	return p.shown
}

// settle ends a cycle. taken reports that the shown sum is taken.
func (p *leafPlayouts) settle(taken bool) {
	p.shown = p.next
	if taken {
		p.shown = nil
	}
}
