// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"fmt"
	"math/bits"
)

// Position is a state of the game. It is a plain value: copy it by assignment, for example to take
// back a move later. The zero value is not a position; use New.
type Position struct {
	// north and east are the squares that a pawn can leave in this direction, without a fence or
	// the board's edge in the way.
	north, east set
	// fences are the slots of horizontal and vertical fences.
	fences [2]uint64
	// joints are the points between four squares that a fence touches with an end or its middle,
	// each at the slot with this middle.
	joints uint64
	plies  uint16
	pawns  [2]Square
	left   [2]uint8
}

// Directions of a fence, the indices of Position.fences.
const (
	horizontal = 0
	vertical   = 1
)

// New returns the position at the start.
func New() Position {
	return Position{north: allNorth, east: allEast, pawns: [2]Square{4, 76}, left: [2]uint8{FencesEach, FencesEach}}
}

// ToMove returns the player to move.
func (p *Position) ToMove() Player { return Player(p.plies & 1) }

// Plies returns the number of moves made.
func (p *Position) Plies() int { return int(p.plies) }

// Pawn returns the square of a player's pawn.
func (p *Position) Pawn(pl Player) Square { return p.pawns[pl] }

// FencesLeft returns the number of fences that a player still has.
func (p *Position) FencesLeft(pl Player) int { return int(p.left[pl]) }

// Fences returns the slots of the fences on the board.
func (p *Position) Fences() (horizontal, vertical uint64) { return p.fences[0], p.fences[1] }

// Winner returns the player who has reached the goal row. ok is false if none has.
func (p *Position) Winner() (pl Player, ok bool) {
	switch {
	case p.pawns[Player1] >= Squares-Size:
		return Player1, true
	case p.pawns[Player2] < Size:
		return Player2, true
	}
	return 0, false
}

// Over reports whether the game has ended.
func (p *Position) Over() bool {
	_, won := p.Winner()
	return won || p.plies >= MaxPlies
}

// Play makes a move, which must be legal.
func (p *Position) Play(m Move) {
	pl := p.ToMove()
	switch {
	case m.IsFence():
		s, upright := m.Fence()
		p.left[pl]--
		if upright {
			p.fences[vertical] |= 1 << s
			p.joints |= verticalJoints(1 << s)
			p.east = p.east.andNot(barredEast[s])
		} else {
			p.fences[horizontal] |= 1 << s
			p.joints |= horizontalJoints(1 << s)
			p.north = p.north.andNot(barredNorth[s])
		}
	default:
		p.pawns[pl] = m.To()
	}
	p.plies++
}

// horizontalJoints and verticalJoints return the joints inside the board that fences in the given
// slots touch.
func horizontalJoints(s uint64) uint64 {
	return s | s<<1&^slotColumnA | s>>1&^slotColumnH
}

func verticalJoints(s uint64) uint64 { return s | s<<8 | s>>8 }

// neighbours returns the squares one step away from a set of squares, regardless of pawns.
func (p *Position) neighbours(a set) set {
	return a.and(p.north).left(Size).or(a.right(Size).and(p.north)).or(a.and(p.east).left(1).or(a.right(1).and(p.east)))
}

// steps returns the squares within reach of the pawn of the player to move.
func (p *Position) steps() set {
	own, rival := p.pawns[p.ToMove()], p.pawns[p.ToMove().Rival()]
	to := p.neighbours(one(own))
	if !to.has(rival) {
		return to
	}
	to = to.andNot(one(rival))
	beyond := p.neighbours(one(rival)).andNot(one(own))
	if over := 2*int(rival) - int(own); straight(own, rival, over) && beyond.has(Square(over)) {
		return to.or(one(Square(over)))
	}
	return to.or(beyond)
}

// straight reports whether the board has a square on the far side of the rival.
func straight(own, rival Square, over int) bool {
	if own.Row() == rival.Row() {
		return over >= 0 && over < Squares && over/Size == own.Row()
	}
	return over >= 0 && over < Squares
}

// Steps appends the legal steps to dst and returns it.
func (p *Position) Steps(dst []Move) []Move {
	for to := p.steps(); !to.empty(); {
		dst = append(dst, Step(to.next()))
	}
	return dst
}

// free returns the slots for a fence that neither overlaps nor crosses another one, or none if the
// player to move has no fence left.
func (p *Position) free() (h, v uint64) {
	if p.left[p.ToMove()] == 0 {
		return 0, 0
	}
	h, v = p.fences[horizontal], p.fences[vertical]
	taken := h | v
	return ^(taken | h<<1&^slotColumnA | h>>1&^slotColumnH), ^(taken | v<<8 | v>>8)
}

