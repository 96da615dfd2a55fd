// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play/record"
)

// TestConvert turns a record into another form and back.
func TestConvert(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../play/record/testdata/game.blksgf")
	require.NoError(t, err)
	in := string(text)
	for _, name := range []string{"game.json", "again.blksgf"} {
		file := filepath.Join(t.TempDir(), name)
		code, stdout, stderr := tessera(t, in+"\n(;B[a1])", "replay", "--record", file)
		require.Equal(t, 2, code, stderr)
		require.Contains(t, stdout, "-84 -84\n")
		converted, err := os.ReadFile(file)
		require.NoError(t, err)
		in = string(converted)
	}
	assert.Equal(t, string(text), in)
}

// TestDocs reads the examples of the page on records, which are one game. The program reads each
// and writes it unchanged.
func TestDocs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/records.md")
	require.NoError(t, err)
	examples := map[string]string{}
	for _, m := range regexp.MustCompile("(?s)```(sgf|json|text)\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		if kind := regexp.MustCompile(`"kind":"(.*?)"`).FindStringSubmatch(m[2]); kind != nil { // another game's
			r, err := record.ParseJSON([]byte(m[2]))
			require.NoError(t, err)
			line, err := r.Line()
			require.NoError(t, err)
			assert.Equal(t, m[2], string(line))
			examples["of another game"] = m[2]
			continue
		}
		examples[m[1]] = m[2]
	}
	require.Len(t, examples, 4)
	for form, name := range map[string]string{"sgf": "a.blksgf", "json": "a.json", "text": "a.txt"} {
		file := filepath.Join(t.TempDir(), name)
		succeeds(t, examples["json"], "replay", "--record", file)
		written, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, examples[form], string(written), form)
		succeeds(t, examples[form], "replay")
	}
}
