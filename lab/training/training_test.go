// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package training

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/weights"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
)

const root = "../.."

// TestWeightsAreFresh fails if a file of built-in weights is not what "tessera train" wrote, if the
// features have changed since, or if the figures in the docs belong to other weights.
func TestWeightsAreFresh(t *testing.T) {
	t.Parallel()
	all, err := Read(root)
	require.NoError(t, err)
	for _, c := range []struct {
		whose   string
		weights *evaluation.Weights
		origin  evaluation.Provenance
	}{{ForProgram, &evaluation.Default, evaluation.Origin}, {ForChip, &evaluation.Chip, evaluation.ChipOrigin}} {
		want, err := c.weights.Text(c.origin)
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(root, weightsFile(c.whose)))
		require.NoError(t, err)
		assert.Empty(t, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")), `%s: not what "tessera train" writes`, weightsFile(c.whose))
		assert.Equal(t, evaluation.Fingerprint(), c.origin.Fingerprint, `%s: features or terms have changed: run "tessera train --for %s"`, weightsFile(c.whose), c.whose)
		at := slices.IndexFunc(all, func(r Report) bool { return r.Weights == c.weights.Hash() })
		require.GreaterOrEqual(t, at, 0, "%s: %s has no report on these weights, so no run of train wrote them", weightsFile(c.whose), File)
		assert.Equal(t, all[at].Provenance, c.origin, weightsFile(c.whose))
	}
	assert.Nil(t, evaluation.Chip.Patterns, "the processor's program has none")

	generations := Generations(all)
	last := generations[len(generations)-1]
	assert.Equal(t, evaluation.Default.Hash(), last.Weights, "%s ends with other weights", File)
	for i, g := range generations {
		assert.Equal(t, i, g.Generation)
		// The hash of the same weights is another one once there are other features.
		if i > 0 && g.Against != nil && g.Fingerprint == generations[i-1].Fingerprint {
			assert.Equal(t, generations[i-1].Weights, g.Against.Rival)
		}
	}
}

// TestWrite writes new weights of the processor's program, and of the program: the other's stay as they are.
func TestWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, folder := range []string{"docs/figures", Folder + "data"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, folder), 0o777))
	}
	report := func(whose string, generation int) *Report {
		r := &Report{For: whose}
		r.Generation, r.Fingerprint = generation, evaluation.Fingerprint()
		return r
	}
	for _, r := range []*Report{report("", 0), report(ForProgram, 1), report(ForChip, 2), report(ForProgram, 2), report(ForChip, 2), report(ForProgram, 2)} {
		w := evaluation.Chip
		w.Spread[0] += int16(r.Generation)
		require.NoError(t, Write(dir, &w, r))
		got, err := weights.Read(filepath.Join(dir, weightsFile(r.For)))
		require.NoError(t, err)
		assert.Equal(t, w, *got)
	}
	all, err := Read(dir)
	require.NoError(t, err)
	var got []string
	for _, r := range all {
		got = append(got, fmt.Sprint(r.For, r.Generation))
	}
	assert.Equal(t, []string{"0", "program1", "chip2", "program2"}, got)
	assert.Len(t, Generations(all), 3)
}

func noProgress(int) {}

// testRun is a run of quick games.
var testRun = &selfPlay{Version: "test", Search: TreeSearch, Effort: 16, Seed: 5, Weights: evaluation.Default.Hash()}

