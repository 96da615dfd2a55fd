// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/openings"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	_ "github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/match/elo"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// terms returns the terms of a test match.
func terms(games int, players ...string) *Terms {
	return &Terms{Players: players, Games: games, Seed: 7, Digest: OpeningsDigest(""), Version: "test"}
}

// playMatch plays or resumes a match.
func playMatch(ctx context.Context, tm *Terms, path string, jobs int, log io.Writer) (*Summary, error) {
	pool := NewPool("test")
	defer pool.Close()
	return Run(ctx, tm, pool, Options{File: path, Queue: queue.Local(jobs, pool.Play), Log: log})
}

// mustPlay plays a match, asserts that it logs nothing, and returns the summary and the path.
func mustPlay(t *testing.T, tm *Terms, jobs int) (*Summary, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.json")
	var log strings.Builder
	s, err := playMatch(t.Context(), tm, path, jobs, &log)
	require.NoError(t, err)
	assert.Empty(t, log.String())
	return s, path
}

// timeless returns the lines of a file without the parts that vary from run to run.
func timeless(t *testing.T, path string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.HasSuffix(text, []byte("\n")), "the last line has its end")
	for line := range bytes.Lines(text) {
		var m map[string]any
		require.NoError(t, json.Unmarshal(line, &m))
		for _, key := range []string{"seconds", "cpu", "notes", "date", "players"} {
			if _, game := m["moves"]; game == (key == "players") {
				continue
			}
			delete(m, key)
		}
		out, err := json.Marshal(m)
		require.NoError(t, err)
		lines = append(lines, string(out))
	}
	return lines
}

func games(t *testing.T, path string) []*record.Game {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	all, err := record.ReadJSON(f)
	require.NoError(t, err)
	return all
}

// golden converts moves to the types of the reference model.
func golden(moves []play.Move) (out []duo.Move) {
	for _, m := range moves {
		out = append(out, duo.Move(m))
	}
	return out
}

// TestFile counts a match again from its file alone.
func TestFile(t *testing.T) {
	t.Parallel()
	tm := terms(30, "random", "random:pick=largest")
	s, path := mustPlay(t, tm, 3)
	all := games(t, path)
	require.Len(t, all, 30)
	var wins, draws, losses int
	var pairs elo.Pairs
	for i := 0; i < len(all); i += 2 {
		var e [2]extra
		points := 0
		for k, g := range all[i : i+2] {
			end, err := g.Check()
			require.NoError(t, err)
			e[k], err = parseExtra(g.Extra)
			require.NoError(t, err)
			assert.Equal(t, i+k+1, e[k].Game)
			assert.Equal(t, i/2+1, e[k].Pair)
			assert.Equal(t, []int{1 + k, 2 - k}, e[k].Sides)
			assert.Equal(t, *tm, e[k].Terms)
			margin := end.(play.Scored).Score(0) - end.(play.Scored).Score(1)
			if k == 1 {
				margin = -margin
			}
			switch {
			case margin > 0:
				wins++
				points += 2
			case margin == 0:
				draws++
				points++
			default:
				losses++
			}
			assert.Equal(t, openings.List()[e[k].Opening-1].Moves, golden(g.Moves[:g.Opening]))
		}
		pairs.Add(points)
		assert.Equal(t, e[0].Opening, e[1].Opening)
		assert.NotEqual(t, e[0].Seeds, e[1].Seeds)
	}
	est := pairs.Estimate()
	assert.Equal(t, []int{wins, draws, losses}, []int{s.Wins, s.Draws, s.Losses})
	assert.Equal(t, pairs, s.Pairs)
	assert.InDelta(t, est.Elo, s.Elo, 0.006)
	assert.InDelta(t, est.Low, s.EloLow, 0.006)
	assert.InDelta(t, est.High, s.EloHigh, 0.006)

	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	var last Summary
	require.NoError(t, json.Unmarshal([]byte(lines[30]), &last))
	assert.Empty(t, cmp.Diff(*s, last))
	assert.Regexp(t, `^\{"wins":\d+,"draws":\d+,"losses":\d+,"elo":-?[\d.]+,"elo_low":-?[\d.]+,"elo_high":-?[\d.]+,`, lines[30])

	// A second run finds all games in the file.
	again, err := playMatch(t.Context(), tm, path, 1, io.Discard)
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(s, again))
	same, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(same))
}

