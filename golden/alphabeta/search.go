// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package alphabeta is the alpha-beta search of Blokus Duo that lists and values the leaves of a
// position in one go: the twin of the alpha-beta core. It values a line of play as package search's
// minimax does, by the terms of the published hardware player, and so finds the same values; but it
// never makes the moves of the last ply.
//
// File leaves.go has the leaf unit: all legal moves of a position with their values, from windows
// around the corners, one a cycle. File search.go has the search around it, and file units.go what
// several leaf units share.
package alphabeta

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
)

// MaxDepth bounds the depth of a search in plies, so that scores fit ScoreBits.
const MaxDepth = 9

// ScoreBits is the width of a score in hardware, two's complement. ScoreLimit exceeds every score.
const (
	ScoreBits  = 13
	ScoreLimit = 1<<(ScoreBits-1) - 1
)

// ValueBits is the width of the value of a move, two's complement.
const ValueBits = 9

// EndScore is the value of a win at the end of the game, to which its margin is added. No line that
// does not end reaches it, as a test confirms: a move adds less than EndScore/MaxDepth.
const EndScore = 1 << (ScoreBits - 2)

// MarginUnit is a point in the scores of searches with Margin, so that every margin fits ScoreBits.
const (
	MarginUnit  = evaluation.One >> marginShift
	marginShift = 3
)

// Batch is the number of moves of a node that are kept at a time: a power of two. The first ones are
// the best, sorted. When these have been searched, a node with more moves lists them again, and keeps
// the next ones in the order of the list, of which it lists no more than it needs.
const Batch = 16

// MaxBanks bounds the banks of the row memory.
const MaxBanks = 2

// Config holds the parameters of the search.
type Config struct {
	Weights search.Weights // weights of the evaluation, as of search.Minimax

	// Ends gives lines that end the game their exact value: EndScore plus the margin for a win, the
	// opposite for a loss, and 0 for a draw. Without Ends they have the sum of the moves' values,
	// as search.Minimax has it.
	Ends bool

	// Margin values a line by its last position: by the margin to expect at the end of the game, as
	// evaluation.Evaluator.StaticMargin has it with evaluation.Default, in 1/MarginUnit point. Then
	// the moves of the last ply come like all others, in the order of their values, and a line that
	// ends the game has its exact margin. It needs Ends.
	Margin bool

	// Units is the number of leaf units; 0 counts as 1. With more than one, the first hands out
	// moves to the others.
	Units int

	// Banks is the number of banks, 1 or 2, of the memory that holds the boards' rows; 0 counts as 1. A
	// cycle reads a row of each: to fill the window around a corner, and to make a move.
	Banks int

	// Full searches the whole tree, for tests: bounds cut nothing.
	Full bool
}

// DefaultConfig is the configuration of the players and of the boards.
var DefaultConfig = Config{Weights: search.DefaultWeights, Ends: true, Units: 1, Banks: 1}

// MarginConfig is the same by the margin to expect.
var MarginConfig = Config{Weights: search.DefaultWeights, Ends: true, Margin: true, Units: 1, Banks: 1}

// Validate returns an error if the hardware cannot have the configuration.
func (c Config) Validate() error {
	if c.Units < 0 || c.Units > MaxUnits {
		return fmt.Errorf("alphabeta: %d leaf units, want 1..%d", c.Units, MaxUnits)
	}
	if c.Banks < 0 || c.Banks > MaxBanks {
		return fmt.Errorf("alphabeta: %d banks of rows, want 1..%d", c.Banks, MaxBanks)
	}
	if c.Margin && !c.Ends {
		return errors.New("alphabeta: values by the margin need exact ends")
	}
	return search.MinimaxConfig{Weights: c.Weights}.Validate()
}

func (c Config) banks() int { return max(c.Banks, 1) }

// MoveCycles is the time from a move pushed until its position can be listed.
func (c Config) MoveCycles() uint64 { return uint64(copyBegin + duo.BoardSize/c.banks()) }

// MaxDepth returns the greatest depth of a search, in plies. It is lower with Margin, whose last ply has
// killers as well.
func (c Config) MaxDepth() int {
	if c.Margin {
		return MaxDepth - 1
	}
	return MaxDepth
}

