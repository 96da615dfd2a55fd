// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import "math/bits"

// Sizes of the game.
const (
	Size       = 9           // squares in a row
	Squares    = Size * Size // on the board
	SlotSize   = Size - 1    // places for a fence in a row
	Slots      = SlotSize * SlotSize
	FencesEach = 10
	// MaxPlies bounds a game: at this length a game without a winner is a draw.
	MaxPlies = 300
	// MaxSteps bounds the legal steps of a position: three, plus two beside the other pawn.
	MaxSteps = 5
	// MaxMoves bounds the legal moves of a position.
	MaxMoves = MaxSteps + 2*Slots
)

// Player is one of the two players.
type Player uint8

// Players. Player 1 starts on row 1 with row 9 as goal, player 2 the other way round.
const (
	Player1 Player = iota
	Player2
)

// Rival returns the other player.
func (pl Player) Rival() Player { return pl ^ 1 }

// Square is a square of the board, 9 x row + column, both from 0: a1 is 0, i9 is 80.
type Square uint8

// Row returns the row, 0 at the bottom (row 1).
func (s Square) Row() int { return int(s) / Size }

// Column returns the column, 0 at the left (a).
func (s Square) Column() int { return int(s) % Size }

// Slot is a place for a fence, 8 x row + column, named by the lower left of the four squares that
// the fence touches: a1 is 0, h8 is 63. A set of slots is a uint64 with bit s for slot s.
type Slot uint8

// Square returns the square that names the slot.
func (s Slot) Square() Square { return Square(s>>3)*Size + Square(s&7) }

// Move is a step or a fence:
//
//	0..80      a step to the square
//	128 + slot a horizontal fence, above the square that names it
//	192 + slot a vertical fence, to the right of it
type Move uint8

// Step returns the move of the pawn to a square.
func Step(to Square) Move { return Move(to) }

// Horizontal returns the move that places a fence above a square and its right neighbour.
func Horizontal(s Slot) Move { return 128 + Move(s) }

// Vertical returns the move that places a fence to the right of a square and of the square above
// it.
func Vertical(s Slot) Move { return 192 + Move(s) }

// IsStep reports whether the move is a step of the pawn.
func (m Move) IsStep() bool { return m < Squares }

// IsFence reports whether the move places a fence.
func (m Move) IsFence() bool { return m >= 128 }

// To returns the square of a step.
func (m Move) To() Square { return Square(m) }

// Fence returns the slot of a fence, and whether it is vertical.
func (m Move) Fence() (s Slot, vertical bool) { return Slot(m & 63), m >= 192 }

// set is a set of squares: bit s of lo for square s below 64, and of hi for s - 64. One step
// north is a shift by nine, one step east a shift by one:
//
//	row 9   72 73 74 75 76 77 78 79 80   hi
//	row 8   63 64 65 66 67 68 69 70 71   lo, hi
//	        ...                          lo
//	row 2    9 10 11 12 13 14 15 16 17
//	row 1    0  1  2  3  4  5  6  7  8
//	         a  b  c  d  e  f  g  h  i
type set struct{ lo, hi uint64 }

func one(s Square) set {
	if s < 64 {
		return set{1 << s, 0}
	}
	return set{0, 1 << (s - 64)}
}

func (a set) has(s Square) bool {
	if s < 64 {
		return a.lo>>s&1 != 0
	}
	return a.hi>>(s-64)&1 != 0
}

func (a set) and(b set) set    { return set{a.lo & b.lo, a.hi & b.hi} }
func (a set) or(b set) set     { return set{a.lo | b.lo, a.hi | b.hi} }
func (a set) andNot(b set) set { return set{a.lo &^ b.lo, a.hi &^ b.hi} }
func (a set) empty() bool      { return a.lo|a.hi == 0 }
func (a set) count() int       { return bits.OnesCount64(a.lo) + bits.OnesCount64(a.hi) }

// left shifts towards higher squares, right towards lower ones.
func (a set) left(n uint) set  { return set{a.lo << n, a.hi<<n | a.lo>>(64-n)} }
func (a set) right(n uint) set { return set{a.lo>>n | a.hi<<(64-n), a.hi >> n} }

// next removes the lowest square of a set and returns it.
func (a *set) next() Square {
	if a.lo != 0 {
		s := Square(bits.TrailingZeros64(a.lo))
		a.lo &= a.lo - 1
		return s
	}
	s := Square(64 + bits.TrailingZeros64(a.hi))
	a.hi &= a.hi - 1
	return s
}

// goals are the goal rows of the players.
var goals = [2]set{{0, 0x1ff << 8}, {0x1ff, 0}}

// allNorth and allEast are the squares that can be left to the north and to the east on the empty
// board.
var allNorth, allEast = func() (north, east set) {
	for s := range Square(Squares) {
		if s.Row() < Size-1 {
			north = north.or(one(s))
		}
		if s.Column() < Size-1 {
			east = east.or(one(s))
		}
	}
	return north, east
}()

// Sets of slots.
const (
	slotColumnA uint64 = 0x0101010101010101
	slotColumnH        = slotColumnA << 7
	slotRow1    uint64 = 0xff
	slotRow8           = slotRow1 << 56
)

// barredNorth and barredEast hold, for each slot, the two squares barred by its fence: to the north
// by a horizontal fence, to the east by a vertical one. cutNorth and cutEast hold, for each square,
// the slots of the fences that bar it to the north and to the east.
var (
	barredNorth, barredEast [Slots]set
	cutNorth, cutEast       [Squares]uint64
)

func init() {
	for s := range Slot(Slots) {
		at := s.Square()
		barredNorth[s] = one(at).or(one(at + 1))
		barredEast[s] = one(at).or(one(at + Size))
		for _, to := range []Square{at, at + 1} {
			cutNorth[to] |= 1 << s
		}
		for _, to := range []Square{at, at + Size} {
			cutEast[to] |= 1 << s
		}
	}
}
