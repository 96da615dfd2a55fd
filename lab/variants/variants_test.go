package variants

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/games/duo/weights"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/training"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/play"
)

// TestStudies makes the players of every variant, with weights in a folder, in place of training's.
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
}

func TestSpecs(t *testing.T) {
	t.Parallel()
	s := &Study{options: "weights=/home/ada/build/train/ablation-12345678/all.json"}
	changed, base := s.players(&variant{options: "weights=/x/y/b.json", leaves: 0.35}, 1000)
	assert.Equal(t, "tree:leaves=350,weights=/x/y/b.json", changed)
	assert.Equal(t, "tree:leaves=1000,weights=ablation-12345678/all.json", portable(base))
	assert.Equal(t, "tree:leaves=5", portable(spec(5, "", "")))
}

// TestTake: a variant's new result replaces the one on record, and a new variant comes after the
// others of its study.
func TestTake(t *testing.T) {
	t.Parallel()
	rows, err := rows()
	require.NoError(t, err)
	r := &Report{}
	take := func(row *lab.Row, wins int) {
		p := &lab.Played{Row: row, Work: make([]match.Work, 2)}
		p.Score.Wins, p.Score.Pairs[4] = wins, float64(wins)/2
		require.NoError(t, r.Take(p))
		assert.Equal(t, wins, r.Games(row))
	}
	last := rows[len(rows)-1]
	for _, row := range []lab.Row{rows[0], last, rows[1], rows[0]} {
		take(&row, 2*len(r.Results)+2)
	}
	var names []string
	for _, result := range r.Results {
		names = append(names, result.Study+" "+result.Variant)
	}
	of := func(r lab.Row) string { return r.Table + " " + r.Name }
	assert.Equal(t, []string{of(rows[0]), of(rows[1]), of(last)}, names)
	r.Results[0].Leaves++
	assert.Zero(t, r.Games(&rows[0]), "games of other leaves do not count")
}

// TestReportIsFresh fails if the Elo of the documentation do not follow from its results.
func TestReportIsFresh(t *testing.T) {
	t.Parallel()
	r := new(Report)
	require.NoError(t, Experiment.ReadFile("../..", r))
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
