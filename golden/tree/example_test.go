// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree_test

import (
	"fmt"
	"log"

	"github.com/tessera-fpga/tessera/golden/tree"
)

// heap is a game: players in turn take one to three stones from a heap, and the player who takes
// the last one wins.
type heap struct{ start, stones, mover int }

func (h *heap) Reset() { h.stones, h.mover = h.start, 0 }

func (h *heap) ToMove() int { return h.mover }

func (h *heap) Over() (tree.Leaf, bool) { return won(1 - h.mover), h.stones == 0 }

func (h *heap) Moves(dst []tree.Choice) []tree.Choice {
	for n := 1; n <= min(3, h.stones); n++ {
		dst = append(dst, tree.Choice{Move: tree.Move(n)}) // no prior: all moves are alike
	}
	return dst
}

func (h *heap) Play(m tree.Move) { h.stones, h.mover = h.stones-int(m), 1-h.mover }

// Leaf uses no knowledge of the game: it lets each player win half of the leaves.
func (h *heap) Leaf(number uint32) tree.Leaf { return won(int(number % 2)) }

func won(player int) (l tree.Leaf) {
	l.Values[player] = tree.MaxValue
	return l
}

// The search proves that taking 2 is the only winning move with 10 stones.
func Example() {
	game := &heap{start: 10}
	game.Reset()
	t, err := tree.New(tree.Config{Nodes: 1 << 12}, []tree.Game{game})
	if err != nil {
		log.Fatal(err)
	}
	t.Search(2000, nil)
	best, ok := t.Best()
	fmt.Println("take", best.Move, "proven", best.Proven, ok)
	fmt.Println("line", t.Line(nil, best.Move))
	fmt.Println("solved", t.State().Solved)
	// Output:
	// take 2 proven true true
	// line [2 1 3 1 3]
	// solved true
}
