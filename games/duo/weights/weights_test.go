// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package weights

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/evaluation"
)

func TestWriteAndRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "w.json")
	require.NoError(t, Write(path, &evaluation.Default, evaluation.Origin))
	w, err := Read(path)
	require.NoError(t, err)
	assert.Equal(t, evaluation.Default, *w)
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, err := Read(dir)
	assert.ErrorContains(t, err, dir+": it is not a regular file")
	_, err = Read(filepath.Join(dir, "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	other, err := evaluation.Chip.Text(evaluation.Provenance{Fingerprint: "x"})
	require.NoError(t, err)
	for _, c := range []struct{ text, want string }{
		{"", "EOF, want what tessera train has written"},
		{"[]", "want what tessera train has written"},
		{`{"size":5}`, `unknown field "size"`},
		{`{"Hash":"x"}`, "no Weights"},
		{string(other), `weights for the features "x", this program has "` + evaluation.Fingerprint()},
		{`{"Weights":{"Prior":[[99999]]}}`, "cannot unmarshal number 99999"},
		{string(other) + "{}", "more than one value"},
	} {
		path := filepath.Join(t.TempDir(), "w.json")
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o666))
		_, err := Read(path)
		assert.ErrorContains(t, err, c.want)
		assert.ErrorContains(t, err, path)
	}
}
