package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runText runs the program and returns what it prints.
func runText(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var out, log bytes.Buffer
	code := run(t.Context(), args, strings.NewReader(stdin), &out, &log)
	require.Equal(t, exitOK, code, "%s", &log)
	return out.String()
}

// TestQuoridor counts, plays as a person, keeps the game, and plays a match.
func TestQuoridor(t *testing.T) {
	t.Parallel()
	for depth, want := range map[string]string{"0": "1\n", "1": "131\n", "2": "16677\n"} {
		assert.Equal(t, want, runText(t, "", "perft", "--game", "quoridor", depth))
	}
	assert.Equal(t, "15169\n", runText(t, "", "perft", "--game", "quoridor", "2", "--from", "b1v a2h"))
	divided := strings.Split(strings.TrimSpace(runText(t, "", "perft", "--game", "quoridor", "2", "--divide", "--from", "e2 e8")), "\n")
	assert.Len(t, divided, 1+4+128)

	file := filepath.Join(t.TempDir(), "game.jsonl")
	out := runText(t, "e2\ne2\nE3H\nresign\n", "play", "--game", "quoridor", "--p1", "human", "--p2", "brain1", "--board", "--record", file)
	assert.Contains(t, out, "the pawn on e2 cannot go there, want one of e1 d2 f2 e3")
	assert.Contains(t, out, "player 2 wins: player 1: resigned")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"kind":"quoridor"`)
	assert.Contains(t, string(text), `"e3h"`)

	games := filepath.Join(t.TempDir(), "games.json")
	match := []string{"match", "--game", "quoridor:start", "--p1", "mcts:sims=20", "--p2", "brain1", "--games", "4", "--json", games}
	first := runText(t, "", match...)
	assert.Contains(t, first, "player 2 brain1: won ")
	before, err := os.ReadFile(games)
	require.NoError(t, err)
	assert.Equal(t, first, runText(t, "", match...), "a match that is over is read again")
	after, err := os.ReadFile(games)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
}
