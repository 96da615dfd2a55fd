package blokus

import (
	"testing"

	"github.com/tessera-fpga/tessera/golden/playout"
)

// BenchmarkPlayout plays games from the opening to their end.
func BenchmarkPlayout(b *testing.B) {
	for _, policy := range []playout.Policy{playout.Largest, playout.Uniform} {
		b.Run(policy.String(), func(b *testing.B) {
			b.ReportAllocs()
			plies := 0
			for i := uint32(0); b.Loop(); i++ {
				p := New()
				rng := playout.NewRNG(1, i)
				p.PlayOut(policy, &rng, nil)
				plies += p.Plies()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(float64(plies)/float64(b.N), "plies/playout")
		})
	}
}
