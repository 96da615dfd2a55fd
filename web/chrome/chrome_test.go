// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chrome

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWait waits for values and for the results of promises, true now, later or never.
func TestWait(t *testing.T) {
	b, err := Start(t.Context())
	require.NoError(t, err)
	defer b.Close()
	tab, err := b.NewTab(Device{Width: 300, Height: 200})
	require.NoError(t, err)
	defer tab.Close()
	require.NoError(t, tab.Navigate("data:text/html,<title>first</title>"))
	const brief = 300 * time.Millisecond
	for expression, want := range map[string]bool{
		"1 < 2": true, "1 > 2": false, "Promise.resolve(1 < 2)": true, "Promise.resolve(1 > 2)": false,
	} {
		if err := tab.Wait(expression, brief); want {
			assert.NoError(t, err, expression)
		} else {
			assert.ErrorContains(t, err, "wait for "+expression)
		}
	}
	_, err = Eval[any](tab, `void setTimeout(() => { document.title = "later"; }, 100)`)
	require.NoError(t, err)
	assert.NoError(t, tab.Wait(`document.title === "later"`, time.Minute))
}
