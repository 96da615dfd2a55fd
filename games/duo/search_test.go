// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"context"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/book"
	"github.com/tessera-fpga/tessera/games/duo/endgame"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/games/duo/weights"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
)

// playSelf lets a player play a number of plies of a game against itself and returns it.
func playSelf(t *testing.T, p play.Player, plies int) *rules.Position {
	t.Helper()
	pos := rules.Start(duo.Player1)
	for pos.Plies() < plies && !pos.Over() {
		m, err := p.Move(t.Context(), pos)
		require.NoError(t, err)
		require.NoError(t, pos.Play(m))
	}
	return pos
}

// openSearch makes player tree and returns its search, too.
func openSearch(t *testing.T, spec string, env play.Env) (p play.Player, s *treeSearch) {
	t.Helper()
	g := blokusDuo(t)
	g.Search = func(env play.Env, o *play.Options, limits *play.SearchLimits) (play.Search, error) {
		made, err := newSearch(env, o, limits)
		s, _ = made.(*treeSearch)
		return made, err
	}
	p, err := g.New(spec, env)
	require.NoError(t, err)
	require.NotNil(t, s)
	t.Cleanup(func() { assert.NoError(t, p.Close()) })
	return p, s
}

// TestTreePlaysGames plays whole games with every option for thinking time.
func TestTreePlaysGames(t *testing.T) {
	t.Parallel()
	for _, spec := range []string{
		"tree:leaves=30", "tree:leaves=30,threads=3", "tree:time=1ms", "tree:clock=100ms", "tree:level=1",
		"tree:level=5", "tree:leaves=30,nodes=128", "tree:leaves=30,chip=ulx3s", "tree:leaves=30,chip=ulx3s-sdram", "tree:leaves=30,chip=ulx3s-bram", "tree:leaves=30,chip=hx8k,expanded=2", "tree:leaves=30,ponder=true",
	} {
		pos := playSelf(t, newTestPlayer(t, spec, play.Env{Seed: 1}), duo.MaxPlies)
		assert.True(t, pos.Over(), spec)
	}
}

// TestTreeExperiments plays with every experimental option, and refuses wrong values.
func TestTreeExperiments(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "weights.json")
	require.NoError(t, weights.Write(file, &evaluation.Default, evaluation.Origin))
	game := func(options string) *rules.Position {
		return playSelf(t, newTestPlayer(t, "tree:leaves=60"+options, play.Env{Seed: 1}), 12)
	}
	usual := game("")
	assert.Equal(t, usual, game(",children=32,expand=4,late=false,exploration=256,growth=0,reduction=3276,inflight=1,playouts=1,win=179,scale=8,weights="+file), "the defaults")
	for _, option := range []string{"children=4", "expand=2", "late=true", "exploration=50", "growth=4096", "reduction=30000", "inflight=16", "playouts=0", "playouts=3", "win=1", "scale=1"} {
		assert.NotEqual(t, usual, game(","+option), option)
		assert.False(t, blokusDuo(t).Varies("tree:leaves=60,"+option), option)
	}
	for option, want := range map[string]string{
		"children=65": "1..64", "expand=0": "1..255", "exploration=0": "1..4096", "reduction=0": "1..65535",
		"inflight=0": "1..1024", "playouts=65": "0..64", "win=257": "1..256", "scale=0": "1..109",
	} {
		_, err := blokusDuo(t).New("tree:"+option, play.Env{})
		assert.ErrorContains(t, err, "want "+want, option)
	}
	_, err := blokusDuo(t).New("tree:weights=none.json", play.Env{})
	assert.ErrorContains(t, err, "none.json: no such file")
}

