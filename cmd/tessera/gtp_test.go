package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/play"
)

// gtpCommand is the command line of the program as a GTP engine.
func gtpCommand(args string) string {
	return fmt.Sprintf("env TESSERA_TEST_MAIN=1 '%s' gtp %s", os.Args[0], args)
}

// TestGTPSession goes through the commands as a controller would.
func TestGTPSession(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "game.blksgf")
	session := ""
	for _, step := range []struct{ command, want string }{
		{"1 protocol_version", "=1 2"},
		{"name", "= tessera"},
		{"# a comment", ""},
		{"", ""},
		{"  7   known_command\tplay", "=7 true"},
		{"known_command nothing", "= false"},
		{"nothing", "? unknown command (nothing)"},
		{"set_game Blokus", `? invalid argument: game "Blokus", want "Blokus Duo"`},
		{"set_game Blokus Duo", "= "},
		{"undo", "? cannot undo"},
		{"play b e9,d10,e10,f10,e11", "= "},
		{"play b a1", "? player 2: 0000: a player's first move must be a placement"},
		{"play w pass", "? play pass not supported: a colour may play twice in a row"},
		{"play x a1", "? invalid color argument 'x', want one of b, w"},
		{"play w z9", `? invalid move: square "z9", want a column a..n and a row 1..14`},
		{"play w a1", "? illegal move: the first placement must cover the start square (10,10)"},
		{"play WHITE J4,I5,J5,K5,J6", "= "},
		{"play b d12", "= "},
		{"play b c13,c14", "= "}, // twice in a row
		{"final_score", "= B+3"},
		{"savesgf " + file, "= "},
		{"undo", "= "},
		{"undo", "= "},
		{"final_score", "= 0"},
		{"loadsgf " + file, "= "},
		{"final_score", "= B+3"},
		{"loadsgf " + file + " 2", "= "},
		{"final_score", "= B+5"},
		{"get_value", "? no search, or of a player that keeps no values"},
		{"set_random_seed x", `? seed "x", want a whole number, 0 or more`},
		{"param seed 5", "= "},
		{"param", "= seed 5"},
		{"param speed 5", "? unknown parameter 'speed'"},
		{"play b", "? missing argument, want a move"},
		{"genmove", "? missing argument, want a colour, one of b, w"},
		{`loadsgf "no such`, `? argument "no such: its closing quote is missing`},
		{"quit", "= "},
	} {
		session += step.command + "\n" // an answer depends on all before
		code, out, stderr := tessera(t, session, "gtp", "--player", "minimax:depth=1")
		require.Zero(t, code, stderr)
		answers := strings.Split(strings.TrimSuffix(out, "\n\n"), "\n\n")
		if step.want != "" {
			assert.Equal(t, strings.TrimRight(step.want, " "), strings.TrimRight(answers[len(answers)-1], " "), step.command)
		}
	}
}

// TestGTPThinks asks for moves and for what the search thought.
func TestGTPThinks(t *testing.T) {
	t.Parallel()
	code, out, stderr := tessera(t, "reg_genmove b\ngenmove b\nmove_values\nget_value\nall_legal w\nshowboard\ncputime\nlist_commands\n",
		"gtp", "--player", "montecarlo:visits=1")
	require.Zero(t, code, stderr)
	answers := strings.Split(strings.TrimSuffix(out, "\n\n"), "\n\n")
	require.Len(t, answers, 8)
	assert.Equal(t, answers[0], answers[1], "reg_genmove does not play")
	move := strings.TrimPrefix(answers[1], "= ")
	assert.Regexp(t, `^= \d+ \d+\.\d 0\.\d{3} `+move+"$", answers[2])
	assert.Regexp(t, `^= 0\.\d{4}$`, answers[3])
	assert.Len(t, strings.Split(answers[4], "\n"), 414)
	assert.Contains(t, answers[5], "player 1")
	assert.Regexp(t, `^= \d+\.\d{3}$`, answers[6])
	assert.Contains(t, answers[7], "\nset_random_seed\n")
}

