// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package engine_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/gtp/engine"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// newEngine returns an engine of a game.
func newEngine(t *testing.T, game, spec string, log io.Writer) *engine.Engine {
	t.Helper()
	g, err := play.Find(game)
	require.NoError(t, err)
	e := engine.New("tessera", "test", g, spec, 1, log)
	t.Cleanup(func() { assert.NoError(t, e.Close()) })
	return e
}

// ask returns the answer to a command, without the empty line at its end.
func ask(t *testing.T, e *engine.Engine, command string) string {
	t.Helper()
	answer, ok, err := e.Do(t.Context(), command)
	require.NoError(t, err, command)
	require.True(t, ok, command)
	return strings.TrimRight(answer, " \n")
}

// steps are successive commands with their answers.
type steps []struct{ command, want string }

func (s steps) run(t *testing.T, e *engine.Engine) {
	t.Helper()
	for _, step := range s {
		assert.Equal(t, step.want, ask(t, e, step.command), step.command)
	}
}

// TestBlanksInFront skips blanks and tabs before a command and its number.
func TestBlanksInFront(t *testing.T) {
	t.Parallel()
	e := newEngine(t, "duo", "random", io.Discard)
	steps{
		{"  name", "= tessera"},
		{"\tversion", "= test"},
		{" \t 7  play  b e8,e9,f9,d10,e10", "=7"},
	}.run(t, e)
}

func TestParam(t *testing.T) {
	t.Parallel()
	e := newEngine(t, "duo", "tree:leaves=20", io.Discard)
	steps{
		{"param", "= seed 1"},
		{"param level 2", "="},
		{"param threads 2", "="},
		{"param", "= seed 1\nlevel 2\nthreads 2"},
		{"param leaves 30", "="}, // replaces the level
		{"param seed 9", "="},
		{"param", "= seed 9\nthreads 2\nleaves 30"},
		{"param level 99", `? player "tree:threads=2,level=99": option level="99", want 1..9`},
		{"param leaves 5,seed=3", `? parameter leaves "5,seed=3", want a value`},
		{"param time soon", `? player "tree:threads=2,time=soon": option time="soon", want a time such as 500ms or 2s`},
		{"param speed 3", "? unknown parameter 'speed'"},
		{"param level", `? missing argument, want the value of "level"`},
		{"param", "= seed 9\nthreads 2\nleaves 30"}, // wrong commands change nothing
	}.run(t, e)

	// A new parameter takes effect, because the players are created anew.
	visits := func(leaves string) int {
		assert.Equal(t, "=", ask(t, e, "param leaves "+leaves))
		require.NotContains(t, ask(t, e, "reg_genmove b"), "?")
		sum := 0
		for line := range strings.Lines(strings.TrimPrefix(ask(t, e, "move_values"), "= ")) {
			n, err := strconv.Atoi(strings.Fields(line)[0])
			require.NoError(t, err)
			sum += n
		}
		return sum
	}
	assert.Equal(t, "=", ask(t, e, "param threads 1"))
	assert.InDelta(t, 300, visits("300"), 10)
	assert.InDelta(t, 50, visits("50"), 10)

	other := newEngine(t, "duo", "random", io.Discard)
	assert.Equal(t, `? player "random:level=3": unknown option "level", want one of seed, pick; try player tree`, ask(t, other, "param level 3"))
}

func TestMoveInfo(t *testing.T) {
	t.Parallel()
	steps{
		{"move_info e10,f10,g10,f11,f12", "= \nMove:   64p0\nPoints: e10 f10 g10 f11 f12\nSize:   5\nLegal:  yes"},
		{"move_info 64P0", "= \nMove:   64p0\nPoints: e10 f10 g10 f11 f12\nSize:   5\nLegal:  yes"},
		{"play b 64p0", "="},
		{"move_info b1", "= \nMove:   2ea0\nPoints: b1\nSize:   1\nLegal:  no: the first placement must cover the start square (10,10)"},
		{"move_info zz", `? invalid move: square "zz", want a column a..n and a row 1..14`},
		{"move_info", "? missing argument, want a move"},
	}.run(t, newEngine(t, "duo", "random", io.Discard))
	steps{
		{"move_info 3", "= \nMove:   3\nLegal:  yes"},
		{"play b 3", "="},
		{"move_info 3", "= \nMove:   3\nLegal:  no: the edge is drawn already"},
	}.run(t, newEngine(t, "dots:1x2", "random", io.Discard))
}

