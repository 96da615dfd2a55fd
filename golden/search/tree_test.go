// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/internal/cputime"
)

func newTestTree(t testing.TB, cfg TreeConfig) *Tree {
	t.Helper()
	return newTree(t, cfg, &evaluation.Default)
}

func newTree(t testing.TB, cfg TreeConfig, weights *evaluation.Weights) *Tree {
	t.Helper()
	if cfg.Nodes == 0 {
		cfg.Nodes = 1 << 17
	}
	tr, err := NewTree(cfg, func() Evaluator { return evaluation.New(weights) })
	require.NoError(t, err)
	return tr
}

func search(t testing.TB, tr *Tree, p *duo.Position, leaves int) []Candidate {
	t.Helper()
	tr.SetRoot(p)
	_, err := tr.Search(leaves, nil)
	require.NoError(t, err)
	return tr.Candidates()
}

func TestTreeConfig(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cfg  TreeConfig
		want string
	}{
		{TreeConfig{Threads: -1}, "search: threads -1, want 1..256"},
		{TreeConfig{Playouts: 100}, "search: playouts of a leaf 100, want -1..64"},
		{TreeConfig{Flatten: 9}, "search: flatten 9, want 0..8"},
		{TreeConfig{Config: tree.Config{Children: 100}}, "tree: children 100, want 1..64"},
	} {
		_, err := NewTree(c.cfg, func() Evaluator { return evaluation.New(&evaluation.Default) })
		assert.EqualError(t, err, c.want)
	}
	_, err := newTestTree(t, TreeConfig{}).Search(1, nil)
	assert.ErrorIs(t, err, ErrNoRoot)
}

// defaults returns a configuration with its defaults filled in.
func defaults(t testing.TB, cfg TreeConfig) *TreeConfig {
	require.NoError(t, cfg.setDefaults())
	return &cfg
}

// TestDuoGame plays games in the tree's form and by the rules, and compares moves, end and margin.
func TestDuoGame(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 30 {
		pos := duo.RandomGame(rng, rng.IntN(30))
		if h := pos.History(); !pos.Over() && len(h) > 0 && h[len(h)-1] == duo.Pass && !pos.HasLegalMove() {
			continue // a pass ends the game; the state does not know that the rival has passed
		}
		root := &duoRoot{pos, playout.NewState(&pos)}
		g := &duoGame{cfg: defaults(t, TreeConfig{}), root: root, evaluator: evaluation.New(&evaluation.Default)}
		g.Reset()
		for {
			leaf, over := g.Over()
			require.Equal(t, pos.Over(), over)
			require.Equal(t, pos, g.pos)
			if over {
				margin := pos.Score(duo.Player1) - pos.Score(duo.Player2)
				require.EqualValues(t, margin*256, leaf.Margin)
				if margin != 0 {
					require.Equal(t, margin > 0, leaf.Values[0] > tree.MaxValue/2)
				}
				break
			}
			require.EqualValues(t, pos.ToMove(), g.ToMove())
			want := pos.LegalMoves(nil)
			if len(want) == 0 {
				want = []duo.Move{duo.Pass}
			}
			choices := g.Moves(nil)
			var got []duo.Move
			for _, c := range choices {
				got = append(got, duoMove(c.Move))
			}
			slices.Sort(got)
			require.Equal(t, want, got)
			c := choices[rng.IntN(len(choices))]
			pos.Play(duoMove(c.Move))
			g.Play(c.Move)
			for !pos.Over() && pos.ToMove() != g.pos.ToMove() { // out of the game in the tree
				require.False(t, pos.HasLegalMove())
				pos.Play(duo.Pass)
			}
		}
		g.Reset()
		require.Equal(t, root.pos, g.pos)
		require.Equal(t, root.state, g.state)
	}
}

