// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPython has the page's program in Python talk to the engine, and compares the output with the
// page's.
func TestPython(t *testing.T) {
	t.Parallel()
	c := exec.Command("python3", filepath.Join("..", "..", "examples", "gtp.py"), os.Args[0], "gtp", "--player", "tree:level=3")
	c.Env = append(os.Environ(), "TESSERA_TEST_MAIN=1")
	out, err := c.Output()
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "use-it.md"))
	require.NoError(t, err)
	assert.Contains(t, string(page), "```\n"+string(out)+"```\n")
}
