// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

func newTree(t testing.TB, cfg Config, games ...Game) *Tree {
	t.Helper()
	if cfg.Nodes == 0 {
		cfg.Nodes = 1 << 16
	}
	tr, err := New(cfg, games)
	require.NoError(t, err)
	return tr
}

func TestTables(t *testing.T) {
	t.Parallel()
	for x := range int32(expEntries + 10) {
		assert.InDelta(t, 65536*math.Exp(-float64(x)/Nat), float64(Exp(x)), 0.5001, "exp of %d", x)
	}
	for x := int32(-3000); x <= 3000; x++ {
		clipped := min(max(float64(x), -8*Nat), 8*Nat)
		assert.InDelta(t, MaxValue/(1+math.Exp(-clipped/Nat)), float64(Logistic(x)), 1, "logistic of %d", x)
		assert.Equal(t, Value(MaxValue), Logistic(x)+Logistic(-x)-Value(b2i(x == 0)), "logistic of %d and %d", x, -x)
	}
	rng := seedtest.Rand(t)
	for i := range 5000 {
		n := uint32(i)
		if i >= 2000 {
			n = rng.Uint32() >> rng.IntN(32)
		}
		want := math.Sqrt(float64(n)) * (1 << SqrtPoint)
		got := float64(Sqrt(n))
		assert.LessOrEqual(t, got, want, "root of %d", n)
		assert.Less(t, want-got, 1+want/120, "root of %d", n)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestScale compares the weight of the exploration with the formula, whose logarithm is at most 0.09
// less than the true one.
func TestScale(t *testing.T) {
	for _, c := range []Config{{Exploration: 256}, {Exploration: 192, Growth: 64}, {Exploration: 1, Growth: 1 << 12}} {
		for _, visits := range []uint32{0, 1, 2, 100, 512, 700, 1 << 10, 12345, 1<<24 - 1} {
			doubled := math.Log2((float64(visits) + 512) / 512)
			root := float64(Sqrt(visits)) / (1 << SqrtPoint)
			got := float64(c.Scale(visits)) / (1 << ScalePoint)
			high := root * (float64(c.Exploration) + float64(c.Growth)*doubled) / 256
			low := root * (float64(c.Exploration) + float64(c.Growth)*(doubled-0.09)) / 256
			assert.LessOrEqual(t, got, high+1e-9, "%+v, %d visits", c, visits)
			assert.GreaterOrEqual(t, got, low-root/128-1./256, "%+v, %d visits", c, visits)
		}
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cfg  Config
		want string
	}{
		{Config{Children: 65}, "tree: children 65, want 1..64"},
		{Config{ExpandVisits: -1}, "tree: visits to expand -1, want 1..255"},
		{Config{Nodes: 10}, "tree: nodes 10, want 128.."},
		{Config{InFlight: 2000}, "tree: leaves in flight 2000, want 1..1024"},
		{Config{InPlace: true, Children: 3, Expanded: 50, Nodes: 150}, "tree: 150 nodes, want 151: in place there must be 3 for each of 50"},
	} {
		_, err := New(c.cfg, []Game{newNim(1)})
		assert.ErrorContains(t, err, c.want)
	}
	_, err := New(Config{}, nil)
	assert.EqualError(t, err, "tree: no game, want one for each thread")
}

func TestNim(t *testing.T) {
	t.Parallel()
	for _, heaps := range [][]int{{1}, {3}, {1, 2}, {2, 2}, {1, 2, 3}, {3, 3, 1}, {1, 3, 4}, {2, 3, 4}} {
		g := newNim(heaps...)
		tr := newTree(t, Config{}, g)
		tr.Search(1_000_000, nil)
		require.True(t, tr.State().Solved, "%v", heaps)
		best, ok := tr.Best()
		require.True(t, ok)
		require.True(t, best.Proven)
		g.Reset()
		want := Value(0)
		if g.xor() != 0 {
			want = MaxValue
		}
		assert.Equal(t, want, best.Value, "%v", heaps)
		if want != 0 {
			g.Play(best.Move)
			assert.Zero(t, g.xor(), "%v: the move leaves what is lost", heaps)
			assert.EqualValues(t, 1, best.Margin)
		}
	}
}

// TestProofs compares the proofs of searches with an exhaustive search of the game, for one to four
// players with irregular turns.
func TestProofs(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	solved := 0
	for range 300 {
		players := 1 + rng.IntN(MaxPlayers)
		root := randomBranch(rng, players, 1+rng.IntN(4), 4)
		if len(root.next) == 0 {
			continue
		}
		cfg := Config{ExpandVisits: 1 + rng.IntN(8), InFlight: 1 + rng.IntN(5)}
		tr := newTree(t, cfg, &drawn{root, root})
		tr.Search(20_000, nil)
		if !tr.State().Solved {
			continue // the search visits a bad line too seldom
		}
		solved++
		best, _ := tr.Best()
		got := root.next[best.Move].solution
		require.Equal(t, root.solution.values, got.values)
		require.Equal(t, root.solution.values[root.mover], best.Value)
		require.Equal(t, root.solution.margin, best.Margin)
		at := root
		for _, m := range tr.Line(nil, best.Move) {
			at = at.next[m]
		}
		require.Equal(t, root.solution.values, at.values, "the line is not that of best play")
	}
	assert.Greater(t, solved, 150)
}

// TestNoProofWithoutAllMoves leaves out a winning move.
func TestNoProofWithoutAllMoves(t *testing.T) {
	t.Parallel()
	end := func(v Value) *branch { return &branch{values: Values{v, MaxValue - v}} }
	root := &branch{next: []*branch{end(100), end(200), end(MaxValue)}, logits: []int32{2, 1, 0}}
	tr := newTree(t, Config{Children: 2}, &drawn{root, root})
	assert.Equal(t, 1000, tr.Search(1000, nil))
	assert.False(t, tr.State().Solved)
	best, _ := tr.Best()
	assert.EqualValues(t, 1, best.Move)
	assert.True(t, best.Proven)

	root.logits[2] = 3 // now the search looks at the move, which alone proves the root
	tr = newTree(t, Config{Children: 2}, &drawn{root, root})
	assert.Less(t, tr.Search(1000, nil), 1000)
	assert.True(t, tr.State().Solved)
	best, _ = tr.Best()
	assert.EqualValues(t, MaxValue, best.Value)
}

// TestRootAtTheEnd searches a finished game.
func TestRootAtTheEnd(t *testing.T) {
	t.Parallel()
	tr := newTree(t, Config{}, newNim(0))
	assert.Zero(t, tr.Search(100, nil))
	assert.True(t, tr.State().Solved)
	_, ok := tr.Best()
	assert.False(t, ok)
	_, ok = tr.Draw(7)
	assert.False(t, ok)
}

// copyNodes copies the children of a node, for comparison.
func copyNodes(tr *Tree, i uint32, out *[]node) {
	n := tr.arena.nodes[i]
	first := n.first
	n.first = 0
	*out = append(*out, n)
	if first == unexpanded {
		return
	}
	for k := range uint32(n.count) {
		copyNodes(tr, first+k, out)
	}
}

// TestSumsAndVisits checks all nodes after searches. Every visit of a node is its own or one of its
// children's, and if all leaves have equal values, so has every mean.
func TestSumsAndVisits(t *testing.T) {
	t.Parallel()
	leaf := Leaf{Values{40_000, 25_535}, -77}
	for _, c := range []struct {
		name             string
		threads, flights int
		nodes            int
	}{
		{"one thread", 1, 1, 1 << 16},
		{"leaves in flight", 1, 64, 1 << 16},
		{"threads", 4, 1, 1 << 16},
		{"threads with leaves in flight", 3, 16, 1 << 16},
		{"little memory", 1, 1, 500},
		{"threads with little memory", 4, 3, 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			var games []Game
			for range c.threads {
				games = append(games, &endless{width: 10, leaf: leaf})
			}
			tr := newTree(t, Config{InFlight: c.flights, Nodes: c.nodes}, games...)
			const leaves = 5000
			assert.Equal(t, leaves, tr.Search(leaves/2, nil)+tr.Search(leaves/2, nil))
			s := tr.State()
			assert.Equal(t, leaves, s.Visits)
			assert.Equal(t, c.nodes == 500, s.Full)
			assert.LessOrEqual(t, s.Nodes, c.nodes)
			var check func(i uint32, mover int)
			check = func(i uint32, mover int) {
				n := &tr.arena.nodes[i]
				below := uint32(0)
				visited := true
				for k := range tr.arena.children(i) {
					child := &tr.arena.children(i)[k]
					assert.True(t, visited || child.visits() == 0, "a child was visited before one with a greater prior")
					visited = child.visits() > 0
					below += child.visits()
					check(n.first+uint32(k), mover^1)
				}
				if i == 0 {
					assert.Equal(t, n.visits(), below)
				} else if n.visits() > 0 {
					assert.LessOrEqual(t, below, n.visits())
					assert.Equal(t, leaf.Values[mover^1], mean(n.stats))
					assert.EqualValues(t, leaf.Margin, n.margin/int64(n.visits()))
				}
			}
			check(0, 0)
		})
	}
}

// TestMemoryFull continues a search in a full tree; after a move there is room again.
func TestMemoryFull(t *testing.T) {
	t.Parallel()
	tr := newTree(t, Config{Nodes: 300}, &endless{width: 20, leaf: Leaf{Values: Values{30_000, 35_535}}})
	tr.Search(3000, nil)
	require.True(t, tr.State().Full)
	before := tr.State().Nodes
	assert.Equal(t, 3000, tr.Search(3000, nil))
	assert.Equal(t, before, tr.State().Nodes)
	best, _ := tr.Best()
	require.True(t, tr.Advance(func(m Move) bool { return m == best.Move }))
	assert.LessOrEqual(t, tr.State().Nodes, 150)
	assert.False(t, tr.State().Full)
	tr.Search(3000, nil)
	assert.Greater(t, tr.State().Nodes, 150)
}

// TestAdvance checks that the subtree keeps its statistics, and its place if the tree is in place.
func TestAdvance(t *testing.T) {
	t.Parallel()
	for _, inPlace := range []bool{false, true} {
		t.Run(fmt.Sprintf("inPlace=%v", inPlace), func(t *testing.T) {
			t.Parallel()
			advance(t, inPlace)
		})
	}
}

func advance(t *testing.T, inPlace bool) {
	rng := seedtest.Rand(t)
	root := randomBranch(rng, 2, 9, 6)
	for len(root.next) < 2 {
		root = randomBranch(rng, 2, 9, 6)
	}
	g := &drawn{root, root}
	tr := newTree(t, Config{Reduction: 1, ExpandVisits: 2, InPlace: inPlace, Expanded: 1 << 12, Children: 16, Nodes: 1 << 17}, g)
	tr.Search(3000, nil)
	children := tr.arena.children(0)
	most := 0
	for i := range children {
		if children[i].visits() > children[most].visits() {
			most = i
		}
	}
	before := tr.State()
	var want, got []node
	copyNodes(tr, tr.arena.nodes[0].first+uint32(most), &want)
	require.Greater(t, len(want), 1)
	move := children[most].move
	require.True(t, tr.Advance(func(m Move) bool { return m == move }))
	g.root = g.root.next[move]
	copyNodes(tr, 0, &got)
	require.Empty(t, cmp.Diff(want, got, cmp.AllowUnexported(node{})))
	assert.Equal(t, int(got[0].visits()), tr.State().Visits)
	if inPlace {
		assert.Equal(t, []int{before.Nodes, before.Expanded}, []int{tr.State().Nodes, tr.State().Expanded})
	}
	tr.Search(100, nil) // the tree can be searched further

	assert.False(t, tr.Advance(func(Move) bool { return false }))
	assert.Equal(t, State{Nodes: 1}, tr.State())
}

// TestAdvanceForgets: a tree in place forgets everything if less than a quarter of the memory is
// free, or if the move has no children. Leaves count from 0 again.
func TestAdvanceForgets(t *testing.T) {
	t.Parallel()
	cfg := Config{InPlace: true, Expanded: 9, Children: 2, Nodes: 128, ExpandVisits: 2, NoProofs: true}
	for _, c := range []struct {
		expanded int
		kept     bool
	}{{2, true}, {7, true}, {8, false}, {9, false}} {
		tr := newTree(t, cfg, &endless{width: 2, leaf: Leaf{Values: Values{1, 2}}})
		first := true
		tr.Trace(func(d *Descent) {
			assert.True(t, !first || d.Number == 0)
			first = false
		})
		for tr.State().Expanded < c.expanded {
			first = true
			tr.Search(1, nil)
		}
		best, _ := tr.Best()
		assert.Equal(t, c.kept, tr.Advance(func(m Move) bool { return m == best.Move }), "%+v", c)
		if !c.kept {
			assert.Equal(t, State{Nodes: 1}, tr.State())
		}
		first = true
		tr.Search(1, nil)
	}
	tr := newTree(t, cfg, &endless{width: 2, leaf: Leaf{Values: Values{1, 2}}})
	tr.Search(1, nil)
	assert.False(t, tr.Advance(func(m Move) bool { return m == 1 }), "it has no visit")
}

// TestSameSeedSameTree repeats a search with one thread.
func TestSameSeedSameTree(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	root := randomBranch(rng, 2, 10, 6)
	for len(root.next) < 2 {
		root = randomBranch(rng, 2, 10, 6)
	}
	grow := func() (out []node) {
		tr := newTree(t, Config{}, &drawn{root, root})
		tr.Search(700, nil)
		tr.Search(1300, nil)
		copyNodes(tr, 0, &out)
		return out
	}
	require.Empty(t, cmp.Diff(grow(), grow(), cmp.AllowUnexported(node{})))
}

func TestOneLegalMove(t *testing.T) {
	t.Parallel()
	tr := newTree(t, Config{}, &endless{width: 1, leaf: Leaf{Values: Values{1, 2}}})
	tr.Search(50, nil)
	cs := tr.Candidates(nil)
	require.Len(t, cs, 1)
	assert.Equal(t, Candidate{Prior: MaxValue, Visits: 50, Value: 1}, cs[0])
}

// TestPriors checks the children of a node: the best by weight, the first of equal ones.
func TestPriors(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 200 {
		choices := make([]Choice, 1+rng.IntN(500))
		for i := range choices {
			choices[i] = Choice{Move(i), int32(rng.IntN(300)-150) * int32(rng.IntN(1000))}
		}
		want := slices.Clone(choices)
		slices.SortStableFunc(want, func(a, b Choice) int { return int(b.Logit) - int(a.Logit) })
		limit := 1 + rng.IntN(MaxChildren)
		want = want[:min(limit, len(want))]
		var a arena
		a.init(1000, 1000)
		var keys [MaxChildren]uint64
		children := bestChildren(nil, choices, limit, keys[:])
		require.True(t, a.adopt(&a.nodes[0], children, len(children) == len(choices)))
		sum := 0.0
		for _, c := range want {
			sum += math.Exp(float64(c.Logit-want[0].Logit) / Nat)
		}
		require.Equal(t, limit >= len(choices), a.nodes[0].complete)
		require.Len(t, a.children(0), len(want))
		for i, n := range a.children(0) {
			require.Equal(t, want[i].Move, n.move)
			p := math.Exp(float64(want[i].Logit-want[0].Logit)/Nat) / sum
			require.InDelta(t, max(1, p*MaxValue), float64(n.prior), 3)
		}
	}
}

// TestStop ends a search within a few leaves.
func TestStop(t *testing.T) {
	t.Parallel()
	tr := newTree(t, Config{}, &endless{width: 5}, &endless{width: 5})
	tr.workers = tr.workers[:1]
	asked := 0
	n := tr.Search(1_000_000, func(leaves int) bool {
		asked++
		assert.LessOrEqual(t, leaves, asked*pollLeaves)
		return leaves >= 100
	})
	assert.Less(t, n, 100+2*pollLeaves)
}

// TestNodeSize checks the size of the memory that Config states.
func TestNodeSize(t *testing.T) {
	t.Parallel()
	assert.EqualValues(t, 40, unsafe.Sizeof(node{}))
}

// TestVisitsAreBounded ends a search before the counters overflow.
func TestVisitsAreBounded(t *testing.T) {
	t.Parallel()
	tr := newTree(t, Config{}, &endless{width: 5})
	tr.arena.nodes[0].stats = (MaxVisits - 10) * visit
	assert.Equal(t, 10, tr.Search(1000, nil))
	assert.Zero(t, tr.Search(1000, nil))
}

func TestDraw(t *testing.T) {
	t.Parallel()
	tr := newTree(t, Config{}, &endless{width: 5, leaf: Leaf{Values: Values{20_000, 45_535}}})
	tr.Search(1000, nil)
	rng := seedtest.Rand(t)
	count := map[Move]float64{}
	const draws = 20_000
	for range draws {
		c, ok := tr.Draw(rng.Uint32())
		require.True(t, ok)
		count[c.Move]++
	}
	for _, c := range tr.Candidates(nil) {
		p := float64(c.Visits) / 1000
		assert.InDelta(t, draws*p, count[c.Move], 5*math.Sqrt(draws*p*(1-p))+1)
	}
	last, _ := tr.Draw(math.MaxUint32)
	assert.Positive(t, last.Visits)
}

func TestTimer(t *testing.T) {
	t.Parallel()
	const s = time.Second
	for _, c := range []struct {
		name                 string
		timer                Timer
		elapsed              time.Duration
		leaves, most, second int
		want                 bool
	}{
		{"too early to say", PerMove(s), s / 100, 1000, 900, 0, false},
		{"open", PerMove(s), s / 2, 1000, 500, 400, false},
		{"cannot be overtaken", PerMove(s), s / 2, 1000, 1200, 100, true},
		{"just may be overtaken", PerMove(s), s / 2, 1000, 1000, 100, false},
		{"over", PerMove(s), s, 1000, 500, 400, true},
		{"nothing done", PerMove(s), s / 2, 0, 0, 0, false},
		{"easy", Timer{s, 2 * s, true}, s / 4, 1000, 800, 200, true},
		{"not easy", Timer{s, 2 * s, true}, s / 4, 1000, 700, 200, false},
		{"at the budget", Timer{s, 2 * s, true}, s, 1000, 500, 300, true},
		{"hard", Timer{s, 2 * s, true}, s, 1000, 500, 400, false},
		{"hard, over", Timer{s, 2 * s, true}, 2 * s, 1000, 500, 400, true},
	} {
		assert.Equal(t, c.want, c.timer.Done(c.elapsed, c.leaves, c.most, c.second), c.name)
	}
	left := 10 * time.Second
	shares := []int{1, 2, 3, 3, 1}
	for k := range shares { // every move takes all its allowed time
		timer := OfGame(left, shares[k:])
		assert.LessOrEqual(t, timer.Limit, left/2)
		left -= timer.Limit
		assert.Positive(t, left)
	}
}
