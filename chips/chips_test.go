// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	game "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	_ "github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/play"
	_ "github.com/tessera-fpga/tessera/play/prompt"
)

func blokusDuo(t *testing.T) *play.Game {
	t.Helper()
	g, err := play.Find(game.Name)
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

// playSelf lets a player play a number of plies of a game against itself and returns it.
func playSelf(t *testing.T, p play.Player, plies int) play.Position {
	t.Helper()
	pos := blokusDuo(t).Start()
	for len(pos.History()) < plies && !pos.Over() {
		m, err := p.Move(t.Context(), pos)
		require.NoError(t, err)
		require.NoError(t, pos.Play(m))
	}
	return pos
}

// TestSpecErrors is about the players in hardware; games/duo tests the players in software.
func TestSpecErrors(t *testing.T) {
	t.Parallel()
	const all = "alphabeta, chip-alphabeta, chip-minimax, chip-montecarlo, chip-tree, gtp, host, human, mc, minimax, montecarlo, random, tree, uct, uct-enhanced"
	for spec, want := range map[string]string{
		"":                         `player "": no player is named "", want one of ` + all,
		"minmax":                   `player "minmax": no player is named "minmax", want one of ` + all + "; did you mean minimax?",
		"chip:depth=2":             `did you mean chip-tree or chip-minimax or chip-alphabeta or chip-montecarlo?`,
		"chip-montecarlo:visits=x": `player "chip-montecarlo:visits=x": option visits="x", want 1..`,
		"chip-montecarlo:lanes=2":  `player "chip-montecarlo:lanes=2": unknown option "lanes", want one of policy, visits, seed`,
	} {
		_, err := blokusDuo(t).New(spec, play.Env{})
		require.ErrorContains(t, err, want, spec)
		assert.ErrorAs(t, err, new(*play.SpecError), spec)
	}
}

// TestChips plays the ends of two games; player 2 begins the second one. The chip must find
// golden's moves, and follow take-backs.
func TestChips(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ chip, twin, summary string }{
		{"chip-montecarlo:seed=3", "montecarlo:visits=1,seed=3", `%d of %d moves agree with golden; [0-9]+ playouts, [0-9]+ cycles, [0-9]+ cycles per playout and lane`},
		{"chip-alphabeta:units=3,depth=4", "alphabeta:units=3,depth=4", `%d of %d moves agree with golden, node by node and cycle by cycle; depth 4, [0-9]+ nodes, [0-9]+ cycles`},
		{"chip-tree:seed=3,leaves=60", "tree:chip=ulx3s-bram,seed=3,leaves=60", `%d of %d moves agree with golden, node for node; [0-9]+ leaves, [0-9]+ cycles, [0-9]+ cycles a leaf`},
	} {
		t.Run(c.chip, func(t *testing.T) {
			t.Parallel()
			chipAgrees(t, c.chip, c.twin, c.summary)
		})
	}
}

func chipAgrees(t *testing.T, spec, golden, wantSummary string) {
	g := blokusDuo(t)
	rng := rand.New(rand.NewPCG(1, 2))
	late := duo.RandomGame(rng, 24)
	var log strings.Builder
	chip := newTestPlayer(t, spec, play.Env{Log: &log})
	twin := newTestPlayer(t, golden, play.Env{})
	moves := 0
	for first, p := range []play.Position{&rules.Position{Position: late}, g.RandomStart(g.StartBy(1), 26, 1)} {
		require.Equal(t, first, play.First(p))
		r, err := play.Run(t.Context(), []play.Player{chip, twin}, play.Rules{Game: g, Start: p}, play.Events{})
		require.NoError(t, err)
		require.Equal(t, play.Finished, r.Ending, "%v", r)
		// A search's result may depend on earlier searches: both sides begin anew, and go on in the
		// same order.
		begin := func() {
			if s, ok := twin.(play.Starter); ok {
				_, err := s.Start(t.Context())
				require.NoError(t, err)
			}
		}
		begin()
		h := r.Position.History()
		q := p.Clone()
		for _, m := range h[len(p.History()):] {
			if q.ToMove() == 0 {
				moves++
				want, err := twin.Move(t.Context(), q)
				require.NoError(t, err)
				assert.Equal(t, want, m)
			}
			require.NoError(t, q.Play(m))
		}
		// A move taken back.
		begin()
		q, err = g.Replay(g.StartBy(first), h[:len(h)-2])
		require.NoError(t, err)
		if !q.Over() {
			moves++
			got, err := chip.Move(t.Context(), q)
			require.NoError(t, err)
			want, err := twin.Move(t.Context(), q)
			require.NoError(t, err)
			assert.Equal(t, want, got)
		}
	}
	start, err := g.BeginFrom(&play.Setup{Placed: [][]play.Move{{play.Move(late.History()[0])}, {}}})
	require.NoError(t, err)
	_, err = chip.Move(t.Context(), start)
	assert.ErrorIs(t, err, play.ErrSetup)
	assert.Equal(t, chip.Name()+": building and starting the simulated chip (the first time takes a while)\n", log.String())
	summary := chip.(play.Summarizer).Summary()
	assert.Regexp(t, fmt.Sprintf("^"+chip.Name()+": "+wantSummary+"$", moves, moves), summary)
	t.Log(summary)
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newTestPlayer(t, "chip-montecarlo", play.Env{}).Move(ctx, rules.Start(duo.Player1))
	assert.ErrorIs(t, err, context.Canceled)
}
