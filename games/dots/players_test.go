// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package dots

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
)

// TestMCTSWork: the work is in simulations or in nodes of the tree, as asked for.
func TestMCTSWork(t *testing.T) {
	t.Parallel()
	g := open(t, "2x2")
	for spec, unit := range map[string]string{
		"mcts:sims=40": "simulations", "mcts:sims=40,count=simulations": "simulations", "mcts:sims=40,count=nodes": "nodes",
		"mcts:sims=40,nodes=1000,count=nodes": "nodes",
	} {
		a, err := g.New(spec, play.Env{Game: g, Seed: 1})
		require.NoError(t, err, spec)
		p := g.Start()
		for moves := 1; moves <= 3; moves++ {
			m, err := a.Move(t.Context(), p)
			require.NoError(t, err)
			require.NoError(t, p.Play(m))
			work, got := a.(play.WorkCounter).Work()
			assert.Equal(t, unit, got)
			if unit == "simulations" {
				assert.EqualValues(t, 40*moves, work)
			} else {
				assert.True(t, work > 0 && work < uint64(40*moves)+2, "%d nodes after %d simulations", work, 40*moves)
			}
		}
		require.NoError(t, a.Close())
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	a, err := g.New("mcts:sims=100000", play.Env{Game: g})
	require.NoError(t, err)
	_, err = a.Move(stopped, g.Start())
	assert.ErrorIs(t, err, context.Canceled)
}

// TestClock: each of the two has time for half of the free edges, the last one included.
func TestClock(t *testing.T) {
	t.Parallel()
	g := open(t, "2x2")
	p := g.Start()
	for drawn := 0; !p.Over(); drawn++ {
		assert.Len(t, g.Clock(p), (12-drawn+1)/2, "%d edges drawn", drawn)
		require.NoError(t, p.Play(p.Moves()[0]))
	}
}

// TestDrawColumns: an edge stands in its column, drawn or not, whatever the numbers' lengths.
func TestDrawColumns(t *testing.T) {
	t.Parallel()
	p := open(t, "3x3").Start()
	for !p.Over() {
		text := p.Draw(play.DrawOptions{})
		lines := strings.Split(text, "\n")
		for _, row := range []int{1, 3, 5} {
			line := []rune(lines[row])
			for column := 0; column <= 15; column += 5 {
				require.NotEqual(t, ' ', line[column], "%s", text)
				if column > 0 {
					require.Equal(t, ' ', line[column-1], "%s", text)
				}
			}
		}
		require.NoError(t, p.Play(p.Moves()[0]))
	}
}
