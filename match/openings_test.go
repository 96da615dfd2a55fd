// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// openingsText has two openings, a line of moves each.
const openingsText = "64p0 cal6 37l3 79q0\n64p0 cal6\n"

// openingsFile returns the openings in a text.
func openingsFile(t *testing.T, game, text string) (*play.Openings, error) {
	t.Helper()
	g, err := play.Find(game)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "openings")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return ReadOpenings(t.Context(), path, g)
}

func TestReadOpenings(t *testing.T) {
	t.Parallel()
	o, err := openingsFile(t, "", openingsText)
	require.NoError(t, err)
	assert.Equal(t, 2, o.Count)
	assert.Len(t, o.Position(1).History(), 4)
	assert.Len(t, o.Position(2).History(), 2)
	require.NoError(t, o.Position(2).Play(o.Position(2).Moves()[0]))
	assert.Len(t, o.Position(2).History(), 2, "positions are copies")

	g, err := play.Find("")
	require.NoError(t, err)
	var sgf, lines strings.Builder
	for n := range o.Count {
		rec := record.FromPosition(g, o.Position(n+1), nil)
		require.NoError(t, rec.WriteSGF(&sgf))
		require.NoError(t, record.WriteJSON(&lines, rec))
	}
	for form, text := range map[string]string{"SGF": sgf.String(), "JSON": lines.String()} {
		other, err := openingsFile(t, "", text)
		require.NoError(t, err, form)
		assert.Equal(t, digest(o), digest(other), "%s: the digest is that of the positions", form)
	}
	fewer, err := openingsFile(t, "", "64p0 cal6\n")
	require.NoError(t, err)
	assert.NotEqual(t, digest(o), digest(fewer))

	for _, c := range []struct{ game, text, want string }{
		{"", "64p0 cal6\n64p0 97r0\n", "line 2: game 2: move 2 (player 2): 97r0: "},
		{"", "(;GM[Blokus Duo];B[e10,f10,g10,f11,f12];W[x])", "line 1, column 42: game 1: move 2 (player 2): x: "},
		{"", `{"first":1,"kind":"dots:1x1","moves":["0"]}` + "\n", "line 1: game 1: a game of dots:1x1, want one of duo"},
		{"dots:1x1", "0\n0 1 2 3\n", "line 2: game 2: the game is over after its moves, want an opening"},
	} {
		_, err := openingsFile(t, c.game, c.text)
		assert.ErrorContains(t, err, c.want)
	}
	_, err = ReadOpenings(t.Context(), filepath.Join(t.TempDir(), "none"), g)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// playFrom plays a match from openings of a file.
func playFrom(ctx context.Context, tm *Terms, o Options) (*Summary, error) {
	pool := NewPool("test")
	defer pool.Close()
	o.Queue, o.Log = queue.Local(2, pool.Play), io.Discard
	return Run(ctx, tm, pool, o)
}

func TestMatchFromOpenings(t *testing.T) {
	t.Parallel()
	for game, text := range map[string]string{"": openingsText, "dots:2x2": "0 5\n1 2 3\n", "blokus:two": "a20,b20 t20,t19\na20\n"} {
		o, err := openingsFile(t, game, text)
		require.NoError(t, err, game)
		folder := t.TempDir()
		path, rec := filepath.Join(folder, "games.json"), filepath.Join(folder, "games.txt")
		tm := terms(6, "random", "random:seed=3")
		tm.Game = game
		tm.UseOpenings(o)
		_, err = playFrom(t.Context(), tm, Options{File: path, Openings: o, Record: rec})
		require.NoError(t, err, game)
		all := games(t, path)
		require.Len(t, all, 6)
		begun := map[string]int{}
		for _, g := range all {
			begun[g.Of.FormatMoves(g.Moves[:g.Opening])]++
		}
		counts := []int{}
		for n := range o.Count {
			p := o.Position(n + 1)
			counts = append(counts, begun[all[0].Of.FormatMoves(p.History())])
		}
		assert.ElementsMatch(t, []int{2, 4}, counts, "%s: pairs have one opening, and the list begins again", game)

		recorded, err := os.ReadFile(rec)
		require.NoError(t, err)
		var want strings.Builder
		require.NoError(t, record.Moves.Write(&want, all...))
		assert.Equal(t, want.String(), string(recorded), "the games stand in their order")
	}
}

// TestEvenOpenings plays from the openings that a search finds even.
func TestEvenOpenings(t *testing.T) {
	t.Parallel()
	g, err := play.Find("")
	require.NoError(t, err)
	o, err := FindOpenings(t.Context(), EvenOpenings, g)
	require.NoError(t, err)
	assert.NotEqual(t, OpeningsDigest(""), digest(o))
	path := filepath.Join(t.TempDir(), "games.json")
	tm := terms(4, "random", "random:seed=3")
	tm.UseOpenings(o)
	_, err = playFrom(t.Context(), tm, Options{File: path, Openings: o})
	require.NoError(t, err)
	var listed []string
	for n := range o.Count {
		listed = append(listed, g.FormatMoves(o.Position(n+1).History()))
	}
	for _, game := range games(t, path) {
		assert.Contains(t, listed, g.FormatMoves(game.Moves[:game.Opening]))
	}

	dots, err := play.Find("dots:1x1")
	require.NoError(t, err)
	_, err = FindOpenings(t.Context(), EvenOpenings, dots)
	assert.EqualError(t, err, "dots:1x1 has no list of them, want a file")
}

func TestOpeningsAreOfTheTerms(t *testing.T) {
	t.Parallel()
	o, err := openingsFile(t, "", openingsText)
	require.NoError(t, err)
	other, err := openingsFile(t, "", "64p0 cal6\n64p0 cal6 37l3 79q0\n")
	require.NoError(t, err)
	tm := terms(2, "random", "random:seed=3")
	tm.UseOpenings(o)
	path := filepath.Join(t.TempDir(), "games.json")
	_, err = playFrom(t.Context(), tm, Options{File: path, Openings: other})
	assert.ErrorContains(t, err, "--openings: the openings are not those of the terms")
	_, err = playFrom(t.Context(), tm, Options{File: path})
	assert.ErrorContains(t, err, "--openings: the openings are not those of the terms")
	_, err = playFrom(t.Context(), tm, Options{File: path, Openings: o})
	require.NoError(t, err)

	tm.UseOpenings(other)
	_, err = playFrom(t.Context(), tm, Options{File: path, Openings: other})
	assert.ErrorContains(t, err, "line 1: the games in the file began from the openings "+digest(o)+", those given now are "+digest(other))
	_, err = playFrom(t.Context(), terms(2, "random", "random:seed=3"), Options{File: path})
	assert.ErrorContains(t, err, "--openings: 0, but the games in the file were played with 2")
}

// TestTaskNeedsItsOpening gives a worker tasks whose opening is missing or wrong.
func TestTaskNeedsItsOpening(t *testing.T) {
	t.Parallel()
	o, err := openingsFile(t, "", openingsText)
	require.NoError(t, err)
	tm := terms(2, "random", "random")
	tm.UseOpenings(o)
	pool := NewPool("test")
	defer pool.Close()
	for want, opening := range map[string]*opening{
		"the opening is missing":        nil,
		"opening: move 1 (player 1)":    {Moves: "0000"},
		"opening: player 3 moves first": {First: 2, Moves: "64p0"},
	} {
		payload, err := json.Marshal(task{Terms: *tm, Opening: opening})
		require.NoError(t, err)
		_, err = pool.Play(t.Context(), payload)
		assert.ErrorContains(t, err, want)
	}
	payload, err := newTask(tm, o, 0)
	require.NoError(t, err)
	lines, err := pool.Play(t.Context(), payload)
	require.NoError(t, err)
	assert.Equal(t, 2, strings.Count(string(lines), "\n"))
	plain, err := Task(terms(2, "random", "random"), 0)
	require.NoError(t, err)
	assert.NotContains(t, string(plain), `opening"`, "tasks without a file are as they were")
}

// TestTermsWithoutOptions keeps the JSON of terms without clocks and other options as older files
// have it.
func TestTermsWithoutOptions(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(Terms{Players: []string{"a", "b"}, Games: 2, Seed: 1, Digest: "x", Version: "y"})
	require.NoError(t, err)
	assert.Equal(t, `{"players":["a","b"],"games":2,"seed":1,"book":"x","version":"y"}`, string(text))
	full := Terms{
		Players: []string{"a", "b"}, Aliases: []string{"x", ""}, Games: 2, Seed: 1, Digest: "x", Version: "y", Openings: 3,
		TimeControl: play.TimeControl{Time: time.Minute, Increment: time.Second},
		Resign:      Adjudication{Margin: 3, Value: 0.1, Count: 2}, Draw: Adjudication{Value: 0.1, Count: 4},
	}
	text, err = json.Marshal(full)
	require.NoError(t, err)
	var again Terms
	require.NoError(t, json.Unmarshal(text, &again))
	assert.Equal(t, full, again)
}

func TestNames(t *testing.T) {
	t.Parallel()
	tm := terms(2, "random", "random:seed=3")
	tm.Aliases = []string{"old", ""}
	s, path := mustPlay(t, tm, 1)
	assert.Equal(t, "old", s.Work[0].Name)
	assert.Empty(t, s.Work[1].Name)
	assert.Regexp(t, `(?m)^player 1 old: won`, s.String())
	assert.Regexp(t, `(?m)^player 2 random:seed=3: won`, s.String())
	assert.Equal(t, []string{"old", "random:seed=3"}, games(t, path)[0].Players)
	s.Terms.Identities = []string{"Program 1.2", "other"}
	assert.Regexp(t, `(?m)^player 1 old \(Program 1\.2\): won`, s.String())

	for _, names := range [][]string{{"x"}, {"x", "x"}, {"random:seed=3", ""}} {
		tm.Aliases = names
		assert.Error(t, tm.Validate(), "%q", names)
	}
}

// TestMatchOnTheClock plays a match between players who keep to their clocks, and another against a
// player who exceeds the clock.
func TestMatchOnTheClock(t *testing.T) {
	t.Parallel()
	tm := terms(2, "tree:leaves=20", "tree")
	tm.Game, tm.Digest = "dots:3x3", OpeningsDigest("dots:3x3")
	tm.TimeControl = play.TimeControl{Time: 500 * time.Millisecond, Increment: 10 * time.Millisecond}
	tm.Grace = Duration(time.Minute)
	s, path := mustPlay(t, tm, 1)
	assert.Zero(t, s.Work[1].Forfeits)
	assert.Greater(t, s.Work[1].Work, s.Work[0].Work, "it uses its time")
	for _, g := range games(t, path) {
		assert.Empty(t, g.Reason)
	}

	late := terms(2, "random", `gtp:sh -c 'while read line; do case $line in genmove*) sleep 600;; esac; printf "= \n\n"; done'`)
	late.TimeControl = play.TimeControl{Time: 2 * time.Second}
	begun := time.Now()
	s, path = mustPlay(t, late, 1)
	assert.Less(t, time.Since(begun), 5*time.Minute, "nobody waits for who has lost on time")
	assert.Equal(t, 2, s.Work[1].Forfeits)
	assert.Equal(t, 2, s.Wins)
	for _, g := range games(t, path) {
		assert.Regexp(t, `^loss on time: no answer in time: more than the .* that were left`, g.Reason)
		assert.Regexp(t, `^[BW]\+T$`, g.Result)
	}
}

// TestGrace plays with limits that every move exceeds: the grace alone keeps the players in the
// game.
func TestGrace(t *testing.T) {
	t.Parallel()
	for name, limit := range map[string]func(*Terms){
		"move-timeout": func(tm *Terms) { tm.MoveTimeout = 1 },
		"tc":           func(tm *Terms) { tm.TimeControl.Time = 1 },
	} {
		tm := terms(2, "random", "random:pick=largest")
		limit(tm)
		tm.Grace = Duration(time.Hour)
		s, path := mustPlay(t, tm, 1)
		for side, w := range s.Work {
			assert.Zero(t, w.Forfeits, "%s, side %d", name, side+1)
		}
		for _, g := range games(t, path) {
			assert.Empty(t, g.Reason, name)
		}

		tm.Grace = 0
		s, _ = mustPlay(t, tm, 1)
		assert.Equal(t, 2, s.Work[0].Forfeits+s.Work[1].Forfeits, name)
	}
}
