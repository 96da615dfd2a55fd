// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// place is a square in the lists' form: 32 times the row plus the column, margins included.
type place uint16

func (at place) square() int32 {
	return (int32(at>>5)-margin)*BoardSize + int32(at&31) - margin
}

// maxAnchors bounds the anchors of a colour: no tile has more than eight corners.
const maxAnchors = 8 * duo.NumTiles

// anchors lists the anchors of a colour in reading order.
type anchors struct {
	at [256]place // a few entries after the last one are overwritten
	n  int
}

// list lists the anchors of a side.
func (a *anchors) list(s *side) {
	n := uint8(0)
	for r := margin; r < margin+BoardSize; r += 2 {
		word := uint64(uint32(s.allowed(r)&^s.open(r))) | (s.allowed(r+1)&^s.open(r+1))<<32
		// Two rows seldom have more than two anchors. The loop always writes two, which is faster
		// than testing for them.
		count, first := uint8(bits.OnesCount64(word)), place(r<<5)
		a.at[n] = first + place(bits.TrailingZeros64(word))
		word &= word - 1
		a.at[n+1] = first + place(bits.TrailingZeros64(word))
		if count > 2 {
			for i := n + 2; i < n+count; i++ {
				word &= word - 1
				a.at[i] = first + place(bits.TrailingZeros64(word))
			}
		}
		n += count
	}
	a.n = int(n)
}

// later holds, for each column, the columns from it on, in both images and with the margins.
var later = func() (out [32]uint64) {
	for col := range BoardSize {
		for c := col; c < BoardSize; c++ {
			out[col+margin] |= rowBit(c)
		}
	}
	return out
}()

// fitTables are the tables of package playout: see playout.FitTables.
var fitTables = *playout.FitTables()

// fitsAt returns, as the words of a PatternSet, the patterns that fit at an anchor, and the mirrors
// of the window. The mirrors keep an allowed square out of the places above the anchor and to its
// left.
//
// Placements are listed at the first anchor that they cover, in reading order, so earlier anchors
// count as not allowed. Rows below an anchor therefore show all allowed squares, and rows above it
// only the allowed squares without the anchors. The tables have the indices of package playout.
func (s *side) fitsAt(at place) (lo, hi uint64, flip playout.Flip) {
	row, col := int(at>>5), int(at&31)
	up := int(s.rows[(row-1)&rowMask] >> (col & 31) & 1)
	left := int(s.rows[row&rowMask] >> ((col - 1) & 31) & 1)
	// Window rows from 1 on are below the anchor or, mirrored, above it.
	step := 1 - 2*up
	behind, before := up*pictureRows, pictureRows-up*pictureRows
	shift := col - margin + left*(mirrorShift+2*margin+BoardSize-1-2*col)
	after := func(n int) uint64 { return s.rows[(row+n*step)&rowMask+behind] >> (shift & 63) }
	prior := func(n int) uint64 { return s.rows[(row-n*step)&rowMask+before] >> (shift & 63) }
	here := (s.rows[row&rowMask+pictureRows] | s.rows[row&rowMask]&later[col&31]) >> (shift & 63)
	a := &fitTables[0][after(1)>>1&0x7f]
	b := &fitTables[1][here>>2&0x7f]
	c := &fitTables[2][after(2)>>2&0x1f|after(3)<<2&0xe0|after(4)<<4&0x100]
	d := &fitTables[3][prior(2)>>4&0x7|prior(1)>>2&0x38|prior(3)<<1&0x40]
	return a[0] & b[0] & c[0] & d[0], a[1] & b[1] & c[1] & d[1], playout.Flip(up)*playout.FlipRows | playout.Flip(left)*playout.FlipCols
}

// moveOf holds, for each pattern and mirror, the number to add to the anchor's square to get the
// Move.
var moveOf = func() (out [128][4]int32) {
	for p := range playout.Pattern(playout.NumPatterns) {
		for f := range playout.Flip(4) {
			o, ref := p.Flipped(f)
			out[p][f] = int32(o)*NumSquares + int32(ref.Row)*BoardSize + int32(ref.Col)
		}
	}
	return out
}()

func moveAt(pattern int, flip playout.Flip, at place) Move {
	return Move(moveOf[pattern&127][flip&3] + at.square())
}

// canMove reports whether the colour has a legal placement.
func (s *side) canMove() bool {
	var a anchors
	a.list(s)
	for _, at := range a.at[:a.n] {
		if lo, hi, _ := s.fitsAt(at); lo&s.usable[0]|hi&s.usable[1] != 0 {
			return true
		}
	}
	return false
}

// Moves appends the legal moves of the colour to move to dst and returns it; there are none if the
// game is over. Anchors come in reading order, and at each anchor larger tiles first. Moves
// allocates only if dst is too small.
func (p *Position) Moves(dst []Move) []Move { return p.MovesOf(p.toMove, dst) }

// MovesOf is Moves for any colour, as if it were to move.
func (p *Position) MovesOf(c Colour, dst []Move) []Move {
	s := &p.sides[c]
	if s.out {
		return dst
	}
	var a anchors
	a.list(s)
	for _, at := range a.at[:a.n] {
		lo, hi, flip := s.fitsAt(at)
		for lo &= s.usable[0]; lo != 0; lo &= lo - 1 {
			dst = append(dst, moveAt(bits.TrailingZeros64(lo), flip, at))
		}
		for hi &= s.usable[1]; hi != 0; hi &= hi - 1 {
			dst = append(dst, moveAt(64+bits.TrailingZeros64(hi), flip, at))
		}
	}
	return dst
}

// CountMoves returns the number of legal moves of the colour to move.
func (p *Position) CountMoves() int { return p.CountMovesOf(p.toMove) }

// CountMovesOf returns the number of moves that MovesOf lists.
func (p *Position) CountMovesOf(c Colour) (n int) {
	s := &p.sides[c]
	if s.out {
		return 0
	}
	var a anchors
	a.list(s)
	for _, at := range a.at[:a.n] {
		lo, hi, _ := s.fitsAt(at)
		n += bits.OnesCount64(lo&s.usable[0]) + bits.OnesCount64(hi&s.usable[1])
	}
	return n
}
