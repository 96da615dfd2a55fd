// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package alphabeta_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// randomWeights returns the default weights, or any.
func randomWeights(rng *rand.Rand) search.Weights {
	if rng.IntN(2) == 0 {
		return search.DefaultWeights
	}
	any := func() int { return rng.IntN(search.MaxWeight + 1) }
	return search.Weights{Own: any(), Rival: any(), Square: any()}
}

// positions returns positions of all kinds: from games, from their ends, and unreachable ones.
func positions(rng *rand.Rand, n int) (all []duo.Position) {
	for first := range duo.Player(2) {
		all = append(all, duo.NewPosition(first))
		for distance := 3; distance < 7; distance++ {
			all = append(all, duo.ScatteredPosition(first, distance))
		}
	}
	for range n {
		all = append(all, duo.RandomGame(rng, rng.IntN(42)))
	}
	return all
}

// TestLeaves compares the value of every move with the change of the corners when it is made.
func TestLeaves(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, p := range positions(rng, 300) {
		w := randomWeights(rng)
		st := playout.NewState(&p)
		leaves, _ := alphabeta.Leaves(&st, alphabeta.Config{Weights: w}, nil)
		if p.Over() {
			continue
		}
		moves := st.Moves(nil)
		require.Len(t, leaves, len(moves))
		pl := p.ToMove()
		terms := func() int {
			own, rival := p.Corners(pl), p.Corners(pl.Rival())
			return w.Own*own.Count() - w.Rival*rival.Count()
		}
		before := terms()
		for i, l := range leaves {
			require.Equal(t, moves[i], l.Move)
			m := l.Move.Move()
			p.Play(m)
			want := terms() - before + w.Square*m.Tile().Size()
			p.Undo()
			require.Equal(t, want, l.Value, "%v, %+v\n%v", m, w, p.History())
		}
	}
}

// TestLeafCycles compares the cycles of the leaves with those of the expansion unit, which has the
// same walk from corner to corner, stepped cycle by cycle, and the same list of patterns.
func TestLeafCycles(t *testing.T) {
	t.Parallel()
	// Cycles of the expansion unit until its walk begins, and from a pattern to its move, beyond
	// those of the leaf unit.
	const walk, stages = 37, 16 - 8
	rng := seedtest.Rand(t)
	evaluator := evaluation.New(&evaluation.Chip)
	for _, p := range positions(rng, 300) {
		if p.Over() {
			continue
		}
		st := playout.NewState(&p)
		leaves, done := alphabeta.Leaves(&st, alphabeta.DefaultConfig, nil)
		want := twin.Expand(&p, evaluator, twin.ExpansionConfig{K: 2, Moves: true, NoPatterns: true})
		require.Len(t, leaves, len(want.Moves))
		for i, l := range leaves {
			require.Equal(t, want.Moves[i].Move, l.Move)
			require.Equal(t, want.Moves[i].Cycle-walk-stages, l.Cycle, "move %d", i)
		}
		if n := len(leaves); n > 0 {
			require.GreaterOrEqual(t, done, leaves[n-1].Cycle+2)
		}
	}
}

// TestAgainstMinimax compares the value with the minimax core's, and value and move with those of a
// search of the whole tree.
func TestAgainstMinimax(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 150 {
		plies := rng.IntN(42)
		p := duo.RandomGame(rng, plies)
		depth := 1
		if plies > 14 {
			depth = 2
		}
		if plies > 26 {
			depth = 2 + rng.IntN(3)
		}
		if p.Over() {
			continue
		}
		w := randomWeights(rng)
		core, err := search.NewMinimax(search.MinimaxConfig{Weights: w, AlphaBeta: true})
		require.NoError(t, err)
		require.NoError(t, core.Load(&p))
		want := core.Search(p.ToMove(), depth, search.NeverStop, nil)
		got := alphabeta.New(alphabeta.Config{Weights: w}).Search(&p, depth, alphabeta.NeverStop, nil, nil)
		require.Equal(t, want.Value, got.Value, "depth %d, %+v\n%v", depth, w, p.History())
		require.True(t, got.Completed)
		require.Equal(t, depth, got.Depth)

		cfg := alphabeta.Config{Weights: w, Ends: rng.IntN(2) == 0}
		pruned := alphabeta.New(cfg).Search(&p, depth, alphabeta.NeverStop, nil, nil)
		cfg.Full = true
		full := alphabeta.New(cfg).Search(&p, depth, alphabeta.NeverStop, nil, nil)
		require.Equal(t, full.Value, pruned.Value, "depth %d, %+v\n%v", depth, cfg, p.History())
		require.Equal(t, full.Move, pruned.Move, "depth %d, %+v\n%v", depth, cfg, p.History())
	}
}

// TestBatches compares the moves that a node searches with all of its moves: the best ones come first, sorted,
// then the others in the order of the list, each once. Positions with more corners than a list has are among
// them: there the corners beyond follow.
func TestBatches(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, p := range positions(rng, 60) {
		st := playout.NewState(&p)
		listed, _ := alphabeta.Leaves(&st, alphabeta.DefaultConfig, nil)
		if len(listed) == 0 || p.TilesLeft(p.ToMove()).Count() == 1 {
			continue
		}
		sorted := slices.Clone(listed)
		slices.SortStableFunc(sorted, func(a, b alphabeta.Leaf) int { return b.Value - a.Value })
		first := sorted[:min(alphabeta.Batch, len(sorted))]
		var want []playout.AnchorMove
		for _, l := range first {
			want = append(want, l.Move)
		}
		for _, l := range listed {
			if !slices.Contains(first, l) {
				want = append(want, l.Move)
			}
		}
		var got []playout.AnchorMove
		cfg := alphabeta.MarginConfig
		cfg.Full = true
		alphabeta.New(cfg).Search(&p, 1, alphabeta.NeverStop, func(n alphabeta.Node) {
			if !n.Leave {
				got = append(got, n.Move)
			}
		}, nil)
		require.GreaterOrEqual(t, len(got), len(want))
		require.Equal(t, want, got[:len(want)], "%v", p.History())
		seen, legal := map[playout.AnchorMove]bool{}, p.LegalMoves(nil)
		for _, m := range got {
			require.False(t, seen[m], "%v twice", m)
			require.Contains(t, legal, m.Move())
			seen[m] = true
		}
	}
}
