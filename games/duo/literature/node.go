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

// child is a move of a node with the results of its playouts, in the view of the player who makes
// the move.
type child struct {
	move         Move
	place        uint16 // place in the list of the node's moves; see Order.key
	visits       int32
	sum, squares float64 // sums of rewards and of their squares
	bias         float64 // Weight x H
	below        *node
}

func (c *child) mean() float64 { return c.sum / float64(c.visits) }

// node is a position in the tree. Most of its moves are never visited. A move becomes a child at
// its first visit, and a node lists it only after the more urgent moves have run out.
type node struct {
	children []child   // visited moves, in the order of their first visits; with RAVE all of the list
	amaf     []average // with RAVE: for each child, the mean of the playouts that make its move later
	fresh    []Move    // unvisited moves of the last listed stage, in the order of their visits to come
	biases   []float64 // biases of fresh, if they are not the stage's
	stage    int       // the next stage to list
	tried    int       // with RAVE: all children before this one are visited, if visits follow the order
	visits   int       // visits of all children
	listed   bool
}

// stage is the moves of a tile: they follow each other in the list, and have equal values until
// their first visits.
type stage struct {
	tile  duo.Tile
	value float64
	bias  float64
}

// stages returns the stages in the order of their children's first visits: the most urgent first,
// and equally urgent ones in the order of the list.
func (c *UCTConfig) stages() []stage {
	var out []stage
	for t := range duo.Tile(duo.NumTiles) {
		if c.Order == LargeFirst {
			t = duo.NumTiles - 1 - t
		}
		s := stage{tile: t}
		if c.Bias.Kind == BiasUnits {
			s.bias = c.Bias.Weight * float64(t.Size())
		}
		s.value = c.FirstPlay.of(t.Size()) + s.bias
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(s, t stage) int { return cmp.Compare(t.value, s.value) })
	return out
}

// listTop lists the moves of the root. With a bias by function each move has its own value, so all
// moves are a single stage.
func (u *UCT) listTop() {
	n := &u.top
	if u.cfg.Bias.Kind != BiasFunction || u.cfg.RAVE > 0 {
		u.list(u.thread, n, &u.root)
		return
	}
	n.listed, n.stage = true, len(u.stages)
	u.listed += len(u.moves)
	type option struct {
		move        Move
		value, bias float64
	}
	var options []option
	now := newTurn(&u.root)
	for _, m := range u.moves {
		bias := u.cfg.Bias.Weight * now.heuristic(m)
		options = append(options, option{m, u.cfg.FirstPlay.of(m.size()) + bias, bias})
	}
	slices.SortStableFunc(options, func(a, b option) int { return cmp.Compare(b.value, a.value) })
	for _, o := range options {
		n.fresh, n.biases = append(n.fresh, o.move), append(n.biases, o.bias)
	}
}

// list finds out whether a node has moves. With RAVE each move may have a value before its first
// visit, so all moves become children at once.
func (u *UCT) list(t *thread, n *node, b *board) {
	n.listed = true
	if u.cfg.RAVE > 0 {
		moves := b.moves(nil, &t.buf)
		u.cfg.Order.sort(moves)
		n.stage = len(u.stages)
		u.listed += len(moves)
		n.amaf = make([]average, len(moves))
		now := newTurn(b)
		for _, m := range moves {
			c := child{move: m, place: u.cfg.Order.key(m)}
			switch {
			case u.cfg.Bias.Kind == BiasFunction && n == &u.top:
				c.bias = u.cfg.Bias.Weight * now.heuristic(m)
			case u.cfg.Bias.Kind == BiasUnits:
				c.bias = u.cfg.Bias.Weight * float64(m.size())
			}
			n.children = append(n.children, c)
		}
		return
	}
	anchors, moves := b.state.List(playout.Uniform, &t.list)
	if moves == 0 {
		n.fresh, n.stage = []Move{{Pass: true}}, len(u.stages)
	} else {
		u.nextStage(t, n, b, anchors)
	}
	u.listed += max(1, moves)
}

// nextStage makes the moves of the next nonempty stage the fresh ones. It takes the anchors of all
// moves.
func (u *UCT) nextStage(t *thread, n *node, b *board, anchors int) {
	for len(n.fresh) == 0 && n.stage < len(u.stages) {
		tile := u.stages[n.stage].tile
		n.stage++
		if !b.state.Tiles(b.state.ToMove()).Has(tile) {
			continue
		}
		patterns, count := playout.PatternsOfTile(tile), 0
		for i := range t.list[:anchors] {
			s := t.list[i].Patterns().And(patterns)
			count += s.Count()
		}
		if count == 0 {
			continue
		}
		n.fresh = make([]Move, 0, count)
		for i := range t.list[:anchors] {
			l := &t.list[i]
			for word, set := range l.Patterns().And(patterns) {
				for ; set != 0; set &= set - 1 {
					p := playout.Pattern(64*word + bits.TrailingZeros64(set))
					n.fresh = append(n.fresh, Move{AnchorMove: playout.AnchorMove{Anchor: l.Square(), Flip: l.Flip(), Pattern: p}})
				}
			}
		}
		u.cfg.Order.sort(n.fresh)
	}
}

