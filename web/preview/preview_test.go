// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package preview_test

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/web/preview"
)

// TestPreview compares the committed picture with a new one, and its size with that of the page's head.
func TestPreview(t *testing.T) {
	t.Parallel()
	drawn, err := preview.Draw()
	require.NoError(t, err)
	committed, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(preview.File)))
	require.NoError(t, err)
	assert.True(t, bytes.Equal(drawn, committed), "make page-pictures")
	m, err := png.DecodeConfig(bytes.NewReader(committed))
	require.NoError(t, err)
	assert.Equal(t, []int{preview.Width, preview.Height}, []int{m.Width, m.Height})
}
