// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
)

// board returns a board of a size such as "3x3".
func board(t testing.TB, size string) *Grid {
	t.Helper()
	b, err := ParseSize(size)
	require.NoError(t, err)
	return b
}

// table returns the values of all states of a small board.
func table(t testing.TB, size string) *Table {
	t.Helper()
	v, err := MakeTable(t.Context(), board(t, size))
	require.NoError(t, err)
	return v
}

// TestNumbers checks the numbers of edges and boards against the thesis: its formula for the edges
// of a box, and its example of a 3x3 board.
func TestNumbers(t *testing.T) {
	t.Parallel()
	for _, size := range []string{"1x1", "1x4", "4x1", "2x3", "3x3", "5x5", "1x21"} {
		b := board(t, size)
		assert.Equal(t, b.H*(b.W+1)+b.W*(b.H+1), b.Edges)
		for box, set := range b.boxes {
			e0 := Edge(box/b.W*(2*b.W+1) + box%b.W)
			e1 := e0 + Edge(b.W)
			assert.Equal(t, b.Bit(e0)|b.Bit(e1)|b.Bit(e1+1)|b.Bit(e1+1+Edge(b.W)), set, "%s box %d", size, box)
		}
	}
	b := board(t, "3x3")
	s, err := b.ParseEdges("110011001000100000100000")
	require.NoError(t, err)
	assert.EqualValues(t, 13_404_192, s)
	again, err := b.ParseEdges("13404192")
	require.NoError(t, err)
	assert.Equal(t, s, again)
	assert.Equal(t, "110011001000100000100000", b.Format(s))
	for _, bad := range []string{"", "x", "-1", "16777216", "2100000000000000000000000000"} {
		_, err := b.ParseEdges(bad)
		assert.ErrorContains(t, err, "want 24 digits 0 or 1, or their number, 0..16777215", "%q", bad)
	}
}

// quickEdges is the most edges of a board for a test to visit all its states.
const quickEdges = 17

// TestClasses counts boards that differ under symmetry. The thesis has the counts for 2x2 and 3x3;
// the others were computed independently.
func TestClasses(t *testing.T) {
	t.Parallel()
	for size, want := range map[string]int{
		"1x1": 6, "1x2": 48, "1x3": 312, "1x4": 2240, "2x2": 570, "2x3": 33_408, "3x2": 33_408, "2x4": 1_052_160,
	} {
		b := board(t, size)
		if b.Edges > quickEdges && !long() {
			continue
		}
		got := 0
		for s := range b.All + 1 {
			if b.Canonical(s) == s {
				got++
			}
		}
		assert.Equal(t, want, got, size)
	}
}

// TestSymmetries compares images that grow edge by edge with images of a whole set, and checks the
// invariant of images: the number of boxes taken.
func TestSymmetries(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, size := range []string{"3x3", "2x5", "4x4", "5x5"} {
		b := board(t, size)
		for range 200 {
			s := Edges(rng.Uint64()) & b.All
			m := b.ImagesOf(s)
			c := b.Canonical(s)
			for i, image := range m[:b.Images()] {
				assert.Equal(t, c, b.Canonical(image))
				assert.Equal(t, b.Taken(s), b.Taken(image))
				var moved Edges
				for e := range Edge(b.Edges) {
					if s&b.Bit(e) != 0 {
						moved |= b.Bit(b.maps[i][e])
					}
				}
				assert.Equal(t, moved, image)
			}
		}
	}
}

