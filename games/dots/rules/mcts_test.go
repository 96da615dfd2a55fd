// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
)

// search returns a search configured as in the thesis.
func search(t testing.TB, size string, states States, future bool, seed uint64) *MCTS {
	t.Helper()
	m, err := NewMCTS(board(t, size), MCTSConfig{States: states, Future: future, Exploration: 1}, seed)
	require.NoError(t, err)
	return m
}

// TestMCTSRepeats plays a game twice with one seed, and with another.
func TestMCTSRepeats(t *testing.T) {
	t.Parallel()
	game := func(states States, seed uint64, m *MCTS) []play.Move {
		if m == nil {
			m = search(t, "2x3", states, false, seed)
		} else {
			m.Reset(seed)
		}
		p := NewPosition(m.board)
		for !p.Over() {
			all, err := m.Search(t.Context(), p, 50)
			require.NoError(t, err)
			require.NoError(t, p.Play(all[0].Move))
		}
		return p.History()
	}
	for s := range Symmetric + 1 {
		again := search(t, "2x3", s, false, 3)
		assert.Equal(t, game(s, 1, nil), game(s, 1, nil), s)
		assert.NotEqual(t, game(s, 1, nil), game(s, 2, again), s)
		assert.Equal(t, game(s, 1, nil), game(s, 1, again), s)
	}
}

// TestMCTSGraph checks the graph after searches: visits add up, children match their moves, and
// there are no more nodes than states.
func TestMCTSGraph(t *testing.T) {
	t.Parallel()
	seed := seedtest.Rand(t).Uint64()
	nodes := map[States]int{}
	for s := range Symmetric + 1 {
		m := search(t, "2x2", s, false, seed)
		b := m.board
		_, err := m.Search(t.Context(), NewPosition(b), 20_000)
		require.NoError(t, err)
		nodes[s] = m.Nodes()
		for i := range m.nodes[1:] {
			n := &m.nodes[i+1]
			require.EqualValues(t, i+1, m.index[m.place(n.drawn, n.net)], "two nodes of a state")
			visits := uint32(0)
			for _, a := range m.actions[n.first : n.first+uint32(n.count)] {
				visits += a.visits
				require.LessOrEqual(t, a.sum, float64(a.visits))
				require.GreaterOrEqual(t, a.sum, -float64(a.visits))
				if a.child() == 0 {
					require.Zero(t, a.visits)
					continue
				}
				to := n.drawn | b.Bit(a.edge())
				if s == Symmetric {
					to = b.Canonical(to)
				}
				require.Equal(t, to, m.nodes[a.child()].drawn)
			}
			require.Equal(t, n.visits, visits)
			if s == Symmetric {
				require.Equal(t, b.Canonical(n.drawn), n.drawn)
			}
			if n.count == 0 {
				require.Zero(t, n.visits)
				continue
			}
			to := map[Edges]bool{}
			for e := range Edge(b.Edges) {
				if next := n.drawn | b.Bit(e); next != n.drawn && s == Symmetric {
					to[b.Canonical(next)] = true
				} else if next != n.drawn {
					to[next] = true
				}
			}
			require.Len(t, to, int(n.count))
		}
	}
	// The reachable states: 5,105 scored states, 4,096 boards, 570 classes.
	assert.Less(t, nodes[Symmetric], 571)
	assert.Greater(t, nodes[Symmetric], 500)
	assert.Less(t, nodes[Unscored], 4097)
	assert.Less(t, nodes[Scored], 5106)
	assert.Less(t, nodes[Unscored], nodes[Scored])
}

// TestMCTSFinds: with enough simulations the search finds the table's best moves.
func TestMCTSFinds(t *testing.T) {
	t.Parallel()
	v := table(t, "2x2")
	for _, c := range []struct {
		states States
		future bool
	}{{Scored, false}, {Unscored, true}, {Symmetric, true}} {
		for seed := range uint64(2) {
			m := search(t, "2x2", c.states, c.future, seed)
			p := NewPosition(m.board)
			for !p.Over() {
				all, err := m.Search(t.Context(), p, 15_000)
				require.NoError(t, err)
				require.NoError(t, p.Play(all[0].Move))
			}
			assert.GreaterOrEqual(t, p.Score(0)-p.Score(1), 0, "%v: player 1 loses a game that is won by %d", c.states, v.Value(0))
		}
	}
}

// TestMCTSLimits covers a full table, a position that does not fit at the root, and the end of the
// game.
func TestMCTSLimits(t *testing.T) {
	t.Parallel()
	b := board(t, "3x3")
	m, err := NewMCTS(b, MCTSConfig{Exploration: 1, Nodes: 10}, 1)
	require.NoError(t, err)
	p := NewPosition(b)
	all, err := m.Search(t.Context(), p, 500)
	require.NoError(t, err)
	assert.Equal(t, 10, m.Nodes())
	visits := 0
	for _, c := range all {
		visits += c.Visits
	}
	assert.Equal(t, 500, visits)
	for _, e := range []play.Move{3, 9, 20} {
		require.NoError(t, p.Play(e))
	}
	_, err = m.Search(t.Context(), p, 5)
	assert.ErrorContains(t, err, "10 nodes are not enough")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = search(t, "3x3", Scored, false, 1).Search(ctx, NewPosition(b), 5)
	assert.ErrorIs(t, err, context.Canceled)
	for _, bad := range []MCTSConfig{{States: 3}, {Exploration: -1}, {Nodes: 1}} {
		_, err := NewMCTS(b, bad, 1)
		assert.Error(t, err)
	}
	none, err := search(t, "3x3", Symmetric, false, 1).Search(t.Context(), NewPosition(b), 0)
	require.NoError(t, err)
	assert.Len(t, none, 1)
}

// BenchmarkMCTS measures a simulation of a search from the empty board, for each kind of states.
func BenchmarkMCTS(b *testing.B) {
	for _, size := range []string{"3x3", "4x4"} {
		for s := range Symmetric + 1 {
			b.Run(size+"/"+s.String(), func(b *testing.B) {
				const simulations = 10_000
				seed := uint64(0)
				for b.Loop() {
					seed++
					m := search(b, size, s, false, seed)
					if _, err := m.Search(b.Context(), NewPosition(m.board), simulations); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/simulations, "ns/simulation")
			})
		}
	}
}
