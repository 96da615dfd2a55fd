// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"cmp"
	"slices"
	"time"

	"github.com/tessera-fpga/tessera/games/duo/endgame"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play"
)

// A tree player's budget for the solver: as many positions as it has leaves a move, since a
// position takes less time than a leaf; or a share of its time, at an expected solverNode for each
// position.
const (
	solverShare = 4
	solverNode  = 4 * time.Microsecond
	// solverEntries bounds the solver's memory, in entries of 16 bytes.
	solverEntries = 1 << 18
	// solverNear selects the positions near enough to the end. Half of the positions 2 to 9
	// placements before the end of the games of endgame.Games take fewer than P x P / 110 nodes, P
	// being the number of placements that can still become legal, up to 600; 85 % take at most P x
	// P / 16.
	solverNear = 16
)

// ending solves positions near the end.
type ending struct {
	solver   *endgame.Solver
	nodes    int // nodes of the latest position
	thoughts []play.Thought
}

// solve solves a position within a number of nodes, and values other moves within as many again.
// solve reports whether the position is solved: the best move is then the first of thoughts.
func (e *ending) solve(pos *duo.Position, nodes int, stop func() bool) bool {
	e.nodes, e.thoughts = 0, nil
	most := 0
	for most*most < solverNear*nodes && most < 2*endgame.MaxPlacements {
		most++
	}
	// The legal ones are among them.
	legal := pos.LegalMoves(nil)
	if len(legal) > most {
		return false
	}
	if e.solver == nil {
		entries := 1 << 8
		for entries < min(nodes, solverEntries) {
			entries *= 2
		}
		e.solver = endgame.New(entries)
	}
	if e.solver.Set(pos, most) != nil {
		return false
	}
	best, err := e.solver.Solve(endgame.Margin, endgame.Limit{Nodes: nodes, Stop: stop})
	e.nodes = best.Nodes
	if err != nil {
		return false
	}
	e.thoughts = append(e.thoughts, solvedThought(best))
	rest := best.Nodes
	for _, m := range legal {
		if m == best.Move || rest <= 0 {
			continue
		}
		r, err := e.solver.SolveMove(m, endgame.Limit{Nodes: rest, Stop: stop})
		rest -= r.Nodes
		e.nodes += r.Nodes
		if err == nil {
			e.thoughts = append(e.thoughts, solvedThought(r))
		}
	}
	slices.SortStableFunc(e.thoughts[1:], func(a, b play.Thought) int { return cmp.Compare(*b.Margin, *a.Margin) })
	return true
}

// solvedThought is the value of a solved move. Its visits are the positions that the solver has
// examined.
func solvedThought(r endgame.Result) play.Thought {
	margin := float64(r.Low)
	return play.Thought{
		Move: play.Move(r.Move), Visits: r.Nodes, Value: float64(search.Final(r.Low)) / tree.MaxValue,
		Margin: &margin, Line: play.Widen(r.Line), Proven: true,
	}
}
