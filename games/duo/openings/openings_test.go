// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package openings

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// lists are the committed lists and how they are made.
var lists = map[string]struct {
	list func() []Opening
	by   Judgement
	size int
	some int // openings that a test makes again
}{
	"playouts": {List, ByPlayouts, Size, 2},
	"search":   {Even, BySearch, EvenSize, 1},
}

// TestList checks every opening; Parse has already checked that all are legal and distinct.
func TestList(t *testing.T) {
	t.Parallel()
	for name, c := range lists {
		list := c.list()
		require.Len(t, list, c.size, name)
		for _, o := range list {
			require.LessOrEqual(t, math.Abs(o.Margin), c.by.Most, "%v", o)
			p := o.Position()
			require.Equal(t, Plies, p.Plies())
			require.Equal(t, duo.Player1, p.ToMove())
			require.NotContains(t, o.Moves, duo.Pass)
		}
	}
}

// TestListIsWhatMakeMakes makes the beginning of each list again.
func TestListIsWhatMakeMakes(t *testing.T) {
	t.Parallel()
	for name, c := range lists {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list, _, err := Make(t.Context(), c.by, 1, c.some, 2, func(int) {})
			require.NoError(t, err)
			assert.Empty(t, cmp.Diff(c.list()[:c.some], list))
		})
	}
}

// TestKey shows that a position and its mirror image have one key, and others do not.
func TestKey(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	keys := map[string]duo.Position{}
	for range 200 {
		p := duo.RandomGame(rng, 2+rng.IntN(20))
		mirrored := duo.NewPosition(p.FirstToMove())
		for _, m := range p.History() {
			image := duo.Pass
			if m != duo.Pass {
				var cells []duo.Cell
				for row, col := range m.Cells {
					cells = append(cells, duo.Cell{Row: int8(col), Col: int8(row)})
				}
				o, ref, ok := duo.FindOrientation(cells)
				require.True(t, ok)
				image = duo.NewMove(o, duo.NewSquare(int(ref.Row), int(ref.Col)))
			}
			require.NoError(t, mirrored.MakeMove(image), "the mirror image of a legal move")
		}
		require.Equal(t, Key(&p), Key(&mirrored))
		if other, ok := keys[Key(&p)]; ok {
			same := other.Squares(0) == p.Squares(0) && other.Squares(1) == p.Squares(1)
			image := other.Squares(0) == mirrored.Squares(0) && other.Squares(1) == mirrored.Squares(1)
			require.True(t, same || image)
		}
		keys[Key(&p)] = p
	}
	assert.Greater(t, len(keys), 100)
}

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                            "openings: the list is empty",
		"# nothing\n\n":               "openings: the list is empty",
		"66l2 abk4 94t0":              "openings: line 1: 3 words, want 4 moves and a margin",
		"66l2 abk4 94t0 c8o5 x":       `openings: line 1: margin "x", want a number`,
		"#\n66l2 abk4 94t0 66l2 +0.1": "openings: line 2: move 4: player 2: 66l2: ",
		strings.Repeat("66l2 abk4 94t0 c8o5 0\n", 2): "openings: line 2: the same position as in line 1, or its mirror image",
	} {
		_, err := Parse(text)
		assert.ErrorContains(t, err, want, "%q", text)
	}
	o := List()[0]
	again, err := Parse(o.String())
	require.NoError(t, err)
	assert.Equal(t, []Opening{o}, again)
}
