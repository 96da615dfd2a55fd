// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package agent

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/quoridor/rules"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

func position(t *testing.T, moves string) *rules.Position {
	t.Helper()
	p := rules.New()
	require.NoError(t, p.PlayText(moves))
	return &p
}

// opening makes random moves, so that games of agents without randomness differ. Each is a step
// along a shortest way or, one time in four, any fence.
func opening(p *rules.Position, plies int, r *rules.RNG) {
	for range plies {
		if p.Over() {
			return
		}
		m := p.RandomShortest(r)
		if r.Below(4) == 0 {
			if f, ok := p.RandomFence(r, ^uint64(0), ^uint64(0)); ok {
				m = f
			}
		}
		p.Play(m)
	}
}

// TestRacePlayouts: from the start the source's playout takes 16 plies on average, and the first
// player wins nearly always (9,998 of 10,000). A uniform playout takes some 230 (with the limit of
// 300) and is nearly even.
func TestRacePlayouts(t *testing.T) {
	t.Parallel()
	r := rules.RNG(seedtest.Rand(t).Uint64())
	for _, c := range []struct {
		kind            Playout
		n               int
		low, high       float64 // bounds of the plies
		winLow, winHigh float64
	}{
		{Race, 1000, 15.5, 16.3, 0.99, 1},
		{Uniform, 200, 200, 255, 0.35, 0.65},
		{Path, 300, 38, 50, 0.35, 0.68},
	} {
		plies, rewards := 0, 0
		for range c.n {
			p := rules.New()
			rewards += c.kind.Play(&p, &r)
			require.True(t, p.Over())
			plies += p.Plies()
		}
		mean, won := float64(plies)/float64(c.n), float64(rewards)/float64(2*c.n)
		assert.True(t, c.low <= mean && mean <= c.high, "%v: %f plies, want %f..%f", c.kind, mean, c.low, c.high)
		assert.True(t, c.winLow <= won && won <= c.winHigh, "%v: player 1 has %f, want %f..%f", c.kind, won, c.winLow, c.winHigh)
	}
}

// agents returns one of each agent, configured for little work.
func agents(seed uint64) map[string]Agent {
	return map[string]Agent{
		"brain1":       NewBrain1(seed),
		"brain2":       NewBrain2(seed),
		"mcts 10":      NewMCTS(MCTSConfig{300, ScoreOfSource, Race, ExpandOne}, seed),
		"mcts 1":       NewMCTS(MCTSConfig{300, ScoreUnit, Path, ExpandOne}, seed),
		"mcts leaf":    NewMCTS(MCTSConfig{300, ScoreOfSource, Race, ExpandLeaf}, seed),
		"mcts uniform": NewMCTS(MCTSConfig{20, ScoreUnit, Uniform, ExpandOne}, seed),
		"negamax":      NewNegamax(NegamaxConfig{Weights: Evolved, Nodes: 500}, seed),
		"negamax 5":    NewNegamax(NegamaxConfig{Weights: Chromosomes[5].Raw(), Depth: 1}, seed),
	}
}

// TestLegal: all agents make legal moves, and the same moves again with the same seed.
func TestLegal(t *testing.T) {
	t.Parallel()
	r := rules.RNG(seedtest.Rand(t).Uint64())
	one, two := agents(7), agents(8)
	for name, a := range one {
		b := two[name]
		b.Reset(7)
		p := rules.New()
		opening(&p, 8, &r)
		for !p.Over() && p.Plies() < 60 {
			before := p
			m := a.Move(&p, nil)
			require.Equal(t, before, p, name)
			require.NoError(t, p.Check(m), name)
			require.Equal(t, m, b.Move(&p, nil), name)
			p.Play(m)
		}
		assert.Equal(t, a.Work(), b.Work(), name)
	}
}

// TestWinInOne: an agent within reach of the goal goes there.
func TestWinInOne(t *testing.T) {
	t.Parallel()
	win := position(t, "e2 e8 e3 e7 e4 e6 e3h g6v d4 e5 d5 f5 d6 g5 d7 g4 d8 g3")
	// Monte Carlo search is absent: nearly every move wins for it, and it may pass up the immediate
	// win.
	for name, a := range map[string]Agent{"brain1": NewBrain1(1), "negamax": NewNegamax(NegamaxConfig{Weights: Evolved, Nodes: 200}, 1)} {
		m := a.Move(win, nil)
		q := *win
		q.Play(m)
		pl, won := q.Winner()
		assert.True(t, won && pl == rules.Player1, "%s plays %v", name, m)
	}
	g := NewTreeGame(win)
	search, err := tree.New(TreeConfig, []tree.Game{g})
	require.NoError(t, err)
	search.Search(100, nil)
	best, _ := search.Best()
	assert.True(t, best.Proven)
	assert.EqualValues(t, rules.Squares-rules.Size, best.Move/9*9, "row 9")
}

func TestStop(t *testing.T) {
	t.Parallel()
	p := rules.New()
	calls := 0
	for _, a := range []Agent{
		NewMCTS(MCTSConfig{1 << 30 >> 8, ScoreUnit, Race, ExpandOne}, 1),
		NewNegamax(NegamaxConfig{Weights: Evolved}, 1),
	} {
		m := a.Move(&p, func() bool { calls++; return calls%5 == 0 })
		assert.NoError(t, p.Check(m))
	}
	assert.Equal(t, 10, calls)
}

