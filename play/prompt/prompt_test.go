// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package prompt

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/play"
)

// game returns a game of Blokus Duo.
func game(t *testing.T, first int, moves string) play.Position {
	t.Helper()
	p, err := blokusDuo(t).ParseMoves(first, moves)
	require.NoError(t, err)
	return p
}

func blokusDuo(t *testing.T) *play.Game {
	t.Helper()
	g, err := play.Find(duo.Name)
	require.NoError(t, err)
	return g
}

func newTestPlayer(t *testing.T, spec string, env play.Env) play.Player {
	t.Helper()
	a, err := blokusDuo(t).New(spec, env)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, a.Close()) })
	return a
}

// typed is a person's input.
type typed struct{ lines []string }

func (l *typed) Next(context.Context) (string, error) {
	if len(l.lines) == 0 {
		return "", io.EOF
	}
	line := l.lines[0]
	l.lines = l.lines[1:]
	return line, nil
}

func TestNoTerminal(t *testing.T) {
	t.Parallel()
	_, err := blokusDuo(t).New("human", play.Env{})
	assert.EqualError(t, err, "there is no terminal to ask a person at")
	_, err = blokusDuo(t).New("human:x=1", play.Env{In: &typed{}, Out: io.Discard})
	assert.EqualError(t, err, `player "human:x=1": unknown option "x", the player has none`)
	assert.ErrorAs(t, err, new(*play.SpecError))
}

func TestHuman(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, moves string // the game so far
		typed       string
		want        string // part of the answer to the person
		move        string
		err         error
	}{
		{"code", "", "55u0", "player 1, your move (or help): ", "55u0", nil},
		{"duplicate code", "", "55u7", "", "55u0", nil},
		{"illegal duplicate code", "55u0 aau0", "55u7\n67a0", "player 1: 55u7: the tile has been used\n", "67a0", nil},
		{"illegal squares", "55u0 aau0", "F9,\nf9\n67a0", "help): player 1: f9: a square shares an edge with one of the player's tiles: f9\n", "67a0", nil},
		{"squares off the start", "", "e5,e6,e7\n55u0", "player 1: e5,e6,e7: the first placement must cover the start square e10\n", "55u0", nil},
		{"malformed squares", "", "e5,e6,zz\n55u0", "help): square \"zz\", want a column a..n and a row 1..14\n", "55u0", nil},
		{"no tile", "", "e5,e7\n55u0", "help): these squares are not a tile\n", "55u0", nil},
		{"refused pass in words", "55u0 aau0", "Pass\n67a0", "a pass is for a player without a legal move; player 1 has 800 legal moves\n", "67a0", nil},
		{"cell list", "", "  e11,d10,e10,f10,e9 ", "", "55u0", nil},
		{"refused pass", "", "0000\n55u0", "a pass is for a player without a legal move; player 1 has 414 legal moves\n", "55u0", nil},
		{"malformed", "", "55v0\n\n55u0", "player 1, your move (or help): tile \"v\", want a..u\n", "55u0", nil},
		{"illegal", "55u0 aau0", "66a0\n67a0", "player 1: 66a0: a square shares an edge with one of the player's tiles: (6,6)\n", "67a0", nil},
		{"two words", "", "55u0 55a0\n55u0", "\"55u0 55a0\": want one move or command, see help\n", "55u0", nil},
		{"help", "", "help\n55u0", "take back your last move", "55u0", nil},
		{"hint", "", "hint\n55u0", "try ", "55u0", nil},
		{"analysis in both notations", "", "analyze 1\n55u0", "  visits   value margin  move ", "55u0", nil},
		{"moves of a tile", "", "moves h\n55u0", "h (4): 44h0 54h0 45h0 55h0\n", "55u0", nil},
		{"all moves", "", "moves\n55u0", "b (4): ", "55u0", nil},
		{"moves of a used tile", "55u0 aau0", "moves u\n67a0", "u: the tile has been used\n", "67a0", nil},
		{"moves of no tile", "", "moves x\n55u0", "tile \"x\", want a..u\n", "55u0", nil},
		{"nothing to undo", "", "undo\n55u0", "there is no move of yours to take back\n", "55u0", nil},
		{"show", "55u0 aau0", "show\n67a0", "a . . . . . . . .*O*O*O . . . 5\n", "67a0", nil},
		{"list", "55u0 aau0", "list\n67a0", "1. player 1 55u0 = e11,d10,e10,f10,e9\n2. player 2 aau0 = ", "67a0", nil},
		{"list of nothing", "", "list\n55u0", "no move has been made yet\n", "55u0", nil},
		{"unknown word", "", "board\n55u0", "\"board\" is neither a move nor a command; the commands are help, show, list, moves, hint, analyze, level, undo, save, load, resign, quit\n", "55u0", nil},
		{"slip", "", "lod\n55u0", "load, resign, quit; did you mean load?\n", "55u0", nil},
		{"four letters", "", "edge\n55u0", "\"edge\" is neither a move nor a command", "55u0", nil},
		{"a word too many", "", "undo 2\n55u0", "undo: 1 word after it, want none, see help\n", "55u0", nil},
		{"a word too few", "", "save\n55u0", "save: 0 words after it, want FILE, see help\n", "55u0", nil},
		{"load of nothing", "", "load /none\n55u0", "load: open /none: no such file or directory\n", "55u0", nil},
		{"save to nowhere", "", "save /none/x\n55u0", "save: write /none/x: no such file or directory\n", "55u0", nil},
		{"resign", "", "resign", "", "", play.ErrResign},
		{"quit", "", "quit", "", "", play.ErrQuit},
		{"end of input", "", "", "", "", play.ErrQuit},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := blokusDuo(t)
			p := game(t, 0, c.moves)
			in := &typed{}
			if c.typed != "" {
				in.lines = strings.Split(c.typed, "\n")
			}
			var out strings.Builder
			before := p.Clone()
			m, err := newTestPlayer(t, "human", play.Env{In: in, Out: &out}).Move(t.Context(), p)
			require.ErrorIs(t, err, c.err)
			if c.err == nil {
				require.NoError(t, err)
				assert.Equal(t, c.move, g.Format(m))
			}
			assert.Contains(t, out.String(), c.want)
			assert.Empty(t, in.lines)
			assert.Equal(t, before, p)
		})
	}
}

