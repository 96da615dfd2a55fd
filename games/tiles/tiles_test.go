// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tiles

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tessera-fpga/tessera/golden/duo"
)

func TestList(t *testing.T) {
	t.Parallel()
	const first, middle, last = duo.Tile(0), duo.Tile(5), duo.Tile(duo.NumTiles - 1)
	const left = duo.AllTiles &^ (1 << 3) // d is used
	each := func(list func(duo.Tile, string)) {
		list(first, "one")
		list(last, "two")
		list(middle, "three")
		list(last, "four")
	}
	for filter, want := range map[string]string{
		"":   "u (2): two four\nf (1): three\na (1): one\n",
		"a":  "a (1): one\n",
		"A":  "a (1): one\n",
		"u":  "u (2): two four\n",
		"d":  "d: the tile has been used\n",
		"e":  "e: no legal placement\n",
		"v":  "tile \"v\", want a..u\n",
		"`":  "tile \"`\", want a..u\n", // the character before a
		"ab": "tile \"ab\", want a..u\n",
	} {
		assert.Equal(t, want, List(left, filter, each), "%q", filter)
	}
}
