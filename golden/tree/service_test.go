// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// queued has a leaf service value the leaves of a game.
type queued struct {
	Game
	limit   int // limit of answers
	answers []Answer
	most    int // answers waiting
	paths   int // number of moves in the requested paths
}

var errEnd = errors.New("no more")

func (q *queued) Ask(path []Move, number uint32, children int) error {
	var a Answer
	if children > 0 {
		a.Children, a.Complete = BestChildren(q.Game.Moves(nil), children)
	}
	q.Game.Reset()
	for _, m := range path {
		q.Game.Play(m)
	}
	a.Leaf = q.Game.Leaf(number)
	q.answers = append(q.answers, a)
	q.most = max(q.most, len(q.answers))
	q.paths += len(path)
	return nil
}

func (q *queued) Answer() (Answer, error) {
	if q.limit--; q.limit < 0 {
		return Answer{}, errEnd
	}
	a := q.answers[0]
	q.answers = q.answers[1:]
	return a, nil
}

// lateNode is a node of a plain SearchBy: nodes are pointers, sums are sums.
type lateNode struct {
	move     Move
	prior    uint16
	visits   uint32
	sum      uint64
	player   int // player who made the move
	children []*lateNode
	claimed  bool
}

type lateLeaf struct {
	way  []*lateNode
	open bool
	leaf Leaf
}

func lateSearch(cfg Config, e Served, leaves int) *lateNode {
	root := &lateNode{}
	adopt := func(n *lateNode, cs []Child) {
		n.claimed = false
		for _, c := range cs {
			n.children = append(n.children, &lateNode{move: c.Move, prior: c.Prior})
		}
	}
	number := uint32(0)
	ask := func(path []Move, children int) {
		if err := e.Ask(path, number, children); err != nil {
			panic(err)
		}
		number++
	}
	e.Reset()
	ask(nil, cfg.Children)
	a, _ := e.Answer()
	adopt(root, a.Children)
	var flights []lateLeaf
	settle := func() {
		f := flights[0]
		flights = flights[1:]
		if f.open {
			a, _ := e.Answer()
			f.leaf = a.Leaf
			if a.Children != nil {
				adopt(f.way[len(f.way)-1], a.Children)
			}
		}
		for _, n := range f.way[1:] {
			n.sum += uint64(f.leaf.Values[n.player])
		}
	}
	for range leaves {
		if len(flights) == cfg.InFlight {
			settle()
		}
		e.Reset()
		n := root
		n.visits++
		f := lateLeaf{way: []*lateNode{root}}
		var path []Move
		for len(n.children) > 0 {
			scale := uint64(cfg.Scale(n.visits))
			best, most := n.children[0], int64(-1)
			sum, count := uint64(0), uint64(0)
			for _, c := range n.children {
				score := int64(uint64(Share(c.prior, c.visits)) * scale >> (ScalePoint + SharePoint))
				if c.visits == 0 {
					if count > 0 {
						score += int64(sum/count) - int64(cfg.Reduction)
					}
				} else {
					score += int64(c.sum / uint64(c.visits))
				}
				sum, count = sum+c.sum, count+uint64(c.visits)
				if score > most {
					best, most = c, score
				}
				if c.visits == 0 {
					break
				}
			}
			best.player = e.ToMove()
			e.Play(best.move)
			path = append(path, best.move)
			n = best
			n.visits++
			f.way = append(f.way, n)
		}
		leaf, over := e.Over()
		f.leaf, f.open = leaf, !over
		if !over {
			children := 0
			if int(n.visits) >= cfg.ExpandVisits && !n.claimed {
				children, n.claimed = cfg.Children, true
			}
			ask(path, children)
		}
		flights = append(flights, f)
	}
	for len(flights) > 0 {
		settle()
	}
	return root
}

// sameTree compares a tree with a plain tree.
func sameTree(t *testing.T, tr *Tree, at uint32, want *lateNode, root bool) {
	n := &tr.arena.nodes[at]
	require.Equal(t, want.move, n.move)
	require.Equal(t, want.prior, n.prior)
	require.Equal(t, want.visits, n.visits())
	if !root {
		require.Equal(t, want.sum, n.stats&sumMask)
	}
	children := tr.arena.children(at)
	require.Len(t, children, len(want.children))
	for i := range children {
		sameTree(t, tr, n.first+uint32(i), want.children[i], false)
	}
}

