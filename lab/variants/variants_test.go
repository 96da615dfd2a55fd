// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package variants

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/games/duo/weights"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/lab/training"
	"github.com/tessera-fpga/tessera/play"
)

// TestStudies makes the players of every variant, with built-in weights in place of trained ones.
func TestStudies(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	features, terms := training.Groups()
	files := []string{training.AllWeights}
	for _, g := range append(features, terms...) {
		files = append(files, training.WithoutFile(g))
	}
	for _, f := range files {
		require.NoError(t, weights.Write(filepath.Join(dir, f), &evaluation.Default, evaluation.Origin))
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
	assert.Equal(t, "tree:leaves=1000,weights=/home/ada/build/train/ablation-12345678/all.json", base)
	assert.Equal(t, "tree:leaves=5", spec(5, "", ""))
}

// TestRecord fails for recorded results without weights, pairs or costs.
func TestRecord(t *testing.T) {
	t.Parallel()
	all, err := Experiment.Own("../..")
	require.NoError(t, err)
	require.NotEmpty(t, all)
	for _, got := range all {
		assert.NotEmpty(t, got.Weights)
		assert.Positive(t, got.Measures[Cost][0])
		assert.Equal(t, got.Games(), int(2*got.Pairs.Count()), got.Title())
	}
}
