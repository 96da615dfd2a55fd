// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// rootWindow is the thesis's start window: -1000 to 1000 (4.2).
const rootWindow = 1000

// MaxDepth bounds the depth of a minimax search in plies.
const MaxDepth = 8

// MinimaxConfig holds the parameters of the thesis's minimax player: alpha-beta in the view of the
// root's player.
type MinimaxConfig struct {
	Evaluation Evaluation
	Order      Order
	// Deepen searches to depths 1, 2, ... and tries the best line so far first (Huang: iterative
	// deepening). The answer is the best move of the last completed depth.
	Deepen bool
	// Width bounds the number of children of the nodes of depth 0, 1, ..., to the moves with the
	// greatest evaluations of the move itself. There is no bound if Width is empty; beyond its end
	// the bound is 1 (Altman: decreasing width).
	Width []int
}

// Search searches that many plies deep, and returns the move. If stop, which may be nil, returns
// true, the search ends with the best move so far. The game must not be over.
func (c MinimaxConfig) Search(pos *duo.Position, depth int, stop func() bool) Result {
	s := &minimax{cfg: c, root: newBoard(pos), stop: stop, edges: c.Evaluation.sum && len(c.Width) == 0}
	s.me = s.root.state.ToMove()
	s.number = duo.NumTiles - popcount(s.root.state.Tiles(s.me)) + 1
	first := depth
	if c.Deepen {
		first = 1
	}
	var r Result
	for d := first; d <= depth; d++ {
		s.depth = d
		s.best, s.found = Move{Pass: true}, false
		v := s.value(&s.root, nil, 0, -rootWindow, rootWindow)
		if s.stopped && d > first {
			break
		}
		if s.found {
			r.Move, r.Value = s.best.Duo(), v
			s.hint = s.best
		}
		if s.stopped {
			break
		}
	}
	r.Nodes = s.nodes
	return r
}

type minimax struct {
	cfg     MinimaxConfig
	edges   bool // edge searches the parents of leaves
	root    board
	me      duo.Player
	number  int // his move's number
	depth   int
	stop    func() bool
	stopped bool
	nodes   int
	best    Move // best move of the root
	hint    Move // best move of the depth before
	found   bool

	levels [MaxDepth + 1]level
	buf    []playout.AnchorMove
	list   playout.List
}

// level holds a search's data of a ply.
type level struct {
	moves   []Move
	line    Line
	after   board
	leaf    cover
	killers [numKillers]Move // moves that caused the latest cutoffs
	// around holds the surroundings of the node's board, once computed.
	around    surroundings
	hasAround bool
}

// numKillers is the number of a ply's moves to try first: the answer to one move often answers the
// next one.
const numKillers = 8

// stopNodes is the number of nodes between checks whether to stop.
const stopNodes = 1 << 10

// window is a node in progress, with the bounds of its value.
type window struct {
	*board
	last              *Line // line up to this node, nil at the root
	ply               int
	maximise          bool
	alpha, beta, best float64
}

// value searches a node. Below the root killers come first, even before the listing of moves; most
// nodes then never need the list. This order changes the searched nodes, but not the root's values
// and choice.
func (s *minimax) value(b *board, last *Line, ply int, alpha, beta float64) float64 {
	if s.visit(); last != nil && (ply == s.depth || b.state.Over()) {
		return s.cfg.Evaluation.value(last)
	}
	l := &s.levels[ply]
	l.hasAround = false
	w := window{b, last, ply, b.state.ToMove() == s.me, alpha, beta, math.Inf(1)}
	if w.maximise {
		w.best = math.Inf(-1)
	}
	var buf [numKillers]Move
	tried := buf[:0]
	if ply > 0 && len(s.cfg.Width) == 0 {
		for _, m := range l.killers {
			if !b.legal(b.state.ToMove(), b.state.Tiles(b.state.ToMove()), m) || slices.ContainsFunc(tried, m.same) {
				continue
			}
			tried = append(tried, m)
			if s.try(&w, m) {
				return w.best
			}
		}
	}
	l.moves = b.moves(l.moves[:0], &s.buf)
	moves := s.order(b, l, ply)
	for _, m := range moves {
		if !slices.ContainsFunc(tried, m.same) && s.try(&w, m) {
			break
		}
	}
	if s.stopped && ply == 0 && !s.found {
		s.best, s.found = moves[0], true
	}
	return w.best
}

