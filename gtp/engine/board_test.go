// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package engine_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
)

// TestClearBoard goes back to the start, and forgets the latest search.
func TestClearBoard(t *testing.T) {
	t.Parallel()
	e := newEngine(t, "duo", "tree:leaves=20", io.Discard)
	start := ask(t, e, "showboard")
	assert.Contains(t, ask(t, e, "move_values"), "? ")
	require.NotContains(t, ask(t, e, "genmove b"), "?")
	assert.NotEqual(t, start, ask(t, e, "showboard"))
	assert.NotContains(t, ask(t, e, "move_values"), "?")
	assert.Equal(t, "=", ask(t, e, "clear_board"))
	assert.Equal(t, start, ask(t, e, "showboard"))
	assert.Contains(t, ask(t, e, "undo"), "? ")
}

// TestSameParam: the latest value of a parameter counts.
func TestSameParam(t *testing.T) {
	t.Parallel()
	e := newEngine(t, "duo", "tree:leaves=20", io.Discard)
	steps{
		{"param threads 2", "="},
		{"param threads 3", "="},
		{"param threads 2", "="},
		{"param", "= seed 1\nthreads 2"},
	}.run(t, e)
}

// TestSession answers commands alone: empty lines and comments have no answer.
func TestSession(t *testing.T) {
	t.Parallel()
	e := newEngine(t, "duo", "random", io.Discard)
	var out strings.Builder
	in := strings.NewReader("\n# a comment\n7 protocol_version\n   \nprotocol_version # and another\nquit\n")
	require.NoError(t, e.Serve(t.Context(), play.NewLines(in), &out))
	assert.Equal(t, "=7 2\n\n= 2\n\n=\n\n", strings.ReplaceAll(out.String(), " \n", "\n"))
}
