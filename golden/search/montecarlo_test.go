// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// searchSlowly follows the rules of Search literally: after each pass it counts, for every
// candidate, the better ones. It stops after that many passes.
func searchSlowly(c MonteCarloConfig, p *duo.Position, passes int) (r MonteCarloResult) {
	moves := playout.AnchorMoves(p, nil)
	r.Move, r.Moves = duo.Pass, len(moves)
	if r.Moves == 0 {
		return r
	}
	every := 1
	for (r.Moves+every-1)/every > 256 {
		every *= 2
	}
	r.Candidates = (r.Moves + every - 1) / every
	in := make([]bool, r.Moves)
	sum := make([]int, r.Moves)
	for i := range in {
		in[i] = i%every == 0
	}
	rank := func(i int) (better int) {
		for j := range sum {
			if in[j] && (sum[j] > sum[i] || sum[j] == sum[i] && j < i) {
				better++
			}
		}
		return better
	}
	left, end, length := r.Candidates, 0, c.Visits
	for left > 1 && r.Visits < passes {
		end += length
		length *= 2
		for ; r.Visits < end && r.Visits < passes; r.Visits++ {
			for i := range in {
				if !in[i] {
					continue
				}
				d := playout.NewRoot(p).Play(c.Policy, i, playout.NewRNG(c.Seed, uint32(r.Playouts)), nil)
				if p.ToMove() == duo.Player2 {
					d = -d
				}
				sum[i] += min(max(d, -ClipMargin), ClipMargin)
				r.Playouts++
			}
		}
		left = (left + 1) / 2
		stays := make([]bool, len(in))
		for i := range in {
			stays[i] = in[i] && rank(i) < left
		}
		in = stays
	}
	for i := range in {
		if in[i] && rank(i) == 0 {
			r.Index, r.Sum, r.Anchor, r.Move = i, sum[i], moves[i], moves[i].Move()
			break
		}
	}
	return r
}

func TestMonteCarloFollowsItsRules(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	const never = 1 << 30
	shifted := 0
	for i := range 24 {
		p := duo.RandomGame(rng, rng.IntN(32))
		if i%8 == 0 {
			p = manyMoves(rng)
		}
		c := MonteCarloConfig{Policy: playout.Policy(rng.IntN(playout.NumPolicies)), Visits: 1 + rng.IntN(2), Seed: rng.Uint32()}
		before := p
		got := c.Search(&p, nil)
		require.Equal(t, searchSlowly(c, &p, never), got, "%+v after %v", c, p.History())
		require.Equal(t, before, p)
		requireCandidates(t, c, &p, got)
		if got.Moves > MaxCandidates {
			shifted++
		}
		if got.Moves == 0 {
			assert.Equal(t, MonteCarloResult{Move: duo.Pass}, got)
			continue
		}
		assert.NoError(t, p.Check(got.Move))

		// A search that stops after a pass that it may or may not reach.
		limit := 1 + rng.IntN(2*got.Visits+1)
		passes, last := 0, 0
		stopped := c.Search(&p, func(playouts int) bool {
			passes++
			assert.Greater(t, playouts, last)
			last = playouts
			return passes >= limit
		})
		require.Equal(t, searchSlowly(c, &p, limit), stopped, "%+v after %v, %d passes", c, p.History(), limit)
		assert.Equal(t, passes, stopped.Visits)
		assert.Equal(t, last, stopped.Playouts)
	}
	assert.Positive(t, shifted, "no position has more moves than candidates")
}

// requireCandidates requires that a search returns the candidates of its first round in order, and
// that their playouts add up to the search's.
func requireCandidates(t *testing.T, c MonteCarloConfig, p *duo.Position, want MonteCarloResult) {
	t.Helper()
	got, all := c.Candidates(p, nil)
	require.Equal(t, want, got)
	require.Len(t, all, want.Candidates)
	playouts := 0
	seen := map[duo.Move]bool{}
	for i, a := range all {
		playouts += a.Visits
		require.NoError(t, p.Check(a.Move))
		require.False(t, seen[a.Move])
		seen[a.Move] = true
		if i > 0 {
			require.LessOrEqual(t, a.Visits, all[i-1].Visits)
		}
		if i > 1 && a.Visits == all[i-1].Visits {
			require.LessOrEqual(t, a.Sum, all[i-1].Sum)
		}
	}
	require.Equal(t, want.Playouts, playouts)
	if len(all) > 0 {
		require.Equal(t, PlayedMove{want.Move, want.Visits, want.Sum}, all[0])
	}
}

// manyMoves returns a position with more than MaxCandidates moves.
func manyMoves(rng *rand.Rand) duo.Position {
	for {
		p := duo.RandomGame(rng, 8+rng.IntN(8))
		if len(playout.AnchorMoves(&p, nil)) > MaxCandidates {
			return p
		}
	}
}