// try searches a move, and reports whether to leave the node.
func (s *minimax) try(w *window, m Move) (leave bool) {
	return s.tried(w, m, s.after(w, m))
}

// tried records the value of a searched move, and reports whether to leave the node.
func (s *minimax) tried(w *window, m Move, v float64) (leave bool) {
	if s.stopped {
		return true
	}
	if w.maximise && v > w.best || !w.maximise && v < w.best {
		w.best = v
		if w.ply == 0 {
			s.best, s.found = m, true
		}
	}
	if w.maximise {
		w.alpha = max(w.alpha, w.best)
	} else {
		w.beta = min(w.beta, w.best)
	}
	if w.alpha < w.beta {
		return false
	}
	k := &s.levels[w.ply].killers
	last := max(0, slices.Index(k[:numKillers-1], m))
	if last == 0 && k[0] != m {
		last = numKillers - 1
	}
	copy(k[1:last+1], k[:last])
	k[0] = m
	return true
}

func (s *minimax) visit() {
	if s.nodes++; s.nodes%stopNodes == 0 && s.stop != nil && s.stop() {
		s.stopped = true
	}
}

// after returns the value of a move.
func (s *minimax) after(w *window, m Move) float64 {
	l := &s.levels[w.ply]
	l.line = Line{Me: s.me, Number: s.number, Root: &s.root.cover, Before: &w.cover}
	if w.ply+1 == s.depth && !m.Pass {
		around := w.surroundings(w.state.ToMove())
		s.visit()
		return s.leaf(l, &w.cover, &around, m.AnchorMove)
	}
	if w.ply+2 == s.depth && !m.Pass && w.ply > 0 && s.edges && !s.last(w, m) {
		return s.edge(w, m)
	}
	if m.Pass && w.last != nil {
		l.line.Before = w.last.Before
	}
	l.after = *w.board
	l.after.play(m)
	l.line.After = &l.after.cover
	return s.value(&l.after, &l.line, w.ply+1, w.alpha, w.beta)
}

// leaf returns the value of a placement at the last ply: it needs no lists of moves, and often no
// squares.
func (s *minimax) leaf(l *level, before *cover, around *surroundings, m playout.AnchorMove) float64 {
	if s.cfg.Evaluation.sum {
		l.leaf.counts = around.countsAfter(&before.counts, m)
		l.leaf.placed = before.placed
		l.leaf.placed[around.mover] += int(outlines[m.Pattern][0].size)
	} else {
		l.leaf = *before
		l.leaf.place(around.mover, Move{AnchorMove: m})
	}
	l.line.After = &l.leaf
	return s.cfg.Evaluation.value(&l.line)
}

// last reports whether a placement is the player's last one, which ends the game.
func (s *minimax) last(w *window, m Move) bool {
	return w.state.Tiles(w.state.ToMove()) == 1<<m.Pattern.Tile()
}

