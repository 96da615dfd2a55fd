// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package contest

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// FuzzLine reads any bytes of a player at the line as its answers in a game. The judge accepts only
// legal moves, and each message to the player has the length that its first byte says.
func FuzzLine(f *testing.F) {
	f.Fuzz(func(t *testing.T, line string) {
		identity, missing := Collect(line, IdentityLength)
		require.Equal(t, IdentityLength, len(identity)+missing)
		pos := duo.NewPosition(duo.Player(len(line) % 2))
		for !pos.Over() {
			answer, missing := Collect(line, MoveLength)
			require.Equal(t, MoveLength, len(answer)+missing)
			require.False(t, strings.ContainsAny(answer, "\r\n"))
			if missing > 0 {
				return
			}
			for begin, n := 0, 0; n < MoveLength; begin++ {
				if !Ignored(line[0]) {
					n++
				}
				line = line[1:]
			}
			m, err := Judge(&pos, answer)
			if err != nil {
				var v *Violation
				require.True(t, errors.As(err, &v))
				require.NotContains(t, ViolationLine(&pos, pos.ToMove(), v.Code), "\n")
				return
			}
			require.NoError(t, pos.MakeMove(m))
			message := Turn(&pos, answer)
			n, ok := Length(message[0])
			require.True(t, ok)
			require.Len(t, message, n)
		}
		require.NotContains(t, EndLine(&pos), "\n")
	})
}