// TestLeafValues checks the values of both players, and that a greater margin has a greater value.
func TestLeafValues(t *testing.T) {
	t.Parallel()
	for _, c := range []TreeConfig{{WinShare: DefaultWinShare, MarginScale: DefaultMarginScale}, {WinShare: 1, MarginScale: 1}, {WinShare: 256, MarginScale: 109}} {
		before := tree.Value(0)
		for margin := int32(-109); margin <= 109; margin++ {
			leaf := c.leaf(tree.Logistic(margin*20), margin*point)
			assert.GreaterOrEqual(t, leaf.Values[0], before)
			assert.EqualValues(t, tree.MaxValue, leaf.Values[0]+leaf.Values[1])
			before = leaf.Values[0]
		}
		assert.EqualValues(t, tree.MaxValue/2, c.leaf(tree.MaxValue/2, 0).Values[0])
	}
}

// TestTreeRepeats searches with one thread twice.
func TestTreeRepeats(t *testing.T) {
	t.Parallel()
	p := duo.BenchPositions()[12]
	first := search(t, newTestTree(t, TreeConfig{Seed: 3}), &p, 1500)
	again := search(t, newTestTree(t, TreeConfig{Seed: 3}), &p, 1500)
	require.Empty(t, cmp.Diff(first, again))
	other := search(t, newTestTree(t, TreeConfig{Seed: 4}), &p, 1500)
	assert.NotEmpty(t, cmp.Diff(first, other))
	visits := 0
	for _, c := range first {
		visits += c.Visits
	}
	assert.Equal(t, 1500, visits)
}

// TestTreeIsKept continues from moves of the tree, and starts afresh elsewhere.
func TestTreeIsKept(t *testing.T) {
	t.Parallel()
	tr := newTestTree(t, TreeConfig{Seed: 1})
	p := duo.NewPosition(duo.Player2)
	for p.Plies() < 10 {
		best := search(t, tr, &p, 1000)[0]
		line := tr.Line(best.Move)
		require.GreaterOrEqual(t, len(line), 2)
		p.Play(line[0])
		tr.SetRoot(&p)
		require.Equal(t, best.Visits, tr.State().Visits)
		reply := tr.Candidates()[0]
		p.Play(reply.Move)
		tr.SetRoot(&p)
		require.Equal(t, reply.Visits, tr.State().Visits)
		require.Equal(t, p, *tr.Root())
	}
	p.Undo()
	tr.SetRoot(&p)
	assert.Zero(t, tr.State().Visits)
	search(t, tr, &p, 100)
	other := duo.BenchPositions()[20]
	tr.SetRoot(&other)
	assert.Zero(t, tr.State().Visits)
	assert.Equal(t, other, *tr.Root())
}

// TestTreeCoreKeeps: a tree core keeps its knowledge of a position and the numbers of its blocks,
// except across passes.
func TestTreeCoreKeeps(t *testing.T) {
	t.Parallel()
	core, err := NewTreeCore(ULX3S.Config, func() Evaluator { return evaluation.New(&evaluation.Default) })
	require.NoError(t, err)
	p := duo.NewPosition(duo.Player1)
	for p.Plies() < 6 {
		core.Search(&p, 600, 1)
		before := core.State()
		line := core.Line(core.Candidates()[0].Move)
		require.GreaterOrEqual(t, len(line), 2)
		p.Play(line[0])
		core.SetRoot(&p)
		require.Equal(t, before.Expanded, core.State().Expanded)
		reply := core.Candidates()[0]
		p.Play(reply.Move)
		r := core.Search(&p, 0, 1)
		require.Equal(t, []int{0, reply.Visits}, []int{r.Leaves, core.State().Visits})
	}
	before := core.State().Visits
	core.Search(&p, 10, 1)
	assert.Equal(t, before+10, core.State().Visits)
	p.Play(duo.Pass) // a pass although the player has moves
	core.Search(&p, 10, 1)
	assert.Equal(t, 10, core.State().Visits)
	core.Reset()
	core.Search(&p, 20, 1)
	assert.Equal(t, 20, core.State().Visits)

	end := duo.RandomGame(seedtest.Rand(t), 60) // a finished game
	for end.Plies() > 0 && end.History()[end.Plies()-1] == duo.Pass {
		end.Undo()
	}
	core.Search(&end, 30, 1)
	for !end.Over() { // until no player has a move
		assert.Equal(t, duo.Pass, core.Search(&end, 10, 1).Move)
		end.Play(duo.Pass)
		core.SetRoot(&end)
		assert.Zero(t, core.State().Visits)
	}
}

