// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import "github.com/tessera-fpga/tessera/golden/duo"

// fitTables gives the patterns that fit a window, for all cells at once. Each of the four tables, a
// to d, covers some cells of the window: bit i of its index reports whether the i-th of them is
// allowed, and the entry holds the patterns that need no others of them. A pattern fits if it is in
// the entries of all tables. The drawing shows for each cell its table and its bit in the index:
//
//	col    -3 -2 -1  0  1  2  3  4
//	row -3  .  .  .  . c6  .  .  .
//	row -2  .  .  . d0 d1 d2  .  .
//	row -1  .  .  .  # d3 d4 d5  .
//	row  0  . b0 b1 b2 b3 b4 b5 b6
//	row  1 a0 a1 a2 a3 a4 a5 a6  .
//	row  2  . c0 c1 c2 c3 c4  .  .
//	row  3  .  . d6 d7 d8  .  .  .
//	row  4  .  .  . c5  .  .  .  .
//
// Rows with cells side by side in a table become an index by shifts, see fitsAt. b1, the forbidden
// neighbour, and b2, the anchor, only keep row 0 in one piece: their bits do not affect the
// entries.
var (
	fitTables [4][1 << 9]PatternSet
	fitCells  = [4][][2]int8{ // row and column
		{{1, -3}, {1, -2}, {1, -1}, {1, 0}, {1, 1}, {1, 2}, {1, 3}},
		{{0, -2}, {0, -1}, {0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}},
		{{2, -2}, {2, -1}, {2, 0}, {2, 1}, {2, 2}, {4, 0}, {-3, 1}},
		{{-2, 0}, {-2, 1}, {-2, 2}, {-1, 1}, {-1, 2}, {-1, 3}, {3, -1}, {3, 0}, {3, 1}},
	}
)

// FitTables returns the tables for boards of other sizes, with fitsAt's indices. The caller must
// not change them.
func FitTables() *[4][1 << 9]PatternSet { return &fitTables }

// coverTable gives the patterns that cover a cell, by row+Reach and column+Reach.
var coverTable [2*Reach + 1][2*Reach + 1]PatternSet

func init() {
	for p := range Pattern(NumPatterns) {
		for _, c := range p.Cells() {
			coverTable[c.Row+Reach][c.Col+Reach].set(p)
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

// fitsAt returns, as the words of a PatternSet, the patterns with all cells free when laid on the
// anchor, and the mirrors of the window; mirrors holds the mirrors that it may use. The anchors
// before this one, in reading order, count as not allowed.
func (s *side) fitsAt(row, col int, mirrors Flip) (lo, hi uint64, flip Flip) {
	at := row + rowMargin
	above := s.allowed[noAnchors][0][(at-1)&rowIndexMask] >> ((col + rowMargin) & 63) & 1
	others := s.allowed[noAnchors][0][at&rowIndexMask]
	before := others >> ((col + rowMargin - 1) & 63) & 1
	own := others | s.allowed[withAnchors][0][at&rowIndexMask]&fromCol[col&15]
	flip = (FlipRows*Flip(above) | FlipCols*Flip(before)) & mirrors
	up := flip & FlipRows
	at += int(up) * (fromBottom(at) - at)
	shift := col + int(flip/FlipCols)*(mirrorShift+duo.BoardSize-1-2*col)
	// The rows ahead, 1 to 4, lie below the anchor, or above it if the window is mirrored. Of the
	// anchors, only those below the anchor's row are still allowed.
	ahead := s.allowed[up][up][(at+1)&rowIndexMask:][:4]
	behind := s.allowed[up^1][up][(at-3)&rowIndexMask:][:3]
	// A row of the window, from the picture mirrored by flip, has column i in bit Reach+i. The
	// cells of a table's first row go down to bit 0, and the cells of further rows to the bits
	// after them:
	//
	//	table  row  columns  bits of the row  shift     bits of the index
	//	a        1  -3 .. 3      1 ..  7      down 1    0 .. 6
	//	b        0  -2 .. 4      2 ..  8      down 2    0 .. 6
	//	c        2  -2 .. 2      2 ..  6      down 2    0 .. 4
	//	         4   0           4            up 1      5
	//	        -3   1           5            up 1      6
	//	d       -2   0 .. 2      4 ..  6      down 4    0 .. 2
	//	        -1   1 .. 3      5 ..  7      down 2    3 .. 5
	//	         3  -1 .. 1      3 ..  5      up 3      6 .. 8
	n := shift & 63
	a := &fitTables[0][ahead[0]>>n>>1&0x7f]
	b := &fitTables[1][own>>n>>2&0x7f]
	c := &fitTables[2][ahead[1]>>n>>2&0x1f|ahead[3]>>n<<1&0x20|behind[0]>>n<<1&0x40]
	d := &fitTables[3][behind[1]>>n>>4&0x7|behind[2]>>n>>2&0x38|ahead[2]>>n<<3&0x1c0]
	return a[0] & b[0] & c[0] & d[0], a[1] & b[1] & c[1] & d[1], flip
}

// fromCol holds the squares of a row from each column on, in both pictures.
var fromCol = func() (out [16]uint64) {
	for col := duo.BoardSize - 1; col >= 0; col-- {
		out[col] = out[col+1] | rowBit(col)
	}
	return out
}()
