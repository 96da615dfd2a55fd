package player

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/gtp"
)

func TestNewErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		spec  string
		depth int
		want  string
	}{
		{"", 0, `player "": no player is named "", want one of chip-minimax, chip-montecarlo, chip-tree, gtp, host, human, mc, minimax, montecarlo, random, tree, uct, uct-enhanced`},
		{"minmax", 0, `player "minmax": no player is named "minmax", want one of chip-minimax, chip-montecarlo, chip-tree, gtp, host, human, mc, minimax, montecarlo, random, tree, uct, uct-enhanced; did you mean minimax?`},
		{"chip:depth=2", 0, `did you mean chip-tree or chip-minimax or chip-montecarlo?`},
		{"minimax:", 0, `player "minimax:": option "", want name=value`},
		{"minimax:depth", 0, `player "minimax:depth": option "depth", want name=value`},
		{"minimax:depth=5", 0, `player "minimax:depth=5": option depth="5", want 1..4`},
		{"minimax:depth=2,depth=3", 0, `player "minimax:depth=2,depth=3": option depth is given twice`},
		{"minimax", 9, `player "minimax": option depth="9", want 1..4`},
		{"minimax:alphabeta=1", 0, `player "minimax:alphabeta=1": option alphabeta="1", want true or false`},
		{"minimax:dept=2", 0, `player "minimax:dept=2": unknown option "dept", want one of evaluation, depth, alphabeta, own, rival, square`},
		{"montecarlo:visits=0", 0, `player "montecarlo:visits=0": option visits="0", want 1..`},
		{"montecarlo:policy=best", 0, `player "montecarlo:policy=best": option policy="best", want uniform or largest`},
		{"montecarlo:depth=2", 0, `player "montecarlo:depth=2": unknown option "depth", want one of policy, visits, seed`},
		{"chip-montecarlo:visits=x", 0, `player "chip-montecarlo:visits=x": option visits="x", want 1..`},
		{"chip-montecarlo:lanes=2", 0, `player "chip-montecarlo:lanes=2": unknown option "lanes", want one of policy, visits, seed`},
		{"random:seed=-1", 0, `player "random:seed=-1": option seed="-1", want a whole number, 0 or more`},
		{"random:pick=best", 0, `player "random:pick=best": option pick="best", want uniform or largest`},
		{"tree:leaves=0", 0, `player "tree:leaves=0": option leaves="0", want 1..16777215`},
		{"tree:time=fast", 0, `player "tree:time=fast": option time="fast", want a time such as 500ms or 2s`},
		{"tree:time=-1s", 0, `option time="-1s", want a time such as 500ms or 2s`},
		{"tree:level=10", 0, `option level="10", want 1..9`},
		{"tree:threads=0", 0, `option threads="0", want 1..256`},
		{"tree:leaves=5,time=1s", 0, `player "tree:leaves=5,time=1s": leaves, time, clock and level exclude each other, want one of them`},
		{"tree:visits=5", 0, `unknown option "visits", want one of leaves, time, clock, level, threads, seed, nodes, ponder`},
		{"human:x=1", 0, `player "human:x=1": unknown option "x", the player has none`},
	} {
		_, err := New(c.spec, Env{Depth: c.depth, In: &typed{}, Out: io.Discard})
		require.Error(t, err, c.spec)
		assert.Contains(t, err.Error(), c.want)
		assert.ErrorAs(t, err, new(*SpecError), c.spec)
	}
	_, err := New("human", Env{})
	assert.EqualError(t, err, "there is no terminal to ask a person at")
}

