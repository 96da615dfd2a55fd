// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestParseFile reads what Text has written, and refuses it after any change of a digit by hand.
func TestParseFile(t *testing.T) {
	t.Parallel()
	for _, w := range []*Weights{&Default, &Chip} {
		text, err := w.Text(Origin)
		require.NoError(t, err)
		f, err := ParseFile(text)
		require.NoError(t, err)
		assert.Equal(t, File{w.Hash(), Origin, w}, *f)

		at := strings.Index(string(text), `"Weights"`)
		changed := 0
		for i := at; i < len(text); i++ {
			if text[i] < '1' || text[i] > '9' {
				continue
			}
			digit := text[i]
			text[i] = '0' + digit%9 + 1
			if changed++; changed%20 == 0 { // a sample: there are thousands
				_, err = ParseFile(text)
				require.Error(t, err, "digit %d", i)
			}
			text[i] = digit
		}
		assert.Greater(t, changed, 500)
	}
}