// TestJobs plays the same match with different numbers of jobs, and one of its pairs alone.
func TestJobs(t *testing.T) {
	t.Parallel()
	for _, tm := range []*Terms{
		terms(21, "random", "random:pick=largest"),
		terms(2, "random", "montecarlo:visits=1", "random:pick=largest"),
	} {
		_, one := mustPlay(t, tm, 1)
		_, many := mustPlay(t, tm, 8)
		assert.Empty(t, cmp.Diff(timeless(t, one), timeless(t, many)))

		pool := NewPool("test")
		defer pool.Close()
		payload, err := Task(tm, 2)
		require.NoError(t, err)
		lines, err := pool.Play(t.Context(), payload)
		require.NoError(t, err)
		path := filepath.Join(t.TempDir(), "pair.json")
		require.NoError(t, os.WriteFile(path, lines, 0o666))
		assert.Equal(t, timeless(t, one)[4:6], timeless(t, path))
	}
}

// TestFixtures checks the players of each game.
func TestFixtures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		terms *Terms
		want  string // sides of the games of each pair
	}{
		{terms(4, "a", "b"), "01 10|01 10"},
		{terms(3, "a", "b"), "01 10|01"},
		{terms(1, "a", "b"), "01"},
		{terms(3, "a", "b", "c"), "01 10|02 20|12 21|01|02|12"},
		{&Terms{Players: []string{"a", "b", "c"}, Games: 2, Gauntlet: true}, "01 10|02 20"},
	} {
		var pairs []string
		number := 0
		for pair := range c.terms.pairs() {
			var sides []string
			for _, f := range c.terms.fixtures(pair) {
				number++
				assert.Equal(t, number, f.Number)
				assert.Equal(t, pair+1, f.Pair)
				sides = append(sides, fmt.Sprint(f.Sides[0])+fmt.Sprint(f.Sides[1]))
			}
			pairs = append(pairs, strings.Join(sides, " "))
		}
		assert.Equal(t, c.want, strings.Join(pairs, "|"))
		assert.Equal(t, c.terms.allGames(), number)
	}
	// Every opening comes once before any comes again.
	tm := terms(2*len(openings.List()), "a", "b")
	seen := map[int]bool{}
	for pair := range tm.pairs() {
		seen[tm.fixtures(pair)[0].Opening] = true
	}
	assert.Len(t, seen, len(openings.List()))
}

// TestAllAgainstAll adds up the scores of three players.
func TestAllAgainstAll(t *testing.T) {
	t.Parallel()
	s, path := mustPlay(t, terms(6, "random:pick=largest", "random", "minimax:depth=1"), 2)
	assert.Len(t, games(t, path), 18)
	require.Len(t, s.Scores, 3)
	require.Len(t, s.Each, 3)
	assert.Equal(t, s.Score, s.Scores[0])
	for i, score := range s.Scores {
		assert.Equal(t, 12, score.Wins+score.Draws+score.Losses, "player %d", i+1)
	}
	assert.Equal(t, s.Each[0].Wins+s.Each[1].Wins, s.Wins)
	assert.Equal(t, s.Each[1].Losses+s.Each[2].Losses, s.Scores[2].Wins)
	assert.Greater(t, s.Scores[0].Elo, s.Scores[1].Elo)
	assert.Greater(t, s.Scores[2].Elo, s.Scores[1].Elo)
	assert.Contains(t, s.String(), "random:pick=largest against minimax:depth=1: won ")
	assert.Contains(t, s.String(), "\nplayer 3 minimax:depth=1: won ")

	g := terms(4, "random", "random:pick=largest", "random")
	g.Gauntlet = true
	s, path = mustPlay(t, g, 2)
	assert.Len(t, games(t, path), 8)
	assert.Equal(t, 8, s.Wins+s.Draws+s.Losses)
}

// TestSPRT ends a match early, at the same pair for any number of jobs.
func TestSPRT(t *testing.T) {
	t.Parallel()
	tm := terms(10000, "random:pick=largest", "random")
	tm.SPRT = &elo.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	s, one := mustPlay(t, tm, 1)
	require.NotNil(t, s.SPRT)
	assert.Equal(t, elo.AcceptElo1, s.SPRT.Verdict)
	assert.GreaterOrEqual(t, s.SPRT.LLR, s.SPRT.Upper)
	played := len(games(t, one))
	assert.Less(t, played, 200)
	assert.Equal(t, played, s.Wins+s.Draws+s.Losses)
	assert.Contains(t, s.String(), "100 accepted")
	_, many := mustPlay(t, tm, 8)
	assert.Empty(t, cmp.Diff(timeless(t, one), timeless(t, many)))

	again, err := playMatch(t.Context(), tm, many, 2, io.Discard)
	require.NoError(t, err)
	assert.Equal(t, s.Score, again.Score)
	assert.Len(t, games(t, many), played)
}

