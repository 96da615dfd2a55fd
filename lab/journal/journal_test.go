// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package journal

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOpen resumes a journal whose last line is incomplete. Open refuses another run's journal and
// one that is already open.
func TestOpen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	var lines []string
	open := func(run string) (*File, error) {
		lines = nil
		return Open(path, run, func(line []byte) error { lines = append(lines, string(line)); return nil })
	}
	j, err := open("a")
	require.NoError(t, err)
	require.NoError(t, j.Add([]int{1}))
	_, err = open("a")
	require.ErrorContains(t, err, "another run writes to")
	require.NoError(t, j.Close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(text, "[2,3"...), 0o666))

	_, err = open("b")
	require.ErrorContains(t, err, `holds the run "a", want "b"`)
	j, err = open("a")
	require.NoError(t, err)
	assert.Equal(t, []string{"[1]\n"}, lines)
	require.NoError(t, j.Add(4))
	require.NoError(t, j.Close())
	lines = nil
	run, err := Read(path, func(line []byte) error { lines = append(lines, string(line)); return nil })
	require.NoError(t, err)
	assert.Equal(t, "a", run)
	assert.Equal(t, []string{"[1]\n", "4\n"}, lines)
}
