// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package blokus

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
)

// specs are players of every kind, with little work to do.
var specs = []string{
	"greedy", "greedy:barasona=true", "depthfirst", "mcts:sims=8", "mcts:sims=8,reward=squares,c=2,playout=largest,barasona=true",
	"mcts:sims=8,policy=paranoid", "mcts:sims=8,policy=bestreply", "pb-mcts:sims=8,reward=share", "ph-mcts:sims=8",
	"minimax:nodes=20", "minimax:depth=1,policy=bestreply,barasona=true", "minimax:nodes=20,policy=paranoid", "tree:leaves=4",
}

// TestPlayersRepeat checks that every player, with one seed, plays the same game again, even after
// other games. It covers all variants.
func TestPlayersRepeat(t *testing.T) {
	t.Parallel()
	for i, spec := range specs {
		g, err := New(append([]string{""}, VariantNames()...)[i%(1+len(VariantNames()))])
		require.NoError(t, err)
		game := func(p play.Player) string {
			players := []play.Player{p}
			for seat := 1; seat < g.Seats(); seat++ {
				r, err := g.New("random", play.Env{Seat: seat, Seed: 3})
				require.NoError(t, err)
				players = append(players, r)
			}
			r, err := play.Run(t.Context(), players, play.Rules{Game: g, Start: g.MatchOpenings().Position(1)}, play.Events{})
			require.NoError(t, err)
			require.True(t, r.Position.Over(), "%s: %v", spec, r)
			return g.FormatMoves(r.Position.History())
		}
		a, err := g.New(spec, play.Env{Seed: 1})
		require.NoError(t, err)
		b, err := g.New(spec, play.Env{Seed: 2})
		require.NoError(t, err)
		first, other := game(a), game(b)
		if strings.HasPrefix(spec, "tree") { // its playouts have always the same seeds
			assert.Equal(t, first, other)
			continue
		}
		assert.NotEqual(t, first, other, spec)
		b.(play.Reseeder).Reseed(1)
		assert.Equal(t, first, game(b), spec)
	}
}

func TestPlayerSpecs(t *testing.T) {
	t.Parallel()
	g, err := New("")
	require.NoError(t, err)
	for spec, want := range map[string]string{
		"mcts:sims=0":                         "sims",
		"mcts:reward=wins":                    `reward "wins", want one of [win share squares]`,
		"mcts:policy=max":                     `policy "max", want one of [maxn paranoid bestreply]`,
		"mcts:policy=paranoid,reward=squares": "reward squares with policy paranoid, want rewards from 0 to 1",
		"mcts:c=-1":                           "c",
		"pb-mcts:playout=best":                "playout",
		"minimax:depth=85":                    "depth",
		"greedy:barasona=perhaps":             "barasona",
		"depthfirst:sims=3":                   "sims",
		"minmax":                              `no player of blokus is named "minmax"`,
	} {
		_, err := g.New(spec, play.Env{})
		var bad *play.SpecError
		require.ErrorAs(t, err, &bad, spec)
		assert.ErrorContains(t, err, want, spec)
	}
}

// TestLimit checks that a player with a time limit works for that time, and that a stopped player
// answers at once.
func TestLimit(t *testing.T) {
	t.Parallel()
	g, err := New("")
	require.NoError(t, err)
	p := g.Start()
	for _, spec := range []string{"mcts:sims=1", "minimax:nodes=1"} {
		a, err := g.New(spec, play.Env{})
		require.NoError(t, err)
		stop := make(chan struct{})
		close(stop)
		a.(play.Timed).Limit(time.Hour, stop)
		m, err := a.Move(t.Context(), p)
		require.NoError(t, err)
		require.Contains(t, p.Moves(), m)
		a.(play.Timed).Limit(time.Millisecond, nil)
		m, err = a.Move(t.Context(), p)
		require.NoError(t, err)
		require.Contains(t, p.Moves(), m)
		work, unit := a.(play.WorkCounter).Work()
		assert.Greater(t, work, uint64(1), unit)
		a.(play.Timed).Limit(0, nil)
		before, _ := a.(play.WorkCounter).Work()
		_, err = a.Move(t.Context(), p)
		require.NoError(t, err)
		after, _ := a.(play.WorkCounter).Work()
		assert.LessOrEqual(t, after-before, uint64(2), "%s: its usual amount again", spec)
	}
}

// TestMinimaxAmount: the number of positions bounds a search without a depth, and a depth alone has
// no other bound.
func TestMinimaxAmount(t *testing.T) {
	t.Parallel()
	g, err := New("")
	require.NoError(t, err)
	work := func(spec string) uint64 {
		a, err := g.New(spec, play.Env{})
		require.NoError(t, err)
		_, err = a.Move(t.Context(), g.Start())
		require.NoError(t, err)
		n, unit := a.(play.WorkCounter).Work()
		assert.Equal(t, "positions", unit)
		return n
	}
	usual := work("minimax")
	assert.Equal(t, work(fmt.Sprintf("minimax:nodes=%d", defaultNodes)), usual)
	assert.InEpsilon(t, defaultNodes, usual, 0.1)
	assert.Less(t, work("minimax:nodes=300"), usual)
}

// TestPlayersFromSetup asks players in positions that are set up, between games from the usual start.
func TestPlayersFromSetup(t *testing.T) {
	t.Parallel()
	for i, spec := range specs {
		g, err := New([]string{"", "two", "three"}[i%3])
		require.NoError(t, err)
		p, err := g.New(spec, play.Env{Seed: 1})
		require.NoError(t, err)
		s := &play.Setup{Placed: make([][]play.Move, 4), Turn: 2}
		for c, squares := range []string{"a19,a20", "s20,t20", "s1,t1", ""} {
			if squares != "" {
				m, err := g.Parse(squares)
				require.NoError(t, err)
				s.Placed[c] = []play.Move{m}
			}
		}
		start, err := g.BeginFrom(s)
		require.NoError(t, err)
		for _, at := range []play.Position{g.Start(), start, g.RandomStart(start.Clone(), 2, 1), g.Start()} {
			at = at.Clone()
			m, err := p.Move(t.Context(), at)
			require.NoError(t, err)
			require.NoError(t, at.Play(m), spec)
		}
		require.NoError(t, p.Close())
	}
}
