// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPerft(t *testing.T) {
	t.Parallel()
	for depth, want := range []uint64{1, 414, 171_396, 89_204_762} {
		p := NewPosition(Player1)
		require.Equal(t, want, Perft(&p, depth), "perft(%d)", depth)
		require.Equal(t, NewPosition(Player1), p, "perft must leave the position as it was")
	}
}

// BenchmarkPerft3 reports the time of perft(3) on one thread.
func BenchmarkPerft3(b *testing.B) {
	for b.Loop() {
		p := NewPosition(Player1)
		if got := Perft(&p, 3); got != 89_204_762 {
			b.Fatalf("perft(3) = %d, want 89,204,762", got)
		}
	}
	b.ReportMetric(89_204_762*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}