// TestResign lets a player resign in a lost position.
func TestResign(t *testing.T) {
	t.Parallel()
	e := newEngine(t, "duo", "tree:leaves=1000", io.Discard)
	steps{{"play b e10,f10,g10,f11,f12", "="}, {"play w j5", "="}}.run(t, e)
	for range 8 { // only black moves
		legal := strings.Fields(strings.TrimPrefix(ask(t, e, "all_legal b"), "="))
		require.NotEmpty(t, legal)
		steps{{"play b " + legal[0], "="}}.run(t, e)
	}
	assert.Equal(t, "= resign 0", ask(t, e, "param_base"))
	assert.NotContains(t, ask(t, e, "reg_genmove w"), "resign")
	steps{
		{"param_base resign 1", "="},
		{"param_base", "= resign 1"},
		{"genmove w", "= resign"},
		{"param_base resign 0", "="},
		{"param_base resign 2", `? parameter resign "2", want 0 or 1`},
		{"param_base accept_illegal 1", "? unknown parameter 'accept_illegal'"},
		{"param_base resign", `? missing argument, want the value of "resign"`},
	}.run(t, e)
	assert.Regexp(t, `^= [a-n]\d`, ask(t, e, "genmove w"), "the move was not made before")
}

func TestSelfPlay(t *testing.T) {
	t.Parallel()
	for game, file := range map[string]string{"duo": "games.blksgf", "blokus:three": "games", "dots:2x2": "games.json"} {
		e := newEngine(t, game, "random", io.Discard)
		name := filepath.Join(t.TempDir(), file)
		before := ask(t, e, "showboard")
		assert.Equal(t, "=", ask(t, e, "selfplay 2 "+name))
		assert.Equal(t, before, ask(t, e, "showboard"), "the engine's own game stays")
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		g, err := play.Find(game)
		require.NoError(t, err)
		r := record.NewReader(play.NewLines(strings.NewReader(string(text))), g, 0)
		var moves []string
		for range 2 {
			rec, err := r.Next(t.Context())
			require.NoError(t, err, game)
			assert.Equal(t, game, rec.Of.Name)
			end, err := rec.Position()
			require.NoError(t, err)
			assert.True(t, end.Over())
			moves = append(moves, g.FormatMoves(rec.Moves))
		}
		assert.NotEqual(t, moves[0], moves[1], "each game has its own seed")
	}
	e := newEngine(t, "dots:2x2", "random", io.Discard)
	assert.Equal(t, "? record: dots:2x2 has no form in SGF, want .json, .jsonl or .txt", ask(t, e, "selfplay 1 "+filepath.Join(t.TempDir(), "x.blksgf")))
	assert.Equal(t, `? a number of games "x", want a whole number, 0 or more`, ask(t, e, "selfplay x y"))
	assert.Contains(t, ask(t, e, "selfplay 1"), "? missing argument, want a file")
}

func TestLoadSGFSaysWhatItDrops(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	e := newEngine(t, "duo", "random", &log)
	file := filepath.Join(t.TempDir(), "tree.blksgf")
	for text, want := range map[string]string{
		"(;GM[Blokus Duo];B[e10,f10,g10,f11,f12](;W[j4,i5,j5,k5,j6])(;W[l4,m4,j5,k5,l5])(;W[j5]))": "# " + file + ": the main variation is loaded; left out: 2 variations\n",
		"(;GM[Blokus Duo];B[e10,f10,g10,f11,f12];W[j4,i5,j5,k5,j6])":                               "",
	} {
		log.Reset()
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		assert.Equal(t, "=", ask(t, e, "loadsgf "+file))
		assert.Equal(t, want, log.String())
	}
}

