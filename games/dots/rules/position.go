// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"errors"
	"fmt"
	"slices"
)

// Player is one of the two players: 0, who moves first, or 1.
type Player int8

// Rival returns the other player.
func (p Player) Rival() Player { return p ^ 1 }

// String returns the player's name, such as "player 1".
func (p Player) String() string { return fmt.Sprintf("player %d", int(p)+1) }

// Position is a position with the moves that led to it.
type Position struct {
	board   *Grid
	drawn   Edges
	mover   Player
	scores  [2]int
	history []Edge
	owners  []Player // owners of the boxes; noOwner
}

const noOwner Player = -1

// NewPosition returns the empty board.
func NewPosition(b *Grid) *Position {
	return &Position{board: b, owners: slices.Repeat([]Player{noOwner}, b.Boxes())}
}

// Clone returns a copy.
func (p *Position) Clone() *Position {
	q := *p
	q.history, q.owners = slices.Clone(p.history), slices.Clone(p.owners)
	return &q
}

// Grid returns the grid of the position.
func (p *Position) Grid() *Grid { return p.board }

// Drawn returns the edges that have been drawn.
func (p *Position) Drawn() Edges { return p.drawn }

// ToMove returns the player to move.
func (p *Position) ToMove() Player { return p.mover }

// Score returns a player's boxes.
func (p *Position) Score(pl Player) int { return p.scores[pl] }

// Net returns the boxes of the player to move less the boxes of the rival.
func (p *Position) Net() int { return p.scores[p.mover] - p.scores[p.mover.Rival()] }

// Owner returns the owner of a box, counted row by row from 0; ok is false while the box has none.
func (p *Position) Owner(box int) (pl Player, ok bool) {
	return p.owners[box], p.owners[box] != noOwner
}

// History returns the edges in drawing order.
func (p *Position) History() []Edge { return p.history }

// Over reports whether all edges are drawn.
func (p *Position) Over() bool { return p.drawn == p.board.All }

// Winner returns the winner of a finished game; ok is false after a draw.
func (p *Position) Winner() (pl Player, ok bool) {
	if p.scores[0] < p.scores[1] {
		return 1, true
	}
	return 0, p.scores[0] > p.scores[1]
}

// LegalMoves appends the free edges to dst in ascending order.
func (p *Position) LegalMoves(dst []Edge) []Edge {
	for free := p.board.All &^ p.drawn; free != 0; {
		e := p.board.First(free)
		free &^= p.board.Bit(e)
		dst = append(dst, e)
	}
	return dst
}

// Errors of a move.
var (
	ErrNoEdge = errors.New("there is no such edge")
	ErrDrawn  = errors.New("the edge is drawn already")
)

// MoveError reports an edge that cannot be drawn.
type MoveError struct {
	Edge  Edge
	Rule  error // ErrNoEdge or ErrDrawn
	Edges int   // number of edges of the board
}

// Error names the edge and the rule.
func (e *MoveError) Error() string { return fmt.Sprintf("dotsboxes: edge %d: %s", e.Edge, e.Reason()) }

// Reason returns the rule without the edge.
func (e *MoveError) Reason() string {
	if e.Rule == ErrNoEdge {
		return fmt.Sprintf("%v, want 0..%d", e.Rule, e.Edges-1)
	}
	return e.Rule.Error()
}

// Unwrap returns the rule.
func (e *MoveError) Unwrap() error { return e.Rule }

// Play draws an edge. An error is a [MoveError] and leaves the position unchanged.
func (p *Position) Play(e Edge) error {
	switch {
	case e < 0 || int(e) >= p.board.Edges:
		return &MoveError{e, ErrNoEdge, p.board.Edges}
	case p.drawn&p.board.Bit(e) != 0:
		return &MoveError{e, ErrDrawn, p.board.Edges}
	}
	p.drawn |= p.board.Bit(e)
	p.history = append(p.history, e)
	captured := false
	for _, box := range p.board.beside[e] {
		if box >= 0 && p.drawn&p.board.boxes[box] == p.board.boxes[box] {
			p.owners[box] = p.mover
			p.scores[p.mover]++
			captured = true
		}
	}
	if !captured {
		p.mover = p.mover.Rival()
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