// Cycles of the core. Cosimulation asserts that the hardware keeps exactly these numbers.
const (
	// NameCycles is the time for the form of the answer that the commands use.
	NameCycles = 6

	copyBegin   = 4     // from a move pushed until the first row of its position is there
	leafJudged  = 1     // from a value until it is compared
	leafCut     = 2     // from a value until it ends the list
	drainCycles = Batch // until the first batch is stored
	markCycles  = 1     // until the end of a later one is marked
	checkCycles = 3     // from a move fetched until the kept reply has been tried
	probeJudged = 2     // from the value of a killer until the kept reply has been tried
	weighCycles = 69    // from a move of the last ply entered until the margin behind it is compared
	nextWeighed = 42    // until the next move can be fetched
)

// Node is an event of a search. A node is entered when its move or pass and the score of the line
// are known, and left with its value. A leaf, and a move that the reply refutes, is only entered.
type Node struct {
	Cycle uint64             // cycles since the command's acceptance
	Unit  int                // the leaf unit of the node's walker; 0 leads
	Leave bool               // the node is left; otherwise entered
	Ply   int                // 1 for the root's children; 0 only for leaving the root
	Pass  bool               // a pass led here; only for entered nodes
	Move  playout.AnchorMove // the move that led here, if no pass; only for entered nodes
	// Score of an entered node is the score of the line in the view of the player who moved. Score
	// of a left node is its value in the view of the player to move.
	Score int
}

// Result is the answer of a search.
type Result struct {
	Move      duo.Move // Pass if there is no placement
	Value     int      // in the view of the player to move
	Depth     int      // plies of the last iteration that was finished
	Nodes     uint64   // moves valued as leaves, made, or refuted when their turn came
	Leaves    uint64   // of these, moves of the last ply
	Cycles    uint64   // from command to response
	Completed bool     // false when the search was stopped
}

// NeverStop is the stop cycle of a search that runs to its end.
const NeverStop = math.MaxUint64

// Search is a search with its memory, which is bounded: a position, Batch moves and two killers for
// each ply. Searches of one position after another reuse it.
type Search struct {
	cfg       Config
	evaluator *evaluation.Evaluator // with Margin
	walkers   []walker              // the first one leads
	first     duo.Player            // moved first in the game
	opener    func(*duo.Position) duo.Player

	visit   func(Node)
	finish  func(Result)
	halted  func(nodes uint64) bool
	stop    uint64 // first cycle that sees the stop
	from    uint64 // first cycle that obeys it
	deepest int    // depth of the iteration
	result  Result
	best    playout.AnchorMove // the answer; pass: see passing
	passing bool
	pv      playout.AnchorMove // the answer of the iteration before
	havePV  bool
}

// node is the data of a node under way, in the view of its player.
type node struct {
	state   playout.State
	squares [2]int // placed
	tiles   [2]int // tiles left
	passed  bool   // the move that led here was a pass
	box     Box    // of the move that led here, if no pass
	score   int    // of the line so far
	best    int    // window; best is alpha and grows
	beta    int

	moves   []child            // all moves, in the order of the list
	corners []corner           // visited by the list
	limited bool               // the list has left out corners
	batch   [Batch]child       // the moves at hand
	floor   child              // the last one of the first batch
	latest  playout.AnchorMove // the last one at hand, of a later batch
	resumed bool               // there has been a later batch
	choice  playout.AnchorMove // the best move so far
	chosen  bool               // there is one
	killers [2]playout.AnchorMove
	known   int // killers
}

// child is a move of a node with the key that sorts it.
type child struct {
	move   playout.AnchorMove
	value  int
	key    int
	killer bool // it has had its turn
}

// order numbers moves in the order of the list.
func order(m playout.AnchorMove) int {
	return (m.Anchor.Row()*duo.BoardSize+m.Anchor.Col())*playout.NumPatterns + int(m.Pattern)
}

// New returns a search; the configuration must be valid.
func New(cfg Config) *Search {
	if err := cfg.Validate(); err != nil {
		panic(err)
	}
	s := &Search{cfg: cfg, walkers: make([]walker, max(cfg.Units, 1)), opener: (*duo.Position).FirstToMove}
	if cfg.Margin {
		s.evaluator = evaluation.New(&evaluation.Default)
	}
	for i := range s.walkers {
		s.walkers[i].Search, s.walkers[i].index = s, i
		s.walkers[i].unit.cfg = cfg
	}
	return s
}

