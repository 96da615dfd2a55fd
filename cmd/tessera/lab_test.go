// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/play"
)

// TestRecords reads the record of every experiment and writes it back unchanged. The Elo differences
// follow from the results, and each row is a match of players that can be made.
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

		for _, r := range record {
			if r.Pairs.Count() == 0 { // games of an older program
				continue
			}
			want := r.Rated()
			assert.InDelta(t, want.Elo, r.Elo, 0.051, r.Title())
			assert.InDelta(t, want.EloLow, r.EloLow, 0.051, r.Title())
			assert.InDelta(t, want.EloHigh, r.EloHigh, 0.051, r.Title())
			assert.NotEmpty(t, r.Terms.Version, r.Title())
			assert.Equal(t, r.Games(), r.Wins+r.Draws+r.Losses, r.Title())
			assert.Equal(t, r.Games(), int(2*r.Pairs.Count())+r.Repeated, r.Title())
		}
		rows, err := e.Rows()
		require.NoError(t, err)
		titles, recorded := map[string]bool{}, 0
		for _, r := range rows {
			assert.False(t, titles[r.Title()], "%s: %s stands twice", e.Name, r.Title())
			titles[r.Title()] = true
			terms, openings, err := r.Terms(t.Context(), 0, "test")
			require.NoError(t, err)
			assert.Equal(t, r.Openings != "", openings != nil, r.Title())
			assert.NoError(t, terms.Validate(), r.Title())
			assert.Equal(t, r.Seed, terms.Seed)
			assert.Positive(t, r.Seed, "a row without a seed: %s", r.Title())
			g, err := play.Find(r.Game)
			require.NoError(t, err)
			for _, spec := range r.Players {
				if r.Needs == "" {
					assert.NoError(t, checkSpec(g, spec, r.Title()))
				}
			}
			if record.Find(&r) != nil {
				recorded++
			}
		}
		assert.Positive(t, recorded, "%s: no row is on record", e.Name)
	}
}

// TestLab plays a row of every experiment that needs no other program. It plays into a temporary
// folder, resumes the run, and reads the record back.
func TestLab(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, row string }{
		{"ladder", "^duo: random - random large$"},
		{"variants", "^children: 8$"},
		{"thesis", "^5.3: fpu-size 1 - uct 1$"},
		{"blokus", "^1: random - greedy$"},
		{"blokus", "^2: depthfirst"}, // four players
		{"dots", "^20-23: 3x3 unscored 10000"},
		{"quoridor", "^ours: tree:leaves=100 - brain1$"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "record.json")
			args := []string{"lab", c.name, "--only", c.row, "--games", "2", "--seed", "5", "--json", file, "--folder", dir, "--jobs", "1"}
			code, stdout, stderr := tessera(t, "", args...)
			require.Zero(t, code, stderr)
			assert.Contains(t, stderr, "1 of 1 rows are missing")
			assert.Contains(t, stdout, file+" is written")
			text, err := os.ReadFile(file)
			require.NoError(t, err)

			code, _, stderr = tessera(t, "", args...)
			require.Zero(t, code, stderr)
			assert.Contains(t, stderr, "0 of 1 rows are missing")

			// The folder has the games, so they give the same record again.
			code, _, stderr = tessera(t, "", append(args, "--again")...)
			require.Zero(t, code, stderr)
			again, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(text), string(again))

			games, err := filepath.Glob(filepath.Join(dir, "*-2-5.json"))
			require.NoError(t, err)
			require.Len(t, games, 1)
			n := 0
			require.NoError(t, match.Games(games[0], func(*match.Game) error { n++; return nil }))
			assert.Equal(t, 2, n)

			code, stdout, stderr = tessera(t, "", append(args, "--games", "1", "--again")...)
			assert.Equal(t, 2, code, stdout)
			assert.Contains(t, stderr, "has 2 games on record, and 1 would replace them")
			code, stdout, stderr = tessera(t, "", append(args, "--games", "4", "--list")...)
			require.Zero(t, code)
			assert.Contains(t, stdout, "2 of 4 games")
			assert.Contains(t, stderr, "0 of 1 rows are missing, 1 with games on record to be played")

			code, stdout, _ = tessera(t, "", append(args, "--list")...)
			require.Zero(t, code)
			assert.Contains(t, stdout, "2 of 2 games")
		})
	}
}

// TestLeafValues measures a part of the games, which only prints. To write would fail: there is no
// folder for the file here.
func TestLeafValues(t *testing.T) {
	t.Parallel()
	code, stdout, stderr := tessera(t, "", "lab", "leaf-values", "--every", "60", "--leaves", "20")
	require.Zero(t, code, stderr)
	assert.Contains(t, stdout, "terms alone")
	assert.Contains(t, stderr, "docs/figures/leaf-values.json is left as it is")
}
