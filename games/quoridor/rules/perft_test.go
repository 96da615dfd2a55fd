// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPerft compares with published counts of other programs and with counts of an independent
// program.
func TestPerft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		moves string
		steps string
		want  []uint64
	}{
		{"", "d1 f1 e2", []uint64{131, 16_677, 2_062_264}},
		{"e2 e8 e3 e7 e4 e6 e5", "e4 d6 f6 e7", []uint64{132, 16_938, 2_111_842}},
		{"e2 e8 e3 e7 e4 e6 e5 e4h", "d5 f5 e7", []uint64{127, 15_909, 1_906_704}},
		{"e2 e8 e3 e7 e4 e6 e5 e6h", "e4 d5 f5 d6 f6", []uint64{129, 15_922}},
		{"e2 e8 e3 e7 e4 e6 e6h e5 d3v", "e3 d5 f5 e6", []uint64{124, 14_813, 1_731_028}},
		{"e2 e8 e3 e7 e4 e6 e3h g6v", "d4 f4 e5", []uint64{123, 14_808, 1_716_503}},
		{"a1h a8h c1h c8h e1h e8h g1h g8h", "d1 f1", []uint64{102, 10_022, 947_722}},
		{"b1v a2h", "d1 f1 e2", []uint64{125, 15_169, 1_786_194}},
		{"e2 a1h e3 c1h e4 a3h e5 c3h e6 a5h e7 c5h e8", "e7 d9 f9", []uint64{113, 12_586}},
		{"e2 a1h e3 c1h e4 a3h e5 c3h e6 a5h e7 c5h e8 a7h", "e7 d8 f8 d9 f9", []uint64{112, 11_719}},
	} {
		t.Run(c.moves, func(t *testing.T) {
			t.Parallel()
			p := New()
			require.NoError(t, p.PlayText(c.moves))
			assert.Equal(t, c.steps, squares(p.steps()))
			for i, want := range c.want {
				before := p
				assert.Equal(t, want, Perft(&p, i+1), "perft(%d)", i+1)
				assert.Equal(t, before, p, "perft must leave the position as it was")
			}
		})
	}
}

// TestDeepPerft compares to the depth that an independent program reached.
func TestDeepPerft(t *testing.T) {
	t.Parallel()
	p := New()
	require.Equal(t, uint64(247_569_030), Perft(&p, 4))
}

func BenchmarkPerft(b *testing.B) {
	for depth, want := range map[int]uint64{3: 2_062_264, 4: 247_569_030} {
		b.Run(fmt.Sprint(depth), func(b *testing.B) {
			for b.Loop() {
				p := New()
				require.Equal(b, want, Perft(&p, depth))
			}
			b.ReportMetric(float64(want)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}