// TestTreePlayerRepeats plays the same opening twice in one match.
func TestTreePlayerRepeats(t *testing.T) {
	t.Parallel()
	for _, spec := range []string{"tree:leaves=100", "tree:level=5"} {
		assert.False(t, blokusDuo(t).Varies(spec))
		a := newTestPlayer(t, spec, play.Env{Seed: 7})
		first := playSelf(t, a, 8)
		name, err := a.(play.Starter).Start(t.Context())
		require.NoError(t, err)
		assert.Equal(t, "tree", name)
		assert.Equal(t, first, playSelf(t, a, 8), spec)
		require.NoError(t, a.(play.Starter).End(t.Context()))
	}
	for _, spec := range []string{"tree:time=1s", "tree:clock=1m", "tree:level=1", "tree:leaves=100,threads=2", "tree:ponder=true"} {
		assert.True(t, blokusDuo(t).Varies(spec), spec)
	}
}

func TestTreeThoughts(t *testing.T) {
	t.Parallel()
	pos := &rules.Position{Position: duo.BenchPositions()[15]}
	a := newTestPlayer(t, "tree:leaves=2000", play.Env{Seed: 1})
	before := pos.Clone()
	m, err := a.Move(t.Context(), pos)
	require.NoError(t, err)
	assert.Equal(t, before, pos)
	thoughts := a.(play.Thinker).Thoughts()
	require.NotEmpty(t, thoughts)
	assert.Equal(t, m, thoughts[0].Move)
	visits := 0
	for _, thought := range thoughts {
		visits += thought.Visits
		require.NotNil(t, thought.Margin)
		p := pos.Clone().(*rules.Position)
		require.Equal(t, thought.Move, thought.Line[0])
		for _, m := range thought.Line {
			for !p.HasLegalMove() && !p.Over() {
				p.Position.Play(duo.Pass) // a player who is out passes
			}
			if m != play.Move(duo.Pass) {
				require.NoError(t, p.Play(m))
			}
		}
	}
	assert.Equal(t, 2000, visits)
}

// TestTreeForced passes, and makes an only move, with little work.
func TestTreeForced(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	a := newTestPlayer(t, "tree:leaves=1000000", play.Env{Seed: 1})
	for found := [2]bool{}; !found[0] || !found[1]; {
		p := &rules.Position{Position: duo.RandomGame(rng, 24+rng.IntN(12))}
		n := p.CountLegalMoves()
		if p.Over() || n > 1 {
			continue
		}
		found[n] = true
		m, err := a.Move(t.Context(), p)
		require.NoError(t, err)
		require.NoError(t, p.Check(duo.Move(m)))
		assert.Equal(t, n == 0, m == play.Move(duo.Pass))
		assert.Equal(t, n == 0, len(a.(play.Thinker).Thoughts()) == 0)
	}
}

