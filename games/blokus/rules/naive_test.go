// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// naive is the slow and obvious counterpart of Position: the rules to the letter, square by square.
type naive struct {
	board  [BoardSize][BoardSize]int // 1 + colour; 0: empty
	left   [NumColours]map[duo.Tile]bool
	last   [NumColours]duo.Tile
	toMove int
}

func newNaive() *naive {
	n := &naive{}
	for c := range n.left {
		n.left[c] = map[duo.Tile]bool{}
		for t := range duo.Tile(duo.NumTiles) {
			n.left[c][t] = true
		}
	}
	return n
}

func (n *naive) is(row, col, mark int) bool {
	return row >= 0 && row < BoardSize && col >= 0 && col < BoardSize && n.board[row][col] == mark
}

func (n *naive) legal(c int, m Move) bool {
	if !n.left[c][m.Tile()] {
		return false
	}
	corner, start := false, false
	for row, col := range m.Cells {
		if !n.is(row, col, 0) {
			return false
		}
		for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			if n.is(row+d[0], col+d[1], 1+c) {
				return false
			}
		}
		for _, d := range [][2]int{{-1, -1}, {1, 1}, {1, -1}, {-1, 1}} {
			corner = corner || n.is(row+d[0], col+d[1], 1+c)
		}
		starts := [NumColours][2]int{{0, 0}, {0, 19}, {19, 19}, {19, 0}}
		start = start || starts[c] == [2]int{row, col}
	}
	if len(n.left[c]) == duo.NumTiles {
		return start
	}
	return corner
}

