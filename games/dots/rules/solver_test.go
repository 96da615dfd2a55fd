// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// long reports whether tests are allowed to take long.
func long() bool { return os.Getenv("TESSERA_TESTS") == "all" }

// solver returns a solver with a small table.
func solver(t testing.TB, b *Grid) *Solver {
	t.Helper()
	v, err := NewSolver(b, MinSolverEntries)
	require.NoError(t, err)
	return v
}

// TestSolverAgainstTable compares the solver's values with the table's, which come from all moves.
// It takes all states of boards up to 2x2 and 1x5, and random states of larger boards with enough
// edges drawn for chains and loops.
func TestSolverAgainstTable(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for size, states := range map[string]int{"1x1": 0, "1x3": 0, "1x4": 0, "2x2": 0, "3x1": 0, "1x6": 3000, "2x3": 4000, "3x2": 1000} {
		v := table(t, size)
		s := solver(t, v.board)
		check := func(drawn Edges) {
			t.Helper()
			got, err := s.Value(t.Context(), drawn, 1)
			require.NoError(t, err)
			require.Equal(t, v.Value(drawn), got, "%s %s", size, v.board.Format(drawn))
		}
		if states == 0 {
			for drawn := range v.board.All + 1 {
				check(drawn)
			}
		}
		for range states {
			check(randomState(v.board, rng))
		}
	}
}

// randomState returns a state with a random number of edges drawn, either at random or, half of the
// time, such that no box can be taken yet.
func randomState(b *Grid, rng *rand.Rand) Edges {
	var drawn Edges
	quiet := rng.IntN(2) == 0
	for range rng.IntN(b.Edges) {
		e := Edge(rng.IntN(b.Edges))
		next := drawn | b.Bit(e)
		if quiet && offered(b, next) {
			continue
		}
		drawn = next
	}
	return drawn
}

// offered reports whether a box has three edges.
func offered(b *Grid, drawn Edges) bool {
	for _, box := range b.boxes {
		if (drawn & box).Count() == 3 {
			return true
		}
	}
	return false
}

// TestLarge compares many states of the largest boards that a table can hold.
func TestLarge(t *testing.T) {
	t.Parallel()
	if !long() {
		t.Skip("a long test, for TESSERA_TESTS=all")
	}
	rng := seedtest.Rand(t)
	for _, size := range []string{"3x3", "2x4", "4x2", "1x7"} {
		v := table(t, size)
		s := solver(t, v.board)
		for range 200_000 {
			drawn := randomState(v.board, rng)
			got, err := s.Value(t.Context(), drawn, 1)
			require.NoError(t, err)
			require.Equal(t, v.Value(drawn), got, "%s %s", size, v.board.Format(drawn))
		}
	}
}

// TestSolverAgainstEndings compares values of random positions near the end with an exhaustive
// search, also on boards too large for a table.
func TestSolverAgainstEndings(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, size := range []string{"3x3", "2x5", "3x4", "2x6", "3x5", "4x4", "4x5", "5x5"} {
		b := board(t, size)
		s := solver(t, b)
		for range 60 {
			drawn := randomEnding(b, rng, 13)
			got, err := s.Value(t.Context(), drawn, 1)
			require.NoError(t, err)
			require.Equal(t, ending(b, drawn), got, "%s %s", size, b.Format(drawn))
		}
	}
}

// TestOffersOfTwo values a position with two offers of two boxes, of which only one can be left: the joint of
// the other one has two more boxes to take.
func TestOffersOfTwo(t *testing.T) {
	t.Parallel()
	b := board(t, "4x4")
	drawn, err := b.ParseEdges("1111111110111111100100101010110111111110")
	require.NoError(t, err)
	got, err := solver(t, b).Value(t.Context(), drawn, 1)
	require.NoError(t, err)
	require.Equal(t, 6, got)
	require.Equal(t, 6, ending(b, drawn))
}

// randomEnding returns a state with at most the given number of free edges. Half of the time it
// draws as many edges as possible without offering a box, and more only as needed.
func randomEnding(b *Grid, rng *rand.Rand, free int) (drawn Edges) {
	quiet := rng.IntN(2) == 0
	for _, e := range rng.Perm(b.Edges) {
		if next := drawn | b.Bit(Edge(e)); !quiet || !offered(b, next) {
			drawn = next
		}
		if (b.All &^ drawn).Count() <= free {
			return drawn
		}
	}
	for _, e := range rng.Perm(b.Edges) {
		if (b.All &^ drawn).Count() <= free {
			break
		}
		drawn |= b.Bit(Edge(e))
	}
	return drawn
}

// ending computes the value of a state from all continuations, backwards from the end; see
// MakeTable.
func ending(b *Grid, drawn Edges) int {
	var free []Edge
	for rest := b.All &^ drawn; rest != 0; rest &^= b.Bit(b.First(rest)) {
		free = append(free, b.First(rest))
	}
	values := make([]int, 1<<len(free)) // indexed by the set of drawn edges among the free ones
	for set := len(values) - 2; set >= 0; set-- {
		now := drawn
		for i, e := range free {
			if set>>i&1 != 0 {
				now |= b.Bit(e)
			}
		}
		values[set] = math.MinInt
		for i, e := range free {
			if set>>i&1 != 0 {
				continue
			}
			v := values[set|1<<i]
			if c := b.Captures(now, e); c > 0 {
				v += c
			} else {
				v = -v
			}
			values[set] = max(values[set], v)
		}
	}
	return values[0]
}

// TestSolver finds the published values.
func TestSolver(t *testing.T) {
	t.Parallel()
	for size, want := range published {
		if size == "4x4" {
			continue // too long for a test, see docs/dots-and-boxes.md
		}
		b := board(t, size)
		v, err := NewSolver(b, MinSolverEntries)
		require.NoError(t, err)
		begun := time.Now()
		got, err := v.Value(t.Context(), 0, 2)
		require.NoError(t, err)
		assert.Equal(t, want, got, size)
		t.Logf("%s: %d, %d positions, %v", size, got, v.Nodes(), time.Since(begun))
	}
}

// TestSolverStops stops a search that would take long.
func TestSolverStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := solver(t, board(t, "5x5")).Value(ctx, 0, 2)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	for _, bad := range []int{0, MinSolverEntries - 1, MaxSolverEntries + 1} {
		_, err := NewSolver(board(t, "2x2"), bad)
		assert.ErrorContains(t, err, "entries, want 262144..4294967296")
	}
}

// BenchmarkSolver solves 2x5.
func BenchmarkSolver(b *testing.B) {
	for b.Loop() {
		v, err := NewSolver(board(b, "2x5"), 1<<22)
		require.NoError(b, err)
		_, err = v.Value(b.Context(), 0, 1)
		require.NoError(b, err)
		b.ReportMetric(float64(v.Nodes()), "positions")
	}
}
