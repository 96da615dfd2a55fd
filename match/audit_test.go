// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"bytes"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// lie changes a game of a pair.
func lie(t *testing.T, lines []byte, game int, change func(g *record.Game)) []byte {
	t.Helper()
	all, err := record.ReadJSON(bytes.NewReader(lines))
	require.NoError(t, err)
	var out bytes.Buffer
	for i, g := range all {
		if i == game {
			change(g)
		}
		line, err := g.Line()
		require.NoError(t, err)
		out.Write(line)
	}
	return out.Bytes()
}

// cut ends a game behind its opening.
func cut(g *record.Game, result, reason string) {
	g.Moves = g.Moves[:g.Opening]
	g.Notes, g.Result, g.Reason = nil, result, reason
}

// TestFalseGames gives a match the results of liars.
func TestFalseGames(t *testing.T) {
	t.Parallel()
	tm := terms(4, "minimax:depth=1", "mc:playouts=100")
	pool := NewPool("test")
	defer pool.Close()
	f, err := openFile(filepath.Join(t.TempDir(), "games.json"), tm, nil, ignore)
	require.NoError(t, err)
	defer f.Close()
	task, err := Task(tm, 1)
	require.NoError(t, err)
	good, err := pool.Play(t.Context(), task)
	require.NoError(t, err)
	other, err := Task(tm, 0)
	require.NoError(t, err)
	wrongPair, err := pool.Play(t.Context(), other)
	require.NoError(t, err)
	// Games of the same opening by other players.
	strangers := *tm
	strangers.Players = []string{"random", "random"}
	task2, err := Task(&strangers, 1)
	require.NoError(t, err)
	byOthers, err := pool.Play(t.Context(), task2)
	require.NoError(t, err)
	lines := bytes.SplitAfter(good, []byte("\n"))
	require.Len(t, lines, 3)

	never, always := newAuditor(f, pool, 0), newAuditor(f, pool, 1)
	require.NoError(t, never.check(t.Context(), 1, task, good))
	require.NoError(t, always.check(t.Context(), 1, task, good))
	for name, c := range map[string]struct {
		result []byte
		want   string
	}{
		"rubbish": {[]byte("rubbish"), `record: line 1, column 1: no JSON`},
		"empty":   {nil, "the games of pair 2 are not whole"},
		"half":    {lines[0], "the games of pair 2 are not whole"},
		"swapped": {slices.Concat(lines[1], lines[0]), "the games of pair 2 are not what was asked for: game 4 of pair 2, which is not the next game of a pair"},
		"another": {wrongPair, "the games of pair 2 are not what was asked for: another pair's"},
		"illegal": {bytes.Replace(good, []byte(`"moves":["`), []byte(`"moves":["a1a1`), 1), "move"},
		"flipped result": {regexp.MustCompile(`"result":"[BW]\+`).ReplaceAllFunc(good, func(text []byte) []byte {
			return append(text[:len(text)-2:len(text)-2], 'B'^'W'^text[len(text)-2], '+')
		}), "result"},
		"resigned": {lie(t, good, 0, func(g *record.Game) { cut(g, "B+R", "resigned") }),
			`game 3: player "mc:playouts=100" has resigned, but only other programs resign`},
		"cut off":     {lie(t, good, 0, func(g *record.Game) { cut(g, "", "") }), "game 3 has no result"},
		"late":        {lie(t, good, 0, func(g *record.Game) { cut(g, "W+T", "loss on time") }), "game 3: a loss on time, but the match has no time limit"},
		"adjudicated": {lie(t, good, 1, func(g *record.Game) { cut(g, "W+", "adjudicated: enough") }), "game 4: an adjudicated loss, but the match has no such rule"},
		"drawn":       {lie(t, good, 1, func(g *record.Game) { cut(g, "0", "adjudicated: enough") }), "game 4: an adjudicated draw, but the match has no such rule"},
		// The pair is played again although none is audited.
		"failed": {lie(t, good, 1, func(g *record.Game) { cut(g, "W+F", "failed: panic") }), "game 4 is another one when it is played again"},
		"another opening": {lie(t, good, 0, func(g *record.Game) {
			all, err := record.ReadJSON(bytes.NewReader(wrongPair))
			require.NoError(t, err)
			g.Moves, g.Notes, g.Result = all[0].Moves, nil, all[0].Result
		}), "game 3 begins with other moves than opening "},
		"a shorter opening": {lie(t, good, 0, func(g *record.Game) { g.Opening-- }), "game 3 begins with other moves than opening "},
	} {
		t.Run(name, func(t *testing.T) {
			assert.ErrorContains(t, never.check(t.Context(), 1, task, c.result), c.want)
		})
	}

	// An invented game that breaks no rule is found if it is played again.
	invented := lie(t, good, 0, func(g *record.Game) {
		all, err := record.ReadJSON(bytes.NewReader(byOthers))
		require.NoError(t, err)
		g.Moves, g.Notes, g.Result = all[0].Moves, nil, all[0].Result
	})
	assert.NoError(t, never.check(t.Context(), 1, task, invented))
	assert.EqualError(t, always.check(t.Context(), 1, task, invented), "game 3 is another one when it is played again")
	found := 0
	half := newAuditor(f, pool, 0.5)
	for range 60 {
		if half.check(t.Context(), 1, task, invented) != nil {
			found++
		}
	}
	assert.True(t, found > 5 && found < 55, "%d of 60", found)

	// What players with a clock or chance of their own do is not to be repeated.
	for _, players := range []string{"random", "tree:time=1s", "gtp:engine"} {
		assert.False(t, terms(2, "minimax", players).repeats(), players)
	}
	clocked := terms(2, "minimax", "minimax")
	assert.True(t, clocked.repeats())
	clocked.TimeControl = play.TimeControl{Time: 1}
	assert.False(t, clocked.repeats())
}

// ignore takes the games of a pair.
func ignore(int, []*played) {}

// TestWithout takes a pair out of a file that goes on.
func TestWithout(t *testing.T) {
	t.Parallel()
	tm := terms(8, "random", "random")
	_, path := mustPlay(t, tm, 1)
	whole := timeless(t, path)
	f, err := openFile(path, tm, nil, ignore)
	require.NoError(t, err)
	var left []int
	f, err = f.without([]int{1, 3}, func(pair int, _ []*played) { left = append(left, pair) })
	require.NoError(t, err)
	assert.Equal(t, []int{0, 2}, left)
	require.NoError(t, f.Close())
	assert.Equal(t, append(whole[:2:2], whole[4:6]...), timeless(t, path))
	_, err = playMatch(t.Context(), tm, path, 1, io.Discard)
	require.NoError(t, err)
	assert.Equal(t, whole, timeless(t, path))
}
