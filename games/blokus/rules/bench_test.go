// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build unix

package rules

import (
	"testing"

	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/internal/cputime"
)

// BenchmarkPlayout plays games from the opening to their end, on one thread.
func BenchmarkPlayout(b *testing.B) {
	for _, policy := range []playout.Policy{playout.Largest, playout.Uniform} {
		b.Run(policy.String(), func(b *testing.B) {
			b.ReportAllocs()
			plies, begun := 0, cputime.Process()
			for i := uint32(0); b.Loop(); i++ {
				p := New()
				rng := playout.NewRNG(1, i)
				p.PlayOut(policy, &rng, nil)
				plies += p.Plies()
			}
			taken := cputime.Process() - begun
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(float64(b.N)/taken.Seconds(), "playouts/cpu-s")
			b.ReportMetric(float64(plies)/float64(b.N), "plies/playout")
		})
	}
}

// BenchmarkMoves lists the legal moves of positions in the middle of games.
func BenchmarkMoves(b *testing.B) {
	var positions [64]Position
	for i := range positions {
		p := New()
		rng := playout.NewRNG(2, uint32(i))
		for range 24 {
			m, _ := p.RandomMove(playout.Largest, &rng)
			p.Play(m)
		}
		positions[i] = p
	}
	buf := make([]Move, 0, 2048)
	moves := 0
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		moves += len(positions[i%len(positions)].Moves(buf))
	}
	b.ReportMetric(float64(moves)/float64(b.N), "moves")
}
