package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// TestGameFlag: perft, solve, play and gtp of dots and boxes, and what is wrong.
func TestGameFlag(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args, stdin    string
		code           int
		stdout, stderr string // ends or is found there
	}{
		{"perft --game dots:2x2 3", "", 0, "1320\n", ""},
		{"perft --game dots:2x2 2 --from 0|1 --divide", "", 0, "11 9\n90\n", ""},
		{"perft --game dots:2x2 2 --from 0|0", "", 2, "", "perft: --from: move 2 (player 2): 0: the edge is drawn already"},
		{"perft --game dots:1x1 9 --from 0|1|2|3|1", "", 2, "", "move 5 (player 2): 1: the game is over"},
		{"perft --game dost 1", "", 2, "", `no game is named "dost", want one of duo, blokus, dots`},
		{"perft --game dots 1 --first 2", "", 2, "", "perft: --first with --game dots, want it with duo only"},
		{"perft --game duo 1", "", 0, "414\n", ""},
		{"solve 2x2", "", 0, "2\n", "4096 positions"},
		{"solve 2x2 --method search --moves --jobs 2", "", 0, "2: 0 1 2 4 7 9 10 11\n0: 3 5 6 8\n2\n", ""},
		{"solve 3x3", "", 0, "-3\n", ""},
		{"solve 2x3 --from 0|1", "", 0, "-2\n", ""},
		{"solve 1x1 --from 0|1|2|3", "", 0, "-1\n", ""},
		{"solve 3x4 --method table", "", 2, "", "a board of 3x4 has 31 edges, want at most 24"},
		{"solve 2x2 --method guess", "", 2, "", `--method "guess", want auto, table or search`},
		{"solve 7x7", "", 2, "", "7x7 boxes have 112 edges, want at most 64"},
		{"solve 2x2 --from 99", "", 2, "", "move 99: there is no such edge, want 0..11"},
		{"solve", "", 2, "", "solve: got 0 arguments, want one, the size of the board such as 3x3"},
		{"play --game dots:1x2 --p1 human --p2 perfect --quiet", "0\n4\n5\n2\n", 0, ": ", ""},
		{"play --game dots --p1 perfect:threads=x", "", 2, "", `play: --p1: player "perfect:threads=x": option threads="x", want 1..64`},
		{"play --game dots --p1 minimax", "", 2, "", `no player of dots:4x4 is named "minimax", want one of gtp, human, mcts, perfect, random, tree`},
		{"play --game dots --record x.blksgf", "", 2, "", "dots:4x4 has no form in SGF, want .json, .jsonl or .txt"},
		{"play --game dots --corners", "", 2, "", "play: --corners with --game dots, want it with duo only"},
		{"match --game dots:2x2 --p1 random --p2 human", "", 2, "", `player "human", want one that needs nobody`},
		{"match --game dots:2x2 --p1 random --p2 minimax", "", 2, "", `match: --p2: player "minimax"`},
		{"match --game x --p1 random --p2 random", "", 2, "", `match: --game: no game is named "x"`},
		{"gtp --game dots --player human", "", 2, "", "want a player that needs nobody"},
		{"gtp --game dots --player mcts:c=-1", "", 2, "", `gtp: --player: player "mcts:c=-1": option c="-1", want a number, 0 or more`},
	} {
		t.Run(c.args, func(t *testing.T) {
			args := strings.Fields(c.args)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "|", " ")
			}
			code, stdout, stderr := tessera(t, c.stdin, args...)
			assert.Equal(t, c.code, code, stderr)
			if c.code == 0 {
				assert.Contains(t, stdout, c.stdout)
				assert.True(t, strings.HasSuffix(stdout, c.stdout) || !strings.HasSuffix(c.stdout, "\n"), stdout)
			} else {
				assert.Equal(t, 1, strings.Count(stderr, "\n"), "want one line: %s", stderr)
			}
			assert.Contains(t, stderr, c.stderr)
		})
	}
}

