// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package alphabeta is the alpha-beta search of Blokus Duo that lists and values the leaves of a
// position in one go: the twin of the alpha-beta core. It values a line of play as package search's
// minimax does, by the terms of the published hardware player, and so finds the same values; but it
// never makes the moves of the last ply.
//
// File leaves.go has the leaf unit: all legal moves of a position with their values, from windows
// around the corners, one a cycle. File search.go has the search around it.
package alphabeta

import (
	"fmt"
	"math"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
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

// Batch is the number of moves of a node that are kept, sorted, at a time: a power of two. A node
// with more moves lists them again when these have been searched, and keeps the next ones.
const Batch = 16

// Config holds the parameters of the search.
type Config struct {
	Weights search.Weights // weights of the evaluation, as of search.Minimax

	// Ends gives lines that end the game their exact value: EndScore plus the margin for a win, the
	// opposite for a loss, and 0 for a draw. Without Ends they have the sum of the moves' values,
	// as search.Minimax has it.
	Ends bool

	// Full searches the whole tree, for tests: bounds cut nothing.
	Full bool
}

// DefaultConfig is the configuration of the players and of the boards.
var DefaultConfig = Config{Weights: search.DefaultWeights, Ends: true}

// Validate returns an error if the hardware cannot have the configuration.
func (c Config) Validate() error {
	return search.MinimaxConfig{Weights: c.Weights}.Validate()
}

// Cycles of the core. Cosimulation asserts that the hardware keeps exactly these numbers.
const (
	// NameCycles is the time for the form of the answer that the commands use.
	NameCycles = 6

	moveCycles  = 18 // from a move pushed until its position can be listed
	leafJudged  = 1  // from a value until it is compared
	leafCut     = 2  // from a value until it ends the list
	drainCycles = Batch
	checkCycles = 3 // from a move fetched until the kept reply has been tried
	probeJudged = 2 // from the value of a killer until the kept reply has been tried
)

// Node is an event of a search. A node is entered when its move or pass and the score of the line
// are known, and left with its value. A leaf, and a move that the reply refutes, is only entered.
type Node struct {
	Cycle uint64             // cycles since the command's acceptance
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
	cfg    Config
	unit   unit
	nodes  [MaxDepth + 1]node
	leaves []Leaf // of the position at hand, at the last ply

	reply reply // to moves of the latest node whose moves are answered by leaves

	visit   func(Node)
	finish  func(Result)
	halted  func(nodes uint64) bool
	cycle   uint64
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

	moves   []child            // all moves, sorted
	batch   [Batch]child       // those at hand
	choice  playout.AnchorMove // the best move so far
	chosen  bool               // there is one
	killers [2]playout.AnchorMove
	known   int // killers
}

// child is a move of a node with the key that sorts it.
type child struct {
	move  playout.AnchorMove
	value int
	key   int
}

// New returns a search; the configuration must be valid.
func New(cfg Config) *Search {
	if err := cfg.Validate(); err != nil {
		panic(err)
	}
	return &Search{cfg: cfg}
}

// Config returns the configuration.
func (s *Search) Config() Config { return s.cfg }

// OnIteration sets a function that receives the result of each finished iteration.
func (s *Search) OnIteration(finish func(Result)) { s.finish = finish }

// Search searches the position depth plies deep for the player to move: first one ply, then two,
// and so on, each time with the best move so far in front. A stop signal in cycle stop (NeverStop
// for none) ends the search with the best move so far; the first iteration always ends. visit, if
// not nil, sees every node in order. halted, if not nil, is asked at every node but the leaves
// whether to stop at once, after that many nodes; it has no say in the first iteration.
func (s *Search) Search(p *duo.Position, depth int, stop uint64, visit func(Node), halted func(nodes uint64) bool) Result {
	if depth < 1 || depth > MaxDepth {
		panic(fmt.Sprintf("alphabeta: search depth %d, want 1..%d", depth, MaxDepth))
	}
	s.visit, s.halted, s.stop, s.from = visit, halted, stop, NeverStop
	if stop != NeverStop {
		s.stop++ // the signal passes through a register
	}
	s.result, s.havePV, s.passing = Result{}, false, true
	root := &s.nodes[0]
	root.state = playout.NewState(p)
	for pl := range duo.Player(2) {
		squares := p.Squares(pl)
		root.squares[pl] = squares.Count()
		root.tiles[pl] = p.TilesLeft(pl).Count()
	}
	for i := range s.nodes {
		s.nodes[i].known = 0
	}
	s.cycle = moveCycles // the rows of the root are read for their corners
	for s.deepest = 1; ; s.deepest++ {
		s.cycle += 2 // begin the iteration, start the unit
		if s.deepest == 2 {
			s.from = s.cycle
		}
		root.passed, root.score, root.best, root.beta = false, 0, -ScoreLimit, ScoreLimit
		s.search(0)
		if s.over() {
			break
		}
		s.result.Depth = s.deepest
		s.answer()
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
		s.cycle = max(s.stop, s.from)
	}
	s.answer()
	return s.result
}

// answer brings the result up to date.
func (s *Search) answer() {
	s.result.Move, s.result.Cycles = duo.Pass, s.cycle+1+NameCycles
	if !s.passing {
		s.result.Move = s.best.Move()
	}
}

// over reports whether the stop has been seen.
func (s *Search) over() bool { return s.cycle >= s.stop && s.cycle >= s.from }

// before reports whether a cycle comes before the stop.
func (s *Search) before(cycle uint64) bool { return cycle < s.stop || cycle < s.from }

func (s *Search) event(n Node) {
	if !s.before(n.Cycle) {
		return
	}
	if !n.Leave {
		s.result.Nodes++
	}
	if s.visit != nil {
		s.visit(n)
	}
}

// search searches the node. Its entry is the cycle that starts the leaf unit, its return the cycle
// that leaves the node.
func (s *Search) search(ply int) {
	n := &s.nodes[ply]
	if s.halted != nil && s.deepest > 1 && s.halted(s.result.Nodes) {
		s.stop, s.from = s.cycle, s.cycle
	}
	if s.over() {
		return
	}
	if ply+1 == s.deepest {
		s.searchLeaves(n, ply)
	} else {
		s.searchChildren(n, ply)
	}
	if !s.over() {
		s.event(Node{Cycle: s.cycle, Leave: true, Ply: ply, Score: n.best})
	}
}

// searchLeaves searches a node whose moves are leaves.
func (s *Search) searchLeaves(n *node, ply int) {
	leaves, done := s.unit.leaves(&n.state, allRows, s.cfg.Weights, s.leaves[:0])
	s.leaves = leaves
	last, end := s.lastTile(n)
	start := s.cycle
	s.cycle = start + uint64(done) + 1
	kept := false // a reply of this list
	for i := range leaves {
		l := &leaves[i]
		line := n.score + l.Value
		if last {
			line = end
		}
		cycle := start + uint64(l.Cycle) + leafJudged
		if !s.before(cycle) {
			break
		}
		s.result.Nodes++
		s.result.Leaves++
		if s.visit != nil {
			s.visit(Node{Cycle: cycle, Ply: ply + 1, Move: l.Move, Score: line})
		}
		// The best leaf far from the move that led here answers other moves as well.
		if ply > 0 && !n.passed && !last && (!kept || l.Value > s.reply.value) {
			if b := BoxOf(l.Move); !b.near(n.box) {
				s.reply, kept = reply{true, b, l.Value}, true
			}
		}
		if line > n.best {
			n.best = line
			if ply == 0 {
				s.best, s.passing, s.result.Value = l.Move, false, line
			}
			if n.best >= n.beta && !s.cfg.Full {
				s.cycle = start + uint64(l.Cycle) + leafCut + 1
				break
			}
		}
	}
	if len(leaves) == 0 {
		s.pass(n, ply)
	}
}

// lastTile reports whether the player to move has a single tile left and lines that end the game
// have their exact value, and this value after the tile is placed.
func (s *Search) lastTile(n *node) (last bool, value int) {
	pl := n.state.ToMove()
	if !s.cfg.Ends || n.tiles[pl] != 1 {
		return false, 0
	}
	margin := duo.NumCells + 15 - n.squares[pl.Rival()]
	if n.state.Tiles(pl).Has(0) {
		margin += 5
	}
	return true, EndScore + margin
}

// ended returns the value of the end of the game after two passes.
func (n *node) ended() int {
	pl := n.state.ToMove()
	switch margin := n.squares[pl] - n.squares[pl.Rival()]; {
	case margin > 0:
		return EndScore + margin
	case margin < 0:
		return -EndScore + margin
	}
	return 0
}

// pvStep is what the answer of the iteration before gets on top of its value, to come first.
const pvStep = 1 << ValueBits

// searchChildren searches a node whose moves are made: the killers first, each as soon as the list
// of its corner's row has it, and then the others, by value.
func (s *Search) searchChildren(n *node, ply int) {
	last, end := s.lastTile(n)
	answered := ply+2 == s.deepest && !s.cfg.Full // by leaves
	s.reply.known = false
	n.chosen = false
	defer n.remember()
	var killers []playout.AnchorMove
	if ply > 0 && !last {
		killers = n.killers[:n.known]
	}
	for _, k := range killers {
		if s.probe(n, ply, k, answered) {
			return
		}
	}

	leaves, done := s.unit.leaves(&n.state, allRows, s.cfg.Weights, s.leaves[:0])
	s.leaves = leaves
	s.cycle += uint64(done) + 1
	if len(leaves) == 0 {
		s.pass(n, ply)
		return
	}
	n.moves = n.moves[:0]
	for _, l := range leaves {
		if slices.Contains(killers, l.Move) {
			continue
		}
		key := l.Value
		if ply == 0 && s.havePV && l.Move == s.pv {
			key += pvStep
		}
		n.moves = append(n.moves, child{l.Move, l.Value, key})
	}
	slices.SortStableFunc(n.moves, func(a, b child) int { return b.key - a.key })
	for rest := n.moves; ; {
		batch, behind, more := s.batch(n, rest, answered)
		s.cycle += drainCycles
		for _, c := range batch {
			s.cycle += 2 // fetch, take
			line := n.score + c.value
			if last {
				s.event(Node{Cycle: s.cycle - 1, Ply: ply + 1, Move: c.move, Score: end})
				if s.judge(n, ply, c.move, end) {
					return
				}
				continue
			}
			if answered {
				s.cycle += checkCycles
				if s.reply.refutes(BoxOf(c.move), line, n.best) {
					s.event(Node{Cycle: s.cycle - 1, Ply: ply + 1, Move: c.move, Score: line})
					continue
				}
			}
			if s.child(n, ply, c.move, line) {
				return
			}
		}
		if len(batch) < Batch {
			s.cycle += 2 // fetch, take: there is no further move
			return
		}
		s.cycle++ // fetch finds the end of the batch
		if !more {
			return
		}
		rest = behind
		s.cycle += uint64(done) + 1
	}
}

// probe searches a killer, if it is legal, and reports whether to leave the node. Its entry is the
// cycle that starts the leaf unit.
func (s *Search) probe(n *node, ply int, killer playout.AnchorMove, answered bool) (leave bool) {
	leaves, done := s.unit.leaves(&n.state, killer.Anchor.Row(), s.cfg.Weights, s.leaves[:0])
	s.leaves = leaves
	i := slices.IndexFunc(leaves, func(l Leaf) bool { return l.Move == killer })
	if i < 0 {
		s.cycle += uint64(done) + 1
		return false
	}
	s.cycle += uint64(leaves[i].Cycle) + probeJudged
	line := n.score + leaves[i].Value
	if answered && s.reply.refutes(BoxOf(killer), line, n.best) {
		s.event(Node{Cycle: s.cycle, Ply: ply + 1, Move: killer, Score: line})
		s.cycle++
		return false
	}
	s.cycle++
	leave = s.child(n, ply, killer, line)
	if !leave {
		s.cycle++ // fetch: the batch is not there yet
	}
	return leave
}

// child makes a move, searches the node behind it, and reports whether to leave this one. Its entry
// is the cycle that enters the node behind.
func (s *Search) child(n *node, ply int, m playout.AnchorMove, line int) (leave bool) {
	s.event(Node{Cycle: s.cycle, Ply: ply + 1, Move: m, Score: line})
	s.push(n, ply, -line)
	s.nodes[ply+1].make(n, m)
	s.cycle += moveCycles
	s.search(ply + 1)
	if s.over() {
		return true
	}
	s.cycle++
	return s.judge(n, ply, m, -s.nodes[ply+1].best)
}

// batch returns the next moves of a node, those behind the last of them, and whether more moves
// would have come. It passes over moves that the reply refutes, if leaves answer the node's moves.
func (s *Search) batch(n *node, rest []child, answered bool) (batch, behind []child, more bool) {
	batch = n.batch[:0]
	for i, c := range rest {
		if answered && s.reply.refutes(BoxOf(c.move), n.score+c.value, n.best) {
			continue
		}
		if len(batch) == Batch {
			return batch, behind, true
		}
		batch, behind = append(batch, c), rest[i+1:]
	}
	return batch, behind, false
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
func (s *Search) push(n *node, ply, score int) {
	c := &s.nodes[ply+1]
	c.passed, c.score = false, score
	c.best, c.beta = -n.beta, -n.best
	if s.cfg.Full {
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
func (s *Search) pass(n *node, ply int) {
	value := n.score
	if n.passed && s.cfg.Ends {
		value = n.ended()
	}
	s.event(Node{Cycle: s.cycle, Ply: ply + 1, Pass: true, Score: value})
	if ply+1 < s.deepest && !n.passed {
		s.push(n, ply, -n.score)
		c := &s.nodes[ply+1]
		c.passed = true
		c.state, c.squares, c.tiles = n.state, n.squares, n.tiles
		c.state.SetToMove(n.state.ToMove().Rival())
		s.cycle += moveCycles
		s.search(ply + 1)
		if s.over() {
			return
		}
		value = -c.best
	}
	s.cycle++ // judge
	if !s.before(s.cycle) {
		return
	}
	if value > n.best {
		n.best = value
		if ply == 0 {
			s.passing, s.result.Value = true, value
		}
	}
	s.cycle++
}

// judge takes the value of a move into account, and reports whether to leave the node. Its entry is
// the cycle that has the value, its return the next one.
func (s *Search) judge(n *node, ply int, m playout.AnchorMove, value int) (leave bool) {
	defer func() { s.cycle++ }()
	if !s.before(s.cycle) {
		return true
	}
	if value <= n.best {
		return false
	}
	n.best = value
	if ply == 0 {
		s.best, s.passing, s.result.Value = m, false, value
	}
	n.choice, n.chosen = m, true
	return n.best >= n.beta && !s.cfg.Full
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
func PlayCycles(p *duo.Position, pl duo.Player, legal bool) uint64 {
	st := playout.NewState(p)
	st.SetToMove(pl)
	_, done := Leaves(&st, search.DefaultWeights, nil)
	cycles := 1 + moveCycles + done + findCycles
	if legal {
		cycles += moveCycles
	}
	return uint64(cycles)
}
