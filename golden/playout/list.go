// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// MaxListedCorners is the most anchors with a legal move that a playout considers; it ignores the
// rest. No random game reached this number. In hardware the list takes a quarter of a block RAM, 64
// words.
const MaxListedCorners = 40

// MaxListedMoves bounds a playout's look at corners: with this many moves it considers no further
// ones. Games stay below it (players who cooperate to find a maximum reach some 1,200), and the
// moves of one more corner still fit into the hardware's 11 bits.
const MaxListedMoves = 1920

// Listed is an anchor with legal moves.
type Listed struct {
	fits     PatternSet // patterns that the policy may choose
	row, col int8
	flip     Flip
	count    uint8
}

func (l *Listed) anchor() duo.Square { return duo.NewSquare(int(l.row), int(l.col)) }

// Count returns the number of the anchor's moves.
func (l *Listed) Count() int { return int(l.count) }

// Move returns the k-th of the anchor's moves, counted from 0, in the order of patterns.
func (l *Listed) Move(k int) AnchorMove { return AnchorMove{l.anchor(), l.flip, l.fits.nth(k)} }

// Patterns returns the anchor's moves as a set, with Square as their Anchor and Flip as their Flip.
func (l *Listed) Patterns() PatternSet { return l.fits }

// Square returns the anchor.
func (l *Listed) Square() duo.Square { return l.anchor() }

// Flip returns the mirrors of the anchor's window.
func (l *Listed) Flip() Flip { return l.flip }

// List holds the anchors that have moves.
type List [MaxListedCorners]Listed

// Locate walks along a list to the k-th of all its moves, counted from 0. It returns the index of
// the move's anchor, and the move's number at that anchor. The list must have more than k moves.
func (list *List) Locate(k int) (i, _ int) {
	for ; k >= int(list[i].count); i++ {
		k -= int(list[i].count)
	}
	return i, k
}

// List writes the anchors with a move that the policy may choose, in reading order, and returns the
// number of anchors and the number of their moves; MaxListedCorners and MaxListedMoves bound them.
// It leaves further entries of out unchanged.
func (st *State) List(policy Policy, out *List) (anchors, moves int) {
	s := &st.sides[st.toMove]
	free := s.allowed // without the visited anchors, which count as not allowed
	first, start := s.first(), st.toMove.Start()
	mirrors := FlipRows | FlipCols
	if first {
		mirrors = 0
	}
	// The policy's choice: patterns of the greatest size found so far, and greater ones if other
	// tiles are left.
	left, chosen := s.usable, s.usable
	if policy == Largest {
		chosen = patternsOfSize[1]
	}
	for top := 0; top < duo.BoardSize; top += 4 {
		for squares := s.anchors.four(top); squares != 0; squares &= squares - 1 {
			i := bits.TrailingZeros64(squares)
			row, col := top+i/16, i%16
			lo, hi, flip := free.fitsAt(row, col, mirrors)
			free[(row+rowMargin)&rowIndexMask] &^= rowBit(col)
			lo &= left[0]
			hi &= left[1]
			if first {
				cover := &coverTable[start.Row()-row+Reach][start.Col()-col+Reach]
				lo &= cover[0]
				hi &= cover[1]
			}
			if lo|hi == 0 {
				continue
			}
			if lo&^chosen[0]|hi&^chosen[1] != 0 {
				size := sizeOfFirst(lo, hi)
				chosen, left = patternsOfSize[size], left.And(patternsUpFrom[size])
				lo &= chosen[0]
				hi &= chosen[1]
				anchors, moves = 0, 0
			}
			if anchors < MaxListedCorners && moves < MaxListedMoves {
				l := &out[anchors]
				n := bits.OnesCount64(lo) + bits.OnesCount64(hi)
				l.fits[0], l.fits[1] = lo, hi
				l.row, l.col, l.flip, l.count = int8(row), int8(col), flip, uint8(n)
				anchors++
				moves += n
			}
		}
	}
	return anchors, moves
}

// sizeOfFirst returns the greatest size of the patterns in the nonempty set of these two words:
// large tiles have the low numbers.
func sizeOfFirst(lo, hi uint64) int {
	if lo != 0 {
		return int(patternSize[bits.TrailingZeros64(lo)&63])
	}
	return int(patternSize[64+bits.TrailingZeros64(hi)&63])
}

// patternSize holds the number of squares of each pattern.
var patternSize = func() (out [NumPatterns + 1]uint8) {
	for p := range Pattern(NumPatterns) {
		out[p] = uint8(p.Tile().Size())
	}
	return out
}()

// AnchorMoves appends the legal moves of the player to move to dst, in the move order of the anchor
// method, and returns it. The set equals LegalMoves' set if at most MaxListedCorners corners have
// moves, fewer than MaxListedMoves in all.
func AnchorMoves(p *duo.Position, dst []AnchorMove) []AnchorMove {
	st := NewState(p)
	return st.Moves(dst)
}

// Moves appends the legal moves of the player to move to dst, as AnchorMoves does. It allocates
// only if dst is too small.
func (st *State) Moves(dst []AnchorMove) []AnchorMove {
	if st.Over() {
		return dst
	}
	var list List
	n, _ := st.List(Uniform, &list)
	for i := range list[:n] {
		l := &list[i]
		anchor := l.anchor()
		for word, set := range l.fits {
			for ; set != 0; set &= set - 1 {
				dst = append(dst, AnchorMove{anchor, l.flip, Pattern(64*word + bits.TrailingZeros64(set))})
			}
		}
	}
	return dst
}