// TestGameMatch plays a match of dots and boxes, reads its file with other eyes, and goes on with it
// after half of it has been lost.
func TestGameMatch(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.json")
	args := []string{"match", "--game", "dots:2x2", "--p1", "mcts:sims=60", "--p2", "random", "--games", "12", "--json", file}
	code, stdout, stderr := tessera(t, "", args...)
	require.Zero(t, code, stderr)
	assert.Regexp(t, `^player 1 mcts:sims=60: won \d+, drawn \d+, lost \d+: Elo `, stdout)

	text, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.SplitAfter(strings.TrimSpace(string(text)), "\n")
	require.Len(t, lines, 13)
	g, err := play.Find("dots:2x2")
	require.NoError(t, err)
	wins, draws := 0, 0
	for i, line := range lines[:12] {
		r, err := record.ParseJSON([]byte(line))
		require.NoError(t, err)
		assert.Equal(t, g.OpeningPlies, r.Opening)
		var other *record.Game
		if other, err = record.ParseJSON([]byte(lines[i^1])); assert.NoError(t, err) {
			assert.Equal(t, r.Moves[:r.Opening], other.Moves[:r.Opening], "a pair has one opening")
		}
		switch share := r.Shares[i%2]; share {
		case 1:
			wins++
		case 0.5:
			draws++
		}
		var extra struct{ Work [2]int }
		require.NoError(t, json.Unmarshal([]byte(line), &extra))
		assert.Positive(t, extra.Work[i%2])
		assert.Zero(t, extra.Work[1-i%2])
	}
	assert.Contains(t, stdout, fmt.Sprintf("won %d, drawn %d, lost %d:", wins, draws, 12-wins-draws))

	code, whole, stderr := tessera(t, "", args...) // nothing is left to play
	require.Zero(t, code, stderr)
	assert.Equal(t, stdout, whole)

	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines[:5], "")+`{"first":1,"ki`), 0o666))
	code, again, stderr := tessera(t, "", args...)
	require.Zero(t, code, stderr)
	assert.Contains(t, stderr, "2 of 6 pairs are in "+file)
	assert.Equal(t, strings.SplitN(stdout, ";", 2)[0], strings.SplitN(again, ";", 2)[0])

	args[2] = "dots:2x3"
	code, _, stderr = tessera(t, "", args...)
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, "a game of dots:2x2, want one of dots:2x3")
}

// TestGameGTP goes through a session, and through a match with the program as its own rival.
func TestGameGTP(t *testing.T) {
	t.Parallel()
	session, want := "", ""
	for _, step := range []struct{ command, want string }{
		{"1 protocol_version", "=1 2"},
		{"set_game Blokus", `? invalid argument: game "Blokus", want "Dots and Boxes 1x2"`},
		{"set_game Dots and Boxes 1x2", "= "},
		{"undo", "? cannot undo"},
		{"play w 0", "? it is not the turn of w but of b"},
		{"play b 0", "= "},
		{"play b 1", "? it is not the turn of b but of w"},
		{"play w 0", "? illegal move: the edge is drawn already"},
		{"play W x", `? invalid move: move "x", want the number of an edge, 0..6`},
		{"play white 2", "= "},
		{"play b 5", "= "},
		{"all_legal w", "= 1\n3\n4\n6"},
		{"get_value", "? no search, or of a player that keeps no values"},
		{"reg_genmove w", "= 3"},
		{"get_value", "= 1.0000"},
		{"genmove w", "= 3"},
		{"genmove x", "? invalid color argument 'x', want one of b, w"},
		{"final_score", "? the game is not over"},
		{"undo", "= "},
		{"play w 1 2", `? invalid move: move "1 2", want the number of an edge, 0..6`},
		{"set_random_seed x", `? seed "x", want a whole number, 0 or more`},
		{"set_random_seed 4", "= "},
		{"known_command genmove", "= true"},
		{"nothing", "? unknown command (nothing)"},
		{"clear_board", "= "},
		{"showboard", "= \n+  0 +  1 +\n2    3    4\n+  5 +  6 +\nplayer 1 A: 0 boxes, player 2 B: 0\nplayer 1 to move"},
		{"quit", "= "},
	} {
		session += step.command + "\n"
		want += step.want + "\n\n"
	}
	code, stdout, stderr := tessera(t, session, "gtp", "--game", "dots:1x2", "--player", "perfect")
	require.Zero(t, code, stderr)
	assert.Equal(t, want, stdout)

	rival := `gtp:` + gtpCommand("--game dots:2x2 --player mcts:sims=50")
	code, stdout, stderr = tessera(t, "", "match", "--game", "dots:2x2", "--p1", rival, "--p2", "random", "--games", "4", "--jobs", "1")
	require.Zero(t, code, stderr)
	assert.NotContains(t, stdout, "forfeit")
	code, _, stderr = tessera(t, "", "match", "--game", "dots:2x3", "--p1", rival, "--p2", "random", "--games", "2")
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, `want "Dots and Boxes 2x2"`)
}

