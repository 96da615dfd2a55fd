// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFits(t *testing.T) {
	f, err := Load()
	require.NoError(t, err)
	// Parameters of lane_jobs, and the value of a leaf.
	require.Equal(t, playouts, Limits().Playouts)
	require.Equal(t, flights, Limits().InFlight)
	t.Logf("%d of %d words of program, %d of %d of data", len(f.Program), ProgramWords, f.Image.Data, DataWords)
}
