// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// TestShapes looks at all positions of small boards without a box to take: positions of equal shape
// must have equal values. Pairs of chains of one or two boxes that cancel out have been dropped by
// then, so the test covers them as well.
func TestShapes(t *testing.T) {
	t.Parallel()
	// The boards have 467, 73 and 1,243 shapes. A few more would be correct, many would be slow.
	for size, most := range map[string]int{"1x5": 500, "2x2": 80, "2x3": 1300, "3x2": 1300} {
		v := table(t, size)
		s := solver(t, v.board)
		search := s.thread()
		type class struct{ value, open int }
		classes := map[key]class{}
		for drawn := range v.board.All + 1 {
			if offered(v.board, drawn) {
				continue
			}
			state := s.graph.stateOf(drawn)
			state.takeOffAll(s.graph)
			k := search.key(&state)
			c := class{v.Value(drawn), state.open}
			if known, ok := classes[k]; ok {
				require.Equal(t, known, c, "%s %s", size, v.board.Format(drawn))
			}
			classes[k] = c
		}
		t.Log(size, len(classes))
		assert.LessOrEqual(t, len(classes), most, size)
	}
}

// TestShapesOfImages turns and mirrors random positions: their shape stays the same. Exceptions are
// allowed where the choice of a marked joint among equal ones makes a difference, which is rare.
func TestShapesOfImages(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	b := board(t, "4x4")
	search := solver(t, b).thread()
	const trials = 2000
	same := 0
	for range trials {
		drawn := randomState(b, rng)
		for offered(b, drawn) {
			drawn = randomState(b, rng)
		}
		images := b.ImagesOf(drawn)
		var keys [2]key
		for i, image := range []Edges{drawn, images[1+rng.IntN(b.Images()-1)]} {
			state := search.graph.stateOf(image)
			state.takeOffAll(search.graph)
			keys[i] = search.key(&state)
		}
		if keys[0] == keys[1] {
			same++
		}
	}
	assert.Greater(t, same, trials*95/100)
	t.Logf("%d of %d", same, trials)
}

// TestMarks finds the keys of boards with nearly equal joints.
func TestMarks(t *testing.T) {
	t.Parallel()
	b := board(t, "5x5")
	search := solver(t, b).thread()
	keys := map[key]Edges{}
	for _, drawn := range []Edges{0, b.Bit(0), b.Bit(1), b.Bit(6), b.Bit(28), b.Bit(0) | b.Bit(59), b.Bit(28) | b.Bit(29)} {
		state := search.graph.stateOf(drawn)
		k := search.key(&state)
		assert.NotContains(t, keys, k, b.Format(drawn))
		keys[k] = drawn
	}
}
