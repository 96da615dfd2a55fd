// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package search

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/tree"
)

func newEvaluator() *evaluation.Evaluator { return evaluation.New(&evaluation.Default) }

// brokenService fails with the n-th answer.
type brokenService struct {
	LeafService
	left int
}

var errBroken = errors.New("broken")

func (e *brokenService) Answer() (Finding, error) {
	if e.left--; e.left < 0 {
		return Finding{}, errBroken
	}
	return e.LeafService.Answer()
}

// TestLeafModel compares findings with the leaf of a game of the search.
func TestLeafModel(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	cfg := defaults(t, TreeConfig{Playouts: 8})
	m := NewLeafModel(newEvaluator(), cfg.Playouts)
	_, err := m.Find(Question{})
	require.ErrorIs(t, err, ErrNoRoot)
	for range 60 {
		pos := duo.RandomGame(rng, rng.IntN(36))
		if pos.Over() || !pos.HasLegalMove() {
			continue
		}
		root := &duoRoot{pos, playout.NewState(&pos)}
		m.SetRoot(&pos, root.state)
		cfg.Seed = rng.Uint32()
		g := &duoGame{cfg: cfg, root: root, evaluator: newEvaluator()}
		g.Reset()
		q := Question{Children: 1 + rng.IntN(30)}
		for range rng.IntN(6) {
			if _, over := g.Over(); over {
				break
			}
			choices := g.Moves(nil)
			move := choices[rng.IntN(len(choices))].Move
			g.Play(move)
			q.Path = append(q.Path, move)
		}
		number := rng.Uint32()
		q.Seed = cfg.Seed + number*uint32(cfg.Playouts)*playout.SeedStep
		f, err := m.Find(q)
		require.NoError(t, err)
		if leaf, over := g.Over(); over {
			require.Equal(t, leaf.Margin, f.Margin)
			require.Empty(t, f.Children)
			continue
		}
		choices := g.Moves(nil)
		children, complete := tree.BestChildren(choices, q.Children)
		require.Equal(t, children, f.Children)
		require.Equal(t, complete, f.Complete)
		require.Len(t, children, min(q.Children, len(choices)))
		require.Equal(t, newEvaluator().Margin(&g.pos, 0, 0), f.Static)
		spread := newEvaluator().Spread(&g.pos)
		leaf := g.Leaf(number)
		require.Equal(t, leaf, cfg.expected(f.Margin, spread))
		for range 5 { // an illegal move
			move := tree.Move(rng.Uint32() >> (14 + rng.IntN(3)))
			a := anchorMove(move) // choices name one of a move's several anchors
			if a.Pattern < playout.NumPatterns && slices.ContainsFunc(choices, func(c tree.Choice) bool { return duoMove(c.Move) == a.Move() }) {
				continue
			}
			bad := q
			bad.Path = append(append([]tree.Move(nil), q.Path...), move, passMove)
			_, err = m.Find(bad)
			require.ErrorIs(t, err, ErrPath)
		}
	}
}

// TestTreeBy plays with a leaf service. The children arrive later than in golden's own search;
// otherwise the two are equal. The moves are legal, and the tree is kept from move to move. An
// error of the service forgets everything, and the next search starts with a new tree.
func TestTreeBy(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	cfg := TreeConfig{Playouts: 2, Seed: rng.Uint32(), Config: tree.Config{InFlight: 40, Children: 12, Nodes: 1 << 15}}
	service := &brokenService{NewModelService(newEvaluator(), cfg.Playouts), 1 << 30}
	s, err := NewTreeBy(cfg, newEvaluator(), service)
	require.NoError(t, err)
	_, err = s.Search(10, nil)
	require.ErrorIs(t, err, ErrNoRoot)
	pos := duo.RandomGame(rng, 20)
	for !pos.Over() {
		if !pos.HasLegalMove() {
			pos.Play(duo.Pass)
			continue
		}
		s.SetRoot(&pos)
		if rng.IntN(4) == 0 {
			service.left = rng.IntN(50)
			_, err := s.Search(200, nil)
			if service.left >= 0 {
				require.NoError(t, err) // solved by an earlier search
			} else {
				require.ErrorIs(t, err, errBroken)
			}
			service.left = 1 << 30
			s.SetRoot(&pos)
		}
		_, err = s.Search(200, nil)
		require.NoError(t, err)
		sum := 0
		for _, c := range s.Candidates() {
			require.NoError(t, pos.Check(c.Move))
			sum += c.Visits
		}
		best, ok := s.Best()
		require.True(t, ok)
		pos.Play(best.Move)
	}
	_, err = NewTreeBy(TreeConfig{Threads: 2}, newEvaluator(), service)
	assert.EqualError(t, err, "search: 2 threads with a leaf service, want 1")
}