func newTestPlayer(t *testing.T, spec string, env Env) Player {
	t.Helper()
	a, err := New(spec, env)
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

func TestHuman(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, moves string // the game so far
		typed       string
		want        string // what stands in the answer to the person
		move        string
		err         error
	}{
		{"code", "", "55u0", "player 1, your move (or help): ", "55u0", nil},
		{"duplicate code", "", "55u7", "", "55u0", nil},
		{"cell list", "", "  e11,d10,e10,f10,e9 ", "", "55u0", nil},
		{"pass", "55u0 aau0", "pass", "", "0000", nil},
		{"refused pass", "", "0000\n55u0", "player 1: 0000: a player's first move must be a placement\n", "55u0", nil},
		{"malformed", "", "55v0\n\n55u0", "move \"55v0\": tile \"v\", want a..u\n", "55u0", nil},
		{"illegal", "55u0 aau0", "66a0\n67a0", "player 1: 66a0: a square shares an edge with one of the player's tiles: (6,6)\n", "67a0", nil},
		{"two words", "", "55u0 55a0\n55u0", "\"55u0 55a0\": want one move or command, see help\n", "55u0", nil},
		{"help", "", "help\n55u0", "take back your last move", "55u0", nil},
		{"hint", "", "hint\n55u0", "try ", "55u0", nil},
		{"moves of a tile", "", "moves h\n55u0", "h (4): 44h0 54h0 45h0 55h0\n", "55u0", nil},
		{"all moves", "", "moves\n55u0", "b (4): ", "55u0", nil},
		{"moves of a used tile", "55u0 aau0", "moves u\n67a0", "u: the tile has been used\n", "67a0", nil},
		{"moves of no tile", "", "moves x\n55u0", "tile \"x\", want a..u\n", "55u0", nil},
		{"nothing to undo", "", "undo\n55u0", "there is no move of yours to take back\n", "55u0", nil},
		{"show", "55u0 aau0", "show\n67a0", "a . . . . . . . .*O*O*O . . . 5\n", "67a0", nil},
		{"list", "55u0 aau0", "list\n67a0", "1. player 1 55u0 = e11,d10,e10,f10,e9\n2. player 2 aau0 = ", "67a0", nil},
		{"list of nothing", "", "list\n55u0", "no move has been made yet\n", "55u0", nil},
		{"unknown word", "", "board\n55u0", "\"board\" is neither a move nor a command; the commands are help, show, list, moves, hint, analyze, undo, save, load, resign, quit\n", "55u0", nil},
		{"slip", "", "lod\n55u0", "load, resign, quit; did you mean load?\n", "55u0", nil},
		{"four letters", "", "edge\n55u0", "\"edge\" is neither a move nor a command", "55u0", nil},
		{"a word too many", "", "undo 2\n55u0", "undo: 1 words after it, want none, see help\n", "55u0", nil},
		{"a word too few", "", "save\n55u0", "save: 0 words after it, want one, the name of a file, see help\n", "55u0", nil},
		{"load of nothing", "", "load /none\n55u0", "load: open /none: no such file or directory\n", "55u0", nil},
		{"save to nowhere", "", "save /none/x\n55u0", "save: write /none/x: no such file or directory\n", "55u0", nil},
		{"resign", "", "resign", "", "", ErrResign},
		{"quit", "", "quit", "", "", ErrQuit},
		{"end of input", "", "", "", "", ErrQuit},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := duo.NewPosition(duo.Player1)
			for _, code := range strings.Fields(c.moves) {
				m, err := duo.ParseMove(code)
				require.NoError(t, err)
				require.NoError(t, p.MakeMove(m))
			}
			in := &typed{}
			if c.typed != "" {
				in.lines = strings.Split(c.typed, "\n")
			}
			var out strings.Builder
			before := p
			m, err := newTestPlayer(t, "human", Env{In: in, Out: &out}).Move(t.Context(), &p)
			require.ErrorIs(t, err, c.err)
			if c.err == nil {
				require.NoError(t, err)
				assert.Equal(t, c.move, m.String())
			}
			assert.Contains(t, out.String(), c.want)
			assert.Empty(t, in.lines)
			assert.Equal(t, before, p)
		})
	}
}

