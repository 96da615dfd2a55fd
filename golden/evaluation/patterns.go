// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Patterns are the weights of the prior's local patterns: a layer of hidden units that sees the
// squares that the tile covers or touches. A unit's sum is the bias of the tile plus a weight for
// each of these squares, by the square's role and code. The sums above 0, weighted by phase, add to
// the logarithm of a move's weight.
//
// A move and its mirror images have the same sums in a position and its mirror images.
type Patterns struct {
	// Squares are the weights of a square, in 1/SquareUnit: by role and code.
	Squares [NumRoles][NumCodes][HiddenUnits]int8
	// Tiles are the biases, in 1/SquareUnit, within MaxBias.
	Tiles [duo.NumTiles][HiddenUnits]int16
	// Out is the contribution of 1 of each unit's sum, in 1/256 nat, at the knots of the prior.
	Out [PriorKnots][HiddenUnits]int16
}

// HiddenUnits is the number of hidden units.
const HiddenUnits = 8

// SquareUnit is the unit of the hidden units' sums: 1 is 32.
const (
	squareShift = 5
	SquareUnit  = 1 << squareShift
)

// MaxTouched bounds the number of squares that a tile covers or touches, and MaxBias the absolute
// value of a bias: a hidden unit's sum has at most 13 bits.
const (
	MaxTouched = 25
	MaxBias    = 1<<12 - 1 - MaxTouched*128
)

// Role is the relation of a square to a tile.
type Role int

// Roles.
const (
	Covered  Role = iota // the tile covers the square
	Edge                 // the square shares an edge with the tile
	Diagonal             // the square touches the tile only at a vertex
	NumRoles
)

// A Code is the state of a square as the player to move sees it:
//
//	 6    5 4     2 1   0
//	+------+-------+-----+
//	| ring | rival | own |
//	+------+-------+-----+
//
// own is 0 for a square forbidden to the player, 1 for an allowed square, 2 for one near his
// corners and 3 for a corner. rival is 0 for a square forbidden to the rival, 1 for an allowed
// square, 2 for one within four steps of his corners, 3 for one near them and 4 for a corner. ring
// is the number of rings that contain the square, and 0 off the board.
type Code uint8

// NumCodes bounds the codes.
const NumCodes = 1 << 7

const (
	codeOwn   = 1
	codeRival = 1 << 2
	codeRing  = 1 << 5
)

// Codes of a board lie in rows of codeStride squares, with windowReach squares around the board.
const (
	codeStride = duo.BoardSize + 2*windowReach
	codeArea   = 1 << 9
)

type codes [codeArea]Code

func codeIndex(row, col int) int { return (row+windowReach)*codeStride + col + windowReach }

// rings holds the codes of squares forbidden to both players.
var rings = func() (out codes) {
	for s := range duo.Square(duo.NumSquares) {
		out[codeIndex(s.Row(), s.Col())] = Code(Rings(s) * codeRing)
	}
	return out
}()

// add adds a number to the codes of a set's squares.
func (c *codes) add(s squares, n Code) {
	for i, word := range [...]uint64{s.a, s.b, s.c, s.d} {
		for ; word != 0; word &= word - 1 {
			bit := i*64 + bits.TrailingZeros64(word)
			c[codeIndex(bit/rowStride, bit%rowStride)&(codeArea-1)] += n
		}
	}
}

// touched lists the squares that an orientation covers or touches, as distances in codes from the
// reference cell, by role.
type touched struct {
	at  [MaxTouched]int16
	end [NumRoles]uint8 // end of each role's squares in at
}

// touches has room for any index of 7 bits, so that it needs no check.
var touches = func() (out [1 << 7]touched) {
	for o := range duo.Orientation(duo.NumOrientations) {
		t, n := &out[o], 0
		f := &footprints[o]
		for role, w := range [NumRoles]window{f.tile, f.edges, f.diagonals} {
			for row := range windowSize {
				for col := range windowSize {
					if w.has(row, col) {
						t.at[n] = int16((row-windowReach)*codeStride + col - windowReach)
						n++
					}
				}
			}
			t.end[role] = uint8(n)
		}
	}
	return out
}()