// TestCuts resumes from files cut off anywhere, as after a crash. No game is lost or duplicated,
// and complete games are not played again.
func TestCuts(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	tm := terms(13, "random", "random:pick=largest")
	_, path := mustPlay(t, tm, 2)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	want := timeless(t, path)
	// While a match runs, its file has pairs in any order and no summary.
	lines := bytes.SplitAfter(whole, []byte("\n"))
	var pairs [][]byte
	for i := 0; i < 12; i += 2 {
		pairs = append(pairs, bytes.Join(lines[i:i+2], nil))
	}
	pairs = append(pairs, lines[12])
	for range 40 {
		rng.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		text := bytes.Join(pairs, nil)
		if rng.IntN(4) == 0 {
			text = whole
		}
		cut := rng.IntN(len(text) + 1)
		text = bytes.Clone(text[:cut])
		if rng.IntN(8) == 0 {
			text = append(text[:bytes.LastIndexByte(text, '\n')+1], make([]byte, rng.IntN(100))...) // a power failure
		}
		file := filepath.Join(t.TempDir(), "games.json")
		require.NoError(t, os.WriteFile(file, text, 0o666))
		kept := 0
		for rest := text; ; {
			line, after, ok := bytes.Cut(rest, []byte("\n"))
			if !ok {
				break
			}
			if bytes.Contains(whole, line) {
				kept++
			}
			rest = after
		}
		_, err := playMatch(t.Context(), tm, file, 1+rng.IntN(3), io.Discard)
		require.NoError(t, err, "cut to %d bytes", cut)
		require.Empty(t, cmp.Diff(want, timeless(t, file)), "cut to %d bytes", cut)
		now, err := os.ReadFile(file)
		require.NoError(t, err)
		for i, line := range bytes.SplitAfter(text, []byte("\n")) {
			if i < kept-1 && bytes.HasSuffix(line, []byte("\n")) && !bytes.Contains(line, []byte(`"wins"`)) {
				assert.True(t, bytes.Contains(now, line), "line %d was kept as it was", i+1)
			}
		}
	}
}

// TestInterruptions interrupts a match at random moments, again and again, until it is over.
func TestInterruptions(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	tm := terms(200, "random", "random:pick=largest")
	_, path := mustPlay(t, tm, 2)
	want := timeless(t, path)
	file := filepath.Join(t.TempDir(), "games.json")
	interrupted, before := 0, 0
	for {
		// The time grows every few interruptions, so that the test also ends on a slow machine.
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+rng.IntN(20<<(interrupted/6)))*time.Millisecond)
		_, err := playMatch(ctx, tm, file, 2, io.Discard)
		cancel()
		if err == nil {
			break
		}
		require.ErrorIs(t, err, context.DeadlineExceeded)
		interrupted++
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
			continue
		}
		now := len(games(t, file))
		require.GreaterOrEqual(t, now, before, "games are lost")
		require.Zero(t, now%2, "half a pair")
		before = now
	}
	t.Logf("interrupted %d times", interrupted)
	assert.Positive(t, interrupted)
	assert.Empty(t, cmp.Diff(want, timeless(t, file)))
}

// engine returns a GTP player that runs a shell command on genmove.
func engine(t *testing.T, genmove string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "engine.sh")
	text := `while read command rest; do case $command in genmove) ` + genmove + ` ;; *) printf '= \n\n' ;; esac; done`
	require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	return "gtp:sh '" + file + "'"
}

// TestBadEngines plays against faulty engines. The engine loses each game, the record states the
// reason, and the match goes on to its end.
func TestBadEngines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, genmove, result, reason string }{
		{"crash", `echo no memory >&2; exit 3`, "F", `failed: gtp: engine ".*" has ended: exit status 3, asked "genmove [bw]" \(it wrote "no memory"\)`},
		{"illegal move", `printf '= a1\n\n'`, "F", `illegal move: player [12]: 1ea0: no square touches a corner of the player's tiles`},
		{"slow", `sleep 600`, "T", `loss on time: no answer in time: more than 2s and 1s of grace`},
		{"rubbish", `printf 'banana\n\n'`, "F", `failed: gtp: engine ".*" gives an answer that is none of the protocol: "banana" to "genmove [bw]", want = or \?`},
		{"no move", `printf '= banana\n\n'`, "F", `failed: .* "banana" to "genmove [bw]", want a move, pass or resign`},
		{"refusal", `printf '? no idea\n\n'`, "F", `failed: .* refuses a command: "genmove [bw]": no idea`},
		{"resignation", `printf '= resign\n\n'`, "R", `resigned`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tm := terms(4, engine(t, c.genmove), "random")
			if c.name == "slow" {
				tm.MoveTimeout, tm.Grace = Duration(2*time.Second), Duration(time.Second)
			}
			s, path := mustPlay(t, tm, 2)
			assert.Equal(t, 4, s.Losses)
			assert.Equal(t, map[bool]int{true: 0, false: 4}[c.result == "R"], s.Work[0].Forfeits)
			assert.Zero(t, s.Work[1].Forfeits)
			for i, g := range games(t, path) {
				assert.Equal(t, []string{"W+", "B+"}[i%2]+c.result, g.Result)
				assert.Regexp(t, "^"+c.reason+"$", g.Reason)
			}
		})
	}
}