// Config returns the configuration.
func (s *Search) Config() Config { return s.cfg }

// SetOpener sets the player who has moved first in the game. Without it that is the position's
// FirstToMove, which is good as long as the players have taken turns.
func (s *Search) SetOpener(pl duo.Player) {
	s.opener = func(*duo.Position) duo.Player { return pl }
}

// OnIteration sets a function that receives the result of each finished iteration.
func (s *Search) OnIteration(finish func(Result)) { s.finish = finish }

// Search searches the position depth plies deep for the player to move: first one ply, then two,
// and so on, each time with the best move so far in front. A stop signal in cycle stop (NeverStop
// for none) ends the search with the best move so far; the first iteration always ends. visit, if
// not nil, sees every node, cycle by cycle, and in a cycle unit by unit. halted, if not nil, is
// asked at every node but the leaves whether to stop at once, after that many nodes; it has no say
// in the first iteration.
func (s *Search) Search(p *duo.Position, depth int, stop uint64, visit func(Node), halted func(nodes uint64) bool) Result {
	if most := s.cfg.MaxDepth(); depth < 1 || depth > most {
		panic(fmt.Sprintf("alphabeta: search depth %d, want 1..%d", depth, most))
	}
	s.first = s.opener(p)
	s.visit, s.halted, s.stop, s.from = visit, halted, stop, NeverStop
	if stop != NeverStop {
		s.stop++ // the signal passes through a register
	}
	s.result, s.havePV, s.passing = Result{}, false, true
	lead := &s.walkers[0]
	root := &lead.nodes[0]
	root.state = playout.NewState(p)
	for pl := range duo.Player(2) {
		squares := p.Squares(pl)
		root.squares[pl] = squares.Count()
		root.tiles[pl] = p.TilesLeft(pl).Count()
	}
	for i := range s.walkers {
		s.walkers[i].begin()
	}
	lead.cycle = s.cfg.MoveCycles() // the rows of the root are read for their corners
	for s.deepest = 1; ; s.deepest++ {
		lead.cycle += 2 // begin the iteration, start the unit
		if s.deepest == 2 {
			s.from = lead.cycle
		}
		root.passed, root.score, root.best, root.beta = false, 0, -ScoreLimit, ScoreLimit
		lead.search(0)
		if lead.over() {
			break
		}
		s.result.Depth = s.deepest
		s.answer(lead.cycle)
		if s.finish != nil {
			s.finish(s.result)
		}
		if s.deepest == depth {
			s.result.Completed = true
			break
		}
		s.pv, s.havePV = s.best, !s.passing
	}
	if !s.result.Completed {
		lead.cycle = max(s.stop, s.from)
	}
	s.tellJobs(lead.cycle)
	s.answer(lead.cycle)
	return s.result
}

// answer brings the result up to date.
func (s *Search) answer(cycle uint64) {
	s.result.Move, s.result.Cycles = duo.Pass, cycle+1+NameCycles
	if !s.passing {
		s.result.Move = s.best.Move()
	}
}

// over reports whether the stop has been seen.
func (w *walker) over() bool { return w.cycle >= w.stop && w.cycle >= w.from }

// before reports whether a cycle comes before the stop.
func (w *walker) before(cycle uint64) bool { return cycle < w.stop || cycle < w.from }

func (w *walker) event(n Node) {
	if !w.before(n.Cycle) {
		return
	}
	if !n.Leave {
		w.result.Nodes++
	}
	w.tell(n)
}

// search searches the node. Its entry is the cycle that starts the leaf unit, its return the cycle
// that leaves the node.
func (w *walker) search(ply int) {
	n := &w.nodes[ply]
	if w.over() {
		return
	}
	if w.halted != nil && w.deepest > 1 && w.halted(w.result.Nodes) {
		w.stop, w.from = w.cycle, w.cycle
		return
	}
	if ply+1 == w.deepest && !w.cfg.Margin {
		w.searchLeaves(n, ply)
	} else {
		w.searchChildren(n, ply)
	}
	if !w.over() {
		w.event(Node{Cycle: w.cycle, Leave: true, Ply: ply, Score: n.best})
	}
}

