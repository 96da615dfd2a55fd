// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/endgame"
	"github.com/tessera-fpga/tessera/games/duo/literature"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
)

// TestLiteraturePlayers compares the players of the literature with the searches that they stand
// for: the move, and the work over all moves.
func TestLiteraturePlayers(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	const seed, playouts = 9, 60
	flat := func(mean bool) func(pos *duo.Position, seed uint32) (literature.Result, error) {
		return func(pos *duo.Position, seed uint32) (literature.Result, error) {
			return literature.FlatConfig{Mean: mean}.Search(pos, seed, playouts, nil)
		}
	}
	uct := func(cfg literature.UCTConfig) func(pos *duo.Position, seed uint32) (literature.Result, error) {
		return func(pos *duo.Position, seed uint32) (literature.Result, error) {
			return literature.NewUCT(cfg, pos, seed).Search(playouts, nil)
		}
	}
	minimax := func(cfg literature.MinimaxConfig, depth int) func(pos *duo.Position, seed uint32) (literature.Result, error) {
		return func(pos *duo.Position, _ uint32) (literature.Result, error) { return cfg.Search(pos, depth, nil), nil }
	}
	cases := map[string]func(pos *duo.Position, seed uint32) (literature.Result, error){
		"mc:playouts=60":            flat(false),
		"mc:playouts=60,score=mean": flat(true),
		"uct:playouts=60":           uct(with(literature.PlainUCT())),
		"uct-enhanced:playouts=60":  uct(with(literature.EnhancedUCT())),
	}
	for _, e := range literature.Evaluations() {
		cfg := literature.ThesisMinimax()
		cfg.Evaluation = e
		cases["minimax:evaluation="+e.Name+",depth=1"] = minimax(cfg, 1)
		deep := cfg
		deep.Deepen = true
		cases["minimax:evaluation="+e.Name+",depth=2,width=6,deepen=true"] = minimax(wide(deep), 2)
		cases["minimax:evaluation="+e.Name+",depth=2,width=6"] = minimax(wide(cfg), 2)
	}
	for spec, search := range cases {
		t.Run(spec, func(t *testing.T) {
			a := newTestPlayer(t, spec, play.Env{Seed: seed})
			var work uint64
			rng := rand.New(rand.NewPCG(rng.Uint64(), 0))
			for range 3 {
				pos := duo.RandomGame(rng, 12+rng.IntN(16))
				if pos.CountLegalMoves() == 0 {
					continue
				}
				want, err := search(&pos, plySeed(seed, pos.Plies()))
				require.NoError(t, err)
				m, err := a.Move(t.Context(), &rules.Position{Position: pos})
				require.NoError(t, err)
				assert.Equal(t, play.Move(want.Move), m)
				assert.Equal(t, want, a.(*literaturePlayer).latest)
				unit := "playouts"
				if work += uint64(want.Playouts); want.Nodes > 0 {
					unit = "nodes"
					work += uint64(want.Nodes)
				}
				done, of := a.(play.WorkCounter).Work()
				assert.Equal(t, work, done)
				assert.Equal(t, unit, of)
			}
			assert.Positive(t, work)
		})
	}
}

// wide returns a minimax that looks at 6 moves, and then at 3.
func wide(cfg literature.MinimaxConfig) literature.MinimaxConfig {
	cfg.Width = []int{6, 3}
	return cfg
}

// with returns a configuration with the defaults of the players' options.
func with(cfg literature.UCTConfig) literature.UCTConfig {
	cfg.Bias.Weight, cfg.Leaf, cfg.Threads = 1, 1, 1
	return cfg
}

// TestLiteratureTime: a time ends a search of endless playouts, and the usual number of playouts
// does not bound it.
func TestLiteratureTime(t *testing.T) {
	t.Parallel()
	for _, spec := range []string{"mc:time=", "uct:time=", "minimax:evaluation=" + literature.Evaluations()[0].Name + ",time="} {
		a := newTestPlayer(t, spec+"50ms", play.Env{})
		pos := rules.Start(duo.Player1)
		began := time.Now()
		m, err := a.Move(t.Context(), pos)
		require.NoError(t, err)
		require.NoError(t, pos.Play(m))
		assert.GreaterOrEqual(t, time.Since(began), 50*time.Millisecond, spec)
	}
}

