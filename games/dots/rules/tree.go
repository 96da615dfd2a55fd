// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play"
)

// TreeGame is dots and boxes for package tree. A tree's move is the number of an edge, and margins
// are boxes of player 1 less boxes of player 2. The prior plays like a beginner: it takes boxes,
// and gives no box away.
type TreeGame struct {
	board *Grid
	root  node
	at    node
	sides []uint8 // drawn sides of each box, in a playout
}

// node is a position without its history.
type node struct {
	drawn Edges
	mover int
	net   int // boxes of player 1 less boxes of player 2
}

// NewTreeGame returns the game at a position.
func NewTreeGame(p *Position) *TreeGame {
	g := &TreeGame{board: p.board, sides: make([]uint8, p.board.Boxes())}
	g.SetRoot(p)
	return g
}

// SetRoot makes a position the one that Reset restores, on the same board.
func (g *TreeGame) SetRoot(pos play.Position) {
	p := pos.(*Position)
	g.root = node{p.drawn, p.mover, p.scores[0] - p.scores[1]}
	g.at = g.root
}

// Reset goes back to the root.
func (g *TreeGame) Reset() { g.at = g.root }

// ToMove returns the seat to move.
func (g *TreeGame) ToMove() int { return g.at.mover }

// Play draws an edge.
func (g *TreeGame) Play(m tree.Move) { g.board.play(&g.at, Edge(m)) }

// play draws an edge, and returns the number of boxes that it completes.
func (b *Grid) play(n *node, e Edge) (captured int) {
	s := &b.sets[e]
	captured = s.captures(n.drawn)
	n.drawn |= s.bit
	if captured == 0 {
		n.mover = 1 - n.mover
		return 0
	}
	n.net += captured * (1 - 2*n.mover)
	return captured
}

// Over returns the value of the end.
func (g *TreeGame) Over() (tree.Leaf, bool) {
	if g.at.drawn != g.board.All {
		return tree.Leaf{}, false
	}
	return leafOf(g.at.net), true
}

// leafOf returns the value of a finished game with that margin: 7/8 for the win and 1/8 for the
// margin, which thus decides between moves that do not change the winner.
func leafOf(net int) tree.Leaf {
	won := uint32(tree.MaxValue / 2)
	switch {
	case net > 0:
		won = tree.MaxValue
	case net < 0:
		won = 0
	}
	v := tree.Value((7*won + uint32(tree.Logistic(int32(net)*tree.Nat/2))) / 8)
	return tree.Leaf{Values: tree.Values{v, tree.MaxValue - v}, Margin: int32(net)}
}

// Prior weights of moves: a box taken, and a box given away.
const (
	takes = 3 * tree.Nat
	gives = -3 * tree.Nat
)

// Moves appends the free edges with their prior weights.
func (g *TreeGame) Moves(dst []tree.Choice) []tree.Choice {
	b := g.board
	for free := b.All &^ g.at.drawn; free != 0; {
		e := b.First(free)
		free &^= b.Bit(e)
		logit := int32(0)
		for _, box := range b.beside[e] {
			if box < 0 {
				continue
			}
			switch (b.boxes[box] & g.at.drawn).Count() {
			case 3:
				logit += takes
			case 2:
				logit += gives
			}
		}
		dst = append(dst, tree.Choice{Move: tree.Move(e), Logit: logit})
	}
	return dst
}

// Leaf plays on to the end by the beginner's rule, with random choices: a box to take, else an edge
// that gives no box away, else any edge.
func (g *TreeGame) Leaf(number uint32) tree.Leaf {
	b, n := g.board, g.at
	rng := rand.NewPCG(uint64(number), 0)
	var edges [MaxEdges]Edge // edges left
	left := 0
	for free := b.All &^ n.drawn; free != 0; left++ {
		edges[left] = b.First(free)
		free &^= b.Bit(edges[left])
	}
	for box, set := range b.boxes {
		g.sides[box] = uint8((set & n.drawn).Count())
	}
	for ; left > 0; left-- {
		// The best kind of move, starting from a random place. This is not quite uniform, but near
		// enough for an estimate.
		from := int(rng.Uint64() >> 33 % uint64(left))
		pick, best := from, -1
		for i := range left {
			at := from + i
			if at >= left {
				at -= left
			}
			if kind := g.kind(edges[at]); kind > best {
				pick, best = at, kind
				if kind == 2 {
					break
				}
			}
		}
		e := edges[pick]
		edges[pick] = edges[left-1]
		b.play(&n, e)
		for _, box := range b.beside[e] {
			if box >= 0 {
				g.sides[box]++
			}
		}
	}
	return leafOf(n.net)
}

// kind returns 2 for an edge that takes a box, 1 for one that gives no box away, else 0.
func (g *TreeGame) kind(e Edge) int {
	kind := 1
	for _, box := range g.board.beside[e] {
		if box < 0 {
			continue
		}
		switch g.sides[box] {
		case 3:
			return 2
		case 2:
			kind = 0
		}
	}
	return kind
}