// TestNoStart ends a match whose engine fails to start, before the first game or later.
func TestNoStart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.json")
	_, err := playMatch(t.Context(), terms(2, "random", "gtp:/no/such/engine"), file, 1, io.Discard)
	require.ErrorContains(t, err, `gtp: engine "/no/such/engine" does not start: fork/exec /no/such/engine: no such file or directory`)
	assert.Empty(t, games(t, file))

	// This engine starts only a few times, and crashes at each move.
	dir := t.TempDir()
	script := filepath.Join(dir, "engine.sh")
	require.NoError(t, os.WriteFile(script, []byte(`echo x >>`+dir+`/starts; [ $(wc -l <`+dir+`/starts) -lt 6 ] || exit 7
while read command rest; do case $command in genmove) exit 3 ;; *) printf '= \n\n' ;; esac; done`), 0o666))
	tm := terms(40, "random", "gtp:sh "+script)
	_, err = playMatch(t.Context(), tm, file, 1, io.Discard)
	require.ErrorContains(t, err, "does not start: it has ended: exit status 7")
	assert.Len(t, games(t, file), 4, "the pairs before it are on record")
	require.NoError(t, os.Remove(dir+"/starts"))
	require.NoError(t, os.WriteFile(script, []byte(`while read command rest; do case $command in genmove) exit 3 ;; *) printf '= \n\n' ;; esac; done`), 0o666))
	s, err := playMatch(t.Context(), tm, file, 1, io.Discard)
	require.NoError(t, err)
	assert.Equal(t, 40, s.Wins)
}

// TestEngineIsKept starts a well-behaved engine once for each job. The engine receives the seed and
// a new game each time.
func TestEngineIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := filepath.Join(dir, "engine.sh")
	require.NoError(t, os.WriteFile(script, []byte(`echo start >>`+dir+`/log
while read command rest; do echo $command $rest >>`+dir+`/log; case $command in genmove) printf '= resign\n\n' ;; set_random_seed) printf '? unknown command\n\n' ;; *) printf '= \n\n' ;; esac; done`), 0o666))
	mustPlay(t, terms(10, "gtp:sh "+script, "random"), 1)
	text, err := os.ReadFile(dir + "/log")
	require.NoError(t, err)
	log := string(text)
	assert.Equal(t, 1, strings.Count(log, "start\n"), "%s", log)
	assert.Equal(t, 10, strings.Count(log, "set_random_seed "))
	assert.Equal(t, 10, strings.Count(log, "clear_board\n"))
	assert.Equal(t, 10, strings.Count(log, "genmove "))
	assert.True(t, strings.HasSuffix(log, "quit\n"), "%s", log)
}

// misbehaving is a player with a faulty move function.
type misbehaving struct {
	move func(ctx context.Context) (play.Move, error)
}

func (m misbehaving) Name() string { return "misbehaving" }
func (m misbehaving) Close() error { return nil }
func (m misbehaving) Move(ctx context.Context, _ play.Position) (play.Move, error) {
	return m.move(ctx)
}