// minimax is Negamax without any optimization.
func minimax(p *rules.Position, w *Weights, depth int) float64 {
	if p.Over() {
		if _, ok := p.Winner(); ok {
			return -won + float64(p.Plies())
		}
		return 0
	}
	if depth == 0 {
		return w.value(p, p.ToMove())
	}
	best := math.Inf(-1)
	for _, m := range p.Moves(nil) {
		q := *p
		q.Play(m)
		best = max(best, -minimax(&q, w, depth-1))
	}
	return best
}

// TestNegamax compares Negamax's move with a search of the whole tree.
// TestExpansion counts the nodes of a search with fewer simulations than moves: a node for each
// simulation, or, after the first, the selected leaf and a child of it, which is played out.
func TestExpansion(t *testing.T) {
	t.Parallel()
	const simulations = 100
	for expansion, nodes := range map[Expansion]int{ExpandOne: 1 + simulations, ExpandLeaf: 2 * simulations} {
		a := NewMCTS(MCTSConfig{simulations, ScoreOfSource, Race, expansion}, 1)
		p := rules.New()
		a.Move(&p, nil)
		require.Equal(t, nodes, len(a.nodes))
		root, visited := &a.nodes[0], 0
		for i := root.child; i != 0; i = a.nodes[i].sibling {
			n := &a.nodes[i]
			require.Equal(t, int32(1), n.visits)
			require.Equal(t, expansion == ExpandLeaf && n.child != 0, n.expanded)
			visited++
		}
		require.Equal(t, simulations, visited)
	}
}

func TestNegamax(t *testing.T) {
	t.Parallel()
	r := rules.RNG(seedtest.Rand(t).Uint64())
	for range simtest.Long(3, 20) {
		p := rules.New()
		opening(&p, 6+r.Below(30), &r)
		if p.Over() {
			continue
		}
		for _, w := range []Weights{Evolved, Chromosomes[5], Chromosomes[1].Raw()} {
			const depth = 2
			m := NewNegamax(NegamaxConfig{Weights: w, Depth: depth}, r.Next()).Move(&p, nil)
			q := p
			q.Play(m)
			assert.Equal(t, minimax(&p, &w, depth), -minimax(&q, &w, depth-1), "%v %v\n%v", w, m, &p)
		}
	}
}

// TestFeatures reads the features of a position with single weights.
func TestFeatures(t *testing.T) {
	t.Parallel()
	p := position(t, "e2 e8 e3 e7 e4 e6 e3h g6v e5 e4 d5 a1h") // 1 on d5, 2 on e4
	for f, want := range map[Feature][2]float64{
		SPP: {-4, -4}, SPO: {4, 4}, MDP: {-4, -3}, MDO: {3, 4}, PD: {-2, -2}, GSP: {0, 1}, GSO: {-1, 0}, NFP: {9, 8},
	} {
		var w Weights
		w[f] = 1
		assert.Equal(t, want, [2]float64{w.value(p, rules.Player1), w.value(p, rules.Player2)}, "%v", f)
	}
	assert.Equal(t, "spp=0.91 mdo=-0.249 gso=-0.319", Chromosomes[5].String())
	assert.Equal(t, "spp=-0.91 mdo=-0.249 gso=0.319", Chromosomes[5].Raw().String())
}

// TestBrains: Brain1 walks. Brain2 puts fences on the rival's way until it has none left.
func TestBrains(t *testing.T) {
	t.Parallel()
	p := rules.New()
	two := NewBrain2(1)
	for p.FencesLeft(rules.Player1) > 0 {
		way := p.Way(rules.Player2)
		m := two.Move(&p, nil)
		require.True(t, m.IsFence())
		s, upright := m.Fence()
		cut := way.CutH
		if upright {
			cut = way.CutV
		}
		assert.NotZero(t, cut>>s&1, "%v cuts the way", m)
		p.Play(m)
		p.Play(NewBrain1(1).Move(&p, nil))
		if p.Over() {
			t.Fatal("the rival has got through: ", &p)
		}
	}
	before := p.Distance(rules.Player1)
	p.Play(two.Move(&p, nil))
	assert.Equal(t, before-1, p.Distance(rules.Player1))
}

// TestEvolve: a fitness counts won games, the best chromosome comes first and stays, and told can
// end a search.
func TestEvolve(t *testing.T) {
	t.Parallel()
	cfg := DefaultEvolve
	cfg.Chromosomes, cfg.Nodes, cfg.Generations, cfg.Plies = 4, 20, 3, 60
	seen := 0
	var best Weights
	Evolve(cfg, func(generation int, all []Chromosome) bool {
		assert.Equal(t, seen, generation)
		seen++
		sum := 0
		kept := false
		for i, c := range all {
			sum += c.Wins
			kept = kept || c.Weights == best
			assert.True(t, i == 0 || c.Wins <= all[i-1].Wins)
		}
		assert.LessOrEqual(t, sum, 12)
		assert.True(t, kept || generation == 0)
		best = all[0].Weights
		return generation < 1
	})
	assert.Equal(t, 2, seen)
}

// TestEvolved repeats the search for the committed weights.
func TestEvolved(t *testing.T) {
	t.Parallel()
	if !simtest.All() {
		return // takes ten seconds
	}
	last := Evolve(DefaultEvolve, func(int, []Chromosome) bool { return true })
	assert.Equal(t, Evolved.String(), last[0].Weights.String())
}