// TestSetUp loads a position that is set up, plays on from it out of turn, takes moves back and saves
// it again.
func TestSetUp(t *testing.T) {
	t.Parallel()
	e := newEngine(t, "duo", "tree:leaves=20", io.Discard)
	folder := t.TempDir()
	file, saved := filepath.Join(folder, "position.blksgf"), filepath.Join(folder, "saved.blksgf")
	require.NoError(t, os.WriteFile(file, []byte("(;GM[Blokus Duo]AB[e10]AW[j5]PL[B];B[c9,d9])"), 0o666))
	steps{
		{"loadsgf " + file, "="}, {"undo", "="}, {"undo", "? cannot undo"}, {"play w h4,i4", "="}, {"play b c9,d9", "="}, {"undo", "="}, {"undo", "="},
		{"play b e10", "? illegal move: the tile has been used"},
		{"play b c9,d9", "="}, {"play w h4,i4", "="}, {"savesgf " + saved, "="}, {"loadsgf " + saved + " 1", "="}, {"savesgf " + saved + " overwrite", "="},
	}.run(t, e)
	text, err := os.ReadFile(saved)
	require.NoError(t, err)
	assert.Contains(t, string(text), "\nAB[e10]AW[j5]PL[B])")
	require.NotContains(t, ask(t, e, "genmove b"), "?")
	for text, want := range map[string]string{
		"(;GM[Blokus Duo]AB[e10]AW[e10])": "? " + file + ": record: line 1, column 26: property AW: player 2: e10: a square is occupied: e10",
	} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		assert.Equal(t, want, ask(t, e, "loadsgf "+file))
	}
	e = newEngine(t, "blokus:two", "random", io.Discard)
	for text, want := range map[string]string{
		"(;GM[Blokus Two-Player]A1[a20]A3[t1]PL[4];4[a1];1[b19])": "? " + file + ": record: line 1, column 50: move 2 (player 1): b19: the tile has been used",
		"(;GM[Blokus Two-Player]A1[a20]A3[t1]PL[4];4[a1])":        "=",
	} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		assert.Equal(t, want, ask(t, e, "loadsgf "+file))
	}
	steps{{"undo", "="}, {"play 4 a1,a2", "="}, {"play 1 b19", "? illegal move: the tile has been used"}}.run(t, e)
}

func TestTime(t *testing.T) {
	t.Parallel()
	e := newEngine(t, "quoridor", "tree", io.Discard)
	steps{
		{"time_settings", "? missing argument, want the main time in seconds"},
		{"time_settings 1 x 2", `? the time of byo-yomi "x", want seconds, 0 or more`},
		{"time_settings 1 2 -1", `? the moves of byo-yomi "-1", want a whole number, 0 or more`},
		{"time_settings 1 0 5", "? 5 moves in no time, want some"},
		{"time_left x 1 0", "? invalid color argument 'x', want one of b, w"},
		{"time_left b", "? missing argument, want a time in seconds"},
		{"time_settings 3 0 0", "="},
	}.run(t, e)
	begun := time.Now()
	require.NotContains(t, ask(t, e, "genmove b"), "?")
	first := time.Since(begun)
	assert.Less(t, first, 1600*time.Millisecond, "the player shares its 3 s out")

	steps{{"time_left w 0.06 0", "="}}.run(t, e)
	begun = time.Now()
	require.NotContains(t, ask(t, e, "genmove w"), "?")
	assert.Less(t, time.Since(begun), 500*time.Millisecond, "there is hardly any time")

	// With one move per byo-yomi period, the player may use the whole period.
	steps{{"time_settings 0 0.4 1", "="}, {"clear_board", "="}}.run(t, e)
	for range 2 {
		begun = time.Now()
		require.NotContains(t, ask(t, e, "g"), "?")
		assert.Less(t, time.Since(begun), 900*time.Millisecond)
	}
}

// TestClearBoardForgets asks for the same position three times: a search keeps its tree from move to
// move, and clear_board ends the game.
func TestClearBoardForgets(t *testing.T) {
	t.Parallel()
	e := newEngine(t, "duo", "tree:leaves=500", io.Discard)
	var answers [3]string
	for i := range answers {
		steps{{"clear_board", "="}}.run(t, e)
		answers[i] = ask(t, e, "genmove b") + ask(t, e, "analyze 5")
	}
	assert.Equal(t, answers[0], answers[1])
	assert.Equal(t, answers[0], answers[2])
}

// TestControllerOfAllVariants sends the commands of Pentobi's twogtp in all variants that tessera
// plays.
func TestControllerOfAllVariants(t *testing.T) {
	t.Parallel()
	for game, setGame := range map[string]string{
		"duo": "Blokus Duo", "blokus": "Blokus", "blokus:two": "Blokus Two-Player", "blokus:three": "Blokus Three-Player",
	} {
		g, err := play.Find(game)
		require.NoError(t, err)
		engines := [2]*engine.Engine{newEngine(t, game, "random", io.Discard), newEngine(t, game, "random:seed=4", io.Discard)}
		both := func(command, want string) {
			for _, e := range engines {
				assert.Regexp(t, want, ask(t, e, command), "%s: %s", game, command)
			}
		}
		both("set_game "+setGame, "^=$")
		both("clear_board", "^=$")
		both("cputime", `^= \d+\.\d+$`)
		pos := g.Start()
		for !pos.Over() {
			colour := g.Colours[g.ToMove(pos)]
			if g.OnlyPass(pos) {
				require.NoError(t, pos.Play(g.Pass))
				continue
			}
			seat := pos.ToMove() % 2
			move := strings.TrimPrefix(ask(t, engines[seat], "genmove "+colour), "= ")
			require.NoError(t, g.PlayText(pos, move), game)
			require.Equal(t, "=", ask(t, engines[1-seat], "play "+colour+" "+move), game)
		}
		both("cputime", `^= \d+\.\d+$`)
		assert.Equal(t, ask(t, engines[0], "final_score"), ask(t, engines[1], "final_score"))
	}
}