// lateGame returns a position with at most that many ways to end the game.
func lateGame(rng *rand.Rand, ways int) duo.Position {
	for {
		p := duo.RandomGame(rng, 22+rng.IntN(14))
		n := ways
		if _, ok := bestMargin(&p, &n); ok && !p.Over() {
			return p
		}
	}
}

// bestMargin returns the margin in favour of the player to move after best play by margin alone, if
// this takes at most that many positions.
func bestMargin(p *duo.Position, positions *int) (best int, ok bool) {
	if *positions--; *positions < 0 {
		return 0, false
	}
	if p.Over() {
		return p.Score(p.ToMove()) - p.Score(p.ToMove().Rival()), true
	}
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		moves = append(moves, duo.Pass)
	}
	best = -1000
	for _, m := range moves {
		q := *p
		q.Play(m)
		v, ok := bestMargin(&q, positions)
		if !ok {
			return 0, false
		}
		best = max(best, -v)
	}
	return best, true
}

// TestEndsAreSolved compares searches of late positions with an exhaustive search. Values grow with
// the margin, so best play for the value is best play for the margin.
func TestEndsAreSolved(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	solved := 0
	for range 25 {
		p := lateGame(rng, 20_000)
		tr := newTestTree(t, TreeConfig{Seed: 1})
		cs := search(t, tr, &p, 20_000)
		if !tr.State().Solved {
			continue
		}
		solved++
		many := 1 << 30
		want, _ := bestMargin(&p, &many)
		require.True(t, cs[0].Proven)
		require.Equal(t, want*256, cs[0].Margin, "%v", p.History())
		if m := cs[0].Move; p.HasLegalMove() {
			require.NoError(t, p.Check(m))
		} else {
			require.Equal(t, duo.Pass, m)
		}
	}
	assert.Greater(t, solved, 8)
}

// TestOnlyPass searches a position without a move for the player to move, and continues the game.
func TestOnlyPass(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	p := duo.NewPosition(duo.Player1)
	for p.Over() || p.HasLegalMove() || !rivalMoves(p) {
		p = duo.RandomGame(rng, 24+rng.IntN(12))
	}
	tr := newTestTree(t, TreeConfig{Seed: 1})
	cs := search(t, tr, &p, 500)
	require.Len(t, cs, 1)
	assert.Equal(t, duo.Pass, cs[0].Move)
	for !p.Over() { // the rival's moves, and passes that are not in the tree
		m := duo.Pass
		if p.HasLegalMove() {
			m = search(t, tr, &p, 200)[0].Move
			require.NoError(t, p.Check(m))
		}
		p.Play(m)
	}
	tr.SetRoot(&p)
	_, err := tr.Search(10, nil)
	require.NoError(t, err)
	assert.True(t, tr.State().Solved)
}

func rivalMoves(p duo.Position) bool {
	p.Play(duo.Pass)
	return !p.Over() && p.HasLegalMove()
}

// TestTreeThreads searches with several threads, for the race detector.
func TestTreeThreads(t *testing.T) {
	t.Parallel()
	tr := newTestTree(t, TreeConfig{Threads: 4, Seed: 1, Config: tree.Config{InFlight: 2}})
	p := duo.BenchPositions()[10]
	for range 3 {
		cs := search(t, tr, &p, 2000)
		visits := 0
		for _, c := range cs {
			visits += c.Visits
			assert.Positive(t, c.Prior)
		}
		// A root that was a leaf before has visits that ended at the root itself.
		assert.LessOrEqual(t, visits, tr.State().Visits)
		assert.GreaterOrEqual(t, visits, 2000)
		assert.Equal(t, 2000, tr.State().Leaves)
		p.Play(cs[0].Move)
	}
}