// ask lets a person say something in a position.
func ask(t *testing.T, env play.Env, p play.Position, lines ...string) (out string, m play.Move, err error) {
	t.Helper()
	var said strings.Builder
	env.In, env.Out = &typed{lines}, &said
	m, err = newTestPlayer(t, "human", env).Move(t.Context(), p)
	return said.String(), m, err
}

// TestHumanJumps takes moves back, and saves and loads games.
func TestHumanJumps(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "Game.txt")
	p := game(t, 1, "aau0 55u0 0000")
	out, _, err := ask(t, play.Env{}, p, "save "+file)
	require.ErrorIs(t, err, play.ErrQuit)
	assert.Contains(t, out, "3 moves written to "+file+"\n")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "aau0 55u0 0000\n", string(text))

	for _, first := range []int{0, 1} {
		var jump *play.Jump
		out, _, err = ask(t, play.Env{}, game(t, first, ""), "load "+file)
		require.ErrorAs(t, err, &jump)
		assert.Equal(t, p, jump.Position)
		assert.Contains(t, out, "3 moves read from "+file+"\n")
	}
	var jump *play.Jump
	_, _, err = ask(t, play.Env{}, p, "undo")
	require.ErrorAs(t, err, &jump)
	assert.Equal(t, game(t, 1, "aau0"), jump.Position)

	for _, say := range []string{"undo", "load " + file} {
		out, _, err = ask(t, play.Env{NoWayBack: true}, p, say)
		require.ErrorIs(t, err, play.ErrQuit)
		assert.Contains(t, out, "this game has no way back\n")
	}
	require.NoError(t, os.WriteFile(file, []byte("55u0 66a0"), 0o666))
	out, _, err = ask(t, play.Env{}, p, "load "+file)
	require.ErrorIs(t, err, play.ErrQuit)
	assert.Contains(t, out, "move 2 (player 2): 66a0: ")

	require.NoError(t, os.WriteFile(file, []byte("aau0 55u0 0000 0000"), 0o666))
	_, _, err = ask(t, play.Env{}, p, "load "+file)
	require.ErrorAs(t, err, &jump)
	assert.True(t, jump.Position.Over(), "to look at")
}

