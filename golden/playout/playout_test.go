// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/internal/cputime"
)

// TestAnchorMovesAreTheLegalMoves compares the move sets on every position of
// random games.
func TestAnchorMovesAreTheLegalMoves(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	corners := 0
	for range 300 {
		game := duo.RandomGame(rng, duo.MaxPlies)
		for {
			var got []duo.Move
			for _, a := range AnchorMoves(&game, nil) {
				got = append(got, a.Move())
			}
			slices.Sort(got)
			require.Equal(t, game.LegalMoves(nil), got, "after %v", game.History())
			c := game.Corners(game.ToMove())
			corners = max(corners, c.Count())
			if game.Plies() == 0 {
				break
			}
			game.Undo()
		}
	}
	assert.LessOrEqual(t, corners, MaxListedCorners)
}

func TestPlayoutsFollowTheRules(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 400 {
		p := duo.RandomGame(rng, rng.IntN(30))
		policy := Policy(i % 2)
		played := p
		score := NewRoot(&p).Play(policy, NoFirst, NewRNG(uint32(i), 0), func(ply Ply) {
			for played.ToMove() != ply.Player {
				require.False(t, played.HasLegalMove())
				played.Play(duo.Pass)
			}
			want := played.LegalMoves(nil)
			if policy == Largest && len(want) > 0 {
				size := want[0].Tile().Size()
				want = slices.DeleteFunc(want, func(m duo.Move) bool { return m.Tile().Size() < size })
			}
			require.Equal(t, len(want), ply.Moves)
			if ply.Moves == 0 {
				played.Play(duo.Pass)
				return
			}
			m := ply.Move.Move()
			require.Contains(t, want, m)
			played.Play(m)
		})
		for !played.Over() {
			require.False(t, played.HasLegalMove())
			played.Play(duo.Pass)
		}
		require.Equal(t, played.Score(duo.Player1)-played.Score(duo.Player2), score)
	}
}

// TestPlayoutFirst plays every legal move first.
func TestPlayoutFirst(t *testing.T) {
	t.Parallel()
	p := duo.RandomGame(rand.New(rand.NewPCG(5, 6)), 9)
	g := NewRoot(&p)
	for i, m := range AnchorMoves(&p, nil) {
		var got AnchorMove
		plies := 0
		g.Play(Largest, i, NewRNG(7, uint32(i)), func(ply Ply) {
			if plies == 0 {
				got = ply.Move
			}
			plies++
		})
		assert.Equal(t, m, got)
	}
}

// TestStreamsWithFirst checks that the hardware finds the number of a given first move in the
// stream. It also checks that the streams still differ: in a batch as large as the comment of
// WithFirst claims, and in batches with near seeds (which differ in more than the lowest bit, see
// NewRNG).
func TestStreamsWithFirst(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint32{0, 0xdeadbeef} {
		for _, first := range []int{0, MaxMoves - 1} {
			var streams []RNG
			distinct := func() int {
				slices.Sort(streams)
				return len(slices.Compact(streams))
			}
			for i := range uint32(834_697) {
				plain := NewRNG(seed, i)
				r := plain.WithFirst(first)
				if plain.WithFirst(NoFirst) != plain || r>>FirstShift != RNG(first) || (r^plain)<<(32-FirstShift) != 0 || r == 0 {
					require.Failf(t, "wrong stream", "%#x of %#x and %d", r, plain, first)
				}
				streams = append(streams, r)
			}
			require.Equal(t, 834_697, distinct())
			streams = streams[:0]
			for near := range uint32(8) {
				for i := range uint32(1000) {
					streams = append(streams, NewRNG(seed+2*near, i).WithFirst(first))
				}
			}
			require.Equal(t, 8000, distinct())
		}
	}
}