// searchLeaves searches a node whose moves are leaves.
func (w *walker) searchLeaves(n *node, ply int) {
	leaves, done := w.unit.leaves(&n.state, everywhere, w.leaves[:0])
	w.leaves = leaves
	last, end := w.lastTile(n)
	start := w.cycle
	w.cycle = start + uint64(done) + 1
	kept := false // a reply of this list
	for i := range leaves {
		l := &leaves[i]
		line := n.score + l.Value
		if last {
			line = end
		}
		cycle := start + uint64(l.Cycle) + leafJudged
		if !w.before(cycle) {
			break
		}
		w.result.Nodes++
		w.result.Leaves++
		w.tell(Node{Cycle: cycle, Ply: ply + 1, Move: l.Move, Score: line})
		// The best leaf far from the move that led here answers other moves as well.
		if ply > 0 && !n.passed && !last && (!kept || l.Value > w.reply.value) {
			if b := BoxOf(l.Move); !b.near(n.box) {
				w.reply, kept = reply{true, b, l.Value}, true
			}
		}
		if line > n.best {
			n.best = line
			if ply == 0 {
				w.best, w.passing, w.result.Value = l.Move, false, line
			}
			if n.best >= n.beta && !w.cfg.Full {
				w.cycle = start + uint64(l.Cycle) + leafCut + 1
				break
			}
		}
	}
	if len(leaves) == 0 {
		w.pass(n, ply)
	}
}

// margin returns the margin to expect in the view of the player to move.
func (w *walker) margin(n *node) int {
	var sides [2]evaluation.Side
	for pl := range duo.Player(2) {
		allowed, anchors := n.state.Squares(pl)
		if n.state.Tiles(pl) == duo.AllTiles {
			anchors = duo.Bitboard{}
			anchors.Set(pl.Start())
			anchors = anchors.And(allowed)
		}
		sides[pl] = evaluation.Side{Covered: n.squares[pl], Allowed: allowed, Anchors: anchors}
	}
	terms := evaluation.TermsOf(&sides, n.state.ToMove(), w.first)
	value := int(w.evaluator.StaticMargin(evaluation.MaxPlaced-n.tiles[0]-n.tiles[1], &terms))
	if n.state.ToMove() == duo.Player2 {
		value = -value
	}
	return value >> marginShift
}

// ending returns the value of a line that ends the game with a margin in points.
func (w *walker) ending(margin int) int {
	switch {
	case w.cfg.Margin:
		return MarginUnit * margin
	case margin > 0:
		return EndScore + margin
	case margin < 0:
		return -EndScore + margin
	}
	return 0
}

// lastTile reports whether the player to move has a single tile left and lines that end the game
// have their exact value, and this value after the tile is placed.
func (w *walker) lastTile(n *node) (last bool, value int) {
	pl := n.state.ToMove()
	if !w.cfg.Ends || n.tiles[pl] != 1 {
		return false, 0
	}
	margin := duo.NumCells + 15 - n.squares[pl.Rival()]
	if n.state.Tiles(pl).Has(0) {
		margin += 5
	}
	return true, w.ending(margin)
}

// pvStep is what the answer of the iteration before gets on top of its value, to come first.
const pvStep = 1 << ValueBits

// searchChildren searches a node whose moves are made: the killers first, each as soon as the list
// of its corner has it, and then the others, by value.
func (w *walker) searchChildren(n *node, ply int) {
	last, end := w.lastTile(n)
	answered := ply+2 == w.deepest && !w.cfg.Full && !w.cfg.Margin // by leaves
	w.reply.known = false
	n.chosen = false
	defer n.remember()
	var killers []playout.AnchorMove
	if ply > 0 && !last {
		killers = n.killers[:n.known]
	}
	for _, k := range killers {
		if w.probe(n, ply, k, answered) {
			return
		}
	}

	w.cycle += uint64(w.list(n, ply, everywhere, killers)) + 1
	if len(n.moves) == 0 {
		w.pass(n, ply)
		return
	}
	for batch, more := w.firstBatch(n, answered); ; batch, more = w.nextBatch(n, ply, killers, answered) {
		for _, c := range batch {
			w.cycle += 2 // fetch, take
			line := n.score + c.value
			if last {
				w.event(Node{Cycle: w.cycle - 1, Ply: ply + 1, Move: c.move, Score: end})
				if w.judge(n, ply, c.move, end) {
					return
				}
				continue
			}
			if answered {
				w.cycle += checkCycles
				if w.reply.refutes(BoxOf(c.move), line, n.best) {
					w.event(Node{Cycle: w.cycle - 1, Ply: ply + 1, Move: c.move, Score: line})
					continue
				}
			}
			if w.place(n, ply, c.move, line) {
				return
			}
		}
		if len(batch) < Batch {
			w.cycle += 2 // fetch, take: there is no further move
			if w.leaf.on {
				if w.settle(n, ply) {
					return
				}
				w.cycle += 2
			}
			break
		}
		if w.settle(n, ply) {
			return
		}
		w.cycle++ // fetch finds the end of the batch
		if !more {
			break
		}
	}
	if !last && w.shares(n, ply) {
		w.gather(n, ply)
	}
}

