// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSave replaces files of all kinds: only earlier records of the same program, and not more
// games than the new ones.
func TestSave(t *testing.T) {
	t.Parallel()
	of := duo(t)
	g := FromPosition(of, of.RandomStart(of.Start(), 4, 1), nil)
	line, err := g.Line()
	require.NoError(t, err)
	var sgf strings.Builder
	require.NoError(t, g.WriteSGF(&sgf))
	for text, want := range map[string]string{
		"":                   "",
		string(line):         "",
		sgf.String():         "",
		"55u0 aau0\n":        "",
		"root:x:0:0::/:\n":   `is no record of games: line 1: move 1 (player 1): root:x:0:0::/:`,
		"\x7fELF\x00":        `is no record of games: line 1: `,
		"{\"key\": \"x\"}\n": `is no record of games: line 1, column 1: no "moves"`,
		sgf.String()[:90]:    `is no record of games: line 4, column 3: property B: its ] is missing`,
		"(;GM[Blokus Duo]AP[Pentobi:31.0];B[e10])":               "is a record of another program",
		"(;GM[Blokus Duo]AP[tessera];B[e10](;W[j5])(;W[j5,j6]))": "is a record of another program",
		"\n\n":                                  "has 2 games, more than the new one",
		string(line) + string(line):             "has 2 games, more than the new one",
		string(line) + "{\"wins\":1}\n":         "",
		string(line) + string(line)[:20]:        "",
		sgf.String() + sgf.String()[:50]:        "",
		string(line)[:20] + "\n" + string(line): "is no record of games: line 1",
		"55u0\nletter":                          "is no record of games: line 2",
	} {
		name := filepath.Join(t.TempDir(), "file.json")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o640))
		err := Save(Disk, name, false, JSON, g)
		got, e := os.ReadFile(name)
		require.NoError(t, e)
		if want == "" {
			assert.NoError(t, err, text)
			assert.Equal(t, string(line), string(got))
		} else {
			assert.ErrorContains(t, err, name+" exists, and "+want, text)
			assert.ErrorContains(t, err, `; "overwrite" behind the name replaces it`)
			assert.Equal(t, text, string(got))
			require.NoError(t, Save(Disk, name, true, JSON, g))
		}
		info, err := os.Stat(name)
		require.NoError(t, err)
		assert.Equal(t, fs.FileMode(0o640), info.Mode())
		left, err := os.ReadDir(filepath.Dir(name))
		require.NoError(t, err)
		assert.Len(t, left, 1)
	}
	for _, overwrite := range []bool{false, true} {
		assert.ErrorContains(t, Save(Disk, t.TempDir(), overwrite, JSON, g), "is not a regular file")
		assert.ErrorContains(t, Save(Disk, os.DevNull, overwrite, JSON, g), "is not a regular file")
	}
}
