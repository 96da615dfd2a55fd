package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/match"
)

// TestRecords: the record of every experiment is read and written to the letter, and each of its
// rows is a match.
func TestRecords(t *testing.T) {
	t.Parallel()
	for _, e := range experiments {
		text, err := os.ReadFile(filepath.Join("..", "..", e.File))
		require.NoError(t, err)
		record, err := e.Own(filepath.Join("..", ".."))
		require.NoError(t, err, e.Name)
		got, err := record.Text()
		require.NoError(t, err, e.Name)
		assert.True(t, string(text) == string(got), "%s is not what is written", e.File)

		rows, err := e.Rows()
		require.NoError(t, err)
		titles, recorded := map[string]bool{}, 0
		for _, r := range rows {
			assert.False(t, titles[r.Title()], "%s: %s stands twice", e.Name, r.Title())
			titles[r.Title()] = true
			terms := r.Terms(0, "test")
			assert.NoError(t, terms.Validate(), r.Title())
			assert.Equal(t, r.Seed, terms.Seed)
			assert.Positive(t, r.Seed, "a row without a seed: %s", r.Title())
			if record.Find(&r) != nil {
				recorded++
			}
		}
		assert.Positive(t, recorded, "%s: no row is on record", e.Name)
	}
}

// TestLab plays a row of every experiment that needs no other program, into its own folder, goes on
// with it, and reads it back.
func TestLab(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]string{
		"ladder":   "^duo: random - random large$",
		"variants": "^children: 8$",
		"thesis":   "^5.3: fpu-size 1 - uct 1$",
		"blokus":   "^1: random - greedy$",
		"dots":     "^20-23: 3x3 unscored 10000",
		"quoridor": "^ours: tree:leaves=100 - brain1$",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "record.json")
			args := []string{"lab", name, "--only", row, "--games", "2", "--json", file, "--folder", dir, "--jobs", "1"}
			code, stdout, stderr := tessera(t, "", args...)
			require.Zero(t, code, stderr)
			assert.Contains(t, stderr, "1 of 1 rows are missing")
			assert.Contains(t, stdout, file+" is written")
			text, err := os.ReadFile(file)
			require.NoError(t, err)

			code, _, stderr = tessera(t, "", args...)
			require.Zero(t, code, stderr)
			assert.Contains(t, stderr, "0 of 1 rows are missing")

			// The games are in the folder: the same record is made of them again.
			code, _, stderr = tessera(t, "", append(args, "--again")...)
			require.Zero(t, code, stderr)
			again, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(text), string(again))

			games, err := filepath.Glob(filepath.Join(dir, "*-1.json"))
			require.NoError(t, err)
			require.Len(t, games, 1)
			n := 0
			require.NoError(t, match.Games(games[0], func(*match.Game) error { n++; return nil }))
			assert.Equal(t, 2, n)

			code, stdout, _ = tessera(t, "", append(args, "--list")...)
			require.Zero(t, code)
			assert.Contains(t, stdout, "2 of 2 games")
		})
	}
}

// TestLabFour plays a row of four players, who sit in all orders.
func TestLabFour(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "record.json")
	code, _, stderr := tessera(t, "", "lab", "blokus", "--only", "^2: depthfirst", "--games", "1", "--json", file, "--folder", dir, "--seed", "5")
	require.Zero(t, code, stderr)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"games":1,`)
	games, err := filepath.Glob(filepath.Join(dir, "2-depthfirst-*-1-5.json"))
	require.NoError(t, err)
	require.Len(t, games, 1)
}

// TestLabInput has wrong input refused.
func TestLabInput(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"lader":                                 `no experiment is named "lader", want one of blokus, dots,`,
		"ladder --only [":                       "lab: --only: error parsing regexp",
		"ladder --only nobody --json none.json": "lab: no row of ladder is left",
		"ladder --cpu -1":                       "lab: --cpu -1, want 0 or more",
		"ladder --json /no/x.csv":               "/no is no folder",
	} {
		code, _, stderr := tessera(t, "", append([]string{"lab"}, strings.Fields(args)...)...)
		assert.Equal(t, exitBadInput, code, args)
		assert.Contains(t, stderr, want)
	}
}
