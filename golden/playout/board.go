// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import (
	"encoding/binary"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// place is a square as an index of bits: 16 times the row plus the column.
type place uint8

func placeOf(row, col int) place { return place(rowStride*row + col) }

func (at place) row() int { return int(at / rowStride) }
func (at place) col() int { return int(at % rowStride) }

// mirrored returns the place of the square in the picture of a mirror. The mirrored board begins in
// row 2 or column 2, so that one operation mirrors a place.
func (at place) mirrored(f Flip) place { return at ^ mirrors[f&3] }

var mirrors = [4]place{0, FlipRows: 0xf0, FlipCols: 0x0f, FlipRows | FlipCols: 0xff}

// picture is a set of squares, a bit for each place, after a margin. Between the rows of the board
// lie two columns without squares, and rows without squares are above and below. A tile is
// connected: where its pattern leaves the board, it covers a bit that is never set. So a window
// needs no check at the edge, although its rows run into each other there.
type picture [80]byte

const (
	rowStride  = 16 // bits from row to row
	marginBits = 64 // empty bits before the first place
)

// upper returns the rows of the window around a place from three above it to its own, and lower the
// four rows below it. A square of the window that is row, col away from the place has these bits:
//
//	upper: 16*row + col + 48    lower: 16*row + col - 8
func (p *picture) upper(at place) uint64 {
	return binary.LittleEndian.Uint64(p[uint(at)>>3+(marginBits-upperMiddle)/8:]) >> (at & 7)
}

func (p *picture) lower(at place) uint64 {
	return binary.LittleEndian.Uint64(p[uint(at)>>3+(marginBits-lowerMiddle)/8:]) >> (at & 7)
}

// The anchor's bit in the two parts of a window.
const (
	upperMiddle = 3 * rowStride
	lowerMiddle = -8
)

// four returns four rows, the first of them at the top.
func (p *picture) four(top int) uint64 {
	return binary.LittleEndian.Uint64(p[marginBits/8+top*rowStride/8:])
}

// clearFour removes squares of these rows.
func (p *picture) clearFour(top int, squares uint64) {
	at := p[marginBits/8+top*rowStride/8:]
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)&^squares)
}

// remove removes squares. The first of the two words begins at the index of a byte.
func (p *picture) remove(i uint, first, second uint64) {
	at := p[i&63:][:16]
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)&^first)
	binary.LittleEndian.PutUint64(at[8:], binary.LittleEndian.Uint64(at[8:])&^second)
}

// everywhere holds all squares.
var everywhere = func() (p picture) {
	for i := range p {
		p[i] = 0xff
	}
	return p
}()

// squares returns the set.
func (p *picture) squares() duo.Bitboard {
	return duo.Bitboard{p.four(0), p.four(4), p.four(8), p.four(12)}
}

// row returns a row: bit 0 is the left column.
func (p *picture) row(row int) uint16 { return uint16(p.four(row)) }

func (p *picture) set(at place)   { p[marginBits/8+at/8] |= 1 << (at % 8) }
func (p *picture) clear(at place) { p[marginBits/8+at/8] &^= 1 << (at % 8) }

// board holds the squares that a placement may cover in four pictures, one for each mirror, so that
// all mirrored windows look alike. Each picture is there with the anchors, which the anchor method
// visits, and without them.
type board [4][2]picture

const (
	withAnchors = 0
	noAnchors   = 1
)

func boardOf(allowed, anchors duo.Bitboard) (b board) {
	for s := range duo.Square(duo.NumSquares) {
		at := placeOf(s.Row(), s.Col())
		if allowed.Has(s) {
			b.set(withAnchors, at)
		}
		if allowed.Has(s) && !anchors.Has(s) {
			b.set(noAnchors, at)
		}
	}
	return b
}

func (b *board) set(kind int, at place) {
	for f := range b {
		b[f][kind].set(at.mirrored(Flip(f)))
	}
}

func (b *board) clear(kind int, at place) {
	for f := range b {
		b[f][kind].clear(at.mirrored(Flip(f)))
	}
}
