package blokus

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/playout"
)

// fitTables are those of package playout: see playout.FitTables.
var fitTables = *playout.FitTables()

// fitsAt returns, as the words of a PatternSet, the patterns of which all cells are free when laid on
// the square, and how the window is mirrored: a square above the anchor or to its left that is
// allowed is mirrored away. It is the work of package playout's function of that name, on a larger board.
func (free *picture) fitsAt(row, col int) (lo, hi uint64, flip playout.Flip) {
	at := row + margin
	above := free[(at-1)&rowMask] >> ((col + margin) & 63) & 1
	before := free[at&rowMask] >> ((col + margin - 1) & 63) & 1
	flip = playout.FlipRows*playout.Flip(above) | playout.FlipCols*playout.Flip(before)
	step := 1 - 2*int(above)
	shift := col + int(before)*(mirrorShift+BoardSize-1-2*col)
	window := func(row int) uint64 { return free[(at+row*step)&rowMask] >> (shift & 63) }
	a := &fitTables[0][window(1)>>1&0x7f]
	b := &fitTables[1][window(0)>>2&0x7f]
	c := &fitTables[2][window(2)>>2&0x1f|window(4)<<1&0x20|window(-3)<<1&0x40]
	d := &fitTables[3][window(-2)>>4&0x7|window(-1)>>2&0x38|window(3)<<3&0x1c0]
	return a[0] & b[0] & c[0] & d[0], a[1] & b[1] & c[1] & d[1], flip
}

// moveOf holds, for each pattern and mirror, what to add to the anchor's square to get the Move.
var moveOf = func() (out [playout.NumPatterns + 1][4]int32) {
	for p := range playout.Pattern(playout.NumPatterns) {
		for f := range playout.Flip(4) {
			o, ref := p.Flipped(f)
			out[p][f] = int32(o)*NumSquares + int32(ref.Row)*BoardSize + int32(ref.Col)
		}
	}
	return out
}()

// listed is an anchor with legal moves.
type listed struct {
	lo, hi   uint64 // the patterns that fit
	row, col int8
	flip     playout.Flip
	count    uint8
}

func (l *listed) move(pattern int) Move {
	return Move(moveOf[pattern&127][l.flip&3] + int32(l.row)*BoardSize + int32(l.col))
}

// nth returns the k-th move of the anchor, counted from 0.
func (l *listed) nth(k int) Move {
	word, base := l.lo, 0
	if n := bits.OnesCount64(word); k >= n {
		word, base, k = l.hi, 64, k-n
	}
	for ; k > 0; k-- {
		word &= word - 1
	}
	return l.move(base + bits.TrailingZeros64(word))
}

// maxAnchors bounds the anchors of a colour: a tile has at most eight corners.
const maxAnchors = 8 * 21

// anchorsOf calls yield for each anchor of the colour that has a legal placement, in reading order,
// with the placements that cover it and none of those before.
func (s *side) anchorsOf(yield func(l listed) bool) {
	free := s.allowed // but anchors visited count as not allowed
	for w, word := range s.anchors {
		for ; word != 0; word &= word - 1 {
			i := bits.TrailingZeros64(word)
			row, col := 2*w-2+i>>5, i&31-margin
			lo, hi, flip := free.fitsAt(row, col)
			free[row+margin] &^= rowBit(col)
			lo, hi = lo&s.usable[0], hi&s.usable[1]
			if lo|hi == 0 {
				continue
			}
			if !yield(listed{lo, hi, int8(row), int8(col), flip, uint8(bits.OnesCount64(lo) + bits.OnesCount64(hi))}) {
				return
			}
		}
	}
}

func (s *side) canMove() (can bool) {
	s.anchorsOf(func(listed) bool {
		can = true
		return false
	})
	return can
}

// Moves appends the legal moves of the colour to move to dst and returns it: none if the game is over.
// Anchors come in reading order, and at each of them larger tiles first. It allocates only what dst lacks.
func (p *Position) Moves(dst []Move) []Move { return p.MovesOf(p.toMove, dst) }

// MovesOf does the work of Moves for any colour, as if it were to move.
func (p *Position) MovesOf(c Colour, dst []Move) []Move {
	if p.sides[c].out {
		return dst
	}
	p.sides[c].anchorsOf(func(l listed) bool {
		for ; l.lo != 0; l.lo &= l.lo - 1 {
			dst = append(dst, l.move(bits.TrailingZeros64(l.lo)))
		}
		for ; l.hi != 0; l.hi &= l.hi - 1 {
			dst = append(dst, l.move(64+bits.TrailingZeros64(l.hi)))
		}
		return true
	})
	return dst
}

// CountMoves returns the number of legal moves of the colour to move.
func (p *Position) CountMoves() int { return p.CountMovesOf(p.toMove) }

// CountMovesOf returns the number of moves that MovesOf lists.
func (p *Position) CountMovesOf(c Colour) (n int) {
	if p.sides[c].out {
		return 0
	}
	p.sides[c].anchorsOf(func(l listed) bool {
		n += int(l.count)
		return true
	})
	return n
}