// TestLiteratureOptions refuses what has no sense.
func TestLiteratureOptions(t *testing.T) {
	t.Parallel()
	g := blokusDuo(t)
	eval := literature.Evaluations()[0].Name
	for spec, want := range map[string]string{
		"mc:playouts=10,time=1s":                     "playouts and time exclude each other",
		"minimax:evaluation=" + eval + ",width=1025": "want 1..1024",
		"uct:leaf=4097":                              "want 1..4096",
	} {
		_, err := g.New(spec, play.Env{})
		assert.ErrorContains(t, err, want, spec)
	}
	p, err := g.New("minimax:evaluation="+eval+",width=1024", play.Env{})
	require.NoError(t, err)
	require.NoError(t, p.Close())
}

// TestMonteCarloWork: the work is in playouts, and there are no thoughts before the first move.
func TestMonteCarloWork(t *testing.T) {
	t.Parallel()
	a := newTestPlayer(t, "montecarlo:visits=1", play.Env{Seed: 1})
	assert.Empty(t, a.(play.Thinker).Thoughts())
	pos := duo.RandomGame(rand.New(rand.NewPCG(1, 1)), 10)
	m, err := a.Move(t.Context(), &rules.Position{Position: pos})
	require.NoError(t, err)
	thoughts := a.(play.Thinker).Thoughts()
	require.Greater(t, len(thoughts), 1)
	assert.Equal(t, m, thoughts[0].Move)
	for i, thought := range thoughts {
		assert.Positive(t, thought.Visits)
		assert.LessOrEqual(t, thought.Visits, thoughts[max(i-1, 0)].Visits, "the most visited come first")
	}
	work, unit := a.(play.WorkCounter).Work()
	assert.GreaterOrEqual(t, work, uint64(thoughts[0].Visits))
	assert.Equal(t, "playouts", unit)
}

// TestDefaultPlayer: the tree search plays unless another player is named.
func TestDefaultPlayer(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "tree", blokusDuo(t).DefaultPlayer)
}

// TestTreeProofs: near the end the search proves moves, unless it is told not to.
func TestTreeProofs(t *testing.T) {
	t.Parallel()
	for option, want := range map[string]bool{"": true, ",proofs=true": true, ",proofs=false": false} {
		proven := false
		for _, g := range endgame.Games()[:6] {
			a := newTestPlayer(t, "tree:leaves=2000,solver=false"+option, play.Env{Seed: 1})
			_, err := a.Move(t.Context(), &rules.Position{Position: endgame.Before(g, 3)})
			require.NoError(t, err)
			for _, thought := range a.(play.Thinker).Thoughts() {
				proven = proven || thought.Proven
			}
		}
		assert.Equal(t, want, proven, option)
	}
}

// TestSolvedThoughts solves ends: each move has one thought, the best first.
func TestSolvedThoughts(t *testing.T) {
	t.Parallel()
	several := 0
	for _, g := range endgame.Games()[:12] {
		pos := endgame.Before(g, 3)
		legal := pos.LegalMoves(nil)
		if len(legal) < 2 {
			continue
		}
		var e ending
		if !e.solve(&pos, 200_000, nil) {
			continue
		}
		seen := map[play.Move]bool{}
		for i, thought := range e.thoughts {
			assert.False(t, seen[thought.Move], "twice: %v", thought.Move)
			seen[thought.Move] = true
			assert.NoError(t, pos.Check(duo.Move(thought.Move)))
			if i > 0 {
				assert.LessOrEqual(t, *thought.Margin, *e.thoughts[0].Margin)
			}
		}
		if len(seen) == len(legal) {
			several++
		}
	}
	assert.Positive(t, several, "no position was solved whole")
}
