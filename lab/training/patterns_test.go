// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package training

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/weights"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// choicesOf returns choices in positions of random games. Their shares are the prior of the
// weights.
func choicesOf(rng *rand.Rand, w *evaluation.Weights, n int) (choices []Choice) {
	for len(choices) < n {
		pos := duo.RandomGame(rng, 2+rng.IntN(30))
		moves := pos.LegalMoves(nil)
		if len(moves) < 2 {
			continue
		}
		c := Choice{
			Pos: pos, Moves: moves, Placed: evaluation.TilesPlaced(&pos, pos.ToMove()),
			Features: make([][evaluation.NumFeatures]uint8, len(moves)), Shares: make([]float32, len(moves)),
		}
		for i, x := range evaluation.MoveFeatures(&pos, moves, nil) {
			for f, v := range x {
				c.Features[i][f] = uint8(v)
			}
		}
		choices = append(choices, c)
	}
	k := 0
	eachPrior(w, choices, func(c *Choice, logits []int32) {
		priorShares(logits, choices[k].Shares)
		k++
	})
	return choices
}

// priorShares writes the shares that logarithms stand for.
func priorShares(logits []int32, shares []float32) {
	one := make([]float32, len(logits))
	total := 0.0
	for i := range logits {
		clear(one)
		one[i] = 1
		v := math.Exp(-crossEntropy(logits, one))
		shares[i], total = float32(v), total+v
	}
	for i := range shares {
		shares[i] /= float32(total)
	}
}

// randomNet returns a net with large patterns.
func randomNet(rng *rand.Rand) *net {
	n := newNet(priorOf(&evaluation.Chip), rng)
	for i := netSquares; i < netOut; i++ {
		n[i] = float32(rng.NormFloat64() * 0.3)
	}
	n.limit()
	return n
}

// TestNetGradient compares derivatives with differences.
func TestNetGradient(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	n := randomNet(rng)
	choices := choicesOf(rng, &evaluation.Chip, 5)
	var gradient net
	var p pass
	for i := range choices {
		p.forward(n, &choices[i])
		p.backward(n, &gradient, &choices[i])
	}
	compared := 0
	for _, i := range rng.Perm(netSize) {
		if gradient[i] > -0.05 && gradient[i] < 0.05 {
			continue
		}
		at := func(by float32) (loss float64) {
			moved := *n
			moved[i] += by
			for i := range choices {
				loss += p.forward(&moved, &choices[i])
			}
			return loss
		}
		// A unit may start to count on one side of the step: the gradient then belongs to the other
		// side. Units may also start on both sides: then a shorter step decides.
		here := at(0)
		var low, high float64
		for _, step := range []float32{1e-3, 2.5e-4} {
			left, right := (here-at(-step))/float64(step), (at(step)-here)/float64(step)
			slack := 2e-5/float64(step) + 0.1*max(math.Abs(left), math.Abs(right)) // 2e-5: sums have 24 bits
			low, high = min(left, right)-slack, max(left, right)+slack
			if g := float64(gradient[i]); low <= g && g <= high {
				break
			}
		}
		assert.GreaterOrEqual(t, float64(gradient[i]), low, "weight %d", i)
		assert.LessOrEqual(t, float64(gradient[i]), high, "weight %d", i)
		if compared++; compared == 50 {
			return
		}
	}
	t.Fatalf("%d weights with a gradient, want 50", compared)
}

// TestQuantise compares the logarithms from a net with the logarithms from its integer weights.
func TestQuantise(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	n := randomNet(rng)
	w := new(evaluation.Weights)
	require.NoError(t, n.quantise(w))
	var p pass
	eachPrior(w, choicesOf(rng, w, 10), func(c *Choice, logits []int32) {
		loss := p.forward(n, c)
		assert.InDelta(t, loss, crossEntropy(logits, c.Shares), 0.05)
	})
	n[0] = 1000
	assert.ErrorContains(t, n.quantise(w), "does not fit 16 bits")
}

// TestFitPatterns fits to the prior of known patterns, twice.
func TestFitPatterns(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	known := new(evaluation.Weights)
	require.NoError(t, randomNet(rng).quantise(known))
	choices := choicesOf(rng, known, 1000)
	got := evaluation.Chip
	n, err := fitPatterns(t.Context(), &got, choices, nil)
	require.NoError(t, err)
	require.NoError(t, n.quantise(&got))
	s := &Samples{Choices: choices}
	least, linear, fitted := priorLoss(known, s), priorLoss(&evaluation.Chip, s), priorLoss(&got, s)
	assert.Less(t, fitted-least, (linear-least)/2, "least %g, linear %g, fitted %g", least, linear, fitted)
	again, err := fitPatterns(t.Context(), &evaluation.Chip, choices, nil)
	require.NoError(t, err)
	assert.Equal(t, n, again)
}

// TestAblate fits without a group of features, without all features, and without a group of terms.
func TestAblate(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	known := new(evaluation.Weights)
	require.NoError(t, randomNet(rng).quantise(known))
	samples := &Samples{Choices: choicesOf(rng, known, 100)}
	pos := duo.RandomGame(rng, 8)
	for range 50 {
		samples.Values = append(samples.Values, Sample{Placed: evaluation.Placed(&pos), Terms: evaluation.Terms(&pos), Target: rng.NormFloat64()})
	}
	c := &Config{Dir: t.TempDir()}
	require.NoError(t, c.ablate(t.Context(), known, &Report{Curve: []Loss{{}}, Provenance: evaluation.Provenance{Fingerprint: evaluation.Fingerprint()}}, samples, samples, func(int, int) {}))
	read := func(group string) *evaluation.Weights {
		w, err := weights.Read(filepath.Join(c.Dir, "ablation-"+known.Hash(), WithoutFile(group)))
		require.NoError(t, err)
		return w
	}
	border := read("border")
	for k := range border.Prior {
		assert.Zero(t, border.Prior[k][evaluation.Border])
	}
	assert.NotZero(t, border.Prior[2][evaluation.Size4])
	assert.NotNil(t, border.Patterns, "the patterns are fitted without the feature")
	assert.NotEqual(t, known.Patterns, border.Patterns)
	assert.Nil(t, read("prior").Patterns, "all moves are alike")
	assert.Equal(t, known.Patterns, read("reach").Patterns, "the prior does not depend on the terms")
}