// probe searches a killer, if it is legal, and reports whether to leave the node. Its entry is the
// cycle that starts the leaf unit.
func (w *walker) probe(n *node, ply int, killer playout.AnchorMove, answered bool) (leave bool) {
	leaves, done := w.unit.leaves(&n.state, span{killer.Anchor, killer.Anchor}, w.leaves[:0])
	w.leaves = leaves
	i := slices.IndexFunc(leaves, func(l Leaf) bool { return l.Move == killer })
	if i < 0 {
		w.cycle += uint64(done) + 1
		return false
	}
	w.cycle += uint64(leaves[i].Cycle) + probeJudged
	line := n.score + leaves[i].Value
	if answered && w.reply.refutes(BoxOf(killer), line, n.best) {
		w.event(Node{Cycle: w.cycle, Ply: ply + 1, Move: killer, Score: line})
		w.cycle++
		return false
	}
	w.cycle++
	leave = w.place(n, ply, killer, line) || w.settle(n, ply)
	if !leave {
		w.cycle++ // fetch: the batch is not there yet
	}
	return leave
}

// place searches a move, or hands it out, and reports whether to leave the node. Its entry is the
// cycle that enters the node behind, or offers the move.
func (w *walker) place(n *node, ply int, m playout.AnchorMove, line int) (leave bool) {
	if w.shares(n, ply) {
		return w.offer(n, ply, m, line)
	}
	if w.weighs(ply) {
		leave = w.weigh(n, ply, m, line)
		if !leave && w.index == 0 && len(w.walkers) > 1 {
			leave = w.settle(n, ply) // then it hands out the others
		}
		return leave
	}
	if w.child(n, ply, m, line) {
		return true
	}
	w.cycle++
	return w.judge(n, ply, m, -w.nodes[ply+1].best)
}

// leaf is a move of the last ply, or a pass, while the board behind it is weighed.
type leaf struct {
	on    bool
	pass  bool
	move  playout.AnchorMove
	value int    // in the view of the player who moves
	cycle uint64 // compares the value
}

// weighs reports whether the positions behind a ply's moves are weighed.
func (w *walker) weighs(ply int) bool { return w.cfg.Margin && ply+1 == w.deepest }

// weigh has the board behind a move weighed, and reports whether to leave the node, by the value of the
// leaf before. Its entry is the cycle that enters the leaf, its return the cycle that fetches a move, or
// that leaves the node.
func (w *walker) weigh(n *node, ply int, m playout.AnchorMove, line int) (leave bool) {
	w.event(Node{Cycle: w.cycle, Ply: ply + 1, Move: m, Score: line})
	if w.before(w.cycle) {
		w.result.Leaves++
	}
	c := &w.nodes[ply+1]
	c.make(n, m)
	next, fetch := leaf{on: true, move: m, value: -w.margin(c), cycle: w.cycle + weighCycles}, w.cycle+nextWeighed
	if w.settle(n, ply) {
		return true
	}
	w.leaf, w.cycle = next, fetch
	return false
}

// weighed lets time pass until the leaf has its value, and returns it.
func (w *walker) weighed(ply int) leaf {
	l := w.leaf
	w.leaf.on = false
	w.cycle = l.cycle
	w.event(Node{Cycle: w.cycle, Leave: true, Ply: ply + 1, Score: -l.value})
	return l
}