// edge returns the value of a placement with leaves as its answers. The order of the answers only
// affects how many it looks at: killers come first, which need no list, then the answers with the
// largest tiles.
func (s *minimax) edge(w *window, m Move) float64 {
	s.visit()
	from, l := &s.levels[w.ply], &s.levels[w.ply+1]
	mover, rival := w.state.ToMove(), w.state.ToMove().Rival()
	next := rival
	tiles := w.state.Tiles(rival)
	if w.state.Out(rival) {
		next, tiles = mover, w.state.Tiles(mover)&^(1<<m.Pattern.Tile())
	}
	if !from.hasAround {
		from.around, from.hasAround = w.surroundings(mover), true
	}
	around := &l.around
	from.around.after(m.AnchorMove, next, around)
	c := &from.after.cover // only the numbers are used
	c.counts, c.placed = from.around.countsAfter(&w.counts, m.AnchorMove), w.placed
	c.placed[mover] += m.size()
	l.line = Line{Me: s.me, Number: s.number, Root: &s.root.cover, Before: c}
	child := window{ply: w.ply + 1, maximise: next == s.me, alpha: w.alpha, beta: w.beta, best: math.Inf(1)}
	if child.maximise {
		child.best = math.Inf(-1)
	}
	if tiles != duo.AllTiles {
		for _, k := range l.killers {
			if k.Pass || !around.legal(tiles, k.AnchorMove) {
				continue
			}
			s.visit()
			if s.tried(&child, k, s.leaf(l, c, around, k.AnchorMove)) {
				return child.best
			}
		}
	}
	state := &from.after.state
	*state = w.state
	state.Play(m.AnchorMove)
	anchors, moves := state.List(playout.Uniform, &s.list)
	if moves == 0 {
		s.visit()
		l.line.Before, l.line.After = &w.cover, c
		return s.cfg.Evaluation.value(&l.line)
	}
	least := s.least(&child, l, c)
	large := playout.PatternsOfSize(playout.MaxTileSize)
	for _, patterns := range [2]playout.PatternSet{large, {^large[0], ^large[1]}} {
		for i := range s.list[:anchors] {
			listed := &s.list[i]
			k := playout.AnchorMove{Anchor: listed.Square(), Flip: listed.Flip()}
			for word, set := range listed.Patterns().And(patterns) {
				for ; set != 0; set &= set - 1 {
					k.Pattern = playout.Pattern(64*word + bits.TrailingZeros64(set))
					if s.visit(); s.stopped {
						return child.best
					}
					if gained, taken := around.change(k); gained+taken < least[outlines[k.Pattern][0].size] {
						continue
					}
					if s.tried(&child, Move{AnchorMove: k}, s.leaf(l, c, around, k)) {
						return child.best
					}
					least = s.least(&child, l, c)
				}
			}
		}
	}
	if child.maximise {
		return child.alpha
	}
	return child.beta
}

// least returns, by the size of the tile, the least numbers of corners that a placement must gain
// and take to beat the value known so far for its player. The placement is the last one of the
// line.
func (s *minimax) least(w *window, l *level, c *cover) (out [playout.MaxTileSize + 1]int) {
	const rounding = 1e-6
	line := l.line
	line.After = c
	more := w.alpha - s.cfg.Evaluation.value(&line)
	if !w.maximise {
		more = s.cfg.Evaluation.value(&line) - w.beta
	}
	for size := range out {
		out[size] = int(math.Ceil((more - rounding - squareWeight*float64(size)) / cornerWeight))
	}
	return out
}

func (s *minimax) width(ply int) int {
	switch {
	case len(s.cfg.Width) == 0:
		return math.MaxInt
	case ply < len(s.cfg.Width):
		return s.cfg.Width[ply]
	}
	return 1
}

// order returns the moves of a node to search, in order.
func (s *minimax) order(b *board, l *level, ply int) []Move {
	moves := l.moves
	s.cfg.Order.sort(moves)
	if len(s.cfg.Width) > 0 && !moves[0].Pass {
		moves = s.narrow(b, moves, s.width(ply))
	}
	if ply == 0 && s.cfg.Deepen && s.depth > 1 {
		toFront(moves, s.hint)
	}
	return moves
}

// narrow returns the mover's best moves, valued as last moves, the best first.
func (s *minimax) narrow(b *board, moves []Move, width int) []Move {
	mover := b.state.ToMove()
	values := make(map[Move]float64, len(moves))
	for _, m := range moves {
		after := b.cover
		after.place(mover, m)
		values[m] = s.cfg.Evaluation.value(&Line{Me: mover, Number: s.number, Root: &b.cover, Before: &b.cover, After: &after})
	}
	slices.SortStableFunc(moves, func(m, n Move) int { return cmp.Compare(values[n], values[m]) })
	return moves[:min(width, len(moves))]
}

// toFront moves a move to the front of the list, if it is there.
func toFront(moves []Move, m Move) {
	if i := slices.Index(moves, m); i > 0 {
		copy(moves[1:i+1], moves[:i])
		moves[0] = m
	}
}