// TestSide tests faulty players within the program.
func TestSide(t *testing.T) {
	t.Parallel()
	p := rules.Start(0)
	ask := func(ctx context.Context, limit time.Duration, move func(ctx context.Context) (play.Move, error)) (*side, error) {
		s := &side{Player: misbehaving{move}, timeout: limit}
		_, err := s.Move(ctx, p)
		return s, err
	}
	var forfeit *play.Forfeit
	s, err := ask(t.Context(), 0, func(context.Context) (play.Move, error) { panic("no such tile") })
	require.ErrorAs(t, err, &forfeit)
	assert.ErrorContains(t, err, "panic: no such tile (")
	assert.True(t, s.broken)

	late := make(chan struct{})
	s, err = ask(t.Context(), 20*time.Millisecond, func(context.Context) (play.Move, error) { <-late; return 0, nil })
	require.ErrorIs(t, err, play.ErrLate)
	assert.True(t, s.broken)
	select {
	case <-s.idle:
		t.Error("the player is taken for idle")
	default:
	}
	close(late)
	<-s.idle

	_, err = ask(t.Context(), 20*time.Millisecond, func(ctx context.Context) (play.Move, error) { <-ctx.Done(); return 0, ctx.Err() })
	require.ErrorIs(t, err, play.ErrLate)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = ask(ctx, time.Hour, func(ctx context.Context) (play.Move, error) { <-ctx.Done(); return 0, ctx.Err() })
	require.ErrorIs(t, err, context.Canceled)

	s, err = ask(t.Context(), time.Hour, func(context.Context) (play.Move, error) { return 0, nil })
	require.NoError(t, err)
	assert.False(t, s.broken)
}

// TestRecordAsGamesEnd breaks a match off: the file of Record has the pairs so far, as the match's
// own file has, and the whole match in order when it has gone on to its end.
func TestRecordAsGamesEnd(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "match.json")
	for _, name := range []string{"games.blksgf", "games.json", "games.txt"} {
		os.Remove(path)
		name := filepath.Join(dir, name)
		run := func(ctx context.Context, stop int) error {
			pool := NewPool("test")
			defer pool.Close()
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			_, err := Run(ctx, terms(20, "random", "random:pick=largest"), pool, Options{
				File: path, Record: name, Queue: queue.Local(2, pool.Play), Log: io.Discard,
				Progress: func(p Progress) {
					if p.Games >= stop {
						cancel()
					}
				},
			})
			return err
		}
		recorded := func() (moves [][]play.Move) {
			f, err := os.Open(name)
			require.NoError(t, err)
			defer f.Close()
			r := record.NewReader(play.NewLines(f), nil, 0)
			for {
				g, err := r.Next(t.Context())
				if err == io.EOF {
					return moves
				}
				require.NoError(t, err)
				moves = append(moves, g.Moves)
			}
		}
		for _, stop := range []int{4, 12} {
			require.ErrorIs(t, run(t.Context(), stop), context.Canceled)
			var want [][]play.Move
			for _, g := range games(t, path) {
				want = append(want, g.Moves)
			}
			assert.GreaterOrEqual(t, len(want), stop, name)
			assert.ElementsMatch(t, want, recorded(), name)
		}
		require.NoError(t, run(t.Context(), 1000))
		var want [][]play.Move
		for _, g := range games(t, path) {
			want = append(want, g.Moves)
		}
		require.Len(t, want, 20)
		assert.Equal(t, want, recorded(), name)
	}

	// Other files stay.
	for name, text := range map[string]string{"letter.txt": "letter\n", "long.txt": strings.Repeat("55u0\n", 21)} {
		name := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		pool := NewPool("test")
		_, err := Run(t.Context(), terms(20, "random", "random:pick=largest"), pool, Options{Record: name, Queue: queue.Local(2, pool.Play), Log: io.Discard})
		pool.Close()
		var bad *TermsError
		require.ErrorAs(t, err, &bad)
		assert.ErrorContains(t, err, name+" exists, and ")
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, text, string(after))
	}
	_, err := Run(t.Context(), terms(20, "random", "random"), NewPool("test"), Options{File: path, Record: path, Queue: queue.Local(2, nil), Log: io.Discard})
	assert.ErrorContains(t, err, path+" is the file of the match, want another one")
}