// TestHumanReviews looks at a game that is over, from each seat: nothing in it moves, and undo goes back
// to the seat's own move.
func TestHumanReviews(t *testing.T) {
	t.Parallel()
	p := game(t, 1, "aau0 55u0 0000 0000")
	for seat, before := range map[int]string{0: "aau0 55u0 0000", 1: "aau0 55u0"} {
		var said strings.Builder
		review := func(lines ...string) error {
			said.Reset()
			in := &typed{lines}
			a := newTestPlayer(t, "human", play.Env{Seat: seat, In: in, Out: &said})
			defer func() { assert.Empty(t, in.lines) }()
			return a.(play.Reviewer).Review(t.Context(), p)
		}
		var jump *play.Jump
		require.ErrorAs(t, review("hint", "analyze", "resign", "55u0", "", "moves", "show", "list", "undo"), &jump)
		assert.Equal(t, game(t, 1, before), jump.Position)
		assert.Equal(t, 4, strings.Count(said.String(), "the game is over; undo takes back your last move\n"))
		assert.Contains(t, said.String(), "4. player 1 0000 = pass\n")
		assert.ErrorIs(t, review("quit"), play.ErrQuit)
		assert.ErrorIs(t, review(), play.ErrQuit, "the end of the input")
	}
}

// TestHumanHint shows that the hint comes from the other player's engine.
func TestHumanHint(t *testing.T) {
	t.Parallel()
	p := game(t, 0, "55u0 aau0")
	for _, rival := range []string{"random", "minimax:depth=1"} {
		a := newTestPlayer(t, "tree", play.Env{})
		want, err := a.Move(t.Context(), p)
		require.NoError(t, err)
		why := ""
		if a, ok := a.(play.Thinker); ok {
			first := a.Thoughts()[0]
			why = fmt.Sprintf(": %.0f%% for you, expected margin %+.1f", 100*first.Value, *first.Margin)
		}
		out, _, err := ask(t, play.Env{Seats: []string{"human", rival}}, p, "hint")
		require.ErrorIs(t, err, play.ErrQuit)
		assert.Contains(t, out, fmt.Sprintf("try %s, says tree%s\n", blokusDuo(t).Both(want), why))
	}
}

func TestHumanAnalyze(t *testing.T) {
	t.Parallel()
	p := game(t, 0, "55u0 aau0")
	a := newTestPlayer(t, "tree", play.Env{})
	_, err := a.Move(t.Context(), p)
	require.NoError(t, err)
	thoughts := a.(play.Thinker).Thoughts()
	for words, n := range map[string]int{"analyze": 5, "analyze 3": 3} {
		out, _, err := ask(t, play.Env{}, p, words)
		require.ErrorIs(t, err, play.ErrQuit)
		assert.Contains(t, out, blokusDuo(t).FormatThoughts(thoughts, n))
	}
	for _, bad := range []string{"x", "0"} {
		out, _, err := ask(t, play.Env{}, p, "analyze "+bad)
		require.ErrorIs(t, err, play.ErrQuit)
		assert.Contains(t, out, fmt.Sprintf("analyze: %q, want a number of moves, 1 or more\n", bad))
	}
}

// TestHumanSetup loads a position that is set up, plays on from it, takes the move back, and saves it.
func TestHumanSetup(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file, saved := filepath.Join(folder, "a.blksgf"), filepath.Join(folder, "b.json")
	require.NoError(t, os.WriteFile(file, []byte("(;GM[Blokus Duo]AB[e10]AW[j5]PL[B];B[c9,d9];W[h4,i4])"), 0o666))
	var jump *play.Jump
	_, _, err := ask(t, play.Env{}, game(t, 0, ""), "load "+file)
	require.ErrorAs(t, err, &jump)
	p := jump.Position
	require.Len(t, p.History(), 2)
	out, _, err := ask(t, play.Env{}, p, "list", "save "+saved, "save c.txt")
	require.ErrorIs(t, err, play.ErrQuit)
	assert.Contains(t, out, "1. player 1 ")
	assert.Contains(t, out, "save: record: lines of moves hold no position that is set up")
	_, _, err = ask(t, play.Env{}, p, "undo")
	require.ErrorAs(t, err, &jump)
	assert.Empty(t, jump.Position.History())
	assert.NotNil(t, play.SetupOf(jump.Position))
	_, _, err = ask(t, play.Env{}, game(t, 0, ""), "load "+saved)
	require.ErrorAs(t, err, &jump)
	assert.Equal(t, p, jump.Position)
}