// lanes holds HiddenUnits lanes of 16 bits.
type lanes [HiddenUnits / 4]uint64

func (l *lanes) set(unit int, v uint16) { l[unit/4] |= uint64(v) << (16 * (unit % 4)) }

// patterns evaluates patterns. Lanes are unsigned: a weight lies there above -128.
type patterns struct {
	rows [NumRoles][NumCodes]lanes
	// base is a unit's lane less its sum: 128 for each square, less the bias.
	base [1 << 7][HiddenUnits]int32
	out  [duo.NumTiles + 1][HiddenUnits]int32
}

func newPatterns(w *Patterns) *patterns {
	p := new(patterns)
	for role := range p.rows {
		for code := range p.rows[role] {
			for unit, v := range w.Squares[role][code] {
				p.rows[role][code].set(unit, uint16(int(v)+128))
			}
		}
	}
	for o := range duo.Orientation(duo.NumOrientations) {
		for unit, bias := range w.Tiles[o.Tile()] {
			p.base[o][unit] = 128*int32(touches[o].end[Diagonal]) - int32(bias)
		}
	}
	for placed := range p.out {
		for unit := range HiddenUnits {
			p.out[placed][unit] = between(placed, PriorKnotStep, func(k int) int16 { return w.Out[k][unit] })
		}
	}
	return p
}

// logit returns the logarithm of a placement's weight but for what squares do not add one by one, in
// 1/256 nat, and how many of its squares are of which kind.
func (p *patterns) logit(c *codes, m duo.Move, by *squareShares, out *[HiddenUnits]int32) (sum int32, n squareCounts) {
	const mask = codeArea - 1
	o := m.Orientation() & 127
	t, s := &touches[o], m.Square()
	at := codeIndex(s.Row(), s.Col())
	low, high, shares := uint64(0), uint64(0), int64(0)
	i := 0
	for role := range p.rows {
		rows, share := &p.rows[role], &by[role]
		for _, from := range t.at[i:t.end[role]] {
			code := c[(at+int(from))&mask] & (NumCodes - 1)
			r := &rows[code]
			low += r[0]
			high += r[1]
			shares += share[code]
		}
		i = int(t.end[role])
	}
	base := &p.base[o]
	for unit := range 4 {
		sum += max(0, int32(low>>(16*unit)&0xffff)-base[unit]) * out[unit]
		sum += max(0, int32(high>>(16*unit)&0xffff)-base[unit+4]) * out[unit+4]
	}
	return sum>>squareShift + int32(shares>>32), squareCounts(shares)
}

// Touched is a square that a tile covers or touches.
type Touched struct {
	Role Role
	Code Code
}

// touchedBy writes the squares that a placement's tile covers or touches to list, by role, given the
// codes of the board, and returns them.
func touchedBy(m duo.Move, c *codes, list *[MaxTouched]Touched) []Touched {
	t, s := &touches[m.Orientation()&127], m.Square()
	at, n := codeIndex(s.Row(), s.Col()), 0
	for role := range NumRoles {
		for ; n < int(t.end[role]); n++ {
			list[n] = Touched{role, c[at+int(t.at[n])]}
		}
	}
	return list[:n]
}

// TouchedSquares calls f for each of the moves with the squares that its tile covers or touches.
// The moves must be legal placements. f must not keep the squares.
func TouchedSquares(pos *duo.Position, moves []duo.Move, f func(move int, squares []Touched)) {
	var features moveFeatures
	features.load(pos)
	var c codes
	features.codes(&c)
	var list [MaxTouched]Touched
	for k, m := range moves {
		f(k, touchedBy(m, &c, &list))
	}
}