func (n *naive) moves(c int) (out []Move) {
	for o := range duo.Orientation(duo.NumOrientations) {
		if !n.left[c][o.Tile()] {
			continue
		}
		for s := range Square(NumSquares) {
			if m := NewMove(o, s); n.legal(c, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

func (n *naive) play(m Move) {
	c := n.toMove
	for row, col := range m.Cells {
		n.board[row][col] = 1 + c
	}
	delete(n.left[c], m.Tile())
	n.last[c] = m.Tile()
	for i := 1; i <= NumColours; i++ {
		n.toMove = (c + i) % NumColours
		if len(n.moves(n.toMove)) > 0 {
			return
		}
	}
}

func (n *naive) points(c int) int {
	points := 0
	for row := range n.board {
		for _, mark := range n.board[row] {
			if mark == 1+c {
				points++
			}
		}
	}
	if len(n.left[c]) == 0 {
		points += 15
		if n.last[c].Size() == 1 {
			points += 5
		}
	}
	return points
}

// agree compares all data of a position.
func agree(t *testing.T, n *naive, p *Position) {
	t.Helper()
	var buf [2048]Move
	over := true
	for c := range Colour(NumColours) {
		want := n.moves(int(c))
		over = over && len(want) == 0
		got := slices.Sorted(slices.Values(p.MovesOf(c, buf[:0])))
		require.Equal(t, want, got, "moves of %v in\n%v", c, p)
		require.Equal(t, len(want), p.CountMovesOf(c))
		require.Equal(t, n.points(int(c)), p.Points(c))
		require.Equal(t, len(n.left[c]), p.TilesLeft(c).Count())
		if p.Out(c) {
			require.Empty(t, want)
		}
		for row := range BoardSize {
			for col := range BoardSize {
				require.Equal(t, n.board[row][col] == 1+int(c), p.Has(c, NewSquare(row, col)))
			}
		}
	}
	require.Equal(t, over, p.Over())
	if !over {
		require.Equal(t, n.toMove, int(p.ToMove()))
		require.Equal(t, len(n.moves(n.toMove)), len(p.Moves(buf[:0])))
	}
}

// TestRandomGames follows random games with the naive rules.
func TestRandomGames(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	games := 1
	if simtest.All() {
		games = 200
	}
	for range games {
		n, p := newNaive(), New()
		stream := playout.NewRNG(rng.Uint32(), 0)
		policy := playout.Policy(rng.IntN(playout.NumPolicies))
		for {
			agree(t, n, &p)
			m, ok := p.RandomMove(policy, &stream)
			require.Equal(t, !p.Over(), ok)
			if !ok {
				break
			}
			checkAll(t, rng, n, &p)
			before := p
			p.Play(m)
			n.play(m)
			require.Equal(t, before.Plies()+1, p.Plies())
		}
	}
}

// checkAll compares Check with the naive rules on random placements, mostly illegal ones.
func checkAll(t *testing.T, rng *rand.Rand, n *naive, p *Position) {
	t.Helper()
	for range 200 {
		m := Move(rng.IntN(NumMoves))
		require.Equal(t, n.legal(n.toMove, m), p.Check(m) == nil, "%v in\n%v", m, p)
	}
	require.Error(t, p.Check(NumMoves))
}

// TestPlayOut: a playout makes the moves that RandomMove draws from the same stream, and ends when
// no colour can move.
func TestPlayOut(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	var buf [2048]Move
	for i := range 100 {
		seed := rng.Uint32()
		policy := playout.Policy(i % playout.NumPolicies)
		p, q := New(), New()
		stream, again := playout.NewRNG(seed, 0), playout.NewRNG(seed, 0)
		q.PlayOut(policy, &stream, func(c Colour, m Move) {
			require.Equal(t, p.ToMove(), c)
			want, ok := p.RandomMove(policy, &again)
			require.True(t, ok)
			require.Equal(t, want, m)
			require.NoError(t, p.Check(m))
			if policy == playout.Largest {
				largest := 0
				for _, other := range p.Moves(buf[:0]) {
					largest = max(largest, other.Size())
				}
				require.Equal(t, largest, m.Size())
			}
			p.Play(m)
		})
		require.True(t, p.Over())
		require.True(t, q.Over())
		for c := range Colour(NumColours) {
			require.Equal(t, p.Points(c), q.Points(c))
			require.True(t, q.Out(c))
		}
	}
}

// TestUniform: RandomMove draws all legal moves equally often.
func TestUniform(t *testing.T) {
	t.Parallel()
	p := New()
	stream := playout.NewRNG(11, 0)
	for range 24 {
		m, _ := p.RandomMove(playout.Largest, &stream)
		p.Play(m)
	}
	for _, policy := range []playout.Policy{playout.Uniform, playout.Largest} {
		moves := p.Moves(nil)
		if policy == playout.Largest {
			largest := slices.MaxFunc(moves, func(a, b Move) int { return a.Size() - b.Size() }).Size()
			moves = slices.DeleteFunc(moves, func(m Move) bool { return m.Size() < largest })
		}
		const each = 400
		drawn := map[Move]int{}
		for range each * len(moves) {
			m, ok := p.RandomMove(policy, &stream)
			require.True(t, ok)
			drawn[m]++
		}
		require.ElementsMatch(t, moves, slices.Collect(maps.Keys(drawn)))
		squares := 0.0
		for _, n := range drawn {
			squares += float64(n-each) * float64(n-each) / each
		}
		// Chi-squared has a mean of about the number of moves, and a deviation of the root of twice
		// that number. The stream is fixed, and therefore the result.
		assert.InDelta(t, 1, squares/float64(len(moves)), 0.5, "%v, %d moves", policy, len(moves))
	}
}

// TestTurnOutOfTurn: SetToMove gives the turn to a colour, even to one that cannot move.
func TestTurnOutOfTurn(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	p := New()
	stream := playout.NewRNG(rng.Uint32(), 0)
	for !p.Over() {
		c := Colour(rng.IntN(NumColours))
		q := p
		can := q.SetToMove(c)
		require.Equal(t, p.CountMovesOf(c) > 0, can)
		require.Equal(t, c, q.ToMove())
		require.False(t, q.Over())
		if m, ok := q.RandomMove(playout.Uniform, &stream); ok {
			require.True(t, can)
			require.NoError(t, q.Check(m))
			p = q
			p.Play(m)
		} else {
			require.False(t, can)
			q.PlayOut(playout.Uniform, &stream, nil)
			require.True(t, q.Over())
			p.PlayOut(playout.Uniform, &stream, nil)
		}
	}
}

// TestNoAllocation: listing moves and playing out allocate no memory.
func TestNoAllocation(t *testing.T) {
	p := New()
	stream := playout.NewRNG(5, 0)
	for range 30 {
		m, _ := p.RandomMove(playout.Largest, &stream)
		p.Play(m)
	}
	buf := make([]Move, 0, 2048)
	for name, f := range map[string]func(){
		"moves":   func() { p.Moves(buf) },
		"count":   func() { p.CountMoves() },
		"playout": func() { q := p; q.PlayOut(playout.Largest, &stream, nil) },
		"play":    func() { q := p; m, _ := q.RandomMove(playout.Uniform, &stream); q.Play(m) },
	} {
		assert.Zero(t, testing.AllocsPerRun(20, f), name)
	}
}

// TestBounds checks the assumptions of the lists.
func TestBounds(t *testing.T) {
	t.Parallel()
	corners := 0
	for tile := range duo.Tile(duo.NumTiles) {
		rows := tile.Rows()
		cells := rows.First.Cells()
		found := map[duo.Cell]bool{}
		for _, c := range cells {
			for _, d := range []duo.Cell{{Row: -1, Col: -1}, {Row: -1, Col: 1}, {Row: 1, Col: -1}, {Row: 1, Col: 1}} {
				found[duo.Cell{Row: c.Row + d.Row, Col: c.Col + d.Col}] = true
			}
		}
		for c := range found {
			for _, d := range []duo.Cell{{}, {Row: -1}, {Row: 1}, {Col: -1}, {Col: 1}} {
				if slices.Contains(cells, duo.Cell{Row: c.Row + d.Row, Col: c.Col + d.Col}) {
					delete(found, c)
				}
			}
		}
		require.LessOrEqual(t, len(found), 8)
		corners += len(found)
	}
	require.LessOrEqual(t, corners, maxAnchors)
	require.Less(t, maxAnchors+2, len(anchors{}.at))
}
