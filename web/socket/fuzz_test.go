// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package socket

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzMessage reads any text as a message of a client. Only a single value of JSON is a message.
func FuzzMessage(f *testing.F) {
	f.Fuzz(func(t *testing.T, text []byte) {
		var r request
		if strict(text, &r) != nil {
			return
		}
		require.True(t, json.Valid(text))
		again, err := json.Marshal(r)
		require.NoError(t, err)
		var back request
		require.NoError(t, strict(again, &back))
		require.Equal(t, r.ID, back.ID)
		require.Equal(t, r.Call, back.Call)
	})
}
