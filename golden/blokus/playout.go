package blokus

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/playout"
)

// patternsOfSize holds the patterns of the tiles of so many squares.
var patternsOfSize = func() (out [playout.MaxTileSize + 1]playout.PatternSet) {
	for p := range playout.Pattern(playout.NumPatterns) {
		out[p.Tile().Size()][p/64] |= 1 << (p % 64)
	}
	return out
}()

// RandomMove returns a legal move of the colour to move: each as likely as any other or, by the policy
// playout.Largest, each of the largest tiles that have any. ok is false if it has none.
func (p *Position) RandomMove(policy playout.Policy, rng *playout.RNG) (m Move, ok bool) {
	s := &p.sides[p.toMove]
	if s.out {
		return 0, false
	}
	var list [maxAnchors]listed
	n, moves := 0, 0
	for size := playout.MaxTileSize; size > 0 && moves == 0; size-- {
		chosen := s.usable
		if policy == playout.Largest {
			chosen[0] &= patternsOfSize[size][0]
			chosen[1] &= patternsOfSize[size][1]
		} else {
			size = 0
		}
		s.anchorsOf(func(l listed) bool {
			l.lo &= chosen[0]
			l.hi &= chosen[1]
			if l.lo|l.hi != 0 {
				l.count = uint8(bits.OnesCount64(l.lo) + bits.OnesCount64(l.hi))
				list[n] = l
				n++
				moves += int(l.count)
			}
			return true
		})
	}
	if moves == 0 {
		return 0, false
	}
	k, _ := rng.Draw(moves)
	i := 0
	for ; k >= int(list[i].count); i++ {
		k -= int(list[i].count)
	}
	return list[i].nth(k), true
}

// PlayOut plays the game to its end by the policy. If visit is not nil it is told each move before it
// is made.
func (p *Position) PlayOut(policy playout.Policy, rng *playout.RNG, visit func(c Colour, m Move)) {
	for {
		m, ok := p.RandomMove(policy, rng)
		if !ok {
			if p.Over() {
				return
			}
			p.pass() // SetToMove has given the turn to one without a move
			continue
		}
		if visit != nil {
			visit(p.toMove, m)
		}
		p.Play(m)
	}
}
