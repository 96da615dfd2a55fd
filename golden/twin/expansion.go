// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"math/bits"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// ExpansionConfig holds the expansion unit's parameters and its request.
type ExpansionConfig struct {
	K        int  // children to keep
	Moves    bool // list the moves; otherwise only the margin is wanted
	Playouts int  // number of playouts, a power of two; 0: none
	Sum      int  // sum of the playouts' margins for player 1
	// NoPatterns lists the moves as a unit without hidden_maps does: no corner waits for its rows.
	NoPatterns bool
}

// Leaf is a legal move with the logarithm of its prior weight, in 1/256 nat, and the cycle of its
// output.
type Leaf struct {
	Move  playout.AnchorMove
	Logit int32
	Cycle int
}

// Expansion is the result of module expansion for a position. Cycles count from the unit's first
// cycle. The moves come in the order of playout.State.Moves. The children equal the children of
// golden's tree node, in the same order.
type Expansion struct {
	Moves    []Leaf
	Children []Leaf // the best K moves, best first; equal ones in move order
	Margin   int32  // evaluation.Evaluator.Margin
	Spread   int32  // evaluation.Evaluator.Spread
	Corners  int    // corners visited
	Done     int    // first cycle with all results
}

// Cycles of the expansion unit, from its first cycle.
const (
	expansionMaps   = 30 // the walk of hidden_maps begins
	expansionWalk   = 37 // the visit of the corners begins
	expansionMargin = 69 // the margin is there
	leafStages      = 16 // from a pattern to its move_valid_o
	leafPlaced      = 2  // from move_valid_o until the move has its place among the best
)

// Expand does the work of the unit. The game must not be over.
func Expand(pos *duo.Position, e *evaluation.Evaluator, cfg ExpansionConfig) *Expansion {
	x := &Expansion{Margin: e.Margin(pos, int32(cfg.Sum), cfg.Playouts), Spread: e.Spread(pos), Done: expansionMargin}
	if !cfg.Moves {
		return x
	}
	st := playout.NewState(pos)
	moves := st.Moves(nil)
	placed := make([]duo.Move, len(moves))
	for i, m := range moves {
		placed[i] = m.Move()
	}
	logits := make([]int32, len(moves))
	e.Prior(pos, placed, logits)
	var walk cornerWalk
	for row := range duo.BoardSize {
		_, anchors := st.Row(st.ToMove(), row)
		for ; anchors != 0; anchors &= anchors - 1 {
			walk.corners = append(walk.corners, duo.NewSquare(row, bits.TrailingZeros16(anchors)))
		}
	}
	x.Corners = len(walk.corners)

	// The walk and the list of patterns, cycle by cycle.
	left := 0 // patterns of the set at hand, not yet named
	var list patternList
	walk.start()
	cycle := expansionWalk + 1
	for ; walk.busy() || list.busy(); cycle++ {
		take := walk.full && list.ready() && (cfg.NoPatterns || mapped(cycle, walk.corners[walk.visited-1]))
		if list.naming > 0 {
			i := len(x.Moves)
			x.Moves = append(x.Moves, Leaf{moves[i], logits[i], cycle + leafStages})
		}
		left = 0
		if take {
			corner := walk.corners[walk.visited-1]
			for i := len(x.Moves); i < len(moves) && moves[i].Anchor == corner; i++ {
				left++
			}
		}
		list.step(left)
		walk.step(take)
	}
	x.Done = max(x.Done, cycle)
	if n := len(x.Moves); n > 0 {
		x.Done = max(x.Done, x.Moves[n-1].Cycle+leafPlaced)
	}
	x.Children = slices.Clone(x.Moves)
	slices.SortStableFunc(x.Children, func(a, b Leaf) int { return int(b.Logit) - int(a.Logit) })
	x.Children = x.Children[:min(cfg.K, len(x.Children))]
	return x
}

// mapped reports whether hidden_maps has gone through the rows that moves of a corner may touch.
func mapped(cycle int, corner duo.Square) bool {
	const first = expansionMaps + 2 // the first row is in work, as a register shows it
	rows := min(corner.Row()+MoveWindowSide-playout.Reach, duo.BoardSize)
	return cycle >= first+rows*HiddenRow
}

// patternList is module pattern_list: it names the patterns of a set from the first to the last,
// one a cycle. The twin needs only their number.
type patternList struct {
	waiting int // patterns of a new set, in the cycle before the first one is named
	naming  int // patterns left, the current one included
}

func (l *patternList) busy() bool  { return l.waiting > 0 || l.naming > 0 }
func (l *patternList) ready() bool { return l.waiting == 0 && l.naming <= 1 }

// step ends a cycle: the unit takes a set of that many patterns, if not 0.
func (l *patternList) step(set int) {
	l.naming = max(0, l.naming-1)
	if l.waiting > 0 {
		l.naming, l.waiting = l.waiting, 0
	}
	l.waiting = set
}

// cornerWalk is module corner_walk.
type cornerWalk struct {
	corners []duo.Square // in reading order
	visited int          // corners whose window is filled or being filled
	picked  int          // corners chosen
	state   walkState
	claimed bool // the window is in use
	full    bool // the window belongs to the corner visited last
	index   int  // the window's row that is being read
	last    [3]bool
}

type walkState int

const (
	walkRest walkState = iota
	walkAbove
	walkSelf
	walkGetAbove
	walkGetSelf
	walkPick
	walkReady
	walkLoad
)

func (w *cornerWalk) busy() bool { return w.state != walkRest || w.claimed }

// start ends the cycle before the walk.
func (w *cornerWalk) start() {
	if len(w.corners) > 0 {
		w.state = walkAbove
	}
}

// step ends a cycle. take reports that the window has been seen.
func (w *cornerWalk) step(take bool) {
	load, last := w.state == walkReady && (!w.claimed || take), false
	switch w.state {
	case walkRest:
	case walkAbove, walkSelf, walkGetAbove, walkGetSelf:
		w.state++
	case walkPick:
		w.picked++
		w.state = walkReady
	case walkReady:
		if load {
			w.state = walkLoad
		}
	case walkLoad:
		w.index++
		if last = w.index == MoveWindowSide; last {
			switch {
			case w.picked == len(w.corners):
				w.state = walkRest
			case w.corners[w.picked].Row() == w.corners[w.picked-1].Row():
				w.state = walkPick
			default:
				w.state = walkAbove
			}
		}
	}
	if take {
		w.claimed, w.full = false, false
	}
	if load {
		w.claimed, w.index = true, 0
		w.visited = w.picked
	}
	if w.last[2] {
		w.full = true
	}
	w.last = [3]bool{last, w.last[0], w.last[1]}
}
