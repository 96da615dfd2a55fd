// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzParseMove reads any text. The writer returns an accepted move in a form that means the same.
func FuzzParseMove(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		again, err := ParseMove(m.String())
		require.NoError(t, err)
		require.Equal(t, m, again)
		p := New()
		_ = p.Check(m)
	})
}
