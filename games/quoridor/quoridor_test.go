// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package quoridor

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
)

// TestDraw shows pawns, fences of both directions, and the latest move, a fence and then a step.
func TestDraw(t *testing.T) {
	t.Parallel()
	g, err := New("")
	require.NoError(t, err)
	p, err := g.ParseMoves(0, "e2 e8 e3 e7 e4 e6 e3h g6v")
	require.NoError(t, err)
	require.Equal(t, `    a   b   c   d   e   f   g   h   i
9   ·   ·   ·   ·   ·   ·   ·   ·   ·   9

8   ·   ·   ·   ·   ·   ·   ·   ·   ·   8

7   ·   ·   ·   ·   ·   ·   · ‖ ·   ·   7
                              ‖
6   ·   ·   ·   ·   2   ·   · ‖ ·   ·   6

5   ·   ·   ·   ·   ·   ·   ·   ·   ·   5

4   ·   ·   ·   ·   1   ·   ·   ·   ·   4
                   ━━━━━━━
3   ·   ·   ·   ·   ·   ·   ·   ·   ·   3

2   ·   ·   ·   ·   ·   ·   ·   ·   ·   2

1   ·   ·   ·   ·   ·   ·   ·   ·   ·   1
    a   b   c   d   e   f   g   h   i
player  1  to row 9:  9 fences left, 5 steps to go
player  2  to row 1:  9 fences left, 6 steps to go
player 1 to move
`, p.Draw(play.DrawOptions{}))
	require.NoError(t, g.PlayText(p, "e5"))
	assert.Contains(t, p.Draw(play.DrawOptions{}), "5   ·   ·   ·   ·  (1)  ·")
	assert.Contains(t, p.Draw(play.DrawOptions{}), "7   ·   ·   ·   ·   ·   ·   · ┃ ·   ·   7\n")
	plain := p.Draw(play.DrawOptions{Color: true})
	for _, code := range []string{"\x1b[97;44m(1)", "\x1b[91;1m┃"} {
		assert.Contains(t, plain, code)
	}
}

// TestVariants: a match of the variant begins at the start, and others do not.
func TestVariants(t *testing.T) {
	t.Parallel()
	g, err := New("")
	require.NoError(t, err)
	assert.Len(t, g.MatchOpenings().Position(1).History(), 2)
	assert.NotEqual(t, g.MatchOpenings().Position(1).History(), g.MatchOpenings().Position(2).History())
	s, err := New("start")
	require.NoError(t, err)
	assert.Empty(t, s.MatchOpenings().Position(1).History())
	_, err = New("7x7")
	assert.ErrorContains(t, err, `variant "7x7", want none or start`)
}

// TestRepeatable: with the same seed every player plays the same game again, also when it has played
// others meanwhile, and with another seed the Monte Carlo search plays another one.
func TestRepeatable(t *testing.T) {
	t.Parallel()
	g, err := New("")
	require.NoError(t, err)
	for _, spec := range []string{"brain1", "brain2", "mcts:sims=150", "mcts:sims=100,score=1,playout=path,expand=leaf", "negamax:nodes=300", "negamax:depth=1,weights=spp:1/nfp:-0.5", "tree:leaves=50"} {
		game := func(p play.Player, opening int) string {
			random, err := g.New("random", play.Env{Seat: 1, Seed: 3})
			require.NoError(t, err)
			r, err := play.Run(t.Context(), []play.Player{p, random}, play.Rules{Game: g, Start: g.MatchOpenings().Position(opening)}, play.Events{})
			require.NoError(t, err)
			return g.FormatMoves(r.Position.History())
		}
		a, err := g.New(spec, play.Env{Seed: 1})
		require.NoError(t, err)
		b, err := g.New(spec, play.Env{Seed: 2})
		require.NoError(t, err)
		first := game(a, 1)
		other := game(b, 1)
		if strings.HasPrefix(spec, "tree") { // the tree player has no randomness
			assert.Equal(t, first, other, spec)
			continue
		}
		if strings.HasPrefix(spec, "mcts") {
			assert.NotEqual(t, first, other, spec)
		}
		b.(play.Reseeder).Reseed(1)
		assert.Equal(t, first, game(b, 1), spec)
	}
}

// TestFences draws a fence in every slot: as long in each, and nothing else changes.
func TestFences(t *testing.T) {
	t.Parallel()
	g, err := New("")
	require.NoError(t, err)
	for _, m := range g.Start().Moves() {
		name := g.Format(m)
		require.NotEmpty(t, name)
		back, err := g.Parse(name)
		require.NoError(t, err)
		require.Equal(t, m, back)
		p := g.Start()
		require.NoError(t, p.Play(m))
		text := p.Draw(play.DrawOptions{})
		flat, upright := strings.Count(text, "═"), strings.Count(text, "‖")
		switch {
		case strings.HasSuffix(name, "h"):
			assert.Equal(t, []int{7, 0}, []int{flat, upright}, "%s\n%s", name, text)
		case strings.HasSuffix(name, "v"):
			assert.Equal(t, []int{0, 3}, []int{flat, upright}, "%s\n%s", name, text)
		default:
			assert.Equal(t, []int{0, 0}, []int{flat, upright}, "%s\n%s", name, text)
		}
	}
}

// TestShares gives the game to the player who has reached the goal.
func TestShares(t *testing.T) {
	t.Parallel()
	g, err := New("")
	require.NoError(t, err)
	for moves, want := range map[string][]float64{
		"e2 e8 e3 e7 e4 e6 e5 d6 e6 d5 e7 d4 e8 d3 d8 d2 d9": {1, 0},
		"e2 e8 e3 e7 e4 e6 d4 e5 d5 e4 d6 e3 c6 e2 b6 e1":    {0, 1},
		"e2 e8 e3 e7": {0.5, 0.5},
	} {
		p, err := g.ParseMoves(0, moves)
		require.NoError(t, err)
		assert.Equal(t, want, p.Shares(), moves)
	}
}
