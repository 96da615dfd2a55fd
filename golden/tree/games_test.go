// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import (
	"math/rand/v2"
	"slices"
)

// nim is a game with known values: players in turn take any number from one heap, and the player
// who takes the last wins (Bouton, Nim, a Game with a Complete Mathematical Theory, 1901).
type nim struct {
	start, heaps []int
	mover        int
}

func newNim(heaps ...int) *nim { return &nim{start: heaps, heaps: slices.Clone(heaps)} }

func (g *nim) Reset()      { copy(g.heaps, g.start); g.mover = 0 }
func (g *nim) ToMove() int { return g.mover }

func (g *nim) Over() (Leaf, bool) {
	for _, h := range g.heaps {
		if h > 0 {
			return Leaf{}, false
		}
	}
	return nimLeaf(g.mover ^ 1), true
}

func nimLeaf(winner int) Leaf {
	l := Leaf{Margin: int32(1 - 2*winner)}
	l.Values[winner] = MaxValue
	return l
}

func (g *nim) Moves(dst []Choice) []Choice {
	for i, h := range g.heaps {
		for n := 1; n <= h; n++ {
			dst = append(dst, Choice{Move: Move(i<<8 | n)})
		}
	}
	return dst
}

func (g *nim) Play(m Move) {
	g.heaps[m>>8] -= int(m & 255)
	g.mover ^= 1
}

// Leaf gives all players equal values, without knowledge of the game.
func (g *nim) Leaf(number uint32) Leaf {
	return nimLeaf(rand.New(rand.NewPCG(uint64(number), 0)).IntN(2))
}

// xor is nonzero if the player to move wins.
func (g *nim) xor() (x int) {
	for _, h := range g.heaps {
		x ^= h
	}
	return x
}

// branch is a position of a randomly drawn game: any number of players, who need not alternate.
type branch struct {
	mover    int
	next     []*branch // children by number of the move
	logits   []int32
	values   Values // values at the end of the game
	margin   int32
	solution *branch // the end of best play
}

// randomBranch draws a game of up to depth plies.
func randomBranch(rng *rand.Rand, players, depth, width int) *branch {
	b := &branch{mover: rng.IntN(players)}
	if depth == 0 || rng.IntN(8) == 0 {
		for p := range players {
			b.values[p] = Value(1 + rng.IntN(MaxValue-1))
		}
		b.margin = int32(rng.IntN(1000))
		b.solution = b
		return b
	}
	for range 1 + rng.IntN(width) {
		n := randomBranch(rng, players, depth-1, width)
		b.next = append(b.next, n)
		b.logits = append(b.logits, int32(rng.IntN(4*Nat)))
		if b.solution == nil || n.solution.values[b.mover] > b.solution.values[b.mover] {
			b.solution = n.solution
		}
	}
	return b
}

// drawn plays a randomly drawn game.
type drawn struct{ root, at *branch }

func (g *drawn) Reset()      { g.at = g.root }
func (g *drawn) ToMove() int { return g.at.mover }
func (g *drawn) Over() (Leaf, bool) {
	return Leaf{g.at.values, g.at.margin}, len(g.at.next) == 0
}

func (g *drawn) Moves(dst []Choice) []Choice {
	for i, l := range g.at.logits {
		dst = append(dst, Choice{Move(i), l})
	}
	return dst
}

func (g *drawn) Play(m Move) { g.at = g.at.next[m] }

// Leaf plays random moves to the end.
func (g *drawn) Leaf(number uint32) Leaf {
	rng := rand.New(rand.NewPCG(uint64(number), 1))
	for len(g.at.next) > 0 {
		g.at = g.at.next[rng.IntN(len(g.at.next))]
	}
	return Leaf{g.at.values, g.at.margin}
}

// endless is a game without end. Every leaf has the same value, and every position has as many
// moves as the root, the first with the greatest prior.
type endless struct {
	width int
	mover int
	leaf  Leaf
}

func (g *endless) Reset()             { g.mover = 0 }
func (g *endless) ToMove() int        { return g.mover }
func (g *endless) Over() (Leaf, bool) { return Leaf{}, false }
func (g *endless) Play(Move)          { g.mover ^= 1 }
func (g *endless) Leaf(uint32) Leaf   { return g.leaf }

func (g *endless) Moves(dst []Choice) []Choice {
	for i := range g.width {
		dst = append(dst, Choice{Move(i), int32(-i) * 8})
	}
	return dst
}