// ask lets a person say something in a position.
func ask(t *testing.T, env Env, p *duo.Position, lines ...string) (out string, m duo.Move, err error) {
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
	game := func(first duo.Player, moves string) *duo.Position {
		p, err := gametext.Parse(first, moves)
		require.NoError(t, err)
		return &p
	}
	p := game(duo.Player2, "aau0 55u0 0000 0000")
	p.Undo()
	out, _, err := ask(t, Env{}, p, "save "+file)
	require.ErrorIs(t, err, ErrQuit)
	assert.Contains(t, out, "3 moves written to "+file+"\n")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "aau0 55u0 0000\n", string(text))

	for _, first := range []duo.Player{duo.Player1, duo.Player2} {
		var jump *Jump
		out, _, err = ask(t, Env{}, game(first, ""), "load "+file)
		require.ErrorAs(t, err, &jump)
		assert.Equal(t, *p, jump.Position)
		assert.Contains(t, out, "3 moves read from "+file+"\n")
	}
	var jump *Jump
	_, _, err = ask(t, Env{}, p, "undo")
	require.ErrorAs(t, err, &jump)
	assert.Equal(t, *game(duo.Player2, "aau0"), jump.Position)

	for _, say := range []string{"undo", "load " + file} {
		out, _, err = ask(t, Env{NoWayBack: true}, p, say)
		require.ErrorIs(t, err, ErrQuit)
		assert.Contains(t, out, "this game has no way back\n")
	}
	for text, want := range map[string]string{
		"aau0 55u0 0000 0000": "the game is over", "55u0 66a0": "move 2 (player 2): 66a0: ",
	} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		out, _, err = ask(t, Env{}, p, "load "+file)
		require.ErrorIs(t, err, ErrQuit)
		assert.Contains(t, out, want)
	}
}

// TestHumanHint shows that the hint is that of the other player's engine.
func TestHumanHint(t *testing.T) {
	t.Parallel()
	p, err := gametext.Parse(duo.Player1, "55u0 aau0")
	require.NoError(t, err)
	for rival, engine := range map[string]string{
		"random": "tree", "tree:level=1": "tree", "minimax:depth=1": "minimax", "chip-montecarlo": "montecarlo",
	} {
		a := newTestPlayer(t, engine, Env{})
		want, err := a.Move(t.Context(), &p)
		require.NoError(t, err)
		why := ""
		if a, ok := a.(Thinker); ok {
			first := a.Thoughts()[0]
			why = fmt.Sprintf(": %.0f%% for you, expected margin %+.1f", 100*first.Value, *first.Margin)
		}
		out, _, err := ask(t, Env{Rival: rival}, &p, "hint")
		require.ErrorIs(t, err, ErrQuit)
		assert.Contains(t, out, fmt.Sprintf("try %s = %s, says %s%s\n", want, want.CellList(), engine, why))
	}
}

func TestHumanAnalyze(t *testing.T) {
	t.Parallel()
	p, err := gametext.Parse(duo.Player1, "55u0 aau0")
	require.NoError(t, err)
	a := newTestPlayer(t, "tree", Env{})
	_, err = a.Move(t.Context(), &p)
	require.NoError(t, err)
	thoughts := a.(Thinker).Thoughts()
	for words, n := range map[string]int{"analyze": 5, "analyze 3": 3} {
		out, _, err := ask(t, Env{}, &p, words)
		require.ErrorIs(t, err, ErrQuit)
		assert.Contains(t, out, FormatThoughts(thoughts, n, duo.Move.String))
	}
	for _, bad := range []string{"x", "0"} {
		out, _, err := ask(t, Env{}, &p, "analyze "+bad)
		require.ErrorIs(t, err, ErrQuit)
		assert.Contains(t, out, fmt.Sprintf("analyze: %q, want a number of moves, 1 or more\n", bad))
	}
}

// TestGTPTimeout has an engine fall silent in one game and answer in the next.
func TestGTPTimeout(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := filepath.Join(dir, "engine.sh")
	require.NoError(t, os.WriteFile(script, []byte(`read a; printf '= \n\n'
test -e `+dir+`/again || { touch `+dir+`/again; read b; sleep 60; }
while read c; do printf '= e10\n\n'; done`), 0o666))
	a, err := New(`gtp:timeout=2s,"sh `+script+`"`, Env{})
	require.NoError(t, err)
	defer a.Close()
	p := duo.NewPosition(duo.Player1)
	_, err = a.Move(t.Context(), &p)
	require.ErrorIs(t, err, ErrLate)
	require.ErrorIs(t, err, gtp.ErrTimeout)
	assert.EqualError(t, err, `no answer in time: gtp: engine "sh `+script+`" does not answer in time: nothing in 2s to "genmove b"`)
	m, err := a.Move(t.Context(), &p)
	require.NoError(t, err)
	assert.Equal(t, "55a0", m.String())
}

