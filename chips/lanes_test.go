// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
)

// The lanes of a simulated chip play the same games as golden, so that players with lanes make
// the same moves.
func TestLanes(t *testing.T) {
	t.Parallel()
	g := blokusDuo(t)
	pos := g.Start()
	for range 20 { // late in the game playouts are short
		moves := pos.Moves()
		require.NotEqual(t, []play.Move{g.Pass}, moves)
		require.NoError(t, pos.Play(moves[0]))
	}
	for _, spec := range []string{
		"uct-enhanced:playouts=60,leaf=4",
		"uct-enhanced:playouts=20,threads=2,parallel=root",
		"mc:playouts=30,score=mean",
	} {
		here, err := g.New(spec, play.Env{Seed: 5})
		require.NoError(t, err)
		want, err := here.Move(t.Context(), pos)
		require.NoError(t, err)
		require.NoError(t, here.Close())

		onLanes, err := g.New(spec+",lanes=sim", play.Env{Seed: 5, Log: io.Discard})
		require.NoError(t, err)
		got, err := onLanes.Move(t.Context(), pos)
		require.NoError(t, err, spec)
		require.NoError(t, onLanes.Close())
		assert.Equal(t, want, got, spec)
		assert.Equal(t, work(here), work(onLanes), spec)
	}

	port := filepath.Join(t.TempDir(), "port")
	none, err := g.New("mc:lanes="+port, play.Env{})
	require.NoError(t, err)
	_, err = none.Move(t.Context(), pos)
	assert.ErrorContains(t, err, port)
	require.NoError(t, none.Close())

	for spec, want := range map[string]string{
		"mc:lanes=sim,rollout=function": "lanes have no playouts",
		"uct:lanes=sim,reward=bonus-a":  "lanes count games won",
		"uct:lanes=sim,rave=10":         "lanes do not tell the moves",
	} {
		_, err := g.New(spec, play.Env{})
		assert.ErrorContains(t, err, want, spec)
	}
}

func work(p play.Player) uint64 {
	n, _ := p.(play.WorkCounter).Work()
	return n
}
