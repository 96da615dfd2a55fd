// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package alphabeta_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// unitsDepth returns a depth at which moves are handed out, and the search still takes little time.
func unitsDepth(plies int) int {
	switch {
	case plies < 18:
		return 3
	case plies < 24:
		return 4
	}
	return 6
}

// answers returns a search's events, and the answers of its iterations, without what they took.
func answers(s *alphabeta.Search, p *duo.Position, depth int, stop uint64) (r alphabeta.Result, nodes []alphabeta.Node, found []alphabeta.Result) {
	s.OnIteration(func(r alphabeta.Result) {
		found = append(found, alphabeta.Result{Move: r.Move, Value: r.Value, Depth: r.Depth})
	})
	r = s.Search(p, depth, stop, func(n alphabeta.Node) { nodes = append(nodes, n) }, nil)
	return r, nodes, found
}

// TestUnits searches the positions of a whole game with one leaf unit and with several. Every
// iteration has the same move and value, the last one the value of the minimax core, and more units
// take less time.
func TestUnits(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	cycles := map[int]uint64{}
	for p := duo.RandomGame(rng, 60); p.Plies() > 0; p.Undo() {
		if p.Over() {
			continue
		}
		depth := unitsDepth(p.Plies())
		cfg := alphabeta.Config{Weights: randomWeights(rng)}
		one, _, want := answers(alphabeta.New(cfg), &p, depth, alphabeta.NeverStop)
		if p.Plies() >= 16 && depth < 6 {
			core, err := search.NewMinimax(search.MinimaxConfig{Weights: cfg.Weights, AlphaBeta: true})
			require.NoError(t, err)
			require.NoError(t, core.Load(&p))
			require.Equal(t, core.Search(p.ToMove(), depth, search.NeverStop, nil).Value, one.Value)
		}
		cycles[1] += one.Cycles
		for _, cfg.Units = range []int{2, 3, 8} {
			r, nodes, found := answers(alphabeta.New(cfg), &p, depth, alphabeta.NeverStop)
			require.Equal(t, want, found, "%d units, %+v\n%v", cfg.Units, cfg.Weights, p.History())
			require.True(t, r.Completed)
			entered := uint64(0)
			for i, n := range nodes {
				if i > 0 {
					b := nodes[i-1]
					require.True(t, b.Cycle < n.Cycle || b.Cycle == n.Cycle && b.Unit < n.Unit, "%+v before %+v", b, n)
				}
				if !n.Leave {
					entered++
				}
			}
			require.Equal(t, entered, r.Nodes)
			cycles[cfg.Units] += r.Cycles
		}
		cfg.Units, cfg.Ends = 2+rng.IntN(alphabeta.MaxUnits-1), true
		_, _, found := answers(alphabeta.New(cfg), &p, depth, alphabeta.NeverStop)
		cfg.Units = 1
		_, _, want = answers(alphabeta.New(cfg), &p, depth, alphabeta.NeverStop)
		require.Equal(t, want, found, "exact ends, %+v\n%v", cfg.Weights, p.History())
	}
	require.Less(t, 2*cycles[8], cycles[1])
}

// TestUnitsStopped stops searches in many cycles. Up to the stop nothing is different, and the
// answer has the value of the best move that a walker has found, or else of the iteration before.
func TestUnitsStopped(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	better := 0
	for _, units := range []int{1, 2, 3, 8} {
		p := duo.RandomGame(rng, 20)
		s := alphabeta.New(alphabeta.Config{Weights: search.DefaultWeights, Units: units})
		const depth = 4
		r, all, found := answers(s, &p, depth, alphabeta.NeverStop)
		first := slices.IndexFunc(all, func(n alphabeta.Node) bool { return n.Leave && n.Ply == 0 })
		for range 200 {
			stop := rng.Uint64N(r.Cycles)
			got, nodes, before := answers(s, &p, depth, stop)
			from := max(stop+1, all[first].Cycle+2)
			n := slices.IndexFunc(all, func(n alphabeta.Node) bool { return n.Cycle >= from })
			if n < 0 {
				require.True(t, got.Completed)
				continue
			}
			require.Equal(t, all[:n], nodes, "%d units, stopped in cycle %d\n%v", units, stop, p.History())
			require.Equal(t, from+1+alphabeta.NameCycles, got.Cycles)
			require.Equal(t, found[:got.Depth], before)
			require.False(t, got.Completed)
			entered := 0
			for _, n := range nodes {
				if !n.Leave {
					entered++
				}
			}
			require.EqualValues(t, entered, got.Nodes)
			if last := before[got.Depth-1]; got.Move != last.Move || got.Value != last.Value {
				require.Equal(t, moveValue(t, p, got.Move, got.Depth+1), got.Value, "%d units, stopped in cycle %d\n%v", units, stop, p.History())
				better++
			}
		}
	}
	require.NotZero(t, better)
}

// moveValue returns the value of a move in a search of a depth.
func moveValue(t *testing.T, p duo.Position, m duo.Move, depth int) int {
	st := playout.NewState(&p)
	leaves, _ := alphabeta.Leaves(&st, alphabeta.DefaultConfig, nil)
	i := slices.IndexFunc(leaves, func(l alphabeta.Leaf) bool { return l.Move.Move() == m })
	require.GreaterOrEqual(t, i, 0, "%v", m)
	p.Play(m)
	return leaves[i].Value - alphabeta.New(alphabeta.Config{Weights: search.DefaultWeights}).Search(&p, depth-1, alphabeta.NeverStop, nil, nil).Value
}