func TestGTPSpecs(t *testing.T) {
	t.Parallel()
	for spec, want := range map[string]gtpPlayer{
		"gtp:a b":                         {command: "a b"},
		`gtp:"a b"`:                       {command: "a b"},
		`gtp:sh -c "a b"`:                 {command: `sh -c "a b"`},
		`gtp:"a a" "b"`:                   {command: `"a a" "b"`},
		`gtp:timeout=1m30s,"a timeout=1"`: {command: "a timeout=1", timeout: 90 * time.Second},
	} {
		p, err := New(spec, Env{})
		require.NoError(t, err, spec)
		assert.Equal(t, &want, p)
	}
	for spec, want := range map[string]string{
		"gtp":               "the command of the program is missing, want gtp:COMMAND",
		`gtp:""`:            "the command of the program is missing, want gtp:COMMAND",
		"gtp:timeout=3s":    "the command of the program is missing, want gtp:COMMAND",
		"gtp:timeout=3,a":   `option timeout="3", want a time such as 500ms or 10s`,
		"gtp:timeout=-1s,a": `option timeout="-1s", want a time such as 500ms or 10s`,
	} {
		_, err := New(spec, Env{})
		assert.EqualError(t, err, fmt.Sprintf("player %q: %s", spec, want))
	}
}

// TestHumanRecords saves and loads games in all forms.
func TestHumanRecords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p, err := gametext.Parse(duo.Player2, "aau0 55u0 69l7")
	require.NoError(t, err)
	start := duo.NewPosition(duo.Player1)
	for name, begin := range map[string]string{
		"a.blksgf": "(;GM[Blokus Duo]CA[UTF-8]AP[tessera]PB[human]PW[random]\n;W[", "b.JSON": `{"first":2,"players":["human","random"],"moves":["aau0",`,
		"c.jsonl": `{"first":2`, "d.txt": "aau0 55u0 ", "e": "aau0 55u0 ",
	} {
		file := filepath.Join(dir, name)
		out, _, err := ask(t, Env{Rival: "random"}, &p, "save "+file)
		require.ErrorIs(t, err, ErrQuit)
		assert.Contains(t, out, "3 moves written to "+file+"\n")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(string(text), begin), "%s", text)
		var jump *Jump
		_, _, err = ask(t, Env{}, &start, "load "+file)
		require.ErrorAs(t, err, &jump)
		assert.Equal(t, p, jump.Position)
	}
	file := filepath.Join(dir, "games")
	for _, c := range []struct{ text, say, want string }{
		{"", "save x.pgn", `save: record x.pgn: extension ".pgn", want .blksgf`},
		{`{"first":1,"moves":["55u0","77u0"]}`, "load FILE", "load: FILE: line 1, column 28: move 2 (player 2): 77u0: the first placement must cover the start square (10,10)\n"},
		{"(;GM[Go];B[aa])", "load FILE", `load: FILE: line 1, column 5: game "Go", want "Blokus Duo"` + "\n"},
		{"55u0\n", "load FILE 2", "load: FILE: the file has 1 games, want game 2\n"},
		{"55u0\n", "load FILE 0", `load: game "0", want a number from 1` + "\n"},
		{"", "load " + dir, "load: read " + dir + ": is a directory\n"},
		{"", "load", "load: 0 words after it, want the name of a file, and perhaps the number of a game in it, see help\n"},
	} {
		require.NoError(t, os.WriteFile(file, []byte(c.text), 0o666))
		out, _, err := ask(t, Env{}, &start, strings.ReplaceAll(c.say, "FILE", file))
		require.ErrorIs(t, err, ErrQuit)
		assert.Contains(t, out, strings.ReplaceAll(c.want, "FILE", file))
	}
	require.NoError(t, os.WriteFile(file, []byte("rubbish\n(;B[e10])\n(;W[j5];B[e10])"), 0o666))
	var jump *Jump
	_, _, err = ask(t, Env{}, &start, "load "+file+" 3")
	require.ErrorAs(t, err, &jump)
	assert.Equal(t, 2, jump.Position.Plies())
}
