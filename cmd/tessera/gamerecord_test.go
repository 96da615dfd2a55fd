package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play/record"
)

// TestPlayRecords plays the same game three times, on record in each of the forms, and reads it.
func TestPlayRecords(t *testing.T) {
	t.Parallel()
	var answers, legal []string
	for _, name := range []string{"game.blksgf", "game.json", "game.txt"} {
		file := filepath.Join(t.TempDir(), name)
		args := strings.Fields("play --quiet --p1 montecarlo:visits=1 --p2 random --opening 3 --seed 4 --record " + file)
		code, stdout, stderr := tessera(t, "", args...)
		require.Zero(t, code, stderr)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		code, answer, stderr := tessera(t, string(text), "replay")
		require.Zero(t, code, stderr)
		answers = append(answers, answer)
		f := strings.Fields(answer)
		require.Len(t, f, 2)
		assert.Contains(t, stdout, "player 1 montecarlo "+f[0]+", player 2 random "+f[1]+":")
		_, answer, _ = tessera(t, string(text), "legal")
		legal = append(legal, answer)
		if name == "game.txt" {
			continue
		}
		g, err := record.Load(t.Context(), file, 1, nil, 0)
		require.NoError(t, err)
		assert.Equal(t, []string{"montecarlo:visits=1", "random"}, g.Players)
		assert.NotNil(t, g.Notes[4].Value)
		assert.Positive(t, g.Notes[4].Seconds)
	}
	assert.Equal(t, []string{answers[0], answers[0], answers[0]}, answers)
	assert.Equal(t, []string{"0000\n", "0000\n", "0000\n"}, legal)
}

// TestRefereeRecords has the contest's host keep games that end by its rules.
func TestRefereeRecords(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.json")
	for _, resign := range []bool{false, true} {
		p1, stdin := "minimax:depth=1", ""
		if resign {
			p1, stdin = "human", "resign\n"
		}
		code, _, stderr := tessera(t, stdin, "referee", "--quiet", "--p1", p1, "--p2", "random", "--record", file)
		require.Zero(t, code, stderr)
	}
	text, err := os.Open(file)
	require.NoError(t, err)
	defer text.Close()
	games, err := record.ReadJSON(text)
	require.NoError(t, err)
	require.Len(t, games, 2)
	assert.Regexp(t, `^B\+\d+$`, games[0].Result)
	assert.Equal(t, []string{"minimax", "random"}, games[0].Players)
	assert.Equal(t, "W+R", games[1].Result)
	assert.Equal(t, "resigned", games[1].Reason)
}

// TestBrokenOff keeps the part of a game that was played when a person left.
func TestBrokenOff(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "game.json")
	code, _, stderr := tessera(t, "55u0\nquit\n", "play", "--board=false", "--p2", "random", "--record", file)
	require.Zero(t, code, stderr)
	g, err := record.Load(t.Context(), file, 1, nil, 0)
	require.NoError(t, err)
	assert.Equal(t, "broken off", g.Reason)
	assert.Empty(t, g.Result)
	assert.Len(t, g.Moves, 2)

	code, _, stderr = tessera(t, "quit\n", "play", "--board=false", "--p2", "random", "--record", file)
	require.Zero(t, code, stderr)
	_, err = record.Load(t.Context(), file, 2, nil, 0)
	assert.ErrorContains(t, err, "the file has 1 games", "nothing was played")
}

// TestReadRecords answers records of several forms in one stream, and one of them with --game.
func TestReadRecords(t *testing.T) {
	t.Parallel()
	const games = "55u0\n" +
		`{"first":2,"moves":["aau0"],"scores":[-89,-84]}` + "\n" +
		`{"first":1,"moves":["55u0"],"scores":[-84,-84]}` + "\n" +
		"(;GM[Blokus Duo];B[e10];W[j5])\n(;B[e10]\n;B[f9])\n"
	const wrong = "line 3, column 38: scores [-84,-84], the moves give [-84,-89]\n" +
		"line 6, column 3: player 1 moves a second time, before player 2's first move\n"
	const broken = " broken: player 1 moves a second time, before player 2's first move\n"
	code, stdout, stderr := tessera(t, games, "replay")
	assert.Equal(t, 2, code)
	assert.Equal(t, "-84 -89\n-89 -84\n-84 -89 broken: scores [-84,-84], the moves give [-84,-89]\n-88 -88\n-88 -89"+broken, stdout)
	assert.Equal(t, wrong, stderr)
	code, stdout, stderr = tessera(t, games, "legal")
	assert.Equal(t, 2, code)
	assert.Equal(t, wrong, stderr)
	assert.Equal(t, 5, strings.Count(stdout, "\n"))
	assert.Contains(t, stdout, "\n\n", "the third")
	for _, c := range []struct {
		game           string
		code           int
		stdout, stderr string
	}{
		{"2", 0, "-89 -84\n", ""},
		{"4", 0, "-88 -88\n", ""},
		{"6", 2, "", "tessera: replay: --only 6, the input has 5\n"},
		{"-1", 2, "", "tessera: replay: --only -1, want 0 or more\n"},
	} {
		code, stdout, stderr := tessera(t, games, "replay", "--only", c.game)
		assert.Equal(t, c.code, code)
		assert.Equal(t, c.stdout, stdout)
		assert.Equal(t, c.stderr, stderr)
	}
}

func TestRecordFlags(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"play", "referee"} {
		for file, want := range map[string]string{
			"game.pgn":        `record game.pgn: extension ".pgn", want .blksgf (Pentobi's), .json or .jsonl (lines of JSON), or .txt (lines of moves)`,
			"/none/game.json": "record: open /none/game.json: no such file or directory",
		} {
			code, _, stderr := tessera(t, "", command, "--p1", "random", "--p2", "random", "--record", file)
			assert.Equal(t, 2, code)
			assert.Equal(t, "tessera: "+command+": --record: "+want+"\n", stderr)
		}
	}
}

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

// TestDocs reads the examples of the page on records, which are one game: the program reads each
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
		code, _, stderr := tessera(t, examples["json"], "replay", "--record", file)
		require.Zero(t, code, stderr)
		written, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, examples[form], string(written), form)
		code, _, stderr = tessera(t, examples[form], "replay")
		require.Zero(t, code, stderr)
	}
}

// TestRecordIdentities puts on record what a program states and what a file holds, of those players
// alone that have such things.
func TestRecordIdentities(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.json")
	for _, p2 := range []string{"random:seed=2", "gtp:" + gtpCommand("--player random")} {
		code, _, stderr := tessera(t, "", "play", "--quiet", "--p1", "random:seed=1", "--p2", p2, "--record", file)
		require.Zero(t, code, stderr)
	}
	text, err := os.Open(file)
	require.NoError(t, err)
	defer text.Close()
	games, err := record.ReadJSON(text)
	require.NoError(t, err)
	require.Len(t, games, 2)
	assert.Nil(t, games[0].Extra)
	var ids []string
	require.NoError(t, json.Unmarshal(games[1].Extra["identities"], &ids))
	require.Len(t, ids, 2)
	assert.Empty(t, ids[0])
	assert.Regexp(t, `^tessera \S+`, ids[1])
	copied := filepath.Join(t.TempDir(), "copy.json")
	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	code, _, stderr := tessera(t, string(whole), "replay", "--record", copied)
	require.Zero(t, code, stderr)
	again, err := os.ReadFile(copied)
	require.NoError(t, err)
	assert.Equal(t, string(whole), string(again))
}