// TestGTPAnalyzes asks the tree search for its view of the best moves.
func TestGTPAnalyzes(t *testing.T) {
	t.Parallel()
	code, out, stderr := tessera(t, "analyze\ngenmove b\nanalyze 2\nmove_values\nget_value\nanalyze 0\n", "gtp", "--player", "tree:leaves=200")
	require.Zero(t, code, stderr)
	answers := strings.Split(strings.TrimSuffix(out, "\n\n"), "\n\n")
	require.Len(t, answers, 6)
	assert.Equal(t, "? no search, or of a player that keeps no values", answers[0])
	move := strings.TrimPrefix(answers[1], "= ")
	lines := strings.Split(answers[2], "\n")
	require.Len(t, lines, 3)
	assert.Regexp(t, `^=   visits   value margin  line$`, lines[0])
	assert.Regexp(t, `^ +\d+ +\d+\.\d% +[+-]\d+\.\d  `+move+`( [a-n0-9,]+)+$`, lines[1])
	assert.Regexp(t, `^= \d+ \d+\.\d 0\.\d{3} `+move+"\n", answers[3])
	assert.Regexp(t, `^= 0\.\d{4}$`, answers[4])
	assert.Equal(t, `? number of moves "0", want 1 or more`, answers[5])
}

// TestGTPWrongPlayer refuses a player that is not there, and a person.
func TestGTPWrongPlayer(t *testing.T) {
	t.Parallel()
	code, _, stderr := tessera(t, "", "gtp", "--player", "minimex")
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, `gtp: --player: player "minimex": no player is named "minimex"`)
	code, _, stderr = tessera(t, "", "gtp", "--player", "human")
	assert.Equal(t, 2, code)
	assert.Equal(t, "tessera: gtp: --player human: want a player that needs nobody\n", stderr)
}

// TestGTPPlays lets the program play itself over GTP: the game must equal the players' game without
// GTP.
func TestGTPPlays(t *testing.T) {
	t.Parallel()
	plain := []string{"play", "--board=false", "--p1", "minimax:depth=1", "--p2", "random:seed=3"}
	code, want, stderr := tessera(t, "", plain...)
	require.Zero(t, code, stderr)
	plain[3] = "gtp:" + gtpCommand("--player minimax:depth=1")
	code, got, stderr := tessera(t, "", plain...)
	require.Zero(t, code, stderr)
	assert.Equal(t, strings.ReplaceAll(want, "player 1 minimax", "player 1 gtp"), got)
}

// TestGTPClient drives the engine through a game of random moves, with positions set up anew.
func TestGTPClient(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	c, err := gtp.StartClient(t.Context(), gtpCommand("--player random"), 0, "Blokus Duo")
	require.NoError(t, err)
	defer c.Close()
	for range 5 {
		_, err := c.Ask(t.Context(), "clear_board")
		require.NoError(t, err)
		p := duo.RandomGame(rng, rng.IntN(40))
		mover := p.FirstToMove()
		for _, m := range p.History() {
			if m != duo.Pass {
				require.NoError(t, c.Play(t.Context(), defaultGame(), int(mover), play.Move(m)))
			}
			mover = mover.Rival()
		}
		for !p.Over() {
			made, resigned, err := c.GenMove(t.Context(), defaultGame(), int(p.ToMove()))
			require.NoError(t, err)
			m := duo.Move(made)
			require.False(t, resigned)
			require.Equal(t, !p.HasLegalMove(), m == duo.Pass)
			require.NoError(t, p.MakeMove(m))
		}
	}
	_, err = c.Ask(t.Context(), "nothing")
	require.ErrorIs(t, err, gtp.ErrRefused)
	_, err = c.Ask(t.Context(), "name")
	require.NoError(t, err, "a refusal is not the end")
}
