// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/play"
)

// Position is a position with the moves that led to it. A move is the number of an edge. Seat 0
// moves first.
type Position struct {
	board   *Grid
	drawn   Edges
	mover   int
	scores  [2]int
	history []play.Move
	owners  []int // owners of the boxes; noOwner
}

const noOwner = -1

// NewPosition returns the empty board.
func NewPosition(b *Grid) *Position {
	return &Position{board: b, owners: slices.Repeat([]int{noOwner}, b.Boxes())}
}

// Clone returns a copy.
func (p *Position) Clone() play.Position {
	q := *p
	q.history, q.owners = slices.Clone(p.history), slices.Clone(p.owners)
	return &q
}

// Grid returns the grid of the position.
func (p *Position) Grid() *Grid { return p.board }

// Drawn returns the edges that have been drawn.
func (p *Position) Drawn() Edges { return p.drawn }

// ToMove returns the seat to move.
func (p *Position) ToMove() int { return p.mover }

// Score returns the boxes of a seat.
func (p *Position) Score(seat int) int { return p.scores[seat] }

// Net returns the boxes of the seat to move less the boxes of the rival.
func (p *Position) Net() int { return p.scores[p.mover] - p.scores[1-p.mover] }

// Owner returns the owner of a box, counted row by row from 0; ok is false while the box has none.
func (p *Position) Owner(box int) (seat int, ok bool) {
	return p.owners[box], p.owners[box] != noOwner
}

// History returns the edges in drawing order.
func (p *Position) History() []play.Move { return p.history }

// Over reports whether all edges are drawn.
func (p *Position) Over() bool { return p.drawn == p.board.All }

// Shares returns the seats' shares of a game that is over.
func (p *Position) Shares() []float64 { return play.SharesOf(p.scores[0] - p.scores[1]) }

// Standing returns the boxes of both seats.
func (p *Position) Standing() string { return fmt.Sprintf("%d - %d", p.scores[0], p.scores[1]) }

// Moves returns the free edges in ascending order.
func (p *Position) Moves() (free []play.Move) {
	for e := range Edge(p.board.Edges) {
		if p.drawn&p.board.Bit(e) == 0 {
			free = append(free, play.Move(e))
		}
	}
	return free
}

// Errors of a move.
var (
	ErrNoEdge = errors.New("there is no such edge")
	ErrDrawn  = errors.New("the edge is drawn already")
)

// MoveError reports an edge that cannot be drawn.
type MoveError struct {
	Move play.Move
	Rule error // wraps ErrNoEdge or is ErrDrawn
}

// Error names the move and the rule.
func (e *MoveError) Error() string { return fmt.Sprintf("move %d: %v", e.Move, e.Rule) }

// Reason returns the rule without the move.
func (e *MoveError) Reason() string { return e.Rule.Error() }

// Unwrap returns the rule.
func (e *MoveError) Unwrap() error { return e.Rule }

// Play draws an edge. An error is a [MoveError] and leaves the position unchanged.
func (p *Position) Play(m play.Move) error {
	e := Edge(m)
	switch {
	case m >= play.Move(p.board.Edges):
		return &MoveError{m, fmt.Errorf("%w, want 0..%d", ErrNoEdge, p.board.Edges-1)}
	case p.drawn&p.board.Bit(e) != 0:
		return &MoveError{m, ErrDrawn}
	}
	p.drawn |= p.board.Bit(e)
	p.history = append(p.history, m)
	captured := false
	for _, box := range p.board.beside[e] {
		if box >= 0 && p.drawn&p.board.boxes[box] == p.board.boxes[box] {
			p.owners[box] = p.mover
			p.scores[p.mover]++
			captured = true
		}
	}
	if !captured {
		p.mover = 1 - p.mover
	}
	return nil
}

// Perft returns the number of move sequences of the given length.
func (p *Position) Perft(depth int) uint64 { return p.board.perft(p.drawn, depth) }

func (b *Grid) perft(drawn Edges, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for free := b.All &^ drawn; free != 0; free &= free - 1 {
		n += b.perft(drawn|free&-free, depth-1)
	}
	return n
}
