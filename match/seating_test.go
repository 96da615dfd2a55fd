// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/match/queue"
)

// TestPermutation checks that all orders of a list come once each, and then again.
func TestPermutation(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for i := range 24 {
		seen[fmt.Sprint(permutation([]int{0, 1, 2, 3}, i))] = true
		assert.Equal(t, permutation([]int{0, 1, 2, 3}, i), permutation([]int{0, 1, 2, 3}, i+24))
	}
	assert.Len(t, seen, 24)
	assert.Equal(t, []int{0, 1, 3, 2}, permutation([]int{0, 1, 2, 3}, 1))
}

// TestSeatings plays matches of four players in all orders, and of two players who keep their
// places, and reads the games back.
func TestSeatings(t *testing.T) {
	t.Parallel()
	play := func(terms *Terms) (s *Summary, games []*Game) {
		pool := NewPool("test")
		defer pool.Close()
		file := filepath.Join(t.TempDir(), "games.json")
		s, err := Run(t.Context(), terms, pool, Options{File: file, Queue: queue.Local(2, pool.Play), Log: io.Discard})
		require.NoError(t, err)
		require.NoError(t, Games(file, func(g *Game) error {
			assert.Len(t, g.Moves[:g.Opening], 0, "a game from the start has no opening")
			games = append(games, g)
			return nil
		}))
		require.Len(t, games, terms.Games)
		return s, games
	}
	all := &Terms{Game: "blokus", Players: []string{"random", "greedy", "tree:leaves=1", "depthfirst"}, Games: 24, Seating: AllOrders, FromStart: true, Version: "test"}
	s, games := play(all)
	seats := [4][4]int{}
	points, moves := 0, 0
	for i, g := range games {
		assert.Equal(t, permutation([]int{0, 1, 2, 3}, i), g.Places)
		for seat, place := range g.Places {
			seats[place][seat]++
			assert.Equal(t, all.Players[place], g.Players[seat])
		}
		for _, n := range g.Made {
			moves += n
		}
		assert.True(t, g.End.Over())
	}
	for place := range seats {
		assert.Equal(t, [4]int{6, 6, 6, 6}, seats[place])
		points += s.Scores[place].Wins
		moves -= s.Work[place].Moves
		assert.Equal(t, 24, s.Scores[place].Wins+s.Scores[place].Draws+s.Scores[place].Losses)
	}
	assert.LessOrEqual(t, points, 24)
	assert.Greater(t, s.Scores[3].Wins, s.Scores[0].Wins)
	assert.Zero(t, moves)
	assert.Empty(t, s.Each)

	keep := &Terms{Players: []string{"random", "random:pick=largest"}, Games: 3, Seating: KeepPlaces, FromStart: true, Version: "test"}
	_, games = play(keep)
	for _, g := range games {
		assert.Equal(t, []int{0, 1}, g.Places)
	}
	assert.False(t, slices.Equal(games[0].Moves, games[1].Moves), "games have seeds of their own")

	all.Players = all.Players[:2]
	assert.ErrorContains(t, all.Validate(), "2 players in 4 seats")
	all.Seating = "round"
	assert.ErrorContains(t, all.Validate(), `seating "round", want none, "keep" or "orders"`)
}
