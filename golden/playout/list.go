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
	fits PatternSet // patterns that the policy may choose
	info uint64     // from bit 0, a byte each: place, mirrors, number of moves
}

func (l *Listed) at() place { return place(l.info) }

// Count returns the number of the anchor's moves.
func (l *Listed) Count() int { return int(l.info >> 16) }

// Move returns the k-th of the anchor's moves, counted from 0, in the order of patterns.
func (l *Listed) Move(k int) AnchorMove { return AnchorMove{l.Square(), l.Flip(), l.fits.nth(k)} }

// Patterns returns the anchor's moves as a set, with Square as their Anchor and Flip as their Flip.
func (l *Listed) Patterns() PatternSet { return l.fits }

// Square returns the anchor.
func (l *Listed) Square() duo.Square { return duo.NewSquare(l.at().row(), l.at().col()) }

// Flip returns the mirrors of the anchor's window.
func (l *Listed) Flip() Flip { return Flip(l.info >> 8 & 3) }

// List holds the anchors that have moves. State.List needs room for one more than it considers.
type List [1 << listBits]Listed

const (
	listBits = 6
	listMask = 1<<listBits - 1
)

// Locate walks along a list to the k-th of all its moves, counted from 0. It returns the index of
// the move's anchor, and the move's number at that anchor. The list must have more than k moves.
func (list *List) Locate(k int) (i, _ int) {
	for ; k >= list[i].Count(); i++ {
		k -= list[i].Count()
	}
	return i, k
}

// List writes the anchors with a move that the policy may choose, in reading order, and returns the
// number of anchors and the number of their moves; MaxListedCorners and MaxListedMoves bound them.
// Further entries of out are of no use. The state remembers where the player has no move; see hopes.
func (st *State) List(policy Policy, out *List) (anchors, moves int) {
	s := &st.sides[st.toMove]
	if policy == Uniform {
		hope := everywhere
		return out.count(s.fit(&hope, s.usable, st.toMove, out))
	}
	for size := MaxTileSize; size > 0; size-- {
		chosen := s.usable.And(patternsOfSize[size])
		if chosen == (PatternSet{}) {
			continue
		}
		hope := &s.hopes[size]
		if anchors = s.fit(hope, chosen, st.toMove, out); anchors > 0 {
			return out.count(anchors)
		}
	}
	return 0, 0
}

// count fills in the numbers of the moves of the list's anchors, and returns how many anchors List
// considers and the number of their moves.
func (list *List) count(anchors int) (considered, moves int) {
	for i := range list[:anchors] {
		l := &list[i]
		n := l.fits.Count()
		l.info |= uint64(n) << 16
		moves += n
		if moves >= MaxListedMoves {
			return i + 1, moves
		}
	}
	return anchors, moves
}

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
		anchor := l.Square()
		for word, set := range l.fits {
			for ; set != 0; set &= set - 1 {
				dst = append(dst, AnchorMove{anchor, l.Flip(), Pattern(64*word + bits.TrailingZeros64(set))})
			}
		}
	}
	return dst
}
