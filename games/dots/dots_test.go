// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package dots

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/dots/rules"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
)

func open(t *testing.T, size string) *play.Game {
	t.Helper()
	g, err := New(size)
	require.NoError(t, err)
	return g
}

// TestPerfect lets the solver play others from random openings: it never ends with less than its
// first turn was worth, and on 2x2 player 1 wins by two against any rival.
func TestPerfect(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, c := range []struct {
		size, rival string
		games       int
	}{
		{"2x2", "random", 20}, {"2x2", "mcts:sims=300", 6}, {"2x3", "tree:leaves=200", 6}, {"3x3", "random", 6},
		{"3x3", "mcts:sims=200,states=scored,reward=result", 2},
	} {
		g := open(t, c.size)
		best, err := g.New("perfect", play.Env{})
		require.NoError(t, err)
		for game := range c.games {
			rival, err := g.New(c.rival, play.Env{Seed: rng.Uint64()})
			require.NoError(t, err)
			side := game % 2
			players := []play.Player{rival, rival}
			players[side] = best
			promised := -100
			plies := rng.IntN(g.OpeningPlies + 1)
			of := play.Rules{Game: g, Start: g.RandomStart(g.Start(), plies, rng.Uint64())}
			r, err := play.Run(t.Context(), players, of, play.Events{Changed: func(p play.Position, _ string) {
				if promised == -100 && !p.Over() && p.ToMove() == side {
					at := p.(*rules.Position)
					require.NoError(t, best.(*perfect).Prepare(t.Context()))
					value, err := best.(*perfect).values.Value(t.Context(), at.Drawn())
					require.NoError(t, err)
					promised = value + at.Net()
				}
			}})
			require.NoError(t, err)
			end := r.Position.(*rules.Position)
			require.GreaterOrEqual(t, end.Score(0)*(1-2*side)+end.Score(1)*(2*side-1), promised, "%v", end.History())
			if c.size == "2x2" && plies == 0 && side == 0 {
				require.Equal(t, 2, promised)
			}
		}
	}
}

// TestPlayers plays the same game again with the same seed, and refuses wrong options.
func TestPlayers(t *testing.T) {
	t.Parallel()
	g := open(t, "2x3")
	game := func(spec string) string {
		var players []play.Player
		for seat := range 2 {
			p, err := g.New(spec, play.Env{Seat: seat, Seed: 3, Log: io.Discard})
			require.NoError(t, err)
			players = append(players, p)
		}
		r, err := play.Run(t.Context(), players, play.Rules{Game: g, Start: g.Start()}, play.Events{})
		require.NoError(t, err)
		return g.FormatMoves(r.Position.History())
	}
	for _, spec := range []string{"random", "mcts:sims=50", "tree:leaves=50", "perfect"} {
		assert.Equal(t, game(spec), game(spec), spec)
	}
	for spec, want := range map[string]string{
		"mcts:states=all":       `option states="all", want scored or unscored or symmetric`,
		"mcts:c=x":              `option c="x", want a number, 0 or more`,
		"mcts:sims=-1":          `option sims="-1", want 0..`,
		"mcts:depth=3":          `unknown option "depth"`,
		"perfect:threads=0":     `option threads="0", want 1..64`,
		"tree:leaves=5,time=1s": `leaves, time, clock and level exclude each other`,
		"prefect":               `no player of dots:2x3 is named "prefect", want one of mcts, perfect, random, tree`,
	} {
		_, err := g.New(spec, play.Env{})
		assert.ErrorAs(t, err, new(*play.SpecError), spec)
		assert.ErrorContains(t, err, want)
	}
}

// TestDraw checks the board drawn for a person.
func TestDraw(t *testing.T) {
	t.Parallel()
	p, err := open(t, "1x2").ParseMoves(0, "0 2 5 3 6")
	require.NoError(t, err)
	assert.Equal(t, `+----+  1 +
| B  |    4
+----+====+
player 1 A: 0 boxes, player 2 B: 1
player 1 to move
`, p.Draw(play.DrawOptions{}))
	assert.Contains(t, p.Draw(play.DrawOptions{Color: true}), "\x1b[")
}
