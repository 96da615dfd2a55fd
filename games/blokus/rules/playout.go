// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/playout"
)

// patternsOfSize holds the patterns of the tiles of each size; sizeOf holds the number of squares
// of each pattern.
var patternsOfSize, sizeOf = func() (of [8]playout.PatternSet, sizes [128]uint8) {
	for p := range playout.Pattern(playout.NumPatterns) {
		sizes[p] = uint8(p.Tile().Size())
		of[sizes[p]][p/64] |= 1 << (p % 64)
	}
	return of, sizes
}()

// choice holds the moves of a playout's choice.
type choice struct {
	anchors anchors
	fits    [maxAnchors]struct {
		lo, hi uint64 // patterns
		flip   playout.Flip
		below  uint32 // number of moves of this anchor and the anchors before it
	}
	moves uint32
}

// list lists the moves of a side that the policy may choose.
func (c *choice) list(s *side, policy playout.Policy) {
	c.anchors.list(s)
	fits := c.fits[:min(c.anchors.n, maxAnchors)]
	var allLo, allHi uint64
	for i := range fits {
		f := &fits[i]
		lo, hi, flip := s.fitsAt(c.anchors.at[i])
		f.lo, f.hi, f.flip = lo&s.usable[0], hi&s.usable[1], flip
		allLo |= f.lo
		allHi |= f.hi
	}
	chosen := playout.PatternSet{^uint64(0), ^uint64(0)}
	if policy == playout.Largest {
		// Patterns are numbered from large to small tiles.
		first := bits.TrailingZeros64(allLo)
		if allLo == 0 {
			first = 64 + bits.TrailingZeros64(allHi)
		}
		chosen = patternsOfSize[sizeOf[first&127]&7]
	}
	n := uint32(0)
	for i := range fits {
		f := &fits[i]
		f.lo &= chosen[0]
		f.hi &= chosen[1]
		n += uint32(bits.OnesCount64(f.lo) + bits.OnesCount64(f.hi))
		f.below = n
	}
	c.moves = n
}

// draw returns one of the moves, all equally likely. There must be at least one.
func (c *choice) draw(rng *playout.RNG) Move {
	k := below(rng, c.moves)
	i := 0
	for c.fits[i].below <= k {
		i++
	}
	f := &c.fits[i]
	count := uint32(bits.OnesCount64(f.lo))
	k -= f.below - count - uint32(bits.OnesCount64(f.hi))
	word, base := f.lo, 0
	if k >= count {
		word, base, k = f.hi, 64, k-count
	}
	for ; k > 0; k-- {
		word &= word - 1
	}
	return moveAt(base+bits.TrailingZeros64(word), f.flip, c.anchors.at[i])
}

// below returns a number below n, each with the same probability (Lemire, Fast Random Integer
// Generation in an Interval, ACM Transactions on Modeling and Computer Simulation 29(1), 2019).
func below(rng *playout.RNG, n uint32) uint32 {
	product := uint64(rng.Next()) * uint64(n)
	if uint32(product) < n {
		for least := -n % n; uint32(product) < least; {
			product = uint64(rng.Next()) * uint64(n)
		}
	}
	return uint32(product >> 32)
}

// RandomMove returns a legal move of the colour to move, all equally likely. With the policy
// playout.Largest it draws among the moves of the largest placeable tiles. ok is false if the
// colour has no move.
func (p *Position) RandomMove(policy playout.Policy, rng *playout.RNG) (m Move, ok bool) {
	s := &p.sides[p.toMove]
	if s.out {
		return 0, false
	}
	var c choice
	if c.list(s, policy); c.moves == 0 {
		return 0, false
	}
	return c.draw(rng), true
}

// PlayOut plays the game to its end, with the moves that RandomMove chooses. It calls visit, if not
// nil, with each move before making it.
func (p *Position) PlayOut(policy playout.Policy, rng *playout.RNG, visit func(c Colour, m Move)) {
	var c choice
	for out := 0; out < NumColours; p.toMove = p.toMove.Next() {
		s := &p.sides[p.toMove]
		if s.out {
			out++
			continue
		}
		if c.list(s, policy); c.moves == 0 {
			s.out = true
			out++
			continue
		}
		out = 0
		m := c.draw(rng)
		if visit != nil {
			visit(p.toMove, m)
		}
		p.place(m)
	}
}