func TestMonteCarloWithoutAChoice(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	c := MonteCarloConfig{Visits: 1}
	never := func(int) bool { panic("the search makes playouts") }
	seen := map[int]bool{}
	for len(seen) < 2 {
		p := duo.RandomGame(rng, 20+rng.IntN(20))
		moves := playout.AnchorMoves(&p, nil)
		if len(moves) > 1 {
			continue
		}
		seen[len(moves)] = true
		want := MonteCarloResult{Move: duo.Pass}
		if len(moves) == 1 {
			want = MonteCarloResult{Move: moves[0].Move(), Anchor: moves[0], Moves: 1, Candidates: 1}
		}
		assert.Equal(t, want, c.Search(&p, never))
	}
}

// TestMonteCarloWins plays endings without a move left for the rival: some moves then certainly win
// and some certainly lose.
func TestMonteCarloWins(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for found := 0; found < 20; {
		p := duo.RandomGame(rng, 20+rng.IntN(15))
		moves := playout.AnchorMoves(&p, nil)
		if len(moves) < 2 || len(moves) > 15 || rivalHasMove(&p) {
			continue
		}
		wins, loses := map[duo.Move]bool{}, map[duo.Move]bool{}
		pl := p.ToMove()
		for _, a := range moves {
			p.Play(a.Move())
			p.Play(duo.Pass)
			low, high := finalMargins(&p, pl)
			p.Undo()
			p.Undo()
			wins[a.Move()], loses[a.Move()] = low > 0, high < 0
		}
		mixed := false
		for _, a := range moves {
			for _, b := range moves {
				mixed = mixed || wins[a.Move()] && loses[b.Move()]
			}
		}
		if !mixed {
			continue
		}
		found++
		r := MonteCarloConfig{Policy: playout.Policy(found % playout.NumPolicies), Visits: 4, Seed: rng.Uint32()}.Search(&p, nil)
		assert.False(t, loses[r.Move], "%v after %v", r.Move, p.History())
		assert.Positive(t, r.Sum)
	}
}

func rivalHasMove(p *duo.Position) bool {
	after := *p
	after.Play(duo.Pass)
	return after.Over() || after.HasLegalMove()
}

// finalMargins returns the least and the greatest final margin of the only player with moves left.
func finalMargins(p *duo.Position, pl duo.Player) (low, high int) {
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		margin := p.Score(pl) - p.Score(pl.Rival())
		return margin, margin
	}
	low, high = 1000, -1000
	for _, m := range moves {
		p.Play(m)
		p.Play(duo.Pass)
		l, h := finalMargins(p, pl)
		low, high = min(low, l), max(high, h)
		p.Undo()
		p.Undo()
	}
	return low, high
}

func TestMonteCarloConfigErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cfg  MonteCarloConfig
		want string
	}{
		{MonteCarloConfig{Policy: 2, Visits: 1}, "search: policy 2, want 0..1"},
		{MonteCarloConfig{Visits: 0}, "search: 0 visits, want 1.."},
		{MonteCarloConfig{Visits: MaxVisits + 1}, "visits, want 1.."},
	} {
		assert.ErrorContains(t, c.cfg.Validate(), c.want)
		p := duo.NewPosition(duo.Player1)
		assert.Panics(t, func() { c.cfg.Search(&p, nil) })
	}
	assert.NoError(t, MonteCarloConfig{Visits: MaxVisits}.Validate())
}

// TestSumsFitHardware computes the greatest sum round by round.
func TestSumsFitHardware(t *testing.T) {
	t.Parallel()
	visits := 0
	for n, length := MaxCandidates, MaxVisits; n > 1; n, length = (n+1)/2, 2*length {
		visits += length
	}
	greatest := 0
	for margin := -200; margin <= 200; margin++ {
		assert.Equal(t, -playoutValue(margin), playoutValue(-margin))
		assert.LessOrEqual(t, playoutValue(margin), playoutValue(margin+1))
		greatest = max(greatest, playoutValue(margin))
	}
	assert.Less(t, visits*greatest, 1<<(SumBits-1))
	assert.Zero(t, (ClipMargin+1)&ClipMargin, "ClipMargin is not 2^k-1")
}

func TestCandidateShift(t *testing.T) {
	t.Parallel()
	for moves, want := range map[int]int{0: 0, 1: 0, 256: 0, 257: 1, 512: 1, 513: 2, 1024: 2} {
		assert.Equal(t, want, CandidateShift(moves), "%d moves", moves)
	}
}

func BenchmarkMonteCarlo(b *testing.B) {
	positions := duo.BenchPositions()
	playouts := 0
	for i := range b.N {
		playouts += MonteCarloConfig{Policy: playout.Largest, Visits: 1}.Search(&positions[i%len(positions)], nil).Playouts
	}
	b.ReportMetric(float64(playouts)/b.Elapsed().Seconds(), "playouts/s")
}