// TestSelfPlay plays a few games, goes on after an interruption that cut a line, and comes to
// the same games with another number of goroutines.
func TestSelfPlay(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "games.jsonl")
	ctx := t.Context()
	want, err := SelfPlay(ctx, path, testRun, 6, queue.Local(1, Handler("test")), noProgress)
	require.NoError(t, err)
	for i, g := range want {
		require.Equal(t, i, g.Number)
		require.NoError(t, g.check())
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	cut := strings.Join(lines[:3], "") + lines[3][:len(lines[3])/2]
	require.NoError(t, os.WriteFile(path, []byte(cut), 0o666))
	played := 0
	counting := func(ctx context.Context, payload []byte) ([]byte, error) {
		played++
		return Handler("test")(ctx, payload)
	}
	got, err := SelfPlay(ctx, path, testRun, 6, queue.Local(1, counting), noProgress)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.Equal(t, 4, played, "two of six games were there")

	other := filepath.Join(t.TempDir(), "games.jsonl")
	got, err = SelfPlay(ctx, other, testRun, 6, queue.Local(3, Handler("test")), noProgress)
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

func TestSelfPlayStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	path := filepath.Join(t.TempDir(), "games.jsonl")
	_, err := SelfPlay(ctx, path, testRun, 1000, queue.Local(2, Handler("test")), func(done int) {
		if done == 2 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	all, run, err := ReadGames(path, 2)
	require.NoError(t, err)
	assert.Equal(t, testRun.String(), run)
	assert.Len(t, all, 2)
}

// TestHandlerRefuses passes it tasks of other programs and malformed tasks.
func TestHandlerRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ payload, want string }{
		{`[]`, "task: json: "},
		{`{"match":{}}`, "it is no game of self-play"},
		{`{"selfplay":{"version":"test","search":"flat","effort":1},"number":-1}`, "it is no game of self-play"},
		{`{"selfplay":{"version":"other","search":"flat","effort":1}}`, "played by version other, this is test"},
		{`{"selfplay":{"version":"test","search":"tree","effort":1,"weights":"12345678"}}`, "weights 12345678, this program has " + evaluation.Default.Hash()},
		{`{"selfplay":{"version":"test","search":"deep","effort":1,"weights":"` + evaluation.Default.Hash() + `"}}`, `search "deep", want flat or tree`},
	} {
		_, err := Handler("test")(t.Context(), []byte(c.payload))
		assert.ErrorContains(t, err, c.want)
		assert.NotErrorIs(t, err, queue.ErrUnfit)
		_, err = Serve("test")(t.Context(), []byte(c.payload))
		assert.ErrorIs(t, err, queue.ErrUnfit)
	}
}

// TestWrongResults checks that wrong results are not accepted as games and leave the file
// unchanged.
func TestWrongResults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, result, want string }{
		{"rubbish", "[]", "result of game 0: json: "},
		{"cut short", `{"number":0,"first":0,"random":0,"moves":[],"shares":[],"margin":0}`, "over: false"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "games.jsonl")
			wrong := func(context.Context, []byte) ([]byte, error) { return []byte(c.result + "\n"), nil }
			_, err := SelfPlay(t.Context(), path, testRun, 1, queue.Local(1, wrong), noProgress)
			require.ErrorContains(t, err, c.want)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, 1, strings.Count(string(text), "\n"), "the header only")
		})
	}
	path := filepath.Join(t.TempDir(), "games.jsonl")
	other := func(ctx context.Context, _ []byte) ([]byte, error) {
		return Handler("test")(ctx, []byte(`{"selfplay":{"version":"test","search":"flat","effort":1},"number":7}`))
	}
	_, err := SelfPlay(t.Context(), path, testRun, 1, queue.Local(1, other), noProgress)
	assert.ErrorContains(t, err, "result of game 0: it is game 7")
}

func TestFilesOfGamesAreChecked(t *testing.T) {
	t.Parallel()
	head := `{"run":"` + testRun.String() + `"}` + "\n"
	for _, c := range []struct{ name, text, want string }{
		{"no header", "hello\n", ":1: "},
		{"other run", `{"run":"other"}` + "\n", `holds the run "other", want "` + testRun.String() + `"`},
		{"no game", head + "[]\n", ":2: "},
		{"illegal move", head + `{"number":0,"first":0,"random":1,"moves":[1],"shares":[],"margin":0}` + "\n", "game 0, ply 1: "},
		{"no end", head + `{"number":0,"first":0,"random":0,"moves":[],"shares":[],"margin":0}` + "\n", "over: false"},
		{"shares", head + `{"number":0,"first":0,"random":0,"moves":[],"shares":[[]],"margin":0}` + "\n", "do not belong together"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "games.jsonl")
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o666))
			_, err := SelfPlay(t.Context(), path, testRun, 1, queue.Local(1, Handler("test")), noProgress)
			require.ErrorContains(t, err, c.want)
			got, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, c.text, string(got), "the file was changed")
		})
	}
}

