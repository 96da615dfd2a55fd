// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
)

// TestStandingAndShares plays games to their ends: the shares follow the sign of the margin.
func TestStandingAndShares(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	shares := map[int][]float64{1: {1, 0}, 0: {0.5, 0.5}, -1: {0, 1}}
	sign := func(n int) int { return min(max(n, -1), 1) }
	wins := [2]int{}
	for range 40 {
		end := duo.RandomGame(rng, 2*duo.NumTiles+4)
		p := &rules.Position{Position: end}
		one, two := end.Score(duo.Player1), end.Score(duo.Player2)
		assert.Equal(t, fmt.Sprintf("%d %d", one, two), p.Standing())
		by := end.SquaresLeft(duo.Player2) - end.SquaresLeft(duo.Player1)
		require.Equal(t, shares[sign(by)], rules.BySquaresLeft(p), "squares left differ by %d", by)
		switch {
		case by > 0:
			wins[0]++
		case by < 0:
			wins[1]++
		}
	}
	assert.Positive(t, wins[0])
	assert.Positive(t, wins[1])
}

// TestJudge tells answers that are no moves from moves that break a rule.
func TestJudge(t *testing.T) {
	t.Parallel()
	g, err := rules.New("")
	require.NoError(t, err)
	p := g.Start()
	first := duo.Move(p.Moves()[0]).String()
	m, err := g.Judge(p, first)
	require.NoError(t, err)
	require.NoError(t, p.Play(m))
	for text, malformed := range map[string]bool{"": true, "zzzz": true, "hello": true, first: false} {
		_, err := g.Judge(p, text)
		require.Error(t, err, text)
		assert.Equal(t, malformed, errors.Is(err, play.ErrMalformed), "%q: %v", text, err)
	}
}