// TestRules plays random games and counts boxes afresh after each move.
func TestRules(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, size := range []string{"1x1", "2x2", "3x4", "5x5", "1x21"} {
		b := board(t, size)
		p := NewPosition(b)
		for !p.Over() {
			moves := p.Moves()
			require.Len(t, moves, b.Edges-len(p.History()))
			e := moves[rng.IntN(len(moves))]
			taken, mover, score := b.Taken(p.Drawn()), p.ToMove(), p.Score(p.ToMove())
			require.NoError(t, p.Play(e))
			won := b.Taken(p.Drawn()) - taken
			require.Equal(t, score+won, p.Score(mover))
			require.Equal(t, won > 0, p.ToMove() == mover)
			require.ErrorIs(t, p.Play(e), ErrDrawn)
			require.ErrorIs(t, p.Play(play.Move(b.Edges)), ErrNoEdge)
			require.ErrorIs(t, p.Play(1<<32-1), ErrNoEdge)
		}
		assert.Equal(t, b.Boxes(), p.Score(0)+p.Score(1))
		owned := [2]int{}
		for box := range b.Boxes() {
			pl, ok := p.Owner(box)
			require.True(t, ok)
			owned[pl]++
		}
		assert.Equal(t, [2]int{p.Score(0), p.Score(1)}, owned)
	}
}

// TestPerft: every order of the edges can be played.
func TestPerft(t *testing.T) {
	t.Parallel()
	p := NewPosition(board(t, "2x2"))
	want := uint64(1)
	for depth := range 6 {
		assert.Equal(t, want, p.Perft(depth))
		want *= uint64(12 - depth)
	}
	q := NewPosition(board(t, "1x1"))
	assert.EqualValues(t, 24, q.Perft(4))
	assert.Zero(t, q.Perft(5))
}

// published holds the values of boards for the first player: 1x1, 2x2 and 3x3 from the thesis, 4x4
// from Wilson and from Barker and Korf (Solving Dots-And-Boxes, AAAI 2012); the others were
// computed independently.
var published = map[string]int{
	"1x1": -1, "1x2": 0, "1x3": -1, "1x4": 0, "1x5": -1, "1x6": 0, "1x7": -1, "2x2": 2, "2x3": -2, "2x4": 2, "3x3": -3, "4x4": 0,
}

func TestTable(t *testing.T) {
	t.Parallel()
	for size, want := range published {
		if b := board(t, size); b.Edges > quickEdges && (!long() || b.Edges > MaxTableEdges) {
			continue // TestSolver checks these
		}
		assert.Equal(t, want, table(t, size).Value(0), size)
	}
	v := table(t, "2x2")
	for e := range Edge(12) { // outer edges win, inner ones draw
		want := -2
		if v.board.beside[e][1] >= 0 {
			want = 0
		}
		assert.Equal(t, want, v.Value(v.board.Bit(e)), e)
	}
	_, err := MakeTable(t.Context(), board(t, "3x4"))
	assert.ErrorContains(t, err, "a board of 3x4, which has 31 edges, want at most 24")
}

// TestBruteForce compares a table with plain minimax.
func TestBruteForce(t *testing.T) {
	t.Parallel()
	v := table(t, "1x3")
	var minimax func(p *Position) int
	minimax = func(p *Position) int {
		best := -100
		for _, e := range p.Moves() {
			q := p.Clone().(*Position)
			before := q.Score(p.ToMove())
			if err := q.Play(e); err != nil {
				t.Fatal(err)
			}
			value := q.Score(p.ToMove()) - before
			if !q.Over() {
				if q.ToMove() == p.ToMove() {
					value += minimax(q)
				} else {
					value -= minimax(q)
				}
			}
			best = max(best, value)
		}
		return best
	}
	rng := rand.New(rand.NewPCG(1, 0))
	for range 30 {
		p := NewPosition(v.board)
		for range 3 + rng.IntN(6) {
			m := p.Moves()
			require.NoError(t, p.Play(m[rng.IntN(len(m))]))
		}
		assert.Equal(t, minimax(p), v.Value(p.Drawn()), v.board.Format(p.Drawn()))
	}
}

func ExampleGrid_Canonical() {
	b, _ := ParseSize("2x2")
	s, _ := b.ParseEdges("000000000011")
	fmt.Println(b.Format(s), b.Format(b.Canonical(s)))
	// Output: 000000000011 110000000000
}