// TestFitFindsWeights makes samples of known weights and fits them.
func TestFitFindsWeights(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	known := new(evaluation.Weights)
	random := func(most int) int16 { return int16(rng.IntN(2*most+1) - most) }
	for k := range known.Prior {
		for f := range known.Prior[k] {
			known.Prior[k][f] = random(200)
		}
	}
	for k := range known.Rest {
		for i := range known.Rest[k] {
			known.Rest[k][i] = random(100)
		}
		known.Playouts[k] = random(200)
	}
	s := &Samples{}
	predict := predictor(known)
	for range 4000 {
		v := Sample{Placed: rng.IntN(evaluation.MaxPlaced + 1), Playouts: rng.NormFloat64() * 10}
		for i := range v.Terms {
			v.Terms[i] = int32(rng.IntN(41) - 20)
		}
		v.Target = predict(&v)
		v.Margin = v.Target + rng.NormFloat64() // the spread is that of the margin
		s.Values = append(s.Values, v)
		c := Choice{Placed: rng.IntN(duo.NumTiles)}
		k, upper := hat(c.Placed, evaluation.PriorKnotStep, evaluation.PriorKnots)
		total := 0.0
		for range 10 {
			var x [evaluation.NumFeatures]uint8
			logit := 0.0
			for f := range x {
				x[f] = uint8(rng.IntN(3))
				logit += float64(x[f]) * ((1-upper)*float64(known.Prior[k][f]) + upper*float64(known.Prior[k+1][f])) / evaluation.One
			}
			c.Features = append(c.Features, x)
			c.Shares = append(c.Shares, float32(math.Exp(logit)))
			total += math.Exp(logit)
		}
		for j := range c.Shares {
			c.Shares[j] /= float32(total)
		}
		s.Choices = append(s.Choices, c)
	}
	got := new(evaluation.Weights)
	require.NoError(t, fitMargins(got, s.Values, nil))
	require.NoError(t, fitPriors(t.Context(), got, s.Choices, nil))
	for k := range known.Prior {
		for f, v := range known.Prior[k] {
			assert.InDelta(t, v, got.Prior[k][f], 15, "knot %d, %v", k, evaluation.Feature(f))
		}
	}
	for k := range evaluation.MarginKnots - 1 { // few samples are near the last
		for i, v := range known.Rest[k] {
			assert.InDelta(t, v, got.Rest[k][i], 10, "knot %d, %v", k, evaluation.Term(i))
		}
		assert.InDelta(t, known.Playouts[k], got.Playouts[k], 15, "knot %d", k)
		assert.InDelta(t, evaluation.One, got.Spread[k], 60, "spread, knot %d", k)
		assert.Greater(t, got.StaticSpread[k], got.Spread[k], "without playouts, knot %d", k)
	}

	require.NoError(t, fitPriors(t.Context(), got, s.Choices, map[evaluation.Feature]bool{evaluation.NewCorners: true}))
	require.NoError(t, fitMargins(got, s.Values, map[evaluation.Term]bool{evaluation.Allowed: true}))
	for k := range got.Prior {
		assert.Zero(t, got.Prior[k][evaluation.NewCorners])
	}
	for k := range got.Rest {
		assert.Zero(t, got.Rest[k][evaluation.Allowed])
	}
	assert.Greater(t, meanOf(s.Choices, priorOf(got), false).loss, meanOf(s.Choices, priorOf(known), false).loss)
}

// TestGroups checks that a group covers every feature and term, apart from the groups of all.
func TestGroups(t *testing.T) {
	t.Parallel()
	var features [evaluation.NumFeatures]int
	var terms [evaluation.NumTerms]int
	files := map[string]bool{AllWeights: true}
	for _, g := range groups() {
		assert.False(t, files[WithoutFile(g.name)], g.name)
		files[WithoutFile(g.name)] = true
		for _, f := range g.features {
			features[f]++
		}
		for _, t := range g.terms {
			terms[t]++
		}
		assert.NotEqual(t, g.features == nil, g.terms == nil, g.name)
	}
	for f, n := range features {
		assert.GreaterOrEqual(t, n, 2, "%v", evaluation.Feature(f))
	}
	for i, n := range terms {
		assert.Equal(t, 2, n, "%v", evaluation.Term(i))
	}
}

// matchConfig returns a match of quick games, and a count of the pairs that it plays.
func matchConfig(t *testing.T, pairs int) (*Config, *atomic.Int64) {
	pool := match.NewPool("test")
	t.Cleanup(pool.Close)
	played := new(atomic.Int64)
	c := &Config{Pairs: pairs, MatchLeaves: 32, Seed: 3, Dir: t.TempDir(), Log: io.Discard, Version: "test", Pool: pool}
	c.MatchQueue = func(*match.Terms) (queue.Queue, func(), error) {
		return queue.Local(2, func(ctx context.Context, payload []byte) ([]byte, error) {
			played.Add(1)
			return pool.Play(ctx, payload)
		}), func() {}, nil
	}
	return c, played
}

