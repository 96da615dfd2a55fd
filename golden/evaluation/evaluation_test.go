// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// positions returns positions of all phases, from random games and unreachable ones. The player to
// move has a move in each of them.
func positions(rng *rand.Rand, n int) (out []duo.Position) {
	out = append(out, duo.NewPosition(duo.Player1), duo.NewPosition(duo.Player2))
	for _, distance := range []int{3, 4, 5} {
		out = append(out, duo.ScatteredPosition(duo.Player(rng.IntN(2)), distance))
	}
	for len(out) < n {
		if p := duo.RandomGame(rng, rng.IntN(38)); p.HasLegalMove() {
			out = append(out, p)
		}
	}
	return out
}

func TestFeaturesAgainstSlowTwin(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	var seen [NumFeatures]int32
	for _, p := range positions(rng, 40) {
		moves := p.LegalMoves(nil)
		twin := newSlow(&p)
		for i, x := range MoveFeatures(&p, moves, nil) {
			// Only a sample, because the twin takes a tenth of a millisecond.
			if rng.IntN(4) > 0 {
				continue
			}
			require.Empty(t, cmp.Diff(twin.features(moves[i]), x), "features of %v after %v", moves[i], p.History())
			for f, v := range x {
				require.GreaterOrEqual(t, v, int32(0))
				require.LessOrEqual(t, v, int32(MaxFeature), "%v", Feature(f))
				seen[f] = max(seen[f], v)
			}
		}
	}
	for f, v := range seen {
		assert.Positive(t, v, "no move with %v", Feature(f))
	}
}

func TestTermsAgainstSlowTwin(t *testing.T) {
	t.Parallel()
	var seen [NumTerms]bool
	for _, p := range positions(seedtest.Rand(t), 100) {
		got := Terms(&p)
		require.Empty(t, cmp.Diff(newSlow(&p).terms(), got), "terms after %v", p.History())
		for i, v := range got {
			require.LessOrEqual(t, max(v, -v), int32(MaxTerm))
			seen[i] = seen[i] || v != 0
		}
	}
	for i, v := range seen {
		assert.True(t, v, "no position with %v", Term(i))
	}
}

// turned returns the equivalent position for the other player, with the board turned by half and
// the colours swapped, and its moves, if it has a history.
func turned(t *testing.T, p *duo.Position) duo.Position {
	t.Helper()
	out := duo.NewPosition(p.FirstToMove().Rival())
	for _, m := range p.History() {
		require.NoError(t, out.MakeMove(turnedMove(t, m)))
	}
	return out
}

func turnedMove(t *testing.T, m duo.Move) duo.Move {
	t.Helper()
	if m == duo.Pass {
		return m
	}
	var cells []duo.Cell
	for row, col := range m.Cells {
		cells = append(cells, duo.Cell{Row: int8(duo.BoardSize - 1 - row), Col: int8(duo.BoardSize - 1 - col)})
	}
	o, ref, ok := duo.FindOrientation(cells)
	require.True(t, ok)
	return duo.NewMove(o, duo.NewSquare(int(ref.Row), int(ref.Col)))
}

// randomWeights returns weights of any size within 16 bits.
func randomWeights(rng *rand.Rand) *Weights {
	w := new(Weights)
	r := func() int16 { return int16(rng.Uint32() >> (16 + rng.IntN(16))) }
	for k := range w.Prior {
		for i := range w.Prior[k] {
			w.Prior[k][i] = r()
		}
	}
	for k := range w.Static {
		for i := range w.Static[k] {
			w.Static[k][i], w.Rest[k][i] = r(), r()
		}
		w.Playouts[k], w.Spread[k], w.StaticSpread[k] = r(), r(), r()
	}
	return w
}

func TestColoursSwapped(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, w := range []*Weights{&Default, randomWeights(rng)} {
		e := New(w)
		for range 100 {
			p := duo.RandomGame(rng, rng.IntN(38))
			q := turned(t, &p)
			sum, n := int32(rng.IntN(2001)-1000), rng.IntN(20)
			require.Equal(t, e.Margin(&p, sum, n), -e.Margin(&q, -sum, n), "margin after %v", p.History())
			require.Equal(t, e.Spread(&p), e.Spread(&q))
			require.Equal(t, e.StaticSpread(&p), e.StaticSpread(&q))
			moves := p.LegalMoves(nil)
			turnedMoves := make([]duo.Move, len(moves))
			for i, m := range moves {
				turnedMoves[i] = turnedMove(t, m)
			}
			want, got := make([]int32, len(moves)), make([]int32, len(moves))
			e.Prior(&p, moves, want)
			e.Prior(&q, turnedMoves, got)
			require.Equal(t, want, got, "prior after %v", p.History())
		}
	}
}

