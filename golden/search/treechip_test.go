// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestFindTreeChip finds the chips by their names, and the shipped one by the name of older files.
func TestFindTreeChip(t *testing.T) {
	t.Parallel()
	for _, c := range TreeChips {
		assert.Same(t, c, FindTreeChip(c.Name))
	}
	assert.Same(t, ULX3S, FindTreeChip("ulx3s-sdram"))
	assert.Nil(t, FindTreeChip(""))
	assert.Nil(t, FindTreeChip("none"))
}
