// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// slowMinimax is the textbook search: no window, no cycles, and the score of each move from the
// positions before and after it.
func slowMinimax(p *duo.Position, w Weights, depth int, passed bool) (value int, best duo.Move) {
	pl := p.ToMove()
	terms := func() (own, rival int) {
		a, b := p.Corners(pl), p.Corners(pl.Rival())
		return a.Count(), b.Count()
	}
	ownBefore, rivalBefore := terms()
	moves := p.AppendPlacements(nil)
	if len(moves) == 0 {
		if depth > 1 && !passed {
			p.Play(duo.Pass)
			v, _ := slowMinimax(p, w, depth-1, true)
			p.Undo()
			return -v, duo.Pass
		}
		return 0, duo.Pass
	}
	value = -ScoreLimit
	for _, m := range moves {
		p.Play(m)
		own, rival := terms()
		v := w.Own*(own-ownBefore) - w.Rival*(rival-rivalBefore) + w.Square*m.Tile().Size()
		if depth > 1 && p.TilesLeft(pl) != 0 {
			reply, _ := slowMinimax(p, w, depth-1, false)
			v -= reply
		}
		p.Undo()
		if v > value {
			value, best = v, m
		}
	}
	return value, best
}

// TestClassicAgainstSlowMinimax compares value and move, with and without
// alpha-beta, on random positions.
func TestClassicAgainstSlowMinimax(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 150 {
		plies := rng.IntN(36)
		p := duo.RandomGame(rng, plies)
		depth := 1
		if plies > 16 {
			depth = 2
		}
		if plies > 26 {
			depth = 2 + rng.IntN(3)
		}
		w := Weights{rng.IntN(MaxWeight + 1), rng.IntN(MaxWeight + 1), rng.IntN(MaxWeight + 1)}
		slow := p
		wantValue, wantMove := slowMinimax(&slow, w, depth, false)
		for _, alphaBeta := range []bool{false, true} {
			core, err := NewMinimax(MinimaxConfig{w, alphaBeta})
			require.NoError(t, err)
			require.NoError(t, core.Load(&p))
			before := core.pos
			r := core.Search(p.ToMove(), depth, NeverStop, nil)
			require.Equal(t, wantMove, r.Move, "alpha-beta %v, depth %d, %+v\n%v", alphaBeta, depth, w, p.History())
			require.Equal(t, wantValue, r.Value, "alpha-beta %v, depth %d, %+v\n%v", alphaBeta, depth, w, p.History())
			require.True(t, r.Completed)
			requireSameBoard(t, before, core.pos)
		}
	}
}

// TestClassicStop stops searches at random times. They must answer soon after with a legal move,
// and leave the board unchanged.
func TestClassicStop(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 200 {
		p := duo.RandomGame(rng, rng.IntN(30))
		core, err := NewMinimax(MinimaxConfig{DefaultWeights, true})
		require.NoError(t, err)
		require.NoError(t, core.Load(&p))
		before := core.pos
		stop := rng.Uint64N(60_000)
		r := core.Search(p.ToMove(), 3, stop, nil)
		requireSameBoard(t, before, core.pos)
		if !r.Completed {
			require.GreaterOrEqual(t, r.Cycles, stop)
			require.Less(t, r.Cycles, stop+StopCycles, "the answer must follow the stop within StopCycles")
		}
		if r.Move != duo.Pass {
			require.NoError(t, p.Check(r.Move))
		}
	}
}

// TestScoresFit computes the largest possible score.
func TestScoresFit(t *testing.T) {
	t.Parallel()
	gain, loss := 0, 0
	for o := range duo.Orientation(duo.NumOrientations) {
		m := duo.NewMove(o, duo.NewSquare(6, 6))
		cover := m.Cover()
		edges, diagonals := cover.Edges().AndNot(cover), cover.Diagonals()
		diagonals = diagonals.AndNot(cover).AndNot(edges)
		size := cover.Count()
		// Own corners gained, rival corners taken, squares; own corners lost.
		gain = max(gain, MaxWeight*(diagonals.Count()+size+size))
		loss = max(loss, MaxWeight*(size+edges.Count()))
	}
	const corners = duo.NumSquares / 2 // no two are edge-adjacent to the same own square
	line := MaxSearchDepth*max(gain, loss) + MaxWeight*corners
	require.Less(t, line, ScoreLimit)
}

// requireSameBoard requires that a search left the board unchanged.
func requireSameBoard(t *testing.T, before, after duo.Position) {
	t.Helper()
	for pl := range duo.Player(2) {
		require.Equal(t, before.Squares(pl), after.Squares(pl))
		require.Equal(t, before.TilesLeft(pl), after.TilesLeft(pl))
	}
}