// urgency returns the value of the first fresh move, and its bias.
func (u *UCT) urgency(n *node) (value, bias float64) {
	if n.biases != nil {
		return u.cfg.FirstPlay.of(n.fresh[0].size()) + n.biases[0], n.biases[0]
	}
	s := &u.stages[n.stage-1]
	return s.value, s.bias
}

// visitFresh makes the first of the fresh moves a child, and returns its index.
func (u *UCT) visitFresh(n *node, bias float64) int {
	m := n.fresh[0]
	n.fresh = n.fresh[1:]
	if n.biases != nil {
		n.biases = n.biases[1:]
	}
	n.children = append(n.children, child{move: m, place: u.cfg.Order.key(m), bias: bias})
	return len(n.children) - 1
}

// choose returns the index of the child to visit: the child with the greatest value, and among
// equals the first of the list.
func (u *UCT) choose(t *thread, n *node, b *board) int {
	if n.amaf != nil && u.cfg.FirstPlay.Kind == Always && n.tried < len(n.children) {
		n.tried++
		return n.tried - 1
	}
	if len(n.fresh) == 0 && n.stage < len(u.stages) {
		anchors, _ := b.state.List(playout.Uniform, &t.list)
		u.nextStage(t, n, b, anchors)
	}
	var first, bias float64
	if len(n.fresh) > 0 {
		if first, bias = u.urgency(n); math.IsInf(first, 1) {
			return u.visitFresh(n, bias)
		}
	}
	best, most := u.chooseVisited(n, b.state.ToMove())
	if len(n.fresh) > 0 && (best < 0 || first > most || first == most && u.cfg.Order.key(n.fresh[0]) < n.children[best].place) {
		return u.visitFresh(n, bias)
	}
	return best
}

// chooseVisited returns the index of the child with the greatest value, and the value. With RAVE it
// includes children without a visit; without RAVE it returns -1 if no child has a visit.
func (u *UCT) chooseVisited(n *node, mover duo.Player) (best int, most float64) {
	cfg := &u.cfg
	best, most = -1, math.Inf(-1)
	e := exploration{formula: cfg.Formula, c: cfg.C, logParent: math.Log(float64(max(1, n.visits)))}
	bounded := cfg.Formula != UCB1 && cfg.History == 0 && n.amaf == nil
	for i := range n.children {
		c := &n.children[i]
		var amaf average
		if n.amaf != nil {
			amaf = n.amaf[i]
		}
		v := 0.0
		switch {
		case c.visits == 0 && amaf.visits > 0:
			v = amaf.mean()
		case c.visits == 0:
			v = cfg.FirstPlay.of(c.move.size())
		default:
			mean := c.mean()
			// Sums and products grow with their operands: a child that does not reach the best with
			// the bound of the term does not reach it with the term.
			if bounded && mean+e.bound(c.visits)+c.bias/float64(c.visits+1) < most {
				continue
			}
			v = mean
			if amaf.visits > 0 {
				beta := math.Sqrt(cfg.RAVE / (3*float64(c.visits) + cfg.RAVE))
				v += beta * (amaf.mean() - mean)
			}
			v += e.term(c, mean)
			if cfg.History > 0 {
				if a := u.history[mover][c.move.Duo()]; a != nil { // nil: a visit in progress in another thread
					v += 2 * progressiveHistory(cfg.History, a.mean(), float64(c.visits), mean)
				}
			}
		}
		if c.bias != 0 {
			v += c.bias / float64(c.visits+1)
		}
		if v > most || v == most && c.place < n.children[best].place {
			best, most = i, v
		}
	}
	return best, most
}

// exploration computes the terms of a node's children.
type exploration struct {
	formula      Formula
	c, logParent float64
	bounds       [64]float64 // by visits; 0: not computed yet
}

// term returns the exploration term of a child.
func (e *exploration) term(c *child, mean float64) float64 {
	if e.formula == UCB1 {
		return e.bound(c.visits)
	}
	return e.formula.term(e.c, e.logParent, float64(c.visits), mean, c.squares/float64(c.visits))
}

// bound returns the greatest term of a child with that many visits; for UCB1 it is the only term.
func (e *exploration) bound(visits int32) float64 {
	if int(visits) >= len(e.bounds) {
		return e.formula.bound(e.c, e.logParent, float64(visits))
	}
	b := &e.bounds[visits]
	if *b == 0 {
		*b = e.formula.bound(e.c, e.logParent, float64(visits))
	}
	return *b
}