// TestPriorAndMarginAreSums computes both from the features and the terms.
func TestPriorAndMarginAreSums(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	w := randomWeights(rng)
	e := New(w)
	for _, p := range positions(rng, 50) {
		moves := append(p.LegalMoves(nil), duo.Pass)
		logits := make([]int32, len(moves))
		e.Prior(&p, moves, logits)
		placed := duo.NumTiles
		for tile := range duo.Tile(duo.NumTiles) {
			placed -= int(is(p.TilesLeft(p.ToMove()).Has(tile)))
		}
		for i, x := range MoveFeatures(&p, moves[:len(moves)-1], nil) {
			want := 0.0
			for f, v := range x {
				want += float64(v) * line(placed, 3, func(k int) int16 { return w.Prior[k][f] })
			}
			require.Equal(t, int32(want), logits[i])
		}
		require.Zero(t, logits[len(moves)-1], "the pass")

		placed = Placed(&p)
		static, rest := 0.0, 0.0
		for i, v := range Terms(&p) {
			static += float64(v) * line(placed, 4, func(k int) int16 { return w.Static[k][i] })
			rest += float64(v) * line(placed, 4, func(k int) int16 { return w.Rest[k][i] })
		}
		n := 1 + rng.IntN(100)
		mean := rng.IntN(219) - 109
		rest += float64(mean) * line(placed, 4, func(k int) int16 { return w.Playouts[k] })
		const limit = 127 * 256
		require.Equal(t, int32(min(max(static, -limit), limit)), e.Margin(&p, 0, 0))
		require.Equal(t, int32(min(max(rest, -limit), limit)), e.Margin(&p, int32(mean*n), n))
	}
}

// TestSpreadsFollowTheirKnots computes both spreads from their own knots.
func TestSpreadsFollowTheirKnots(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	w := randomWeights(rng)
	e := New(w)
	for _, p := range positions(rng, 100) {
		placed := Placed(&p)
		require.EqualValues(t, line(placed, 4, func(k int) int16 { return w.Spread[k] }), e.Spread(&p), "phase %d", placed)
		require.EqualValues(t, line(placed, 4, func(k int) int16 { return w.StaticSpread[k] }), e.StaticSpread(&p), "phase %d", placed)
	}
}

// line returns the rounded weight at a phase.
func line(placed, step int, knot func(int) int16) float64 {
	k, part := placed/step, float64(placed%step)/float64(step)
	if part == 0 {
		return float64(knot(k))
	}
	return math.Round(float64(knot(k))*(1-part) + float64(knot(k+1))*part)
}

// TestPhasesDoNotJump bounds the change of a weight from one phase to the next: the distance of two
// knots divided by the steps between them.
func TestPhasesDoNotJump(t *testing.T) {
	t.Parallel()
	w := randomWeights(seedtest.Rand(t))
	e := New(w)
	smooth := func(weights []int32, step int, name string) {
		for placed := 1; placed < len(weights); placed++ {
			k := (placed - 1) / step
			low, high := weights[k*step], weights[min((k+1)*step, len(weights)-1)]
			change := weights[placed] - weights[placed-1]
			require.LessOrEqual(t, float64(max(change, -change)), math.Abs(float64(high-low))/float64(min(step, len(weights)-1-k*step))+1,
				"%s, phase %d", name, placed)
		}
	}
	column := func(f func(placed int) int32, n int) (out []int32) {
		for placed := range n {
			out = append(out, f(placed))
		}
		return out
	}
	for i := range NumFeatures {
		smooth(column(func(p int) int32 { return e.prior[p][i] }, len(e.prior)), PriorKnotStep, i.String())
	}
	for i := range NumTerms {
		smooth(column(func(p int) int32 { return e.static[p][i] }, len(e.static)), MarginKnotStep, i.String())
		smooth(column(func(p int) int32 { return e.rest[p][i] }, len(e.rest)), MarginKnotStep, i.String())
	}
	smooth(e.playouts[:], MarginKnotStep, "playouts")
	smooth(e.spread[:], MarginKnotStep, "spread")
	smooth(e.staticSpread[:], MarginKnotStep, "spread without playouts")
}

// TestWidths computes the greatest possible sums, which must fit 32 bits.
func TestWidths(t *testing.T) {
	t.Parallel()
	const weight = -math.MinInt16
	assert.Less(t, int(NumFeatures)*MaxFeature*weight, math.MaxInt32)
	mostPlayouts := (math.MaxInt32 - int(NumTerms)*MaxTerm*weight) / weight // a bound for the sum of margins
	assert.Greater(t, mostPlayouts/109, 256, "playouts with the largest weight")
}

func TestEvaluatorAllocatesNothing(t *testing.T) {
	p := duo.BenchPositions()[3]
	moves := p.LegalMoves(nil)
	logits := make([]int32, len(moves))
	e := New(&Default)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		e.Prior(&p, moves, logits)
		e.Margin(&p, 5, 1)
		e.Spread(&p)
	}))
}

func BenchmarkPrior(b *testing.B) {
	e := New(&Default)
	var moves [][]duo.Move
	var list []duo.Position
	n := 0
	for _, p := range duo.BenchPositions() {
		if m := p.LegalMoves(nil); len(m) > 0 {
			list, moves = append(list, p), append(moves, m)
		}
	}
	logits := make([]int32, 2048)
	for i := range b.N {
		k := i % len(list)
		e.Prior(&list[k], moves[k], logits)
		n += len(moves[k])
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/move")
}

func BenchmarkMargin(b *testing.B) {
	e := New(&Default)
	list := duo.BenchPositions()
	for i := range b.N {
		e.Margin(&list[i%len(list)], 5, 1)
	}
}
