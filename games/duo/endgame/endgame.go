// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package endgame solves positions of Blokus Duo near the end: it finds the margin of best play,
// exactly.
//
// Near the end a player's allowed squares can only shrink, so the root has all placements that can
// still become legal, a few hundred a player. A placement excludes some of them, its own player's
// and the rival's, and opens others at its corners. The solver works out these relations once. A
// position of the search is then two sets of numbers for each player, the placements left and the
// open ones, and a move changes the sets by a few operations on words.
//
// The sets and the relations are in placements.go, the search in search.go, its bounds in
// bounds.go, its memory in table.go, and the games for measurements in games.go.
package endgame

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Goal is the goal of a search.
type Goal int

// The goals.
const (
	Margin  Goal = iota // the margin
	Outcome             // the winner
)

// Limit bounds a search.
type Limit struct {
	Nodes int         // 0: no bound
	Stop  func() bool // called now and then; nil: never
}

// Result is the solver's knowledge of a position, or of a move in it. All margins are final margins
// after best play, in points, bonuses included, in favour of the player to move.
type Result struct {
	Low, High int // the margin lies between them
	// Move guarantees Low; Pass if the player to move has no placement.
	Move duo.Move
	// Line is the continuation of best play, from Move on, if the margin is known. It omits the
	// passes of a player who is out of the game.
	Line  []duo.Move
	Nodes int // positions visited by the search
}

// Exact reports whether the margin is known.
func (r *Result) Exact() bool { return r.Low == r.High }

// Errors of a Solver.
var (
	ErrOver = errors.New("endgame: the game is over")
	// ErrFar reports that too many placements can still become legal.
	ErrFar = errors.New("endgame: too far from the end")
	// ErrLimit reports that the search reached its limit before its goal.
	ErrLimit = errors.New("endgame: the limit of the search is reached")
	errUnset = errors.New("endgame: no position has been set")
)

// Solver solves positions, one after another. Only one goroutine at a time may use it.
type Solver struct {
	position
	table table

	limit   Limit
	nodes   int
	stopped bool
}

// position is the position to search, with the search's data about it.
type position struct {
	set    bool
	mover  duo.Player
	margin int // margin of the squares on the board, in favour of mover
	sides  [2]side
	// shared holds, for each square open to both players, the placements that cover it.
	shared  [][2]set
	frames  []frame
	history [2][]int32 // for each placement, how often it was good enough
}

// New returns a solver with a memory of that many entries, of 16 bytes each: a power of two.
func New(entries int) *Solver {
	if entries <= 0 || entries&(entries-1) != 0 {
		panic("endgame: the number of entries is no power of two")
	}
	return &Solver{table: table{entries: make([]entry, entries)}}
}

// Set sets the position to solve. It returns ErrOver if the game is over. It returns ErrFar if one
// of the players has more than MaxPlacements placements that can still become legal, or if both
// together have more than most, which it checks before the costly part of the work.
func (s *Solver) Set(p *duo.Position, most int) error {
	s.position = position{}
	if p.Over() {
		return ErrOver
	}
	sides, left, open, ok := newSides(p, most)
	if !ok {
		return ErrFar
	}
	s.position = position{set: true, sides: sides, mover: p.ToMove(), margin: p.Score(p.ToMove()) - p.Score(p.ToMove().Rival())}
	// A frame for each placement, one for the position at the end, and one more for the packing of
	// one player in a bound.
	s.frames = make([]frame, len(sides[0].tiles)+len(sides[1].tiles)+2)
	for d := range s.frames {
		s.frames[d].init(&sides)
	}
	f := &s.frames[0]
	for pl := range duo.Player(2) {
		copy(f.left[pl], left[pl])
		copy(f.open[pl], open[pl])
		f.tiles[pl] = p.TilesLeft(pl)
		s.history[pl] = make([]int32, len(sides[pl].placements))
	}
	own, rival := sides[0].byCells(), sides[1].byCells()
	for sq := range own {
		if !own[sq].empty() && !rival[sq].empty() {
			s.shared = append(s.shared, [2]set{own[sq], rival[sq]})
		}
	}
	s.table.forget()
	return nil
}

