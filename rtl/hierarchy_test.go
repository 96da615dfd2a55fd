// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rtl

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCode: a text needs the modules inside it at any depth, and what they include; comments and gaps do
// not count.
func TestCode(t *testing.T) {
	t.Parallel()
	code, err := Code("module top;\n  tree_update #(.VISIT_BITS(8)) u_a ();\n  no_such u_b ();\nendmodule\n")
	require.NoError(t, err)
	assert.Equal(t, []string{
		"tree/tree.vh", "tree/tree_divide.v", "tree/tree_mean.v", "tree/tree_update.v",
	}, slices.Sorted(maps.Keys(code)))
	assert.Equal(t, "module tree_update #( parameter", code["tree/tree_update.v"][len("`default_nettype none `include \"tree.vh\" "):][:31])
	code, err = Code("  tree_update #(.VISIT_BITS(8)) u_a ();\n", "tree_mean")
	require.NoError(t, err)
	assert.Equal(t, []string{"tree/tree.vh", "tree/tree_divide.v", "tree/tree_update.v"}, slices.Sorted(maps.Keys(code)))
	assert.Equal(t, "a b c", Plain("// d\na\t b // e\n\n  c"))
}