// TestTreeAllocates counts the allocations of a search: leaves must not allocate.
func TestTreeAllocates(t *testing.T) {
	tr := newTestTree(t, TreeConfig{Seed: 1})
	p := duo.BenchPositions()[15]
	search(t, tr, &p, 5000)
	assert.LessOrEqual(t, testing.AllocsPerRun(5, func() {
		if _, err := tr.Search(1000, nil); err != nil {
			t.Error(err)
		}
	}), 3.0)
}

// BenchmarkTree searches with the weights of the player, whose prior has patterns, and with those of
// the processor's program, whose prior has none.
func BenchmarkTree(b *testing.B) {
	for _, i := range []int{0, 3, 7, 11, 15, 22} {
		p := duo.BenchPositions()[i]
		for _, of := range []struct {
			name    string
			weights *evaluation.Weights
		}{{"default", &evaluation.Default}, {"chip", &evaluation.Chip}} {
			b.Run(fmt.Sprintf("plies=%d/weights=%s", p.Plies(), of.name), func(b *testing.B) {
				tr := newTree(b, TreeConfig{Seed: 1}, of.weights)
				n, begun := 0, cputime.Process()
				for b.Loop() {
					tr.Reset()
					tr.SetRoot(&p)
					k, _ := tr.Search(10_000, nil)
					n += k
				}
				b.ReportMetric(float64(n)/(cputime.Process()-begun).Seconds(), "leaves/cpu-s")
			})
		}
	}
}

// recorder records a search's calls to a game.
type recorder struct {
	*duoGame
	calls []func(*duoGame)
}

func (r *recorder) Reset() {
	r.calls = append(r.calls, (*duoGame).Reset)
	r.duoGame.Reset()
}

func (r *recorder) Play(m tree.Move) {
	r.calls = append(r.calls, func(g *duoGame) { g.Play(m) })
	r.duoGame.Play(m)
}

func (r *recorder) Moves(dst []tree.Choice) []tree.Choice {
	var buf []tree.Choice
	r.calls = append(r.calls, func(g *duoGame) { buf = g.Moves(buf[:0]) })
	return r.duoGame.Moves(dst)
}

func (r *recorder) Leaf(number uint32) tree.Leaf {
	r.calls = append(r.calls, func(g *duoGame) { g.Leaf(number) })
	return r.duoGame.Leaf(number)
}

// BenchmarkTreeShare reports the tree's own share of the time of a search. The rest is the time of
// the calls to the game, which the benchmark repeats without a tree.
func BenchmarkTreeShare(b *testing.B) {
	for _, i := range []int{7, 15} {
		p := duo.BenchPositions()[i]
		b.Run(fmt.Sprintf("plies=%d", p.Plies()), func(b *testing.B) {
			newGame := func() *duoGame {
				return &duoGame{
					cfg: defaults(b, TreeConfig{Seed: 1}), root: &duoRoot{p, playout.NewState(&p)},
					evaluator: evaluation.New(&evaluation.Default),
				}
			}
			const leaves = 10_000
			r := &recorder{duoGame: newGame()}
			recorded, err := tree.New(tree.Config{}, []tree.Game{r})
			require.NoError(b, err)
			recorded.Search(leaves, nil)
			game := newGame()
			tr, err := tree.New(tree.Config{}, []tree.Game{game})
			require.NoError(b, err)
			all, asked := time.Duration(0), time.Duration(0)
			for b.Loop() {
				tr.Reset()
				start := time.Now()
				tr.Search(leaves, nil)
				all += time.Since(start)
				start = time.Now()
				for _, call := range r.calls {
					call(game)
				}
				asked += time.Since(start)
			}
			b.ReportMetric(100*float64(all-asked)/float64(all), "%tree")
			b.ReportMetric(leaves*float64(b.N)/all.Seconds(), "leaves/s")
		})
	}
}