// TestPassesAreNoMoves counts the moves that the players chose. The opening's moves and passes are
// none, so that the time a move is the time of a choice.
// TestRecordFails loses the folder of the record while the match goes on: the result comes all the
// same, and the games stay in a file that the error names. A place that cannot be written is refused
// before the first game.
func TestRecordFails(t *testing.T) {
	t.Parallel()
	pool := NewPool("test")
	defer pool.Close()
	folder := filepath.Join(t.TempDir(), "games")
	require.NoError(t, os.Mkdir(folder, 0o777))
	var log strings.Builder
	s, err := Run(t.Context(), terms(6, "random", "random:pick=largest"), pool, Options{
		Record: filepath.Join(folder, "x.blksgf"), Queue: queue.Local(1, pool.Play), Log: &log,
		Progress: func(p Progress) {
			if p.Games == 2 {
				assert.NoError(t, os.RemoveAll(folder))
			}
		},
	})
	var lost *RecordError
	require.ErrorAs(t, err, &lost)
	defer os.Remove(lost.Kept)
	assert.ErrorContains(t, err, "x.blksgf: no such file or directory; the games are in "+lost.Kept)
	assert.Contains(t, log.String(), "warning: --record: ")
	require.NotNil(t, s)
	assert.Len(t, games(t, lost.Kept), 6)

	if _, err := os.Stat("/proc"); err == nil { // where nobody can write, a superuser neither
		asked := func(context.Context, []byte) ([]byte, error) { t.Error("a game was played"); return nil, nil }
		_, err := Run(t.Context(), terms(6, "random", "random"), pool, Options{Record: "/proc/x.blksgf", Queue: queue.Local(1, asked), Log: io.Discard})
		assert.ErrorContains(t, err, "--record: write /proc/x.blksgf: ")
	}
}

// TestRecordOneEach writes a file for each game of a match.
func TestRecordOneEach(t *testing.T) {
	t.Parallel()
	pool := NewPool("test")
	defer pool.Close()
	folder := t.TempDir()
	file := filepath.Join(folder, "games.json")
	_, err := Run(t.Context(), terms(3, "random", "random:pick=largest"), pool, Options{
		File: file, Record: filepath.Join(folder, "%d.txt"), Queue: queue.Local(2, pool.Play), Log: io.Discard,
	})
	require.NoError(t, err)
	for i, g := range games(t, file) {
		text, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("%d.txt", i+1)))
		require.NoError(t, err)
		assert.Equal(t, g.Of.FormatMoves(g.Moves)+"\n", string(text))
	}
}

// TestNoUTF8 refuses names that the file of games could not hold, before the first game.
func TestNoUTF8(t *testing.T) {
	t.Parallel()
	tm := terms(2, "random", "gtp:./J\xfcrgen")
	assert.EqualError(t, tm.Validate(), `--player: "gtp:./J\xfcrgen" is not UTF-8`)
	tm = terms(2, "random", "random:seed=3")
	tm.Aliases = []string{"J\xfcrgen", ""}
	assert.EqualError(t, tm.Validate(), `--player: "J\xfcrgen" is not UTF-8`)
}

func TestPassesAreNoMoves(t *testing.T) {
	t.Parallel()
	s, path := mustPlay(t, terms(6, "random", "random:pick=largest"), 2)
	made, passes := make([]int, 2), 0
	for i, g := range games(t, path) {
		for ply, m := range golden(g.Moves) {
			switch {
			case m == duo.Pass:
				passes++
			case ply >= g.Opening:
				made[(ply+i)%2]++ // the players of a pair change seats
			}
		}
	}
	require.Positive(t, passes)
	assert.Equal(t, made, []int{s.Work[0].Moves, s.Work[1].Moves})
}

// TestNotes finds the thoughts of players in the records.
func TestNotes(t *testing.T) {
	t.Parallel()
	_, path := mustPlay(t, terms(2, "montecarlo:visits=1", "random"), 2)
	for i, g := range games(t, path) {
		noted := 0
		for ply, n := range g.Notes {
			if n.Value == nil {
				continue
			}
			noted++
			assert.Positive(t, n.Visits)
			assert.GreaterOrEqual(t, ply, g.Opening)
			assert.Equal(t, i, ply%2, "the moves of the player who thinks")
		}
		assert.Greater(t, noted, 10)
		assert.Greater(t, g.Seconds[i], g.Seconds[1-i])
	}
}

// TestRepeats plays more games than there are openings, between players without variety. Repeated
// games do not count for the Elo.
func TestRepeats(t *testing.T) {
	t.Parallel()
	list := len(openings.List())
	tm := terms(2*(list+5), "random:seed=1", "random:seed=2")
	var log strings.Builder
	s, err := playMatch(t.Context(), tm, filepath.Join(t.TempDir(), "games.json"), 2, &log)
	require.NoError(t, err)
	assert.Equal(t, 10, s.Repeated)
	assert.Equal(t, 2*(list+5), s.Wins+s.Draws+s.Losses)
	assert.Equal(t, float64(list), s.Pairs.Count())
	assert.Equal(t, fmt.Sprintf("match: warning: pair %d repeats pair 1, move for move: such pairs tell nothing new, and do not count for the Elo\n", list+1), log.String())
	assert.Contains(t, s.String(), "without 10 games that repeat others")
}

