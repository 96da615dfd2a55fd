// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package elo

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestScore(t *testing.T) {
	t.Parallel()
	for score, want := range map[float64]float64{0.5: 0, 0.75: 190.8485, 0.24: -200.2409, 0: -Limit, 1: Limit, 10.0 / 11: 400} {
		assert.InDelta(t, want, FromScore(score), 1e-4, "score %v", score)
		if math.Abs(want) < Limit {
			assert.InDelta(t, score, Score(want), 1e-6)
		}
	}
}

// TestPublished compares with figures that other programs have published.
func TestPublished(t *testing.T) {
	t.Parallel()
	// The statistics page of test 69d3c8dc7c5b3724e29d2712 of montytest.muzhen.org, an instance of
	// fishtest: "Results [0-2] [13, 37, 50, 25, 3]", "Expected value 0.43750", "Variance 0.05762",
	// "Elo -43.6578 [-75.5244, -15.4045]" (around the observed mean, by a test without a fixed
	// number of games), "Logistic (exact) -0.53772" with the hypotheses 0 and 2.716, bounds -2.9444
	// and 2.9444.
	p := Pairs{13, 37, 50, 25, 3}
	assert.InDelta(t, 0.4375, p.Mean(), 1e-9)
	assert.InDelta(t, 0.05762, variance(p.distribution()), 1e-5)
	assert.InDelta(t, -43.6578, p.Estimate().Elo, 1e-4)
	s := SPRT{0, 2.716, 0.05, 0.05}
	assert.InDelta(t, -0.53772, s.LLR(p), 2e-4) // the published hypotheses are rounded
	lower, upper := s.Bounds()
	assert.InDelta(t, -2.9444, lower, 1e-4)
	assert.InDelta(t, 2.9444, upper, 1e-4)

	// chess.stackexchange.com/questions/45881, of fastchess: "Elo: 277.00 +/- 40.90 ... Ptnml(0-2):
	// [4, 3, 34, 42, 117]". The error is half of the interval around the observed mean.
	e := Pairs{4, 3, 34, 42, 117}.Estimate()
	assert.InDelta(t, 277.00, e.Elo, 0.005)
	assert.InDelta(t, 40.90, (e.High-e.Low)/2, 1)

	// Wilson's interval of 10 wins in 10, z^2 = 3.8415, starts at 10/13.8415.
	assert.InDelta(t, FromScore(10/(10+Z*Z)), Pairs{4: 10}.Estimate().Low, 0.1)
	// Wilson's interval of 7 wins in 10, with pairs that are won or lost as a whole.
	e = Pairs{0: 3, 4: 7}.Estimate()
	assert.InDelta(t, 0.3968, Score(e.Low), 1e-3)
	assert.InDelta(t, 0.8922, Score(e.High), 1e-3)
}

// TestLopsided tests the ends of the range, where the usual error bars fail.
func TestLopsided(t *testing.T) {
	t.Parallel()
	assert.Equal(t, Estimate{0, -Limit, Limit}, Pairs{}.Estimate())
	for _, n := range []float64{0.5, 1, 5, 100, 1e6} {
		won, lost, drawn := Pairs{4: n}.Estimate(), Pairs{0: n}.Estimate(), Pairs{2: n}.Estimate()
		assert.Equal(t, float64(Limit), won.High)
		assert.Less(t, won.Low, won.Elo)
		assert.Less(t, won.Elo, won.High)
		assert.InDelta(t, won.Elo, -lost.Elo, 1e-6)
		assert.InDelta(t, won.Low, -lost.High, 1e-3)
		assert.InDelta(t, 0, drawn.Elo, 1e-9)
		assert.Greater(t, drawn.High, 0.0, "identical results leave some doubt")
		assert.Less(t, drawn.Low, 0.0)
	}
	// A perfect score counts half a point less, so its Elo equals the Elo of that score.
	assert.InDelta(t, Pairs{3: 1, 4: 99}.Estimate().Elo, Pairs{4: 100}.Estimate().Elo, 1e-6)
	// A single game carries little information.
	one := Pairs{}
	one.AddSingle(2)
	assert.Equal(t, 0.5, one.Count())
	assert.Less(t, one.Estimate().Low, -200.0)
}

