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