// matchFile returns the name of the file of games, the only one beside the weights.
func matchFile(t *testing.T, c *Config) string {
	names, err := filepath.Glob(filepath.Join(c.Dir, "*-against-*.json"))
	require.NoError(t, err)
	require.Len(t, names, 1)
	return names[0]
}

// TestMatch lets weights of 0, which tell nothing apart, play against the built-in ones, and goes
// on after an interruption.
func TestMatch(t *testing.T) {
	t.Parallel()
	c, played := matchConfig(t, 4)
	file, err := c.writeWeights(new(evaluation.Weights), evaluation.Origin)
	require.NoError(t, err)
	want, err := c.match(t.Context(), file)
	require.NoError(t, err)
	assert.EqualValues(t, 4, played.Load())
	assert.Equal(t, evaluation.Default.Hash(), want.Rival)
	assert.Equal(t, 32, want.Leaves)
	assert.Equal(t, 8, want.Won+want.Drawn+want.Lost)
	assert.Less(t, want.Won, want.Lost, "against the built-in weights")
	s, err := match.ReadSummary(matchFile(t, c))
	require.NoError(t, err)
	e := s.Pairs.Estimate()
	assert.Equal(t, []float64{math.Round(e.Elo), math.Round(e.Low), math.Round(e.High)}, []float64{want.Elo, want.EloLow, want.High})

	text, err := os.ReadFile(matchFile(t, c))
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	cut := strings.Join(lines[:4], "") + lines[4][:len(lines[4])/2]
	require.NoError(t, os.WriteFile(matchFile(t, c), []byte(cut), 0o666))
	played.Store(0)
	got, err := c.match(t.Context(), file)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.EqualValues(t, 2, played.Load(), "two of four pairs were there")
}

// TestMatchRefusesOtherWeights changes the weights of a match that was interrupted.
func TestMatchRefusesOtherWeights(t *testing.T) {
	t.Parallel()
	c, _ := matchConfig(t, 2)
	file, err := c.writeWeights(new(evaluation.Weights), evaluation.Origin)
	require.NoError(t, err)
	_, err = c.match(t.Context(), file)
	require.NoError(t, err)
	text, err := os.ReadFile(matchFile(t, c))
	require.NoError(t, err)
	cut := strings.Join(strings.SplitAfter(string(text), "\n")[:2], "")
	require.NoError(t, os.WriteFile(matchFile(t, c), []byte(cut), 0o666))

	require.NoError(t, weights.Write(file, &evaluation.Default, evaluation.Origin))
	c.Pool = match.NewPool("test") // as of another run of the program
	defer c.Pool.Close()
	_, err = c.match(t.Context(), file)
	var refused *match.FileError
	require.ErrorAs(t, err, &refused)
	require.ErrorContains(t, err, "but the games in the file were played by")
	got, err := os.ReadFile(matchFile(t, c))
	require.NoError(t, err)
	assert.Equal(t, cut, string(got), "the file was changed")
}

// TestRun makes a tiny generation for the program and one for the chips, whose match is in its file.
func TestRun(t *testing.T) {
	t.Parallel()
	for whose, rival := range map[string]string{ForProgram: "tree:leaves=32", ForChip: "tree:weights=chip,leaves=32"} {
		t.Run(whose, func(t *testing.T) {
			t.Parallel()
			c, played := matchConfig(t, 2)
			c.Games, c.Search, c.Effort, c.Playouts, c.Jobs, c.For = 5, TreeSearch, 16, 1, 1, whose
			c.Queue = queue.Local(1, Handler("test"))
			w, r, err := Run(t.Context(), *c)
			require.NoError(t, err)
			assert.Equal(t, whose == ForChip, w.Patterns == nil)
			assert.Equal(t, whose, r.For)
			require.NotNil(t, r.Against)
			assert.Equal(t, c.replaced().Hash(), r.Against.Rival)
			assert.EqualValues(t, 2, played.Load())
			assert.Equal(t, 4, r.Against.Won+r.Against.Drawn+r.Against.Lost)
			s, err := match.ReadSummary(matchFile(t, c))
			require.NoError(t, err)
			assert.Equal(t, []int{s.Wins, s.Draws, s.Losses}, []int{r.Against.Won, r.Against.Drawn, r.Against.Lost})
			assert.Contains(t, s.Terms.Players[0], w.Hash())
			assert.Equal(t, rival, s.Terms.Players[1])
		})
	}
}