// TestListLimits lists the moves of boards with more corners or moves than a playout considers.
func TestListLimits(t *testing.T) {
	t.Parallel()
	for distance, wantCorners := range map[int]int{3: MaxListedCorners, 5: 26} {
		p := duo.ScatteredPosition(duo.Player1, distance)
		g := NewRoot(&p)
		var list List
		corners, moves := g.start.List(Uniform, &list)
		assert.Equal(t, wantCorners, corners)
		assert.Less(t, moves-list[corners-1].Count(), MaxListedMoves)
		if corners < MaxListedCorners {
			assert.GreaterOrEqual(t, moves, MaxListedMoves)
		}
		var got []duo.Move
		for _, a := range AnchorMoves(&p, nil) {
			got = append(got, a.Move())
		}
		slices.Sort(got)
		assert.Len(t, slices.Compact(got), moves)
		assert.Greater(t, p.CountLegalMoves(), moves)
		assert.Subset(t, p.LegalMoves(nil), got)
	}
}

// TestMovesAreUniform compares frequencies with equal ones: chi-squared, at 5 standard deviations.
// It samples the opening moves, the moves of a crowded position, and the moves after a given first
// move.
func TestMovesAreUniform(t *testing.T) {
	t.Parallel()
	crowded := duo.RandomGame(rand.New(rand.NewPCG(8, 9)), 18)
	for _, tt := range []struct {
		name   string
		pos    duo.Position
		policy Policy
		first  int
	}{
		{"opening, uniform", duo.NewPosition(duo.Player1), Uniform, NoFirst},
		{"opening, largest", duo.NewPosition(duo.Player2), Largest, NoFirst},
		{"crowded, uniform", crowded, Uniform, NoFirst},
		{"crowded, largest", crowded, Largest, NoFirst},
		{"after move 0, uniform", crowded, Uniform, 0},
		{"after move 7, largest", crowded, Largest, 7},
		{"after move 200 of the opening", duo.NewPosition(duo.Player1), Uniform, 200},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := NewRoot(&tt.pos)
			count := map[duo.Move]int{}
			moves := 0
			counted := 0 // the ply
			if tt.first != NoFirst {
				counted = 1
			}
			const games = 60_000
			for i := range games {
				ply := 0
				g.Play(tt.policy, tt.first, NewRNG(99, uint32(i)), func(p Ply) {
					if ply == counted {
						count[p.Move.Move()]++
						moves = p.Moves
					}
					ply++
				})
			}
			require.Len(t, count, moves)
			chi2, mean := 0.0, float64(games)/float64(moves)
			for _, n := range count {
				chi2 += (float64(n) - mean) * (float64(n) - mean) / mean
			}
			df := float64(moves - 1)
			assert.InDelta(t, df, chi2, 5*math.Sqrt(2*df)+1, fmt.Sprintf("%d moves", moves))
		})
	}
}

func TestWinner(t *testing.T) {
	r := seedtest.Rand(t)
	for range 300 {
		p := duo.RandomGame(r, r.IntN(30))
		st := NewState(&p)
		policy, rng := Policy(r.IntN(NumPolicies)), NewRNG(r.Uint32(), 0)
		end, early := st, st
		margin := end.PlayOut(policy, rng)
		require.Equal(t, cmp.Compare(margin, 0), early.Winner(policy, rng), "%v, margin %d", policy, margin)
	}
}

// BenchmarkPlayout plays out the first position of each number of plies.
func BenchmarkPlayout(b *testing.B) {
	positions := duo.BenchPositions()
	for _, policy := range []Policy{Largest, Uniform} {
		for _, plies := range []int{0, 4, 8, 12, 16, 22} {
			i := slices.IndexFunc(positions, func(p duo.Position) bool { return p.Plies() == plies })
			b.Run(fmt.Sprintf("%v/plies=%d", policy, plies), func(b *testing.B) {
				st, n, begun := NewState(&positions[i]), 0, cputime.Process()
				for b.Loop() {
					again := st
					again.PlayOut(policy, NewRNG(1, uint32(n)))
					n++
				}
				b.ReportMetric(float64(n)/(cputime.Process()-begun).Seconds(), "playouts/cpu-s")
			})
		}
	}
}
