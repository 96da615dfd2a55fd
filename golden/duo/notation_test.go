// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// TestNotationRoundTrip writes and reads every placement in both notations.
func TestNotationRoundTrip(t *testing.T) {
	t.Parallel()
	r := seedtest.Rand(t)
	for _, m := range append(allPlacements(), Pass) {
		got, err := ParseMove(m.String())
		require.NoError(t, err)
		require.Equal(t, m, got, "%v", m)

		got, err = ParseMove(m.CellList())
		require.NoError(t, err)
		require.Equal(t, m, got, "%v: %s", m, m.CellList())

		points := strings.Split(m.CellList(), ",")
		r.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
		got, err = ParseMove(strings.Join(points, ","))
		require.NoError(t, err)
		require.Equal(t, m, got, "%v: %v", m, points)
	}
}

// TestEveryCode reads all codes, even those of placements off the board, and compares their squares
// with the table of tiles.
func TestEveryCode(t *testing.T) {
	t.Parallel()
	for _, s := range readShapes(t) {
		for x := range 15 {
			for y := range 15 {
				code := string([]byte{coordinates[x], coordinates[y], s.tile, '0' + byte(s.rotation)})
				m, err := ParseMove(code)
				want := map[[2]int]bool{}
				fits := true
				for _, c := range s.cells {
					want[[2]int{x - 1 + c[0], y - 1 + c[1]}] = true
					fits = fits && OnBoard(y-1+c[1], x-1+c[0])
				}
				if err != nil {
					require.ErrorIs(t, err, ErrOffBoard, code)
					require.False(t, fits, "%s lies on the board but gives %v", code, err)
					continue
				}
				got := map[[2]int]bool{}
				for row, col := range m.Cells {
					got[[2]int{col, row}] = true
				}
				require.Equal(t, want, got, "%s read as %v", code, m)
			}
		}
	}
}

// TestParseMoveErrors checks the error of each malformed move.
func TestParseMoveErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", `duo: move "": square "", want a column a..n and a row 1..14`},
		{"x5a0", `duo: move "x5a0": column "x", want 1..9 or a..e`},
		{"5Fa0", `duo: move "5Fa0": row "F", want 1..9 or a..e`},
		{"55v0", `duo: move "55v0": tile "v", want a..u`},
		{"55A0", `duo: move "55A0": tile "A", want a..u`},
		{"55a8", `duo: move "55a8": rotation "8", want 0..7`},
		{"55a00", `duo: move "55a00": 5 characters, want 4 (column, row, tile, rotation) or squares separated by commas`},
		{"05a0", `duo: move "05a0": a square lies off the board`},
		{"50a0", `duo: move "50a0": a square lies off the board`},
		{"11h4", `duo: move "11h4": a square lies off the board`},
		{"PASS", `duo: move "PASS": column "P", want 1..9 or a..e`},
		{"a1,", `duo: move "a1,": square "", want a column a..n and a row 1..14`},
		{"a1,o1", `duo: move "a1,o1": square "o1", want a column a..n and a row 1..14`},
		{"a0,a1", `duo: move "a0,a1": square "a0", want a column a..n and a row 1..14`},
		{"a15", `duo: move "a15": square "a15", want a column a..n and a row 1..14`},
		{"a01", `duo: move "a01": square "a01", want a column a..n and a row 1..14`},
		{"a+1", `duo: move "a+1": square "a+1", want a column a..n and a row 1..14`},
		{"a1,a1", `duo: move "a1,a1": square "a1" stands twice`},
		{"a1,a2,a3,a4,a5,a6", `duo: move "a1,a2,a3,a4,a5,a6": 6 squares, want at most 5`},
		{"a1,c1", `duo: move "a1,c1": these squares are not a tile`},
		{"a1,b2", `duo: move "a1,b2": these squares are not a tile`},
	} {
		_, err := ParseMove(c.text)
		assert.EqualError(t, err, c.want)
	}
}

// TestNotationExamples pins the two notations to known places.
func TestNotationExamples(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ code, cells string }{
		{"1ea0", "a1"}, {"11a0", "a14"}, {"e1a0", "n14"}, {"eea0", "n1"},
		{"55a0", "e10"}, {"aaa0", "j5"},
		{"55p4", "d11,e11,f11,e10,e9"},
		{"0000", "pass"},
	} {
		m := mustParse(t, c.code)
		assert.Equal(t, c.cells, m.CellList(), c.code)
		assert.Equal(t, c.code, mustParse(t, c.cells).String(), c.cells)
	}
}

// FuzzParseMove reads any text. The reader must not panic, and an accepted text must be written
// back as the same move in both notations.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"", "0000", "pass", "55a5", "e1h7", "00h4", "a1", "a14,a13", "a1,b1,c1,d1,e1", "5,", "\xff\xff\xff\xff", "åäö"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		again, err := ParseMove(m.String())
		require.NoError(t, err)
		require.Equal(t, m, again)
		if m == Pass || m.fits() {
			again, err = ParseMove(m.CellList())
			require.NoError(t, err)
			require.Equal(t, m, again)
		}
		p := NewPosition(Player1)
		_ = p.Check(m)
	})
}
