// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// randomPatterns returns weights of any size within their ranges.
func randomPatterns(rng *rand.Rand) *Patterns {
	p := new(Patterns)
	for role := range p.Squares {
		for code := range p.Squares[role] {
			for u := range p.Squares[role][code] {
				p.Squares[role][code][u] = int8(rng.Uint32())
			}
		}
	}
	for tile := range p.Tiles {
		for u := range p.Tiles[tile] {
			p.Tiles[tile][u] = int16(rng.IntN(2*MaxBias+1) - MaxBias)
		}
	}
	for k := range p.Out {
		for u := range p.Out[k] {
			p.Out[k][u] = int16(rng.Uint32())
		}
	}
	return p
}

// pattern returns the patterns' part of a move's logarithm. It looks at squares one by one, and
// takes their levels from the distances of the slow twin's floods.
func (w *slow) pattern(p *Patterns, m duo.Move) int32 {
	own, rival := w.pos.ToMove(), w.pos.ToMove().Rival()
	level := func(pl duo.Player, s duo.Square, sets ...map[duo.Square]bool) (n int) {
		for _, set := range append(sets, w.allowed(pl)) {
			n += int(is(set[s]))
		}
		return n
	}
	ownNear, ownCorners := w.reach(own, 2), w.reach(own, 0)
	rivalReach, rivalNear, rivalCorners := w.reach(rival, 4), w.reach(rival, 2), w.reach(rival, 0)
	var tile [duo.BoardSize + 2][duo.BoardSize + 2]bool // with a border around the board
	for row, col := range m.Cells {
		tile[row+1][col+1] = true
	}
	at := func(row, col int) bool {
		return row >= 0 && row < len(tile) && col >= 0 && col < len(tile) && tile[row][col]
	}
	var sums [HiddenUnits]int
	for u, bias := range p.Tiles[m.Tile()] {
		sums[u] = int(bias)
	}
	for row := range tile {
		for col := range tile {
			var role Role
			switch {
			case at(row, col):
				role = Covered
			case at(row-1, col) || at(row+1, col) || at(row, col-1) || at(row, col+1):
				role = Edge
			case at(row-1, col-1) || at(row-1, col+1) || at(row+1, col-1) || at(row+1, col+1):
				role = Diagonal
			default:
				continue
			}
			code := 0
			if r, c := row-1, col-1; duo.OnBoard(r, c) {
				s := duo.NewSquare(r, c)
				distance := min(r, c, duo.BoardSize-1-r, duo.BoardSize-1-c)
				code = level(own, s, ownNear, ownCorners) + 4*level(rival, s, rivalReach, rivalNear, rivalCorners) +
					32*min(3, (distance+1)/2)
			}
			for u := range sums {
				sums[u] += int(p.Squares[role][code][u])
			}
		}
	}
	placed := TilesPlaced(w.pos, own)
	total := 0.0
	for u, sum := range sums {
		total += float64(max(0, sum)) * line(placed, PriorKnotStep, func(k int) int16 { return p.Out[k][u] })
	}
	return int32(math.Floor(total / 32))
}

// TestPatternsAgainstSlowTwin takes the linear part from an evaluator without patterns.
func TestPatternsAgainstSlowTwin(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	w := randomWeights(rng)
	linear := New(w)
	both := *w
	both.Patterns = randomPatterns(rng)
	e := New(&both)
	differ := 0
	for _, p := range positions(rng, 40) {
		moves := append(p.LegalMoves(nil), duo.Pass)
		want, got := make([]int32, len(moves)), make([]int32, len(moves))
		linear.Prior(&p, moves, want)
		e.Prior(&p, moves, got)
		require.Zero(t, got[len(moves)-1], "the pass")
		twin := newSlow(&p)
		for i, m := range moves[:len(moves)-1] {
			if rng.IntN(20) > 0 {
				continue
			}
			require.Equal(t, want[i]+twin.pattern(both.Patterns, m), got[i], "%v after %v", m, p.History())
			if want[i] != got[i] {
				differ++
			}
		}
	}
	assert.Positive(t, differ, "moves that patterns change")
}

// TestTouchedSquares compares them with the sums of the evaluator: weights of 1 count the squares
// of a code.
func TestTouchedSquares(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	p := randomPatterns(rng)
	for k := range p.Out {
		p.Out[k] = [HiddenUnits]int16{SquareUnit} // only the first unit, unscaled
	}
	e := New(&Weights{Patterns: p})
	for _, pos := range positions(rng, 20) {
		moves := pos.LegalMoves(nil)
		got := make([]int32, len(moves))
		e.Prior(&pos, moves, got)
		TouchedSquares(&pos, moves, func(i int, squares []Touched) {
			require.LessOrEqual(t, len(squares), MaxTouched)
			sum := int32(p.Tiles[moves[i].Tile()][0])
			for _, s := range squares {
				sum += int32(p.Squares[s.Role][s.Code][0])
			}
			require.Equal(t, max(0, sum), got[i])
		})
	}
}

// TestPatternWidths computes the greatest sums: a unit's sum must fit a lane, and a move's
// logarithm with all features 32 bits.
func TestPatternWidths(t *testing.T) {
	t.Parallel()
	most := 0
	for o := range duo.Orientation(duo.NumOrientations) {
		most = max(most, int(touches[o].end[Diagonal]))
	}
	assert.LessOrEqual(t, most, MaxTouched)
	assert.Less(t, MaxTouched*255, 1<<16, "a lane")
	assert.Less(t, MaxTouched*128+MaxBias, 1<<12, "a sum without its sign")
	const weight = -math.MinInt16
	assert.Less(t, HiddenUnits*(1<<12)*weight, math.MaxInt32)
	assert.Less(t, HiddenUnits*(1<<12)*weight/SquareUnit+int(NumFeatures)*MaxFeature*weight, math.MaxInt32)
}
