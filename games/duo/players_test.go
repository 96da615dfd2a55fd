// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

func blokusDuo(t *testing.T) *play.Game {
	t.Helper()
	g, err := play.Find(Name)
	require.NoError(t, err)
	return g
}

func newTestPlayer(t *testing.T, spec string, env play.Env) play.Player {
	t.Helper()
	a, err := blokusDuo(t).New(spec, env)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, a.Close()) })
	return a
}

// TestGames plays the players that need no other program, and repeats a game with its seed.
func TestGames(t *testing.T) {
	t.Parallel()
	g := blokusDuo(t)
	game := func(spec1, spec2 string, seed uint64) *play.Result {
		r, err := play.Run(t.Context(), []play.Player{
			newTestPlayer(t, spec1, play.Env{Seat: 0, Seed: seed}),
			newTestPlayer(t, spec2, play.Env{Seat: 1, Seed: seed}),
		}, play.Rules{Game: g, Start: g.Start()}, play.Events{})
		require.NoError(t, err)
		require.Equal(t, play.Finished, r.Ending, "%v", r)
		require.True(t, r.Position.Over())
		return r
	}
	for _, spec := range []string{"random", "random:pick=largest", "minimax:depth=1", "minimax:depth=1,alphabeta=false,own=2", "montecarlo:visits=1"} {
		a, b, c := game(spec, "random", 1), game(spec, "random", 1), game(spec, "random", 2)
		assert.Equal(t, a.Position, b.Position, spec)
		assert.NotEqual(t, a.Position, c.Position, spec)
	}
	won := 0
	for seed := range uint64(10) {
		if game("minimax", "random", seed).Shares()[0] == 1 {
			won++
		}
	}
	assert.GreaterOrEqual(t, won, 8, "minimax must beat random")
	for i, spec := range []string{"montecarlo:visits=1", "montecarlo:visits=1,policy=uniform"} {
		assert.EqualValues(t, 1, game(spec, "random", uint64(i)).Shares()[0], "%s must beat random", spec)
	}
	one, other := game("montecarlo:visits=1,seed=1", "minimax", 0), game("montecarlo:visits=1,seed=2", "minimax", 0)
	assert.NotEqual(t, one.Position, other.Position, "montecarlo pays no heed to its seed")
	a := game("random:pick=largest", "random", 1)
	for i, m := range a.Position.History()[:8] {
		if i%2 == 0 {
			assert.Equal(t, 5, duo.Move(m).Tile().Size(), "move %d, %s", i+1, g.Format(m))
		}
	}
}

func TestNewErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		spec  string
		depth int
		want  string
	}{
		{"", 0, `player "": no player is named "", want one of alphabeta, host, mc, minimax, montecarlo, random, tree, uct, uct-enhanced`},
		{"minmax", 0, `player "minmax": no player is named "minmax", want one of alphabeta, host, mc, minimax, montecarlo, random, tree, uct, uct-enhanced; did you mean minimax?`},
		{"minimax:", 0, `player "minimax:": option "", want name=value`},
		{"minimax:depth", 0, `player "minimax:depth": option "depth", want name=value`},
		{"minimax:depth=5", 0, `player "minimax:depth=5": option depth="5", want 1..4`},
		{"minimax:depth=2,depth=3", 0, `player "minimax:depth=2,depth=3": option depth is given twice`},
		{"minimax", 9, `player "minimax": option depth="9", want 1..4`},
		{"minimax:alphabeta=1", 0, `player "minimax:alphabeta=1": option alphabeta="1", want true or false`},
		{"minimax:dept=2", 0, `player "minimax:dept=2": unknown option "dept", want one of evaluation, depth, alphabeta, own, rival, square`},
		{"montecarlo:visits=0", 0, `player "montecarlo:visits=0": option visits="0", want 1..`},
		{"montecarlo:policy=best", 0, `player "montecarlo:policy=best": option policy="best", want uniform or largest`},
		{"montecarlo:depth=2", 0, `player "montecarlo:depth=2": unknown option "depth", want one of policy, visits, seed`},
		{"random:seed=-1", 0, `player "random:seed=-1": option seed="-1", want a whole number, 0 or more`},
		{"random:pick=best", 0, `player "random:pick=best": option pick="best", want uniform or largest`},
		{"tree:leaves=0", 0, `player "tree:leaves=0": option leaves="0", want 1..16777215`},
		{"tree:time=fast", 0, `player "tree:time=fast": option time="fast", want a time such as 500ms or 2s`},
		{"tree:time=-1s", 0, `option time="-1s", want a time such as 500ms or 2s`},
		{"tree:level=10", 0, `option level="10", want 1..9`},
		{"tree:threads=0", 0, `option threads="0", want 1..256`},
		{"tree:leaves=5,time=1s", 0, `player "tree:leaves=5,time=1s": leaves, time, clock and level exclude each other, want one of them`},
		{"tree:visits=5", 0, `unknown option "visits", want one of leaves, time, clock, level, threads, seed, nodes, ponder`},
	} {
		_, err := blokusDuo(t).New(c.spec, play.Env{Depth: c.depth})
		require.Error(t, err, c.spec)
		assert.Contains(t, err.Error(), c.want)
		assert.ErrorAs(t, err, new(*play.SpecError), c.spec)
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, spec := range []string{"random", "minimax:depth=4,alphabeta=false", "montecarlo"} {
		_, err := newTestPlayer(t, spec, play.Env{}).Move(ctx, rules.Start(duo.Player1))
		assert.ErrorIs(t, err, context.Canceled, spec)
	}
}

// TestPlayersFromSetup asks the players in positions that are set up, of random games: they make legal
// moves there, and those whose search has no memory the same as in the game.
func TestPlayersFromSetup(t *testing.T) {
	t.Parallel()
	g := blokusDuo(t)
	for spec, same := range map[string]bool{
		"random": true, "minimax:depth=1": true, "alphabeta:depth=2": true, "montecarlo:visits=1": true,
		"minimax:evaluation=thesis,depth=1": true, "tree:leaves=60": true, "tree:level=1": true,
	} {
		player := newTestPlayer(t, spec, play.Env{Seed: 1})
		for seed := range uint64(4) {
			p := g.RandomStart(g.Start(), 2+4*int(seed), seed)
			s := &play.Setup{Placed: make([][]play.Move, 2), Turn: g.ToMove(p)}
			for ply, m := range p.History() {
				s.Placed[ply%2] = append(s.Placed[ply%2], m)
			}
			start, err := g.BeginFrom(s)
			require.NoError(t, err)
			got, err := newTestPlayer(t, spec, play.Env{Seed: 1}).Move(t.Context(), start)
			require.NoError(t, err)
			want, err := newTestPlayer(t, spec, play.Env{Seed: 1}).Move(t.Context(), p)
			require.NoError(t, err)
			assert.Equal(t, same, want == got, "%s, game %d: %s, in the game %s", spec, seed, g.Format(got), g.Format(want))
			// The same player in one game and then in another: neither is taken for the other.
			for _, p := range []play.Position{g.Start(), start, p, start} {
				p = p.Clone()
				m, err := player.Move(t.Context(), p)
				require.NoError(t, err)
				require.NoError(t, p.Play(m), spec)
			}
		}
	}
}
