// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package drawn

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/web"
	"github.com/tessera-fpga/tessera/web/chrome"
	"github.com/tessera-fpga/tessera/web/pack"
)

// TestDrawn compares the drawing with golden, and finds one of the faults: "make page-faults" tries
// all of them.
func TestDrawn(t *testing.T) {
	made, err := pack.Make(t.Context())
	require.NoError(t, err)
	files, err := web.New(os.DirFS("../page"), made)
	require.NoError(t, err)
	for _, f := range Faults {
		_, err := f.In(files)
		assert.NoError(t, err)
	}
	b, err := chrome.Start(t.Context())
	require.NoError(t, err)
	defer b.Close()
	require.NoError(t, Check(b, files))
	faulty, err := Faults[4].In(files)
	require.NoError(t, err)
	require.ErrorContains(t, Check(b, faulty), "the last move's frame")
}