// TestHumanRecords saves and loads games in all forms.
func TestHumanRecords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := game(t, 1, "aau0 55u0 69l7")
	start := game(t, 0, "")
	for name, begin := range map[string]string{
		"a.blksgf": "(;GM[Blokus Duo]CA[UTF-8]AP[tessera]PB[human]PW[random]\n;W[", "b.JSON": `{"first":2,"players":["human","random"],"moves":["aau0",`,
		"c.jsonl": `{"first":2`, "d.txt": "aau0 55u0 ", "e": "aau0 55u0 ",
	} {
		file := filepath.Join(dir, name)
		out, _, err := ask(t, play.Env{Seats: []string{"human", "random"}}, p, "save "+file)
		require.ErrorIs(t, err, play.ErrQuit)
		assert.Contains(t, out, "3 moves written to "+file+"\n")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(string(text), begin), "%s", text)
		var jump *play.Jump
		_, _, err = ask(t, play.Env{}, start, "load "+file)
		require.ErrorAs(t, err, &jump)
		assert.Equal(t, p, jump.Position)
	}
	file := filepath.Join(dir, "games")
	for _, c := range []struct{ text, say, want string }{
		{"", "save x.pgn", `save: record x.pgn: extension ".pgn", want .blksgf`},
		{`{"first":1,"moves":["55u0","77u0"]}`, "load FILE", "load: FILE: line 1, column 28: move 2 (player 2): 77u0: the first placement must cover the start square (10,10)\n"},
		{"(;GM[Go];B[aa])", "load FILE", `load: FILE: line 1, column 5: game "Go", want "Blokus Duo", "Blokus", "Blokus Two-Player", "Blokus Three-Player"` + "\n"},
		{"55u0\n", "load FILE 2", "load: FILE: the file has 1 game, want game 2\n"},
		{"55u0\n", "load FILE 0", `load: game "0", want a number from 1` + "\n"},
		{"letter\n", "save FILE", "save: PATH exists, and is no record of games: line 1: move 1 (player 1): letter: "},
		{"letter\n", "save FILE please", `save: "please" behind the file, want overwrite or nothing`},
		{"letter\n", "save FILE overwrite", "0 moves written to PATH\n"},
		{"55u0\n55u0\n", "save FILE", `save: PATH exists, and has 2 games, more than the new one; "overwrite" behind the name replaces it` + "\n"},
		{"", "load " + dir, "load: read " + dir + ": is a directory\n"},
		{"", "load", "load: 0 words after it, want FILE [N], see help\n"},
	} {
		require.NoError(t, os.WriteFile(file, []byte(c.text), 0o666))
		out, _, err := ask(t, play.Env{}, start, strings.ReplaceAll(c.say, "FILE", file))
		require.ErrorIs(t, err, play.ErrQuit)
		assert.Contains(t, out, strings.NewReplacer("FILE:", file+":", "PATH", file).Replace(c.want))
	}
	require.NoError(t, os.WriteFile(file, []byte("rubbish\n(;B[e10])\n(;W[j5];B[e10])"), 0o666))
	var jump *play.Jump
	_, _, err := ask(t, play.Env{}, start, "load "+file+" 3")
	require.ErrorAs(t, err, &jump)
	assert.Len(t, jump.Position.History(), 2)
}

// TestOneNotation answers who types squares in squares, and who types codes with codes.
func TestOneNotation(t *testing.T) {
	t.Parallel()
	code := regexp.MustCompile(`\b[1-9a-e]{2}[a-u][0-7]\b`)
	for first, codes := range map[string]bool{"f9": false, "e9,e8,f9": false, "66a0": true} {
		var out strings.Builder
		in := &typed{lines: []string{first, "moves a", "analyze 2", "hint", "quit"}}
		_, err := newTestPlayer(t, "human", play.Env{In: in, Out: &out}).Move(t.Context(), game(t, 0, "55u0 aau0"))
		require.ErrorIs(t, err, play.ErrQuit)
		_, answers, _ := strings.Cut(out.String(), "\n") // behind the error about the first line
		assert.Equal(t, codes, code.MatchString(answers), answers)
		assert.Contains(t, answers, "try ")
	}
}

// TestHome reads and writes files in the user's home.
func TestHome(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("HOME", folder)
	var out strings.Builder
	in := &typed{lines: []string{"save ~/game.txt", "load ~/other.txt", "quit"}}
	_, err := newTestPlayer(t, "human", play.Env{In: in, Out: &out}).Move(t.Context(), game(t, 0, "55u0 aau0"))
	require.ErrorIs(t, err, play.ErrQuit)
	text, err := os.ReadFile(filepath.Join(folder, "game.txt"))
	require.NoError(t, err)
	assert.Equal(t, "55u0 aau0\n", string(text))
	assert.Contains(t, out.String(), "load: open "+filepath.Join(folder, "other.txt"))
}