// TestTarget takes the samples of a game in which one ply in two is learned from: to fit to the game's
// result all of them, to fit to the searches those that are learned from. A file of games without what
// the searches expect will not do.
func TestTarget(t *testing.T) {
	t.Parallel()
	of := &selfPlay{Version: "test", Search: TreeSearch, Effort: 64, Every: 2, Quick: 8, Seed: 3, Weights: evaluation.Default.Hash()}
	g, err := of.play(t.Context(), 0)
	require.NoError(t, err)
	var searched []float64
	for i, shares := range g.Shares {
		if shares != nil {
			searched = append(searched, float64(g.Expected[i])/evaluation.One)
		}
	}
	require.Greater(t, len(searched), 5)
	games, searches := &Config{Playouts: 1, Jobs: 1}, &Config{Playouts: 1, Jobs: 1, Target: TargetSearches}
	targets := func(c *Config) (all []float64) {
		each, err := c.samplesOf(t.Context(), []*Game{g})
		require.NoError(t, err)
		for _, s := range each[0].Values {
			assert.EqualValues(t, g.Margin, s.Margin)
			all = append(all, s.Target)
		}
		return all
	}
	assert.Equal(t, searched, targets(searches))
	all := targets(games)
	assert.Greater(t, len(all), len(searched))
	for _, v := range all {
		assert.EqualValues(t, g.Margin, v)
	}
	assert.InDelta(t, g.Margin, searched[len(searched)-1], 6, "near the end of the game a search sees it")

	old := *g
	old.Expected = nil
	require.NoError(t, old.check())
	_, err = searches.samplesOf(t.Context(), []*Game{g, &old})
	require.ErrorContains(t, err, "game 0: it has no margins that searches expect, want the file of a newer run")
	old.Expected = g.Expected[1:]
	require.ErrorContains(t, old.check(), "expected margins, want one for each of")
}

// TestKept fits the prior or the margin alone.
func TestKept(t *testing.T) {
	t.Parallel()
	of := &selfPlay{Version: "test", Search: TreeSearch, Effort: 16, Seed: 1, Weights: evaluation.Default.Hash()}
	g, err := of.play(t.Context(), 0)
	require.NoError(t, err)
	var s Samples
	s.add(g, &Config{Playouts: 1})
	for _, c := range []Config{{KeepMargin: true}, {KeepPrior: true}} {
		w, err := c.fit(t.Context(), &s, &evaluation.Chip)
		require.NoError(t, err)
		d := &evaluation.Default
		assert.Equal(t, c.KeepPrior, w.Prior == d.Prior)
		assert.Equal(t, c.KeepPrior, cmp.Equal(w.Patterns, d.Patterns))
		for i, same := range []bool{
			w.Static == d.Static, w.Rest == d.Rest, w.Playouts == d.Playouts, w.Spread == d.Spread, w.StaticSpread == d.StaticSpread,
		} {
			assert.Equal(t, c.KeepMargin, same, "table %d of the margin", i)
		}
	}
	assert.NotZero(t, evaluation.Default.Prior, "the built-in weights stay as they are")
}

// TestGradientAndHessian compares the derivatives with differences.
func TestGradientAndHessian(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	choices := make([]Choice, 20)
	for i := range choices {
		choices[i].Placed = rng.IntN(duo.NumTiles)
		choices[i].Shares = []float32{0.5, 0.25, 0.25}
		for range 3 {
			var x [evaluation.NumFeatures]uint8
			for f := range x {
				x[f] = uint8(rng.IntN(3))
			}
			choices[i].Features = append(choices[i].Features, x)
		}
	}
	x := make([]float64, priorSize)
	for i := range x {
		x[i] = rng.NormFloat64() / 3
	}
	at := meanOf(choices, x, true)
	const step = 1e-5
	for _, i := range rng.Perm(priorSize)[:20] {
		up, down := append([]float64(nil), x...), append([]float64(nil), x...)
		up[i] += step
		down[i] -= step
		high, low := meanOf(choices, up, true), meanOf(choices, down, true)
		assert.InDelta(t, (high.loss-low.loss)/(2*step), at.gradient[i], 1e-7)
		for j := range priorSize {
			assert.InDelta(t, (high.gradient[j]-low.gradient[j])/(2*step), at.hessian.At(i, j), 1e-7)
		}
	}
}
