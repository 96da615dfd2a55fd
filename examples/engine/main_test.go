// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEngine has the engine draw an edge, as a program at its standard input and output would.
func TestEngine(t *testing.T) {
	in, commands, err := os.Pipe()
	require.NoError(t, err)
	answers, out, err := os.Pipe()
	require.NoError(t, err)
	defer func(in, out *os.File) { os.Stdin, os.Stdout = in, out }(os.Stdin, os.Stdout)
	os.Stdin, os.Stdout = in, out
	_, err = commands.WriteString("play b 0\ngenmove w\nquit\n")
	require.NoError(t, err)
	main()
	require.NoError(t, out.Close())
	text, err := io.ReadAll(answers)
	require.NoError(t, err)
	assert.Equal(t, "= \n\n= 1\n\n= \n\n", string(text))
}
