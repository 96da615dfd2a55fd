// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import "math/bits"

// Bitboard is a set of squares. Rows are 16 bits apart, so two columns of zeros separate the rows.
// A shift by whole cells therefore never carries a square into the next row unnoticed: a tile is
// connected, so a tile that leaves the board to the right covers column 14, which holds no square.
//
//	word 0: rows 0..3, word 1: rows 4..7, word 2: rows 8..11, word 3: rows 12..13
//	bit of a square in its word: (row mod 4)*16 + column
type Bitboard [4]uint64

const rowStride = 16

// boardMask holds every square of the board.
var boardMask = func() (b Bitboard) {
	for s := range Square(NumSquares) {
		b.Set(s)
	}
	return b
}()

// AllSquares returns every square of the board.
func AllSquares() Bitboard { return boardMask }

func bitIndex(s Square) uint { return uint(s.Row()*rowStride + s.Col()) }

// Set adds a square to the set.
func (b *Bitboard) Set(s Square) {
	i := bitIndex(s)
	b[i/64] |= 1 << (i % 64)
}

// Has reports whether the set holds the square.
func (b *Bitboard) Has(s Square) bool {
	i := bitIndex(s)
	return b[i/64]>>(i%64)&1 != 0
}

// Count returns the number of squares in the set.
func (b *Bitboard) Count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2]) + bits.OnesCount64(b[3])
}

// Empty reports whether the set holds no square.
func (b *Bitboard) Empty() bool { return b[0]|b[1]|b[2]|b[3] == 0 }

// Row returns a row of the board: bit 0 is the left column.
func (b *Bitboard) Row(row int) uint16 { return uint16(b[row/4] >> (row % 4 * rowStride)) }

// AddRow adds the squares of a row: bit 0 is the left column. Bits from BoardSize on
// must be 0.
func (b *Bitboard) AddRow(row int, bits uint16) { b[row/4] |= uint64(bits) << (row % 4 * rowStride) }

// And returns the squares that are in both sets.
func (b Bitboard) And(c Bitboard) Bitboard {
	return Bitboard{b[0] & c[0], b[1] & c[1], b[2] & c[2], b[3] & c[3]}
}

// Or returns the squares that are in either set.
func (b Bitboard) Or(c Bitboard) Bitboard {
	return Bitboard{b[0] | c[0], b[1] | c[1], b[2] | c[2], b[3] | c[3]}
}

// AndNot returns the squares of b that are not in c.
func (b Bitboard) AndNot(c Bitboard) Bitboard {
	return Bitboard{b[0] &^ c[0], b[1] &^ c[1], b[2] &^ c[2], b[3] &^ c[3]}
}

// up moves every square n bits towards bit 0; squares beyond it are lost.
// n is less than 128.
func (b Bitboard) up(n uint) Bitboard {
	if n >= 64 {
		b = Bitboard{b[1], b[2], b[3], 0}
		n -= 64
	}
	return Bitboard{
		b[0]>>n | b[1]<<(64-n),
		b[1]>>n | b[2]<<(64-n),
		b[2]>>n | b[3]<<(64-n),
		b[3] >> n,
	}
}

// down moves every square n bits away from bit 0; n is 1..63.
func (b Bitboard) down(n uint) Bitboard {
	return Bitboard{
		b[0] << n,
		b[1]<<n | b[0]>>(64-n),
		b[2]<<n | b[1]>>(64-n),
		b[3]<<n | b[2]>>(64-n),
	}
}

// Edges returns the squares and non-squares that share an edge with the set.
func (b Bitboard) Edges() Bitboard {
	return b.up(1).Or(b.down(1)).Or(b.up(rowStride)).Or(b.down(rowStride))
}

// Diagonals returns the squares and non-squares that touch the set at a vertex.
func (b Bitboard) Diagonals() Bitboard {
	return b.up(rowStride + 1).Or(b.up(rowStride - 1)).Or(b.down(rowStride - 1)).Or(b.down(rowStride + 1))
}

// cellOffsets lists the possible places of a cell in the bounding box of an orientation: a
// polyomino of five squares spans at most four steps.
var cellOffsets = func() (out [15]Cell) {
	n := 0
	for row := int8(0); row <= 4; row++ {
		for col := int8(0); row+col <= 4; col++ {
			out[n] = Cell{row, col}
			n++
		}
	}
	return out
}()

// shifted is a set moved by each of cellOffsets towards the upper left: bit b
// of shifted[i] reports whether the set holds the square at b + cellOffsets[i].
type shifted [len(cellOffsets)]Bitboard

func (s *shifted) fill(b Bitboard) {
	for i, c := range cellOffsets {
		s[i] = b.up(uint(c.Row)*rowStride + uint(c.Col))
	}
}
