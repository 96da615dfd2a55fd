// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
)

func TestReport(t *testing.T) {
	t.Parallel()
	var r Report
	r.begin("lane")
	r.add("lane.playout", 416.25, 1, "cycles", "playout, %s", "largest")
	r.add("lane.use", 93.4, 1, "%", "pipeline in use")
	r.begin("minimax core")
	r.add("signature", 35068, 0, "nodes", "signature")

	var out bytes.Buffer
	require.NoError(t, r.Print(&out))
	assert.Equal(t, "lane          playout, largest  416.2 cycles\n"+
		"              pipeline in use   93.4 %\n"+
		"minimax core  signature         35068 nodes\n", out.String())

	dir := t.TempDir()
	path := filepath.Join(dir, "bench.json")
	for range 2 { // also over an old one
		require.NoError(t, r.Write(path))
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var got struct{ Figures []map[string]any }
	require.NoError(t, json.Unmarshal(text, &got))
	require.Len(t, got.Figures, 3)
	assert.Equal(t, map[string]any{"name": "lane.playout", "value": 416.25, "unit": "cycles", "what": "lane: playout, largest"}, got.Figures[0])
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, files, 1)
	assert.Error(t, r.Write(filepath.Join(dir, "missing", "bench.json")))
}

// TestPartialReport: figures that were not measured stay in the file, and the others take their
// places.
func TestPartialReport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bench.json")
	whole := Report{}
	whole.begin("one")
	whole.add("a", 1, 0, "s", "first")
	whole.add("b", 2, 0, "s", "second")
	require.NoError(t, whole.Write(path))
	part := Report{partial: true}
	part.begin("two")
	part.add("b", 3, 0, "s", "second")
	part.add("c", 4, 0, "s", "third")
	require.NoError(t, part.Write(path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var got struct{ Figures []figure }
	require.NoError(t, json.Unmarshal(text, &got))
	want := []figure{{Name: "a", Value: 1, Unit: "s", What: "one: first"}, {Name: "b", Value: 3, Unit: "s", What: "two: second"}, {Name: "c", Value: 4, Unit: "s", What: "two: third"}}
	assert.Equal(t, want, got.Figures)

	require.NoError(t, os.WriteFile(path, []byte("no JSON"), 0o666))
	assert.ErrorContains(t, part.Write(path), path)
	require.NoError(t, part.Write(filepath.Join(t.TempDir(), "new.json")))
}

func TestUnknownPart(t *testing.T) {
	_, err := All(t.Context(), Options{Only: []string{"lane"}, Omit: []string{"move"}})
	assert.ErrorContains(t, err, `part "move", want one of golden, alphabeta, minimax, lane,`)
}

// TestAlphaBetaRates: a chip's rates follow from golden's count of nodes and cycles, and a run that
// has not measured golden has no ratio to it.
func TestAlphaBetaRates(t *testing.T) {
	t.Parallel()
	const hz, golden = 50e6, 1e-3
	chip := alphabeta.Config{Units: 8, Banks: 2}
	at := AlphaBetaSearch{Position: 20, Depth: 3}
	r := at.Run(chip)
	var b meter
	b.begin("alpha-beta")
	b.add(at.Figure(), golden, 5, "s", "golden")
	b.begin("boards")
	b.deriveAlphaBeta("board.x.", chip, hz)

	moves, ok := b.value("board.x.position20.depth3.moves")
	require.True(t, ok)
	assert.InEpsilon(t, float64(r.Nodes)*hz/float64(r.Cycles), moves, 1e-9)
	times, ok := b.value("board.x.position20.depth3.times")
	require.True(t, ok)
	assert.InEpsilon(t, golden*hz/float64(r.Cycles), times, 1e-9)

	_, ok = b.value("board.x.position0.depth3.moves")
	assert.True(t, ok)
	_, ok = b.value("board.x.position0.depth3.times")
	assert.False(t, ok, "golden is not measured")
	_, ok = b.value("board.x.position0.depth2.moves")
	assert.False(t, ok, "several leaf units cannot share it")
}
