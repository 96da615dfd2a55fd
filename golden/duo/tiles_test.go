// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTilesAgainstTable compares all 168 (tile, rotation code) pairs with the
// table made from the contest's host program.
func TestTilesAgainstTable(t *testing.T) {
	t.Parallel()
	shapes := readShapes(t)
	require.Len(t, shapes, NumTiles*NumRotations)
	for _, s := range shapes {
		tile := Tile(s.tile - 'a')
		o, shift := tile.CanonicalRotation(Rotation(s.rotation))
		name := fmt.Sprintf("tile %v rotation %d", tile, s.rotation)
		assert.Equal(t, tile, o.Tile(), name)
		assert.Equal(t, len(s.cells), tile.Size(), name)
		assert.Equal(t, s.same, int(o.Rotation()), "%s: canonical code", name)
		assert.Equal(t, s.canonical, int(o.Rotation()) == s.rotation, "%s: canonical flag", name)
		assert.Equal(t, s.shift, [2]int{int(shift.Col), int(shift.Row)}, "%s: shift (x, y)", name)

		var want, got []Cell // relative to the reference cell of the written code
		for _, c := range s.cells {
			want = append(want, Cell{Row: int8(c[1]), Col: int8(c[0])})
		}
		for _, c := range o.Cells() {
			got = append(got, Cell{c.Row + shift.Row, c.Col + shift.Col})
		}
		assert.ElementsMatch(t, want, got, name)
	}
}

// TestDuplicateCodes spot-checks the published table of duplicate codes.
func TestDuplicateCodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ duplicate, canonical string }{
		{"55a5", "55a0"},
		{"55b3", "65b2"}, {"55b4", "54b0"}, {"55b7", "55b2"},
		{"55c7", "55c2"},
		{"55d4", "55d3"}, {"55d7", "55d0"},
		{"55e6", "65e2"},
		{"55g5", "55g0"},
		{"55h1", "45h0"}, {"55h3", "55h0"}, {"55h4", "44h0"}, {"55h6", "54h0"},
		{"55i4", "54i0"}, {"55i6", "65i2"}, {"55i7", "45i3"},
		{"55j6", "55j2"}, {"55n7", "55n6"}, {"55p5", "55p4"}, {"55q6", "55q1"},
		{"55r7", "55r0"}, {"55s4", "55s0"}, {"55u7", "55u0"},
		{"55f7", "55f7"}, {"55t3", "55t3"},
	} {
		m, err := ParseMove(c.duplicate)
		require.NoError(t, err)
		assert.Equal(t, c.canonical, m.String(), c.duplicate)
	}
}

// TestCounts checks the counting facts of the game.
func TestCounts(t *testing.T) {
	t.Parallel()
	pairs, squares := 0, 0
	for o := range Orientation(NumOrientations) {
		pairs += len(o.Cells())
	}
	for tile := range Tile(NumTiles) {
		squares += tile.Size()
	}
	assert.Equal(t, 414, pairs, "pairs of orientation and cell: the most placements through a square")
	assert.Equal(t, NumCells, squares, "squares of all tiles")

	placements := allPlacements()
	assert.Len(t, placements, 13_729, "placements")
	through := map[Square]int{}
	sets := map[Bitboard]Move{}
	for _, m := range placements {
		set := m.Cover()
		require.Equal(t, m.Tile().Size(), set.Count(), "%v", m)
		other, twice := sets[set]
		require.False(t, twice, "%v and %v cover the same squares", m, other)
		sets[set] = m
		for row, col := range m.Cells {
			through[NewSquare(row, col)]++
		}
	}
	most := 0
	for _, n := range through {
		most = max(most, n)
	}
	assert.Equal(t, 414, most, "placements through one square")

	codes := 0
	for _, s := range readShapes(t) {
		for square := range Square(NumSquares) {
			text := fmt.Sprintf("%c%c%c%d", coordinates[square.Col()+1], coordinates[square.Row()+1], s.tile, s.rotation)
			if m, err := ParseMove(text); err == nil && m.fits() {
				codes++
			}
		}
	}
	assert.Equal(t, 26_008, codes, "on-board codes")
}

// TestSearchOrder checks the documented numbering.
func TestSearchOrder(t *testing.T) {
	t.Parallel()
	next := Orientation(0)
	for tile := NumTiles - 1; tile >= 0; tile-- {
		rows := Tile(tile).Rows()
		require.Equal(t, next, rows.First, "tile %v", Tile(tile))
		var rotations []Rotation
		for o := rows.First; o < rows.First+Orientation(rows.Count); o++ {
			require.Equal(t, Tile(tile), o.Tile())
			rotations = append(rotations, o.Rotation())
		}
		assert.True(t, slices.IsSorted(rotations), "tile %v: %v", Tile(tile), rotations)
		next += Orientation(rows.Count)
	}
	assert.Equal(t, Orientation(NumOrientations), next)
}

// TestFirstMoves counts the first moves of either player by tile.
func TestFirstMoves(t *testing.T) {
	t.Parallel()
	want := map[Tile]int{}
	for i, n := range []int{1, 4, 6, 12, 8, 32, 16, 4, 16, 10, 40, 40, 40, 20, 40, 20, 20, 20, 20, 40, 5} {
		want[Tile(i)] = n
	}
	for _, first := range []Player{Player1, Player2} {
		p := NewPosition(first)
		got := map[Tile]int{}
		for _, m := range p.LegalMoves(nil) {
			got[m.Tile()]++
		}
		assert.Equal(t, want, got, "%v", first)
	}
}

// TestNames checks that each tile looks like the letter of its name, as it is usually drawn.
func TestNames(t *testing.T) {
	t.Parallel()
	letters := map[string]string{
		"1": "#", "2": "#/#", "I3": "#/#/#", "V3": "#./##", "I4": "#/#/#/#", "L4": "#./#./##", "T4": "###/.#.", "O": "##/##", "Z4": "##./.##",
		"F": ".##/##./.#.", "I5": "#/#/#/#/#", "L5": "#./#./#./##", "N": ".#/.#/##/#.", "P": "##/##/#.", "T5": "###/.#./.#.", "U": "#.#/###",
		"V5": "#../#../###", "W": "#../##./.##", "X": ".#./###/.#.", "Y": ".#/##/.#/.#", "Z5": "##./.#./.##",
	}
	names := map[string]bool{}
	for tile := range Tile(NumTiles) {
		name := tile.Name()
		var cells []Cell
		for row, line := range strings.Split(letters[name], "/") {
			for col, c := range line {
				if c == '#' {
					cells = append(cells, Cell{int8(row), int8(col)})
				}
			}
		}
		o, _, ok := FindOrientation(cells)
		assert.True(t, ok && o.Tile() == tile, "tile %v is named %s", tile, name)
		names[name] = true
	}
	assert.Len(t, names, len(letters))
}