// TestWrongFiles refuses files of other matches and leaves them unchanged.
func TestWrongFiles(t *testing.T) {
	t.Parallel()
	tm := terms(4, "random", "random:pick=largest")
	_, path := mustPlay(t, tm, 1)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	number := regexp.MustCompile(`"book_opening":([0-9]+)`).FindStringSubmatch(lines[0])[1]
	for _, c := range []struct {
		name, text string
		change     func(*Terms)
		want       string
	}{
		{"other player", "", func(m *Terms) { m.Players[1] = "minimax" }, `line 1: --player: ["random","minimax"], but the games in the file were played with ["random","random:pick=largest"]`},
		{"other seed", "", func(m *Terms) { m.Seed = 8 }, `line 1: --seed: 8, but the games in the file were played with 7`},
		{"other number", "", func(m *Terms) { m.Games = 6 }, `line 1: --games: 6, but the games in the file were played with 4`},
		{"other time", "", func(m *Terms) { m.MoveTimeout = Duration(time.Second) }, `line 1: --move-timeout: "1s", but the games in the file were played with "0s"`},
		{"other test", "", func(m *Terms) { m.SPRT = &elo.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.1, Beta: 0.1} }, `line 1: --sprt: {"elo0":0,"elo1":5,"alpha":0.1,"beta":0.1}, but the games in the file were played with null`},
		{"other version", "", func(m *Terms) { m.Version = "next" }, `line 1: the games in the file were played by version test, this is next`},
		{"other openings", "", func(m *Terms) { m.Digest = "x" }, `line 1: the games in the file began from the opening list ` + OpeningsDigest("") + `, this program has x`},
		{"text", "hello\n", nil, `line 1: column 1: no JSON: invalid character 'h' looking for beginning of value`},
		{"text without end", "hello", nil, `line 1: "hello", want games of a match`},
		{"other games", `{"first":1,"moves":[]}` + "\n", nil, `line 1: no "pair", want a game of a match`},
		{"another game without end", `{"first":1,"moves":[]}`, nil, `line 1: no "pair", want a game of a match`},
		{"other time without end", strings.TrimSpace(lines[0]), func(m *Terms) { m.MoveTimeout = Duration(time.Second) }, `line 1: --move-timeout: "1s", but`},
		{"pair twice", lines[0] + lines[1] + lines[2] + lines[3] + lines[0] + lines[1], nil, `line 6: pair 1 stands twice`},
		{"games mixed", lines[0] + lines[2] + lines[1] + lines[3], nil, `line 2: game 3 of pair 2, which is not the next game of a pair`},
		{"game missing", lines[0] + lines[2] + lines[3], nil, `line 2: game 3 of pair 2, which is not the next game of a pair`},
		{"game after the summary", lines[0] + lines[1] + lines[4] + lines[2] + lines[3], nil, `line 4: there is something behind the summary`},
		{"changed sides", strings.Replace(lines[0], `"sides":[1,2]`, `"sides":[2,1]`, 1) + lines[1], nil, `line 1: game 1 has sides [2 1], opening`},
		{"changed opening", strings.Replace(lines[0], `"book_opening":`+number, `"book_opening":`+number+"0", 1) + lines[1], nil, `line 1: game 1 has sides [1 2], opening ` + number + `0 and seeds`},
		{"changed seeds", strings.Replace(lines[0], `"seeds":[`, `"seeds":[1`, 1) + lines[1], nil, `line 1: game 1 has sides [1 2], opening`},
		{"changed moves", strings.Replace(lines[0], `"moves":["`, `"moves":["0000","`, 1) + lines[1], nil, `line 1: column`},
	} {
		t.Run(c.name, func(t *testing.T) {
			other := *tm
			other.Players = tm.Names()
			if c.change != nil {
				c.change(&other)
			} else {
				assert.NotEmpty(t, c.text)
			}
			if c.text == "" {
				c.text = string(text)
			}
			file := filepath.Join(t.TempDir(), "games.json")
			require.NoError(t, os.WriteFile(file, []byte(c.text), 0o666))
			pool := NewPool(other.Version)
			defer pool.Close()
			_, err := Run(t.Context(), &other, pool, Options{File: file, Queue: queue.Local(1, pool.Play), Log: io.Discard})
			require.ErrorContains(t, err, file+": "+c.want)
			var bad *FileError
			require.ErrorAs(t, err, &bad)
			assert.True(t, bad.Input)
			left, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, c.text, string(left))
		})
	}
}

