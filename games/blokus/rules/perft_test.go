// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// TestPlacements counts the placements on the empty board.
func TestPlacements(t *testing.T) {
	t.Parallel()
	n := 0
	for m := range Move(NumMoves) {
		on := true
		for row, col := range m.Cells {
			on = on && OnBoard(row, col)
		}
		if on {
			n++
			again, err := ParseMove(m.String())
			require.NoError(t, err)
			require.Equal(t, m, again)
		}
	}
	assert.Equal(t, 30_433, n)
}

// TestFirstMoves: each colour begins with one of 58 placements.
func TestFirstMoves(t *testing.T) {
	t.Parallel()
	p := New()
	for c := range Colour(NumColours) {
		sizes := map[int]int{}
		for _, m := range p.MovesOf(c, nil) {
			sizes[m.Size()]++
		}
		assert.Equal(t, map[int]int{5: 37, 4: 13, 3: 5, 2: 2, 1: 1}, sizes, "%v", c)
	}
}

// TestPerft compares with the counts of another program. The colours' second placements cannot
// meet, so the counts of one colour determine the counts of the next plies.
func TestPerft(t *testing.T) {
	t.Parallel()
	p := New()
	for depth, want := range []uint64{1, 58, 3_364, 195_112} {
		require.Equal(t, want, Perft(&p, depth), "perft(%d)", depth)
	}
	second, least, most := 0, NumMoves, 0
	for _, m := range p.Moves(nil) {
		q := p
		q.Play(m)
		q.SetToMove(Blue)
		n := q.CountMoves()
		second, least, most = second+n, min(least, n), max(most, n)
	}
	assert.Equal(t, 9_729, second)
	assert.Equal(t, 106, least)
	assert.Equal(t, 243, most)
	product := big.NewInt(58 * 58 * 58 * 58)
	for i, want := range []string{"1898244648", "318414175524", "53411232994362", "8959273893140481"} {
		product.Mul(product, big.NewInt(9_729))
		product.Div(product, big.NewInt(58))
		assert.Equal(t, want, product.String(), "perft(%d)", 5+i)
	}
	if simtest.All() {
		assert.EqualValues(t, 11_316_496, Perft(&p, 4))
		assert.EqualValues(t, 1_898_244_648, Perft(&p, 5))
	}
}

// TestSquares checks the 89 squares of a colour.
func TestSquares(t *testing.T) {
	t.Parallel()
	n := 0
	for tile := range duo.Tile(duo.NumTiles) {
		n += tile.Size()
	}
	assert.Equal(t, 89, n)
	assert.Equal(t, 356, NumColours*n)
}
