package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/lab/ladder"
)

// TestLadder plays a ladder of the two quickest players as people do.
func TestLadder(t *testing.T) {
	t.Parallel()
	var omit []string
	for _, p := range ladder.Players("") {
		if !strings.HasPrefix(p.Name, "random") {
			omit = append(omit, p.Name)
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "ladder.json")
	args := []string{"ladder", "--games", "10", "--folder", filepath.Join(dir, "games"), "--json", file, "--omit", strings.Join(omit, ",")}
	code, stdout, stderr := tessera(t, "", args...)
	require.Zero(t, code, stderr)
	assert.Regexp(t, `(?s)^random +\+0 \(\+0 to \+0\), 10 games, .* a move\nrandom large +\+\d+ \([+-]\d+ to \+\d+\), 10 games, .* a move\n$`, stdout)
	assert.Contains(t, stderr, "ladder: random - random large: won ")
	assert.Contains(t, stderr, "without Pentobi")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var report struct {
		Zero    string
		Players []struct{ Name string }
	}
	require.NoError(t, json.Unmarshal(text, &report))
	assert.Equal(t, "random", report.Zero)
	assert.Len(t, report.Players, 2)

	// A ladder that is over says the same again; other terms are refused.
	code, again, stderr := tessera(t, "", args...)
	require.Zero(t, code, stderr)
	assert.Equal(t, stdout, again)
	args[2] = "12"
	code, _, stderr = tessera(t, "", args...)
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, "--games: 12, but the games in the file were played with 10: name another folder by --folder, or remove ")
}

func TestLadderInput(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"--games 0":               "--games 0, want 1..",
		"--omit rondom":           `ladder: --omit "rondom", want one of random, `,
		"--pentobi /no/such/file": "ladder: --pentobi: stat /no/such/file: no such file or directory",
		"more":                    `ladder: unexpected argument "more", want none`,
	} {
		code, _, stderr := tessera(t, "", append([]string{"ladder"}, strings.Fields(args)...)...)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, stderr, want, args)
	}
}

// TestTakeLadder takes a report over, ratings and all, and leaves what is there if it is none.
func TestTakeLadder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from.json"), filepath.Join(dir, "to.json")
	require.Error(t, takeLadder(from, to))
	require.NoError(t, os.WriteFile(from, []byte(`{"players": [{"name": "a"}, {"name": "b"}], "links": [{"players": ["a", "b"], "losses": 4, "wins": 2, "pairs": [1, 0, 2, 0, 0]}]}`), 0o666))
	require.NoError(t, takeLadder(from, to))
	r, err := readLadder(to)
	require.NoError(t, err)
	assert.Equal(t, "a", r.Zero)
	assert.InDelta(t, 120.4, r.Players[1].Elo, 0.05) // 2/3 of the points
	for _, wrong := range []string{`{}`, `{"players": 1}`, `{"ratings": []}`, `{"players": [{"name": "a"}], "links": [{"players": ["a", "c"]}]}`, `{"players": [{"name": "a"}, {"name": "b"}]}`} {
		require.NoError(t, os.WriteFile(from, []byte(wrong), 0o666))
		require.Error(t, takeLadder(from, to), wrong)
	}
	left, err := readLadder(to)
	require.NoError(t, err)
	assert.Equal(t, r, left)
}