// Placements returns the number of placements, of both players, that can still become legal: a
// measure of the distance from the end. It is 0 before Set.
func (s *Solver) Placements() int {
	return len(s.sides[0].placements) + len(s.sides[1].placements)
}

// Solve solves the position of Set. It first finds out who wins. If the search reaches the limit
// before the goal, only the bounds of the result hold, and the error is ErrLimit.
func (s *Solver) Solve(goal Goal, limit Limit) (Result, error) {
	if !s.set {
		return Result{}, errUnset
	}
	s.limit, s.nodes, s.stopped = limit, 0, false
	pl := s.mover
	if s.frames[0].open[pl].empty() { // a pass, or the end: no player has a placement
		pl = pl.Rival()
	}
	r, err := s.solve(0, pl, s.sign(pl)*s.margin, goal)
	if pl != s.mover {
		r.Low, r.High, r.Move = -r.High, -r.Low, duo.Pass
	}
	return r, err
}

// SolveMove finds the margin after a given move of the player to move, which need not be the best.
// The line begins with the move.
func (s *Solver) SolveMove(m duo.Move, limit Limit) (Result, error) {
	if !s.set {
		return Result{}, errUnset
	}
	s.limit, s.nodes, s.stopped = limit, 0, false
	own := s.sides[s.mover].placements
	i := slices.IndexFunc(own, func(p placement) bool { return p.move == m })
	if i < 0 || !s.frames[0].open[s.mover].has(i) {
		return Result{}, fmt.Errorf("endgame: %v is no legal placement", m)
	}
	points, next, over := s.play(0, s.mover, i)
	base := s.margin + points
	if over {
		return Result{Low: base, High: base, Move: m, Line: []duo.Move{m}}, nil
	}
	r, err := s.solve(1, next, s.sign(next)*base, Margin)
	if next != s.mover {
		r.Low, r.High = -r.High, -r.Low
	}
	r.Move = m
	if err == nil {
		r.Line = append([]duo.Move{m}, r.Line...)
	}
	return r, err
}

// sign converts margins for the player to move at the root into margins for a player.
func (s *Solver) sign(pl duo.Player) int {
	if pl == s.mover {
		return 1
	}
	return -1
}

// solve solves the position of a frame for the player to move. base is his margin so far.
func (s *Solver) solve(d int, pl duo.Player, base int, goal Goal) (r Result, err error) {
	f := &s.frames[d]
	s.reach(f, pl)
	s.reach(f, pl.Rival())
	r = Result{Low: base - s.upper(f, pl.Rival()), High: base + s.upper(f, pl), Move: duo.Pass}
	// Each test tries the least margin better than the known one (MTD-f: Plaat, Schaeffer, Pijls,
	// de Bruin, Best-first Fixed-depth Minimax Algorithms, Artificial Intelligence 87, 1996). The
	// first test finds out whether the player wins.
	for want := 1; r.Low < r.High; {
		if goal == Outcome && (r.Low > 0 || r.High < 0) {
			break
		}
		want = min(max(want, r.Low+1), r.High)
		v := base + s.value(d, pl, want-base)
		if s.stopped {
			r.Nodes = s.nodes
			return r, ErrLimit
		}
		if v >= want {
			r.Low, want = v, v+1
		} else {
			r.High, want = v, v
		}
	}
	exact := r.Low == r.High
	for want := r.Low - base; !f.open[pl].empty(); {
		i, v := s.best(d, pl, want)
		if s.stopped {
			r.Nodes = s.nodes
			return r, ErrLimit
		}
		m := &s.sides[pl].placements[i]
		r.Line = append(r.Line, m.move)
		points, next, over := s.play(d, pl, i)
		if over || !exact {
			break
		}
		want = v - points
		if next != pl {
			want = -want
		}
		d, pl = d+1, next
		f = &s.frames[d]
	}
	if len(r.Line) > 0 {
		r.Move = r.Line[0]
	}
	if !exact {
		r.Line = nil
	}
	r.Nodes = s.nodes
	return r, nil
}