// joining returns the slots for a fence that touches other fences or the edge of the board in two
// places or more. Only such a fence can complete a wall and close a way. A fence that touches in
// one place is a dead end, and a pawn can walk around it.
func (p *Position) joining() (h, v uint64) {
	j := p.joints
	before, after := j<<1|slotColumnA, j>>1|slotColumnH
	h = before&after | j&(before|after)
	before, after = j<<8|slotRow1, j>>8|slotRow8
	return h, before&after | j&(before|after)
}

// Touching returns the slots for a fence that touches another one.
func (p *Position) Touching() (h, v uint64) {
	return horizontalJoints(p.joints), verticalJoints(p.joints)
}

// LegalFences returns the legal slots for a fence of the player to move.
func (p *Position) LegalFences() (h, v uint64) {
	h, v = p.free()
	if h|v == 0 {
		return 0, 0
	}
	askH, askV := p.joining()
	if askH, askV = askH&h, askV&v; askH|askV == 0 {
		return h, v
	}
	// A joining fence leaves a player a way if it does not cut the known one.
	for pl := range Player(2) {
		way := p.Way(pl)
		for q := askH & way.CutH & h; q != 0; q &= q - 1 {
			s := bits.TrailingZeros64(q)
			if flood(p.north.andNot(barredNorth[s]), p.east, one(p.pawns[pl]), goals[pl]) < 0 {
				h &^= 1 << s
			}
		}
		for q := askV & way.CutV & v; q != 0; q &= q - 1 {
			s := bits.TrailingZeros64(q)
			if flood(p.north, p.east.andNot(barredEast[s]), one(p.pawns[pl]), goals[pl]) < 0 {
				v &^= 1 << s
			}
		}
	}
	return h, v
}

// Moves appends the legal moves to dst and returns it: the steps, then horizontal fences, then
// vertical ones, each from a1 row by row. A step is always legal, except in a game that is over.
func (p *Position) Moves(dst []Move) []Move {
	if p.Over() {
		return dst
	}
	dst = p.Steps(dst)
	h, v := p.LegalFences()
	for ; h != 0; h &= h - 1 {
		dst = append(dst, Horizontal(Slot(bits.TrailingZeros64(h))))
	}
	for ; v != 0; v &= v - 1 {
		dst = append(dst, Vertical(Slot(bits.TrailingZeros64(v))))
	}
	return dst
}

// CountMoves returns the number of legal moves.
func (p *Position) CountMoves() int {
	if p.Over() {
		return 0
	}
	h, v := p.LegalFences()
	return p.steps().count() + bits.OnesCount64(h) + bits.OnesCount64(v)
}

// leavesWays reports whether a fence in a free slot leaves both players a way.
func (p *Position) leavesWays(m Move) bool {
	s, upright := m.Fence()
	h, v := p.joining()
	ask, north, east := h, p.north.andNot(barredNorth[s]), p.east
	if upright {
		ask, north, east = v, p.north, p.east.andNot(barredEast[s])
	}
	return ask>>s&1 == 0 ||
		flood(north, east, one(p.pawns[0]), goals[0]) >= 0 && flood(north, east, one(p.pawns[1]), goals[1]) >= 0
}

// MoveError reports an illegal move.
type MoveError struct {
	Move   Move
	reason string
}

// Error names the move and the rule.
func (e *MoveError) Error() string { return fmt.Sprintf("quoridor: %v: %s", e.Move, e.reason) }

// Reason returns the rule without the move.
func (e *MoveError) Reason() string { return e.reason }

// Check returns nil if the move is legal, else a [MoveError] with the rule that it breaks.
func (p *Position) Check(m Move) error {
	pl := p.ToMove()
	broken := func(format string, args ...any) error {
		return &MoveError{m, fmt.Sprintf(format, args...)}
	}
	switch {
	case p.Over():
		return broken("the game is over")
	case m.IsStep():
		if to := p.steps(); !to.has(m.To()) {
			return broken("the pawn on %v cannot go there, want one of %v", p.pawns[pl], squares(to))
		}
	case m.IsFence():
		if p.left[pl] == 0 {
			return broken("player %d has no fence left", pl+1)
		}
		s, upright := m.Fence()
		h, v := p.free()
		if upright {
			h = v
		}
		if h>>s&1 == 0 {
			return broken("it overlaps or crosses another fence")
		}
		if !p.leavesWays(m) {
			return broken("it leaves a pawn no way to its goal")
		}
	default:
		return fmt.Errorf("quoridor: move %d, want a step (0..80) or a fence (128..255)", uint8(m))
	}
	return nil
}
