// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// fitTables gives the patterns that fit a window, for all cells at once. Each of the four tables, a
// to d, covers some cells of the window: bit i of its index reports whether the i-th of them is
// allowed, and the entry holds the patterns that need no others of them. A pattern fits if it is in
// the entries of all tables. The drawing shows for each cell its table and its bit in the index:
//
//	col    -3 -2 -1  0  1  2  3  4
//	row -3  .  .  .  . d6  .  .  .
//	row -2  .  .  . d0 d1 d2  .  .
//	row -1  .  .  .  # d3 d4 d5  .
//	row  0  . b0 b1 b2 b3 b4 b5 b6
//	row  1 a0 a1 a2 a3 a4 a5 a6  .
//	row  2  . c0 c1 c2 c3 c4  .  .
//	row  3  .  . c5 c6 c7  .  .  .
//	row  4  .  .  . c8  .  .  .  .
//
// b1, the forbidden neighbour, and b2, the anchor, only keep row 0 in one piece: their bits do not
// affect the entries.
var (
	fitTables [4][1 << 9]PatternSet
	fitCells  = [4][][2]int8{ // row and column
		{{1, -3}, {1, -2}, {1, -1}, {1, 0}, {1, 1}, {1, 2}, {1, 3}},
		{{0, -2}, {0, -1}, {0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}},
		{{2, -2}, {2, -1}, {2, 0}, {2, 1}, {2, 2}, {3, -1}, {3, 0}, {3, 1}, {4, 0}},
		{{-2, 0}, {-2, 1}, {-2, 2}, {-1, 1}, {-1, 2}, {-1, 3}, {-3, 1}},
	}
)

// FitTables returns the tables for boards of other sizes, with the indices of fitTables' drawing. The
// caller must not change them.
func FitTables() *[4][1 << 9]PatternSet { return &fitTables }

// coverTable gives the patterns that cover a cell, by row+Reach and column+Reach.
var coverTable [2*Reach + 1][2*Reach + 1]PatternSet

// firstCovers holds, for each player and anchor of his first placement, the patterns that cover his
// starting square.
var firstCovers [2][1 << 8]PatternSet

func init() {
	for p := range Pattern(NumPatterns) {
		for _, c := range p.Cells() {
			coverTable[c.Row+Reach][c.Col+Reach].set(p)
		}
	}
	for pl := range duo.Player(2) {
		start := pl.Start()
		for s := range duo.Square(duo.NumSquares) {
			if firstAnchors[pl].Has(s) {
				cover := coverTable[start.Row()-s.Row()+Reach][start.Col()-s.Col()+Reach]
				firstCovers[pl][placeOf(s.Row(), s.Col())] = cover
			}
		}
	}
	for t := range fitTables {
		for free := range fitTables[t] {
			s := PatternSet{^uint64(0), ^uint64(0) >> 1}
			for i, c := range fitCells[t] {
				if free>>i&1 == 0 && c != [2]int8{} {
					cover := coverTable[c[0]+Reach][c[1]+Reach]
					s[0] &^= cover[0]
					s[1] &^= cover[1]
				}
			}
			fitTables[t][free] = s
		}
	}
}

// fit writes the player's anchors in hope where one of the chosen patterns fits to out, in reading
// order and at most MaxListedCorners, and returns their number. It takes the others out of hope. A
// pattern fits if all its cells are free when it is laid on the anchor, and it covers the starting
// square if it is the player's first. The anchors before this one, in reading order, count as not
// allowed. pl is the player.
func (s *side) fit(hope *picture, chosen PatternSet, pl duo.Player, out *List) (n int) {
	mirrors := uint64(FlipRows | FlipCols)
	if s.first() {
		mirrors = 0
	}
	// No branch depends on what fits: such branches are as good as random.
	for top := 0; top < duo.BoardSize; top += 4 {
		hopeless := uint64(0)
		for word := s.anchors(top) & hope.four(top); word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			anchor := place(rowStride*top + bit)
			plain := s.allowed[0][noAnchors].upper(anchor)
			above, before := plain>>(upperMiddle-rowStride), plain>>(upperMiddle-1)
			flip := (above&1*uint64(FlipRows) | before&1*uint64(FlipCols)) & mirrors
			at := anchor.mirrored(Flip(flip))
			// Of the anchors, only those after this one are still allowed. In a window upside down they
			// are in its upper part.
			board := &s.allowed[flip]
			upper := board[noAnchors].upper(at) | board[withAnchors].upper(at)&after[flip]
			lower := board[flip&uint64(FlipRows)].lower(at)
			// The cells of a table's first row go down to bit 0 of the index. Where a table has cells of
			// further rows, a product brings its cells side by side to the highest bits: it is the sum
			// of the cells shifted by the bits of the factor.
			a := &fitTables[0][lower>>5&0x7f]
			b := &fitTables[1][upper>>46&0x7f]
			c := &fitTables[2][lower&cCells*cFactor>>(64-9)]
			d := &fitTables[3][upper&dCells*dFactor>>(64-7)]
			lo, hi := a[0]&b[0]&c[0]&d[0]&chosen[0], a[1]&b[1]&c[1]&d[1]&chosen[1]
			l := &out[n&listMask]
			l.fits[0], l.fits[1] = lo, hi
			l.info = uint64(anchor) | flip<<8
			any := lo | hi
			some := (any | -any) >> 63 // 1 unless any is 0
			hopeless |= (some ^ 1) << (bit & 63)
			n += int(some)
			if n == MaxListedCorners {
				return n
			}
		}
		hope.clearFour(top, hopeless)
	}
	if s.first() {
		n = out.cover(n, &firstCovers[pl])
	}
	return n
}

// cover leaves only patterns in the set of each anchor's place, and anchors that still have one.
func (list *List) cover(anchors int, in *[1 << 8]PatternSet) (n int) {
	for i := range list[:anchors] {
		from, to := &list[i], &list[n]
		cover := &in[from.at()]
		to.fits[0], to.fits[1] = from.fits[0]&cover[0], from.fits[1]&cover[1]
		to.info = from.info
		if to.fits[0]|to.fits[1] != 0 {
			n++
		}
	}
	return n
}

// after holds, for each mirror, the squares of a window's upper part that come after the anchor in
// reading order.
var after = [4]uint64{
	0:                   1<<64 - 1<<upperMiddle,
	FlipCols:            3 << (upperMiddle - 2),
	FlipRows:            1<<64 - 1<<upperMiddle + 1<<(upperMiddle-2) - 1,
	FlipRows | FlipCols: 1<<upperMiddle - 1,
}

// The cells of tables c and d in the lower and the upper part of a window, and the factors that
// bring them side by side:
//
//	table  row  columns  bits of the part  bits of the product
//	c        2  -2 .. 2        22 .. 26             55 .. 59
//	         3  -1 .. 1        39 .. 41             60 .. 62
//	         4   0                   56                   63
//	d       -2   0 .. 2        16 .. 18             57 .. 59
//	        -1   1 .. 3        33 .. 35             60 .. 62
//	        -3   1                    1                   63
//
// The other products of a cell and a bit of a factor, too low or too high, do not touch these bits.
const (
	cCells  = 0x1f<<22 | 7<<39 | 1<<56
	cFactor = 1<<(55-22) | 1<<(60-39) | 1<<(63-56)
	dCells  = 7<<16 | 7<<33 | 1<<1
	dFactor = 1<<(57-16) | 1<<(60-33) | 1<<(63-1)
)