// settle takes the value of the leaf into account, if there is one, and reports whether to leave the node.
// Its return is the cycle behind.
func (w *walker) settle(n *node, ply int) (leave bool) {
	if !w.leaf.on {
		return false
	}
	l := w.weighed(ply)
	if !l.pass {
		return w.judge(n, ply, l.move, l.value)
	}
	w.judgePass(n, ply, l.value)
	return true
}

// child makes a move of a node, and searches the node behind it. It reports whether the search is
// over. Its entry is the cycle that enters the node behind, its return the cycle that leaves it.
func (w *walker) child(n *node, ply int, m playout.AnchorMove, line int) (over bool) {
	w.event(Node{Cycle: w.cycle, Ply: ply + 1, Move: m, Score: line})
	w.push(n, ply, -line)
	w.nodes[ply+1].make(n, m)
	w.cycle += w.cfg.MoveCycles()
	w.search(ply + 1)
	return w.over()
}

// list lists the moves of a node at the corners in a span, and returns the first cycle in which the
// leaf unit has nothing left to do.
func (w *walker) list(n *node, ply int, in span, killers []playout.AnchorMove) (done int) {
	w.leaves, done = w.unit.leaves(&n.state, in, w.leaves[:0])
	n.corners, n.moves = append(n.corners[:0], w.unit.corners...), n.moves[:0]
	for _, l := range w.leaves {
		key := l.Value
		if ply == 0 && w.havePV && l.Move == w.pv {
			key += pvStep
		}
		n.moves = append(n.moves, child{l.Move, l.Value, key, slices.Contains(killers, l.Move)})
	}
	if in == everywhere {
		n.limited = w.unit.limited
	}
	return done
}

// passesOver reports whether no batch has a move: a killer, or a move that the reply refutes, if leaves
// answer the node's moves.
func (w *walker) passesOver(n *node, c *child, answered bool) bool {
	return c.killer || answered && w.reply.refutes(BoxOf(c.move), n.score+c.value, n.best)
}

// firstBatch returns the first batch of a node, its best moves, and reports whether there are more.
func (w *walker) firstBatch(n *node, answered bool) (batch []child, more bool) {
	batch = n.batch[:0]
	for i := range n.moves {
		c := &n.moves[i]
		if w.passesOver(n, c, answered) {
			continue
		}
		if len(batch) == Batch {
			more = true
			if c.key <= batch[Batch-1].key {
				continue
			}
			batch = batch[:Batch-1]
		}
		place := len(batch)
		for place > 0 && c.key > batch[place-1].key {
			place--
		}
		batch = slices.Insert(batch, place, *c)
	}
	if more {
		n.floor = batch[Batch-1]
	}
	n.resumed = false
	w.cycle += drainCycles
	return batch, more
}

// nextBatch lists the moves of a node again, from the row of the last one at hand on, and returns those of
// them that were not in a batch, in order. It reports whether there are more: one more ends the list.
func (w *walker) nextBatch(n *node, ply int, killers []playout.AnchorMove, answered bool) (batch []child, more bool) {
	in, after := everywhere, -1
	if n.resumed {
		in.first, after = duo.NewSquare(n.latest.Anchor.Row(), 0), order(n.latest)
	}
	n.resumed = true
	if n.limited {
		w.list(n, ply, in, killers) // from here on there may be other corners
	}
	start := w.cycle
	batch = n.batch[:0]
	t := w.cfg.timeline()
	rest := n.moves
	for _, at := range n.corners {
		moves := rest[:at.moves]
		rest = rest[at.moves:]
		if at.row < in.first.Row() {
			continue
		}
		t.visit()
		cycle := t.corner(at.row, at.moves)
		for i := range moves {
			c := &moves[i]
			if !n.behind(c, after) || w.passesOver(n, c, answered) {
				continue
			}
			if len(batch) == Batch {
				w.cycle = start + uint64(cycle+i+leafCut) + 1 + markCycles
				return batch, true
			}
			batch = append(batch, *c)
			n.latest = c.move
		}
	}
	w.cycle = start + uint64(t.done()) + 1 + markCycles
	return batch, false
}

// behind reports whether a move follows the moves of the first batch, and in the order of the list others.
func (n *node) behind(c *child, after int) bool {
	at := order(c.move)
	return at > after && (c.key < n.floor.key || c.key == n.floor.key && at > order(n.floor.move))
}