// TestLock keeps two programs from writing to one file.
func TestLock(t *testing.T) {
	t.Parallel()
	tm := terms(4, "random", "random")
	file := filepath.Join(t.TempDir(), "games.json")
	none := func(int, []*played) {}
	j, err := openFile(file, tm, nil, none)
	require.NoError(t, err)
	_, err = playMatch(t.Context(), tm, file, 1, io.Discard)
	require.EqualError(t, err, file+": another program plays the match")
	require.NoError(t, j.Close())
	_, err = playMatch(t.Context(), tm, file, 1, io.Discard)
	require.NoError(t, err)

	_, err = openFile(t.TempDir(), tm, nil, none)
	require.ErrorContains(t, err, "it is not a regular file")
	_, err = openFile("/no/such/folder/games.json", tm, nil, none)
	require.EqualError(t, err, "/no/such/folder/games.json: open: no such file or directory")
}

// TestWrongTerms refuses invalid terms.
func TestWrongTerms(t *testing.T) {
	t.Parallel()
	for want, tm := range map[string]*Terms{
		`--player: 1 player, want two or more`:                  terms(2, "random"),
		`--player: player "human", want one that needs nobody`:  terms(2, "random", "human"),
		`--games: 0, want 1 or more`:                            terms(0, "random", "random"),
		`--p2: player "randon": no player is named "randon"`:    terms(2, "random", "randon"),
		`--player: player "minimax:depth=9": option depth="9"`:  terms(2, "random", "random", "minimax:depth=9"),
		`--sprt: 3 players, want two`:                           {Players: []string{"a", "b", "c"}, Games: 2, SPRT: &elo.SPRT{}},
		`--sprt: elo0 = 5 and elo1 = 0, want the smaller first`: {Players: []string{"a", "b"}, Games: 2, SPRT: &elo.SPRT{Elo0: 5}},
		`--move-timeout: -1s and 0s of grace, want 0s or more`:  {Players: []string{"a", "b"}, Games: 2, MoveTimeout: Duration(-time.Second)},
	} {
		file := filepath.Join(t.TempDir(), "games.json")
		_, err := playMatch(t.Context(), tm, file, 1, io.Discard)
		require.ErrorContains(t, err, want)
		var bad *TermsError
		require.ErrorAs(t, err, &bad)
		_, err = os.Stat(file)
		assert.ErrorIs(t, err, os.ErrNotExist, "no file is made")
	}
}

// TestWrongTasks refuses tasks from an incompatible program.
func TestWrongTasks(t *testing.T) {
	t.Parallel()
	pool := NewPool("test")
	for want, change := range map[string]func(*task){
		"match: the match is played by version next, this is test": func(m *task) { m.Terms.Version = "next" },
		"match: the match begins from the opening list x":          func(m *task) { m.Terms.Digest = "x" },
		"match: task: pair 2, want 0..1":                           func(m *task) { m.Pair = 2 },
		"match: task: pair -1, want 0..1":                          func(m *task) { m.Pair = -1 },
		"match: task: --games: 0, want 1 or more":                  func(m *task) { m.Terms.Games = 0 },
	} {
		tk := task{Terms: *terms(4, "random", "random")}
		change(&tk)
		payload, err := json.Marshal(tk)
		require.NoError(t, err)
		_, err = pool.Play(t.Context(), payload)
		assert.ErrorContains(t, err, want)
	}
	_, err := pool.Play(t.Context(), []byte("{"))
	assert.ErrorContains(t, err, "match: task: unexpected end of JSON input")
}

// TestWrongResults refuses results that do not belong to their tasks.
func TestWrongResults(t *testing.T) {
	t.Parallel()
	tm := terms(4, "random", "random")
	pool := NewPool("test")
	wrong := map[string]queue.Handler{
		"the games of pair 1 are not whole": func(ctx context.Context, payload []byte) ([]byte, error) {
			lines, err := pool.Play(ctx, payload)
			return lines[:bytes.IndexByte(lines, '\n')+1], err
		},
		"the games of pair 1 are not what was asked for: another pair's": func(ctx context.Context, _ []byte) ([]byte, error) {
			payload, err := Task(tm, 1)
			if err != nil {
				return nil, err
			}
			return pool.Play(ctx, payload)
		},
		"failed 3 times: the cable is out": func(context.Context, []byte) ([]byte, error) { return nil, errors.New("the cable is out") },
	}
	for want, h := range wrong {
		file := filepath.Join(t.TempDir(), "games.json")
		_, err := Run(t.Context(), tm, pool, Options{File: file, Queue: queue.Local(1, h), Log: io.Discard})
		require.ErrorContains(t, err, want)
		assert.Empty(t, games(t, file))
	}
}