// TestGameRecord keeps a game on record, also one that is broken off.
func TestGameRecord(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.jsonl")
	for _, stdin := range []string{"0\n1\nquit\n", ""} {
		p1 := "human"
		if stdin == "" {
			p1 = "random"
		}
		code, _, stderr := tessera(t, stdin, "play", "--game", "dots:2x2", "--p1", p1, "--p2", "tree:leaves=20", "--opening", "2", "--record", file)
		require.Zero(t, code, stderr)
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.SplitAfter(strings.TrimSpace(string(text)), "\n")
	require.Len(t, lines, 2)
	for i, line := range lines {
		r, err := record.ParseJSON([]byte(line))
		require.NoError(t, err)
		assert.Equal(t, 2, r.Opening)
		assert.Equal(t, i == 0, r.Reason == "broken off")
		assert.Equal(t, i == 0, r.Shares == nil)
	}
	copied := filepath.Join(t.TempDir(), "copy.json")
	code, stdout, stderr := tessera(t, string(text), "replay", "--record", copied)
	require.Zero(t, code, stderr)
	assert.Regexp(t, `^dots:2x2 \d - \d: broken off\ndots:2x2 \d - \d: (player [12] wins|draw)\n$`, stdout)
	again, err := os.ReadFile(copied)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(again))
	code, _, stderr = tessera(t, string(text), "replay", "--record", filepath.Join(t.TempDir(), "copy.blksgf"))
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, "dots:2x2 has no form in SGF, want .json, .jsonl or .txt")
}

// TestReadGameRecords answers records of other games between those of Blokus Duo, right ones and wrong ones.
func TestReadGameRecords(t *testing.T) {
	t.Parallel()
	const games = "55u0\n" +
		`{"first":1,"kind":"dots:1x2","players":["a","b"],"moves":["0","1"]}` + "\n" +
		`{"first":1,"kind":"quoridor","players":["a","b"],"moves":["e2","e2"]}` + "\n" +
		`{"first":1,"kind":"dots:1x1","players":["a","b"],"moves":["0","1","2","3"],"shares":[0,1],"standing":"0 - 1"}` + "\n" +
		`{"first":1,"kind":"chess","players":["a","b"],"moves":[]}` + "\n" +
		`{"kind":7}` + "\n" +
		`{"first":1,"kind":"dots:1x1","players":["a","b"],"moves":7}` + "\n"
	wrong := []string{
		"line 3, column 64: move 2 (player 2): e2: the pawn on e9 cannot go there, want one of e8 d9 f9",
		`line 5, column 19: no game is named "chess", want one of duo, blokus, dots, quoridor`,
		"line 6, column 9: kind 7, want the name of a game",
		"line 7, column 58: moves 7, want a list of moves",
	}
	what := func(line string) string { _, text, _ := strings.Cut(line, ": "); return text }
	code, stdout, stderr := tessera(t, games, "replay")
	assert.Equal(t, 2, code)
	assert.Equal(t, strings.Join(wrong, "\n")+"\n", stderr)
	assert.Equal(t, []string{
		"-84 -89", "dots:1x2 0 - 0: not over", "quoridor 7 steps to go - 8 broken: " + what(wrong[0]), "dots:1x1 0 - 1: player 2 wins",
		"-89 -89 broken: " + what(wrong[1]), "-89 -89 broken: " + what(wrong[2]), "dots:1x1 0 - 0 broken: " + what(wrong[3]), "",
	}, strings.Split(stdout, "\n"))
	code, stdout, _ = tessera(t, games, "legal")
	assert.Equal(t, 2, code)
	assert.Equal(t, []string{"2 3 4 5 6", "", "", "", "", "", ""}, strings.Split(stdout, "\n")[1:])
	code, stdout, stderr = tessera(t, games, "replay", "--verbose", "--only", "2")
	require.Zero(t, code, stderr)
	assert.Equal(t, "dots:1x2 0 - 0: not over\n+----+====+\n2    3    4\n+  5 +  6 +\n"+
		"player 1 A: 0 boxes, player 2 B: 0\nplayer 1 to move\n\n", stdout)
}