// TestTreeKeepsTime allows for a busy machine.
func TestTreeKeepsTime(t *testing.T) {
	t.Parallel()
	const slack = time.Minute
	for spec, most := range map[string]time.Duration{
		"tree:time=20ms": 20 * time.Millisecond, "tree:time=20ms,threads=2": 20 * time.Millisecond, "tree:clock=1s": time.Second / 2,
	} {
		a := newTestPlayer(t, spec, play.Env{Seed: 1})
		pos := &rules.Position{Position: duo.BenchPositions()[8]}
		start := time.Now()
		_, err := a.Move(t.Context(), pos)
		require.NoError(t, err)
		assert.Less(t, time.Since(start), most+slack, spec)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	a := newTestPlayer(t, "tree:leaves=10000000,nodes=1000", play.Env{Seed: 1})
	pos := rules.Start(duo.Player1)
	start := time.Now()
	_, err := a.Move(ctx, pos)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Less(t, time.Since(start), slack)
}

// TestTreePonders checks that a search has begun before the player's turn.
func TestTreePonders(t *testing.T) {
	t.Parallel()
	a, s := openSearch(t, "tree:leaves=50,ponder=true", play.Env{Seed: 1})
	pos := &rules.Position{Position: duo.BenchPositions()[12]}
	m, err := a.Move(t.Context(), pos)
	require.NoError(t, err)
	require.NoError(t, pos.Play(m))
	require.Eventually(t, func() bool {
		most, _ := s.Contest()
		return most > 500
	}, time.Minute, time.Millisecond)
	require.NoError(t, a.(play.Starter).End(t.Context())) // the player stops pondering
	require.NoError(t, pos.Play(play.Move(s.search.Candidates()[0].Move)))
	_, err = a.Move(t.Context(), pos)
	require.NoError(t, err)
	visits := 0
	for _, thought := range a.(play.Thinker).Thoughts() {
		visits += thought.Visits
	}
	assert.Greater(t, visits, 50)
}

// TestTreeSolvesEnds plays ends of games with the solver: the reported value is exact, stays so
// until the game is over, and is the same each time.
func TestTreeSolvesEnds(t *testing.T) {
	t.Parallel()
	for i, g := range endgame.Games()[:6] {
		start := endgame.Before(g, 5)
		var played [2]*rules.Position
		for k := range played {
			a := newTestPlayer(t, "tree:leaves=3000", play.Env{Seed: uint64(k)})
			pos, margin := &rules.Position{Position: start}, math.NaN()
			for !pos.Over() {
				m, err := a.Move(t.Context(), pos)
				require.NoError(t, err)
				if thoughts := a.(play.Thinker).Thoughts(); len(thoughts) > 0 && thoughts[0].Proven {
					sign := float64(1 - 2*int(pos.ToMove()))
					if !math.IsNaN(margin) {
						require.Equal(t, margin, sign**thoughts[0].Margin, "game %d", i)
					}
					margin = sign * *thoughts[0].Margin
					require.Equal(t, m, thoughts[0].Move)
					for _, other := range thoughts[1:] {
						if other.Proven {
							require.LessOrEqual(t, *other.Margin, *thoughts[0].Margin)
							require.NoError(t, pos.Check(duo.Move(other.Move)))
						}
					}
				}
				require.NoError(t, pos.Play(m))
			}
			require.Equal(t, margin, float64(pos.Score(0)-pos.Score(1)))
			played[k] = pos
		}
		assert.Equal(t, played[0], played[1])
	}
	_, s := openSearch(t, "tree:leaves=3000", play.Env{})
	assert.NotNil(t, s.ending)
	for _, spec := range []string{"tree:leaves=3000,solver=false", "tree:level=1"} {
		_, s := openSearch(t, spec, play.Env{})
		assert.Nil(t, s.ending, spec)
	}
}

// TestTreeBook makes the moves of the book while it has any; no other player uses it.
func TestTreeBook(t *testing.T) {
	t.Parallel()
	b := book.Default()
	a := newTestPlayer(t, "tree:leaves=10,book=true", play.Env{Seed: 1})
	thoughts := func() []play.Thought { return a.(play.Thinker).Thoughts() }
	leaves := func() uint64 {
		n, _ := a.(play.WorkCounter).Work()
		return n
	}
	for _, first := range []duo.Player{duo.Player1, duo.Player2} {
		pos := rules.Start(first)
		want, ok := b.Lookup(rules.At(pos))
		require.True(t, ok)
		m, err := a.Move(t.Context(), pos)
		require.NoError(t, err)
		assert.EqualValues(t, want.Move, m)
		require.Len(t, thoughts(), 1)
		assert.Equal(t, want.Value, thoughts()[0].Value)
		assert.Equal(t, []play.Move{m}, thoughts()[0].Line)
	}
	assert.Zero(t, leaves())
	pos := &rules.Position{Position: duo.BenchPositions()[12]}
	_, ok := b.Lookup(rules.At(pos))
	require.False(t, ok)
	_, err := a.Move(t.Context(), pos)
	require.NoError(t, err)
	assert.EqualValues(t, 10, leaves())
	_, s := openSearch(t, "tree:leaves=10", play.Env{})
	assert.Nil(t, s.book)
	_, err = blokusDuo(t).New("tree:book=yes", play.Env{})
	assert.ErrorContains(t, err, `option book="yes", want true or false`)
}
