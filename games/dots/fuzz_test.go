// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package dots

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzParse reads any text as the size of a board and as a move on it.
func FuzzParse(f *testing.F) {
	f.Fuzz(func(t *testing.T, size, text string) {
		g, err := New(size)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		m, err := g.Parse(text)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.NoError(t, g.Start().Play(m))
		again, err := g.Parse(g.Format(m))
		require.NoError(t, err)
		require.Equal(t, m, again)
	})
}
