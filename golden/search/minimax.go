// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package search holds the searches of Blokus Duo. All of them exist in hardware: minimax by a scan
// of all positions, which counts the hardware's cycles; Monte Carlo by sequential halving; and the
// tree search, which within the limits of a chip is the model of the tree core. File treechip.go
// has these limits for each board's chip.
package search

import (
	"fmt"
	"math"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Weights are the integer weights of the evaluation: a move's value to its player per own corner
// gained, per corner that the rival loses, and per square placed. The score of a line of play is
// the sum of its moves' values, with the rival's moves negative. The terms come from the published
// hardware minimax player for Blokus Duo (FPT 2013 design contest).
type Weights struct {
	Own, Rival, Square int // 0..MaxWeight each
}

// DefaultWeights are the weights of all committed configurations, chosen among 17 sets in matches
// at depth 2; "make match" shows their strength.
var DefaultWeights = Weights{Own: 2, Rival: 3, Square: 4}

// MaxWeight bounds each weight, so that scores fit ScoreBits.
const MaxWeight = 7

// MaxSearchDepth bounds the depth of the minimax core in plies, so that scores
// fit ScoreBits.
const MaxSearchDepth = 4

// ScoreBits is the width of a score in hardware, two's complement. A move adds at most its diagonal
// neighbours to the own corners, takes at most its squares and their edge neighbours from the own
// corners, and takes at most its squares from the rival's; four moves at the largest weights stay
// far below ScoreLimit, as a test confirms.
const ScoreBits = 12

// ScoreLimit exceeds every score; it bounds the search window.
const ScoreLimit = 1<<(ScoreBits-1) - 1

// Cycles of the minimax core. Cosimulation asserts that the hardware keeps exactly these numbers.
const (
	// RevolutionCycles is one revolution of the ring board: a cell a cycle,
	// each row with a wall cell at its end, and a wall row in three cycles.
	RevolutionCycles = duo.BoardSize*(duo.BoardSize+1) + 3

	// SkipCells is the number of cells that the ring turns in the first two cycles of the wall row.
	// In the third cycle it turns by one cell, because the check of a position looks one cell
	// ahead.
	SkipCells = duo.BoardSize / 2

	// EvaluateCycles is the time from a placed tile (or the start of a search) to its score: two
	// corner maps, three stages of counting, weighing, adding.
	EvaluateCycles = 7

	// LeafCycles is the time that a leaf adds to the scan of its parent: placing the tile,
	// evaluation, comparison, and the verdict.
	LeafCycles = 1 + EvaluateCycles + 1 + 1

	// StopCycles bounds the time from a stop signal to the answer: a leaf or a turn of the ring
	// ends, then every node above takes back its move.
	StopCycles = (MaxSearchDepth + 1) * (RevolutionCycles + LeafCycles)
)

// MinimaxConfig holds the parameters of the minimax core.
type MinimaxConfig struct {
	Weights   Weights // weights of the evaluation
	AlphaBeta bool    // prune with alpha-beta; false searches the whole tree
}

// Validate returns an error if the hardware cannot have the configuration.
func (c MinimaxConfig) Validate() error {
	for _, w := range []int{c.Weights.Own, c.Weights.Rival, c.Weights.Square} {
		if w < 0 || w > MaxWeight {
			return fmt.Errorf("search: weight %d, want 0..%d", w, MaxWeight)
		}
	}
	return nil
}

// Minimax is the twin of the minimax core: minimax, with or without alpha-beta, by a scan of all
// positions of one orientation after another. It visits the hardware's nodes in the hardware's
// order with equal scores, and counts the hardware's cycles.
//
// The order of moves is the search order (see Orientation and Move): large tiles first, then
// rotation, row and column of the reference cell. Among equal moves the first one in this order
// wins.
type Minimax struct {
	cfg  MinimaxConfig
	pos  duo.Position
	ring int // scan position of the ring board, 0..RevolutionCycles-1
}

// NewMinimax returns the core after reset: an empty board.
func NewMinimax(cfg MinimaxConfig) (*Minimax, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Minimax{cfg: cfg, pos: duo.NewPosition(duo.Player1)}, nil
}

// Reset empties the board, and returns the cycles from command to response.
func (c *Minimax) Reset() (cycles uint64) {
	c.pos = duo.NewPosition(duo.Player1)
	c.ring = 0
	return 1
}

// scanPosition returns the step of a revolution that brings a square to the window.
func scanPosition(s duo.Square) int { return s.Row()*(duo.BoardSize+1) + s.Col() }

// lastPosition is the scan position of the last square.
var lastPosition = scanPosition(duo.NumSquares - 1)

// turn turns the ring board on to a scan position and returns the number of steps: a whole
// revolution if the ring is already there.
func (c *Minimax) turn(to int) uint64 {
	d := (to - c.ring + RevolutionCycles) % RevolutionCycles
	if d == 0 {
		d = RevolutionCycles
	}
	c.ring = to
	return uint64(d)
}

// Play makes a legal placement or any pass of the given player, even out of turn. It returns
// whether the move was legal, and the cycles from command to response.
func (c *Minimax) Play(pl duo.Player, m duo.Move) (legal bool, cycles uint64) {
	if m == duo.Pass {
		return true, 1
	}
	c.pos.SetToMove(pl)
	// Accept, look up the tile, load corners, turn and check.
	cycles = 1 + 1 + 1 + c.turn(scanPosition(m.Square())) + 1
	if !c.legal(m) {
		return false, cycles
	}
	c.pos.Play(m)
	return true, cycles + 1
}

// legal reports whether the placement is legal. Unlike Position.Check it ignores the end of the
// game, which the core does not know.
func (c *Minimax) legal(m duo.Move) bool {
	pl := c.pos.ToMove()
	if !c.pos.TilesLeft(pl).Has(m.Tile()) {
		return false
	}
	for row, col := range m.Cells {
		if !duo.OnBoard(row, col) {
			return false
		}
	}
	allowed, anchors := c.pos.Anchors(pl)
	cover := m.Cover()
	outside, touch := cover.AndNot(allowed), cover.And(anchors)
	return outside.Empty() && !touch.Empty()
}

// Load puts a position on the board by playing its moves, on the board that they began from.
func (c *Minimax) Load(p *duo.Position) error {
	c.Reset()
	c.pos = p.Start()
	mover := p.FirstToMove()
	for i, m := range p.History() {
		if legal, _ := c.Play(mover, m); !legal {
			return fmt.Errorf("search: move %d (%v): %v is not legal", i+1, mover, m)
		}
		mover = mover.Rival()
	}
	return nil
}

// Node is an event of a search. A node is entered when its move or pass has been made and its score
// is known, and left with its value.
type Node struct {
	Cycle uint64   // cycles since the command's acceptance
	Leave bool     // the node is left; otherwise entered
	Ply   int      // 1 for the root's children; 0 only for leaving the root
	Move  duo.Move // the move that led here; only for entered nodes
	// Score of an entered node is the score of the line in the view of the player who moved. Score
	// of a left node is its value in the view of the player to move.
	Score int
}

// MinimaxResult is the answer of a search.
type MinimaxResult struct {
	Move      duo.Move // Pass if there is no placement
	Value     int      // in the view of the player to move
	Nodes     uint64
	Cycles    uint64 // from command to response
	Completed bool   // false when the search was stopped; then Move is the best so far
}

// NeverStop is the stop cycle of a search that runs to its end.
const NeverStop = math.MaxUint64

// Search searches depth plies from the board for the given player. A stop signal in cycle stop
// (NeverStop for none) makes the search abandon the tree, take back its moves and answer with the
// best of the completely searched moves. visit, if not nil, sees every node in order.
func (c *Minimax) Search(pl duo.Player, depth int, stop uint64, visit func(Node)) MinimaxResult {
	if depth < 1 || depth > MaxSearchDepth {
		panic(fmt.Sprintf("search: search depth %d, want 1..%d", depth, MaxSearchDepth))
	}
	s := minimaxSearch{Minimax: c, depth: depth, visit: visit, stopped: stop, best: duo.Pass}
	if stop != NeverStop {
		s.stopped++ // the signal passes through a register
	}
	c.pos.SetToMove(pl)
	base, rivalBase := s.evaluate(pl)
	s.cycle = 1 + EvaluateCycles + 1
	root := minimaxNode{base: base, rivalBase: rivalBase, best: -ScoreLimit, beta: ScoreLimit}
	value := s.search(&root)
	return MinimaxResult{
		Move: s.best, Value: value, Nodes: s.nodes, Cycles: s.cycle + 1,
		Completed: s.cycle < s.stopped,
	}
}

// minimaxSearch is one run of Search. cycle is the hardware's clock cycle at the current state of
// the code.
type minimaxSearch struct {
	*Minimax
	depth   int
	visit   func(Node)
	cycle   uint64
	stopped uint64 // first cycle that sees the stop
	nodes   uint64
	best    duo.Move
}

// minimaxNode holds the hardware's data of its current node, all in the view of the player to move
// there.
type minimaxNode struct {
	ply             int
	passed          bool // the move that led to this node was a pass
	score           int  // score of the line so far
	base, rivalBase int  // corner terms of the position for the mover and for the rival
	best, beta      int  // window; best is alpha and grows
}

// evaluate returns the corner terms of the position for both players.
func (s *minimaxSearch) evaluate(pl duo.Player) (base, rivalBase int) {
	own, rival := s.pos.Corners(pl), s.pos.Corners(pl.Rival())
	o, r, w := own.Count(), rival.Count(), s.cfg.Weights
	return w.Own*o - w.Rival*r, w.Own*r - w.Rival*o
}

func (s *minimaxSearch) event(n Node) {
	n.Cycle = s.cycle
	if !n.Leave {
		s.nodes++
	}
	if s.visit != nil {
		s.visit(n)
	}
}

func (s *minimaxSearch) stop() bool { return s.cycle >= s.stopped }

// search searches the node and returns its value; with alpha-beta, it cuts the value to the window.
// Its entry is the cycle that loads the corner map, and its return the cycle that leaves the node.
func (s *minimaxSearch) search(n *minimaxNode) int {
	pl := s.pos.ToMove()
	s.cycle += 1 + s.turn(0)

	// Scan positions count on from one orientation to the next. The hardware passes one of them in
	// each cycle, so differences of times equal differences of positions.
	at, end := 0, 0
	var firstAt [duo.NumOrientations]int
	for t := duo.NumTiles - 1; t >= 0; t-- {
		if s.pos.TilesLeft(pl).Has(duo.Tile(t)) {
			rows := duo.Tile(t).Rows()
			for i := range rows.Count {
				firstAt[int(rows.First)+i] = end
				end += RevolutionCycles
			}
		}
	}
	moved, cut := false, false
	var buf [1024]duo.Move
	for _, m := range s.pos.AppendPlacements(buf[:0]) {
		if !s.scanTo(&at, firstAt[m.Orientation()]+scanPosition(m.Square())) {
			cut = true
			break
		}
		moved = true
		s.cycle += LeafCycles
		value := s.try(n, m)
		if cut = s.judge(n, m, value); cut {
			s.cycle++
			break
		}
	}
	if !cut && end > 0 {
		// The scan ends when the ring turns on from its last square.
		s.scanTo(&at, end-RevolutionCycles+lastPosition+1)
	}
	if !moved && !s.stop() {
		s.cycle++
		s.event(Node{Ply: n.ply + 1, Move: duo.Pass, Score: n.score})
		value := n.score
		if s.depth > n.ply+1 && !n.passed {
			s.cycle++
			s.pos.Play(duo.Pass)
			value = -s.search(s.child(n, minimaxNode{
				passed: true, score: -n.score, base: n.rivalBase, rivalBase: n.base,
			}))
			s.pos.Undo()
		}
		s.cycle += 2 // compare, judge
		s.judge(n, duo.Pass, value)
		s.cycle++
	}
	s.event(Node{Leave: true, Ply: n.ply, Score: n.best})
	return n.best
}

// scanTo continues the scan to the given scan position. It returns false if the stop signal ends
// the scan before.
func (s *minimaxSearch) scanTo(at *int, to int) bool {
	arrival := s.cycle + uint64(to-*at)
	if s.stopped <= arrival {
		halt := *at
		if s.stopped > s.cycle {
			halt += int(s.stopped - s.cycle)
		}
		// The stop waits until the wall row has turned past.
		if halt%RevolutionCycles > lastPosition {
			halt += RevolutionCycles - halt%RevolutionCycles
		}
		if halt <= to {
			s.cycle += uint64(halt-*at) + 1
			s.ring = halt % RevolutionCycles
			*at = halt
			return false
		}
	}
	s.cycle = arrival
	s.ring = to % RevolutionCycles
	*at = to
	return true
}

// try makes a move, searches the position, takes back the move and returns its value for the mover.
// Its entry is the cycle that knows the score, and its return the cycle that judges the value; for
// a leaf the two cycles are one.
func (s *minimaxSearch) try(n *minimaxNode, m duo.Move) int {
	pl := s.pos.ToMove()
	at := s.ring
	s.pos.Play(m)
	base, rivalBase := s.evaluate(pl)
	score := n.score - n.base + base + s.cfg.Weights.Square*m.Tile().Size()
	s.event(Node{Ply: n.ply + 1, Move: m, Score: score})
	value := score
	if s.depth > n.ply+1 && s.pos.TilesLeft(pl) != 0 {
		s.cycle++
		value = -s.search(s.child(n, minimaxNode{score: -score, base: rivalBase, rivalBase: base}))
		// Look up the tile, turn back, take it off, load corners, judge.
		s.cycle += 1 + s.turn(at) + 1 + 1 + 1 + 1
	}
	s.pos.Undo()
	return value
}

// child fills in the node after a move from n.
func (s *minimaxSearch) child(n *minimaxNode, c minimaxNode) *minimaxNode {
	c.ply = n.ply + 1
	c.best, c.beta = -ScoreLimit, ScoreLimit
	if s.cfg.AlphaBeta {
		c.best, c.beta = -n.beta, -n.best
	}
	return &c
}

// judge takes the value of a move into account. It reports whether to leave the node, because the
// value is beyond the window or the search is stopped.
func (s *minimaxSearch) judge(n *minimaxNode, m duo.Move, value int) (leave bool) {
	if s.stop() {
		return true
	}
	if value > n.best {
		n.best = value
		if n.ply == 0 {
			s.best = m
		}
	}
	return n.best >= n.beta
}

// SignatureDepth is the depth in plies of the searches of the signature.
const SignatureDepth = 2

// SignatureConfig is the configuration of the searches of the signature.
var SignatureConfig = MinimaxConfig{Weights: DefaultWeights, AlphaBeta: true}
