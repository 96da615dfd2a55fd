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

// List holds the anchors that have moves, and has room for all anchors that State.List visits.
type List [duo.NumSquares]Listed

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
// Further entries of out are of no use.
func (st *State) List(policy Policy, out *List) (anchors, moves int) {
	s := &st.sides[st.toMove]
	visited, lo, hi := s.visit(st.toMove.Start(), out)
	chosenLo, chosenHi := s.usable[0], s.usable[1]
	if policy == Largest {
		of := &patternsOfSize[largest(lo&chosenLo, hi&chosenHi)]
		chosenLo, chosenHi = chosenLo&of[0], chosenHi&of[1]
	}
	// No branch depends on the fits of an anchor: such branches are as good as random.
	for i := range out[:visited] {
		l, to := &out[i], &out[anchors]
		lo, hi := l.fits[0]&chosenLo, l.fits[1]&chosenHi
		n := uint(bits.OnesCount64(lo) + bits.OnesCount64(hi))
		to.fits[0], to.fits[1] = lo, hi
		to.row, to.col, to.flip, to.count = l.row, l.col, l.flip, uint8(n)
		anchors += int((n + NumPatterns) / (NumPatterns + 1)) // 1 if n > 0
		moves += int(n)
	}
	if anchors > MaxListedCorners || moves > MaxListedMoves {
		return out.bound(anchors)
	}
	return anchors, moves
}

// bound returns how many of the list's anchors List considers, and the number of their moves.
func (list *List) bound(anchors int) (considered, moves int) {
	for considered < min(anchors, MaxListedCorners) && moves < MaxListedMoves {
		moves += int(list[considered].count)
		considered++
	}
	return considered, moves
}

// fourRows returns four rows of the anchors, 16 bits apart.
func (s *side) fourRows(top int) (anchors uint64) {
	all, others := &s.allowed[withAnchors][0], &s.allowed[noAnchors][0]
	row := func(i int) uint64 {
		at := (top + rowMargin + i) & rowIndexMask
		return uint64(uint16((all[at]^others[at])>>rowMargin)) << (16 * i)
	}
	return row(0) | row(1) | row(2) | row(3)
}

// visit writes the patterns that fit at each of the player's anchors, in reading order, whether he
// has their tiles or not. It returns the number of anchors and the union of the patterns, as the
// words of a PatternSet. start is the player's starting square.
func (s *side) visit(start duo.Square, out *List) (n int, allLo, allHi uint64) {
	first := s.first()
	mirrors := FlipRows | FlipCols
	if first {
		mirrors = 0
	}
	for top := 0; top < duo.BoardSize; top += 4 {
		for squares := s.fourRows(top); squares != 0; squares &= squares - 1 {
			i := bits.TrailingZeros64(squares)
			row, col := top+i/16, i%16
			lo, hi, flip := s.fitsAt(row, col, mirrors)
			if first {
				cover := &coverTable[start.Row()-row+Reach][start.Col()-col+Reach]
				lo &= cover[0]
				hi &= cover[1]
			}
			l := &out[n]
			l.fits[0], l.fits[1] = lo, hi
			l.row, l.col, l.flip = int8(row), int8(col), flip
			allLo, allHi = allLo|lo, allHi|hi
			n++
		}
	}
	return n, allLo, allHi
}

// largest returns the greatest size of the patterns in the set of these two words, 0 if it is empty:
// large tiles have the low numbers.
func largest(lo, hi uint64) int {
	if lo != 0 {
		return int(patternSize[bits.TrailingZeros64(lo)&63])
	}
	return int(patternSize[64+bits.TrailingZeros64(hi|1<<63)&63])
}

// patternSize holds the number of squares of each pattern, and then 0.
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
