// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/play"
)

// gtpCommand is the command line of the program as a GTP engine.
func gtpCommand(args string) string {
	return fmt.Sprintf("env TESSERA_TEST_MAIN=1 '%s' gtp %s", os.Args[0], args)
}

// TestGTPPlays lets the program play itself over GTP: the game must equal the players' game without
// GTP.
func TestGTPPlays(t *testing.T) {
	t.Parallel()
	plain := []string{"play", "--board=false", "--p1", "minimax:depth=1", "--p2", "random:seed=3"}
	want := succeeds(t, "", plain...)
	plain[3] = "gtp:" + gtpCommand("--player minimax:depth=1")
	got := succeeds(t, "", plain...)
	assert.Equal(t, strings.ReplaceAll(want, "player 1 minimax", "player 1 gtp"), got)
}

// TestGTPClient drives the engine through a game of random moves, and sets up each position again.
func TestGTPClient(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	c, err := gtp.StartClient(t.Context(), gtpCommand("--player random"), 0, "Blokus Duo")
	require.NoError(t, err)
	defer c.Close()
	for range 5 {
		_, err := c.Ask(t.Context(), "clear_board")
		require.NoError(t, err)
		p := duo.RandomGame(rng, rng.IntN(40))
		mover := p.FirstToMove()
		for _, m := range p.History() {
			if m != duo.Pass {
				require.NoError(t, c.Play(t.Context(), defaultGame(), int(mover), play.Move(m)))
			}
			mover = mover.Rival()
		}
		for !p.Over() {
			made, resigned, err := c.GenMove(t.Context(), defaultGame(), int(p.ToMove()))
			require.NoError(t, err)
			m := duo.Move(made)
			require.False(t, resigned)
			require.Equal(t, !p.HasLegalMove(), m == duo.Pass)
			require.NoError(t, p.MakeMove(m))
		}
	}
	_, err = c.Ask(t.Context(), "nothing")
	require.ErrorIs(t, err, gtp.ErrRefused)
	_, err = c.Ask(t.Context(), "name")
	require.NoError(t, err, "a refusal is not the end")
}
