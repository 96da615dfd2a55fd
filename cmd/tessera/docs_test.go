package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/docs"
	"github.com/tessera-fpga/tessera/match"
)

// TestTakeMatches takes results of matches: they replace those of the same players, and leave all others.
func TestTakeMatches(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", docs.PentobiFile))
	require.NoError(t, err)
	read := func(text []byte) (all []*match.Summary) {
		require.NoError(t, json.Unmarshal(text, &all))
		return all
	}
	want := read(text)
	file := filepath.Join(t.TempDir(), "pentobi.json")
	require.NoError(t, os.WriteFile(file, text, 0o666))
	take := func(s *match.Summary) {
		t.Helper()
		line, err := json.Marshal(s)
		require.NoError(t, err)
		from := filepath.Join(t.TempDir(), "match.json")
		require.NoError(t, os.WriteFile(from, append(line, '\n'), 0o666))
		require.NoError(t, takeMatches([]string{from}, file))
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(want, read(text)))
	}

	// like returns a result like another one, of a game and a first player.
	like := func(s *match.Summary, game, player string) *match.Summary {
		terms := *s.Terms
		terms.Game, terms.Players = game, []string{player, terms.Players[1]}
		return &match.Summary{Score: s.Score, Work: s.Work, Terms: &terms}
	}
	again := like(want[1], "", want[1].Terms.Players[0])
	again.Wins++
	want[1] = again
	take(again)
	for _, game := range []string{"", "blokus:two"} {
		other := like(again, game, "tree:leaves=1")
		want = append(want, other)
		take(other)
	}
}