// model draws pairs of independent games between players of known strength. Each game is decided
// with the probability that follows from the players' difference, and drawn with a fixed share.
type model struct{ win, draw float64 }

// strength returns the model of a difference in Elo and a share of draws among games.
func strength(elo, draw float64) model {
	s := Score(elo)
	draw = min(draw, 2*s, 2*(1-s))
	return model{s - draw/2, draw}
}

func (m model) game(rng *rand.Rand) int {
	switch x := rng.Float64(); {
	case x < m.win:
		return 2
	case x < m.win+m.draw:
		return 1
	}
	return 0
}

func (m model) pair(rng *rand.Rand) int { return m.game(rng) + m.game(rng) }

// TestSPRTRates plays 1,000 matches between players of known strengths for each hypothesis, and
// checks that the test's error rates keep to the stated rates.
func TestSPRTRates(t *testing.T) {
	t.Parallel()
	const matches = 1000
	for _, s := range []SPRT{
		{0, 60, 0.05, 0.05},
		{-30, 40, 0.05, 0.1},
		{0, 100, 0.05, 0.05},
		{200, 280, 0.1, 0.05}, // a lopsided match
	} {
		for _, c := range []struct {
			truth float64
			wrong Verdict
			rate  float64
		}{{s.Elo0, AcceptElo1, s.Alpha}, {s.Elo1, AcceptElo0, s.Beta}} {
			t.Run(fmt.Sprintf("%v_true_%v", s, c.truth), func(t *testing.T) {
				t.Parallel()
				require.NoError(t, s.Validate())
				m := strength(c.truth, 0.05)
				wrong, played := 0, 0
				for i := range uint64(matches) {
					rng := rand.New(rand.NewPCG(i, 1))
					var p Pairs
					v := Open
					for ; v == Open; played++ {
						p.Add(m.pair(rng))
						v = s.Verdict(p)
					}
					if v == c.wrong {
						wrong++
					}
				}
				// A rate up to three standard deviations above the stated one may be chance.
				limit := c.rate + 3*math.Sqrt(c.rate*(1-c.rate)/matches)
				t.Logf("wrong in %d of %d matches, stated %v; %d pairs a match", wrong, matches, c.rate, played/matches)
				assert.LessOrEqual(t, float64(wrong)/matches, limit)
				assert.Positive(t, wrong, "a test that is never wrong plays too long")
			})
		}
	}
}

// TestCoverage plays 1,000 matches between players of known strengths. The interval contains the
// true difference in about 95 % of them, even when one side wins nearly all games.
func TestCoverage(t *testing.T) {
	t.Parallel()
	const matches = 1000
	for _, elo := range []float64{0, 100, 400, 800, -800} {
		for _, pairs := range []int{10, 50, 200} {
			t.Run(fmt.Sprintf("%v_elo_%d_pairs", elo, pairs), func(t *testing.T) {
				t.Parallel()
				m := strength(elo, 0.05)
				held := 0
				for i := range uint64(matches) {
					rng := rand.New(rand.NewPCG(i, 2))
					var p Pairs
					for range pairs {
						p.Add(m.pair(rng))
					}
					if e := p.Estimate(); e.Low <= elo && elo <= e.High {
						held++
					}
				}
				t.Logf("held in %.1f %%", 100*float64(held)/matches)
				assert.GreaterOrEqual(t, float64(held)/matches, 0.95-3*math.Sqrt(0.95*0.05/matches))
			})
		}
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s    SPRT
		want string
	}{
		{SPRT{0, 10, 0.05, 0.05}, ""},
		{SPRT{10, 0, 0.05, 0.05}, "elo0 = 10 and elo1 = 0, want the smaller first"},
		{SPRT{0, 0, 0.05, 0.05}, "want the smaller first"},
		{SPRT{0, 1e9, 0.05, 0.05}, "want -2000..2000"},
		{SPRT{math.NaN(), 1, 0.05, 0.05}, "want -2000..2000"},
		{SPRT{0, 10, 0, 0.05}, "an error rate of 0, want more than 0 and less than 0.5"},
		{SPRT{0, 10, 0.05, 0.5}, "an error rate of 0.5"},
	} {
		err := c.s.Validate()
		if c.want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorContains(t, err, c.want)
	}
}
