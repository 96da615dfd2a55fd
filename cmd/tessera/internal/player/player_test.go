package player

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gametext"
	"github.com/tessera-fpga/tessera/golden/duo"
)

func TestNewErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		spec  string
		depth int
		want  string
	}{
		{"", 0, `player "": no player is named "", want one of chip-minimax, chip-montecarlo, gtp, human, minimax, montecarlo, random`},
		{"minmax", 0, `player "minmax": no player is named "minmax", want one of chip-minimax, chip-montecarlo, gtp, human, minimax, montecarlo, random; did you mean minimax?`},
		{"chip:depth=2", 0, `did you mean chip-minimax or chip-montecarlo?`},
		{"minimax:", 0, `player "minimax:": option "", want name=value`},
		{"minimax:depth", 0, `player "minimax:depth": option "depth", want name=value`},
		{"minimax:depth=5", 0, `player "minimax:depth=5": option depth="5", want 1..4`},
		{"minimax:depth=2,depth=3", 0, `player "minimax:depth=2,depth=3": option depth is given twice`},
		{"minimax", 9, `player "minimax": option depth="9", want 1..4`},
		{"minimax:alphabeta=1", 0, `player "minimax:alphabeta=1": option alphabeta="1", want true or false`},
		{"minimax:dept=2", 0, `player "minimax:dept=2": unknown option "dept", want one of depth, alphabeta, own, rival, square`},
		{"montecarlo:visits=0", 0, `player "montecarlo:visits=0": option visits="0", want 1..`},
		{"montecarlo:policy=best", 0, `player "montecarlo:policy=best": option policy="best", want uniform or largest`},
		{"montecarlo:depth=2", 0, `player "montecarlo:depth=2": unknown option "depth", want one of policy, visits, seed`},
		{"chip-montecarlo:visits=x", 0, `player "chip-montecarlo:visits=x": option visits="x", want 1..`},
		{"chip-montecarlo:lanes=2", 0, `player "chip-montecarlo:lanes=2": unknown option "lanes", want one of policy, visits, seed`},
		{"random:seed=-1", 0, `player "random:seed=-1": option seed="-1", want a whole number, 0 or more`},
		{"random:pick=best", 0, `player "random:pick=best": option pick="best", want uniform or largest`},
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
		{"unknown word", "", "board\n55u0", "\"board\" is neither a move nor a command; the commands are help, show, list, moves, hint, undo, save, load, resign, quit\n", "55u0", nil},
		{"slip", "", "lod\n55u0", "load, resign, quit; did you mean load?\n", "55u0", nil},
		{"four letters", "", "edge\n55u0", "\"edge\" is neither a move nor a command", "55u0", nil},
		{"a word too many", "", "undo 2\n55u0", "undo: 1 words after it, want none, see help\n", "55u0", nil},
		{"a word too few", "", "save\n55u0", "save: 0 words after it, want one, the name of a file, see help\n", "55u0", nil},
		{"load of nothing", "", "load /none\n55u0", "load: open /none: no such file or directory\n", "55u0", nil},
		{"save to nowhere", "", "save /none/x\n55u0", "save: ", "55u0", nil},
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
		"random": "minimax", "minimax:depth=1": "minimax", "montecarlo:visits=2": "montecarlo", "chip-montecarlo": "montecarlo",
	} {
		want, err := newTestPlayer(t, engine, Env{}).Move(t.Context(), &p)
		require.NoError(t, err)
		out, _, err := ask(t, Env{Rival: rival}, &p, "hint")
		require.ErrorIs(t, err, ErrQuit)
		assert.Contains(t, out, fmt.Sprintf("try %s = %s, says %s\n", want, want.CellList(), engine))
	}
}
