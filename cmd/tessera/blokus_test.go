package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play/record"
)

// TestBlokusPerft: the count is the last line.
func TestBlokusPerft(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"0":                      "1\n",
		"1":                      "58\n",
		"3 --jobs 2":             "195112\n",
		"1 --from a20|t20|t1|a1": "106\n", // the least of the second moves
	} {
		fields := append([]string{"perft", "--game", "blokus"}, strings.Fields(args)...)
		for i := range fields {
			fields[i] = strings.ReplaceAll(fields[i], "|", " ")
		}
		code, stdout, stderr := tessera(t, "", fields...)
		require.Zero(t, code, stderr)
		assert.Equal(t, want, stdout)
	}
}

// TestBlokusPlay: four players, two of them named and one a person, and the record of the game.
func TestBlokusPlay(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.jsonl")
	code, stdout, stderr := tessera(t, "a20,b20\nresign\n",
		"play", "--game", "blokus", "--p1", "human", "--p2", "random", "--p3", "random:seed=7", "--board", "--record", file)
	require.Zero(t, code, stderr)
	assert.Contains(t, stdout, "player 1 (blue), your move (or help): \n")
	assert.Contains(t, stdout, "20*B*B . .")
	assert.Contains(t, stdout, "player 1 human 2, player 2 random 1, player 3 random 5, player 4 random 5: ")
	assert.Contains(t, stdout, ": player 1: resigned\n")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	r, err := record.ParseJSON(text)
	require.NoError(t, err)
	assert.Equal(t, []string{"human", "random", "random:seed=7", "random"}, r.Players)
	assert.Len(t, r.Moves, 4)
	assert.Equal(t, []float64{0, 1. / 3, 1. / 3, 1. / 3}, r.Shares)

	for args, want := range map[string]string{
		"--game blokus:two --p3 random": "play: --p3 random: the game has 2 players",
		"--p4 random":                   "play: --p4 random: the game has 2 players",
		"--game blokus --p4 nobody":     `play: --p4: player "nobody"`,
		"--game blokus:four":            `game "blokus:four": variant "four", want none or one of two, three, squares`,
	} {
		code, _, stderr := tessera(t, "", append([]string{"play", "--p1", "random"}, strings.Fields(args)...)...)
		assert.Equal(t, 2, code)
		assert.Contains(t, stderr, want)
	}
}

// TestBlokusMatch: a side has two of the colours, opposite ones, and the other two in the next game, with
// the same opening.
func TestBlokusMatch(t *testing.T) {
	t.Parallel()
	rival := "gtp:" + gtpCommand("--game blokus --player random")
	for game, seats := range map[string]int{"blokus": 4, "blokus:two": 2, "blokus:three": 3} {
		file := filepath.Join(t.TempDir(), "match.jsonl")
		code, _, stderr := tessera(t, "", "match", "--game", game, "--p1", "random:seed=5", "--p2", rival, "--games", "2", "--jobs", "1", "--json", file)
		require.Zero(t, code, stderr)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		require.Len(t, lines, 3, "two games and a summary")
		var first [2]string
		for i, line := range lines[:2] {
			r, err := record.ParseJSON([]byte(line))
			require.NoError(t, err)
			require.False(t, r.Forfeit, r.Reason)
			require.Len(t, r.Players, seats)
			for seat := range seats {
				assert.Equal(t, []string{"random:seed=5", rival}[(i+seat)%2], r.Players[seat])
			}
			first[i] = r.Of.FormatMoves(r.Moves[:r.Opening])
			assert.Equal(t, 4, r.Opening)
		}
		assert.Equal(t, first[0], first[1])
		var summary struct{ Wins, Draws, Losses int }
		require.NoError(t, json.Unmarshal([]byte(lines[2]), &summary))
		assert.Equal(t, 2, summary.Wins+summary.Draws+summary.Losses)
	}
}