// TestKeepsFiles saves games over other files.
func TestKeepsFiles(t *testing.T) {
	t.Parallel()
	e := newEngine(t, "duo", "random", io.Discard)
	name := filepath.Join(t.TempDir(), "x.blksgf")
	for _, command := range []string{"savesgf " + name, "selfplay 1 " + name} {
		require.NoError(t, os.WriteFile(name, []byte("letter\n"), 0o666))
		assert.Regexp(t, `^\? `+name+` exists, and is no record of games: line 1: .*`, ask(t, e, command))
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, "letter\n", string(text))
		assert.Equal(t, `? "please" behind the file, want overwrite or nothing`, ask(t, e, command+" please"))
		steps{{command + " overwrite", "="}, {command, "="}, {"loadsgf " + name, "="}}.run(t, e)
	}
	assert.Equal(t, "=", ask(t, e, "selfplay 2 "+name))
	assert.Equal(t, "? "+name+` exists, and has 2 games, more than the new one; "overwrite" behind the name replaces it`, ask(t, e, "savesgf "+name))
	assert.Contains(t, ask(t, e, "savesgf "+os.DevNull+" overwrite"), "not a regular file")
}

// brief is a context that ends when it has been asked so many times.
type brief struct {
	context.Context
	left *int
}

func (c brief) Err() error {
	if *c.left--; *c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestSelfPlayKeepsGames interrupts games, and then such whose file cannot have them in the end: what
// was played is kept.
func TestSelfPlayKeepsGames(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	name := filepath.Join(t.TempDir(), "x.txt")
	e := newEngine(t, "dots:2x2", "random", io.Discard)
	games := func(file string) (all []string) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	interrupted := func() (string, error) {
		left := 1000
		answer, _, err := e.Do(brief{t.Context(), &left}, "selfplay 100000 "+name)
		return answer, err
	}
	_, err := interrupted()
	require.ErrorIs(t, err, context.Canceled)
	played := games(name)
	assert.Greater(t, len(played), 1)

	before := strings.Repeat(played[0]+"\n", len(played)+1)
	require.NoError(t, os.WriteFile(name, []byte(before), 0o666))
	answer, err := interrupted()
	require.NoError(t, err)
	where := regexp.MustCompile(`^\? \S+ exists, and has \d+ games, more than the new one; .*; the games are in (\S+)\s*$`).FindStringSubmatch(answer)
	require.Len(t, where, 2, answer)
	assert.Equal(t, played, games(where[1]))
	after, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, before, string(after))
}

// TestSandbox keeps the files of an engine within a folder.
func TestSandbox(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	inside, outside := filepath.Join(parent, "in"), filepath.Join(parent, "out.blksgf")
	require.NoError(t, os.Mkdir(inside, 0o777))
	require.NoError(t, os.Symlink(parent, filepath.Join(inside, "up")))
	root, err := os.OpenRoot(inside)
	require.NoError(t, err)
	defer root.Close()
	e := newEngine(t, "duo", "random", io.Discard)
	assert.Equal(t, "=", ask(t, e, "savesgf "+outside))
	before, err := os.ReadFile(outside)
	require.NoError(t, err)
	e.Sandbox(root)
	steps{{"play b e10", "="}, {"savesgf a.blksgf", "="}, {"clear_board", "="}, {"loadsgf a.blksgf", "="}, {"selfplay 1 b.blksgf", "="}}.run(t, e)
	assert.Contains(t, ask(t, e, "showboard"), "last move player 1")
	for _, name := range []string{outside, "../out.blksgf", "up/out.blksgf", "up/new.blksgf", "../new.blksgf"} {
		for _, command := range []string{"loadsgf " + name, "savesgf " + name, "savesgf " + name + " overwrite", "selfplay 1 " + name + " overwrite"} {
			answer := ask(t, e, command)
			assert.Regexp(t, `^\? .*`+name+`.*(is outside `+inside+`, the folder of this engine's files|path escapes from parent)`, answer, command)
		}
	}
	after, err := os.ReadFile(outside)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
	for folder, want := range map[string]int{parent: 2, inside: 3} {
		files, err := os.ReadDir(folder)
		require.NoError(t, err)
		assert.Len(t, files, want, folder)
	}
}
