package variants

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/games/duo/weights"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/lab/training"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"
)

// TestStudies makes the players of every variant, with weights in a folder that stand for those
// that training writes.
func TestStudies(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	features, terms := training.Groups()
	files := []string{training.AllWeights}
	for _, g := range append(features, terms...) {
		files = append(files, training.WithoutFile(g))
	}
	for _, f := range files {
		require.NoError(t, weights.Write(filepath.Join(dir, f), &evaluation.Default))
	}
	seen := map[string]bool{}
	for _, s := range Studies(dir) {
		assert.False(t, seen[s.Name], s.Name)
		seen[s.Name] = true
		for _, v := range s.each {
			assert.NotEqual(t, s.Base, v.name, s.Name)
			changed, base := s.players(&v, 100)
			assert.NotEqual(t, changed, base, "%s %s", s.Name, v.name)
			for _, spec := range []string{changed, base} {
				g, err := play.Find("")
				require.NoError(t, err)
				p, err := g.New(spec, play.Env{})
				require.NoError(t, err, spec)
				require.NoError(t, p.Close())
			}
		}
	}
	_, err := Only(Studies(dir), []string{"children", "wins"})
	assert.ErrorContains(t, err, `"wins", want some of [children `)
	some, err := Only(Studies(dir), []string{"win", "children"})
	require.NoError(t, err)
	require.Len(t, some, 2)
	assert.Equal(t, "children", some[0].Name)
	all, err := Only(some, nil)
	require.NoError(t, err)
	assert.Equal(t, some, all)
}

func TestSpecs(t *testing.T) {
	t.Parallel()
	s := &Study{options: "weights=/home/ada/build/train/ablation-12345678/all.json"}
	changed, base := s.players(&variant{options: "weights=/x/y/b.json", leaves: 0.35}, 1000)
	assert.Equal(t, "tree:leaves=350,weights=/x/y/b.json", changed)
	assert.Equal(t, "tree:leaves=1000,weights=ablation-12345678/all.json", portable(base))
	assert.Equal(t, "tree:leaves=5", portable(spec(5, "", "")))
}

// quick is a study of no time.
func quick() []Study {
	return []Study{{"children", "children of a node, at most", "64", "expand=1", []variant{{name: "1", options: "children=1"}, {name: "60", options: "children=60"}}}}
}

func run(ctx context.Context, folder string, progress func(done int)) (*Report, error) {
	pool := match.NewPool("test")
	defer pool.Close()
	r := &Report{}
	err := Run(ctx, Options{
		Studies: quick(), Games: 7, Round: 6, Leaves: 2, Folder: folder, Weights: "w",
		Terms: match.Terms{Book: match.BookDigest(""), Version: "test"},
		Pool:  pool, Queue: queue.Local(1, pool.Play), Log: io.Discard,
		Progress: func(_ string, done, of int, _ string) {
			if progress != nil {
				progress(done)
			}
		},
		Played: func(of Result) error {
			r.Results = append(r.Results, of)
			return nil
		},
	})
	return r, err
}

// withoutCosts takes out of a report what differs from run to run.
func withoutCosts(r *Report) *Report {
	for i := range r.Results {
		r.Results[i].Cost = 0
	}
	return r
}

// TestResume interrupts a run in its second round: the result is that of one that is not.
func TestResume(t *testing.T) {
	t.Parallel()
	whole, err := run(t.Context(), t.TempDir(), nil)
	require.NoError(t, err)
	require.Len(t, whole.Results, 2)
	for i, r := range whole.Results {
		assert.Equal(t, 12, r.Wins+r.Draws+r.Losses, "whole rounds")
		assert.InDelta(t, 6, r.Pairs.Count(), 1e-9)
		assert.Positive(t, r.Cost)
		assert.LessOrEqual(t, r.Low, r.Elo)
		assert.GreaterOrEqual(t, r.High, r.Elo)
		assert.Equal(t, quick()[0].each[i].name, r.Variant)
	}
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err = run(ctx, folder, func(done int) {
		if done >= 8 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	resumed, err := run(t.Context(), folder, nil)
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(withoutCosts(whole), withoutCosts(resumed)))
	again, err := run(t.Context(), folder, func(int) { t.Error("a game is played again") })
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(whole, withoutCosts(again)))

	var text bytes.Buffer
	require.NoError(t, again.Write(&text))
	read, err := Read(&text)
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(again, read))
}

func TestTake(t *testing.T) {
	t.Parallel()
	results := func(names ...string) *Report {
		r := &Report{}
		for _, n := range names {
			r.Results = append(r.Results, Result{Study: n[:1], Variant: n[1:]})
		}
		return r
	}
	r := results("a1", "a2", "b1", "c1")
	r.Take(results("d1", "b2", "b3", "a3"))
	assert.Empty(t, cmp.Diff(results("a3", "b2", "b3", "c1", "d1"), r))
}

// TestReportIsFresh fails if the Elo of the documentation do not follow from its results.
func TestReportIsFresh(t *testing.T) {
	t.Parallel()
	f, err := os.Open("../../docs/variants.json")
	require.NoError(t, err)
	defer f.Close()
	r, err := Read(f)
	require.NoError(t, err)
	require.NotEmpty(t, r.Results)
	for _, got := range r.Results {
		want := got
		want.rate()
		assert.Empty(t, cmp.Diff(want, got))
		assert.NotEmpty(t, got.Version)
		assert.NotEmpty(t, got.Weights)
		assert.Equal(t, got.Wins+got.Draws+got.Losses, int(2*got.Pairs.Count()), "%s %s", got.Study, got.Variant)
	}
}
