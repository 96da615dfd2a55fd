// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// TestExpandedBound continues a search with all expanded nodes in use; after a move there is room
// again.
func TestExpandedBound(t *testing.T) {
	t.Parallel()
	tr := newTree(t, Config{Expanded: 9, Nodes: 10_000}, &endless{width: 20, leaf: Leaf{Values: Values{30_000, 35_535}}})
	assert.Equal(t, 3000, tr.Search(3000, nil))
	s := tr.State()
	assert.True(t, s.Full)
	assert.Equal(t, 9, s.Expanded)
	assert.Equal(t, 1+9*20, s.Nodes)
	best, _ := tr.Best()
	require.True(t, tr.Advance(func(m Move) bool { return m == best.Move }))
	s = tr.State()
	assert.False(t, s.Full)
	assert.LessOrEqual(t, s.Expanded, 5)
	tr.Search(3000, nil)
	assert.Equal(t, 9, tr.State().Expanded)
}

// TestVisitBits ends a search with the last visit that fits.
func TestVisitBits(t *testing.T) {
	t.Parallel()
	tr := newTree(t, Config{VisitBits: 8}, &endless{width: 5})
	assert.Equal(t, 200, tr.Search(200, nil))
	assert.Equal(t, 55, tr.Search(200, nil))
	assert.Zero(t, tr.Search(200, nil))
}

// TestNoProofs visits the end of a game as often as the choice finds it best.
func TestNoProofs(t *testing.T) {
	t.Parallel()
	g := newNim(1, 2, 4)
	tr := newTree(t, Config{NoProofs: true}, g)
	assert.Equal(t, 5000, tr.Search(5000, nil))
	assert.False(t, tr.State().Solved)
	best, ok := tr.Best()
	require.True(t, ok)
	assert.False(t, best.Proven)
	g.Reset()
	g.Play(best.Move)
	assert.Zero(t, g.xor(), "the move wins all the same")
}

// account is the trace's account of a child.
type account struct {
	visits uint32
	sum    uint64
}

// TestTrace adds up the trace and repeats its choices: the trace must be complete.
func TestTrace(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for i, inFlight := range []int{1, 4, 16, 1, 4, 16} {
		root := randomBranch(rng, 2, 6, 9)
		for len(root.next) < 3 {
			root = randomBranch(rng, 2, 6, 9)
		}
		cfg := Config{InFlight: inFlight, ExpandVisits: 3, Children: 6, Expanded: 60, NoProofs: true, LateChildren: i >= 3}
		tr := newTree(t, cfg, &drawn{root, root})
		type key struct {
			node uint32
			slot int
		}
		accounts := map[key]*account{}
		type pending struct {
			at   *account
			adds uint64
		}
		var ring [][]pending
		leaves := uint32(0)
		type lists struct {
			node     uint32
			children []Child
		}
		asked := map[uint32]lists{}
		given := 0
		tr.Trace(func(d *Descent) {
			require.Equal(t, leaves, d.Number)
			leaves++
			if l, ok := asked[d.Number-uint32(inFlight)]; ok {
				if level, ok := tr.At(l.node); ok {
					require.Equal(t, l.children, tr.ChildrenOf(&level, nil))
					given++
				}
			}
			if len(d.Late) > 0 {
				asked[d.Number] = lists{d.Node, slices.Clone(d.Late)}
				require.GreaterOrEqual(t, int(d.Visits), cfg.ExpandVisits)
				_, ok := tr.At(d.Node)
				require.False(t, ok)
			}
			if int(d.Number) >= inFlight {
				for _, p := range ring[int(d.Number)-inFlight] {
					p.at.sum += p.adds
				}
			}
			var path []pending
			at := root
			visits := d.Number + 1
			for i := range d.Levels {
				l := &d.Levels[i]
				require.Equal(t, visits, l.Visits)
				require.Equal(t, at.mover, l.Player)
				children := tr.ChildrenOf(l, nil)
				best, most, sum, count, visited := 0, int64(-1), uint64(0), uint64(0), 0
				for slot, c := range children {
					a := accounts[key{l.Node, slot}]
					if a == nil {
						a = &account{}
						accounts[key{l.Node, slot}] = a
					}
					value := int64(0)
					if a.visits > 0 {
						value = int64(a.sum / uint64(a.visits))
						visited++
					} else if count > 0 {
						value = int64(sum/count) - int64(tr.cfg.Reduction)
					}
					sum, count = sum+a.sum, count+uint64(a.visits)
					scale := uint64(Sqrt(visits)) * uint64(tr.cfg.Exploration) >> SqrtPoint
					score := value + int64(uint64(Share(c.Prior, a.visits))*scale>>12)
					if score > most {
						best, most = slot, score
					}
					if a.visits == 0 {
						break
					}
				}
				require.Equal(t, best, l.Slot, "leaf %d, level %d", d.Number, i)
				require.Equal(t, visited, l.Visited)
				require.Equal(t, children[best].Move, l.Move)
				a := accounts[key{l.Node, best}]
				a.visits++
				visits = a.visits
				path = append(path, pending{a, uint64(d.Leaf.Values[l.Player])})
				at = at.next[l.Move]
			}
			require.Equal(t, visits, d.Visits)
			if len(d.Late) > 0 {
				require.Equal(t, at.mover, d.Player)
			}
			require.Equal(t, len(at.next) == 0, d.Over)
			ring = append(ring, path)
		})
		assert.Equal(t, 2000, tr.Search(2000, nil))
		assert.EqualValues(t, 2000, leaves)
		assert.Equal(t, cfg.LateChildren, given > 0)
		for _, path := range ring[len(ring)-inFlight:] {
			for _, p := range path {
				p.at.sum += p.adds
			}
		}
		for k, a := range accounts {
			visits, sum := tr.Statistics(&Level{Node: k.node}, k.slot)
			require.Equal(t, *a, account{visits, sum})
		}
	}
}