// unnumbered is a game whose values do not depend on the number of the leaf.
type unnumbered struct{ Game }

func (u unnumbered) Leaf(uint32) Leaf { return u.Game.Leaf(0) }

// TestSearchBy compares the tree with a plain search's tree, node for node, and so the tree of Search
// with late children, which counts its leaves otherwise.
func TestSearchBy(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 60 {
		game := func(seed uint64) Game {
			r := rand.New(rand.NewPCG(seed, 0))
			return &drawn{root: randomBranch(r, 1+r.IntN(4), 7, 5)}
		}
		seed := rng.Uint64()
		if g := game(seed); func() bool { g.Reset(); _, over := g.Over(); return over }() {
			continue
		}
		cfg := Config{Children: 1 + rng.IntN(6), InFlight: 1 + rng.IntN(30), ExpandVisits: 1 + rng.IntN(8), NoProofs: true, Nodes: 1 << 14}
		e := &queued{Game: game(seed), limit: 1 << 30}
		tr := newTree(t, cfg, e)
		leaves := rng.IntN(600)
		n, err := tr.SearchBy(e, leaves, nil)
		require.NoError(t, err)
		require.Equal(t, leaves, n)
		require.LessOrEqual(t, e.most, cfg.InFlight)
		require.Empty(t, e.answers)
		sameTree(t, tr, 0, lateSearch(tr.cfg, &queued{Game: game(seed), limit: 1 << 30}, leaves), true)

		late := cfg
		late.LateChildren = true
		searched := newTree(t, late, unnumbered{game(seed)})
		require.Equal(t, leaves, searched.Search(leaves, nil))
		sameTree(t, searched, 0, lateSearch(tr.cfg, &queued{Game: unnumbered{game(seed)}, limit: 1 << 30}, leaves), true)

		again := newTree(t, cfg, e)
		_, err = again.SearchBy(e, leaves, nil)
		require.NoError(t, err)
		require.Equal(t, tr.Digest(), again.Digest())
		if leaves > 0 {
			again.arena.nodes[rng.IntN(int(again.arena.used.Load()))].stats += visit
			require.NotEqual(t, tr.Digest(), again.Digest())
		}
	}
}

// TestSearchBySolves proves a game of Nim, as Search does, and keeps its results.
func TestSearchBySolves(t *testing.T) {
	t.Parallel()
	e := &queued{Game: newNim(1, 2, 4), limit: 1 << 30}
	tr := newTree(t, Config{InFlight: 5, ExpandVisits: 2}, e)
	n, err := tr.SearchBy(e, 100_000, nil)
	require.NoError(t, err)
	require.Less(t, n, 100_000)
	best, ok := tr.Best()
	require.True(t, ok)
	assert.True(t, best.Proven)
	assert.EqualValues(t, MaxValue, best.Value)
	assert.EqualValues(t, 2<<8|1, best.Move, "4 becomes 3: then 1, 2 and 3 are lost")
}

// TestSearchByEnds stops a search, runs out of memory, and makes the leaf service fail.
func TestSearchByEnds(t *testing.T) {
	t.Parallel()
	e := &queued{Game: &endless{width: 10, leaf: nimLeaf(0)}, limit: 1 << 30}
	tr := newTree(t, Config{InFlight: 7, Nodes: 2 * MaxChildren, ExpandVisits: 1}, e)
	n, err := tr.SearchBy(e, 1000, func(leaves int) bool { return leaves >= 300 })
	require.NoError(t, err)
	assert.Equal(t, 304, n)
	assert.Equal(t, 304, int(tr.arena.nodes[0].visits()))
	assert.True(t, tr.arena.full.Load())
	e.limit = 100
	n, err = tr.SearchBy(e, 1000, nil)
	require.ErrorIs(t, err, errEnd)
	assert.Equal(t, 107, n)
	tr.Reset()
	e.limit, e.answers = 1<<30, nil
	n, err = tr.SearchBy(e, 50, nil)
	require.NoError(t, err)
	assert.Equal(t, 50, n)
	over := &queued{Game: newNim(0)}
	tr = newTree(t, Config{}, over)
	n, err = tr.SearchBy(over, 50, nil)
	require.NoError(t, err)
	assert.Zero(t, n)
}
