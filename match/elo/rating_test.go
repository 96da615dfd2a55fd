// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package elo

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// TestRateTwo compares with the estimate for two players.
func TestRateTwo(t *testing.T) {
	t.Parallel()
	for _, p := range []Pairs{{3, 5, 20, 9, 4}, {0: 3, 4: 7}, {2: 5}} {
		want := p.Estimate()
		for zero := range 2 {
			got, err := Rate(2, zero, []Link{{[2]int{1 - zero, zero}, p}})
			require.NoError(t, err)
			assert.Equal(t, Estimate{}, got[zero])
			assert.InDelta(t, want.Elo, got[1-zero].Elo, 1e-6)
			assert.Less(t, got[1-zero].Low, want.Elo)
			assert.Greater(t, got[1-zero].High, want.Elo)
		}
	}
	// With 1,000 pairs of independent games at 0 Elo, the standard error of a game is 1/2, so the
	// error in Elo is z x 400/ln 10 x 4 x 0.5 / sqrt(2000).
	got, err := Rate(2, 0, []Link{{[2]int{1, 0}, Pairs{250, 0, 500, 0, 250}}})
	require.NoError(t, err)
	assert.InDelta(t, Z*400/math.Ln10*4*0.5/math.Sqrt(2000), got[1].High, 0.01)
}

// TestRateChain adds up differences along a chain.
func TestRateChain(t *testing.T) {
	t.Parallel()
	p := Pairs{1, 2, 10, 8, 3}
	d := p.Estimate().Elo
	got, err := Rate(4, 1, []Link{{[2]int{1, 0}, p}, {[2]int{2, 1}, p}, {[2]int{3, 2}, p}})
	require.NoError(t, err)
	for i, want := range []float64{-d, 0, d, 2 * d} {
		assert.InDelta(t, want, got[i].Elo, 1e-6, "player %d", i)
	}
	assert.Greater(t, got[3].High-got[3].Elo, got[2].High-got[2].Elo, "farther from the player at 0")
}

// TestRateLopsided rates players with only wins or only losses.
func TestRateLopsided(t *testing.T) {
	t.Parallel()
	all := Pairs{4: 50}
	got, err := Rate(5, 2, []Link{{[2]int{1, 0}, all}, {[2]int{2, 1}, all}, {[2]int{3, 2}, all}, {[2]int{4, 3}, all}})
	require.NoError(t, err)
	for i, e := range got {
		assert.InDelta(t, float64(i-2)*all.Estimate().Elo, e.Elo, 1e-3)
		if i != 2 {
			assert.Greater(t, e.High-e.Low, 400.0, "nobody knows how much")
		}
	}
}

func TestRateApart(t *testing.T) {
	t.Parallel()
	_, err := Rate(3, 0, []Link{{[2]int{0, 1}, Pairs{2: 1}}, {[2]int{1, 2}, Pairs{}}})
	require.ErrorIs(t, err, ErrApart)
	assert.ErrorContains(t, err, "player 3")
	got, err := Rate(1, 0, nil)
	require.NoError(t, err)
	assert.Equal(t, []Estimate{{}}, got)
}

// TestRate plays ladders of known strengths, each player against the next three above it, and
// counts how often the intervals contain the true rating.
func TestRate(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	const ladders = 400
	truth := []float64{-700, -450, -300, -150, 0, 60, 200, 350, 420, 600}
	const zero, pairs = 4, 10
	held, sum := make([]int, len(truth)), make([]float64, len(truth))
	for range ladders {
		var links []Link
		for i := range truth {
			for j := i + 1; j <= min(i+3, len(truth)-1); j++ {
				l := Link{Players: [2]int{i, j}}
				for range pairs {
					half := 0
					for range 2 {
						if rng.Float64() < Score(truth[i]-truth[j]) {
							half += 2
						}
					}
					l.Pairs.Add(half)
				}
				links = append(links, l)
			}
		}
		got, err := Rate(len(truth), zero, links)
		require.NoError(t, err)
		for i, e := range got {
			sum[i] += e.Elo
			if e.Low <= truth[i] && truth[i] <= e.High {
				held[i]++
			}
		}
	}
	for i := range truth {
		if i == zero {
			continue
		}
		t.Logf("%+.0f Elo: mean of the ratings %+.1f, interval holds it in %.1f %%", truth[i], sum[i]/ladders, 100*float64(held[i])/ladders)
		assert.InDelta(t, truth[i], sum[i]/ladders, 60)
		assert.Greater(t, float64(held[i])/ladders, 0.90)
	}
}