// remember takes the choice of a node that is left for a killer of its ply: nodes of this ply try
// it first. The killers do not change while the node is searched: its list leaves them out.
func (n *node) remember() {
	if n.chosen && (n.known == 0 || n.killers[0] != n.choice) {
		n.killers[1], n.killers[0] = n.killers[0], n.choice
		n.known = min(n.known+1, len(n.killers))
	}
}

// push fills in the bounds of the node behind a move or pass.
func (w *walker) push(n *node, ply, score int) {
	c := &w.nodes[ply+1]
	c.passed, c.score = false, score
	c.best, c.beta = -n.beta, -n.best
	if w.cfg.Full {
		c.best, c.beta = -ScoreLimit, ScoreLimit
	}
}

// make sets the position of the node behind a move.
func (c *node) make(n *node, m playout.AnchorMove) {
	pl := n.state.ToMove()
	c.state, c.squares, c.tiles = n.state, n.squares, n.tiles
	c.box = BoxOf(m)
	c.state.Play(m)
	c.state.SetToMove(pl.Rival())
	c.squares[pl] += m.Pattern.Tile().Size()
	c.tiles[pl]--
}

// pass passes for a player without a move. Its entry is the cycle that makes the pass.
func (w *walker) pass(n *node, ply int) {
	value := n.score
	if n.passed && w.cfg.Ends {
		pl := n.state.ToMove()
		value = w.ending(n.squares[pl] - n.squares[pl.Rival()])
	}
	w.event(Node{Cycle: w.cycle, Ply: ply + 1, Pass: true, Score: value})
	c := &w.nodes[ply+1]
	switch {
	case n.passed:
	case w.weighs(ply):
		c.skip(n)
		w.leaf = leaf{on: true, pass: true, value: -w.margin(c), cycle: w.cycle + weighCycles}
		w.settle(n, ply)
		return
	case ply+1 < w.deepest:
		w.push(n, ply, -n.score)
		c.passed = true
		c.skip(n)
		w.cycle += w.cfg.MoveCycles()
		w.search(ply + 1)
		if w.over() {
			return
		}
		value = -c.best
	}
	w.cycle++ // judge
	w.judgePass(n, ply, value)
}

// skip sets the position of the node behind a pass.
func (c *node) skip(n *node) {
	c.state, c.squares, c.tiles = n.state, n.squares, n.tiles
	c.state.SetToMove(n.state.ToMove().Rival())
}

// judgePass takes the value of a pass into account. Its entry is the cycle that has the value, its return
// the next one.
func (w *walker) judgePass(n *node, ply, value int) {
	if !w.before(w.cycle) {
		return
	}
	if value > n.best {
		n.best = value
		if ply == 0 {
			w.passing, w.result.Value = true, value
		}
	}
	w.cycle++
}

// judge takes the value of a move into account, and reports whether to leave the node. Its entry is
// the cycle that has the value, its return the next one.
func (w *walker) judge(n *node, ply int, m playout.AnchorMove, value int) (leave bool) {
	defer func() { w.cycle++ }()
	if !w.before(w.cycle) {
		return true
	}
	if value <= n.best {
		return false
	}
	w.choose(n, ply, m, value)
	w.offers, w.chosen = 0, 0
	return n.best >= n.beta && !w.cfg.Full
}

// choose takes a move for the best one so far.
func (w *walker) choose(n *node, ply int, m playout.AnchorMove, value int) {
	n.best, n.choice, n.chosen = value, m, true
	if ply == 0 {
		w.best, w.passing, w.result.Value = m, false, value
	}
}

// Cycles of the commands but the search, from command to response.
const (
	ResetCycles = 1 + duo.BoardSize
	PassCycles  = 1
)

// findCycles is the time from the end of a list until the last move has its name.
const findCycles = 6

// PlayCycles returns the cycles from the command to make a move of a player, even out of turn, to
// the response. The core lists all moves to find out whether this one is legal.
func (c Config) PlayCycles(p *duo.Position, pl duo.Player, legal bool) uint64 {
	st := playout.NewState(p)
	st.SetToMove(pl)
	_, done := Leaves(&st, c, nil)
	cycles := 1 + c.MoveCycles() + uint64(done) + findCycles
	if legal {
		cycles += c.MoveCycles()
	}
	return cycles
}
