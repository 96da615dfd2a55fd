// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// plainNode belongs to a tree search written from the texts: it lists all moves of a node at once,
// and computes each value afresh. The actual search lists as few moves as it can, and must give the
// same results.
type plainNode struct {
	moves      []Move
	heuristics []float64
	below      []*plainNode
	visits     []float64
	sums       []float64
	squares    []float64
}

func (n *plainNode) total() (sum float64) {
	for _, v := range n.visits {
		sum += v
	}
	return sum
}

func listPlain(c *UCTConfig, b *board, top bool) *plainNode {
	var buf []playout.AnchorMove
	n := &plainNode{moves: b.moves(nil, &buf)}
	c.Order.sort(n.moves)
	now := newTurn(b)
	for _, m := range n.moves {
		h := 0.0
		switch {
		case c.Bias.Kind == BiasUnits:
			h = float64(m.size())
		case c.Bias.Kind == BiasFunction && top:
			h = now.heuristic(m)
		}
		n.heuristics = append(n.heuristics, h)
	}
	n.below = make([]*plainNode, len(n.moves))
	n.visits, n.sums, n.squares = make([]float64, len(n.moves)), make([]float64, len(n.moves)), make([]float64, len(n.moves))
	return n
}

func (n *plainNode) choose(c *UCTConfig) int {
	best, most := 0, math.Inf(-1)
	for i, m := range n.moves {
		v := c.FirstPlay.of(m.size())
		if n.visits[i] > 0 {
			mean := n.sums[i] / n.visits[i]
			v = mean + c.Formula.term(c.C, math.Log(max(1, n.total())), n.visits[i], mean, n.squares[i]/n.visits[i])
		}
		v += c.Bias.Weight * n.heuristics[i] / (n.visits[i] + 1)
		if v > most {
			best, most = i, v
		}
	}
	return best
}

// searchPlain returns the root's statistics.
func searchPlain(c *UCTConfig, pos *duo.Position, seed uint32, playouts int) *plainNode {
	root := newBoard(pos)
	top := listPlain(c, &root, true)
	for i := range playouts {
		type step struct {
			node  *plainNode
			index int
			mover duo.Player
		}
		var path []step
		b, n := root, top
		for !b.state.Over() {
			k := n.choose(c)
			path = append(path, step{n, k, b.state.ToMove()})
			b.play(n.moves[k])
			if n.visits[k] == 0 {
				break
			}
			if n.below[k] == nil && !b.state.Over() {
				n.below[k] = listPlain(c, &b, false)
			}
			n = n.below[k]
		}
		rng := playout.NewRNG(seed, uint32(i))
		rewards := c.Reward.of(c.Rollout.play(&b, &rng, nil))
		for _, s := range path {
			r := rewards[s.mover]
			s.node.visits[s.index]++
			s.node.sums[s.index] += r
			s.node.squares[s.index] += r * r
		}
	}
	return top
}

func TestSearchIsThePlainOne(t *testing.T) {
	r := seedtest.Rand(t)
	for range 40 {
		pos := randomPosition(r, r.IntN(26))
		c := UCTConfig{
			C: float64(r.IntN(21)) / 10, Formula: Formula(r.IntN(3)), FirstPlay: FirstPlay{FirstPlayKind(r.IntN(3)), float64(r.IntN(5)-1) / 10},
			Bias: Bias{BiasKind(r.IntN(3)), 0.25 * float64(1+r.IntN(4))}, Rollout: Rollout(r.IntN(4)), Order: Order(r.IntN(2)),
		}
		seed, playouts := r.Uint32(), 20+r.IntN(300)
		u := NewUCT(c, &pos, seed)
		if len(u.moves) == 1 {
			continue
		}
		_, err := u.Search(playouts, nil)
		require.NoError(t, err)
		want := searchPlain(&c, &pos, seed, playouts)
		var visits, sums []float64
		got := map[Move]*child{}
		for i := range u.top.children {
			got[u.top.children[i].move] = &u.top.children[i]
		}
		for _, m := range want.moves {
			a := got[m]
			if a == nil {
				a = new(child)
			}
			visits, sums = append(visits, float64(a.visits)), append(sums, a.sum)
		}
		require.Empty(t, cmp.Diff(want.visits, visits), "%+v", c)
		require.Empty(t, cmp.Diff(want.sums, sums), "%+v", c)
	}
}
