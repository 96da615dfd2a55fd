// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzParse reads any text as a line of a match's file.
func FuzzParse(f *testing.F) {
	tm := terms(10, "random", "random:pick=largest")
	f.Fuzz(func(t *testing.T, line string) {
		p, err := tm.parse([]byte(line))
		if err == nil {
			require.GreaterOrEqual(t, len(p.extra.Sides), 2)
			sum := 0
			for _, n := range p.points {
				sum += n
			}
			require.NotZero(t, sum)
		}
		if g, err := readGame([]byte(line)); err == nil {
			require.Len(t, g.Places, g.Of.Seats())
		}
	})
}
